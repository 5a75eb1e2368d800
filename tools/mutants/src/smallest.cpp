// Shrinks, tries other filters and lengths, and shrinks again.
// Spec: contract/C1 C15, algorithm/F1. Layer: tools/mutants.
#include "smallest.hpp"

#include <algorithm>
#include <chrono>

#include <exactk/laws.hpp>

namespace exactk::mutants {
namespace {

using casefile::CaseFile;
using Still = std::function<bool(const CaseFile &)>;

bool take(CaseFile &one, CaseFile candidate, const Still &still) {
    if (candidate == one || casefile::check(candidate) || !still(candidate)) {
        return false;
    }
    one = std::move(candidate);
    return true;
}

/// One CTA that lists every row whole.
CaseFile listed_whole(CaseFile one) {
    one.plan.ctas = 1;
    one.plan.bounds.clear();
    one.plan.filter = {};
    one.plan.filter.whole = one.width;
    return one;
}

/// One row by so many elements shorter; its length is given from then on.
CaseFile with_less(CaseFile one, std::size_t row, std::int64_t less) {
    if (one.lengths.empty()) {
        one.lengths.assign(static_cast<std::size_t>(one.rows), static_cast<std::int32_t>(one.width));
    }
    const std::int64_t n = one.n(static_cast<std::int64_t>(row)) - less;
    one.lengths[row] = static_cast<std::int32_t>(n);
    one.scores[row].resize(static_cast<std::size_t>(n));
    return one;
}

/// No wider than the longest row and one element more.
CaseFile narrow(CaseFile one) {
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        longest = std::max(longest, one.n(row));
    }
    one.pitch -= one.width - std::min(one.width, longest + 1);
    one.width = std::min(one.width, longest + 1);
    return one;
}

/// Rows one after the other, by half of what is left at a time.
bool shorten_rows(CaseFile &one, const Still &still, const std::function<bool()> &late) {
    bool any = false;
    for (std::size_t row = 0; row < one.scores.size(); ++row) {
        std::int64_t less = one.n(static_cast<std::int64_t>(row));
        while (less > 0 && !late()) {
            const bool fits = less <= one.n(static_cast<std::int64_t>(row));
            if (fits && take(one, with_less(one, row, less), still)) {
                any = true;
            } else {
                less /= 2;
            }
        }
    }
    return take(one, narrow(one), still) || any;
}

} // namespace

CaseFile smallest(CaseFile one, const Still &still, double seconds) {
    const auto start = std::chrono::steady_clock::now();
    const auto left = [&] {
        return seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    one = laws::spelled_out(std::move(one));
    take(one, listed_whole(one), still);
    for (bool smaller = true; smaller && left() > 0;) {
        one = laws::shrink(std::move(one), still, left());
        const bool filtered = one.plan.filter.list > 0;
        smaller = filtered && take(one, listed_whole(one), still);
        const bool given = one.rows > 1 || !one.lengths.empty();
        smaller = (given && shorten_rows(one, still, [&] { return left() <= 0; })) || smaller;
    }
    return one;
}

std::int64_t keys_of(const CaseFile &one) {
    std::int64_t keys = 0;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        keys += one.n(row);
    }
    return keys;
}

} // namespace exactk::mutants
