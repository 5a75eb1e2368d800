// Law of shards: the winners of a row's parts, merged by global index, hold the winners of the row.
// Spec: contract/C4 C5 C6. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

/// Global indices of each shard: contiguous pieces, or every so many-th element; empty shards are legal.
std::vector<std::vector<std::int32_t>> cut(std::int64_t n, Engine &engine) {
    const std::int64_t count = uniform(engine, 1, 5);
    std::vector<std::vector<std::int32_t>> shards(static_cast<std::size_t>(count));
    if (once_in(engine, 2)) {
        for (std::int64_t index = 0; index < n; ++index) {
            shards[static_cast<std::size_t>(index % count)].push_back(static_cast<std::int32_t>(index));
        }
        return shards;
    }
    std::vector<std::int64_t> edges{0, n};
    for (std::int64_t edge = 1; edge < count; ++edge) {
        edges.push_back(uniform(engine, 0, n));
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t shard = 0; shard < shards.size(); ++shard) {
        for (std::int64_t index = edges[shard]; index < edges[shard + 1]; ++index) {
            shards[shard].push_back(static_cast<std::int32_t>(index));
        }
    }
    return shards;
}

/// A case of one row: the elements of `indices`, in this sequence.
CaseFile part_of(const CaseFile &one, std::int64_t row, const std::vector<std::int32_t> &indices) {
    CaseFile part = asking(one, false, false);
    part.rows = 1;
    part.width = static_cast<std::int64_t>(indices.size());
    part.pitch = part.width;
    part.lengths.clear();
    std::vector<std::uint32_t> scores;
    for (const std::int32_t index : indices) {
        scores.push_back(row_of(one, row)[static_cast<std::size_t>(index)]);
    }
    part.scores = {std::move(scores)};
    return part;
}

/// Fills `winners` with the global indices of a part's winners, in the sequence of its answer.
std::string winners_of(const Implementation &implementation, const CaseFile &part,
                       const std::vector<std::int32_t> &indices, std::vector<std::int32_t> &winners) {
    const Answer found = answer(implementation, part);
    if (found.refused()) {
        return refusal(found);
    }
    if (std::string words = strays(part, 0, found.row(0, part.k)); !words.empty()) {
        return "in a shard " + words;
    }
    for (std::int64_t slot = 0; slot < m_of(part, 0); ++slot) {
        winners.push_back(indices[static_cast<std::size_t>(found.row(0, part.k)[slot])]);
    }
    return "";
}

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const Answer whole = answer(implementation, asking(one, false, false));
    if (whole.refused()) {
        return refusal(whole);
    }
    const std::int64_t row = uniform(engine, 0, one.rows - 1);
    std::vector<std::int32_t> candidates;
    for (const std::vector<std::int32_t> &shard : cut(one.n(row), engine)) {
        if (std::string words = winners_of(implementation, part_of(one, row, shard), shard, candidates);
            !words.empty()) {
            return words;
        }
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<std::int32_t> merged;
    if (std::string words = winners_of(implementation, part_of(one, row, candidates), candidates, merged);
        !words.empty()) {
        return words;
    }
    const std::int32_t *const slots = whole.row(row, one.k);
    for (std::size_t slot = 0; slot < merged.size(); ++slot) {
        if (merged[slot] != slots[slot]) {
            return "merged from shards, " +
                   slot_words(row, static_cast<std::int64_t>(slot), merged[slot], slots[slot]);
        }
    }
    return static_cast<std::int64_t>(merged.size()) == m_of(one, row) ? "" : "shards have lost winners";
}

} // namespace

constinit const Law shards_law = {
    "shards", "C4 C5 C6",
    "Winners of contiguous or interleaved shards, merged by global index, give the row's answer.",
    on<broken>};

} // namespace exactk::laws
