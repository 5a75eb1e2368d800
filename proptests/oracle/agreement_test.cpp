// The two oracles agree on random batches of special values, and no surrounding of a row changes its answer.
// Spec: contract/C1 to C15. Layer: proptests/oracle.
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "harness.hpp"
#include "modes.hpp"

namespace {

using namespace exactk;
using namespace exactk::oracle::test;

const Oracle &rank_oracle = oracles[0];
const Oracle &sort_oracle = oracles[1];

using Random = std::mt19937_64;

std::int64_t between(Random &random, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

/// Both zeros, subnormals next to zero and next to the normal numbers, ones, extremes, infinities and NaNs.
std::vector<std::uint32_t> alphabet(ScoreType type) {
    const int bits = score_bits[static_cast<int>(type)];
    const std::uint32_t infinity = positive_infinity_bits[static_cast<int>(type)];
    const std::uint32_t sign = 1u << (bits - 1);
    const std::uint32_t least_normal = infinity & (~infinity + 1u); // The lowest bit of the exponent.
    const std::uint32_t one = type == ScoreType::float16 ? 0x3C00u : 0x3F80u << (bits - 16);
    std::vector<std::uint32_t> letters;
    for (const std::uint32_t magnitude :
         {0u, 1u, 2u, least_normal - 1, least_normal, one, one + 1, infinity - 1, infinity, infinity + 1,
          infinity + least_normal / 2, sign - 1}) {
        letters.push_back(magnitude);
        letters.push_back(magnitude | sign);
    }
    return letters;
}

/// A batch over a random part of the alphabet (few letters make ties), or over random patterns.
Batch random_batch(Random &random) {
    Batch batch;
    batch.type = all_types[between(random, 0, 2)];
    batch.rows = between(random, 0, 3);
    batch.width = between(random, 0, 14);
    batch.k = between(random, 0, 1) == 0 ? between(random, 0, 5) : between(random, 0, 17);
    batch.options = all_options()[static_cast<std::size_t>(between(random, 0, 15))];
    batch.options.fill_index = static_cast<std::int32_t>(between(random, -3, 2));
    batch.options.fill_score_given = between(random, 0, 3) == 0;
    batch.options.fill_score_bits = static_cast<std::uint32_t>(random());
    const std::vector<std::uint32_t> letters = alphabet(batch.type);
    const std::int64_t used = between(random, 1, 6);
    std::vector<std::uint32_t> choice;
    for (std::int64_t i = 0; i < used; ++i) {
        choice.push_back(letters[random() % letters.size()]);
    }
    const bool any_pattern = between(random, 0, 5) == 0;
    for (std::int64_t i = 0; i < batch.rows * batch.width; ++i) {
        batch.bits.push_back(any_pattern ? static_cast<std::uint32_t>(random())
                                         : choice[random() % choice.size()]);
    }
    if (between(random, 0, 2) != 0) {
        for (std::int64_t row = 0; row < batch.rows; ++row) {
            batch.lengths.push_back(static_cast<std::int32_t>(between(random, -2, batch.width + 2)));
        }
    }
    return batch;
}

std::string describe_batch(const Batch &batch) {
    std::ostringstream text;
    text << name(batch.type) << " rows " << batch.rows << " width " << batch.width << " k " << batch.k << " "
         << name(batch.options.direction) << " ties " << name(batch.options.ties) << " order "
         << name(batch.options.order) << " nan " << name(batch.options.nan_policy) << " lengths";
    for (const std::int32_t length : batch.lengths) {
        text << ' ' << length;
    }
    text << " bits" << std::hex;
    for (const std::uint32_t bits : batch.bits) {
        text << ' ' << bits;
    }
    return text.str();
}

/// Row r of a batch as a batch of its own, cut off at its clamped length.
Batch alone(const Batch &batch, std::int64_t row) {
    Batch single = batch;
    single.rows = 1;
    const std::int64_t given =
        batch.lengths.empty() ? batch.width : batch.lengths[static_cast<std::size_t>(row)];
    single.lengths.clear();
    single.width = given < 0 ? 0 : given < batch.width ? given : batch.width;
    const auto first = batch.bits.begin() + row * batch.width;
    single.bits.assign(first, first + single.width);
    return single;
}

constexpr int batches = 30000;            // convention: about a second for all laws
constexpr std::uint64_t seed = 20240611u; // convention: any seed; fixed so that a failure repeats

/// Calls holds on random batches and reports the first for which it does not.
template <class Law> void for_all_batches(Law holds) {
    Random random(seed);
    for (int i = 0; i < batches; ++i) {
        const Batch batch = random_batch(random);
        if (!holds(batch, random)) {
            BOOST_FAIL("batch " << i << ": " << describe_batch(batch));
        }
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(agreement)

BOOST_AUTO_TEST_CASE(both_oracles_give_one_answer) {
    for_all_batches([](const Batch &batch, Random &) {
        return same(solve(rank_oracle, batch), solve(sort_oracle, batch));
    });
}

BOOST_AUTO_TEST_CASE(flushing_of_subnormals_changes_no_answer) {
    for_all_batches([](const Batch &batch, Random &) {
        bool equal = true;
        for (const Oracle &oracle : oracles) {
            const Answer plain = solve(oracle, batch);
            const FlushedSubnormals mode;
            equal = equal && same(plain, solve(oracle, batch));
        }
        return equal;
    });
}

BOOST_AUTO_TEST_CASE(outputs_left_out_do_not_change_the_others) {
    for_all_batches([](const Batch &batch, Random &random) {
        const Wanted wanted{random() % 2 == 0, random() % 2 == 0, random() % 2 == 0, random() % 2 == 0};
        bool equal = true;
        for (const Oracle &oracle : oracles) {
            Answer all = solve(oracle, batch);
            const Answer some = solve(oracle, batch, wanted);
            all.scores.resize(wanted.scores ? all.scores.size() : 0);
            all.certificates.resize(wanted.certificates ? all.certificates.size() : 0);
            all.status.resize(wanted.status ? all.status.size() : 0);
            all.digests.resize(wanted.digests ? all.digests.size() : 0);
            equal = equal && same(all, some);
        }
        return equal;
    });
}

BOOST_AUTO_TEST_CASE(a_row_alone_has_the_answer_it_has_in_a_batch) {
    for_all_batches([](const Batch &batch, Random &) {
        bool equal = true;
        for (const Oracle &oracle : oracles) {
            const Answer whole = solve(oracle, batch);
            for (std::int64_t row = 0; row < batch.rows; ++row) {
                const auto r = static_cast<std::size_t>(row);
                const Answer single = solve(oracle, alone(batch, row));
                const auto slot = whole.indices.begin() + row * batch.k;
                equal = equal && std::equal(single.indices.begin(), single.indices.end(), slot) &&
                        std::equal(single.scores.begin(), single.scores.end(),
                                   whole.scores.begin() + row * batch.k) &&
                        (whole.status[r] & ~row_length_clamped) == single.status[0] &&
                        whole.status[r] == whole.certificates[r].status &&
                        whole.digests[r] == single.digests[0];
            }
        }
        return equal;
    });
}

BOOST_AUTO_TEST_CASE(long_rows_with_many_ties_agree) {
    Random random(seed);
    for (int i = 0; i < 60; ++i) { // convention: well below a second
        const std::vector<Options> options = all_options();
        Batch batch;
        batch.type = all_types[i % 3];
        batch.width = 300 + between(random, 0, 300);
        batch.k = between(random, 0, batch.width + 10);
        batch.options = options[static_cast<std::size_t>(i) % options.size()];
        const std::vector<std::uint32_t> letters = alphabet(batch.type);
        for (std::int64_t j = 0; j < batch.width; ++j) {
            batch.bits.push_back(letters[random() % letters.size()]);
        }
        BOOST_TEST(same(solve(rank_oracle, batch), solve(sort_oracle, batch)), describe_batch(batch));
    }
}

BOOST_AUTO_TEST_SUITE_END()
