// Takes a row's sample and bounds the threshold by it.
// Spec: algorithm/F2 F3 F4. Layer: device.
#pragma once

#include "steps/listed_digits.cuh"

namespace exactk::device {

constexpr std::uint32_t sample_lanes = 32; // bound: algorithm, F2; a warp's width, of which S is a multiple
constexpr std::uint32_t short_pieces_from = 1024; // bound: algorithm, F2
constexpr int short_piece_shift = 4;              // bound: algorithm, F2; sixteen elements
constexpr int long_piece_shift = 5;               // bound: algorithm, F2
constexpr std::uint32_t piece_hash = 0x9E3779B1;  // bound: algorithm, F2

/// First element of a piece (F2); there are 2^pieces_shift pieces of 2^length_shift elements.
template <bool tapped>
__device__ inline std::uint32_t piece_begin(const RowArguments &arguments, std::uint32_t n, int pieces_shift,
                                            int length_shift, std::uint32_t piece) {
    const std::uint32_t length = 1u << length_shift;
    const std::uint64_t scaled = static_cast<std::uint64_t>(piece) * n;
    const std::uint32_t begin = static_cast<std::uint32_t>(scaled >> pieces_shift);
    const std::uint32_t gap = static_cast<std::uint32_t>((scaled + n) >> pieces_shift) - begin;
    const std::uint32_t offset = __umulhi(piece * piece_hash, gap - (length - 1));
    std::uint32_t first = (begin + offset) >> length_shift << length_shift;
    if (has_fault<tapped>(arguments, fault_sample_shift) && first + length < n) {
        ++first;
    }
    return first;
}

/// s of a row (the table before F1). 2^e squared is at least 32 n if 2 e is at least 5 and the bits of n - 1.
__device__ inline std::uint32_t row_samples(std::uint32_t sample, std::uint32_t n) {
    const int bits = 32 - __clz(static_cast<int>(n - 1)); // n is positive
    return min(sample, max(sample_lanes, 1u << ((bits + 6) / 2)));
}

/// How many samples are to be at or above the threshold (F3).
__device__ inline std::uint32_t sample_target(std::uint32_t samples, std::uint32_t m, std::uint32_t n) {
    constexpr std::uint32_t factor_max = 1u << 15; // bound: two factors and n - 1 add up to less than 2^32
    const std::uint32_t expected =
        samples <= factor_max && m <= factor_max
            ? (samples * m + (n - 1)) / n
            : static_cast<std::uint32_t>((static_cast<std::uint64_t>(samples) * m + (n - 1)) / n);
    const std::uint32_t square = 30 * expected;
    // An approximate root of a number below 2^24 is off by less than 1.
    float approximate = 0.0f;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(approximate) : "f"(static_cast<float>(square)));
    std::uint32_t root = static_cast<std::uint32_t>(approximate);
    root -= root * root > square ? 1u : 0u;
    root += (root + 1) * (root + 1) <= square ? 1u : 0u;
    return expected + root + 6;
}

/// A warp takes every so manieth 32 samples, a long piece or two short ones, some at a time; the first of them are loaded when
/// this is made, so that other work can be done while they come.
template <class Bits, bool tapped> class Sample {
public:
    __device__ Sample(const RowArguments &arguments, const Bits *row_scores, std::uint32_t n,
                      std::uint32_t samples)
        : row_scores_(row_scores), n_(n), samples_(samples) {
        find_begins(arguments, 0);
        load(0, next_);
    }

    /// Keys into shared memory and their bounds into the state: lo for groups of 2^group keys, and hi. The state's
    /// bounds were reset and a barrier passed; another must follow.
    __device__ void take(const RowArguments &arguments, int group, std::uint32_t *keys, SharedState &state) {
        KeyBounds bounds{0xFFFFFFFFu, 0u};
#pragma unroll 1
        for (std::uint32_t turn = 0; sample_of(turn) < samples_; turn += at_a_time) {
            std::uint32_t taken[at_a_time];
#pragma unroll
            for (int part = 0; part < at_a_time; ++part) {
                taken[part] = next_[part];
            }
            // The next ones are on their way while these are looked at.
            const std::uint32_t following = turn + at_a_time;
            if (sample_of(following) < samples_) {
                if (following % (1u << length_shift()) == 0) {
                    find_begins(arguments, following);
                }
                load(following, next_);
            }
#pragma unroll
            for (int part = 0; part < at_a_time; ++part) {
                const std::uint32_t first = sample_of(turn + part);
                if (first < samples_) {
                    const std::uint32_t key = canonical_key<tapped>(arguments, taken[part]);
                    keys[first + lane_id()] = key;
                    bound_lanes(key, group, bounds);
                }
            }
        }
        join_bounds(state, bounds);
    }

private:
    static constexpr int at_a_time =
        sizeof(Bits) == 4 ? 4 : 2; // measured: 8 lose 3 % at 65,536, where a warp has four pieces; 4 spill

    /// Of a piece. Asked each time, since registers are scarce.
    __device__ int length_shift() const {
        return samples_ >= short_pieces_from ? short_piece_shift : long_piece_shift;
    }
    /// The first of the warp's 32 samples number `turn`.
    __device__ static std::uint32_t sample_of(std::uint32_t turn) {
        return (warp_id() + turn * warp_count()) * sample_lanes;
    }
    /// Where the next 32 of the warp's pieces begin: a lane finds one of them.
    __device__ void find_begins(const RowArguments &arguments, std::uint32_t turn) {
        const int in_lanes = long_piece_shift - length_shift();    // pieces of 32 samples
        const std::uint32_t samples = max(samples_, sample_lanes); // none where the threshold is forced
        const std::uint32_t piece = (sample_of(turn + (lane_id() >> in_lanes)) >> length_shift()) +
                                    (lane_id() & ((1u << in_lanes) - 1));
        const std::uint32_t pieces = samples >> length_shift();
        begin_ = piece_begin<tapped>(arguments, n_, __ffs(static_cast<int>(pieces)) - 1, length_shift(),
                                     min(piece, pieces - 1));
    }
    __device__ void load(std::uint32_t turn, std::uint32_t (&loaded)[at_a_time]) {
#pragma unroll
        for (int part = 0; part < at_a_time; ++part) {
            const std::uint32_t sample = (turn + part) * sample_lanes + lane_id();
            const std::uint32_t begin =
                __shfl_sync(0xFFFFFFFFu, begin_, static_cast<int>(sample >> length_shift()) % 32);
            if (sample_of(turn + part) < samples_) {
                // Begins are multiples of the length.
                const std::uint32_t at = begin | (lane_id() & ((1u << length_shift()) - 1));
                loaded[part] = static_cast<std::uint32_t>(__ldg(row_scores_ + at));
            }
        }
    }

    const Bits *row_scores_;
    std::uint32_t n_;
    std::uint32_t samples_; ///< a power of two
    std::uint32_t begin_;   ///< of a piece, another one in each lane
    std::uint32_t next_[at_a_time] = {};
};

/// Place of the digit in which the threshold is looked for (F4).
__device__ inline int threshold_shift(KeyBounds bounds) {
    return max(0, range_bits(bounds.hi - bounds.lo) - list_digit_bits);
}

/// T of F4, as the digit says, from the state in which that was found.
template <bool tapped>
__device__ inline std::uint32_t threshold_of(const RowArguments &arguments, const SharedState &state,
                                             int shift) {
    return state.lo +
           ((state.digit + (has_fault<tapped>(arguments, fault_threshold_bin_high) ? 1u : 0u)) << shift);
}

/// Counts the samples from lo on, by (key - lo) >> shift. There is a multiple of 32 of them, the first aligned to 16 bytes.
/// Barriers are the caller's.
__device__ inline void count_sample(const std::uint32_t *keys, std::uint32_t samples, std::uint32_t lo,
                                    int shift, Shared &shared, int number) {
#pragma unroll 1
    for (std::uint32_t i = threadIdx.x * 4; i < samples; i += blockDim.x * 4) {
        const uint4 four = *reinterpret_cast<const uint4 *>(keys + i);
        const std::uint32_t words[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int word = 0; word < 4; ++word) {
            count_bin(shared, number, words[word] >= lo ? (words[word] - lo) >> shift : 0xFFFFFFFFu);
        }
    }
}

} // namespace exactk::device
