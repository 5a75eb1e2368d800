// Numbers of many rows in ranges.
// Spec: contract/C2. Layer: tools/census.
#include <exactk/census/spread.hpp>

#include <algorithm>
#include <bit>

namespace exactk::census {

namespace {

constexpr std::int64_t exact = 64; // convention: numbers below are kept as they are
constexpr int exact_bits = 6;      // bound: 2^exact_bits = exact
constexpr std::int64_t parts = 32; // convention: ranges of a power of two
constexpr int part_bits = 5;       // bound: 2^part_bits = parts

int power_of(std::int64_t number) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(number))) - 1;
}

std::size_t place_of(std::int64_t number) {
    if (number < exact)
        return static_cast<std::size_t>(number);
    const int power = power_of(number);
    const std::int64_t part = (number >> (power - part_bits)) - parts;
    return static_cast<std::size_t>(exact + (power - exact_bits) * parts + part);
}

Range range_of(std::size_t place) {
    const auto at = static_cast<std::int64_t>(place);
    if (at < exact)
        return {at, at};
    const auto shift = static_cast<int>((at - exact) / parts) + exact_bits - part_bits;
    const std::int64_t first = (parts + (at - exact) % parts) << shift;
    return {first, first + (std::int64_t{1} << shift) - 1};
}

} // namespace

void Spread::add(std::int64_t number) {
    ++counts_[place_of(number)];
    least_ = rows_ == 0 ? number : std::min(least_, number);
    greatest_ = std::max(greatest_, number);
    sum_ += number;
    ++rows_;
}

void Spread::merge(const Spread &other) {
    if (other.rows_ == 0)
        return;
    for (std::size_t i = 0; i < counts_.size(); ++i)
        counts_[i] += other.counts_[i];
    least_ = rows_ == 0 ? other.least_ : std::min(least_, other.least_);
    greatest_ = std::max(greatest_, other.greatest_);
    sum_ += other.sum_;
    rows_ += other.rows_;
}

Range Spread::percentile(int percent) const {
    if (rows_ == 0)
        return {};
    // rows * percent / 100, rounded up, without leaving 64 bits.
    const std::int64_t wanted =
        std::max<std::int64_t>(1, rows_ / 100 * percent + (rows_ % 100 * percent + 99) / 100);
    std::int64_t before = 0;
    for (std::size_t place = 0; place < counts_.size(); ++place) {
        before += counts_[place];
        if (before >= wanted) {
            const Range range = range_of(place);
            return {std::max(range.least, least_), std::min(range.greatest, greatest_)};
        }
    }
    return {greatest_, greatest_};
}

std::vector<Bucket> Spread::buckets() const {
    std::vector<Bucket> all;
    if (rows_ == 0)
        return all;
    const auto index = [](std::int64_t number) { return number == 0 ? 0 : power_of(number) + 1; };
    for (int i = index(least_); i <= index(greatest_); ++i) {
        const std::int64_t first = i == 0 ? 0 : std::int64_t{1} << (i - 1);
        all.push_back({{first, i == 0 ? 0 : 2 * first - 1}, 0});
    }
    for (std::size_t place = 0; place < counts_.size(); ++place) {
        if (counts_[place] > 0)
            all[static_cast<std::size_t>(index(range_of(place).least) - index(least_))].rows +=
                counts_[place];
    }
    return all;
}

} // namespace exactk::census
