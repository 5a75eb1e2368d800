// A row's certificate, status and digest; run only where they are asked for.
// Spec: algorithm/S11 S12 O3, contract/C12 C13 C14. Layer: device.
#pragma once

#include "steps/rank_order.cuh"

namespace exactk::device {

struct FactSums {
    std::uint32_t status;     ///< NaN and infinity bits of all eligible elements
    std::uint32_t pivot;      ///< smallest selected key; all ones if there is none
    std::uint32_t population; ///< eligible elements with the key asked for
};

__device__ inline bool facts_wanted(const RowArguments &arguments) {
    return arguments.certificates != nullptr || arguments.status != nullptr;
}

/// Gathers status bits and the smallest key that is at least `least`.
struct ScanKeys {
    const RowArguments &arguments;
    std::uint32_t least;
    std::uint32_t &status;
    std::uint32_t &smallest;

    template <int per_vector>
    __device__ void many(const std::uint32_t (&keys)[per_vector], bool valid) const {
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            one(keys[element], valid);
        }
    }
    __device__ void one(std::uint32_t key, bool valid) const {
        if (valid) {
            status |= status_of_key(arguments, key);
            smallest = key >= least ? min(smallest, key) : smallest;
        }
    }
};

/// Counts the keys that equal one.
struct CountEqual {
    std::uint32_t wanted;
    std::uint32_t &count;

    template <int per_vector>
    __device__ void many(const std::uint32_t (&keys)[per_vector], bool valid) const {
#pragma unroll
        for (int element = 0; element < per_vector; ++element) {
            one(keys[element], valid);
        }
    }
    __device__ void one(std::uint32_t key, bool valid) const { count += valid && key == wanted ? 1 : 0; }
};

/// Status bits of the chunk, and the smallest of its keys that are selected for sure: those at or above `least`.
template <class Access>
__device__ inline FactSums scan_chunk(const RowArguments &arguments, const Access &access,
                                      std::uint32_t least, std::uint32_t *words) {
    std::uint32_t status = 0;
    std::uint32_t smallest = 0xFFFFFFFFu;
    access.pass(ScanKeys{arguments, least, status, smallest});
    FactSums sums{};
    sums.status = reduce(status, words, 0, [](std::uint32_t a, std::uint32_t b) { return a | b; });
    sums.pivot =
        reduce(smallest, words, 0xFFFFFFFFu, [](std::uint32_t a, std::uint32_t b) { return min(a, b); });
    return sums;
}

/// Elements of the chunk that have this key.
template <class Access>
__device__ inline std::uint32_t count_key(const Access &access, std::uint32_t wanted, std::uint32_t *words) {
    std::uint32_t count = 0;
    access.pass(CountEqual{wanted, count});
    return reduce(count, words, 0, [](std::uint32_t a, std::uint32_t b) { return a + b; });
}

/// Writes certificate and status of a row; one thread calls it. `quota` is what was selected of the population.
__device__ inline void write_facts(const RowArguments &arguments, const RowGeometry &geometry,
                                   std::uint32_t pivot, std::uint32_t above, std::uint32_t population,
                                   std::uint32_t quota, std::uint32_t element_bits) {
    std::uint32_t status = element_bits;
    status |= geometry.m == 0 ? static_cast<std::uint32_t>(row_empty) : 0;
    status |= geometry.n <= arguments.k ? static_cast<std::uint32_t>(row_all_selected) : 0;
    status |= geometry.clamped ? static_cast<std::uint32_t>(row_length_clamped) : 0;
    status |= geometry.m != 0 && population > quota ? static_cast<std::uint32_t>(row_boundary_tie) : 0;
    if (arguments.status != nullptr) {
        arguments.status[geometry.row] = status;
    }
    if (arguments.certificates != nullptr) {
        Certificate certificate;
        const bool empty = geometry.m == 0;
        certificate.pivot = empty ? 0 : pivot;
        certificate.above = empty ? 0 : above;
        certificate.population = empty ? 0 : population;
        certificate.quota = empty ? 0 : quota;
        certificate.status = status;
        arguments.certificates[geometry.row] = certificate;
    }
}

__device__ inline std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

/// One CTA adds up the row's digest from the indices as written; a barrier was passed since.
__device__ inline void write_digest(const RowArguments &arguments, std::int64_t row, std::uint64_t *longs) {
    const std::int32_t *const indices = arguments.indices + row * arguments.index_pitch;
    std::uint64_t sum = 0;
    for (std::int64_t slot = threadIdx.x; slot < arguments.k; slot += blockDim.x) {
        sum += mix64((static_cast<std::uint64_t>(slot) << 32) | static_cast<std::uint32_t>(indices[slot]));
    }
    sum = reduce_sum(sum, longs);
    if (threadIdx.x == 0) {
        arguments.digests[row] = sum + mix64(static_cast<std::uint64_t>(arguments.k));
    }
}

} // namespace exactk::device
