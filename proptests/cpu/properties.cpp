// Random small batches of hostile scores against the brute-force truth, all types and options.
// Spec: contract/C1 to C9 C12 C13 C14. Layer: proptests/cpu.
#include <cstdlib>

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include "truth.hpp"

using namespace exactk;
using namespace cpu_test;

namespace {

/// Patterns that break naive keys, per type: NaNs of both signs with payloads, infinities, zeros, subnormals,
/// and few finite numbers so that ties abound.
const std::vector<std::uint32_t> &hostile(ScoreType type) {
    static const std::vector<std::uint32_t> patterns[3] = {
        {0x7FC00000u, 0xFFC00000u, 0x7FA00001u, 0xFF800001u, 0x7FFFFFFFu, 0x7F800000u, 0xFF800000u,
         0x00000000u, 0x80000000u, 0x00000001u, 0x80000001u, 0x007FFFFFu, 0x807FFFFFu, 0x3F800000u,
         0xBF800000u, 0x3F800001u, 0x7F7FFFFFu, 0xFF7FFFFFu},
        {0x7E00u, 0xFE00u, 0x7C01u, 0xFC01u, 0x7FFFu, 0x7C00u, 0xFC00u, 0x0000u, 0x8000u, 0x0001u, 0x8001u,
         0x03FFu, 0x83FFu, 0x3C00u, 0xBC00u, 0x3C01u, 0x7BFFu, 0xFBFFu},
        {0x7FC0u, 0xFFC0u, 0x7F81u, 0xFF81u, 0x7FFFu, 0x7F80u, 0xFF80u, 0x0000u, 0x8000u, 0x0001u, 0x8001u,
         0x007Fu, 0x807Fu, 0x3F80u, 0xBF80u, 0x3F81u, 0x7F7Fu, 0xFF7Fu}};
    return patterns[static_cast<std::size_t>(type)];
}

template <class Enum> rc::Gen<Enum> either() { return rc::gen::element(Enum{0}, Enum{1}); }

Options any_options() {
    Options options;
    options.direction = *either<Direction>();
    options.ties = *either<Ties>();
    options.order = *either<Order>();
    options.nan_policy = *either<NanPolicy>();
    options.fill_index = *rc::gen::element(-1, -7, 0, 2147483647);
    options.fill_score_given = *rc::gen::arbitrary<bool>();
    options.fill_score_bits = *rc::gen::element(0u, 0x7FA00001u, 0xFFFF1234u);
    return options;
}

/// Up to three rows of up to `width_limit` scores drawn from a part of the hostile alphabet.
Batch any_batch(int width_limit) {
    Batch batch;
    batch.type = *rc::gen::element(ScoreType::float32, ScoreType::float16, ScoreType::bfloat16);
    batch.options = any_options();
    batch.rows = *rc::gen::inRange(0, 4);
    batch.width = *rc::gen::inRange(0, width_limit + 1);
    batch.pitch = batch.width + *rc::gen::inRange(0, 3);
    batch.k = *rc::gen::inRange(0, width_limit + 4);
    batch.index_pitch = batch.k + *rc::gen::inRange(0, 3);
    batch.score_pitch = batch.k + *rc::gen::inRange(0, 3);
    const std::vector<std::uint32_t> &all = hostile(batch.type);
    const auto letters = *rc::gen::container<std::vector<std::uint32_t>>(*rc::gen::inRange<std::size_t>(1, 6),
                                                                         rc::gen::elementOf(all));
    const auto elements = static_cast<std::size_t>(batch.rows * batch.pitch);
    batch.scores = *rc::gen::container<std::vector<std::uint32_t>>(
        elements,
        rc::gen::oneOf(rc::gen::elementOf(letters), rc::gen::elementOf(letters), rc::gen::elementOf(all)));
    if (*rc::gen::arbitrary<bool>()) {
        const int width = static_cast<int>(batch.width);
        batch.lengths = *rc::gen::container<std::vector<std::int32_t>>(
            static_cast<std::size_t>(batch.rows),
            rc::gen::oneOf(rc::gen::inRange(0, width + 1),
                           rc::gen::element(-1, -2147483647 - 1, width + 1, 2147483647)));
    }
    return batch;
}

/// Many small cases rather than RapidCheck's hundred; parameters from outside win.
struct Parameters {
    Parameters() { setenv("RC_PARAMS", "max_success=3000", 0); }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(Parameters);

BOOST_AUTO_TEST_SUITE(properties)

BOOST_AUTO_TEST_CASE(small_batches_equal_the_brute_force_truth) {
    BOOST_TEST(rc::check("every output of a small batch is the brute-force truth", [] {
        const Batch batch = any_batch(24);
        const std::string text = difference(run(batch), truth(batch));
        RC_ASSERT(text == "");
    }));
}

BOOST_AUTO_TEST_CASE(an_output_does_not_depend_on_which_others_are_asked_for) {
    BOOST_TEST(rc::check("any choice of outputs gives the truth", [] {
        const Batch batch = any_batch(12);
        const Wanted wanted{*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>(),
                            *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
        const std::string text = difference(run(batch, wanted), truth(batch, wanted));
        RC_ASSERT(text == "");
    }));
}

BOOST_AUTO_TEST_CASE(wider_rows_of_ties_equal_the_brute_force_truth) {
    BOOST_TEST(rc::check("rows beyond one block of keys", [] {
        const Batch batch = any_batch(200);
        const std::string text = difference(run(batch), truth(batch));
        RC_ASSERT(text == "");
    }));
}

BOOST_AUTO_TEST_SUITE_END()
