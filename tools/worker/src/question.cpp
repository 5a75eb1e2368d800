// Copies a request field by field.
// Spec: contract/C1 C3 C4 C6 C7. Layer: tools/worker.
#include "question.hpp"

namespace exactk::worker {

exactk_plugin_problem question_of(const foreign::Wire &wire) {
    exactk_plugin_problem problem{};
    problem.size = sizeof problem;
    problem.type = wire.type;
    problem.smallest = wire.smallest;
    problem.ties_high = wire.ties_high;
    problem.by_rank = wire.by_rank;
    problem.nan_smallest = wire.nan_smallest;
    problem.rows = wire.rows;
    problem.width = wire.width;
    problem.pitch = wire.pitch;
    problem.k = wire.k;
    problem.fill_index = wire.fill_index;
    problem.fill_score = wire.fill_score;
    problem.device = wire.device;
    problem.has_lengths = wire.has_lengths;
    problem.wants_scores = wire.wants_scores;
    return problem;
}

exactk_plugin_outputs outputs_of(const foreign::Wire &wire) {
    exactk_plugin_outputs outputs{};
    outputs.size = sizeof outputs;
    outputs.index_pitch = wire.index_pitch;
    outputs.score_pitch = wire.score_pitch;
    return outputs;
}

Call call_at(const foreign::Wire &wire, const std::array<std::byte *, foreign::part_count> &places) {
    const auto at = [&](foreign::Part part) { return places[static_cast<std::size_t>(part)]; };
    Call call;
    call.problem = question_of(wire);
    call.problem.scores = at(foreign::Part::scores);
    call.problem.lengths =
        wire.has_lengths == 1 ? reinterpret_cast<const std::int32_t *>(at(foreign::Part::lengths)) : nullptr;
    call.outputs = outputs_of(wire);
    call.outputs.indices = reinterpret_cast<std::int32_t *>(at(foreign::Part::indices));
    call.outputs.scores = wire.wants_scores == 1 ? at(foreign::Part::out_scores) : nullptr;
    return call;
}

} // namespace exactk::worker
