// Counts a chunk's candidates by the digit of a round.
// Spec: algorithm/S4. Layer: device.
#pragma once

#include "steps/load.cuh"

namespace exactk::device {

/// Where the rounds of a row stand; the same in every thread of every CTA that shares the row.
struct RoundState {
    std::uint32_t prefix = 0;
    std::uint32_t above = 0;
    std::uint32_t open = 0;
    std::uint32_t population = 0;
    int open_bits = 0; ///< key bits that are not fixed yet
    bool skipped = false;
};

/// The digit that a round looks at.
struct Digit {
    int shift;
    int bits;
};

template <bool tapped>
__device__ inline Digit digit_of(const RowArguments &arguments, const RoundState &state, int round) {
    Digit digit;
    digit.bits = arguments.digit_bits[round];
    digit.shift = state.open_bits - digit.bits;
    return digit;
}

/// Adds one candidate per lane to a histogram in shared memory. Equal digits of a warp are what makes such
/// additions slow, and rows of ties have nothing else: the lanes that share the first lane's digit are added as
/// one. All lanes call it together.
__device__ inline void add_digit(std::uint32_t *histogram, std::uint32_t digit, bool candidate) {
    const std::uint32_t candidates = __ballot_sync(0xFFFFFFFFu, candidate);
    if (candidates == 0) {
        return;
    }
    const int leader = __ffs(static_cast<int>(candidates)) - 1;
    const std::uint32_t common = __shfl_sync(0xFFFFFFFFu, digit, leader);
    const std::uint32_t same = __ballot_sync(0xFFFFFFFFu, candidate && digit == common);
    if (candidate) {
        if (digit != common) {
            atomicAdd(histogram + digit, 1u);
        } else if (static_cast<int>(lane_id()) == leader) {
            atomicAdd(histogram + digit, static_cast<std::uint32_t>(__popc(same)));
        }
    }
}

/// Adds every lane's keys of one vector, all of which are candidates. Warps whose lanes mostly share a digit add
/// it as one; the others do without the votes that finding out costs.
template <int per_vector>
__device__ inline void add_digits(std::uint32_t *histogram, const std::uint32_t (&digits)[per_vector],
                                  bool valid) {
    const std::uint32_t voters = __ballot_sync(0xFFFFFFFFu, valid);
    const std::uint32_t common = __shfl_sync(0xFFFFFFFFu, digits[0], __ffs(static_cast<int>(voters)) - 1);
    const std::uint32_t same = __ballot_sync(0xFFFFFFFFu, valid && digits[0] == common);
    constexpr int crowd = 8; // convention: fewer equal lanes cost less as conflicts than as votes
    if (__popc(same) >= crowd) {
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            add_digit(histogram, digits[element], valid);
        }
    } else if (valid) {
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            atomicAdd(histogram + digits[element], 1u);
        }
    }
}

__device__ inline void clear_histogram(std::uint32_t *histogram) {
    for (std::uint32_t bin = threadIdx.x; bin < bins_max; bin += blockDim.x) {
        histogram[bin] = 0;
    }
}

/// Counts every key by the first digit.
struct CountAll {
    std::uint32_t *histogram;
    int shift;
    std::uint32_t mask;
    bool drop; ///< a planted fault: this warp's counts are lost

    template <int per_vector>
    __device__ void many(const std::uint32_t (&keys)[per_vector], bool valid) const {
        std::uint32_t digits[per_vector];
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            digits[element] = keys[element] >> shift & mask;
        }
        add_digits(histogram, digits, valid && !drop);
    }
    __device__ void one(std::uint32_t key, bool valid) const {
        add_digit(histogram, key >> shift & mask, valid && !drop);
    }
};

/// Counts the keys whose fixed digits are the prefix's.
struct CountCandidates {
    std::uint32_t *histogram;
    int shift;
    std::uint32_t mask;
    int open_bits;
    std::uint32_t fixed; ///< the fixed digits
    bool drop;

    template <int per_vector>
    __device__ void many(const std::uint32_t (&keys)[per_vector], bool valid) const {
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            one(keys[element], valid);
        }
    }
    __device__ void one(std::uint32_t key, bool valid) const {
        add_digit(histogram, key >> shift & mask, valid && key >> open_bits == fixed && !drop);
    }
};

/// One pass over the chunk. The histogram was cleared and a barrier passed; another barrier must follow.
template <bool tapped, class Access>
__device__ inline void count_digits(const RowArguments &arguments, Access &access, const RoundState &state,
                                    int round, std::uint32_t *histogram) {
    Digit digit = digit_of<tapped>(arguments, state, round);
    if (has_fault<tapped>(arguments, fault_digit_shift) && round == 1) {
        --digit.shift;
    }
    const std::uint32_t mask = (1u << digit.bits) - 1u;
    const bool drop =
        has_fault<tapped>(arguments, fault_missing_block_barrier) && warp_id() + 1 == warp_count();
    if (round == 0) {
        access.first_pass(CountAll{histogram, digit.shift, mask, drop});
    } else {
        const std::uint32_t fixed = state.prefix >> state.open_bits;
        access.pass(CountCandidates{histogram, digit.shift, mask, state.open_bits, fixed, drop});
    }
}

} // namespace exactk::device
