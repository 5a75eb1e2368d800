// A tapped launch against the model under the same plan: traces field by field, then every output byte.
// Spec: algorithm/S0 to S12 O1 O2 O3. Layer: proptests/device.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <exactk/contract/trace.hpp>

#include "device_batch.hpp"

namespace exactk::device_tests {

/// The model's traces of one image, made when first asked for and kept. Refers to the image.
class ModelTraces {
public:
    explicit ModelTraces(const Image &image) : image_(image) {}
    /// Throws where the model refuses or its answer is not the image's.
    const std::vector<RowTrace> &under(int ctas, const std::vector<int> &digits);
    /// What a launch of the plan must show: rows of at most `cta_length_max` elements on one CTA, whatever its number.
    std::vector<RowTrace> expected(const device::Plan &plan);
    const Image &image() const { return image_; }

private:
    const Image &image_;
    std::map<std::pair<int, std::vector<int>>, std::vector<RowTrace>> made_;
};

/// What was found first; both empty if nothing.
struct Finding {
    std::string field; ///< e.g. "S4 histogram", "malformed tap", "outputs", "refused"
    std::string text;  ///< the whole of it: row, CTA, round, field, expected, got
};

/// Owns the tap's memory, kept between runs.
class Lockstep {
public:
    /// Runs the plan tapped with that fault (0: none) and compares.
    Finding run(const device::Plan &plan, ModelTraces &model, int fault);

private:
    DeviceBatch batch_;
    Buffer rows_;
    Buffer ctas_;
};

} // namespace exactk::device_tests
