// The filters under which the campaign runs the model: drawn from a case's name, so that they come again with it.
// Spec: algorithm/F1 F2. Layer: tools/check.
#include "filters.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

namespace exactk::check {

namespace {

/// Numbers of streams of their own, beside those of the cases.
constexpr std::uint64_t filter_streams = 0x46494C5445520000u; // convention: any numbers that no case uses

std::int64_t draw(cases::Engine &engine, std::int64_t below) {
    return static_cast<std::int64_t>(cases::below(engine, static_cast<std::uint64_t>(below)));
}

/// A legal sample for a list that full rows are long enough for: a few pieces, now and then as many as fit.
std::int64_t draw_sample(cases::Engine &engine, std::int64_t list, std::int64_t width) {
    const auto pieces_max = static_cast<std::uint64_t>(std::min(list, width) / filter_piece);
    const std::uint64_t wanted = std::uint64_t{1} << draw(engine, 8);
    return static_cast<std::int64_t>(std::min(wanted, std::bit_floor(pieces_max))) * filter_piece;
}

} // namespace

FilterPlan draw_filter(const cases::Case &one, std::size_t plan) {
    const auto place =
        static_cast<std::uint64_t>(one.number) * cases::family_count + static_cast<std::uint64_t>(one.family);
    cases::Engine engine = cases::engine_for(one.seed, filter_streams + place * one.plans.size() + plan);
    FilterPlan filter;
    switch (draw(engine, 8)) {
    case 0: // Rows that one CTA does are listed whole, others sampled.
        filter.whole = one.width + draw(engine, 2);
        filter.list = draw(engine, one.width + 1);
        break;
    case 1: // Of the rows that one CTA does the short ones are listed whole.
        filter.whole = draw(engine, one.width + 1);
        filter.list = draw(engine, one.width + 1);
        break;
    case 2: // The sample's threshold always has the room that it needs.
        filter.list = one.width;
        break;
    case 3: // Sampled rows have a threshold that keeps all, some or none.
        filter.list = std::max<std::int64_t>(one.width - 1, 0);
        filter.forced = true;
        filter.threshold = static_cast<std::uint32_t>(
            draw(engine, std::int64_t{1} << score_bits[static_cast<int>(one.type)]));
        break;
    default: return filter; // None.
    }
    filter.sample = draw_sample(engine, filter.list, one.width);
    filter.whole = std::min(filter.whole, width_max);
    filter.list = std::min(filter.list, width_max);
    return filter;
}

std::string describe(const FilterPlan &filter) {
    if (filter.whole == 0 && filter.list == 0) {
        return "";
    }
    std::string text =
        fmt::format(" --whole {} --list {} --sample {}", filter.whole, filter.list, filter.sample);
    return filter.forced ? text + fmt::format(" --threshold {:#x}", filter.threshold) : text;
}

} // namespace exactk::check
