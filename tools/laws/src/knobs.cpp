// Draws knobs, makes them simpler, and names them.
// Spec: contract/C1 to C11, algorithm/S3 S4 F1. Layer: tools/laws.
#include <exactk/laws/knobs.hpp>

#include <algorithm>
#include <array>
#include <tuple>

#include <exactk/contract/text.hpp>

#include "draws.hpp"
#include "sizes.hpp"

namespace exactk::laws {

namespace {

/// What a seed can switch off.
enum Feature : unsigned {
    has_rows,
    has_lengths,
    has_memory,
    has_options,
    has_fill,
    has_outputs,
    has_short_types,
    has_ties,
    has_plateau,
    has_places,
    has_shared_bits,
    has_exponents,
    has_signs,
    has_letters,
    has_pivots,
    has_specials,
    has_ctas,
    has_cuts,
    has_digits,
    has_merge,
    has_filter,
    has_size_cuts,
    feature_count,
};

/// Streams of draw_knobs, apart from those of make_case, whose seeds are drawn here.
constexpr std::uint64_t feature_stream = 0xFEA7;          // convention: any number
constexpr std::uint64_t first_knob_stream = 0x4B4E4F4200; // convention: any number far from the other

/// A count that is near something: a small one, one of the cuts, or of any size.
std::int64_t draw_size(Engine &engine, std::int64_t most, bool cuts) {
    switch (below(engine, cuts ? 5 : 4)) {
    case 0: return std::min<std::int64_t>(uniform(engine, 0, 9), most);
    case 4: return std::clamp<std::int64_t>(pick(engine, size_cuts) + uniform(engine, -1, 1), 0, most);
    default: return log_uniform(engine, most);
    }
}

std::int64_t draw_k(Engine &engine, std::int64_t width, bool cuts) {
    switch (below(engine, 8)) {
    case 0: return uniform(engine, 0, 1);
    case 1: return std::max<std::int64_t>(0, width + uniform(engine, -1, 1));
    case 2: return std::int64_t{1} << uniform(engine, 0, 12);
    case 3: return 2 * uniform(engine, 0, std::max<std::int64_t>(width / 2, 1)) + 1;
    case 4: return cuts ? std::max<std::int64_t>(0, pick(engine, size_cuts) + uniform(engine, -1, 1)) : 2;
    case 5: return width + uniform(engine, 1, 40);
    default: return log_uniform(engine, width);
    }
}

std::int64_t draw_ties(Engine &engine, const Knobs &knobs, bool cuts) {
    switch (below(engine, 6)) {
    case 0: return 0;
    case 1: return uniform(engine, 1, 4);
    case 2: return std::max<std::int64_t>(1, knobs.k + uniform(engine, -1, 1));
    case 3: return std::max<std::int64_t>(1, knobs.width);
    case 4: return cuts ? pick(engine, size_cuts) + uniform(engine, -1, 1) : 2;
    default: return std::max<std::int64_t>(1, log_uniform(engine, knobs.width));
    }
}

int draw_ctas(Engine &engine, int most) {
    int ctas = 1;
    switch (below(engine, 8)) {
    case 0: ctas = 1; break;
    case 1: ctas = static_cast<int>(log_uniform(engine, cta_count_max)); break;
    case 2:
    case 3: ctas = pick(engine, std::array<int, 7>{2, 3, 4, 7, 8, 16, 64}); break;
    default: ctas = static_cast<int>(uniform(engine, 2, 64)); break;
    }
    return std::clamp(ctas, 1, most);
}

Options draw_options(Engine &engine, bool fill) {
    Options options;
    options.direction = static_cast<Direction>(below(engine, 2));
    options.ties = static_cast<Ties>(below(engine, 2));
    options.order = static_cast<Order>(below(engine, 2));
    options.nan_policy = static_cast<NanPolicy>(below(engine, 2));
    if (fill && once_in(engine, 3)) {
        options.fill_index = pick(engine, std::array<std::int32_t, 5>{-2, 0, 3, INT32_MIN, INT32_MAX});
        options.fill_score_given = once_in(engine, 2);
        options.fill_score_bits = options.fill_score_given ? static_cast<std::uint32_t>(engine()) : 0u;
    }
    return options;
}

void draw_values(Engine &engine, Knobs &knobs, const std::array<bool, feature_count> &on) {
    if (on[has_ties] && !once_in(engine, 4)) {
        knobs.ties = draw_ties(engine, knobs, on[has_size_cuts]);
        knobs.quota = static_cast<int>(below(engine, 4));
    }
    if (on[has_plateau] && once_in(engine, 3)) {
        knobs.plateau = log_uniform(engine, knobs.width);
    }
    if (on[has_places]) {
        knobs.place = static_cast<Place>(below(engine, 8));
    }
    if (on[has_shared_bits] && once_in(engine, 2)) {
        knobs.shared_bits = pick(engine, std::array<int, 4>{8, 11, 16, 22});
    }
    if (on[has_exponents] && once_in(engine, 2)) {
        knobs.exponents = static_cast<int>(std::max<std::int64_t>(1, log_uniform(engine, 255)));
    }
    knobs.both_signs = on[has_signs] && once_in(engine, 2);
    if (on[has_letters] && once_in(engine, 3)) {
        knobs.letters = static_cast<int>(std::max<std::int64_t>(1, log_uniform(engine, 64)));
    }
    if (on[has_pivots] && once_in(engine, 3)) {
        knobs.pivot = static_cast<Pivot>(below(engine, 5));
    }
    if (on[has_specials] && once_in(engine, 2)) {
        knobs.specials = static_cast<int>(log_uniform(engine, 64));
    }
}

/// Most elements share the key of the last winner, or one just below it, and winners are few: what a heavy key takes.
void draw_heavy(Engine &engine, Knobs &knobs) {
    knobs.k = std::clamp<std::int64_t>(knobs.k, 1, std::max<std::int64_t>(1, knobs.width / 8));
    const std::int64_t most = std::max<std::int64_t>(1, knobs.width - knobs.width / 4);
    switch (below(engine, 3)) {
    case 0:
        knobs.ties = most;
        knobs.quota = 2;
        break;
    case 1:
        knobs.ties = 1;
        knobs.plateau = most;
        break;
    default: // Few values, the best where the sample looks, and more winners than have it.
        knobs.ties = 0;
        knobs.k = std::max<std::int64_t>(1, 3 * knobs.width / 8 - static_cast<std::int64_t>(below(engine, 8)));
        knobs.letters = static_cast<int>(uniform(engine, 3, 5));
        knobs.place = Place::sampled;
        break;
    }
}

void draw_plan(Engine &engine, Knobs &knobs, const std::array<bool, feature_count> &on, int ctas_max) {
    if (on[has_filter] && once_in(engine, 2)) {
        knobs.filter = static_cast<int>(uniform(engine, 1, 5));
        if (knobs.filter == 5 && !once_in(engine, 4)) {
            draw_heavy(engine, knobs);
        }
    }
    // Only rows that one CTA does are listed whole.
    if (on[has_ctas] && knobs.filter != 1) {
        knobs.ctas = draw_ctas(engine, ctas_max);
    }
    if (on[has_cuts] && once_in(engine, 2)) {
        knobs.cut = static_cast<Cut>(below(engine, 4));
    }
    if (on[has_digits]) {
        knobs.digits = static_cast<int>(below(engine, 10));
    }
    knobs.merge = on[has_merge] && once_in(engine, 2);
}

std::array<bool, feature_count> features(std::uint64_t seed) {
    Engine engine = cases::engine_for(seed, feature_stream);
    std::array<bool, feature_count> on{};
    for (bool &one : on) {
        one = !once_in(engine, 4); // convention: three of four features are on at a time
    }
    return on;
}

} // namespace

const std::vector<const char *> &feature_names() {
    static const std::vector<const char *> names = {
        "rows",    "lengths", "memory",      "options",   "fill",   "outputs",  "short_types", "ties",
        "plateau", "places",  "shared_bits", "exponents", "signs",  "letters",  "pivots",      "specials",
        "ctas",    "cuts",    "digits",      "merge",     "filter", "size_cuts"};
    return names;
}

std::uint32_t features_of(std::uint64_t seed) {
    const std::array<bool, feature_count> on = features(seed);
    std::uint32_t bits = 0;
    for (unsigned feature = 0; feature < feature_count; ++feature) {
        bits |= (on[feature] ? 1u : 0u) << feature;
    }
    return bits;
}

Knobs draw_knobs(std::uint64_t seed, std::uint64_t number) { return draw_knobs(seed, number, Reach{}); }

Knobs draw_knobs(std::uint64_t seed, std::uint64_t number, const Reach &reach) {
    const std::array<bool, feature_count> on = features(seed);
    Engine engine = cases::engine_for(seed, first_knob_stream + number);
    Knobs knobs;
    knobs.seed = engine();
    if (on[has_short_types]) {
        knobs.type = static_cast<ScoreType>(below(engine, score_type_count));
    }
    knobs.width = draw_size(engine, reach.width_max, on[has_size_cuts]);
    knobs.k = draw_k(engine, knobs.width, on[has_size_cuts]);
    if (on[has_rows]) {
        const std::int64_t room = reach.elements_max / std::max<std::int64_t>(knobs.width, 1);
        knobs.rows = std::clamp<std::int64_t>(pick(engine, std::array<std::int64_t, 6>{1, 1, 2, 3, 5, 17}), 1,
                                              std::max<std::int64_t>(room, 1));
    }
    if (on[has_lengths] && once_in(engine, 2)) {
        knobs.lengths = static_cast<Lengths>(below(engine, 5));
    }
    if (on[has_memory]) {
        knobs.pitch_gap = pick(engine, std::array<std::int64_t, 4>{0, 0, 1, 13});
        knobs.offset = pick(engine, std::array<std::int64_t, 5>{0, 0, 1, 3, 63});
        knobs.output_gap = pick(engine, std::array<std::int64_t, 3>{0, 1, 7});
    }
    if (on[has_options]) {
        knobs.options = draw_options(engine, on[has_fill]);
    }
    knobs.wants_scores = on[has_outputs] && !once_in(engine, 4);
    knobs.wants_facts = on[has_outputs] && !once_in(engine, 4);
    draw_values(engine, knobs, on);
    draw_plan(engine, knobs, on, reach.ctas_max);
    return knobs;
}

namespace {

auto fields(const Options &options) {
    return std::make_tuple(options.direction, options.ties, options.order, options.nan_policy,
                           options.fill_index, options.fill_score_given, options.fill_score_bits);
}

auto fields(const Knobs &one) {
    return std::tie(one.seed, one.type, one.rows, one.width, one.lengths, one.k, one.pitch_gap, one.offset,
                    one.output_gap, one.wants_scores, one.wants_facts, one.ties, one.quota, one.plateau,
                    one.place, one.shared_bits, one.exponents, one.both_signs, one.letters, one.pivot,
                    one.specials, one.ctas, one.cut, one.digits, one.merge, one.filter);
}

/// Adds the same knobs with one field at its simplest value, half way there, and one below.
template <class Field> void add_simpler(const Knobs &knobs, Field Knobs::*field, std::vector<Knobs> &list) {
    const Field simplest = Knobs{}.*field;
    const auto add = [&](Field value) {
        if (value != knobs.*field && (list.empty() || !(value == list.back().*field))) {
            Knobs one = knobs;
            one.*field = value;
            list.push_back(one);
        }
    };
    add(simplest);
    if constexpr (std::is_integral_v<Field> && !std::is_same_v<Field, bool>) {
        if (knobs.*field > simplest) {
            add(static_cast<Field>(simplest + (knobs.*field - simplest) / 2));
            add(static_cast<Field>(knobs.*field - 1));
        }
    }
}

} // namespace

bool operator==(const Knobs &one, const Knobs &other) {
    return fields(one) == fields(other) && fields(one.options) == fields(other.options);
}

std::vector<Knobs> simpler(const Knobs &knobs) {
    std::vector<Knobs> list;
    if (!(fields(knobs.options) == fields(Options{}))) {
        Knobs one = knobs;
        one.options = Options{};
        list.push_back(one);
    }
    const auto each = [&](auto... members) { (add_simpler(knobs, members, list), ...); };
    each(&Knobs::rows, &Knobs::width, &Knobs::k, &Knobs::lengths, &Knobs::ctas, &Knobs::cut, &Knobs::digits,
         &Knobs::merge, &Knobs::filter, &Knobs::ties, &Knobs::quota, &Knobs::plateau, &Knobs::place,
         &Knobs::shared_bits, &Knobs::exponents, &Knobs::both_signs, &Knobs::letters, &Knobs::pivot,
         &Knobs::specials, &Knobs::pitch_gap, &Knobs::offset, &Knobs::output_gap, &Knobs::wants_scores,
         &Knobs::wants_facts, &Knobs::type);
    // The seed has no order: 0 is as good as another, and nothing lies between.
    if (knobs.seed != 0) {
        Knobs one = knobs;
        one.seed = 0;
        list.push_back(one);
    }
    return list;
}

std::string describe(const Knobs &knobs) {
    const Knobs plain;
    std::string text = "seed " + std::to_string(knobs.seed) + " " + name(knobs.type);
    const auto add = [&](const char *word, auto Knobs::*field) {
        if (knobs.*field != plain.*field) {
            text += std::string(" ") + word + " " + std::to_string(static_cast<std::int64_t>(knobs.*field));
        }
    };
    add("rows", &Knobs::rows);
    add("width", &Knobs::width);
    add("lengths", &Knobs::lengths);
    add("k", &Knobs::k);
    add("pitch_gap", &Knobs::pitch_gap);
    add("offset", &Knobs::offset);
    add("output_gap", &Knobs::output_gap);
    add("scores", &Knobs::wants_scores);
    add("facts", &Knobs::wants_facts);
    add("ties", &Knobs::ties);
    add("quota", &Knobs::quota);
    add("plateau", &Knobs::plateau);
    add("place", &Knobs::place);
    add("shared_bits", &Knobs::shared_bits);
    add("exponents", &Knobs::exponents);
    add("both_signs", &Knobs::both_signs);
    add("letters", &Knobs::letters);
    add("pivot", &Knobs::pivot);
    add("specials", &Knobs::specials);
    add("ctas", &Knobs::ctas);
    add("cut", &Knobs::cut);
    add("digits", &Knobs::digits);
    add("merge", &Knobs::merge);
    add("filter", &Knobs::filter);
    if (!(fields(knobs.options) == fields(plain.options))) {
        text += std::string(" ") + name(knobs.options.direction) + " ties=" + name(knobs.options.ties) +
                " order=" + name(knobs.options.order) + " nan=" + name(knobs.options.nan_policy) + " fill " +
                std::to_string(knobs.options.fill_index);
    }
    return text;
}

} // namespace exactk::laws
