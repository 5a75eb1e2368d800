// Where a chunk's keys come from: read from global memory and kept on chip, or read again at every pass.
// Spec: algorithm/S2, contract/C10 C11. Layer: device.
#pragma once

#include "steps/canonical_key.cuh"
#include "steps/shared.cuh"

namespace exactk::device {

/// A chunk of scores in global memory, aligned to its element only. Nothing outside it is read.
template <class Bits> struct ChunkScores {
    const Bits *first;   ///< element 0 of the chunk
    std::uint32_t count; ///< elements
    std::uint32_t head;  ///< elements before the first 16-byte boundary
    static constexpr std::uint32_t per_vector = 16 / sizeof(Bits); // bound: 16-byte loads

    __device__ ChunkScores(const Bits *scores, std::uint32_t elements) : first(scores), count(elements) {
        const std::uint32_t offset =
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(scores) % 16);
        const std::uint32_t before = (16 - offset) % 16 / static_cast<std::uint32_t>(sizeof(Bits));
        head = before < count ? before : count;
    }
};

/// Calls visit.vector or visit.single for every element, with all lanes of a warp together; `valid` is false for
/// lanes that have run out. Vectors in the middle, single elements at both ends. What counts keys is handed
/// many(keys, valid) for the elements of a vector and one(key, valid) for single ones.
template <class Bits, bool tapped, class Visit>
__device__ inline void visit_scores(const ChunkScores<Bits> &chunk, Visit visit) {
    constexpr std::uint32_t per_vector = ChunkScores<Bits>::per_vector;
    const std::uint32_t vectors = (chunk.count - chunk.head) / per_vector;
    const std::uint32_t tail = chunk.head + vectors * per_vector;
    const uint4 *const body = reinterpret_cast<const uint4 *>(chunk.first + chunk.head);
    // Independent loads of a thread before the first use.
    constexpr int in_flight = sizeof(Bits) == 4 && !tapped ? 4 : 2; // convention: more spills at 1024 threads
    for (std::uint32_t base = 0; base < vectors; base += in_flight * blockDim.x) {
        uint4 loaded[in_flight];
#pragma unroll
        for (int part = 0; part < in_flight; ++part) {
            const std::uint32_t vector = base + part * blockDim.x + threadIdx.x;
            loaded[part] = vector < vectors ? body[vector] : uint4{0, 0, 0, 0};
        }
#pragma unroll
        for (int part = 0; part < in_flight; ++part) {
            const std::uint32_t warp_first = base + part * blockDim.x + warp_id() * 32;
            if (warp_first < vectors) {
                const std::uint32_t vector = warp_first + lane_id();
                visit.vector(chunk.head + vector * per_vector, loaded[part], vector < vectors);
            }
        }
    }
    // Head and tail together are less than two vectors: the first warp does both.
    if (warp_id() == 0) {
        const std::uint32_t ends = chunk.head + (chunk.count - tail);
        const bool valid = lane_id() < ends;
        const std::uint32_t position = lane_id() < chunk.head ? lane_id() : tail + lane_id() - chunk.head;
        visit.single(position, valid ? static_cast<std::uint32_t>(chunk.first[position]) : 0, valid);
    }
}

/// The elements of a 16-byte vector, lowest position first.
template <class Bits> __device__ inline std::uint32_t vector_element(const uint4 &vector, int element) {
    const std::uint32_t words[4] = {vector.x, vector.y, vector.z, vector.w};
    if constexpr (sizeof(Bits) == 4) {
        return words[element];
    } else {
        return element % 2 == 0 ? words[element / 2] & 0xFFFFu : words[element / 2] >> 16;
    }
}

/// A chunk as a sequence of 16-byte vectors in index order, the first and last of which may be cut off by the
/// chunk's ends. Vector i begins at position first_position + i * per_vector.
template <class Bits> struct VectorCut {
    static constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
    /// 0, or below 0 by the elements that the first vector lacks, modulo 2^32: such positions are above any count,
    /// which is below 2^31, and adding an element's place comes back to the right position.
    std::uint32_t first_position;
    std::uint32_t vectors;

    __device__ explicit VectorCut(const ChunkScores<Bits> &chunk) {
        // A chunk that ends before the first boundary has its head in one cut vector all the same.
        const std::uint32_t head = chunk.head % per_vector;
        first_position = head == 0 ? 0u : head - per_vector;
        vectors = (chunk.count - first_position + per_vector - 1) / per_vector;
    }
    /// Which elements of vector i lie in the chunk, one bit each.
    __device__ std::uint32_t inside(std::uint32_t i, std::uint32_t count) const {
        const std::uint32_t position = first_position + i * per_vector;
        std::uint32_t bits = 0;
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            bits |= position + element < count ? 1u << element : 0u;
        }
        return i < vectors ? bits : 0u;
    }
};

/// Keys kept in shared memory by the first pass.
template <class Bits, bool tapped> struct ResidentKeys {
    const RowArguments &arguments;
    ChunkScores<Bits> chunk;
    Bits *keys; ///< key of position p at keys[p]; shifted so that the vectors of the chunk stay vectors here

    __device__ ResidentKeys(const RowArguments &row_arguments, const Bits *scores, std::uint32_t count,
                            void *area)
        : arguments(row_arguments), chunk(scores, count) {
        constexpr std::uint32_t per_vector = ChunkScores<Bits>::per_vector;
        keys = static_cast<Bits *>(area) + (per_vector - chunk.head % per_vector) % per_vector;
    }

    template <class Count> struct Keeper {
        ResidentKeys &access;
        Count count;
        __device__ void vector(std::uint32_t position, const uint4 &loaded, bool valid) {
            constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
            std::uint32_t words[4] = {};
            std::uint32_t keys[per_vector];
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                const std::uint32_t key =
                    canonical_key<tapped>(access.arguments, vector_element<Bits>(loaded, element));
                if constexpr (sizeof(Bits) == 4) {
                    words[element] = key;
                } else {
                    words[element / 2] |= key << (16 * (element % 2));
                }
                keys[element] = key;
            }
            count.many(keys, valid);
            if (valid) {
                *reinterpret_cast<uint4 *>(access.keys + position) =
                    uint4{words[0], words[1], words[2], words[3]};
            }
        }
        __device__ void single(std::uint32_t position, std::uint32_t bits, bool valid) {
            const std::uint32_t key = canonical_key<tapped>(access.arguments, bits);
            count.one(key, valid);
            if (valid) {
                access.keys[position] = static_cast<Bits>(key);
            }
        }
    };

    /// First pass: reads the scores once, keeps the keys. Needs a barrier before they are used.
    template <class Count> __device__ void first_pass(Count count) {
        visit_scores<Bits, tapped>(chunk, Keeper<Count>{*this, count});
    }
    /// A later pass, in no particular order.
    template <class Count> __device__ void pass(Count count) const {
        for (std::uint32_t base = warp_id() * 32; base < chunk.count; base += blockDim.x) {
            const std::uint32_t position = base + lane_id();
            const bool valid = position < chunk.count;
            count.one(valid ? static_cast<std::uint32_t>(keys[position]) : 0, valid);
        }
    }
    __device__ std::uint32_t count() const { return chunk.count; }
    /// The keys of a vector of the cut; only those that are `inside` mean something.
    __device__ void load_keys(std::uint32_t position, std::uint32_t inside,
                              std::uint32_t (&loaded)[ChunkScores<Bits>::per_vector]) const {
        constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
        if (inside == (1u << per_vector) - 1u) {
            const uint4 vector = *reinterpret_cast<const uint4 *>(keys + position);
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                loaded[element] = vector_element<Bits>(vector, element);
            }
        } else {
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                loaded[element] = (inside >> element & 1u) != 0 ? keys[position + element] : 0;
            }
        }
    }
    __device__ std::uint32_t key_at(std::uint32_t position) const { return keys[position]; }
    __device__ std::uint32_t position_at(std::uint32_t position) const { return position; }
};

/// Keys made from the scores at every pass, for chunks that do not fit.
template <class Bits, bool tapped> struct RescannedKeys {
    const RowArguments &arguments;
    ChunkScores<Bits> chunk;

    __device__ RescannedKeys(const RowArguments &row_arguments, const Bits *scores, std::uint32_t count,
                             void *)
        : arguments(row_arguments), chunk(scores, count) {}

    template <class Count> struct Counter {
        const RescannedKeys &access;
        Count count;
        __device__ void vector(std::uint32_t, const uint4 &loaded, bool valid) {
            constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
            std::uint32_t keys[per_vector];
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                keys[element] =
                    canonical_key<tapped>(access.arguments, vector_element<Bits>(loaded, element));
            }
            count.many(keys, valid);
        }
        __device__ void single(std::uint32_t, std::uint32_t bits, bool valid) {
            count.one(canonical_key<tapped>(access.arguments, bits), valid);
        }
    };

    template <class Count> __device__ void first_pass(Count count) { pass(count); }
    template <class Count> __device__ void pass(Count count) const {
        visit_scores<Bits, tapped>(chunk, Counter<Count>{*this, count});
    }
    __device__ std::uint32_t count() const { return chunk.count; }
    /// The keys of a vector of the cut; only those that are `inside` mean something.
    __device__ void load_keys(std::uint32_t position, std::uint32_t inside,
                              std::uint32_t (&loaded)[ChunkScores<Bits>::per_vector]) const {
        constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
        if (inside == (1u << per_vector) - 1u) {
            const uint4 vector = *reinterpret_cast<const uint4 *>(chunk.first + position);
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                loaded[element] = canonical_key<tapped>(arguments, vector_element<Bits>(vector, element));
            }
        } else {
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                loaded[element] = (inside >> element & 1u) != 0
                                      ? canonical_key<tapped>(arguments, chunk.first[position + element])
                                      : 0;
            }
        }
    }
    __device__ std::uint32_t key_at(std::uint32_t position) const {
        return canonical_key<tapped>(arguments, chunk.first[position]);
    }
    __device__ std::uint32_t position_at(std::uint32_t position) const { return position; }
};

} // namespace exactk::device
