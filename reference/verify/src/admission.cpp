// Finds out whether a problem and an answer can be judged at all, before anything of them is read.
// Spec: contract/C1 C2 C11 C18. Layer: reference/verify.
#include <limits>

#include "rules.hpp"

namespace exactk::verify {
namespace {

/// Whether `count` rows (or runs) at `pitch`, the last of `columns`, fit signed 64-bit byte addressing.
bool extent_fits(std::int64_t count, std::int64_t pitch, std::int64_t columns, std::int64_t bytes) {
    const std::int64_t limit = std::numeric_limits<std::int64_t>::max() / bytes;
    if (count == 0)
        return true;
    return columns <= limit && (pitch == 0 || count - 1 <= (limit - columns) / pitch);
}

/// Whether so many elements from `base` on end at an address; asked only where their bytes fit. Nothing that
/// is null or empty runs anywhere.
bool ends_at_an_address(const void *base, std::int64_t elements, std::int64_t bytes) {
    const std::uint64_t room =
        std::numeric_limits<std::uintptr_t>::max() - reinterpret_cast<std::uintptr_t>(base);
    return base == nullptr ||
           static_cast<std::uint64_t>(elements) * static_cast<std::uint64_t>(bytes) <= room;
}

/// Elements from the first of `count` rows (or runs) to the end of the last; 0 if there are none.
std::int64_t span_of(std::int64_t count, std::int64_t pitch, std::int64_t columns) {
    return count == 0 || columns == 0 ? 0 : (count - 1) * pitch + columns;
}

std::string problem_refusal(const Problem &problem) {
    const auto type = static_cast<int>(problem.type);
    if (type >= score_type_count)
        return "unknown score type";
    if (static_cast<int>(problem.options.direction) > 1)
        return "unknown direction";
    if (static_cast<int>(problem.options.nan_policy) > 1)
        return "unknown NaN policy";
    if (problem.rows < 0)
        return "rows is negative";
    if (problem.width < 0 || problem.width > width_max)
        return "width is outside 0 to 2147483647";
    if (problem.k < 0 || problem.k > k_max)
        return "k is outside 0 to 2147483647";
    if (problem.pitch < problem.width)
        return "the pitch of the scores is below the width";
    if (problem.rows > 0 && problem.width > 0 && problem.scores == nullptr)
        return "scores is null";
    if (!extent_fits(problem.rows, problem.pitch, problem.width, score_bytes[type]) ||
        !ends_at_an_address(problem.scores, span_of(problem.rows, problem.pitch, problem.width),
                            score_bytes[type]))
        return "the extent of the scores does not fit 64-bit addressing";
    constexpr std::int64_t length_bytes = sizeof(std::int32_t);
    if (problem.lengths != nullptr && (!extent_fits(problem.rows, 1, 1, length_bytes) ||
                                       !ends_at_an_address(problem.lengths, problem.rows, length_bytes)))
        return "the extent of the lengths does not fit 64-bit addressing";
    return {};
}

/// Judges one output array of [runs, rows, k].
std::string array_refusal(const Problem &problem, const void *base, std::int64_t runs, std::int64_t pitch,
                          std::int64_t run_pitch, std::int64_t bytes, const std::string &array) {
    if (problem.rows == 0 || problem.k == 0)
        return {};
    if (pitch < problem.k)
        return "the pitch of the " + array + " is below k";
    if (!extent_fits(problem.rows, pitch, problem.k, bytes))
        return "the extent of the " + array + " does not fit 64-bit addressing";
    const std::int64_t of_one_run = (problem.rows - 1) * pitch + problem.k;
    // Runs that share slots would agree whatever was written, so that comparing them would say nothing.
    if (runs > 1 && run_pitch < of_one_run)
        return "the run pitch of the " + array + " is below the extent of a run";
    if ((runs > 1 && !extent_fits(runs, run_pitch, of_one_run, bytes)) ||
        !ends_at_an_address(base, span_of(runs, runs > 1 ? run_pitch : 0, of_one_run), bytes))
        return "the extent of the " + array + " does not fit 64-bit addressing";
    return {};
}

std::string answer_refusal(const Problem &problem, const Answer &answer) {
    if (answer.runs < 1)
        return "there is no run";
    if (static_cast<int>(answer.index_type) > 1)
        return "unknown index type";
    if (problem.rows > 0 && problem.k > 0 && answer.indices == nullptr)
        return "indices is null";
    const std::int64_t index_bytes =
        answer.index_type == IndexType::int64 ? 8 : 4; // bound: sizes of the types
    std::string why = array_refusal(problem, answer.indices, answer.runs, answer.index_pitch,
                                    answer.index_run_pitch, index_bytes, "indices");
    if (why.empty() && answer.scores != nullptr)
        why = array_refusal(problem, answer.scores, answer.runs, answer.score_pitch, answer.score_run_pitch,
                            score_bytes[static_cast<int>(problem.type)], "output scores");
    if (!why.empty())
        return why;
    if (!answer.index_poison.empty() && answer.index_poison.size() != static_cast<std::uint64_t>(answer.runs))
        return "index_poison is neither empty nor one for each run";
    for (const PoisonedRegion &region : answer.outside)
        if (region.count < 0 || (region.count > 0 && region.bytes == nullptr))
            return "a region outside the outputs has a negative size or is null";
    for (const InputImage &image : answer.input)
        if (image.count < 0 || (image.count > 0 && (image.now == nullptr || image.before == nullptr)))
            return "an image of the input has a negative size or is null";
    return {};
}

} // namespace

std::string refusal(const Problem &problem, const Answer &answer, const Demand &demand) {
    if (static_cast<int>(demand.order) > 2)
        return "unknown order demand";
    if (static_cast<int>(demand.ties) > 2)
        return "unknown ties demand";
    std::string why = problem_refusal(problem);
    return why.empty() ? answer_refusal(problem, answer) : why;
}

} // namespace exactk::verify
