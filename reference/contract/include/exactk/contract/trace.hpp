// Schema of a trace: what can be observed of a row on its way through the algorithm.
// Spec: algorithm/O1 O2 O3 O4. Layer: reference/contract.
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
    std::uint64_t prefix = 0; ///< digits fixed so far, open bits 0; in rounds on a list base is added
    bool skip = false;        ///< population equalled the open slots: rounds end here (S6)

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
    std::uint32_t kept_share = 0; ///< elements of the chunk at or above the filter's threshold; 0 without one
    std::uint32_t kept_base = 0;  ///< the same in all chunks before

    friend bool operator==(const CtaTrace &, const CtaTrace &) = default;
};

/// The filter of a row (O4). All zero where the row had none.
struct FilterTrace {
    bool used = false;           ///< the row was listed whole or sampled (F1)
    bool sampled = false;        ///< it was sampled, and no threshold was forced
    std::uint32_t target = 0;    ///< r; the fields from here to `reached` are 0 unless sampled with r <= s
    std::uint32_t lo = 0;        ///< F4
    std::uint32_t hi = 0;        ///< F4
    std::uint32_t shift = 0;     ///< F4
    std::uint32_t digit = 0;     ///< F4: d
    std::uint32_t reached = 0;   ///< samples at or above lo + (digit << shift)
    bool heavy = false;          ///< F4: there is a heavy key H, and T = H + 1
    std::uint32_t threshold = 0; ///< T; 0 for a row listed whole
    std::uint32_t kept = 0;      ///< M
    std::uint32_t equal = 0;     ///< E; 0 without a heavy key
    bool fell_back = false;      ///< F5; then the rounds are those of S4 and the fields below are 0
    std::uint32_t base = 0;      ///< F6; 0, as top, where the heavy key is the pivot
    std::uint32_t top = 0;       ///< F6
    bool few = false;            ///< F7 ended the rounds

    friend bool operator==(const FilterTrace &, const FilterTrace &) = default;
};

/// One row. `rounds` and `ctas` are empty for a short row (S1) and for m = 0.
struct RowTrace {
    std::int64_t row = 0;
    std::int64_t n = 0;     ///< clamped length
    std::int64_t m = 0;     ///< min(k, n)
    int key_bits = 0;       ///< w
    bool short_row = false; ///< n <= k: no rounds (S1)
    FilterTrace filter;
    std::vector<RoundTrace> rounds;
    std::uint64_t prefix = 0; ///< after the last round, or the pivot of F7 or F8
    std::uint32_t quota = 0;  ///< of the equal elements, how many are taken (0 after a skip)
    std::uint32_t lo = 0;     ///< ordinal of the first equal element taken (S8)
    std::vector<CtaTrace> ctas;
    Certificate certificate; ///< O3; does not depend on the plan
};

} // namespace exactk
