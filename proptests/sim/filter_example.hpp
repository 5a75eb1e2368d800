// What the filter's examples worked by hand share: rows of numbers from 1 upwards, run under a filter.
// Spec: algorithm/F1 F2 F5. Layer: proptests/sim.
#pragma once

#include <cstdint>
#include <vector>

#include "scene.hpp"

namespace filter_example {

using namespace exactk;
using Indices = std::vector<std::int32_t>;

/// A float16 row whose element i has the key 0xBC00 + steps[i]: numbers from 1 upwards.
inline scene::Case ramp(const std::vector<std::uint32_t> &steps, std::int64_t k, Options options = {}) {
    std::vector<std::uint32_t> patterns;
    for (const std::uint32_t step : steps) {
        patterns.push_back(0x3C00u + step);
    }
    return scene::row_case(ScoreType::float16, patterns, k, options);
}

struct Run {
    RowTrace trace;
    scene::Answer answer;
};

inline Run run(const scene::Case &c, const FilterPlan &filter, int ctas = 1) {
    Plan plan;
    plan.ctas = ctas;
    plan.filter = filter;
    std::vector<RowTrace> traces;
    Run out;
    out.answer = scene::run(c, plan, &traces);
    out.trace = traces.at(0);
    return out;
}

/// Steps 0 to 31, then zeros with 50, 31 and 25 at the elements 40, 41 and 42.
inline std::vector<std::uint32_t> sampled_steps() {
    std::vector<std::uint32_t> steps(64, 0);
    for (std::uint32_t i = 0; i < 32; ++i) {
        steps[i] = i;
    }
    steps[40] = 50;
    steps[41] = 31;
    steps[42] = 25;
    return steps;
}

} // namespace filter_example
