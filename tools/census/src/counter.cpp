// What single rows hold, added up.
// Spec: contract/C2 C3 C5 C12. Layer: tools/census.
#include <exactk/census.hpp>

#include <algorithm>

#include "row.hpp"

namespace exactk::census {

void Occurrence::add(std::int64_t elements, const RowName &name) {
    if (elements == 0)
        return;
    Occurrence one;
    one.rows = 1;
    one.first = name;
    one.worst = name;
    one.worst_elements = elements;
    merge(one);
}

void Occurrence::merge(const Occurrence &other) {
    if (other.rows == 0)
        return;
    if (rows == 0) {
        *this = other;
        return;
    }
    rows += other.rows;
    first = std::min(first, other.first);
    if (other.worst_elements > worst_elements ||
        (other.worst_elements == worst_elements && other.worst < worst)) {
        worst = other.worst;
        worst_elements = other.worst_elements;
    }
}

void Kind::add(std::int64_t count, const RowName &name) {
    elements += count;
    rows.add(count, name);
}

void Kind::merge(const Kind &other) {
    elements += other.elements;
    rows.merge(other.rows);
}

void Facts::merge(const Facts &other) {
    rows += other.rows;
    scores += other.scores;
    lengths.merge(other.lengths);
    empty += other.empty;
    all_selected += other.all_selected;
    without_slots += other.without_slots;
    with_cut += other.with_cut;
    plateau.merge(other.plateau);
    ties.merge(other.ties);
    tie_population.merge(other.tie_population);
    cut_at_zero.merge(other.cut_at_zero);
    cut_at_nan.merge(other.cut_at_nan);
    cut_at_positive_infinity.merge(other.cut_at_positive_infinity);
    cut_at_negative_infinity.merge(other.cut_at_negative_infinity);
    cut_beyond_half.merge(other.cut_beyond_half);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        bins[i].population.merge(other.bins[i].population);
        bins[i].above.merge(other.bins[i].above);
    }
    for (std::size_t i = 0; i < exceeded.size(); ++i) {
        exceeded[i].merge(other.exceeded[i]);
        on_path[i] += other.on_path[i];
    }
    zeros.merge(other.zeros);
    nans.merge(other.nans);
    positive_infinities.merge(other.positive_infinities);
    negative_infinities.merge(other.negative_infinities);
    beyond_half.merge(other.beyond_half);
}

struct Counter::Inside {
    Inside(ScoreType type, const Options &options, std::int64_t slots)
        : row_counter(type, options, slots), rule(key_rule(type, options.direction, options.nan_policy)),
          k(slots) {}

    void add_cut(const RowFacts &row, std::int64_t n, const RowName &name);

    RowCounter row_counter;
    KeyRule rule;
    std::int64_t k;
    Facts facts;
};

void Counter::Inside::add_cut(const RowFacts &row, std::int64_t n, const RowName &name) {
    ++facts.with_cut;
    facts.plateau.add(row.population);
    if (row.population > k - row.above) {
        facts.ties.add(row.population, name);
        facts.tie_population.add(row.population);
    }
    const auto infinity = static_cast<std::int64_t>(rule.infinity_magnitude);
    const std::int64_t key = row.cut_key;
    const std::int64_t magnitude = key < 0 ? -key : key;
    if (key == 0)
        facts.cut_at_zero.add(row.population, name);
    else if (key == rule.nan_key)
        facts.cut_at_nan.add(row.population, name);
    else if (magnitude == infinity)
        ((key > 0) == (rule.flip == 0) ? facts.cut_at_positive_infinity : facts.cut_at_negative_infinity)
            .add(row.population, name);
    else if (magnitude > static_cast<std::int64_t>(rule.half_magnitude))
        facts.cut_beyond_half.add(row.population, name);
    for (std::size_t i = 0; i < facts.bins.size(); ++i) {
        facts.bins[i].population.add(row.bins[i].population);
        facts.bins[i].above.add(row.bins[i].above);
    }
    const std::span<const Capacity> known = capacities();
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (n < known[i].from || n > known[i].to)
            continue;
        ++facts.on_path[i];
        const auto at =
            std::find(std::begin(bin_widths), std::end(bin_widths), known[i].bits) - std::begin(bin_widths);
        if (row.bins[at].population > known[i].slots)
            facts.exceeded[i].add(row.bins[at].population, name);
    }
}

Counter::Counter(ScoreType type, const Options &options, std::int64_t k)
    : inside_(std::make_unique<Inside>(type, options, k)) {}
Counter::~Counter() = default;
Counter::Counter(Counter &&) noexcept = default;
Counter &Counter::operator=(Counter &&) noexcept = default;

void Counter::add(const std::byte *scores, std::int64_t n, const RowName &name) {
    const RowFacts row = inside_->row_counter.count(scores, n);
    Facts &facts = inside_->facts;
    ++facts.rows;
    facts.scores += n;
    facts.lengths.add(n);
    facts.empty += n == 0 ? 1 : 0;
    facts.all_selected += n <= inside_->k ? 1 : 0;
    facts.without_slots += inside_->k == 0 && n > 0 ? 1 : 0;
    facts.zeros.add(row.zeros, name);
    facts.nans.add(row.specials.nans, name);
    facts.positive_infinities.add(row.specials.infinities[0], name);
    facts.negative_infinities.add(row.specials.infinities[1], name);
    facts.beyond_half.add(row.specials.beyond_half, name);
    if (row.has_cut)
        inside_->add_cut(row, n, name);
}

void Counter::merge(const Counter &other) { inside_->facts.merge(other.inside_->facts); }

const Facts &Counter::facts() const { return inside_->facts; }

} // namespace exactk::census
