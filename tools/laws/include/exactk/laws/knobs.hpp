// The knobs of a case, each drawn by itself and then biased, and the case that they make.
// Spec: contract/C1 to C11, algorithm/S3 S4 S8 F1. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::laws {

/// Where the winners and those that tie with the last one lie in a row.
enum class Place : std::uint8_t {
    spread = 0, ///< anywhere
    first,      ///< at the row's beginning
    last,       ///< at its end
    per_chunk,  ///< as evenly over the CTAs' chunks as their number allows
    straddle,   ///< one run across the edge of two chunks
    sorted,     ///< values fall from the first index to the last
    rising,     ///< values rise
    sampled,    ///< the best where a large sample looks (F2), so that it misleads
};

/// What the last winner is.
enum class Pivot : std::uint8_t { number = 0, nan, zero, infinity, subnormal };

/// How the CTAs' chunks are cut.
enum class Cut : std::uint8_t {
    plain = 0, ///< the plain cut of S3
    drawn,     ///< bounds anywhere
    lumped,    ///< all but one or two chunks are empty
    single,    ///< one element each, the rest in the last chunk
};

/// What the lengths of the rows are.
enum class Lengths : std::uint8_t {
    none = 0, ///< no lengths are given
    drawn,    ///< anything in [0, width]
    near_k,   ///< k - 1, k, k + 1
    near_cut, ///< a length at which kernels switch paths, as far as it fits
    clamped,  ///< below 0 or above the width
};

/// Plain data: each field has a simplest value, that of a new object, towards which it shrinks by itself. Numbers that
/// do not fit one another are brought into each other's limits by make_case().
struct Knobs {
    std::uint64_t seed = 0; ///< of what the other fields leave open: positions, low bits, which elements

    // Shape.
    ScoreType type = ScoreType::float32;
    std::int64_t rows = 1;
    std::int64_t width = 0;
    Lengths lengths = Lengths::none;
    std::int64_t k = 0;
    std::int64_t pitch_gap = 0;
    std::int64_t offset = 0; ///< elements from a 64-byte boundary to the first score
    std::int64_t output_gap = 0;
    bool wants_scores = false;
    bool wants_facts = false;
    Options options;

    // Scores.
    std::int64_t ties = 0;    ///< elements equal to the last winner; 0: as it comes
    int quota = 0;            ///< of these, the number selected: 0 one of them, 1 all but one, 2 any, 3 all
    std::int64_t plateau = 0; ///< further elements that share one value, among the losers
    Place place = Place::spread;
    int shared_bits = 0;     ///< upper bits of the patterns that all numbers share; 0: the exponents say
    int exponents = 0;       ///< exponents that the numbers come from, upwards from one; 0: all
    bool both_signs = false; ///< numbers of both signs
    int letters = 0;         ///< different numbers in the row at most; 0: any
    Pivot pivot = Pivot::number;
    int specials = 0; ///< so many in 64 elements are NaNs, infinities, zeros and subnormals

    // Plan.
    int ctas = 1;
    Cut cut = Cut::plain;
    int digits = 0; ///< 0 the default, 1 to 6 usual ones, 7 one bit each, 8 the widest, 9 drawn one by one
    bool merge = false;
    int filter = 0; ///< 0 none, 1 listed whole, 2 sampled, 3 a forced threshold, 4 a short list, 5 a large sample

    friend bool operator==(const Knobs &, const Knobs &);
};

/// How large cases may get.
struct Reach {
    std::int64_t width_max = 65536;     ///< widths are log-uniform up to it, 1 to casefile::listed_max
    std::int64_t elements_max = 131072; ///< rows times width; a single row may have more
    int ctas_max = cta_count_max;       ///< 1 to cta_count_max
};

/// Swarm style: the seed switches a random subset of the features off, the number draws the rest. The same on every
/// machine.
Knobs draw_knobs(std::uint64_t seed, std::uint64_t number);
Knobs draw_knobs(std::uint64_t seed, std::uint64_t number, const Reach &reach);

/// The features that a seed leaves on, for reports: one bit each, in the order of feature_names().
std::uint32_t features_of(std::uint64_t seed);
const std::vector<const char *> &feature_names();

/// The case of these knobs, one that casefile::check() passes. The same on every machine and with every compiler.
casefile::CaseFile make_case(const Knobs &knobs);

/// The same knobs with one field made simpler, the boldest change first: for shrinkers.
std::vector<Knobs> simpler(const Knobs &knobs);

/// All fields that are not the simplest, in one line, e.g. "seed 7 width 12 k 3 ties 4".
std::string describe(const Knobs &knobs);

} // namespace exactk::laws
