// The census by the book: numbers as double, rows sorted, everything counted one by one.
// Spec: contract/C3 C5. Layer: proptests/census.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

#include <exactk/census.hpp>

namespace slow {

using namespace exactk;

/// A score as a number, exactly.
inline double value_of(ScoreType type, std::uint32_t bits) {
    if (type == ScoreType::float32)
        return std::bit_cast<float>(bits);
    if (type == ScoreType::bfloat16)
        return std::bit_cast<float>(bits << 16);
    const double sign = bits >= 0x8000u ? -1 : 1;
    const int exponent = static_cast<int>(bits / 0x400u % 32);
    const double fraction = bits % 0x400u;
    if (exponent == 31)
        return fraction > 0 ? std::numeric_limits<double>::quiet_NaN()
                            : sign * std::numeric_limits<double>::infinity();
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

/// The float16 nearest to a number, by dividing by the step that float16 has there; NaN as a quiet NaN.
inline std::uint32_t half_of(double number) {
    if (std::isnan(number))
        return 0x7E00u;
    const std::uint32_t sign = std::signbit(number) ? 0x8000u : 0;
    const double size = std::signbit(number) ? -number : number;
    if (size >= 65520)
        return sign | 0x7C00u;
    int exponent = -14;
    while (exponent < 15 && size >= std::ldexp(1.0, exponent + 1))
        ++exponent;
    // Dividing by a power of two is exact, and nearbyint takes ties to even.
    const auto steps = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, 10 - exponent)));
    return sign | (static_cast<std::uint32_t>(exponent + 14) * 1024 + steps);
}

/// A place in the order of C3, larger being preferred.
struct Rank {
    int nan = 0; ///< -1 or 1 where a NaN stands below or above all numbers
    double number = 0;
    auto operator<=>(const Rank &) const = default;
};

struct Question {
    ScoreType type = ScoreType::float32;
    Direction direction = Direction::largest;
    NanPolicy nan = NanPolicy::largest;
    std::int64_t k = 0;

    Options options() const {
        Options made;
        made.direction = direction;
        made.nan_policy = nan;
        return made;
    }
};

inline Rank rank_of(const Question &asked, std::uint32_t bits) {
    const double number = value_of(asked.type, bits);
    const int way = asked.direction == Direction::largest ? 1 : -1;
    if (std::isnan(number))
        return {way * (asked.nan == NanPolicy::largest ? 1 : -1), 0};
    return {0, number == 0 ? 0 : way * number};
}

/// The key that kernels bin by, of 16 bits.
inline std::uint32_t coarse_of(const Question &asked, std::uint32_t bits) {
    const double number = value_of(asked.type, bits);
    std::uint32_t key = 0;
    if (std::isnan(number))
        key = asked.nan == NanPolicy::largest ? 0xFE00u : 0x01FFu;
    else if (number == 0)
        key = 0x8000u;
    else
        key = number > 0 ? 0x8000u + half_of(number) : 0xFFFFu - half_of(number);
    return asked.direction == Direction::largest ? key : 0xFFFFu - key;
}

struct Row {
    std::vector<std::uint32_t> bits;
    census::RowName name;
};

inline void count(const Question &asked, const Row &row, census::Facts &facts) {
    const auto n = static_cast<std::int64_t>(row.bits.size());
    const auto those = [&row](auto holds) {
        return static_cast<std::int64_t>(std::count_if(row.bits.begin(), row.bits.end(), holds));
    };
    const auto number = [&asked](std::uint32_t bits) { return value_of(asked.type, bits); };
    const auto beyond = [](double x) { return std::isfinite(x) && (x > 65504 || x < -65504); };
    ++facts.rows;
    facts.scores += n;
    facts.lengths.add(n);
    facts.empty += n == 0 ? 1 : 0;
    facts.all_selected += n <= asked.k ? 1 : 0;
    facts.without_slots += n > 0 && asked.k == 0 ? 1 : 0;
    facts.zeros.add(those([&](std::uint32_t b) { return number(b) == 0; }), row.name);
    facts.nans.add(those([&](std::uint32_t b) { return std::isnan(number(b)); }), row.name);
    facts.positive_infinities.add(
        those([&](std::uint32_t b) { return std::isinf(number(b)) && number(b) > 0; }), row.name);
    facts.negative_infinities.add(
        those([&](std::uint32_t b) { return std::isinf(number(b)) && number(b) < 0; }), row.name);
    facts.beyond_half.add(those([&](std::uint32_t b) { return beyond(number(b)); }), row.name);
    if (asked.k == 0 || n <= asked.k)
        return;
    ++facts.with_cut;
    std::vector<std::uint32_t> sorted = row.bits;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return rank_of(asked, a) > rank_of(asked, b); });
    const std::uint32_t cut = sorted[static_cast<std::size_t>(asked.k - 1)];
    const Rank rank = rank_of(asked, cut);
    const std::int64_t population = those([&](std::uint32_t b) { return rank_of(asked, b) == rank; });
    facts.plateau.add(population);
    // The next one behind the cut has its value: then one of the two is left out for no reason but the tie rule.
    if (rank_of(asked, sorted[static_cast<std::size_t>(asked.k)]) == rank) {
        facts.ties.add(population, row.name);
        facts.tie_population.add(population);
    }
    const double x = number(cut);
    facts.cut_at_zero.add(x == 0 ? population : 0, row.name);
    facts.cut_at_nan.add(std::isnan(x) ? population : 0, row.name);
    facts.cut_at_positive_infinity.add(std::isinf(x) && x > 0 ? population : 0, row.name);
    facts.cut_at_negative_infinity.add(std::isinf(x) && x < 0 ? population : 0, row.name);
    facts.cut_beyond_half.add(beyond(x) ? population : 0, row.name);
    const std::uint32_t coarse = coarse_of(asked, cut);
    const auto in_bin = [&](int width) {
        return those(
            [&](std::uint32_t b) { return coarse_of(asked, b) >> (16 - width) == coarse >> (16 - width); });
    };
    for (std::size_t i = 0; i < facts.bins.size(); ++i) {
        const int shift = 16 - census::bin_widths[i];
        facts.bins[i].population.add(in_bin(census::bin_widths[i]));
        facts.bins[i].above.add(
            those([&](std::uint32_t b) { return coarse_of(asked, b) >> shift > coarse >> shift; }));
    }
    for (std::size_t i = 0; i < facts.exceeded.size(); ++i) {
        const census::Capacity &known = census::capacities()[i];
        if (n < known.from || n > known.to)
            continue;
        ++facts.on_path[i];
        const std::int64_t wanted = in_bin(known.bits);
        facts.exceeded[i].add(wanted > known.slots ? wanted : 0, row.name);
    }
}

/// The name of the first part in which two censuses differ, or "".
inline const char *difference(const census::Facts &a, const census::Facts &b) {
    struct Part {
        const char *name;
        bool same;
    };
    const Part parts[] = {
        {"rows", a.rows == b.rows},
        {"scores", a.scores == b.scores},
        {"lengths", a.lengths == b.lengths},
        {"empty", a.empty == b.empty},
        {"all_selected", a.all_selected == b.all_selected},
        {"without_slots", a.without_slots == b.without_slots},
        {"with_cut", a.with_cut == b.with_cut},
        {"plateau", a.plateau == b.plateau},
        {"ties", a.ties == b.ties},
        {"tie_population", a.tie_population == b.tie_population},
        {"cut_at_zero", a.cut_at_zero == b.cut_at_zero},
        {"cut_at_nan", a.cut_at_nan == b.cut_at_nan},
        {"cut_at_positive_infinity", a.cut_at_positive_infinity == b.cut_at_positive_infinity},
        {"cut_at_negative_infinity", a.cut_at_negative_infinity == b.cut_at_negative_infinity},
        {"cut_beyond_half", a.cut_beyond_half == b.cut_beyond_half},
        {"bins of 8", a.bins[0] == b.bins[0]},
        {"bins of 10", a.bins[1] == b.bins[1]},
        {"bins of 11", a.bins[2] == b.bins[2]},
        {"bins of 12", a.bins[3] == b.bins[3]},
        {"exceeded", a.exceeded == b.exceeded},
        {"on_path", a.on_path == b.on_path},
        {"zeros", a.zeros == b.zeros},
        {"nans", a.nans == b.nans},
        {"positive_infinities", a.positive_infinities == b.positive_infinities},
        {"negative_infinities", a.negative_infinities == b.negative_infinities},
        {"beyond_half", a.beyond_half == b.beyond_half},
        {"something", a == b}};
    for (const Part &part : parts) {
        if (!part.same)
            return part.name;
    }
    return "";
}

/// The row's scores as bytes of its type.
inline std::vector<std::byte> bytes_of(ScoreType type, const std::vector<std::uint32_t> &bits) {
    const auto size = static_cast<std::size_t>(score_bytes[static_cast<int>(type)]);
    std::vector<std::byte> bytes(bits.size() * size);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        for (std::size_t part = 0; part < size; ++part)
            bytes[i * size + part] = static_cast<std::byte>(bits[i] >> (8 * part));
    }
    return bytes;
}

inline void add(census::Counter &counter, ScoreType type, const Row &row) {
    // Aligned to nothing, and of just the row's size, so that a read behind it is one that sanitizers see.
    std::vector<std::byte> bytes = bytes_of(type, row.bits);
    bytes.insert(bytes.begin(), std::byte{0xA5});
    bytes.shrink_to_fit();
    counter.add(bytes.data() + 1, static_cast<std::int64_t>(row.bits.size()), row.name);
}

} // namespace slow
