// Which strategy and how many CTAs per row the planner takes by itself, and why.
// Spec: algorithm/S3, contract/C15. Layer: device.
#include "plan/choice.hpp"

#include <algorithm>

#include "kernels/limits.hpp"
#include "plan/profiles.hpp"

namespace exactk::device {

namespace {

// Every threshold of this file is about time only: any value gives the same answers.
constexpr std::int64_t one_cta_width = 16384; // measured: up to it one CTA was as fast as a cluster
constexpr std::int64_t cluster_chunk =
    8192; // measured: shorter chunks cost more at the barriers than they save
constexpr std::int64_t pair_chunk = 32768;             // measured: two CTAs are worth it from 65,536 on
constexpr std::int64_t largest_cluster_width = 262144; // measured: 16 CTAs were as fast as 8 at 131,072
constexpr std::int64_t grid_width = 32768; // convention: without clusters, from here on; to be measured
constexpr std::int64_t grid_chunk = 4096;  // convention: shortest chunk worth a CTA; to be measured

int cluster_ctas_bound(const Setting &setting) {
    const Profile &profile = setting.profile;
    const bool largest = setting.shape.width >= largest_cluster_width || profile.cluster_ctas_portable < 2;
    const int bound = largest ? profile.cluster_ctas_max : profile.cluster_ctas_portable;
    return std::min({bound, profile.cluster_ctas_max, cluster_ctas_limit});
}

/// Rows whose clusters of that size run side by side. Clusters do not cross the processor clusters of a device,
/// whose SMs they cannot all use: an H200 with 132 SMs was seen to hold 66, 30, 15 and 7 of 2, 4, 8 and 16.
std::int64_t clusters_side_by_side(std::int64_t sms, int ctas) {
    return ctas <= 2 ? sms / ctas : sms * 10 / 11 / ctas;
}

/// The most CTAs with chunks that are long enough, as far as the rows have room side by side.
int cluster_ctas(const Setting &setting) {
    const std::int64_t rows = std::max(std::int64_t{1}, setting.shape.rows);
    const int bound = cluster_ctas_bound(setting);
    int ctas = std::min(2, bound);
    while (chunk_length_max(setting.shape.width, 2 * ctas) >= cluster_chunk && 2 * ctas <= bound &&
           rows <= clusters_side_by_side(setting.sms, 2 * ctas))
        ctas *= 2;
    return ctas;
}

/// Whether a cluster is worth it: more than two CTAs, or two with long chunks.
bool cluster_pays(const Setting &setting) {
    const std::int64_t rows = std::max(std::int64_t{1}, setting.shape.rows);
    if (setting.shape.width <= one_cta_width || rows > clusters_side_by_side(setting.sms, 2))
        return false;
    const int ctas = cluster_ctas(setting);
    return ctas > 2 || chunk_length_max(setting.shape.width, ctas) >= pair_chunk;
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
    if (clusters && sms >= 2 && cluster_pays(setting))
        return chosen(Strategy::row_per_cluster, "width " + number(width) + " is more than " +
                                                     number(one_cta_width) + " and " + number(rows) +
                                                     " rows are at most half of " + number(sms) + " SMs");
    if (width <= one_cta_width)
        return chosen(Strategy::row_per_cta,
                      "width " + number(width) + " is at most " + number(one_cta_width));
    if (rows >= sms)
        return chosen(Strategy::row_per_cta, number(rows) + " rows keep all of " + number(sms) + " SMs busy");
    if (!clusters && rows < sms / 2 && width > grid_width)
        return chosen(Strategy::row_per_grid,
                      "without clusters, " + number(rows) + " rows are fewer than half of " + number(sms) +
                          " SMs and width " + number(width) + " is more than " + number(grid_width));
    return chosen(Strategy::row_per_cta, number(rows) + " rows of width " + number(width) + " for " +
                                             number(sms) + " SMs are not worth sharing a row");
}

} // namespace exactk::device
