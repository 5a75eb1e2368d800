// What every kernel gets: the problem, the outputs and the form's numbers, by value.
// Spec: contract/C1 to C14, algorithm/S0 to S12. Layer: device.
#pragma once

#include <cstdint>

#include <exactk/contract/certificate.hpp>

#include "observe/trace_layout.hpp"

namespace exactk::device {

/// Constants of the key map for one type and set of options, so that a kernel needs no branch on either.
struct KeyRule {
    std::uint32_t sign = 0;     ///< the sign bit of a pattern
    std::uint32_t ones = 0;     ///< all bits of a pattern
    std::uint32_t infinity = 0; ///< magnitude bits of infinity; larger ones are NaNs
    std::uint32_t nan = 0;      ///< key of NaN before the direction
    std::uint32_t reverse = 0;  ///< xor that reverses the order for direction smallest
    std::uint32_t best = 0;     ///< key of the preferred infinity
    std::uint32_t worst = 0;    ///< key of the other
    bool keeps_nan = false;     ///< NaN is preferred to everything else
};

/// Arguments of all kernels. Uniform over the launch; pointers are device pointers. What every row needs stands together, first
/// what it needs first: a kernel waits for each 64 bytes that it has not touched yet.
struct RowArguments {
    const std::int32_t *lengths = nullptr;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t k = 0;
    const void *scores = nullptr;
    std::int64_t pitch = 0;
    std::int64_t cta_length_max = 0;
    bool programmatic = false; ///< launched by programmatic dependent launch
    bool finished = false;     ///< rows have S9, S11 or S12
    bool ties_high = false;
    bool by_rank = false;
    bool bfloat = false;           ///< of the two 16-bit types the one with float32's exponents
    std::uint32_t whole = 0;       ///< rows of one CTA up to this length are listed whole, in registers
    std::uint32_t held_by_few = 0; ///< of those, rows up to this length by few elements a thread
    std::uint32_t sample = 0;      ///< samples of a row that is sampled; 0: none is
    KeyRule rule;
    int key_bits = 0;
    std::int32_t *indices = nullptr;
    std::int64_t index_pitch = 0;
    void *out_scores = nullptr;
    std::int64_t score_pitch = 0;
    std::uint32_t list_entries = 0;       ///< of the list of candidates; longer ones are not listed
    std::uint32_t list_offset = 0;        ///< bytes from the resident area's begin to the list
    std::uint32_t resident_offset = 0;    ///< bytes of shared memory before the area for keys and lists
    std::uint32_t threads_reciprocal = 0; ///< 2^32 / threads of a CTA, rounded up

    Certificate *certificates = nullptr;
    std::uint32_t *status = nullptr;
    std::uint64_t *digests = nullptr;
    std::int32_t fill_index = -1;
    std::uint32_t fill_score = 0; ///< bit pattern

    int rounds = 0;
    int digit_bits[tap_rounds_max] = {};

    int ctas = 1;
    std::int64_t groups = 0;
    std::int64_t resident_keys = 0;
    std::int64_t resident_bytes = 0; ///< of the area behind the fixed part of shared memory

    /// row_per_grid: rows [first_row, first_row + groups) are in flight.
    std::int64_t first_row = 0;
    std::uint32_t *workspace = nullptr;
    std::int64_t row_words = 0; ///< workspace words per row in flight

#ifdef EXACTK_WITHOUT_TAPS // a test compiles kernels without their taps, to see that nothing else reads one
    alignas(Tap) unsigned char room_of_the_tap[sizeof(Tap)];
#else
    Tap tap; ///< read by tapped kernels only
#endif
};

} // namespace exactk::device
