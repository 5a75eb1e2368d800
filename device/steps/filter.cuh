// Lists a chunk's kept elements in index order, reading the chunk once, some vectors of each lane at a time.
// Spec: algorithm/F5, contract/C10. Layer: device.
#pragma once

#include "steps/keep.cuh"

namespace exactk::device {

/// The vectors that a warp tests at a time: strip_vectors times 32, side by side. A lane holds every 32nd.
template <class Bits>
constexpr int strip_vectors = sizeof(Bits) == 4 ? 4
                                                : 2; // measured: 16 elements a lane, twice, fit the registers

template <class Bits> struct Strip {
    static constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
    static constexpr int elements = strip_vectors<Bits> * per_vector;
    static constexpr std::uint32_t all = (1u << elements) - 1u;

    uint4 vectors[strip_vectors<Bits>];
    std::uint32_t
        inside; ///< which elements lie in the chunk; bit q * per_vector + e for element e of vector q

    static constexpr std::uint32_t length = 32 * elements; ///< elements of all lanes
    static_assert(elements == whole_elements_thread);

    /// Loads the strip that begins at a position of the chunk; nothing outside the chunk is read. A position before the
    /// chunk is taken modulo 2^32, so that it is a huge number. `aligned`: vectors of the strip are vectors in memory.
    __device__ void load(const Bits *scores, std::uint32_t count, std::uint32_t position,
                         bool aligned = true) {
        if (aligned && position < count && length <= count - position) {
            const Bits *const from = scores + position + lane_id() * per_vector;
#pragma unroll
            for (int q = 0; q < strip_vectors<Bits>; ++q) {
                vectors[q] = __ldg(reinterpret_cast<const uint4 *>(from + q * 32 * per_vector));
            }
            inside = all;
            return;
        }
        // A strip that is cut off is loaded element by element.
        inside = 0;
#pragma unroll
        for (int q = 0; q < strip_vectors<Bits>; ++q) {
            std::uint32_t words[4] = {};
            const std::uint32_t begin = position + (q * 32 + lane_id()) * per_vector;
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                if (begin + element < count) {
                    inside |= 1u << (q * per_vector + element);
                    const std::uint32_t score = __ldg(scores + (begin + element));
                    words[element * sizeof(Bits) / 4] |= score << (element * sizeof(Bits) % 4 * 8);
                }
            }
            vectors[q] = uint4{words[0], words[1], words[2], words[3]};
        }
    }
};

/// Which elements of a strip are kept.
template <class Bits>
__device__ inline std::uint32_t kept_of(const RowArguments &arguments, const KeepRule &rule,
                                        const Strip<Bits> &strip) {
    std::uint32_t signs = 0;
#pragma unroll
    for (int q = 0; q < strip_vectors<Bits>; ++q) {
#pragma unroll
        for (int element = 0; element < Strip<Bits>::per_vector; ++element) {
            const float value = score_value<Bits>(arguments, vector_element<Bits>(strip.vectors[q], element));
            signs = shift_in_sign(rule, value, signs);
        }
    }
    // The first element's sign is the highest.
    return __brev(signs ^ rule.flip) >> (32 - Strip<Bits>::elements) & strip.inside;
}

/// How many kept elements come before a lane's in each vector of the warp's strip, and how many each vector has.
/// Counts of several vectors share a word: a vector of a warp has at most 32 * per_vector elements.
template <class Bits, int vectors = strip_vectors<Bits>> struct StripCounts {
    static constexpr int field = sizeof(Bits) == 4 ? 8 : 16;
    static constexpr int per_word = 32 / field;
    static constexpr int words = vectors / per_word;
    std::uint32_t before[words];
    std::uint32_t sums[words];

    __device__ explicit StripCounts(std::uint32_t kept) {
        constexpr int per_vector = Strip<Bits>::per_vector;
#pragma unroll
        for (int word = 0; word < words; ++word) {
            std::uint32_t mine = 0;
#pragma unroll
            for (int part = 0; part < per_word; ++part) {
                const std::uint32_t bits =
                    kept >> ((word * per_word + part) * per_vector) & ((1u << per_vector) - 1u);
                mine |= static_cast<std::uint32_t>(__popc(bits)) << (part * field);
            }
            const std::uint32_t inclusive = warp_inclusive_sum(mine);
            before[word] = inclusive - mine;
            sums[word] = __shfl_sync(0xFFFFFFFFu, inclusive, 31);
        }
    }
    __device__ static std::uint32_t get(const std::uint32_t (&packed)[words], int q) {
        return packed[q / per_word] >> (q % per_word * field) & ((1u << field) - 1u);
    }
    __device__ std::uint32_t sum() const {
        std::uint32_t all = 0;
#pragma unroll
        for (int q = 0; q < vectors; ++q) {
            all += get(sums, q);
        }
        return all;
    }
};

/// Writes a strip's kept elements, as they came, to the list from entry `entry` on.
template <class Bits>
__device__ inline void list_strip(const Strip<Bits> &strip, std::uint32_t kept,
                                  const StripCounts<Bits> &counts, std::uint32_t entry,
                                  std::uint32_t position, const ListKeys &list) {
    constexpr int per_vector = Strip<Bits>::per_vector;
#pragma unroll
    for (int q = 0; q < strip_vectors<Bits>; ++q) {
        std::uint32_t at = entry + StripCounts<Bits>::get(counts.before, q);
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            if ((kept >> (q * per_vector + element) & 1u) != 0) {
                list.keys[at] = vector_element<Bits>(strip.vectors[q], element);
                list.positions[at] = position + q * 32 * per_vector + element;
                ++at;
            }
        }
        entry += StripCounts<Bits>::get(counts.sums, q);
    }
}

/// Walks a chunk in tiles, one strip a warp, and holds its first strip from before the threshold is known.
template <class Bits> class ChunkFilter {
public:
    __device__ ChunkFilter(const Bits *scores, std::uint32_t count) : scores_(scores), count_(count) {
        const VectorCut<Bits> cut{ChunkScores<Bits>(scores, count)};
        position_ = cut.first_position + warp_id() * Strip<Bits>::length;
        tiles_ = (cut.vectors * Strip<Bits>::per_vector + tile_length() - 1) / tile_length();
        strip_.load(scores_, count_, position_);
    }

    /// Lists the kept elements with their scores for keys; returns how many there are. Where there are more than
    /// `capacity`, the list means nothing, and without a tap the count is only known to be larger. The first of
    /// `state.listed` was cleared. Holds barriers; another must follow before the list is read.
    template <bool tapped>
    __device__ std::uint32_t list_kept(const RowArguments &arguments, const KeepRule &rule,
                                       std::uint32_t capacity, const ListKeys &list, SharedState &state) {
        std::uint32_t listed = 0;
        int turn = 0; // of three: a tile's sum is cleared while another is read and a third is added up
        for (; tiles_ > 0; --tiles_) {
            const std::uint32_t kept = kept_of<Bits>(arguments, rule, strip_);
            const Strip<Bits> now = strip_;
            const std::uint32_t position = position_ + lane_id() * Strip<Bits>::per_vector;
            position_ += tile_length();
            if (tiles_ > 1) {
                strip_.load(scores_, count_, position_);
            }
            const StripCounts<Bits> counts(kept);
            const std::uint32_t sum = counts.sum();
            if (lane_id() == 0) {
                state.warp_words[turn][warp_id()] = sum;
                atomicAdd(&state.listed[turn], sum);
            }
            const int next = turn == 2 ? 0 : turn + 1;
            if (threadIdx.x == 0) {
                state.listed[next] = 0;
            }
            __syncthreads();
            const std::uint32_t all = state.listed[turn];
            std::uint32_t before = __reduce_add_sync(
                0xFFFFFFFFu, lane_id() < warp_id() ? state.warp_words[turn][lane_id()] : 0u);
            if (has_fault<tapped>(arguments, fault_kept_base_off_by_one) && warp_id() == 1 && before > 0) {
                --before;
            }
            if (listed + all <= capacity) {
                if (sum != 0) {
                    list_strip<Bits>(now, kept, counts, listed + before, position, list);
                }
            } else if constexpr (!tapped) {
                return listed + all;
            }
            listed += all;
            turn = next;
        }
        return listed;
    }

private:
    __device__ static std::uint32_t tile_length() { return warp_count() * Strip<Bits>::length; }

    const Bits *scores_;
    std::uint32_t count_;
    std::uint32_t position_; ///< of the warp's strip
    std::uint32_t tiles_;    ///< that are left
    Strip<Bits> strip_;
};

} // namespace exactk::device
