// Makes a case from its knobs.
// Spec: contract/C1 to C11, algorithm/S3 S4 F1. Layer: tools/laws.
#include <exactk/laws/knobs.hpp>

#include <algorithm>
#include <bit>
#include <functional>

#include "draws.hpp"
#include "rows.hpp"
#include "scores.hpp"
#include "sizes.hpp"

namespace exactk::laws {

namespace {

/// Streams of a case's seed: what is drawn for one thing does not hang on another, so that fields shrink alone.
constexpr std::uint64_t plan_stream = 1;   // convention: any distinct numbers
constexpr std::uint64_t length_stream = 2; // convention: any distinct numbers
constexpr std::uint64_t filter_stream = 3; // convention: any distinct numbers
constexpr std::uint64_t row_stream = 16;   // convention: and from here on one for each row

std::int32_t draw_length(const Knobs &knobs, std::int64_t width, Engine &engine) {
    switch (knobs.lengths) {
    case Lengths::near_k:
        return static_cast<std::int32_t>(
            std::clamp<std::int64_t>(knobs.k + uniform(engine, -1, 1), 0, width));
    case Lengths::near_cut:
        return static_cast<std::int32_t>(
            std::min<std::int64_t>(pick(engine, size_cuts) + uniform(engine, -1, 1), width));
    case Lengths::clamped:
        return once_in(engine, 2) ? pick(engine, std::array<std::int32_t, 3>{-1, -5, INT32_MIN})
                                  : (once_in(engine, 2) ? INT32_MAX : static_cast<std::int32_t>(width + 1));
    default: return static_cast<std::int32_t>(uniform(engine, 0, width));
    }
}

std::vector<int> make_digits(const Knobs &knobs, Engine &engine) {
    const bool wide = knobs.type == ScoreType::float32;
    static const std::vector<std::vector<int>> usual32 = {
        {11, 11, 10}, {12, 12, 8}, {16, 16}, {4, 4, 4, 4, 4, 4, 4, 4}, {10, 11, 11}, {2, 6, 1, 7, 5, 3, 8}};
    static const std::vector<std::vector<int>> usual16 = {{11, 5}, {5, 11},    {4, 4, 4, 4},
                                                          {12, 4}, {1, 10, 5}, {3, 13}};
    if (knobs.digits <= 0) {
        return {};
    }
    if (knobs.digits <= 6) {
        return (wide ? usual32 : usual16)[static_cast<std::size_t>(knobs.digits - 1)];
    }
    const int bits = wide ? 32 : 16;
    if (knobs.digits == 7) {
        return std::vector<int>(static_cast<std::size_t>(bits), 1);
    }
    if (knobs.digits == 8) {
        return std::vector<int>(static_cast<std::size_t>(bits / digit_bits_max), digit_bits_max);
    }
    std::vector<int> digits;
    for (int left = bits; left > 0; left -= digits.back()) {
        digits.push_back(static_cast<int>(uniform(engine, 1, std::min(left, digit_bits_max))));
    }
    return digits;
}

std::vector<std::int64_t> make_bounds(const Knobs &knobs, std::int64_t width, Engine &engine) {
    std::vector<std::int64_t> bounds(static_cast<std::size_t>(knobs.ctas) + 1, 0);
    switch (knobs.cut) {
    case Cut::plain: return {};
    case Cut::drawn:
        for (std::int64_t &bound : bounds) {
            bound = uniform(engine, 0, width);
        }
        break;
    case Cut::lumped: {
        // Two edges at most lie inside the row; all other chunks are empty.
        const std::int64_t inner = uniform(engine, 0, width);
        for (std::int64_t &bound : bounds) {
            bound = pick(engine, std::array<std::int64_t, 3>{0, inner, width});
        }
        break;
    }
    case Cut::single:
        for (std::size_t cta = 0; cta < bounds.size(); ++cta) {
            bounds[cta] = std::min(static_cast<std::int64_t>(cta), width);
        }
        break;
    }
    std::sort(bounds.begin(), bounds.end());
    bounds.front() = 0;
    bounds.back() = width + (once_in(engine, 4) ? 3 : 0); // above the width is legal, too
    return bounds;
}

/// The largest legal sample that is at most `wanted`.
std::int64_t legal_sample(std::int64_t wanted) {
    const auto pieces = static_cast<std::uint64_t>(wanted / filter_piece);
    return static_cast<std::int64_t>(std::bit_floor(pieces)) * filter_piece;
}

/// Any key, the key of any element, or that of a row's last winner, so that the list ends there.
std::uint32_t forced_threshold(const casefile::CaseFile &one, Engine &engine) {
    const std::vector<std::uint32_t> &row = row_of(one, uniform(engine, 0, one.rows - 1));
    if (row.empty() || once_in(engine, 4)) {
        const int bits = score_bits[static_cast<std::size_t>(one.type)];
        return static_cast<std::uint32_t>(engine() >> (64 - bits));
    }
    if (one.k == 0 || once_in(engine, 2)) {
        return static_cast<std::uint32_t>(key_of(row[below(engine, row.size())], one.type, one.options));
    }
    std::vector<std::uint64_t> keys;
    for (const std::uint32_t bits : row) {
        keys.push_back(key_of(bits, one.type, one.options));
    }
    const auto last = keys.begin() + (std::min(one.k, static_cast<std::int64_t>(keys.size())) - 1);
    std::nth_element(keys.begin(), last, keys.end(), std::greater<>());
    return static_cast<std::uint32_t>(*last);
}

void make_filter(const Knobs &knobs, casefile::CaseFile &one) {
    Engine engine = cases::engine_for(knobs.seed, filter_stream);
    FilterPlan &filter = one.plan.filter;
    switch (knobs.filter) {
    case 1: filter.whole = one.width; return;
    case 2:
        // Room for all that the threshold is likely to keep, and now and then for all.
        filter.list = once_in(engine, 3) ? std::max<std::int64_t>(one.width, filter_piece)
                                         : std::max<std::int64_t>(4 * one.k, 4 * filter_piece);
        filter.sample =
            legal_sample(std::min<std::int64_t>(filter.list, filter_piece << uniform(engine, 0, 5)));
        break;
    case 3:
        filter.list = std::max<std::int64_t>(one.width, filter_piece);
        filter.sample = filter_piece;
        filter.forced = true;
        filter.threshold = forced_threshold(one, engine);
        break;
    case 5: // A large sample, so that a key that many elements have is seen to be heavy.
        filter.sample = filter_piece << 5;
        filter.list = std::max<std::int64_t>(2 * one.k, filter.sample + uniform(engine, 0, filter.sample));
        break;
    case 4: // A list that is too short for much.
        filter.list = filter_piece + uniform(engine, 0, filter_piece);
        filter.sample = filter_piece;
        break;
    default: return;
    }
    filter.list = std::min(filter.list, width_max);
}

/// A field's number brought between its limits.
template <class Enum> Enum limited(Enum value, Enum last) { return value > last ? last : value; }

Knobs sound(Knobs knobs) {
    knobs.rows = std::clamp<std::int64_t>(knobs.rows, 1, 64); // convention: a case stays small
    knobs.width = std::clamp<std::int64_t>(knobs.width, 0, casefile::listed_max / knobs.rows);
    knobs.k = std::clamp<std::int64_t>(knobs.k, 0, casefile::listed_max); // bound: listed answers
    knobs.pitch_gap = std::clamp<std::int64_t>(knobs.pitch_gap, 0, 4096); // convention: any gap shows it
    knobs.offset = std::clamp<std::int64_t>(knobs.offset, 0, casefile::offset_max);
    knobs.output_gap = std::clamp<std::int64_t>(knobs.output_gap, 0, 4096); // convention: any gap shows it
    knobs.ctas = std::clamp(knobs.ctas, 1, cta_count_max);
    knobs.lengths = limited(knobs.lengths, Lengths::clamped);
    knobs.place = limited(knobs.place, Place::sampled);
    knobs.pivot = limited(knobs.pivot, Pivot::subnormal);
    knobs.cut = limited(knobs.cut, Cut::single);
    return knobs;
}

} // namespace

casefile::CaseFile make_case(const Knobs &given) {
    const Knobs knobs = sound(given);
    casefile::CaseFile one;
    one.type = knobs.type;
    one.rows = knobs.rows;
    one.width = knobs.width;
    one.pitch = knobs.width + knobs.pitch_gap;
    one.offset = knobs.offset;
    one.k = knobs.k;
    one.options = knobs.options;
    const std::uint64_t pattern = (std::uint64_t{1} << score_bits[static_cast<int>(one.type)]) - 1;
    one.options.fill_score_bits &= static_cast<std::uint32_t>(pattern);
    one.wants_scores = knobs.wants_scores;
    one.wants_facts = knobs.wants_facts;
    one.output_gap = knobs.output_gap;
    Engine plan_engine = cases::engine_for(knobs.seed, plan_stream);
    one.plan.ctas = knobs.ctas;
    one.plan.digits = make_digits(knobs, plan_engine);
    one.plan.bounds = make_bounds(knobs, one.width, plan_engine);
    one.plan.emission = knobs.merge ? Plan::Emission::merge : Plan::Emission::direct;
    Engine length_engine = cases::engine_for(knobs.seed, length_stream);
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (knobs.lengths != Lengths::none) {
            one.lengths.push_back(draw_length(knobs, one.width, length_engine));
        }
        Engine engine = cases::engine_for(knobs.seed, row_stream + static_cast<std::uint64_t>(row));
        one.scores.push_back(make_scores(knobs, one.plan, one.n(row), engine));
    }
    make_filter(knobs, one);
    return one;
}

} // namespace exactk::laws
