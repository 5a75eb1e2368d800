// Draws the random batches.
// Spec: contract/C1 C2 C3 C4 C6, algorithm/F1 F5. Layer: proptests/device.
#include "random_batch.hpp"

#include <algorithm>

#include <exactk/cases/sampling.hpp>

namespace exactk::device_tests {

namespace {

using cases::below;

/// Elements of one batch, at most.
constexpr std::int64_t elements_max = std::int64_t{1} << 18; // convention: a batch takes milliseconds

std::int64_t random_width(cases::Engine &engine) {
    switch (below(engine, 40)) {
    case 0: return static_cast<std::int64_t>(below(engine, 10));
    case 1: return static_cast<std::int64_t>(1 + below(engine, std::uint64_t{1} << 20));
    default: {
        // Log-uniform up to 8192: every path of short rows, and most rows cheap.
        const std::int64_t scale = std::int64_t{1} << below(engine, 14);
        return scale / 2 +
               static_cast<std::int64_t>(below(engine, static_cast<std::uint64_t>(scale / 2 + 1)));
    }
    }
}

std::int64_t random_k(cases::Engine &engine, std::int64_t width) {
    switch (below(engine, 6)) {
    case 0: return static_cast<std::int64_t>(below(engine, 3));
    case 1: return width + static_cast<std::int64_t>(below(engine, 3)) - std::min<std::int64_t>(width, 1);
    case 2: return static_cast<std::int64_t>(below(engine, 2100));
    default: return static_cast<std::int64_t>(below(engine, static_cast<std::uint64_t>(width) + 1));
    }
}

NamedWishes random_wishes(cases::Engine &engine, const device::Profile &profile) {
    NamedWishes named = all_wishes()[below(engine, all_wishes().size())];
    while (!possible(named.wishes, profile)) {
        named = all_wishes()[below(engine, all_wishes().size())];
    }
    if (below(engine, 2) == 0) {
        named = sharing_every_row(named);
    }
    switch (below(engine, 4)) { // a row may be sampled, its list too short, or have no filter
    case 0: named = without_filter(named); break;
    case 1: named = with_list(named, filter_piece * static_cast<std::int64_t>(1 + below(engine, 96))); break;
    default: break;
    }
    return below(engine, 3) == 0 ? with_resident_keys(named, std::int64_t{1} << below(engine, 12)) : named;
}

/// Row_per_cta and row_per_cluster with a list of 32 or 64 elements: the target is above the sample, or more is kept than
/// can be listed. Now and then few keys are resident too, so that rows that fall back are read again.
void add_short_lists(cases::Engine &engine, const device::Profile &profile, std::vector<NamedWishes> &list) {
    const std::size_t first = list.size();
    for (const device::Strategy strategy :
         {device::Strategy::row_per_cta, device::Strategy::row_per_cluster}) {
        std::vector<NamedWishes> fit;
        for (const NamedWishes &named : all_wishes()) {
            const bool alone = strategy == device::Strategy::row_per_cta;
            if (!named.wishes.automatic && named.wishes.strategy == strategy &&
                (alone || named.wishes.ctas > 1) && possible(named.wishes, profile)) {
                fit.push_back(alone ? named : sharing_every_row(named));
            }
        }
        if (!fit.empty()) {
            list.push_back(with_list(fit[below(engine, fit.size())],
                                     filter_piece * static_cast<std::int64_t>(1 + below(engine, 2))));
        }
    }
    for (std::size_t at = first; at < list.size(); ++at) { // drawn last: all else is as without these draws
        if (below(engine, 3) == 0) {
            list[at] = with_resident_keys(list[at], std::int64_t{1} << below(engine, 8));
        }
    }
}

} // namespace

RandomBatch random_batch(std::uint64_t seed, std::uint64_t number, std::int64_t rows_most,
                         const device::Profile &profile) {
    cases::Engine engine = cases::engine_for(seed ^ 0xD1CEu, number);
    const ScoreType type = static_cast<ScoreType>(below(engine, score_type_count));
    const std::int64_t width = random_width(engine);
    const std::int64_t k = random_k(engine, width);
    const std::int64_t fits =
        std::clamp<std::int64_t>(elements_max / std::max<std::int64_t>(width + k, 1), 1, 512);
    const std::int64_t rows =
        std::min({rows_most, fits,
                  static_cast<std::int64_t>(1 + below(engine, std::uint64_t{1} << below(engine, 10)))});
    HostBatch host(type, rows, width, k, static_cast<std::int64_t>(below(engine, 4)));
    host.options() = random_options(engine);
    const bool ragged = below(engine, 2) == 0;
    bool sampled = false; // with a small sample a row can be
    for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t n = width;
        if (ragged) {
            const std::int32_t length = random_length(engine, width, k);
            host.set_length(row, length);
            n = std::clamp<std::int64_t>(length, 0, width);
        }
        sampled = sampled || cases::can_be_sampled(n, k);
        const std::int64_t population =
            1 + static_cast<std::int64_t>(below(engine, static_cast<std::uint64_t>(k) + 2));
        host.make_row(row, static_cast<cases::Family>(below(engine, cases::family_count)), n, population,
                      engine);
    }
    Wanted wanted;
    wanted.output_gap = static_cast<std::int64_t>(below(engine, 3));
    wanted.scores = below(engine, 2) == 0;
    wanted.facts = below(engine, 8) != 0;
    wanted.misaligned = below(engine, 2) == 0;
    const std::byte poison = poisons[below(engine, 2)];
    const std::string shape = std::string(exactk::name(type)) + " rows=" + std::to_string(rows) +
                              " width=" + std::to_string(width) + " k=" + std::to_string(k);
    std::vector<NamedWishes> wishes = {random_wishes(engine, profile)};
    if (sampled) {
        add_short_lists(engine, profile, wishes);
    }
    return {shape, std::move(host), wanted, poison, std::move(wishes)};
}

} // namespace exactk::device_tests
