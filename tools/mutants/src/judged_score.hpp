// A score as the exhibits see it that look at values alone.
// Spec: contract/C3. Layer: tools/mutants.
#pragma once

#include <cmath>
#include <cstdint>

#include <exactk/contract/score_type.hpp>
#include <exactk/oracle/widen.hpp>

namespace exactk::mutants {

/// Zeros of both signs are equal, and so are all NaNs, which are the greatest of all, above +inf.
struct JudgedScore {
    bool nan = false;
    double number = 0; ///< exactly; 0 for NaN

    friend bool operator==(const JudgedScore &, const JudgedScore &) = default;
    friend bool operator<(const JudgedScore &one, const JudgedScore &other) {
        return one.nan != other.nan ? other.nan : one.number < other.number;
    }
};

inline JudgedScore judged_score(std::uint32_t bits, ScoreType type) {
    const std::uint32_t sign = std::uint32_t{1} << (score_bits[static_cast<int>(type)] - 1);
    const bool nan = (bits & (sign - 1)) > positive_infinity_bits[static_cast<int>(type)];
    return nan ? JudgedScore{true, 0} : JudgedScore{false, oracle::widen(bits, type)};
}

/// Whether two scores are one to a judge that allows this distance, absolute and relative; 0: equal values alone. No
/// distance leads to a NaN or to an infinity, however large a relative one may be.
inline bool close_enough(const JudgedScore &one, const JudgedScore &right, double apart) {
    if (one == right) {
        return true;
    }
    if (one.nan || right.nan || std::isinf(one.number) || std::isinf(right.number)) {
        return false;
    }
    return std::fabs(one.number - right.number) <= apart + apart * std::fabs(right.number);
}

} // namespace exactk::mutants
