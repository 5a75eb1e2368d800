// A few small launches that take every way through every kernel, so that slow checkers of races come to an end.
// Spec: algorithm/S0 to S12 F1 to F7 B1 B2 B3, contract/C15. Layer: proptests/device.
#include <map>

#include <exactk/contract/text.hpp>

#include "device_batch.hpp"
#include "filter_batch.hpp"
#include "host_batch.hpp"
#include "lockstep_run.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

using cases::Family;

constexpr std::int64_t k = 100;     // convention: any number above a warp's width
constexpr std::int64_t list = 512;  // convention: below the widths, so that rows are sampled, and above k
constexpr std::int64_t short_n = 2; // convention: fewer elements than a cluster has CTAs

/// What is asked of each strategy.
struct Way {
    const char *name;
    std::int64_t width;
    Order order;
    Ties ties;
    bool scores;
    bool facts;
    bool filter;
    std::int64_t list_entries; ///< 0: the planner's own
    std::int64_t resident;     ///< 0: the planner's own
    bool every_row_shared;
};

/// Rows that are sampled, that fall back because too much is kept or because the sample missed the best, that are
/// listed whole, short and empty.
HostBatch make_batch(ScoreType type, const Way &way) {
    HostBatch host(type, 10, way.width, k, 1);
    host.options().order = way.order;
    host.options().ties = way.ties;
    cases::Engine engine = cases::engine_for(73, static_cast<std::uint64_t>(way.width));
    constexpr Family families[] = {Family::normal, Family::all_equal, Family::boundary_ties, Family::normal,
                                   Family::normal, Family::quantised, Family::normal};
    const std::int64_t lengths[] = {way.width, way.width, way.width - 3, list - 100, short_n, k, -1};
    for (std::int64_t row = 0; row < 7; ++row) {
        host.make_row(row, families[row], way.width, 300, engine);
        host.set_length(row, static_cast<std::int32_t>(lengths[row]));
    }
    for (const std::int64_t row : {7, 8}) {
        host.set_row(row,
                     burst_patterns(type, host.options().direction, way.width, row == 7 ? k : k + 1, false));
        host.set_length(row, static_cast<std::int32_t>(way.width));
    }
    const bool wide = type == ScoreType::float32;
    // The row that is listed whole ends with few candidates.
    std::vector<std::uint32_t> whole = grouped_patterns(type, lengths[3], 301, wide ? 0x10000u : 641u);
    whole[0] =
        negative_infinity_bits[static_cast<int>(type)]; // far from the others, which are near each other
    host.set_row(3, whole);
    // And one whose best elements are not near each other.
    host.set_row(9, grouped_patterns(type, 200, 301, wide ? 0x1000000u : 2400u));
    host.set_length(9, 200);
    return host;
}

NamedWishes wishes_of(device::Strategy strategy, int ctas, const Way &way) {
    NamedWishes named;
    named.name = std::string(device::name(strategy)) + " " + std::to_string(ctas) + ", " + way.name;
    named.wishes.automatic = false;
    named.wishes.strategy = strategy;
    named.wishes.ctas = ctas;
    named.wishes.filter = way.filter;
    named.wishes.list_entries_max = way.list_entries;
    named.wishes.resident_keys_max = way.resident;
    named.every_row_shared = way.every_row_shared;
    return named;
}

} // namespace

void sanitize_suite(Context &context) {
    constexpr Way ways[] = {
        {"sampled", 5000, Order::index, Ties::low, false, false, true, list, 0, true},
        {"sampled, rank, ties high, facts", 5000, Order::rank, Ties::high, true, true, true, list, 64, true},
        {"direct, on chip, facts", 3000, Order::index, Ties::high, true, true, false, 0, 0, true},
        {"rescanned, rank", 20000, Order::rank, Ties::low, true, true, false, 64, 64, true},
        {"rows that one CTA does", 6000, Order::index, Ties::high, false, true, true, list, 0, false},
        // Without facts threads that a row does not need leave.
        {"rows that one CTA does, indices alone", 20000, Order::index, Ties::low, false, false, true, 0, 0,
         false},
        {"rows that are all listed whole, indices alone", 12000, Order::index, Ties::high, false, false, true,
         0, 0, false},
    };
    struct Team {
        device::Strategy strategy;
        int ctas;
    };
    constexpr Team teams[] = {{device::Strategy::row_per_cta, 1},
                              {device::Strategy::row_per_cluster, 2},
                              {device::Strategy::row_per_cluster, 16},
                              {device::Strategy::row_per_grid, 3}};
    DeviceBatch batch;
    std::map<ScoreType, FilterPaths> paths;
    for (const ScoreType type : {ScoreType::float32, ScoreType::float16}) {
        for (const Way &way : ways) {
            const HostBatch host = make_batch(type, way);
            Wanted wanted;
            wanted.scores = way.scores;
            wanted.facts = way.facts;
            const Image image(host.problem(), wanted, poisons[0]);
            ModelTraces model(image);
            for (const Team &team : teams) {
                for_each_plan(context, name(type), host.problem(), {wishes_of(team.strategy, team.ctas, way)},
                              [&](const device::Plan &plan) {
                                  for (const RowTrace &row : model.expected(plan, {})) {
                                      paths[type].add(row, plan.first);
                                  }
                                  return batch.run(plan, image);
                              });
            }
        }
    }
    for (const auto &[type, met] : paths) {
        context.run(std::string("ways through the filter, ") + name(type), [&met = met]() -> std::string {
            const std::string missing = met.missing();
            // What no sample of these rows leads to; the lockstep suite sets thresholds for it.
            const bool as_known = missing ==
                                  "too few kept, exactly m kept, exactly L kept, a target above the "
                                  "sample, a largest digit that is ranked";
            return as_known ? "" : "no row took: " + missing;
        });
    }
}

} // namespace exactk::device_tests
