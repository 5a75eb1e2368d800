// Tells shared upper bits, exponents and places from the row itself.
// Spec: contract/C3 C5, algorithm/S3. Layer: tools/laws.
#include "predicates_content.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "rows.hpp"

namespace exactk::laws {

namespace {

using casefile::CaseFile;
using Traces = std::vector<RowTrace>;

template <bool (*test)(const CaseFile &, const RowTrace &)>
bool some_row(const CaseFile &one, const Traces &traces) {
    return std::any_of(traces.begin(), traces.end(), [&](const RowTrace &trace) { return test(one, trace); });
}

/// What a row's numbers have in common. Rows with few different numbers say nothing: chance makes two of them alike.
struct Content {
    bool tells = false;        ///< enough different finite numbers, and nothing else
    int shared = 0;            ///< upper bits of the patterns that are the same in all
    std::int64_t span = 0;     ///< from the least exponent to the greatest, both counted
    std::size_t exponents = 0; ///< how many different ones
    bool one_exponent = false;
};

Content content_of(const CaseFile &one, const RowTrace &trace) {
    constexpr std::size_t enough = 8; // convention: by chance they share 3 bits more once in 2^21 rows
    const Format &format = format_of(one.type);
    std::vector<std::uint32_t> patterns = row_of(one, trace.row);
    std::sort(patterns.begin(), patterns.end());
    patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
    Content content;
    std::uint32_t differ = 0;
    std::set<std::int64_t> exponents;
    std::int64_t least = format.infinity;
    std::int64_t greatest = 0;
    for (const std::uint32_t bits : patterns) {
        const std::int64_t exponent = (bits & ~format.sign) >> format.fraction_bits;
        differ |= bits ^ patterns.front();
        least = std::min(least, exponent);
        greatest = std::max(greatest, exponent);
        exponents.insert(exponent);
    }
    content.tells = patterns.size() >= enough && greatest < format.infinity >> format.fraction_bits;
    content.shared = format.bits - std::bit_width(differ);
    content.span = greatest - least + 1;
    content.exponents = exponents.size();
    // The fractions differ in their uppermost bit: what all share ends with the exponent.
    content.one_exponent = content.span == 1 && ((differ & ~format.sign) >> (format.fraction_bits - 1)) == 1;
    return content;
}

/// Just so many. Of 16 bits at least four are always left, so that rows of half types share 12 where more are asked for.
template <int bits> bool shares(const CaseFile &one, const RowTrace &trace) {
    const Content content = content_of(one, trace);
    return content.tells && content.shared == bits;
}
bool one_exponent(const CaseFile &one, const RowTrace &trace) {
    const Content content = content_of(one, trace);
    return content.tells && content.one_exponent;
}
/// Four at least: fewer come together where a pivot of its own, a zero, stands far from numbers that share their bits.
bool some_exponents(const CaseFile &one, const RowTrace &trace) {
    const Format &format = format_of(one.type);
    const Content content = content_of(one, trace);
    return content.tells && content.exponents >= 4 &&
           content.span <= format.infinity >> (format.fraction_bits + 2);
}
bool most_exponents(const CaseFile &one, const RowTrace &trace) {
    const Format &format = format_of(one.type);
    const Content content = content_of(one, trace);
    return content.tells && content.span * 4 >= 3 * std::int64_t{format.infinity >> format.fraction_bits};
}

/// Where the winners lie: all that the last winner does not beat, its equals among them.
struct Winners {
    std::int64_t count = 0;
    std::int64_t first = 0;
    std::int64_t last = 0; ///< index of the last one
    bool falls = true;     ///< the keys fall from the first index to the last
    bool rises = true;
    std::vector<bool> at; ///< [n]

    /// Several winners and losers, as one run, in a row that is not sorted: then chance hardly ever made it so. In
    /// several chunks, since in one that run is also what an even spread over chunks looks like.
    bool one_run(const RowTrace &trace) const {
        constexpr std::int64_t enough =
            4; // convention: by chance once in 70 rows of 8, seldomer in longer ones
        const auto chunks = std::count_if(trace.ctas.begin(), trace.ctas.end(),
                                          [](const CtaTrace &cta) { return cta.first < cta.last; });
        return chunks > 1 && count >= enough && trace.n - count >= enough && last - first + 1 == count &&
               !falls && !rises;
    }
};

Winners winners_of(const CaseFile &one, const RowTrace &trace) {
    const std::vector<std::uint32_t> &row = row_of(one, trace.row);
    Winners winners;
    std::uint64_t before = 0;
    for (std::size_t index = 0; index < row.size() && trace.m > 0; ++index) {
        const std::uint64_t key = key_of(row[index], one.type, one.options);
        winners.falls = winners.falls && (index == 0 || key <= before);
        winners.rises = winners.rises && (index == 0 || key >= before);
        before = key;
        winners.at.push_back(key >= trace.certificate.pivot);
        if (winners.at.back()) {
            winners.first = winners.count == 0 ? static_cast<std::int64_t>(index) : winners.first;
            winners.last = static_cast<std::int64_t>(index);
            ++winners.count;
        }
    }
    return winners;
}

bool winners_first(const CaseFile &one, const RowTrace &trace) {
    const Winners winners = winners_of(one, trace);
    return winners.one_run(trace) && winners.first == 0;
}
bool winners_last(const CaseFile &one, const RowTrace &trace) {
    const Winners winners = winners_of(one, trace);
    return winners.one_run(trace) && winners.last == trace.n - 1;
}
bool winners_straddle(const CaseFile &one, const RowTrace &trace) {
    const Winners winners = winners_of(one, trace);
    return winners.one_run(trace) && winners.first > 0 && winners.last < trace.n - 1 &&
           std::any_of(trace.ctas.begin(), trace.ctas.end(), [&](const CtaTrace &cta) {
               return cta.first < cta.last && cta.first > winners.first && cta.first <= winners.last;
           });
}
/// As even as can be: where one chunk has two more than another, the other has nothing but winners.
bool winners_spread_evenly(const CaseFile &one, const RowTrace &trace) {
    constexpr std::int64_t enough = 4; // convention: chunks and winners; fewer are even by chance
    const Winners winners = winners_of(one, trace);
    std::int64_t chunks = 0;
    std::int64_t most = 0;
    std::int64_t least = trace.n; // of chunks that have losers, too
    for (const CtaTrace &cta : trace.ctas) {
        const std::int64_t count = winners.at.empty() ? 0
                                                      : std::count(winners.at.begin() + cta.first,
                                                                   winners.at.begin() + cta.last, true);
        chunks += cta.first < cta.last ? 1 : 0;
        most = std::max(most, count);
        least = count < cta.last - cta.first ? std::min(least, count) : least;
    }
    return chunks >= enough && winners.count >= 2 * chunks && trace.n - winners.count >= enough &&
           most - least <= 1;
}
bool falling(const CaseFile &one, const RowTrace &trace) {
    const Winners winners = winners_of(one, trace);
    return content_of(one, trace).tells && !winners.at.empty() && winners.falls;
}
bool rising(const CaseFile &one, const RowTrace &trace) {
    const Winners winners = winners_of(one, trace);
    return content_of(one, trace).tells && !winners.at.empty() && winners.rises;
}

} // namespace

void add_content_predicates(std::vector<Predicate> &list) {
    const std::vector<Predicate> more = {
        {"8_bits_shared", "no more upper bits of a row's patterns", some_row<shares<8>>},
        {"11_bits_shared", "no more upper bits of a row's patterns", some_row<shares<11>>},
        {"12_bits_shared", "no more upper bits of a row's patterns", some_row<shares<12>>},
        {"16_bits_shared", "no more upper bits of a row's patterns", some_row<shares<16>>},
        {"22_bits_shared", "no more upper bits of a row's patterns", some_row<shares<22>>},
        {"one_exponent", "all numbers have the same, and fractions of all kinds", some_row<one_exponent>},
        {"some_exponents", "four or more, within a quarter of all", some_row<some_exponents>},
        {"most_exponents", "three quarters and more", some_row<most_exponents>},
        {"winners_first", "one run from the row's first index", some_row<winners_first>},
        {"winners_last", "one run to the row's last index", some_row<winners_last>},
        {"winners_straddle_an_edge", "one run across the edge of two chunks", some_row<winners_straddle>},
        {"winners_spread_evenly", "each chunk has its share", some_row<winners_spread_evenly>},
        {"falling", "best first", some_row<falling>},
        {"rising", "best last", some_row<rising>},
    };
    list.insert(list.end(), more.begin(), more.end());
}

} // namespace exactk::laws
