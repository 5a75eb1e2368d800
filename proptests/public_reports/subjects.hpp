// Runs rows on every implementation, at the CTA counts that the reports are held to.
// Spec: contract/C15. Layer: proptests/public_reports.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <exactk/implementations.hpp>

namespace exactk::public_reports {

/// A batch of float32 or 16-bit rows, dense, and what to ask of it.
struct Asked {
    ScoreType type = ScoreType::float32;
    std::vector<std::uint32_t> patterns; ///< [rows, width]
    std::int64_t rows = 1;
    std::int64_t width = 0;
    std::vector<std::int32_t> lengths; ///< empty: none given
    std::int64_t k = 0;
    Options options;
};

/// Calls `check` with the indices [rows * k] of every implementation: rank where rows * n * n is small, sort,
/// cpu, and the model at CTA counts 1, 2, 3, 7, 16, 64 in both emissions. `label` names implementation and
/// plan. Outputs are poisoned before each run; a refusal fails the test.
void for_every_implementation(
    const Asked &asked,
    const std::function<void(const std::string &label, const std::vector<std::int32_t> &indices)> &check);

} // namespace exactk::public_reports
