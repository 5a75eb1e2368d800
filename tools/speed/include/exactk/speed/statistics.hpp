// Medians, and how far they can be trusted, without an assumption about how times are distributed.
// Spec: contract/C15. Layer: tools/speed.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace exactk::speed {

/// What is wrongly left out of an interval: one in twenty.
inline constexpr double error_share = 0.05; // convention: what readers expect of an interval

/// A ratio with its interval, and what it was made of.
struct Estimate {
    double ratio = 0; ///< median of the rounds' ratios
    double lower = 0; ///< the interval that holds the true median in 95 of 100 such series at least
    double upper = 0;
    std::size_t rounds = 0;
    double medians[2] = {0, 0}; ///< of either's times, nanoseconds of a call
};

/// The middle of the values, or the mean of the two in the middle. Of none it is 0.
double median(std::vector<double> values);

/// Ranks, from 1, of the ordered values that bound the interval of a median of `count` values: the narrowest pair of ranks (l,
/// count + 1 - l) for which a median is outside with `error_share` at most. None for fewer than 6 values.
std::optional<std::pair<std::size_t, std::size_t>> median_ranks(std::size_t count);

/// From pairs of times, one pair of each round; none if there are too few for an interval. All times are above 0.
std::optional<Estimate> estimate(const std::vector<double> &mine, const std::vector<double> &other);

/// Of ratios, all above 0. Of none they are 0.
double geometric_mean(const std::vector<double> &ratios);
/// The least value that is not below `share` of the values (nearest rank); share is in (0, 1].
double quantile(std::vector<double> values, double share);

} // namespace exactk::speed
