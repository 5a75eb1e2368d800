// Writing an answer: slots, rank order, fill and scores.
// Spec: algorithm/S8 S9 S10, contract/C4 C6 C7 C8 C9. Layer: sim.
#include "emission.hpp"

#include <algorithm>
#include <cstring>

#include "faults.hpp"

namespace exactk::sim {
namespace {

/// Visits the elements CTA by CTA with the numbers of above and equal elements before each, over the whole
/// row. above(i, above_before, equal_before) is called for above elements, equal(...) for the taken equal
/// ones.
template <class Above, class Equal>
void for_each_taken(const Scratch &scratch, const Cut &cut, Above above, Equal equal) {
    for (std::size_t cta = 0; cta < scratch.shares.size(); ++cta) {
        std::int64_t above_before = scratch.shares[cta].above_base;
        std::int64_t equal_before = scratch.shares[cta].equal_base;
        for (std::int64_t i = scratch.chunks[cta]; i < scratch.chunks[cta + 1]; ++i) {
            const std::uint32_t key = scratch.keys[static_cast<std::size_t>(i)];
            if (cut.is_above(key)) {
                above(static_cast<std::int32_t>(i), above_before, equal_before);
                ++above_before;
            } else if (cut.is_equal(key)) {
                if (equal_before >= cut.lo &&
                    equal_before <
                        std::int64_t{cut.lo} +
                            EXACTK_SIM_FAULT(tie_cap, cut.quota,
                                             std::min<std::int64_t>(cut.quota, faults::planted.limit))) {
                    equal(static_cast<std::int32_t>(i), above_before, equal_before);
                }
                ++equal_before;
            }
        }
    }
}

} // namespace

void emit_direct(const Scratch &scratch, const Cut &cut, std::int32_t *slots) {
    const auto put = [&](std::int32_t index, std::int64_t above_before, std::int64_t equal_before) {
        const std::int64_t equal_taken_before =
            std::clamp<std::int64_t>(equal_before - cut.lo, 0, std::int64_t{cut.quota});
        slots[EXACTK_SIM_HELD(above_before + equal_taken_before, faults::now.m)] =
            EXACTK_SIM_FAULT(index_wraps, index, static_cast<std::int32_t>(index % faults::planted.limit));
    };
    for_each_taken(scratch, cut, put, put);
}

void emit_merged(Scratch &scratch, const Cut &cut, std::int32_t *slots) {
    std::int32_t *const above_run = scratch.runs.data();
    std::int32_t *const equal_run = above_run + cut.above;
    for_each_taken(
        scratch, cut,
        [&](std::int32_t index, std::int64_t above_before, std::int64_t) {
            above_run[EXACTK_SIM_HELD(above_before, faults::now.m)] = index;
        },
        [&](std::int32_t index, std::int64_t, std::int64_t equal_before) {
            equal_run[EXACTK_SIM_HELD(equal_before - cut.lo, faults::now.m - cut.above)] = index;
        });
    std::merge(above_run, above_run + cut.above, equal_run, equal_run + cut.quota, slots);
}

void sort_by_rank(const Scratch &scratch, std::span<std::int32_t> selected, Ties ties) {
    std::sort(selected.begin(), selected.end(), [&](std::int32_t a, std::int32_t b) {
        const std::uint32_t key_a = scratch.keys[static_cast<std::size_t>(EXACTK_SIM_HELD(a, faults::now.n))];
        const std::uint32_t key_b = scratch.keys[static_cast<std::size_t>(EXACTK_SIM_HELD(b, faults::now.n))];
        if (EXACTK_SIM_FAULT(rank_by_high_half, key_a != key_b, key_a >> 16 != key_b >> 16)) {
            return key_a > key_b;
        }
        return EXACTK_SIM_FAULT(rank_ties_low, ties == Ties::low, true) ? a < b : a > b;
    });
}

void fill_indices(std::span<std::int32_t> slots, std::int64_t m, const Options &options) {
    std::fill(slots.begin() + m, slots.end(), EXACTK_SIM_FAULT(fill_index_default, options.fill_index, -1));
}

void write_scores(const std::byte *row, std::span<const std::int32_t> slots, std::int64_t m, ScoreType type,
                  const Options &options, std::byte *out) {
    const int number = static_cast<int>(type);
    const auto bytes = static_cast<std::size_t>(score_bytes[number]);
    for (std::size_t j = 0; j < static_cast<std::size_t>(m); ++j) {
        std::memcpy(out + j * bytes,
                    row + static_cast<std::size_t>(EXACTK_SIM_HELD(slots[j], faults::now.n)) * bytes, bytes);
        EXACTK_SIM_WHEN(score_nan_quieted,
                        faults::make_quiet(out + j * bytes, bytes, positive_infinity_bits[number]);)
    }
    std::uint32_t fill =
        EXACTK_SIM_FAULT(fill_score_of_largest, options.direction == Direction::largest, true)
            ? negative_infinity_bits[number]
            : positive_infinity_bits[number];
    if (options.fill_score_given) {
        fill = options.fill_score_bits;
    }
    const auto narrow = static_cast<std::uint16_t>(fill & 0xFFFFu);
    for (std::size_t j = static_cast<std::size_t>(m); j < slots.size(); ++j) {
        if (type == ScoreType::float32) {
            std::memcpy(out + j * bytes, &fill, bytes);
        } else {
            std::memcpy(out + j * bytes, &narrow, bytes);
        }
    }
}

} // namespace exactk::sim
