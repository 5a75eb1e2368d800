// Law of directions: negated scores with direction and NaN policy turned round give the same indices.
// Spec: contract/C3 C12. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

/// The dual's pivot is the pivot, but for zeros: both signs have the key of +0, which is no mirror of itself.
bool same_facts(const Certificate &mine, const Certificate &dual, const CaseFile &one) {
    const Options &options = one.options;
    Options other = options;
    other.direction = options.direction == Direction::largest ? Direction::smallest : Direction::largest;
    const bool zero = mine.pivot == key_of(0, one.type, options) && dual.pivot == key_of(0, one.type, other);
    return (mine.pivot == dual.pivot || zero) && mine.above == dual.above &&
           mine.population == dual.population && mine.quota == dual.quota && mine.status == dual.status;
}

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    CaseFile dual = one;
    Options &options = dual.options;
    options.direction =
        one.options.direction == Direction::largest ? Direction::smallest : Direction::largest;
    options.nan_policy =
        one.options.nan_policy == NanPolicy::largest ? NanPolicy::smallest : NanPolicy::largest;
    for (std::vector<std::uint32_t> &row : dual.scores) {
        for (std::uint32_t &bits : row) {
            bits ^= format_of(one.type).sign;
        }
    }
    const Answer mine = answer(implementation, one);
    const Answer mirrored = answer(implementation, dual);
    if (mine.refused() || mirrored.refused()) {
        return refusal(mine.refused() ? mine : mirrored);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::int32_t *const slots = mirrored.row(row, one.k);
        const auto [at, wanted] = std::mismatch(slots, slots + one.k, mine.row(row, one.k));
        if (at != slots + one.k) {
            return "negated, " + slot_words(row, at - slots, *at, *wanted);
        }
        const std::size_t place = static_cast<std::size_t>(row);
        if (one.wants_facts && !same_facts(mine.certificates[place], mirrored.certificates[place], one)) {
            return "negated, row " + std::to_string(row) + " has another certificate";
        }
    }
    return "";
}

} // namespace

constinit const Law direction_law = {
    "direction", "C3", "Negated scores, with direction and NaN policy turned round, give the same indices.",
    on<broken>};

} // namespace exactk::laws
