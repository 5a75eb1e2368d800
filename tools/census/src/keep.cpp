// Picks keys by instructions that compress a vector where the processor has them.
// Spec: contract/C3. Layer: tools/census.
#include "keep.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define EXACTK_CENSUS_COMPRESS 1
#include <immintrin.h>
#else
#define EXACTK_CENSUS_COMPRESS 0
#endif

namespace exactk::census {

#if EXACTK_CENSUS_COMPRESS

namespace {

// GCC 12's header starts the masked intrinsics from a register without a value, and then warns of that.
#if !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

__attribute__((target("avx512f,avx512bw,avx512vbmi2,popcnt"))) std::int64_t
keep_compressed(const std::int32_t *keys, std::int64_t n, std::int32_t least, std::int32_t *kept) {
    constexpr std::int64_t lanes = 16;
    const __m512i bound = _mm512_set1_epi32(least);
    std::int64_t count = 0;
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const __m512i some = _mm512_loadu_si512(keys + i);
        const __mmask16 reach = _mm512_cmpge_epi32_mask(some, bound);
        _mm512_storeu_si512(kept + count, _mm512_maskz_compress_epi32(reach, some));
        count += __builtin_popcount(reach);
    }
    return count + keep_anywhere(keys + i, n - i, least, kept + count);
}

__attribute__((target("avx512f,avx512bw,avx512vbmi2,popcnt"))) std::int64_t
keep_compressed(const std::int16_t *keys, std::int64_t n, std::int16_t least, std::int16_t *kept) {
    constexpr std::int64_t lanes = 32;
    const __m512i bound = _mm512_set1_epi16(least);
    std::int64_t count = 0;
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const __m512i some = _mm512_loadu_si512(keys + i);
        const __mmask32 reach = _mm512_cmpge_epi16_mask(some, bound);
        _mm512_storeu_si512(kept + count, _mm512_maskz_compress_epi16(reach, some));
        count += __builtin_popcount(reach);
    }
    return count + keep_anywhere(keys + i, n - i, least, kept + count);
}

#if !defined(__clang__)
#pragma GCC diagnostic pop
#endif

bool can_compress() {
    static const bool can =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
        __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
    return can;
}

} // namespace

std::int64_t keep(const std::int32_t *keys, std::int64_t n, std::int32_t least, std::int32_t *kept) {
    return can_compress() ? keep_compressed(keys, n, least, kept) : keep_anywhere(keys, n, least, kept);
}
std::int64_t keep(const std::int16_t *keys, std::int64_t n, std::int16_t least, std::int16_t *kept) {
    return can_compress() ? keep_compressed(keys, n, least, kept) : keep_anywhere(keys, n, least, kept);
}

#else

std::int64_t keep(const std::int32_t *keys, std::int64_t n, std::int32_t least, std::int32_t *kept) {
    return keep_anywhere(keys, n, least, kept);
}
std::int64_t keep(const std::int16_t *keys, std::int64_t n, std::int16_t least, std::int16_t *kept) {
    return keep_anywhere(keys, n, least, kept);
}

#endif

} // namespace exactk::census
