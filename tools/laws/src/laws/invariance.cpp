// Laws of what a row does not hang on: earlier calls, other rows, and what else is asked for.
// Spec: contract/C15. Layer: tools/laws.
#include "law_list.hpp"

namespace exactk::laws {

namespace {

/// Again, with another call of another shape between, and other bytes in the outputs.
std::string repeat_broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const Answer first = answer(implementation, one);
    CaseFile between = asking(one, true, true);
    between.k = uniform(engine, 0, std::max<std::int64_t>(one.k, 3));
    between.options.direction =
        one.options.direction == Direction::largest ? Direction::smallest : Direction::largest;
    between.plan.emission =
        one.plan.emission == Plan::Emission::direct ? Plan::Emission::merge : Plan::Emission::direct;
    if (std::string words = refusal(answer(implementation, between)); !words.empty()) {
        return words;
    }
    Around around;
    around.poison = std::byte{0x5A};
    const std::string words = difference(answer(implementation, one, around), first);
    return words.empty() ? "" : "again, after another call, " + words;
}

/// Some of the rows, in any sequence, some more than once, in a batch of their own; then one of them alone.
std::string batch_broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const Answer batch = answer(implementation, one);
    if (batch.refused()) {
        return refusal(batch);
    }
    CaseFile other = one;
    other.rows = uniform(engine, 1, 4);
    other.scores.clear();
    other.lengths.clear();
    std::vector<std::int64_t> from;
    for (std::int64_t row = 0; row < other.rows; ++row) {
        from.push_back(uniform(engine, 0, one.rows - 1));
        other.scores.push_back(row_of(one, from.back()));
        if (!one.lengths.empty()) {
            other.lengths.push_back(one.lengths[static_cast<std::size_t>(from.back())]);
        }
    }
    const Answer moved = answer(implementation, other);
    if (moved.refused()) {
        return refusal(moved);
    }
    for (std::int64_t row = 0; row < other.rows; ++row) {
        const std::int64_t old = from[static_cast<std::size_t>(row)];
        if (std::string words = row_difference(moved, row, batch, old, one.k); !words.empty()) {
            return "row " + std::to_string(old) + " in another batch: " + words;
        }
    }
    // Alone, and as narrow as its length; only the length bit may tell.
    CaseFile alone = one;
    const std::int64_t row = from.front();
    alone.rows = 1;
    alone.scores = {row_of(one, row)};
    alone.lengths.clear();
    alone.width = alone.pitch = one.n(row);
    const Answer single = answer(implementation, alone);
    if (single.refused()) {
        return refusal(single);
    }
    const std::string words =
        row_difference(single, 0, batch, row, one.k, ~std::uint32_t{row_length_clamped});
    return words.empty() ? "" : "row " + std::to_string(row) + " alone: " + words;
}

std::string asked_broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    const Answer all = answer(implementation, asking(one, true, true));
    for (const auto &[scores, facts] : {std::pair{false, false}, {true, false}, {false, true}}) {
        const std::string words = difference(answer(implementation, asking(one, scores, facts)), all);
        if (!words.empty()) {
            return std::string("where ") +
                   (scores  ? "scores"
                    : facts ? "facts"
                            : "nothing") +
                   " beside indices are asked for, " + words;
        }
    }
    return "";
}

} // namespace

constinit const Law repeat_law = {
    "repeat", "C15", "The same call again, after another one, writes the same bytes.", on<repeat_broken>};
constinit const Law batch_law = {
    "batch", "C15", "A row has the same answer alone, in another batch and at another place in it.",
    on<batch_broken>};
constinit const Law asked_law = {
    "asked", "C15", "Outputs that are not asked for change nothing in those that are.", on<asked_broken>};

} // namespace exactk::laws
