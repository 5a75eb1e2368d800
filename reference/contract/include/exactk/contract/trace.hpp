// Schema of a trace: what can be observed of a row on its way through the algorithm.
// Spec: algorithm/O1 O2 O3. Layer: reference/contract.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract/certificate.hpp>

namespace exactk {

/// One radix round (O1). Counts are over the whole row, all CTAs together.
struct RoundTrace {
    int shift = 0;                        ///< position of the digit's lowest bit in the key
    int digit_bits = 0;                   ///< width of the digit
    std::vector<std::uint32_t> histogram; ///< [2^digit_bits] candidates per digit value
    std::uint32_t digit = 0;              ///< the threshold digit
    std::uint32_t population = 0;         ///< candidates that have it
    std::uint32_t above = 0;              ///< elements above the prefix, after the round (m after a skip)
    std::uint32_t open = 0;               ///< open slots after the round (0 after a skip)
    std::uint64_t prefix = 0;             ///< digits fixed so far, open bits 0
    bool skip = false;                    ///< population equalled the open slots: rounds end here (S6)

    friend bool operator==(const RoundTrace &, const RoundTrace &) = default;
};

/// One CTA (O2).
struct CtaTrace {
    std::int64_t first = 0;        ///< chunk begin
    std::int64_t last = 0;         ///< chunk end, exclusive
    std::uint32_t above_share = 0; ///< above elements in the chunk
    std::uint32_t equal_share = 0; ///< equal elements in the chunk
    std::uint32_t above_base = 0;  ///< above elements in all chunks before
    std::uint32_t equal_base = 0;  ///< equal elements in all chunks before

    friend bool operator==(const CtaTrace &, const CtaTrace &) = default;
};

/// One row. `rounds` and `ctas` are empty for a short row (S1) and for m = 0.
struct RowTrace {
    std::int64_t row = 0;
    std::int64_t n = 0;     ///< clamped length
    std::int64_t m = 0;     ///< min(k, n)
    int key_bits = 0;       ///< w
    bool short_row = false; ///< n <= k: no rounds (S1)
    std::vector<RoundTrace> rounds;
    std::uint64_t prefix = 0; ///< after the last round
    std::uint32_t quota = 0;  ///< of the equal elements, how many are taken (0 after a skip)
    std::uint32_t lo = 0;     ///< ordinal of the first equal element taken (S8)
    std::vector<CtaTrace> ctas;
    Certificate certificate; ///< O3; does not depend on the plan
};

} // namespace exactk
