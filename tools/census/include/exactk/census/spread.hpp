// How a number is spread over many rows, in memory that does not grow with them.
// Spec: contract/C2. Layer: tools/census.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace exactk::census {

/// Whole numbers from `least` to `greatest`.
struct Range {
    std::int64_t least = 0;
    std::int64_t greatest = 0;
    bool operator==(const Range &) const = default;
};

/// Rows whose number lies in a range.
struct Bucket {
    Range range;
    std::int64_t rows = 0;
};

/// Counts rows by a number from 0 to 2^31-1. Numbers below 64 are kept as they are, greater ones in 32 equal ranges of
/// each power of two, so a rank is told to within 1/32 of its value; least, greatest and sum are exact.
class Spread {
public:
    void add(std::int64_t number);
    void merge(const Spread &other);

    std::int64_t rows() const { return rows_; }
    std::int64_t least() const { return least_; }       ///< 0 without rows
    std::int64_t greatest() const { return greatest_; } ///< 0 without rows
    std::int64_t sum() const { return sum_; }

    /// Where the number of the row lies that has `percent` % of the rows at or before it, in order of the number: that
    /// of 50 is the lower median. {0, 0} without rows.
    Range percentile(int percent) const;

    /// Rows by powers of two: 0, 1, 2 to 3, 4 to 7 and so on, from the first bucket with a row to the last.
    std::vector<Bucket> buckets() const;

    bool operator==(const Spread &) const = default;

private:
    static constexpr int places = 864; // bound: 64 numbers, and 32 ranges of each of 2^6 to 2^30

    std::array<std::int64_t, places> counts_{};
    std::int64_t rows_ = 0;
    std::int64_t least_ = 0;
    std::int64_t greatest_ = 0;
    std::int64_t sum_ = 0;
};

} // namespace exactk::census
