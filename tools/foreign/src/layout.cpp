// Places a call's arrays between pages that can be unmapped; copies them in and out.
// Spec: contract/C1 C8 C10 C11. Layer: tools/foreign.
#include "layout.hpp"

#include <algorithm>
#include <cstring>

#include <exactk/promise.hpp>

namespace exactk::foreign {

namespace {

/// Longest piece of a gap between rows that is copied with them; of wider gaps only the beginning is, so that rows far apart cost
/// no memory.
constexpr std::int64_t gap_bytes_most = 1 << 16; // convention: what a kernel may overrun is nearer

constexpr std::uintptr_t phase_bytes = 256; // bound: what a device's allocations are aligned to

std::int64_t up(std::int64_t value, std::int64_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

/// Elements from the first score to the last that may be read.
std::int64_t score_elements(const Problem &problem, bool reads_width) {
    std::int64_t last = 0;
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t n = reads_width ? problem.width : row_elements(problem, row);
        last = n > 0 ? row * problem.pitch + n : last;
    }
    return last;
}

std::int64_t extent(std::int64_t rows, std::int64_t pitch_bytes, std::int64_t row_bytes) {
    return rows == 0 || row_bytes == 0 ? 0 : (rows - 1) * pitch_bytes + row_bytes;
}

} // namespace

Layout::Layout(const Problem &problem, const Outputs &outputs, const Placement &placement)
    : problem_(problem), outputs_(outputs), placement_(placement) {
    const std::int64_t score = score_bytes[static_cast<std::size_t>(problem.type)];
    add({Part::lengths, "lengths", problem.lengths, 4, 4, problem.lengths == nullptr ? 0 : 4 * problem.rows,
         4},
        4);
    add({Part::scores, "scores", problem.scores, problem.width * score, problem.pitch * score,
         score_elements(problem, placement.reads_width) * score, score},
        std::max(score, placement.alignment));
    add({Part::indices, "indices", outputs.indices, problem.k * 4, outputs.index_pitch * 4,
         extent(problem.rows, outputs.index_pitch * 4, problem.k * 4), 4, true},
        4);
    add({Part::out_scores, "output scores", outputs.scores, problem.k * score, outputs.score_pitch * score,
         outputs.scores == nullptr ? 0 : extent(problem.rows, outputs.score_pitch * score, problem.k * score),
         score, true},
        score);
}

void Layout::add(Array array, std::int64_t alignment) {
    array.page = total_ + page_bytes;
    array.pages_bytes =
        up(std::max<std::int64_t>(array.bytes + static_cast<std::int64_t>(phase_bytes), 1), page_bytes);
    // An array without bytes begins its page, so that both pages next to it are within the memory.
    const std::int64_t slack = array.bytes == 0 ? 0 : array.pages_bytes - array.bytes;
    // The other call keeps the caller's address within a line of memory, for what is right at some alignments only.
    const auto phase = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(array.from) % phase_bytes);
    array.offset = array.page + (placement_.at_end ? slack : std::min(phase, slack)) / alignment * alignment;
    // Whatever the lengths, no other array lies where the shape says that a row's elements are.
    const std::int64_t whole = extent(problem_.rows, array.pitch_bytes, array.row_bytes);
    total_ = std::max(array.page + array.pages_bytes + page_bytes, up(array.offset + whole, page_bytes));
    arrays_.push_back(array);
}

void Layout::describe(Wire &wire) const {
    const Options &options = problem_.options;
    wire.type = static_cast<std::uint32_t>(problem_.type);
    wire.smallest = options.direction == Direction::smallest ? 1 : 0;
    wire.ties_high = options.ties == Ties::high ? 1 : 0;
    wire.by_rank = options.order == Order::rank ? 1 : 0;
    wire.nan_smallest = options.nan_policy == NanPolicy::smallest ? 1 : 0;
    wire.fill_index = options.fill_index;
    wire.fill_score = fill_score(problem_);
    wire.has_lengths = problem_.lengths != nullptr ? 1 : 0;
    wire.wants_scores = outputs_.scores != nullptr ? 1 : 0;
    wire.poison = std::to_integer<std::uint32_t>(placement_.poison);
    wire.guard_pages = 1;
    wire.device = 0;
    wire.rows = problem_.rows;
    wire.width = problem_.width;
    wire.pitch = problem_.pitch;
    wire.k = problem_.k;
    wire.index_pitch = outputs_.index_pitch;
    wire.score_pitch = outputs_.score_pitch;
    for (const Array &array : arrays_) {
        wire.regions[static_cast<std::size_t>(array.part)] = {array.offset, array.bytes};
    }
}

/// Calls `copy(at, bytes)` for what is looked at of an array, from its first byte: each row with the gap behind it, or, where that
/// is wide, with its beginning.
template <class Copy> void Layout::for_each_piece(const Array &array, const Copy &copy) const {
    const std::int64_t step = array.pitch_bytes;
    if (step - array.row_bytes <= gap_bytes_most) {
        copy(std::int64_t{0}, array.bytes);
        return;
    }
    for (std::int64_t at = 0; at < array.bytes; at += step) {
        copy(at, std::min(array.row_bytes + gap_bytes_most, array.bytes - at));
    }
}

void Layout::fill(std::byte *memory) const {
    for (const Array &array : arrays_) {
        const int poison = std::to_integer<int>(placement_.poison);
        const std::int64_t behind = array.offset + array.bytes;
        std::memset(memory + array.page, poison, static_cast<std::size_t>(array.offset - array.page));
        std::memset(memory + behind, poison,
                    static_cast<std::size_t>(array.page + array.pages_bytes - behind));
        for_each_piece(array, [&](std::int64_t at, std::int64_t bytes) {
            if (bytes > 0) {
                std::memcpy(memory + array.offset + at, static_cast<const std::byte *>(array.from) + at,
                            static_cast<std::size_t>(bytes));
            }
        });
    }
}

void Layout::take(const std::byte *memory) const {
    void *const to[part_count] = {nullptr, nullptr, outputs_.indices, outputs_.scores};
    for (const Array &array : arrays_) {
        if (!array.output) {
            continue;
        }
        for_each_piece(array, [&](std::int64_t at, std::int64_t bytes) {
            if (bytes > 0) {
                std::memcpy(static_cast<std::byte *>(to[static_cast<std::size_t>(array.part)]) + at,
                            memory + array.offset + at, static_cast<std::size_t>(bytes));
            }
        });
    }
}

std::vector<Trouble> Layout::troubles(const std::byte *memory) const {
    std::vector<Trouble> list;
    for (const Array &array : arrays_) {
        const auto changed = [&](std::int64_t from, std::int64_t to) {
            return std::count_if(memory + from, memory + to,
                                 [&](std::byte byte) { return byte != placement_.poison; });
        };
        const std::int64_t behind = array.offset + array.bytes;
        const auto before_count = changed(array.page, array.offset);
        const auto behind_count = changed(behind, array.page + array.pages_bytes);
        if (before_count + behind_count > 0) {
            list.push_back({"wrote_outside", "C8",
                            std::to_string(before_count + behind_count) + " bytes changed " +
                                (behind_count > 0 ? "behind " : "before ") + array.name});
        }
        if (array.output) {
            continue;
        }
        std::int64_t first = -1;
        for_each_piece(array, [&](std::int64_t at, std::int64_t bytes) {
            const std::byte *const was = static_cast<const std::byte *>(array.from) + at;
            if (first < 0 && bytes > 0 &&
                std::memcmp(was, memory + array.offset + at, static_cast<std::size_t>(bytes)) != 0) {
                first = at + (std::mismatch(was, was + bytes, memory + array.offset + at).first - was);
            }
        });
        if (first >= 0) {
            list.push_back(
                {"input_changed", "C8",
                 std::string(array.name) + " changed, first in row " +
                     std::to_string(first / std::max<std::int64_t>(array.pitch_bytes, 1)) + " element " +
                     std::to_string(first % std::max<std::int64_t>(array.pitch_bytes, 1) / array.element)});
        }
    }
    return list;
}

} // namespace exactk::foreign
