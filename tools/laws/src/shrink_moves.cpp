// Makes simpler cases.
// Spec: contract/C1 to C11, algorithm/S3. Layer: tools/laws.
#include "shrink_moves.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "rows.hpp"

namespace exactk::laws {

using casefile::CaseFile;

CaseFile only_row(const CaseFile &one, std::int64_t row) {
    CaseFile alone = one;
    alone.rows = 1;
    alone.scores = {row_of(one, row)};
    alone.lengths.clear();
    alone.width = one.n(row);
    alone.pitch = alone.width;
    if (!alone.plan.bounds.empty()) {
        alone.plan.bounds.back() = std::max(alone.plan.bounds.back(), alone.width);
    }
    return alone;
}

CaseFile without(const CaseFile &one, const std::vector<bool> &gone, bool keep_losers) {
    CaseFile less = one;
    const std::vector<std::uint32_t> &row = row_of(one, 0);
    std::vector<std::int32_t> before(row.size() + 1, 0); // elements that go before each place
    std::vector<std::uint32_t> left;
    for (std::size_t i = 0; i < row.size(); ++i) {
        before[i + 1] = before[i] + (gone[i] ? 1 : 0);
        if (!gone[i]) {
            left.push_back(row[i]);
        }
    }
    const auto n = static_cast<std::int64_t>(row.size());
    for (std::int64_t &bound : less.plan.bounds) {
        bound -= before[static_cast<std::size_t>(std::min(bound, n))];
    }
    less.width = static_cast<std::int64_t>(left.size());
    less.pitch = less.width + (one.pitch - one.width);
    // A length beyond its limits stays there, since what fails may hang on it.
    if (!less.lengths.empty() && less.lengths[0] >= 0 && less.lengths[0] <= one.width) {
        less.lengths[0] = static_cast<std::int32_t>(less.width);
    }
    if (keep_losers) {
        // Which elements win: the first k by key and tie rule.
        std::vector<std::int32_t> order(row.size());
        std::iota(order.begin(), order.end(), 0);
        const bool low = one.options.ties == Ties::low;
        std::vector<std::uint64_t> keys;
        for (const std::uint32_t bits : row) {
            keys.push_back(key_of(bits, one.type, one.options));
        }
        std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
            const std::uint64_t first = keys[static_cast<std::size_t>(a)];
            const std::uint64_t second = keys[static_cast<std::size_t>(b)];
            return first != second ? first > second : (low ? a < b : a > b);
        });
        for (std::int64_t rank = 0; rank < std::min(one.k, n); ++rank) {
            less.k -= gone[static_cast<std::size_t>(order[static_cast<std::size_t>(rank)])] ? 1 : 0;
        }
    }
    less.scores = {std::move(left)};
    return less;
}

std::uint32_t number_bits(std::int64_t number, ScoreType type) {
    const Format &format = format_of(type);
    const int bias = (1 << (format.bits - 2 - format.fraction_bits)) - 1;
    const std::uint32_t one = static_cast<std::uint32_t>(bias) << format.fraction_bits;
    if (number <= 0) {
        return 0;
    }
    if (number >> format.fraction_bits > 0) {
        return one + static_cast<std::uint32_t>(number); // still in order, if not the number itself
    }
    int exponent = 0;
    while (number >> (exponent + 1) > 0) {
        ++exponent;
    }
    const auto fraction = static_cast<std::uint32_t>(number << (format.fraction_bits - exponent)) &
                          ((1u << format.fraction_bits) - 1);
    return (static_cast<std::uint32_t>(bias + exponent) << format.fraction_bits) | fraction;
}

CaseFile small_numbers(const CaseFile &one) {
    CaseFile small = one;
    std::map<std::int64_t, std::int64_t> ranks;
    for (const std::uint32_t bits : row_of(one, 0)) {
        if (!is_nan(bits, one.type)) {
            ranks[step_of(bits, one.type)] = 0;
        }
    }
    std::int64_t rank = 0;
    for (auto &[step, number] : ranks) {
        number = rank++;
    }
    const Format &format = format_of(one.type);
    // Where there are more values than the type has whole numbers, patterns side by side.
    const bool dense = rank >> format.fraction_bits > 0;
    for (std::uint32_t &bits : small.scores[0]) {
        if (is_nan(bits, one.type)) {
            bits = format.infinity | 1u << (format.fraction_bits - 1);
        } else {
            const std::int64_t number = ranks.at(step_of(bits, one.type));
            bits = dense ? static_cast<std::uint32_t>(number) : number_bits(number, one.type);
        }
    }
    return small;
}

void set_ctas(Plan &plan, int ctas) {
    plan.ctas = ctas;
    if (!plan.bounds.empty()) {
        const std::int64_t last = plan.bounds.back();
        plan.bounds.resize(static_cast<std::size_t>(ctas) + 1);
        plan.bounds.back() = last;
    }
}

namespace {

std::vector<std::string> parts_of(const std::string &text, char separator) {
    std::vector<std::string> parts{""};
    for (const char letter : text) {
        if (letter == separator) {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

std::string joined(const std::vector<std::string> &parts, char separator) {
    std::string text;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        text += (part == 0 ? "" : std::string(1, separator)) + parts[part];
    }
    return text;
}

} // namespace

std::vector<std::string> shorter_schedules(const std::string &token) {
    // x1:FORM:CTAS:ROUNDS:SEED:RESIDENT:MUTANT:MEMORY:CHOICES, as docs/schedules.md and the explorer have it.
    constexpr std::size_t token_parts = 9; // bound: the token's fields
    const std::vector<std::string> parts = parts_of(token, ':');
    std::vector<std::string> list;
    if (parts.size() != token_parts) {
        return list;
    }
    for (const std::size_t field : {std::size_t{2}, std::size_t{3}}) { // CTAS, ROUNDS
        if (parts[field].size() == 1 && parts[field] > "1") {
            std::vector<std::string> fewer = parts;
            --fewer[field][0];
            list.push_back(joined(fewer, ':'));
        }
    }
    const std::vector<std::string> choices = parts_of(parts.back(), ',');
    if (parts.back() == "-") {
        return list;
    }
    for (std::size_t length = choices.size(); length > 0; length /= 2) {
        for (std::size_t first = 0; first + length <= choices.size(); first += length) {
            std::vector<std::string> rest(choices.begin(),
                                          choices.begin() + static_cast<std::ptrdiff_t>(first));
            rest.insert(rest.end(), choices.begin() + static_cast<std::ptrdiff_t>(first + length),
                        choices.end());
            std::vector<std::string> shorter = parts;
            shorter.back() = rest.empty() ? "-" : joined(rest, ',');
            list.push_back(joined(shorter, ':'));
        }
    }
    return list;
}

} // namespace exactk::laws
