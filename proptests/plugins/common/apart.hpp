// An answer in memory of its own, for plug-ins that keep one from call to call.
// Spec: contract/C7 C8 C9. Layer: proptests/plugins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "top_k.hpp"

namespace plugin {

struct Answer {
    std::int64_t rows = 0;
    std::int64_t k = 0;
    std::uint32_t type = 0;
    std::vector<std::int32_t> indices; ///< [rows, k]
    std::vector<std::uint32_t> scores; ///< [rows, k] bit patterns; empty: none were asked for

    bool has(std::int64_t row, std::int64_t slot) const { return row < rows && slot < k; }
    std::size_t at(std::int64_t row, std::int64_t slot) const {
        return static_cast<std::size_t>(row * k + slot);
    }
};

inline Answer answer_apart(const Problem &problem, bool wants_scores) {
    Answer answer = {problem.rows, problem.k, problem.type, {}, {}};
    const std::size_t slots = answer.at(problem.rows, 0);
    answer.indices.resize(slots);
    std::vector<std::uint32_t> scores(wants_scores ? slots + 1 : 0); // 16-bit ones leave half of it unused
    void *place = wants_scores ? scores.data() : nullptr;
    TopK().answer(problem, {sizeof(Outputs), 0, answer.indices.data(), problem.k, place, problem.k});
    Problem reader = problem;
    reader.scores = place;
    for (std::size_t slot = 0; wants_scores && slot < slots; ++slot)
        answer.scores.push_back(bits_at(reader, static_cast<std::int64_t>(slot)));
    return answer;
}

/// Writes one slot from the answer, its score only if the answer has scores of the problem's type.
inline void put_slot(const Problem &problem, const Outputs &outputs, std::int64_t row, std::int64_t slot,
                     const Answer &from) {
    put_index(outputs, row, slot, from.indices[from.at(row, slot)]);
    if (!from.scores.empty() && from.type == problem.type)
        put_score(problem, outputs, row, slot, from.scores[from.at(row, slot)]);
}

} // namespace plugin
