// Which strategy and how many CTAs per row the planner takes by itself, and why.
// Spec: algorithm/S3, contract/C15. Layer: device.
#include "plan/choice.hpp"

#include <algorithm>

#include "kernels/limits.hpp"
#include "plan/profiles.hpp"

namespace exactk::device {

namespace {

// Every threshold of this file is about time only: any value gives the same answers.
constexpr std::int64_t one_cta_width = 16384; // convention: up to it a row is never shared; to be measured
constexpr std::int64_t cluster_chunk_bytes = 16384; // convention: 4096 keys of 32 bits a CTA; to be measured
constexpr std::int64_t largest_cluster_rows =
    0;                                     // measured: clusters of 16 were slower than of 8 up to 262,144
constexpr std::int64_t grid_width = 32768; // convention: without clusters, from here on; to be measured
constexpr std::int64_t grid_width_clusters =
    524288; // convention: rows too long for a cluster; to be measured
constexpr std::int64_t grid_rows_clusters =
    2; // measured: at 1M a grid took 36 us for one row, a cluster of 16 took 63
constexpr std::int64_t grid_chunk = 4096; // convention: shortest chunk worth a CTA; to be measured

int cluster_ctas_bound(const Setting &setting) {
    const Profile &profile = setting.profile;
    const bool largest = setting.shape.rows <= largest_cluster_rows || profile.cluster_ctas_portable < 2;
    const int bound = largest ? profile.cluster_ctas_max : profile.cluster_ctas_portable;
    return std::min({bound, profile.cluster_ctas_max, cluster_ctas_limit});
}

/// Rows whose clusters of that size run side by side. Clusters do not cross the processor clusters of a device,
/// whose SMs they cannot all use: an H200 with 132 SMs was seen to hold 66, 30, 15 and 7 of 2, 4, 8 and 16.
std::int64_t clusters_side_by_side(std::int64_t sms, int ctas) {
    return ctas <= 2 ? sms / ctas : sms * 10 / 11 / ctas;
}

/// Doubled while chunks are long and the rows still have room side by side.
int cluster_ctas(const Setting &setting) {
    const std::int64_t rows = std::max(std::int64_t{1}, setting.shape.rows);
    const int bound = cluster_ctas_bound(setting);
    int ctas = std::min(2, bound);
    while (chunk_length_max(setting.shape.width, ctas) * setting.key_bytes > cluster_chunk_bytes &&
           2 * ctas <= bound && rows <= clusters_side_by_side(setting.sms, 2 * ctas))
        ctas *= 2;
    return ctas;
}

int grid_ctas(const Setting &setting) {
    const std::int64_t rows = std::max(std::int64_t{1}, setting.shape.rows);
    const std::int64_t by_sms = std::max(std::int64_t{1}, setting.sms / rows);
    const std::int64_t by_width =
        std::max(std::int64_t{1}, (setting.shape.width + grid_chunk - 1) / grid_chunk);
    return static_cast<int>(std::min({std::int64_t{grid_ctas_max}, by_sms, by_width}));
}

std::string number(std::int64_t value) { return std::to_string(value); }

} // namespace

int choose_ctas(const Setting &setting, Strategy strategy) {
    switch (strategy) {
    case Strategy::row_per_cta: return 1;
    case Strategy::row_per_cluster: return cluster_ctas(setting);
    case Strategy::row_per_grid: return grid_ctas(setting);
    }
    return 1;
}

Choice choose(const Setting &setting, bool clusters) {
    const std::int64_t rows = setting.shape.rows;
    const std::int64_t width = setting.shape.width;
    const std::int64_t sms = setting.sms;
    const auto chosen = [&setting](Strategy strategy, const std::string &reason) {
        return Choice{strategy, choose_ctas(setting, strategy), reason};
    };
    const bool fits = width <= setting.resident_keys_chip;
    if (fits && width <= one_cta_width)
        return chosen(Strategy::row_per_cta, "width " + number(width) + " is at most " +
                                                 number(one_cta_width) + " and its keys fit one CTA");
    if (fits && rows >= sms)
        return chosen(Strategy::row_per_cta, "a row's keys fit one CTA and " + number(rows) +
                                                 " rows keep all of " + number(sms) + " SMs busy");
    if (clusters && sms >= 2) {
        if (width >= grid_width_clusters && rows <= grid_rows_clusters)
            return chosen(Strategy::row_per_grid,
                          "width " + number(width) + " is at least " + number(grid_width_clusters) +
                              " and there are at most " + number(grid_rows_clusters) + " rows");
        if (width > one_cta_width && rows <= sms / 2)
            return chosen(Strategy::row_per_cluster, "width " + number(width) + " is more than " +
                                                         number(one_cta_width) + " and " + number(rows) +
                                                         " rows are at most half of " + number(sms) + " SMs");
    }
    if (!clusters && rows < sms / 2 && width > grid_width)
        return chosen(Strategy::row_per_grid,
                      "without clusters, " + number(rows) + " rows are fewer than half of " + number(sms) +
                          " SMs and width " + number(width) + " is more than " + number(grid_width));
    return chosen(Strategy::row_per_cta, number(rows) + " rows of width " + number(width) + " for " +
                                             number(sms) + " SMs are not worth sharing a row");
}

} // namespace exactk::device
