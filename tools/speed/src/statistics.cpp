// Order statistics of ratios.
// Spec: contract/C15. Layer: tools/speed.
#include <exactk/speed/statistics.hpp>

#include <algorithm>
#include <cmath>

namespace exactk::speed {

namespace {

/// The chance that of `count` values, each above or below the median like a coin, exactly `below` are below.
double chance(std::size_t count, std::size_t below) {
    const auto n = static_cast<double>(count);
    const auto k = static_cast<double>(below);
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::log(2.0));
}

} // namespace

double median(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<std::pair<std::size_t, std::size_t>> median_ranks(std::size_t count) {
    // The median is below the l-th value if fewer than l values are below the median.
    std::size_t rank = 0;
    double outside = 0;
    while (2 * (rank + 1) <= count) {
        outside += chance(count, rank);
        if (2 * outside > error_share) {
            break;
        }
        ++rank;
    }
    if (rank == 0) {
        return std::nullopt;
    }
    return std::pair(rank, count + 1 - rank);
}

std::optional<Estimate> estimate(const std::vector<double> &mine, const std::vector<double> &other) {
    const std::size_t count = std::min(mine.size(), other.size());
    const auto ranks = median_ranks(count);
    if (!ranks.has_value()) {
        return std::nullopt;
    }
    std::vector<double> ratios;
    for (std::size_t round = 0; round < count; ++round) {
        ratios.push_back(mine[round] / other[round]);
    }
    std::sort(ratios.begin(), ratios.end());
    Estimate result;
    result.ratio = median(ratios);
    result.lower = ratios[ranks->first - 1];
    result.upper = ratios[ranks->second - 1];
    result.rounds = count;
    result.medians[0] = median(mine);
    result.medians[1] = median(other);
    return result;
}

double geometric_mean(const std::vector<double> &ratios) {
    double sum = 0;
    for (const double ratio : ratios) {
        sum += std::log(ratio);
    }
    return ratios.empty() ? 0 : std::exp(sum / static_cast<double>(ratios.size()));
}

double quantile(std::vector<double> values, double share) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    const double rank = std::ceil(share * static_cast<double>(values.size()));
    return values[std::min(values.size(), static_cast<std::size_t>(std::max(rank, 1.0))) - 1];
}

} // namespace exactk::speed
