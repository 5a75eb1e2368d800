// Laws of the selected set: it grows with k, and follows the elements wherever they go.
// Spec: contract/C5 C6 C12 C13. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>
#include <numeric>

namespace exactk::laws {

namespace {

std::string nesting_broken(const Implementation &implementation, const CaseFile &given, Engine &engine) {
    const CaseFile one = asking(given, false, false);
    CaseFile larger = one;
    larger.k = one.k + (once_in(engine, 2) ? 1 : uniform(engine, 1, std::max<std::int64_t>(one.width, 2)));
    const Answer small = answer(implementation, one);
    const Answer large = answer(implementation, larger);
    if (small.refused() || large.refused()) {
        return refusal(small.refused() ? small : large);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::int32_t *const inner = small.row(row, one.k);
        const std::int32_t *const outer = large.row(row, larger.k);
        const std::int64_t m = m_of(one, row);
        if (one.options.order == Order::rank) {
            const auto [at, wanted] = std::mismatch(outer, outer + m, inner);
            if (at != outer + m) {
                return "with k " + std::to_string(larger.k) + " " + slot_words(row, at - outer, *at, *wanted);
            }
            continue;
        }
        std::vector<std::int32_t> all(outer, outer + m_of(larger, row));
        std::sort(all.begin(), all.end());
        for (std::int64_t slot = 0; slot < m; ++slot) {
            if (!std::binary_search(all.begin(), all.end(), inner[slot])) {
                return "row " + std::to_string(row) + " selects index " + std::to_string(inner[slot]) +
                       " of " + std::to_string(one.k) + ", but not of " + std::to_string(larger.k);
            }
        }
    }
    return "";
}

/// Keys of the selected elements, best first.
std::vector<std::uint64_t> selected_keys(const CaseFile &one, std::int64_t row, const std::int32_t *slots) {
    std::vector<std::uint64_t> keys;
    for (std::int64_t slot = 0; slot < m_of(one, row); ++slot) {
        keys.push_back(
            key_of(row_of(one, row)[static_cast<std::size_t>(slots[slot])], one.type, one.options));
    }
    std::sort(keys.begin(), keys.end(), std::greater<>());
    return keys;
}

/// Output scores of the winners above the last one, as bits in any order.
std::vector<std::uint32_t> scores_above(const CaseFile &one, const Answer &found, std::int64_t row,
                                        std::uint64_t pivot) {
    std::vector<std::uint32_t> bits;
    for (std::int64_t slot = 0; slot < m_of(one, row); ++slot) {
        const std::uint32_t score = found.scores[static_cast<std::size_t>(row * one.k + slot)];
        if (key_of(score, one.type, one.options) > pivot) {
            bits.push_back(score);
        }
    }
    std::sort(bits.begin(), bits.end());
    return bits;
}

/// What another sequence of the elements keeps beside the selected values: all facts but the digest, which sees the
/// places; the fills; the score bits of those above the last winner. Which of its equals are taken is for the places to
/// say, so their bits, zeros of either sign and NaNs of any payload, may be others.
std::string kept_difference(const CaseFile &one, const Answer &before, const Answer &after, std::int64_t row,
                            const std::vector<std::uint64_t> &keys) {
    const std::int64_t m = m_of(one, row);
    const auto fills_of = [&](const auto &slots) {
        return std::vector(slots.begin() + row * one.k + m, slots.begin() + (row + 1) * one.k);
    };
    if (fills_of(before.indices) != fills_of(after.indices)) {
        return "there are other fills";
    }
    if (one.wants_scores) {
        if (fills_of(before.scores) != fills_of(after.scores)) {
            return "there are other fill scores";
        }
        if (m > 0 &&
            scores_above(one, before, row, keys.back()) != scores_above(one, after, row, keys.back())) {
            return "there are other score bits above the last winner";
        }
    }
    return facts_difference(after, row, before, row);
}

std::string permutation_broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    CaseFile moved = one;
    std::vector<std::vector<std::int32_t>> from; // [rows][n]: where a moved element was
    for (std::vector<std::uint32_t> &row : moved.scores) {
        std::vector<std::int32_t> order(row.size());
        std::iota(order.begin(), order.end(), 0);
        shuffle(engine, order.data(), order.size());
        const std::vector<std::uint32_t> old = row;
        for (std::size_t place = 0; place < row.size(); ++place) {
            row[place] = old[static_cast<std::size_t>(order[place])];
        }
        from.push_back(std::move(order));
    }
    const Answer before = answer(implementation, one);
    const Answer after = answer(implementation, moved);
    if (before.refused() || after.refused()) {
        return refusal(before.refused() ? before : after);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        std::string words = strays(one, row, before.row(row, one.k));
        words = words.empty() ? strays(moved, row, after.row(row, one.k)) : words;
        if (!words.empty()) {
            return words;
        }
        const std::string where = "elements of row " + std::to_string(row) + " in another sequence, and ";
        const std::vector<std::uint64_t> keys = selected_keys(one, row, before.row(row, one.k));
        if (keys != selected_keys(moved, row, after.row(row, one.k))) {
            return where + "other values are selected";
        }
        // Those above the last winner are the same elements; of its equals the places decide.
        std::vector<std::int32_t> mine;
        std::vector<std::int32_t> theirs;
        for (std::int64_t slot = 0; slot < m_of(one, row); ++slot) {
            const std::int32_t index = before.row(row, one.k)[slot];
            const std::int32_t back =
                from[static_cast<std::size_t>(row)][static_cast<std::size_t>(after.row(row, one.k)[slot])];
            const auto above = [&](std::int32_t element) {
                return key_of(row_of(one, row)[static_cast<std::size_t>(element)], one.type, one.options) >
                       keys.back();
            };
            if (above(index)) {
                mine.push_back(index);
            }
            if (above(back)) {
                theirs.push_back(back);
            }
        }
        std::sort(mine.begin(), mine.end());
        std::sort(theirs.begin(), theirs.end());
        if (mine != theirs) {
            return where + "other elements above the last winner are selected";
        }
        if (words = kept_difference(one, before, after, row, keys); !words.empty()) {
            return where + words;
        }
    }
    return "";
}

} // namespace

constinit const Law nesting_law = {"nesting", "C5 C6",
                                   "The top k lie within the top k + 1; by rank they are its beginning.",
                                   on<nesting_broken>};
constinit const Law permutation_law = {
    "permutation", "C5 C12 C13",
    "The same elements in another sequence: the same values are selected, and above the last "
    "winner the same elements, with the same facts.",
    on<permutation_broken>};

} // namespace exactk::laws
