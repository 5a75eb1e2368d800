// Runs rows on every implementation.
// Spec: contract/C8 C15. Layer: proptests/public_reports.
#include "subjects.hpp"

#include <cstring>

#include <boost/test/unit_test.hpp>

namespace exactk::public_reports {

namespace {

/// The rank oracle takes n squared steps a row; above this a case is for the others.
constexpr std::int64_t rank_work_max = 20'000'000; // convention: about half a second

std::vector<std::byte> packed(const Asked &asked) {
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(asked.type)]);
    std::vector<std::byte> bytes(asked.patterns.size() * element);
    for (std::size_t i = 0; i < asked.patterns.size(); ++i) {
        std::memcpy(bytes.data() + i * element, &asked.patterns[i], element); // little-endian machines only
    }
    return bytes;
}

} // namespace

void for_every_implementation(
    const Asked &asked,
    const std::function<void(const std::string &label, const std::vector<std::int32_t> &indices)> &check) {
    const std::vector<std::byte> bytes = packed(asked);
    Problem problem;
    problem.scores = bytes.data();
    problem.type = asked.type;
    problem.rows = asked.rows;
    problem.width = asked.width;
    problem.pitch = asked.width;
    problem.lengths = asked.lengths.empty() ? nullptr : asked.lengths.data();
    problem.k = asked.k;
    problem.options = asked.options;
    const auto run = [&](const Implementation &implementation, const Plan &plan, const std::string &label) {
        constexpr std::int32_t poison = 0x5A5A5A5A; // convention: no index of any report
        std::vector<std::int32_t> indices(static_cast<std::size_t>(asked.rows * asked.k), poison);
        Outputs outputs;
        outputs.indices = indices.data();
        outputs.index_pitch = asked.k;
        const Status status = implementation.run(problem, outputs, plan);
        BOOST_TEST(describe(status) == "ok", label);
        check(label, indices);
    };
    for (const Implementation &implementation : implementations()) {
        if (implementation.quadratic && asked.rows * asked.width * asked.width > rank_work_max) {
            BOOST_TEST_MESSAGE("left out: " << implementation.name << " on " << asked.rows << " rows of "
                                            << asked.width << ", too many steps");
            continue;
        }
        if (!implementation.uses_plan) {
            run(implementation, Plan{}, implementation.name);
            continue;
        }
        for (const int ctas : {1, 2, 3, 7, 16, 64}) {
            Plan plan;
            plan.ctas = ctas;
            run(implementation, plan, implementation.name + " ctas=" + std::to_string(ctas) + " direct");
            plan.emission = Plan::Emission::merge;
            run(implementation, plan, implementation.name + " ctas=" + std::to_string(ctas) + " merge");
        }
    }
}

} // namespace exactk::public_reports
