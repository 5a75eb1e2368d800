// A user's program: the top k of one row by every installed part, against an answer written by hand.
// Spec: contract/C6 C12 C14 C17. Layer: proptests/package.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <exactk/contract.hpp>
#include <exactk/cpu.hpp>
#include <exactk/sim.hpp>
#include <exactk/verify.hpp>
#ifdef HAVE_ORACLE
#include <exactk/oracle.hpp>
#endif

namespace {

constexpr std::array<float, 5> scores{1, 2, 5, 4, 5};
constexpr std::array<std::int32_t, 3> by_index{2, 3, 4};
constexpr std::array<std::int32_t, 3> by_rank{2, 4, 3};
constexpr std::array<float, 3> selected_by_index{5, 4, 5};
constexpr std::uint64_t digest_by_index = 0x7C8979DE4A022761u; // bound: golden value of C14

exactk::Problem problem_of(exactk::Order order) {
    exactk::Problem problem;
    problem.scores = scores.data();
    problem.rows = 1;
    problem.width = problem.pitch = scores.size();
    problem.k = by_index.size();
    problem.options.order = order;
    return problem;
}

int wrong(const char *part, const char *what) {
    std::printf("%s: wrong %s\n", part, what);
    return 1;
}

/// How many of the part's outputs differ from those written above. `topk` takes a problem and outputs.
template <class Topk> int check(const char *part, Topk topk) {
    int faults = 0;
    for (const exactk::Order order : {exactk::Order::index, exactk::Order::rank}) {
        const bool ranked = order == exactk::Order::rank;
        std::array<std::int32_t, 3> indices{-7, -7, -7};
        std::array<float, 3> values{};
        exactk::Certificate certificate;
        std::uint64_t digest = 0;
        exactk::Outputs outputs;
        outputs.indices = indices.data();
        outputs.scores = values.data();
        outputs.index_pitch = outputs.score_pitch = indices.size();
        outputs.certificates = &certificate;
        outputs.digests = &digest;
        const exactk::Problem problem = problem_of(order);
        if (topk(problem, outputs).code != exactk::StatusCode::ok)
            faults += wrong(part, "status");
        if (indices != (ranked ? by_rank : by_index))
            faults += wrong(part, "indices");
        if (!ranked && std::memcmp(values.data(), selected_by_index.data(), sizeof values) != 0)
            faults += wrong(part, "scores");
        if (!ranked && digest != digest_by_index)
            faults += wrong(part, "digest");
        // The last winner is 4.0f, whose key is its bits with the sign bit set; two elements are above it.
        if (certificate.pivot != 0xC0800000u || certificate.above != 2 || certificate.population != 1)
            faults += wrong(part, "certificate");

        exactk::verify::Answer answer;
        answer.indices = indices.data();
        answer.index_pitch = answer.index_run_pitch = indices.size();
        exactk::verify::Demand demand;
        demand.order = ranked ? exactk::verify::OrderDemand::rank : exactk::verify::OrderDemand::index;
        if (exactk::verify::judge(problem, answer, demand).verdict != exactk::verify::Verdict::passed)
            faults += wrong(part, "verdict on a right answer");
        indices[2] = 0;
        const exactk::verify::Report report = exactk::verify::judge(problem, answer, demand);
        if (exactk::verify::find(report, exactk::verify::Fault::missing_winner) == nullptr)
            faults += wrong(part, "verdict on a wrong answer");
    }
    std::printf("%s: %d faults\n", part, faults);
    return faults;
}

} // namespace

int main() {
    std::printf("exactk %s, contract %s\n", exactk::library_version(), exactk::contract_version());
    int faults = check(
        "cpu", [](const auto &problem, const auto &outputs) { return exactk::cpu::topk(problem, outputs); });
    faults += check("sim", [](const auto &problem, const auto &outputs) {
        exactk::Plan plan;
        plan.ctas = 3;
        return exactk::sim::topk(problem, outputs, plan);
    });
#ifdef HAVE_ORACLE
    faults += check("rank", exactk::oracle::rank_topk);
    faults += check("sort", exactk::oracle::sort_topk);
#endif
    return faults == 0 ? 0 : 1;
}
