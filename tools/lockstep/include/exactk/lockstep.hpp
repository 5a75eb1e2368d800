// Two traces of the same row under the same plan, field by field: where they part first, in the words of the steps.
// Spec: algorithm/S0 S1 S3 S4 S5 S6 S7 S8 S11 F1 F3 F4 F5 F6 F7 O1 O2 O3 O4. Layer: tools/lockstep.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <exactk/contract/trace.hpp>

namespace exactk::lockstep {

/// The first field in which a trace is not what it should be. Places that do not apply are -1.
struct Divergence {
    const char *step = "";  ///< id of the step that makes the field, e.g. "S4"
    const char *field = ""; ///< e.g. "histogram"
    std::int64_t row = -1;
    std::int64_t cta = -1;
    std::int64_t round = -1;
    std::int64_t bin = -1; ///< for histograms
    std::uint64_t expected = 0;
    std::uint64_t got = 0;

    friend bool operator==(const Divergence &, const Divergence &) = default;
};

/// What is compared; the certificate is not part of a tap and may not have been asked for.
struct Extent {
    bool certificate = true;
};

/// Compares in the order in which the algorithm makes the fields: S0, S1, the chunks, the filter up to its list
/// (F1 to F6), each round, F7, the cut, the shares and bases, the certificate. Empty where all fields are equal. `row` is taken from `expected`.
std::optional<Divergence> first_divergence(const RowTrace &expected, const RowTrace &got,
                                           const Extent &extent = {});

/// The same over the rows of a batch, in their order; a missing or surplus row is a divergence in "rows".
std::optional<Divergence> first_divergence(const std::vector<RowTrace> &expected,
                                           const std::vector<RowTrace> &got, const Extent &extent = {});

/// One line, e.g. "row 3 round 1 S4 histogram[0x1f]: expected 12, got 13".
std::string describe(const Divergence &divergence);

} // namespace exactk::lockstep
