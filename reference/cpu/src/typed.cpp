// The typed overloads: they only name their arguments and hand them on.
// Spec: contract/C18. Layer: reference/cpu.
#include <exactk/cpu.hpp>

namespace exactk::cpu {

Status topk(const float *scores, std::int64_t rows, std::int64_t width, std::int64_t pitch, std::int64_t k,
            std::int32_t *indices, std::int64_t index_pitch, float *values, std::int64_t value_pitch,
            const Options &options, const std::int32_t *lengths) noexcept {
    const Problem problem{scores, ScoreType::float32, rows, width, pitch, lengths, k, options};
    Outputs outputs;
    outputs.indices = indices;
    outputs.index_pitch = index_pitch;
    outputs.scores = values;
    outputs.score_pitch = value_pitch;
    return topk(problem, outputs);
}

Status topk(const std::uint16_t *scores, ScoreType type, std::int64_t rows, std::int64_t width,
            std::int64_t pitch, std::int64_t k, std::int32_t *indices, std::int64_t index_pitch,
            std::uint16_t *values, std::int64_t value_pitch, const Options &options,
            const std::int32_t *lengths) noexcept {
    // float32 is a type of the library but not of 16-bit patterns: reading them as such would leave the
    // array.
    if (type == ScoreType::float32) {
        return Status{StatusCode::unsupported_type, "problem.type", static_cast<std::int64_t>(type),
                      score_type_count - 1};
    }
    const Problem problem{scores, type, rows, width, pitch, lengths, k, options};
    Outputs outputs;
    outputs.indices = indices;
    outputs.index_pitch = index_pitch;
    outputs.scores = values;
    outputs.score_pitch = value_pitch;
    return topk(problem, outputs);
}

} // namespace exactk::cpu
