// Draws the values of a row class by class, above, equal to and below the last winner, and puts them in their places.
// Spec: contract/C3 C4 C5. Layer: tools/laws.
#include "scores.hpp"

#include <algorithm>

#include "places.hpp"
#include "rows.hpp"

namespace exactk::laws {

namespace {

/// The numbers that a row may hold.
class Numbers {
public:
    Numbers(const Knobs &knobs, Engine &engine) : knobs_(knobs), engine_(engine) {
        const Format &format = format_of(knobs.type);
        const std::int64_t finite = format.infinity - 1;
        last_ = finite;
        if (knobs.shared_bits > 0) {
            // Of the sign bit and the pattern's upper bits; a few low bits stay free in every type.
            const int low_bits =
                std::max(format.bits - knobs.shared_bits, 4); // convention: some numbers are left
            first_ = uniform(engine, 0, finite >> low_bits) << low_bits;
            last_ = std::min(first_ + (std::int64_t{1} << low_bits) - 1, finite);
        } else if (knobs.exponents > 0) {
            const std::int64_t exponents = format.infinity >> format.fraction_bits;
            const std::int64_t count = std::min<std::int64_t>(knobs.exponents, exponents);
            first_ = uniform(engine, 0, exponents - count) << format.fraction_bits;
            last_ = first_ + (count << format.fraction_bits) - 1;
        }
        negative_ = once_in(engine, 2);
        for (int letter = 0; letter < knobs.letters; ++letter) {
            letters_.push_back(any());
        }
    }

    /// Any of the numbers, as a step in which larger is preferred.
    std::int64_t draw() { return letters_.empty() ? any() : letters_[below(engine_, letters_.size())]; }

    /// One on the wanted side of the pivot; where a few draws find none, its neighbour.
    std::int64_t draw_above(std::int64_t pivot) { return draw_beside(pivot, 1); }
    std::int64_t draw_below(std::int64_t pivot) { return draw_beside(pivot, -1); }

    /// A pivot that leaves numbers on both sides, where there are some.
    std::int64_t draw_middle() {
        std::int64_t five[5];
        for (std::int64_t &one : five) {
            one = draw();
        }
        std::sort(five, five + 5);
        return five[2];
    }

private:
    std::int64_t any() {
        const bool negative = knobs_.both_signs ? once_in(engine_, 2) : negative_;
        const std::int64_t magnitude = uniform(engine_, first_, last_);
        return negative ? -magnitude : magnitude;
    }

    std::int64_t draw_beside(std::int64_t pivot, std::int64_t side) {
        for (int attempt = 0; attempt < 8;
             ++attempt) { // convention: the middle of five draws is seldom so far out
            const std::int64_t number = draw();
            if ((number - pivot) * side > 0) {
                return number;
            }
        }
        return pivot + side; // Beyond the largest finite number this is an infinity, which is a number, too.
    }

    const Knobs &knobs_;
    Engine &engine_;
    std::int64_t first_ = 0; ///< magnitudes, as steps from zero
    std::int64_t last_ = 0;
    bool negative_ = false;
    std::vector<std::int64_t> letters_;
};

std::uint32_t any_nan(const Format &format, Engine &engine) {
    const std::uint32_t sign = once_in(engine, 2) ? format.sign : 0u;
    return sign | static_cast<std::uint32_t>(uniform(engine, format.infinity + 1, format.sign - 1));
}

/// The classes of a row: how many elements lie above the last winner and how many equal it.
struct Classes {
    std::int64_t above = 0;
    std::int64_t equal = 0;
};

Classes class_sizes(const Knobs &knobs, std::int64_t n, Engine &engine) {
    const std::int64_t m = std::clamp<std::int64_t>(knobs.k, 1, n);
    Classes classes;
    classes.equal = std::clamp<std::int64_t>(knobs.ties, 1, n);
    const bool best =
        knobs.pivot == Pivot::infinity || (knobs.pivot == Pivot::nan && nan_is_best(knobs.options));
    if (best) {
        // Nothing, or for infinities nothing that is made here, is preferred to it.
        classes.equal = std::max(classes.equal, m);
        return classes;
    }
    if (knobs.pivot == Pivot::nan) {
        // Nothing comes after it.
        classes.equal = std::max(classes.equal, n - m + 1);
        classes.above = n - classes.equal;
        return classes;
    }
    const std::int64_t least = std::max<std::int64_t>(0, m - classes.equal);
    const std::int64_t most = std::min(m - 1, n - classes.equal);
    switch (knobs.quota) {
    case 0: classes.above = most; break;
    case 1: classes.above = std::clamp(m - classes.equal + 1, least, most); break;
    case 2: classes.above = uniform(engine, least, most); break;
    default: classes.above = least; break;
    }
    return classes;
}

class Row {
public:
    Row(const Knobs &knobs, Engine &engine)
        : knobs_(knobs), engine_(engine), format_(format_of(knobs.type)), numbers_(knobs, engine) {}

    /// Best first: above, equal, below. `winners` becomes the number of elements above or equal.
    std::vector<std::uint32_t> ranked(std::int64_t n, std::int64_t &winners) {
        std::vector<std::uint32_t> row;
        row.reserve(static_cast<std::size_t>(n));
        const Classes classes = class_sizes(knobs_, n, engine_);
        winners = classes.above + classes.equal;
        const std::int64_t pivot = pivot_step();
        for (std::int64_t i = 0; i < classes.above; ++i) {
            row.push_back(special_or(numbers_.draw_above(pivot), pivot, 1));
        }
        for (std::int64_t i = 0; i < classes.equal; ++i) {
            row.push_back(pivot_bits(pivot));
        }
        const std::int64_t losers = n - winners;
        const std::int64_t flat = std::min(knobs_.plateau, losers);
        const std::int64_t plateau = numbers_.draw_below(pivot);
        for (std::int64_t i = 0; i < losers; ++i) {
            const bool below_nan = knobs_.pivot == Pivot::nan; // then any number is below
            const std::int64_t step =
                i < flat ? plateau : (below_nan ? numbers_.draw() : numbers_.draw_below(pivot));
            row.push_back(i < flat ? bits_of(step) : special_or(step, pivot, -1));
        }
        return row;
    }

    /// Values as they come, with a plateau of one of them; no class is made.
    std::vector<std::uint32_t> plain(std::int64_t n) {
        const std::int64_t plateau = numbers_.draw();
        std::vector<std::uint32_t> row;
        for (std::int64_t i = 0; i < n; ++i) {
            row.push_back(i < knobs_.plateau ? bits_of(plateau) : special_or(numbers_.draw(), 0, 0));
        }
        return row;
    }

private:
    std::uint32_t bits_of(std::int64_t step) {
        const bool largest = knobs_.options.direction == Direction::largest;
        return bits_of_step(largest ? step : -step, knobs_.type);
    }

    std::int64_t pivot_step() {
        switch (knobs_.pivot) {
        case Pivot::number: return numbers_.draw_middle();
        case Pivot::infinity: return format_.infinity;
        case Pivot::subnormal: {
            const std::int64_t magnitude =
                uniform(engine_, 1, (std::int64_t{1} << format_.fraction_bits) - 1);
            return once_in(engine_, 2) ? -magnitude : magnitude;
        }
        case Pivot::nan:
            // Numbers are all on one side of it.
            return nan_is_best(knobs_.options) ? std::int64_t{format_.infinity} + 1
                                               : -std::int64_t{format_.infinity} - 1;
        default: return 0;
        }
    }

    std::uint32_t pivot_bits(std::int64_t pivot) {
        if (knobs_.pivot == Pivot::nan) {
            return any_nan(format_, engine_);
        }
        if (pivot == 0) {
            return once_in(engine_, 2) ? format_.sign : 0u;
        }
        return bits_of(pivot);
    }

    /// The number, or now and then a special one that is on the same side of the pivot; side 0 takes any.
    std::uint32_t special_or(std::int64_t step, std::int64_t pivot, std::int64_t side) {
        const std::uint32_t bits = bits_of(step);
        if (knobs_.specials == 0 || static_cast<std::int64_t>(below(engine_, 64)) >= knobs_.specials) {
            return bits;
        }
        const std::uint32_t sign = once_in(engine_, 2) ? format_.sign : 0u;
        std::uint32_t special = 0;
        switch (below(engine_, 5)) {
        case 0: special = any_nan(format_, engine_); break;
        case 1: special = sign | format_.infinity; break;
        case 2: special = sign; break;
        case 3: special = sign | static_cast<std::uint32_t>(uniform(engine_, 1, 3)); break;
        default: special = sign | (format_.infinity - 1); break;
        }
        if (side == 0) {
            return special;
        }
        // A NaN pivot has numbers on one side only, and no NaN of its own belongs there.
        if (is_nan(special, knobs_.type)) {
            const bool above = nan_is_best(knobs_.options);
            return knobs_.pivot != Pivot::nan && above == (side > 0) ? special : bits;
        }
        const std::int64_t own = step_of(special, knobs_.type);
        const std::int64_t preferred = knobs_.options.direction == Direction::largest ? own : -own;
        return (preferred - pivot) * side > 0 ? special : bits;
    }

    const Knobs &knobs_;
    Engine &engine_;
    const Format &format_;
    Numbers numbers_;
};

} // namespace

std::vector<std::uint32_t> make_scores(const Knobs &knobs, const Plan &plan, std::int64_t n, Engine &engine) {
    if (n == 0) {
        return {};
    }
    Row maker(knobs, engine);
    if (knobs.ties > 0 || knobs.pivot != Pivot::number) {
        std::int64_t winners = 0;
        std::vector<std::uint32_t> row = maker.ranked(n, winners);
        return put_in_place(knobs, plan, std::move(row), winners, engine);
    }
    std::vector<std::uint32_t> row = maker.plain(n);
    const std::int64_t winners = std::clamp<std::int64_t>(knobs.k, 1, n);
    if (knobs.place != Place::spread && knobs.place != Place::sorted && knobs.place != Place::rising) {
        sort_best_first(row, knobs.type, knobs.options);
    }
    return put_in_place(knobs, plan, std::move(row), winners, engine);
}

} // namespace exactk::laws
