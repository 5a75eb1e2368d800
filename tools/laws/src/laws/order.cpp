// Laws of the value order: only the order of the scores counts, zeros are one value, and so are NaNs.
// Spec: contract/C3 C5 C12. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>
#include <unordered_map>

namespace exactk::laws {

namespace {

/// Another number for each that occurs, in the same order.
std::unordered_map<std::int64_t, std::int64_t> rising_map(const CaseFile &one, Engine &engine) {
    std::vector<std::int64_t> steps;
    for (const std::vector<std::uint32_t> &row : one.scores) {
        for (const std::uint32_t bits : row) {
            if (!is_nan(bits, one.type)) {
                steps.push_back(step_of(bits, one.type));
            }
        }
    }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    const std::int64_t infinity = format_of(one.type).infinity;
    std::int64_t left = static_cast<std::int64_t>(steps.size());
    std::int64_t slack = 2 * infinity + 1 - left;
    // Side by side from anywhere, or with gaps of any size.
    const bool dense = once_in(engine, 2);
    std::int64_t next = -infinity;
    if (dense) {
        next += uniform(engine, 0, slack);
        slack = 0;
    }
    std::unordered_map<std::int64_t, std::int64_t> map;
    for (const std::int64_t step : steps) {
        const std::int64_t gap = uniform(engine, 0, std::min(slack, 2 * slack / left));
        next += gap;
        slack -= gap;
        --left;
        map.emplace(step, next++);
    }
    return map;
}

/// Blanks what other numbers in the same order do not leave as it is: the pivot, which is the key of another number, and
/// the numbers among the output scores. Nor is the bit for infinities kept, since one may become finite and the largest
/// number infinite. What these become is for the laws `certificate`, `bits` and `status`. All else is kept.
std::string keep_the_kept(const CaseFile &one, Answer &answer) {
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::int32_t *const slots = answer.row(row, one.k);
        if (std::string words = strays(one, row, slots); !words.empty()) {
            return words;
        }
        for (std::int64_t slot = 0; slot < m_of(one, row) && one.wants_scores; ++slot) {
            if (!is_nan(row_of(one, row)[static_cast<std::size_t>(slots[slot])], one.type)) {
                answer.scores[static_cast<std::size_t>(row * one.k + slot)] = 0;
            }
        }
    }
    for (Certificate &certificate : answer.certificates) {
        certificate.pivot = 0;
    }
    return "";
}

std::string monotone_broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const auto map = rising_map(one, engine);
    CaseFile other = one;
    for (std::vector<std::uint32_t> &row : other.scores) {
        for (std::uint32_t &bits : row) {
            if (!is_nan(bits, one.type)) {
                bits = bits_of_step(map.at(step_of(bits, one.type)), one.type);
            }
        }
    }
    Answer before = answer(implementation, one);
    Answer after = answer(implementation, other);
    if (before.refused() || after.refused()) {
        return refusal(before.refused() ? before : after);
    }
    std::string stray = keep_the_kept(one, before);
    stray = stray.empty() ? keep_the_kept(other, after) : stray;
    if (!stray.empty()) {
        return stray;
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (std::string words =
                row_difference(after, row, before, row, one.k, ~std::uint32_t{row_inf_present});
            !words.empty()) {
            return "other scores in the same order, and " + words;
        }
    }
    return "";
}

/// The other zero for half of the zeros, another NaN for every NaN.
std::string classes_broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const Format &format = format_of(one.type);
    CaseFile other = one;
    for (std::vector<std::uint32_t> &row : other.scores) {
        for (std::uint32_t &bits : row) {
            if (is_nan(bits, one.type)) {
                const std::uint32_t sign = once_in(engine, 2) ? format.sign : 0u;
                bits =
                    sign | static_cast<std::uint32_t>(uniform(engine, format.infinity + 1, format.sign - 1));
            } else if (step_of(bits, one.type) == 0 && once_in(engine, 2)) {
                bits ^= format.sign;
            }
        }
    }
    Answer before = answer(implementation, one);
    Answer after = answer(implementation, other);
    before.scores.clear();
    after.scores.clear();
    const std::string words = difference(after, before);
    return words.empty() ? "" : "other zeros and NaNs, and " + words;
}

} // namespace

constinit const Law monotone_law = {
    "monotone", "C3 C5 C12",
    "Other numbers in the same order, with the same ties, give the same indices, counts and digest.",
    on<monotone_broken>};
constinit const Law classes_law = {
    "classes", "C3 C12", "Signs of zeros, and signs and payloads of NaNs, change no index and no fact.",
    on<classes_broken>};

} // namespace exactk::laws
