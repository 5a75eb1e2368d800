// What a model keeps between rows: histograms that know their occupied bins, keys, chunks, lists, shares and runs.
// Spec: algorithm/S2 S3 S4 S7 S8 F2 F5. Layer: sim.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace exactk::sim {

/// A histogram over digit values that remembers which bins are occupied, so that finding and clearing them
/// costs by the elements counted and not by the bins. Between uses all counts are 0.
class DigitCounts {
public:
    /// Makes room for digits of `bits` bits; keeps the counts at 0.
    void reserve(int bits) {
        const std::size_t bins = std::size_t{1} << bits;
        if (counts_.size() < bins) {
            // The counts come last: were they to grow and the words to fail, the next call would see enough
            // room.
            occupied_.resize((bins + word_bits - 1) / word_bits, 0);
            counts_.resize(bins, 0);
        }
    }

    void add(std::uint32_t digit, std::uint32_t times) {
        counts_[digit] += times;
        occupied_[digit / word_bits] |= std::uint64_t{1} << (digit % word_bits);
    }

    /// Calls visit(digit, count) for each occupied bin from the largest digit down, until it returns false.
    template <class Visit> void descend(int bits, Visit visit) const {
        const std::size_t bins = std::size_t{1} << bits;
        for (std::size_t word = (bins + word_bits - 1) / word_bits; word-- > 0;) {
            for (std::uint64_t left = occupied_[word]; left != 0;) {
                const int bit = 63 - std::countl_zero(left); // bound: the top bit of a word is bit 63
                const auto digit =
                    static_cast<std::uint32_t>(word * word_bits) + static_cast<std::uint32_t>(bit);
                if (!visit(digit, counts_[digit])) {
                    return;
                }
                left ^= std::uint64_t{1} << bit;
            }
        }
    }

    /// Calls visit(digit, count) for each occupied bin and sets all counts of a digit of `bits` bits back to
    /// 0.
    template <class Visit> void drain(int bits, Visit visit) {
        const std::size_t bins = std::size_t{1} << bits;
        for (std::size_t word = 0; word < (bins + word_bits - 1) / word_bits; ++word) {
            for (std::uint64_t left = occupied_[word]; left != 0; left &= left - 1) {
                const std::size_t digit = word * word_bits + static_cast<std::size_t>(std::countr_zero(left));
                visit(static_cast<std::uint32_t>(digit), counts_[digit]);
                counts_[digit] = 0;
            }
            occupied_[word] = 0;
        }
    }

    /// Sets all counts of a digit of `bits` bits back to 0.
    void clear(int bits) {
        drain(bits, [](std::uint32_t, std::uint32_t) {});
    }

private:
    static constexpr std::size_t word_bits = 64; // bound: bits of the words of occupied_
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint64_t> occupied_;
};

/// What a CTA publishes at B2, and what it knows after it.
struct Share {
    std::uint32_t above = 0;
    std::uint32_t equal = 0;
    std::uint32_t above_base = 0;
    std::uint32_t equal_base = 0;
};

/// Everything that a row needs besides its outputs. Content is of no meaning between rows.
struct Scratch {
    std::vector<std::uint32_t> keys;    ///< [n] canonical keys of the row
    std::vector<std::int64_t> chunks;   ///< [ctas + 1] chunk bounds of the row
    std::vector<std::uint32_t> samples; ///< [S] keys of the filter's sample
    std::vector<std::uint32_t> list;    ///< [n or min(L, n)] keys of the row's list, in index order
    /// [ctas + 1] how many elements the CTAs before each kept, and after the last M; empty without a filter.
    std::vector<std::int64_t> kept;
    DigitCounts cta_counts;         ///< histogram of the CTA at hand
    DigitCounts row_counts;         ///< histogram of the row, complete at B1
    std::vector<Share> shares;      ///< [ctas]
    std::vector<std::int32_t> runs; ///< [m] the two runs of S8's merge, one behind the other
};

} // namespace exactk::sim
