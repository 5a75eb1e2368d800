// A tapped launch against the model under the same plan: traces field by field, then every output byte.
// Spec: algorithm/S0 to S12 F1 to F7 O1 O2 O3 O4. Layer: proptests/device.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <exactk/contract/plan.hpp>
#include <exactk/contract/trace.hpp>

#include "device_batch.hpp"

namespace exactk::device_tests {

/// The threshold that a test sets instead of F2 to F4; none: rows are sampled.
using ForcedThreshold = std::optional<std::uint32_t>;

/// The model's traces of one image, made when first asked for and kept. Refers to the image.
class ModelTraces {
public:
    explicit ModelTraces(const Image &image) : image_(image) {}
    /// Throws where the model refuses or its answer is not the image's.
    const std::vector<RowTrace> &under(int ctas, const std::vector<int> &digits, const FilterPlan &filter);
    /// What a launch of the plan must show: rows of at most `cta_length_max` elements on one CTA, whatever its number,
    /// and no filter where the CTAs of a grid share a row.
    std::vector<RowTrace> expected(const device::Plan &plan, ForcedThreshold forced);
    const Image &image() const { return image_; }

private:
    const Image &image_;
    using Key =
        std::tuple<int, std::vector<int>, std::int64_t, std::int64_t, std::int64_t, bool, std::uint32_t>;
    std::map<Key, std::vector<RowTrace>> made_;
};

/// What was found first; both empty if nothing.
struct Finding {
    std::string field; ///< e.g. "S4 histogram", "malformed tap", "outputs", "refused"
    std::string text;  ///< the whole of it: row, CTA, round, field, expected, got
};

/// Owns the tap's memory, kept between runs.
class Lockstep {
public:
    /// Runs the plan tapped with that fault (0: none) and threshold, and compares.
    Finding run(const device::Plan &plan, ModelTraces &model, int fault, ForcedThreshold forced = {});

private:
    DeviceBatch batch_;
    Buffer rows_;
    Buffer ctas_;
};

} // namespace exactk::device_tests
