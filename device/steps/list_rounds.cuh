// Finds the cut in a row's list: rounds over the range of its keys, and the rank of the last few.
// Spec: algorithm/F6 F7 F8 S4 S5 S6. Layer: device.
#pragma once

#include "steps/filter.cuh"
#include "steps/tap.cuh"

namespace exactk::device {

/// A row's list as a CTA sees it after B3.
struct RowList {
    std::uint32_t *keys;
    std::uint32_t total;
    std::uint32_t base; ///< what the CTAs before this one listed
    bool counted;       ///< it holds keys, and the first round has counted them; else it holds scores

    __device__ std::uint32_t &key(std::uint32_t entry) const { return keys[entry]; }
};

/// near of F6 for a largest key, m winners and a list of that length, as long as it is not known how many are near; 0
/// where it is not asked.
__device__ inline std::uint32_t near_key(const RowArguments &arguments, std::uint32_t top, std::uint32_t m,
                                         std::uint32_t length) {
    if (m >= length - m) {
        return 0;
    }
    const std::uint32_t reach = arguments.key_bits == 32 ? (1u << 26) - 1u : (1u << 13) - 1u; // bound: F6
    return top - min(top, reach);
}

/// A base of F6 that is to be `lo`: so that no listed key below it looks like a candidate in 32 bits.
__device__ inline std::uint32_t base_at(std::uint32_t lo, std::uint32_t top) {
    return min(lo, static_cast<std::uint32_t>(~std::uint64_t{0} << range_bits(top - lo)));
}

/// Bounds of F6 for a list without a sample, whose smallest and largest key the state has, base being near as yet.
__device__ inline KeyBounds whole_bounds(const RowArguments &arguments, const SharedState &state,
                                         std::uint32_t m, std::uint32_t length) {
    const std::uint32_t near = near_key(arguments, state.hi, m, length);
    return {base_at(max(near, state.lo), state.hi), state.hi};
}

/// Where a round looks.
struct ListRound {
    std::uint32_t first; ///< smallest key of a candidate
    int shift;           ///< of the digit, in key - base
    std::uint32_t last;  ///< largest digit
    bool capped;         ///< larger keys count as the largest digit; there are no smaller ones

    /// Digit of a key; above `last` if it is no candidate. A key below `first` has a huge difference to it.
    __device__ std::uint32_t digit(std::uint32_t key) const {
        const std::uint32_t digit = (key - first) >> shift;
        return capped ? min(digit, last) : digit;
    }
    __device__ void count(std::uint32_t key, Shared &shared, int number) const {
        const std::uint32_t mine = digit(key);
        count_bin(shared, number, mine <= last ? mine : 0xFFFFFFFFu);
    }
};

/// Where the first round of F6 looks.
__device__ inline ListRound first_round(KeyBounds bounds, bool capped) {
    const int open_bits = range_bits(bounds.hi - bounds.lo);
    const int digit_bits = min(list_digit_bits, open_bits);
    return {bounds.lo, open_bits - digit_bits, (1u << digit_bits) - 1u, capped};
}

/// Number of the histogram that counts a sampled row's first round.
template <bool tapped> __device__ inline int first_histogram(const RowArguments &arguments) {
    return has_fault<tapped>(arguments, fault_stale_bins) ? 0 : 1; // the sample was counted in the other
}

/// The first round's count, where a list is copied in any case and can be counted meanwhile.
struct FirstCount {
    ListRound look;
    bool wanted;
    int number; ///< of the histogram, which is clear
};

/// S4 on a list. With `make` the list holds scores and gets their keys. Barriers are the caller's.
template <bool tapped>
__device__ inline void count_list(const RowArguments &arguments, const RowList &list, const ListRound &round,
                                  bool make, Shared &shared, int number) {
#pragma unroll 2
    for (std::uint32_t i = threadIdx.x; i < list.total; i += blockDim.x) {
        std::uint32_t key = list.key(i);
        if (make) {
            key = canonical_key<tapped>(arguments, key);
            list.key(i) = key;
        }
        round.count(key, shared, number);
    }
}

/// Bounds of F6 for a list whose T was forced, base being near as yet; its smallest key goes to the state's lo. With
/// `make` as in count_list. One barrier.
template <bool tapped>
__device__ inline KeyBounds bound_list(const RowArguments &arguments, const RowList &list, std::uint32_t m,
                                       bool make, SharedState &state) {
    KeyBounds mine{0xFFFFFFFFu, 0};
    for (std::uint32_t i = threadIdx.x; i < list.total; i += blockDim.x) {
        const std::uint32_t key = make ? canonical_key<tapped>(arguments, list.key(i)) : list.key(i);
        list.key(i) = key;
        mine = {min(mine.lo, key), max(mine.hi, key)};
    }
    __syncwarp();
    join_bounds(state, mine);
    __syncthreads();
    return whole_bounds(arguments, state, m, list.total);
}

/// Joins a warp's bounds of the candidates' keys into the CTA's.
__device__ inline void join_candidate_bounds(SharedState &state, KeyBounds bounds) {
    __syncwarp();
    bounds = {__reduce_min_sync(0xFFFFFFFFu, bounds.lo), __reduce_max_sync(0xFFFFFFFFu, bounds.hi)};
    if (lane_id() == 0) {
        atomicMin(&state.crowd_lo, bounds.lo);
        atomicMax(&state.crowd_hi, bounds.hi);
    }
}

/// Bounds of a list's keys from `least` to `last` into the state. A barrier must follow.
__device__ inline void bound_listed(const RowList &list, std::uint32_t least, std::uint32_t last,
                                    SharedState &state) {
    KeyBounds bounds{0xFFFFFFFFu, 0u};
#pragma unroll 1
    for (std::uint32_t i = threadIdx.x; i < list.total; i += blockDim.x) {
        const std::uint32_t key = list.key(i);
        if (key >= least && key <= last) {
            bounds = {min(bounds.lo, key), max(bounds.hi, key)};
        }
    }
    join_candidate_bounds(state, bounds);
}

/// What a row needs of the state and the histograms before its first barrier, by so many threads.
__device__ inline void reset_list_state(Shared &shared, std::uint32_t threads) {
    clear_all_counts(shared, threads);
    if (threadIdx.x == 0) {
        shared.state.lo = 0xFFFFFFFFu;
        shared.state.hi = 0;
        shared.state.crowd_lo = 0xFFFFFFFFu;
        shared.state.crowd_hi = 0;
        shared.state.listed[0] = 0;
        shared.state.few_count = 0;
    }
}

/// Which listed elements are above the cut for certain, and which are candidates.
struct ListCut {
    std::uint32_t least; ///< smallest key of a candidate
    std::uint32_t last;  ///< largest one; a larger key is above. Below `least` where there is no candidate
    bool few;            ///< candidates are to be ranked

    __device__ bool above(std::uint32_t key) const { return key > last; }
    __device__ bool candidate(std::uint32_t key) const { return key >= least && key <= last; }
};

/// F6 and F8, up to the ranking of the few. `bounds` are base and top; `sampled` as in F6. Without a sample base is near as
/// yet, and becomes the state's lo, the list's smallest key, if fewer than m keys are near.
/// `count(round, number of the histogram)` counts the list;
/// `bound_candidates(least, last)` joins the bounds of its keys between those into the state's crowd_lo and crowd_hi.
/// Histogram `first` is clear, or has the first round's counts if it is `counted`; the list is visible. Every thread gets the same.
/// `observed`: this CTA writes the row's rounds to the tap. `grouped`: the groups are counted, too; else bins may be spread.
/// `threads`: so many, the first ones, clear and tell.
template <bool tapped, bool grouped, class Count, class BoundCandidates>
__device__ inline ListCut search_list(const RowArguments &arguments, const RowGeometry &geometry,
                                      KeyBounds &bounds, bool sampled, bool counted, int first,
                                      Shared &shared, RoundState &state, bool observed, std::uint32_t threads,
                                      Count count, BoundCandidates bound_candidates) {
    constexpr std::uint32_t few_max = 32; // bound: algorithm, F7
    int open_bits = range_bits(bounds.hi - bounds.lo);
    std::uint32_t prefix = 0; // of key - base
    int again = 0;            // the first round was done twice
    bool capped = sampled;    // there may be keys above top
    state.open = geometry.m;
    ListCut cut{};
    bool ends = false;
    bool full = false;
    for (int round = 0; !ends; ++round) {
        const int digit_bits = min(list_digit_bits, open_bits); // as in first_round
        const ListRound look{bounds.lo + prefix, open_bits - digit_bits, (1u << digit_bits) - 1u,
                             capped && round == 0};
        const int number = (round + first + again) & 1;
        if (!counted) {
            count(look, number);
            __syncthreads();
        }
        counted = false;
        if (threadIdx.x == 32) { // not one of those that look for the digit; threads_min has it
            shared.state.crowd_lo = 0xFFFFFFFFu;
            shared.state.crowd_hi = 0;
        }
        find_digit<grouped>(shared, number, state.open);
        __syncthreads();
        const std::uint32_t digit = shared.state.digit;
        const std::uint32_t population = shared.state.population;
        const bool mixed = look.capped && digit == look.last;
        const std::uint32_t least = bounds.lo + (prefix | digit << look.shift);
        // The digit may reach beyond the largest key that there is.
        const std::uint32_t last = mixed ? 0xFFFFFFFFu : least + min((1u << look.shift) - 1u, ~least);
        const bool missing = !sampled && shared.state.found == 0 && again == 0;
        full = shared.state.better + population == state.open;
        const bool crowd = !missing && !full && population > few_max && (look.shift > 0 || mixed);
        bool one_key = false;
        if (crowd || missing) {
            if (crowd) {
                bound_candidates(least, last);
            }
            clear_counts(shared, number ^ 1, threads); // read by nobody since the round before
            __syncthreads();
            one_key = crowd && shared.state.crowd_lo == shared.state.crowd_hi;
            if (missing || (mixed && !one_key)) {
                bounds.hi = missing ? bounds.hi : shared.state.crowd_hi;
                bounds.lo = base_at(missing ? shared.state.lo : least, bounds.hi);
                open_bits = range_bits(bounds.hi - bounds.lo);
                capped = false;
                again = 1;
                --round;
                continue;
            }
        }
        prefix |= digit << look.shift;
        open_bits = look.shift;
        state.above += shared.state.better;
        state.open -= shared.state.better;
        state.population = population;
        if (full) {
            state.skipped = true;
            state.above += state.open;
            state.open = 0;
        }
        cut.few = !full && population <= few_max && (look.shift > 0 || mixed);
        ends = full || cut.few || one_key || look.shift == 0;
        state.prefix = least;
        cut.last = last;
        state.open_bits = look.shift;
        if (observed) {
            tap_list_round<tapped>(arguments, geometry.row, round, digit_bits, state,
                                   shared.histogram[number], digit, grouped ? 0u : shared.state.spread,
                                   threads);
        }
        if (one_key) { // F8
            state.prefix =
                shared.state.crowd_lo - (has_fault<tapped>(arguments, fault_one_key_low) ? 1u : 0u);
            cut.last = state.prefix;
            state.open_bits = 0;
        }
    }
    cut.least = state.prefix;
    if (full) {
        // Not below key 0: were all keys selected, the row would not have more elements than slots.
        cut.last = cut.least - 1;
    }
    return cut;
}

/// F7: the pivot among the candidates whose keys were gathered in the state, `state.population` of them. Every lane gets the
/// new state.
template <bool tapped>
__device__ inline void rank_keys(const RowArguments &arguments, const SharedState &shared,
                                 RoundState &state) {
    const std::uint32_t population = state.population;
    const bool there = lane_id() < population;
    const std::uint32_t mine = there ? shared.few_keys[lane_id()] : 0u;
    std::uint32_t larger = 0;
    std::uint32_t equal = 0;
#pragma unroll 4
    for (std::uint32_t other = 0; other < population; ++other) {
        const std::uint32_t key = shared.few_keys[other];
        larger += key > mine ? 1u : 0u;
        equal += key == mine ? 1u : 0u;
    }
    __syncwarp();
    const std::uint32_t wanted = state.open + (has_fault<tapped>(arguments, fault_few_rank) ? 1u : 0u);
    const std::uint32_t holders =
        __ballot_sync(0xFFFFFFFFu, there && larger < wanted && wanted <= larger + equal);
    const int holder = holders == 0 ? 0 : __ffs(static_cast<int>(holders)) - 1;
    state.prefix = __shfl_sync(0xFFFFFFFFu, mine, holder);
    larger = __shfl_sync(0xFFFFFFFFu, larger, holder);
    state.population = __shfl_sync(0xFFFFFFFFu, equal, holder);
    state.above += larger;
    state.open -= larger;
}

/// The same for candidates of a list, whose entries are in the state as well. To `before` are added those that stand in the
/// list before the thread's segment and are above the pivot or equal to it. Segments of a warp's lanes lie side by side.
template <bool tapped>
__device__ inline void rank_few(const RowArguments &arguments, const SharedState &shared, Segment segment,
                                RoundState &state, Counts &before) {
    const bool there = lane_id() < state.population;
    const std::uint32_t mine = there ? shared.few_keys[lane_id()] : 0u;
    const std::uint32_t entry = there ? shared.few_entries[lane_id()] : 0u;
    rank_keys<tapped>(arguments, shared, state);
    const std::uint32_t above = __ballot_sync(0xFFFFFFFFu, there && mine > state.prefix);
    const std::uint32_t same = __ballot_sync(0xFFFFFFFFu, there && mine == state.prefix);
    // Most candidates lie before or behind all of the warp's segments; the others are looked at one by one.
    const std::uint32_t begin = __shfl_sync(0xFFFFFFFFu, segment.first, 0);
    const std::uint32_t end = __shfl_sync(0xFFFFFFFFu, segment.last, 31);
    const std::uint32_t earlier = __ballot_sync(0xFFFFFFFFu, there && entry < begin);
    before.above += __popc(above & earlier);
    before.equal += __popc(same & earlier);
    std::uint32_t within =
        __ballot_sync(0xFFFFFFFFu, there && entry >= begin && entry < end) & (above | same);
    while (within != 0) {
        const int lane = __ffs(static_cast<int>(within)) - 1;
        within &= within - 1;
        if (__shfl_sync(0xFFFFFFFFu, entry, lane) < segment.first) {
            before.above += above >> lane & 1u;
            before.equal += same >> lane & 1u;
        }
    }
}

} // namespace exactk::device
