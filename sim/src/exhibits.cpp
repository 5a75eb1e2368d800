// Two deliberately wrong selections: slots by arrival, and a candidate list of fixed size.
// Spec: algorithm/E1 E2. Layer: sim.
#include <exactk/exhibits.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

#include "arguments.hpp"
#include "emission.hpp"
#include "facts.hpp"
#include "half.hpp"
#include "rounds.hpp"
#include "row.hpp"
#include "scratch.hpp"
#include "shares.hpp"
#include "sortable.hpp"

namespace exactk::sim {
namespace {

/// A number that depends on the seed and three counters and on nothing else.
std::uint64_t number_at(std::uint64_t seed, std::uint64_t row, std::uint64_t cta, std::uint64_t index) {
    constexpr std::uint64_t step = 0x9E3779B97F4A7C15u; // convention: odd, so counters do not collapse
    return mix64(mix64(mix64(seed + step * (row + 1)) + step * (cta + 1)) + step * (index + 1));
}

struct Arrival {
    std::uint64_t time = 0;
    std::int32_t index = 0;
};

/// Memory of an exhibit, for the longest row.
struct Stage {
    Scratch scratch;
    std::vector<std::uint32_t> bins;
    std::vector<Arrival> arrivals;
    std::vector<std::int32_t> list;
    Plan plan;
};

/// The elements of a row in their order of arrival, given the chunks in scratch.
std::span<const Arrival> arrivals_of(Stage &stage, std::uint64_t seed, std::int64_t r, std::int64_t n) {
    const std::vector<std::int64_t> &chunks = stage.scratch.chunks;
    for (std::size_t cta = 0; cta + 1 < chunks.size(); ++cta) {
        for (std::int64_t i = chunks[cta]; i < chunks[cta + 1]; ++i) {
            stage.arrivals[static_cast<std::size_t>(i)] = {
                number_at(seed, static_cast<std::uint64_t>(r), cta, static_cast<std::uint64_t>(i)),
                static_cast<std::int32_t>(i)};
        }
    }
    const auto end = stage.arrivals.begin() + n;
    std::sort(stage.arrivals.begin(), end, [](const Arrival &a, const Arrival &b) {
        return a.time != b.time ? a.time < b.time : a.index < b.index;
    });
    return {stage.arrivals.data(), static_cast<std::size_t>(n)};
}

/// C18, and the outputs that an exhibit does not produce.
Status check_exhibit(const Problem &problem, const Outputs &outputs, int ctas) {
    if (const Status status = check_arguments(problem, outputs); status.code != StatusCode::ok) {
        return status;
    }
    if (const Status status = check_ctas(ctas, "setting.ctas"); status.code != StatusCode::ok) {
        return status;
    }
    const void *const unknown[] = {outputs.certificates, outputs.status, outputs.digests};
    constexpr const char *names[] = {"outputs.certificates", "outputs.status", "outputs.digests"};
    for (int i = 0; i < 3; ++i) { // bound: the two tables above
        if (unknown[i] != nullptr) {
            return {StatusCode::unknown_option, names[i],
                    static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(unknown[i])), 0};
        }
    }
    return {};
}

/// Makes room for the longest row with digits of up to `digit_bits` bits and a list of `list_size`
/// candidates.
void prepare(Stage &stage, const Problem &problem, int ctas, int digit_bits, std::int64_t list_size) {
    std::int64_t longest = 0;
    for (std::int64_t r = 0; r < problem.rows; ++r) {
        longest = std::max(longest, row_of(problem, r).n);
    }
    const auto n = static_cast<std::size_t>(longest);
    stage.scratch.keys.resize(n);
    stage.bins.resize(n);
    stage.arrivals.resize(n);
    stage.list.resize(static_cast<std::size_t>(std::min(longest, list_size)));
    stage.scratch.cta_counts.reserve(digit_bits);
    stage.scratch.row_counts.reserve(digit_bits);
    stage.scratch.chunks.resize(static_cast<std::size_t>(ctas) + 1);
    stage.plan.ctas = ctas;
}

/// The tail of a row: fill from slot `taken` on, and the scores if they are asked for.
void finish_row(const Problem &problem, const Outputs &outputs, std::int64_t r, std::int64_t taken) {
    const Row row = row_of(problem, r);
    const std::span<std::int32_t> slots = slots_of(problem, outputs, r);
    fill_indices(slots, taken, problem.options);
    if (outputs.scores != nullptr) {
        write_scores(row.scores, slots, taken, problem.type, problem.options,
                     score_slots_of(problem, outputs, r));
    }
}

/// E1 for a row with rounds: S2 to S6, then slots by arrival.
void arrival_row(const Problem &problem, const Row &row, std::int64_t r, std::uint64_t seed, Stage &stage,
                 std::span<std::int32_t> slots) {
    Scratch &scratch = stage.scratch;
    const int key_bits = score_bits[static_cast<int>(problem.type)];
    load_keys(row.scores, row.n, problem.type, problem.options, scratch.keys.data());
    cut_chunks(scratch, stage.plan, row.n);
    const Cut cut =
        find_cut(scratch, row.m, default_digits(key_bits), key_bits, problem.options.ties, nullptr);
    std::int64_t front = 0;
    std::int64_t back = row.m;
    for (const Arrival &arrival : arrivals_of(stage, seed, r, row.n)) {
        const std::uint32_t key = scratch.keys[static_cast<std::size_t>(arrival.index)];
        if (cut.is_above(key)) {
            slots[static_cast<std::size_t>(front++)] = arrival.index;
        } else if (cut.is_equal(key) && back > cut.above) {
            slots[static_cast<std::size_t>(--back)] = arrival.index;
        } else {
            // Out, or an equal element that came after its quota was used up: its index was not asked.
        }
    }
}

/// The upper `coarse_bits` bits of the ordered float16 image of element i.
std::uint32_t coarse_bin(const Row &row, std::int64_t i, const Options &options, int coarse_bits) {
    std::uint32_t pattern = 0;
    std::memcpy(&pattern, row.scores + static_cast<std::size_t>(i) * sizeof pattern, sizeof pattern);
    return canonical_key(half_of(pattern), ScoreType::float16, options) >> (16 - coarse_bits);
}

/// E2 for a row with rounds. Returns how many slots got an element, which is less than m where the list lost
/// more than the open slots could do without.
std::int64_t capped_row(const Problem &problem, const Row &row, std::int64_t r, const CappedSetting &setting,
                        Stage &stage, std::span<std::int32_t> slots) {
    Scratch &scratch = stage.scratch;
    const Options &options = problem.options;
    cut_chunks(scratch, stage.plan, row.n);
    for (std::int64_t i = 0; i < row.n; ++i) {
        scratch.keys[static_cast<std::size_t>(i)] = coarse_bin(row, i, options, setting.coarse_bits);
    }
    // One round over the bins finds the threshold bin; its skip is not used, since E2 has none.
    const std::uint32_t threshold = find_cut(scratch, row.m, std::span<const int>(&setting.coarse_bits, 1),
                                             setting.coarse_bits, options.ties, nullptr)
                                        .prefix;
    std::swap(scratch.keys, stage.bins);
    load_keys(row.scores, row.n, problem.type, options, scratch.keys.data());

    std::size_t better = 0;
    std::size_t listed = 0;
    for (const Arrival &arrival : arrivals_of(stage, setting.seed, r, row.n)) {
        const std::uint32_t bin = stage.bins[static_cast<std::size_t>(arrival.index)];
        if (bin > threshold) {
            slots[better++] = arrival.index;
        } else if (bin == threshold && listed < static_cast<std::size_t>(setting.capacity)) {
            stage.list[listed++] = arrival.index;
        } else {
            // Out, or a candidate for which the list has no place: it is lost without a word. That is the
            // defect on show.
        }
    }
    const std::span<std::int32_t> list(stage.list.data(), listed);
    sort_by_rank(scratch, list, options.ties);
    const std::size_t open = std::min(static_cast<std::size_t>(row.m) - better, listed);
    std::copy_n(list.begin(), open, slots.begin() + static_cast<std::ptrdiff_t>(better));
    const std::span<std::int32_t> selected = slots.first(better + open);
    if (options.order == Order::rank) {
        sort_by_rank(scratch, selected, options.ties);
    } else {
        std::sort(selected.begin(), selected.end());
    }
    return static_cast<std::int64_t>(selected.size());
}

/// A short row is answered right by E2 too: S1, and S9 where rank order is asked for.
void capped_short_row(const Problem &problem, const Row &row, Stage &stage, std::span<std::int32_t> slots) {
    emit_all(slots, row.m);
    if (problem.options.order == Order::rank && row.m > 0) {
        load_keys(row.scores, row.n, problem.type, problem.options, stage.scratch.keys.data());
        sort_by_rank(stage.scratch, slots.first(static_cast<std::size_t>(row.m)), problem.options.ties);
    }
}

} // namespace

Status arrival_order_topk(const Problem &problem, const Outputs &outputs, const ArrivalSetting &setting) {
    if (const Status status = check_exhibit(problem, outputs, setting.ctas); status.code != StatusCode::ok) {
        return status;
    }
    if (problem.k == 0) {
        return {}; // an exhibit writes slots alone, and there are none
    }
    Stage stage;
    try {
        prepare(stage, problem, setting.ctas, plain_digits.front(), 0);
    } catch (const std::bad_alloc &) {
        return {StatusCode::out_of_memory, "scratch", 0, 0};
    }
    for (std::int64_t r = 0; r < problem.rows; ++r) {
        const Row row = row_of(problem, r);
        const std::span<std::int32_t> slots = slots_of(problem, outputs, r);
        if (row.has_rounds()) {
            arrival_row(problem, row, r, setting.seed, stage, slots);
        } else {
            emit_all(slots, row.m);
        }
        finish_row(problem, outputs, r, row.m);
    }
    return {};
}

Status capped_bin_topk(const Problem &problem, const Outputs &outputs, const CappedSetting &setting) {
    if (const Status status = check_exhibit(problem, outputs, setting.ctas); status.code != StatusCode::ok) {
        return status;
    }
    if (problem.type != ScoreType::float32) {
        return {StatusCode::unsupported_type, "problem.type", static_cast<int>(problem.type),
                static_cast<int>(ScoreType::float32)};
    }
    if (setting.capacity < 1) {
        return {StatusCode::out_of_limits, "setting.capacity", setting.capacity, 1};
    }
    if (setting.coarse_bits < 1 || setting.coarse_bits > digit_bits_max) {
        return {StatusCode::out_of_limits, "setting.coarse_bits", setting.coarse_bits,
                setting.coarse_bits < 1 ? 1 : digit_bits_max};
    }
    if (problem.k == 0) {
        return {}; // an exhibit writes slots alone, and there are none
    }
    Stage stage;
    try {
        prepare(stage, problem, setting.ctas, setting.coarse_bits, setting.capacity);
    } catch (const std::bad_alloc &) {
        return {StatusCode::out_of_memory, "scratch", 0, 0};
    }
    for (std::int64_t r = 0; r < problem.rows; ++r) {
        const Row row = row_of(problem, r);
        const std::span<std::int32_t> slots = slots_of(problem, outputs, r);
        std::int64_t taken = row.m;
        if (row.has_rounds()) {
            taken = capped_row(problem, row, r, setting, stage, slots);
        } else {
            capped_short_row(problem, row, stage, slots);
        }
        finish_row(problem, outputs, r, taken);
    }
    return {};
}

} // namespace exactk::sim
