// Counts one row: finds its cut among few candidates, then counts around it.
// Spec: contract/C3 C5 C12. Layer: tools/census.
#include "row.hpp"

#include <algorithm>
#include <limits>

#include "keep.hpp"
#include "sample.hpp"

namespace exactk::census {

namespace {

constexpr std::int64_t sampled_from = 512; // measured: shorter rows are gathered whole in less time
constexpr std::int64_t spare = 8192;       // convention: candidates above 2 k before they are thinned out

template <class Key> std::int64_t count_all_from(const Key *keys, std::int64_t n, Key least) {
    std::int64_t count = 0;
    for (std::int64_t at = 0; at < n; at += pass_elements)
        count += count_from(keys + at, std::min(pass_elements, n - at), least);
    return count;
}

/// Of at least `rank` keys, the rank-th greatest (from 1). Halves the range of keys by counting, which is vector code,
/// until a number divides the keys just there.
template <class Key> Key ranked(const Key *keys, std::int64_t n, std::int64_t rank) {
    const Extremes range = extremes(keys, n);
    std::int64_t low = range.least;
    std::int64_t high = range.greatest;
    // A plateau at the cut is the least that is kept.
    if (low < high && count_all_from(keys, n, static_cast<Key>(low + 1)) < rank)
        return static_cast<Key>(low);
    while (low < high) {
        const std::int64_t middle = high - (high - low) / 2;
        const std::int64_t count = count_all_from(keys, n, static_cast<Key>(middle));
        if (count == rank)
            return least_from(keys, n, static_cast<Key>(middle));
        if (count > rank)
            low = middle;
        else
            high = middle - 1;
    }
    return static_cast<Key>(low);
}

/// Least whole number whose square is at least `value`.
std::int64_t root_above(std::int64_t value) {
    std::int64_t root = 0;
    while (root * root < value)
        ++root;
    return root;
}

/// A key that a few more than k of the n scores reach, as far as a sample tells.
template <class Key> Key guessed(Scores<Key> scores, std::int64_t n, std::int64_t k, const KeyRule &rule) {
    Key sample[sample_size];
    const std::int64_t size = sample_size_of(n);
    for (std::int64_t i = 0; i < size; ++i)
        sample[i] = key_of<Key>(scores[sampled_place(i, n)], rule);
    // In rows without a pattern the number of winners in the sample strays by its root or so; four times that is
    // seldom passed, and then the row is gathered again.
    const std::int64_t expected = k * size / n;
    const std::int64_t rank = expected + 4 * root_above(expected) + 4;
    return rank < size ? ranked(sample, size, rank) : std::numeric_limits<Key>::min();
}

} // namespace

RowCounter::RowCounter(ScoreType type, const Options &options, std::int64_t k)
    : rule_(key_rule(type, options.direction, options.nan_policy)), type_(type), k_(k),
      bins_(bins_of(type, options.direction, options.nan_policy)) {}

/// Makes the keys of a stretch and counts what is said of single scores.
template <class Key>
void RowCounter::see(Work<Key> &work, Scores<Key> scores, std::int64_t n, RowFacts &facts) {
    const Seen seen = make_keys(scores, n, rule_, work.keys.data());
    facts.zeros += seen.zeros;
    if (seen.greatest_magnitude > rule_.half_magnitude)
        count_specials(scores, n, rule_, facts.specials);
}

/// Reads the row once and keeps its k greatest keys, and others, of those that are at least `least`; false if they are
/// fewer than k.
template <class Key>
bool RowCounter::gather(Work<Key> &work, Scores<Key> scores, std::int64_t n, Key least, RowFacts &facts) {
    facts = RowFacts{};
    const std::int64_t room = std::min(n, 2 * k_ + spare);
    if (static_cast<std::int64_t>(work.kept.size()) < room + stretch + keep_slack)
        work.kept.resize(static_cast<std::size_t>(room + stretch + keep_slack));
    work.all_kept = true;
    work.least = least;
    std::int64_t kept = 0;
    Key *const first = work.kept.data();
    for (std::int64_t at = 0; at < n; at += stretch) {
        const std::int64_t here = std::min(stretch, n - at);
        see(work, scores + at, here, facts);
        kept += keep(work.keys.data(), here, least, first + kept);
        if (kept <= room)
            continue;
        // With k keys at hand, a further one matters only if it is greater than the least of them.
        const Key kth = ranked(first, kept, k_);
        Key *const end = std::partition(first, first + kept, [kth](Key key) { return key > kth; });
        std::fill(end, first + k_, kth);
        kept = k_;
        work.all_kept = false;
        least = kth;
        if (kth < std::numeric_limits<Key>::max())
            ++least;
    }
    work.kept_count = kept;
    return kept >= k_;
}

/// Looks at the whole row again only for what its candidates cannot tell.
template <class Key>
Sides RowCounter::count_around(const Work<Key> &work, Scores<Key> scores, std::int64_t n,
                               const Edges &edges) {
    Sides sides;
    for (std::int64_t at = 0; at < work.kept_count; at += pass_elements)
        count_sides(work.kept.data() + at, std::min(pass_elements, work.kept_count - at), edges, sides);
    // What is greater than the cut was kept all the same, so that what is above the bins is told. What was not kept lies
    // below every edge that `least` does not lie above; but where candidates were thinned out, some that equal the cut can
    // be missing.
    bool all_told = work.all_kept;
    for (int i = 0; i < sides_count; ++i) {
        sides.below[i] += n - work.kept_count;
        all_told = all_told && edges.least[i] >= work.least;
    }
    if (all_told)
        return sides;
    std::fill(sides.below, sides.below + sides_count, 0);
    for (std::int64_t at = 0; at < n; at += pass_elements)
        count_below(scores + at, std::min(pass_elements, n - at), rule_, edges, sides);
    return sides;
}

template <class Key> RowFacts RowCounter::count_as(Work<Key> &work, const std::byte *bytes, std::int64_t n) {
    const Scores<Key> scores{bytes};
    constexpr Key lowest = std::numeric_limits<Key>::min();
    work.keys.resize(static_cast<std::size_t>(stretch));
    RowFacts facts;
    if (k_ <= 0 || n <= k_) {
        for (std::int64_t at = 0; at < n; at += stretch)
            see(work, scores + at, std::min(stretch, n - at), facts);
        return facts;
    }
    const Key guess = n < sampled_from ? lowest : guessed<Key>(scores, n, k_, rule_);
    if (!gather(work, scores, n, guess, facts))
        gather(work, scores, n, lowest, facts);
    const Key cut = ranked(work.kept.data(), work.kept_count, k_);
    Edges edges;
    for (int i = 0; i < bin_width_count; ++i) {
        const Interval bin = bins_.around(cut, bin_widths[i]);
        edges.least[i] = bin.least;
        edges.greatest[i] = bin.greatest;
    }
    edges.least[bin_width_count] = cut;
    edges.greatest[bin_width_count] = cut;
    const Sides sides = count_around(work, scores, n, edges);
    for (int i = 0; i < bin_width_count; ++i)
        facts.bins[i] = {n - sides.below[i] - sides.above[i], sides.above[i]};
    facts.has_cut = true;
    facts.cut_key = cut;
    facts.above = sides.above[bin_width_count];
    facts.population = n - sides.below[bin_width_count] - facts.above;
    return facts;
}

RowFacts RowCounter::count(const std::byte *scores, std::int64_t n) {
    return type_ == ScoreType::float32 ? count_as(work32_, scores, n) : count_as(work16_, scores, n);
}

} // namespace exactk::census
