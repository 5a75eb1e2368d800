// Makes short lists, and asks the model what came of them.
// Spec: contract/C15, algorithm/F1 F2 F3 F5 O4. Layer: tools/laws.
#include "fall_back.hpp"

#include <exactk/cases/case.hpp>
#include <exactk/laws.hpp>

#include "draws.hpp"

namespace exactk::campaign {

bool can_be_sampled(const casefile::CaseFile &one) {
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (cases::can_be_sampled(one.n(row), one.k)) {
            return true;
        }
    }
    return false;
}

namespace {

constexpr std::int64_t sample_most = 8 * filter_piece; // convention: enough for two thirds of a row

} // namespace

casefile::CaseFile with_short_list(const casefile::CaseFile &one, Sampling strategy, std::uint64_t seed) {
    laws::Engine engine = cases::engine_for(seed, static_cast<std::uint64_t>(strategy));
    casefile::CaseFile other = one;
    Plan &plan = other.plan;
    plan = cases::random_plan(engine, one.type, one.width);
    plan.bounds.clear();
    // A cluster has up to 16 CTAs.
    plan.ctas = strategy == Sampling::row_per_cta ? 1 : 2 << laws::below(engine, 4);
    // Twice the smallest sample now and then, with which fewer rows fall back.
    plan.filter.sample = laws::once_in(engine, 8) ? 2 * filter_piece : filter_piece;
    const std::int64_t longer = laws::once_in(engine, 3) ? laws::uniform(engine, 0, filter_piece) : 0;
    plan.filter.list = plan.filter.sample + longer;
    // Where that is too few for the target, mostly more, until it is the list that is wrong.
    const bool more = !laws::once_in(engine, 6);
    for (cases::FallBack found = fall_back_of(other);
         more && found.by_target && !found.by_list && plan.filter.sample < sample_most;
         found = fall_back_of(other)) {
        plan.filter.sample *= 2;
        plan.filter.list = plan.filter.sample + longer;
    }
    return other;
}

cases::FallBack fall_back_of(const casefile::CaseFile &one) {
    cases::FallBack found;
    for (const RowTrace &trace : laws::traces_of(one)) {
        found.add(trace.filter);
    }
    return found;
}

} // namespace exactk::campaign
