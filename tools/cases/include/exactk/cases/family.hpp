// Named families of adversarial rows, shared by the command line, the tests and the benches.
// Spec: contract/C3 C4 C5. Layer: tools/cases.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <exactk/contract/score_type.hpp>

namespace exactk::cases {

enum class Family : std::uint8_t {
    normal = 0,    ///< bell-shaped around 0: few ties, the friendly case
    all_equal,     ///< one value: only the tie rule decides
    two_values,    ///< two values at random places
    boundary_ties, ///< a chosen number of equal scores straddles the cut
    narrow_bin,    ///< all scores share sign and exponent, and of float32 the upper 13 fraction bits too
    descending,    ///< strictly falling where the type has enough values, else in steps
    ascending,     ///< the reverse: the winners come last
    winners_last,  ///< the winners stand together at the row's end, noise before
    above_65504,   ///< beyond float16's finite range (the upper end of the type for float16)
    relu_plateau,  ///< a few positive scores and a plateau of zeros
    signed_zeros,  ///< zeros of both signs with a few other scores
    nan_mixed,     ///< NaNs of both signs and many payloads among numbers
    inf_mixed,     ///< infinities of both signs among numbers
    subnormal,     ///< subnormals of both signs, zeros and the smallest normal numbers
    quantised,     ///< bell-shaped, rounded to coarse steps: ties everywhere
};
inline constexpr int family_count = 15; // bound: one past the last Family

const char *name(Family family);
/// The family of that name; false if there is none.
bool parse(const std::string &text, Family &family);

/// What a row is made from.
struct RowShape {
    Family family = Family::normal;
    ScoreType type = ScoreType::float32;
    std::int64_t n = 0;
    std::int64_t k = 0;            ///< where the cut lies; families that aim at the cut use min(k, n)
    std::int64_t population = 0;   ///< boundary_ties: how many scores equal the pivot, clamped to [1, n]
    bool towards_smallest = false; ///< mirror the values, so that the winners are the smallest scores
};

/// The engine of all our random inputs: its output is fixed by the C++ standard. The standard's distributions
/// are not, so none is used.
using Engine = std::mt19937_64;

/// An engine for one stream of a seed, the same on every machine.
Engine engine_for(std::uint64_t seed, std::uint64_t stream);

/// Uniform in [0, bound), bound at least 1.
std::uint64_t below(Engine &engine, std::uint64_t bound);

/// Bit patterns of n scores in the low bits of each word.
std::vector<std::uint32_t> make_row(const RowShape &shape, Engine &engine);

} // namespace exactk::cases
