// Scratch memory that cannot be had: told by the status, with nothing written for any row.
// Spec: contract/C18. Layer: proptests/cpu.
#include <boost/test/unit_test.hpp>
#include <exactk/cpu.hpp>

#include "batch.hpp"
#include "failing_new.hpp"

using namespace exactk;
using namespace cpu_test;

BOOST_AUTO_TEST_SUITE(allocation)

BOOST_AUTO_TEST_CASE(scratch_that_cannot_be_had_is_told_before_anything_is_written) {
    const std::vector<float> scores(3 * 50, 1.0f);
    const std::vector<std::int32_t> lengths = {2, 50, 20}; // row 0 alone would need nothing
    for (const Order order : {Order::index, Order::rank}) {
        Options options;
        options.order = order;
        int refusals = 0;
        bool answered = false;
        while (!answered) {
            std::vector<std::int32_t> found(3 * 4, canary_index);
            std::vector<Certificate> certificates(3, Certificate{9, 9, 9, 9, 9});
            std::vector<std::uint64_t> digests(3, 99);
            const Problem problem{scores.data(), ScoreType::float32, 3, 50, 50, lengths.data(), 4, options};
            const Outputs outputs{found.data(), 4, nullptr, 0, certificates.data(), nullptr, digests.data()};
            allocations_left = refusals;
            const Status status = cpu::topk(problem, outputs);
            allocations_left = -1;
            answered = status.code == StatusCode::ok;
            if (!answered) {
                ++refusals;
                BOOST_REQUIRE((status.code == StatusCode::out_of_memory));
                BOOST_REQUIRE(status.argument != nullptr);
                BOOST_TEST(found == std::vector<std::int32_t>(3 * 4, canary_index));
                BOOST_TEST(certificates[0].pivot == 9u);
                BOOST_TEST(digests == std::vector<std::uint64_t>(3, 99));
            }
        }
        BOOST_TEST(refusals >= (order == Order::rank ? 2 : 1)); // each kind of scratch was refused once
    }
}

BOOST_AUTO_TEST_SUITE_END()
