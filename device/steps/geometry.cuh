// How much of a row counts and which part of it a CTA owns.
// Spec: algorithm/S0 S3, contract/C1 C2. Layer: device.
#pragma once

#include "launch/arguments.hpp"
#include "observe/faults.hpp"

namespace exactk::device {

/// A row's clamped numbers. 32 bits hold them: width is below 2^31.
struct RowGeometry {
    std::int64_t row;
    std::uint32_t n;
    std::uint32_t m;
    bool clamped; ///< the given length was outside [0, width]
};

#ifdef EXACTK_WITHOUT_TAPS
template <bool> __device__ inline bool has_fault(const RowArguments &, int) { return false; }
#else
template <bool tapped> __device__ inline bool has_fault(const RowArguments &arguments, int fault) {
    if constexpr (tapped) {
        return arguments.tap.fault == fault;
    } else {
        return false;
    }
}
#endif

template <bool tapped>
__device__ inline RowGeometry geometry_of(const RowArguments &arguments, std::int64_t row) {
    std::int64_t length = arguments.width;
    if (arguments.lengths != nullptr) {
        length = arguments.lengths[row];
        if (has_fault<tapped>(arguments, fault_length_unsigned)) {
            length = static_cast<std::uint32_t>(arguments.lengths[row]);
        }
    }
    RowGeometry geometry;
    geometry.row = row;
    geometry.clamped = length < 0 || length > arguments.width;
    const std::int64_t n = length < 0 ? 0 : length > arguments.width ? arguments.width : length;
    geometry.n = static_cast<std::uint32_t>(n);
    geometry.m = static_cast<std::uint32_t>(arguments.k < n ? arguments.k : n);
    if (has_fault<tapped>(arguments, fault_k_unclamped) && n < arguments.k) {
        geometry.m = static_cast<std::uint32_t>(n > 0 ? n - 1 : 0);
    }
    return geometry;
}

/// Chunk of CTA `cta` of `ctas`: [first, last), the plain cut.
struct Chunk {
    std::uint32_t first;
    std::uint32_t last;
};

template <bool tapped>
__device__ inline Chunk chunk_of(const RowArguments &arguments, std::uint32_t n, int cta, int ctas) {
    Chunk chunk;
    const std::uint64_t first = static_cast<std::uint64_t>(n) * cta;
    if ((ctas & (ctas - 1)) ==
        0) { // as in all clusters; a division of 64 bits would cost more than a barrier
        const int shift = __ffs(ctas) - 1;
        chunk.first = static_cast<std::uint32_t>(first >> shift);
        chunk.last = static_cast<std::uint32_t>((first + n) >> shift);
    } else {
        chunk.first = static_cast<std::uint32_t>(first / ctas);
        chunk.last = static_cast<std::uint32_t>((first + n) / ctas);
    }
    if (has_fault<tapped>(arguments, fault_chunk_gap) && chunk.last > chunk.first) {
        --chunk.last;
    }
    return chunk;
}

/// First element of a row.
template <class Bits, bool tapped>
__device__ inline const Bits *row_scores(const RowArguments &arguments, std::int64_t row) {
    std::int64_t offset = row * arguments.pitch;
    if (has_fault<tapped>(arguments, fault_row_offset_32)) {
        // In bytes, as a 32-bit product would wrap.
        offset = static_cast<std::int64_t>(static_cast<std::uint32_t>(offset * sizeof(Bits)) / sizeof(Bits));
    }
    return static_cast<const Bits *>(arguments.scores) + offset;
}

} // namespace exactk::device
