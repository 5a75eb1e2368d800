// Runs the exhibits and lets the judge name what is wrong with them.
// Spec: algorithm/E1 E2. Layer: tools/check.
#include "exhibits.hpp"

#include <cstring>

#include <exactk/cases/family.hpp>
#include <exactk/exhibits.hpp>
#include <exactk/subject.hpp>
#include <exactk/verify.hpp>

namespace exactk::check {

namespace {

/// Two runs of an exhibit on one float32 row, judged.
template <class Run>
verify::Report judge_two_runs(const std::vector<std::uint32_t> &row, std::int64_t k, bool repeatable,
                              Run run) {
    Problem problem;
    problem.scores = row.data();
    problem.rows = 1;
    problem.width = static_cast<std::int64_t>(row.size());
    problem.pitch = problem.width;
    problem.k = k;
    std::vector<std::int32_t> indices(static_cast<std::size_t>(2 * k));
    for (std::int64_t attempt = 0; attempt < 2; ++attempt) {
        Outputs outputs;
        outputs.indices = indices.data() + attempt * k;
        outputs.index_pitch = k;
        const Status status = run(problem, outputs, attempt);
        if (status.code != StatusCode::ok) {
            verify::Report refused;
            refused.verdict = verify::Verdict::unsupported;
            refused.reason = describe(status);
            return refused;
        }
    }
    verify::Answer answer;
    answer.runs = repeatable ? 2 : 1;
    answer.indices = indices.data();
    answer.index_pitch = k;
    answer.index_run_pitch = k;
    verify::Demand demand;
    demand.order = verify::OrderDemand::any;
    return verify::judge(problem, answer, demand);
}

std::vector<std::uint32_t> row_of(cases::Family family, std::int64_t n, std::int64_t k, std::uint64_t seed) {
    cases::Engine engine = cases::engine_for(seed, 0);
    return cases::make_row({family, ScoreType::float32, n, k, n / 2, false}, engine);
}

ExhibitResult arrival_order(cases::Family family, std::uint64_t seed) {
    constexpr std::int64_t n = 4096; // convention: any row with ties at the cut shows it
    constexpr std::int64_t k = 512;  // convention: likewise
    const verify::Report report =
        judge_two_runs(row_of(family, n, k, seed), k, true,
                       [&](const Problem &problem, const Outputs &outputs, std::int64_t run) {
                           sim::ArrivalSetting setting;
                           setting.seed = seed + static_cast<std::uint64_t>(run);
                           setting.ctas = 8;
                           return sim::arrival_order_topk(problem, outputs, setting);
                       });
    return {"arrival_order", std::string(cases::name(family)) + " n=4096 k=512",
            verify::find(report, verify::Fault::wrong_tie) != nullptr &&
                verify::find(report, verify::Fault::not_repeatable) != nullptr,
            subject::summary_line(report)};
}

ExhibitResult capped_bin(int capacity, std::uint64_t seed) {
    const std::int64_t n = std::int64_t{4} * capacity; // all of one coarse bin, far more than fits
    constexpr std::int64_t k = 512;                    // convention: any k below the capacity shows it
    const verify::Report report =
        judge_two_runs(row_of(cases::Family::narrow_bin, n, k, seed), k, false,
                       [&](const Problem &problem, const Outputs &outputs, std::int64_t run) {
                           sim::CappedSetting setting;
                           setting.capacity = capacity;
                           setting.seed = seed + static_cast<std::uint64_t>(run);
                           return sim::capped_bin_topk(problem, outputs, setting);
                       });
    return {"capped_bin " + std::to_string(capacity), "narrow_bin n=" + std::to_string(n) + " k=512",
            verify::find(report, verify::Fault::missing_winner) != nullptr, subject::summary_line(report)};
}

} // namespace

std::vector<ExhibitResult> run_exhibits(std::uint64_t seed) {
    std::vector<ExhibitResult> results;
    for (const cases::Family family : {cases::Family::all_equal, cases::Family::boundary_ties,
                                       cases::Family::relu_plateau, cases::Family::quantised}) {
        results.push_back(arrival_order(family, seed));
    }
    for (const int capacity : sim::capped_capacities) {
        results.push_back(capped_bin(capacity, seed));
    }
    return results;
}

} // namespace exactk::check
