// What faults are made of: the sound implementation, and one that is right but for a change.
// Spec: contract/C1 C2. Layer: proptests/laws.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "faults.hpp"

namespace faults {

using exactk::Implementation;
using exactk::Outputs;
using exactk::Plan;
using exactk::Problem;
using exactk::Status;
using exactk::StatusCode;

/// Faults of kinds that laws once looked past.
std::vector<Fault> of_blind_spots();

using Run = std::function<Status(const Problem &, const Outputs &, const Plan &)>;

inline const Implementation &cpu() { return *exactk::find_implementation("cpu"); }

inline Implementation spoilt(const Implementation &sound, Run run) {
    Implementation one = sound;
    one.name = "spoilt";
    one.run = std::move(run);
    return one;
}

inline std::int64_t length_of(const Problem &problem, std::int64_t row) {
    const std::int64_t given = problem.lengths == nullptr ? problem.width : problem.lengths[row];
    return given < 0 ? 0 : given > problem.width ? problem.width : given;
}

inline std::int64_t m_of(const Problem &problem, std::int64_t row) {
    const std::int64_t n = length_of(problem, row);
    return problem.k < n ? problem.k : n;
}

/// Right, and then its outputs are changed.
inline Fault then(const std::string &law, const std::string &words,
                  void (*change)(const Problem &, const Outputs &)) {
    return {law, words,
            spoilt(cpu(), [change](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                const Status status = cpu().run(problem, outputs, plan);
                if (status.code == StatusCode::ok) {
                    change(problem, outputs);
                }
                return status;
            })};
}

} // namespace faults
