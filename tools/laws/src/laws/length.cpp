// Law of lengths: one outside [0, width] is the nearer end, and whoever gives none gives the width.
// Spec: contract/C1 C13. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

/// Lengths below 0 for empty rows, above the width for full ones, and none at all where all are full.
std::string broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    CaseFile exact = one;
    CaseFile beyond = one;
    exact.lengths.clear();
    beyond.lengths.clear();
    bool all_full = true;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const auto n = static_cast<std::int32_t>(one.n(row));
        const auto width = static_cast<std::int32_t>(one.width);
        all_full = all_full && n == width;
        exact.lengths.push_back(n);
        std::int32_t given = n;
        if (n == width && (n != 0 || once_in(engine, 2))) {
            given =
                pick(engine, std::array<std::int32_t, 2>{width < INT32_MAX ? width + 1 : width, INT32_MAX});
        } else if (n == 0) {
            given = pick(engine, std::array<std::int32_t, 3>{-1, -2147483647, INT32_MIN});
        }
        beyond.lengths.push_back(given);
    }
    const Answer right = answer(implementation, exact);
    const Answer clamped = answer(implementation, beyond);
    if (right.refused() || clamped.refused()) {
        return refusal(right.refused() ? right : clamped);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (std::string words =
                row_difference(clamped, row, right, row, one.k, ~std::uint32_t{row_length_clamped});
            !words.empty()) {
            return "a length beyond its limits is not its nearer limit: " + words;
        }
        const std::size_t place = static_cast<std::size_t>(row);
        const bool told = one.wants_facts && (clamped.statuses[place] & row_length_clamped) != 0;
        if (one.wants_facts && told != (beyond.lengths[place] != exact.lengths[place])) {
            return "row " + std::to_string(row) + " does not tell whether its length was clamped";
        }
    }
    if (!all_full) {
        return "";
    }
    exact.lengths.clear();
    const std::string words = difference(answer(implementation, exact), right);
    return words.empty() ? "" : "no lengths are not the width: " + words;
}

} // namespace

constinit const Law length_law = {
    "length", "C1 C13", "A length outside [0, width] is the nearer end, and none given is the width.",
    on<broken>};

} // namespace exactk::laws
