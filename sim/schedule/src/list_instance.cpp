// Draws the rows of a schedule with lists: one threshold, rows that keep what the list holds, more, and too little.
// Spec: algorithm/F1 F5, contract/C12. Layer: sim.
#include <algorithm>
#include <cstddef>
#include <numeric>

#include "drawing.hpp"

namespace exactk::schedule {
namespace {

constexpr int length_min =
    36; // bound: F1, a sampled row is no shorter than its 32 samples; four more than a list
constexpr int list_min = 32;   // bound: F1, the least list that there can be
constexpr int winners_max = 4; // convention: each winner is a step of every space

using Keys = std::vector<std::uint16_t>;

/// Draws keys from the digit values of the rounds. The threshold is the second smallest key with the largest first digit
/// or, in one round, that digit: so a key that is not kept can share all digits but the last with one that is.
class KeySource {
public:
    KeySource(const Instance &instance, Random &random) : instance_(instance), random_(random) {
        for (std::size_t round = 0; round < instance.bins.size(); ++round) {
            just_below_ = plus(just_below_, round, round == 0 ? bins(0) - 1 : 0);
        }
        const std::size_t last = instance.bins.size() - 1;
        threshold_ = last == 0 ? just_below_ : plus(just_below_ - digit(last, 0), last, 1);
    }

    std::uint16_t threshold() const { return threshold_; }
    /// A key that is kept.
    std::uint16_t high() { return std::max(threshold_, rest(1, digit(0, bins(0) - 1))); }
    /// A key that is not kept.
    std::uint16_t low() {
        const bool just = just_below_ < threshold_ && random_.below(4) == 0;
        return just ? just_below_ : rest(1, digit(0, random_.below(bins(0) - 1)));
    }
    /// A kept key that is larger (or smaller) than the kept key given; that key itself if there is none.
    std::uint16_t beside(std::uint16_t key, bool larger) {
        std::vector<std::size_t> rounds;
        for (std::size_t round = 1; round < instance_.bins.size(); ++round) {
            if (place(key, round) != (larger ? bins(round) - 1 : 0)) {
                rounds.push_back(round);
            }
        }
        if (rounds.empty()) {
            return key;
        }
        const std::size_t round = rounds[random_.below(static_cast<std::uint32_t>(rounds.size()))];
        const std::uint32_t at = place(key, round);
        const std::uint32_t other = larger ? at + 1 + random_.below(bins(round) - at - 1) : random_.below(at);
        const int above = instance_.shifts[round - 1];
        return std::max(threshold_, rest(round + 1, plus(key >> above << above, round, other)));
    }

private:
    std::uint32_t bins(std::size_t round) const {
        return static_cast<std::uint32_t>(instance_.bins[round].size());
    }
    std::uint16_t digit(std::size_t round, std::uint32_t place) const {
        return static_cast<std::uint16_t>(instance_.bins[round][place] << instance_.shifts[round]);
    }
    std::uint16_t plus(int key, std::size_t round, std::uint32_t place) const {
        return static_cast<std::uint16_t>(key + digit(round, place));
    }
    std::uint32_t place(std::uint16_t key, std::size_t round) const {
        const unsigned value = key >> instance_.shifts[round] & ((1u << instance_.digits[round]) - 1);
        const std::vector<std::uint16_t> &known = instance_.bins[round];
        return static_cast<std::uint32_t>(std::lower_bound(known.begin(), known.end(), value) -
                                          known.begin());
    }
    /// Any digits from the round on behind those of the key.
    std::uint16_t rest(std::size_t round, std::uint16_t key) {
        for (; round < instance_.bins.size(); ++round) {
            key = plus(key, round, random_.below(bins(round)));
        }
        return key;
    }

    const Instance &instance_;
    Random &random_;
    std::uint16_t just_below_ = 0;
    std::uint16_t threshold_ = 0;
};

template <class Element> void shuffle(std::vector<Element> &elements, Random &random) {
    for (std::size_t i = elements.size(); i > 1; --i) {
        std::swap(elements[i - 1], elements[random.below(static_cast<std::uint32_t>(i))]);
    }
}

/// Positions of the elements that a listed row keeps, ascending: at least three, the first and last chunk among theirs.
std::vector<int> draw_kept(const Setup &setup, const Instance &instance, const RowKind &kind,
                           Random &random) {
    std::vector<int> kept;
    for (int cta = 0; cta < setup.ctas; ++cta) {
        const int first = cta * instance.n / setup.ctas;
        const int length = (cta + 1) * instance.n / setup.ctas - first;
        const int least = cta == 0 ? 2 : cta + 1 == setup.ctas ? 1 : kind.empty_chunks ? 0 : 1;
        int wanted =
            kind.small
                ? 2
                : least + static_cast<int>(random.below(static_cast<unsigned>(list_cells - least) + 1));
        // One place is for the last chunk.
        const int room = instance.capacity - static_cast<int>(kept.size()) - (cta + 1 < setup.ctas ? 1 : 0);
        wanted = std::min(wanted, room);
        std::vector<int> places(static_cast<std::size_t>(length));
        std::iota(places.begin(), places.end(), first);
        shuffle(places, random);
        places.resize(static_cast<std::size_t>(wanted));
        kept.insert(kept.end(), places.begin(), places.end());
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

/// A row whose kept elements lie at the places given. The first and the last of them equal the last winner. Where all
/// equal elements are to be selected and no smaller key is kept, some of the places are left out: the winners are all.
Keys draw_listed(const Instance &instance, std::vector<int> kept, bool all_equals, KeySource &source,
                 Random &random) {
    const std::uint16_t pivot = source.high();
    const bool has_larger = source.beside(pivot, true) != pivot;
    const bool has_smaller = source.beside(pivot, false) != pivot;
    const int k = instance.k;
    int above = has_larger ? static_cast<int>(random.below(static_cast<unsigned>(k))) : 0;
    int equal = k - above + 1;
    if (all_equals) {
        above = std::min(above, k - 2);
        equal = k - above;
    }
    if (all_equals && !has_smaller) {
        kept.erase(kept.begin() + k - 1, kept.end() - 1);
    }
    Keys middle;
    const int count = static_cast<int>(kept.size());
    for (int i = 0; i + 2 < count; ++i) {
        const bool more_equal = !all_equals && random.below(2) == 0;
        middle.push_back(i < above               ? source.beside(pivot, true)
                         : i < above + equal - 2 ? pivot
                         : more_equal            ? pivot
                                                 : source.beside(pivot, false));
    }
    shuffle(middle, random);
    Keys keys;
    for (int i = 0; i < instance.n; ++i) {
        keys.push_back(source.low());
    }
    for (int i = 0; i < count; ++i) {
        const bool at_end = i == 0 || i + 1 == count;
        keys[static_cast<std::size_t>(kept[static_cast<std::size_t>(i)])] =
            at_end ? pivot : middle[static_cast<std::size_t>(i) - 1];
    }
    return keys;
}

/// A row that keeps `count` elements. With `tied` the largest key that is not kept is there at least three times, else
/// once, if there is another.
Keys draw_fallback(const Instance &instance, int count, bool tied, KeySource &source, Random &random) {
    Keys keys;
    for (int i = 0; i < count; ++i) {
        keys.push_back(source.high());
    }
    Keys low;
    for (int i = count; i < instance.n; ++i) {
        low.push_back(source.low());
    }
    std::sort(low.begin(), low.end());
    if (tied) {
        std::fill(low.end() - 3, low.end() - 1, low.back());
    } else if (!low.empty()) {
        std::replace(low.begin(), low.end() - 1, low.back(), low.front());
    }
    keys.insert(keys.end(), low.begin(), low.end());
    shuffle(keys, random);
    return keys;
}

} // namespace

void draw_list_rows(const Setup &setup, const RowKind &kind, Random &random, Instance &instance) {
    instance.rows = list_rows;
    instance.listed = true;
    instance.n = std::max(length_min, list_cells * setup.ctas);
    instance.n += kind.small ? 0 : static_cast<int>(random.below(3));
    instance.capacity = std::max(list_min, 2 * setup.ctas);
    instance.ties = random.below(2) == 0 ? Ties::low : Ties::high;
    cut_digits(setup, instance);
    for (int round = 0; round < setup.rounds; ++round) {
        const int width = instance.digits[static_cast<std::size_t>(round)];
        instance.bins.push_back(draw_palette(round, width, kind.small, random));
    }
    const std::vector<int> first = draw_kept(setup, instance, kind, random);
    const std::vector<int> second = draw_kept(setup, instance, kind, random);
    const int most = std::min(winners_max, static_cast<int>(std::min(first.size(), second.size())) - 1);
    instance.k = 2 + static_cast<int>(random.below(static_cast<unsigned>(most) - 1));
    KeySource source(instance, random);
    instance.threshold = source.threshold();
    const int spare = instance.n - instance.capacity;
    const int too_many = instance.capacity + 1 + static_cast<int>(random.below(static_cast<unsigned>(spare)));
    const bool first_falls_back = setup.seed / 4 % 2 == 1;
    for (const Keys &row : {first_falls_back ? draw_fallback(instance, too_many, false, source, random)
                                             : draw_listed(instance, first, kind.all_equals, source, random),
                            draw_listed(instance, second, kind.all_equals, source, random),
                            draw_fallback(instance, instance.k - 1, !kind.all_equals, source, random)}) {
        instance.keys.insert(instance.keys.end(), row.begin(), row.end());
    }
}

} // namespace exactk::schedule
