// Random rows under random plans, types and options, many at a time, against the CPU path.
// Spec: contract/C1 C2 C3 C4 C5 C6 C7 C9 C12 C13 C14 C15. Layer: proptests/device.
#include <algorithm>

#include "device_batch.hpp"
#include "host_batch.hpp"
#include "plans.hpp"
#include "suites.hpp"

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

/// A batch of at most so many rows; the number that it has.
std::int64_t random_batch(Context &context, DeviceBatch &batch, cases::Engine &engine, std::int64_t rows_left,
                          const std::string &name) {
    const ScoreType type = static_cast<ScoreType>(below(engine, score_type_count));
    const std::int64_t width = random_width(engine);
    const std::int64_t k = random_k(engine, width);
    const std::int64_t fits =
        std::clamp<std::int64_t>(elements_max / std::max<std::int64_t>(width + k, 1), 1, 512);
    const std::int64_t rows =
        std::min({rows_left, fits,
                  static_cast<std::int64_t>(1 + below(engine, std::uint64_t{1} << below(engine, 10)))});
    HostBatch host(type, rows, width, k, static_cast<std::int64_t>(below(engine, 4)));
    host.options() = random_options(engine);
    const bool ragged = below(engine, 2) == 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t n = width;
        if (ragged) {
            const std::int32_t length = random_length(engine, width, k);
            host.set_length(row, length);
            n = std::clamp<std::int64_t>(length, 0, width);
        }
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
    const Problem problem = host.problem();
    const Image image(problem, wanted, poisons[below(engine, 2)]);
    const NamedWishes named = random_wishes(engine, context.profile());
    const std::string full = name + " [" + exactk::name(type) + " rows=" + std::to_string(rows) +
                             " width=" + std::to_string(width) + " k=" + std::to_string(k) + "]";
    for_each_plan(context, full, problem, {named},
                  [&](const device::Plan &plan) { return batch.run(plan, image); });
    return rows;
}

} // namespace

void random_suite(Context &context) {
    DeviceBatch batch;
    std::int64_t done = 0;
    for (std::uint64_t number = 0; done < context.settings().rows; ++number) {
        // Each batch has an engine of its own, so that one can be made again without those before it.
        cases::Engine engine = cases::engine_for(context.settings().seed ^ 0xD1CEu, number);
        done += random_batch(context, batch, engine, context.settings().rows - done,
                             "batch " + std::to_string(number));
    }
    context.note(std::to_string(done) + " random rows were compared");
}

} // namespace exactk::device_tests
