// What is counted of one row.
// Spec: contract/C3 C5 C12. Layer: tools/census.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <exactk/census/coarse.hpp>
#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

#include "passes.hpp"

namespace exactk::census {

/// Elements of one bin that holds the cut, and those preferred to all of it.
struct BinFacts {
    std::int64_t population = 0;
    std::int64_t above = 0;
};

struct RowFacts {
    std::int64_t zeros = 0; ///< of either sign
    Specials specials;

    bool has_cut = false; ///< 0 < k < n; the rest is set only then
    std::int32_t cut_key = 0;
    std::int64_t population = 0; ///< elements whose value is the cut's
    std::int64_t above = 0;      ///< elements preferred to the cut
    BinFacts bins[bin_width_count];
};

/// Counts rows of one type under one question. Holds working memory as long as a row at most, so one per thread.
class RowCounter {
public:
    RowCounter(ScoreType type, const Options &options, std::int64_t k);

    /// `scores`: n scores of the type, of any alignment.
    RowFacts count(const std::byte *scores, std::int64_t n);

private:
    template <class Key> struct Work {
        std::vector<Key> keys; ///< of one stretch
        std::vector<Key> kept; ///< the row's candidates
        std::int64_t kept_count = 0;
        bool all_kept = false; ///< whether all of the row's keys that are at least `least` are among them
        Key least = 0;
    };

    template <class Key> RowFacts count_as(Work<Key> &work, const std::byte *bytes, std::int64_t n);
    template <class Key> void see(Work<Key> &work, Scores<Key> scores, std::int64_t n, RowFacts &facts);
    template <class Key>
    bool gather(Work<Key> &work, Scores<Key> scores, std::int64_t n, Key least, RowFacts &facts);
    template <class Key>
    Sides count_around(const Work<Key> &work, Scores<Key> scores, std::int64_t n, const Edges &edges);

    KeyRule rule_;
    ScoreType type_;
    std::int64_t k_;
    const Bins &bins_;
    Work<std::int32_t> work32_;
    Work<std::int16_t> work16_;
};

} // namespace exactk::census
