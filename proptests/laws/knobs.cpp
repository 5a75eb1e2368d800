// Knobs and the cases that they make: sound, the same everywhere, as asked, and smaller step by step.
// Spec: contract/C1 to C11 C15, algorithm/F2 F3 F4. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include <exactk/laws.hpp>

#include "knobs_gen.hpp"

using namespace exactk;
using casefile::CaseFile;
using laws::Knobs;

namespace {

constexpr laws::Reach reach{3000, 6000, cta_count_max}; // convention: many cases in a second

/// A hash of the whole case, in its one spelling.
std::uint64_t hash_of(const CaseFile &one) {
    std::uint64_t hash = casefile::hash_start;
    for (const char letter : casefile::print(one)) {
        hash = casefile::add_to_hash(hash, static_cast<unsigned char>(letter), 1);
    }
    return hash;
}

/// Elements equal to the last winner, and how many are better: as the model counts them.
Certificate certificate_of(const CaseFile &one) { return laws::traces_of(one)[0].certificate; }

Knobs tied(std::int64_t width, std::int64_t k, std::int64_t ties, int quota) {
    Knobs knobs;
    knobs.seed = 7;
    knobs.width = width;
    knobs.k = k;
    knobs.ties = ties;
    knobs.quota = quota;
    return knobs;
}

} // namespace

BOOST_AUTO_TEST_SUITE(knobs)

BOOST_AUTO_TEST_CASE(every_case_is_one_that_a_file_can_hold) {
    BOOST_TEST(rc::check("sound cases", [] {
        const Knobs drawn = *knobs_gen::knobs(reach);
        const casefile::Defect bad = casefile::check(laws::make_case(drawn));
        RC_LOG() << casefile::describe(bad) << std::endl;
        RC_ASSERT(!bad);
    }));
}

BOOST_AUTO_TEST_CASE(knobs_out_of_all_limits_make_sound_cases_too) {
    Knobs wild = tied(-5, -1, -9, 77);
    wild.rows = 0;
    wild.ctas = 5000;
    wild.offset = 900;
    wild.pitch_gap = -3;
    wild.digits = 44;
    wild.filter = -2;
    wild.place = static_cast<laws::Place>(200);
    BOOST_TEST(!casefile::check(laws::make_case(wild)));
}

/// What is drawn must not hang on compiler or library: these hashes were taken once.
BOOST_AUTO_TEST_CASE(drawn_cases_are_the_same_everywhere) {
    std::uint64_t all = 0;
    for (std::uint64_t number = 0; number < 200; ++number) {
        all = all * 31 + hash_of(laws::make_case(laws::draw_knobs(number / 10, number, reach)));
    }
    BOOST_TEST(all == 15107216292808697600u);
}

BOOST_AUTO_TEST_CASE(the_tie_population_and_the_quota_are_those_asked_for) {
    for (const std::int64_t ties : {1, 2, 2047, 2048, 2049, 3708, 3709, 4096, 4097, 16384, 16385}) {
        for (int quota = 0; quota < 4; ++quota) {
            for (const std::int64_t k : {std::int64_t{1}, std::int64_t{512}, ties, std::int64_t{17000}}) {
                const Certificate found = certificate_of(laws::make_case(tied(20000, k, ties, quota)));
                BOOST_TEST(found.population == static_cast<std::uint64_t>(ties));
                if (quota == 0 && k + ties <= 20000) {
                    BOOST_TEST(found.quota == 1u);
                }
                if (quota == 3) {
                    BOOST_TEST(found.quota == static_cast<std::uint64_t>(std::min(k, ties)));
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(shared_bits_are_shared) {
    for (const ScoreType type : {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16}) {
        for (const int bits : {8, 11, 16, 22}) {
            Knobs one = tied(500, 100, 0, 0);
            one.type = type;
            one.shared_bits = bits;
            const CaseFile made = laws::make_case(one);
            const int low = std::max(score_bits[static_cast<int>(type)] - bits, 4);
            std::uint32_t differ = 0;
            for (const std::uint32_t score : made.scores[0]) {
                differ |= score ^ made.scores[0][0];
            }
            BOOST_TEST((differ >> low) == 0u);
            BOOST_TEST(differ != 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE(winners_lie_where_they_are_asked_for) {
    for (const laws::Place place : {laws::Place::first, laws::Place::last, laws::Place::straddle}) {
        Knobs one = tied(1000, 40, 30, 2);
        one.place = place;
        one.ctas = 2;
        const CaseFile made = laws::make_case(one);
        const Certificate cut = certificate_of(made);
        std::vector<std::int32_t> winners(static_cast<std::size_t>(made.k));
        const std::int64_t span = cut.above + cut.population;
        const std::vector<RowTrace> traces = laws::traces_of(made);
        const std::int64_t left = traces[0].ctas[0].above_share + traces[0].ctas[0].equal_share;
        BOOST_TEST(left == (place == laws::Place::first ? span : place == laws::Place::last ? 0 : span / 2));
    }
}

/// Each group of neighbours in the sample holds better ones than the next, so that lo (F4) is the best of the last group:
/// it would be far below if one group were not where the sample looks. No group is longer than a piece, so that no piece
/// goes unseen.
BOOST_AUTO_TEST_CASE(the_best_lie_where_the_row_is_sampled) {
    struct Sampled {
        std::int64_t n;
        std::int64_t k;
        std::int64_t samples;
        std::uint32_t target;
        std::int64_t group; // for as many groups as the target, and more
    };
    for (const auto &[n, k, samples, target, group] : std::vector<Sampled>{{2000, 1, 256, 12, 16},
                                                                           {8192, 1, 512, 12, 32},
                                                                           {8193, 82, 1024, 35, 16},
                                                                           {20000, 200, 1024, 35, 16},
                                                                           {32768, 340, 1024, 35, 16}}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            Knobs one = tied(n, k, 0, 0);
            one.seed = seed;
            one.place = laws::Place::sampled;
            one.filter = 5;
            CaseFile made = laws::make_case(one);
            const FilterTrace filter = laws::traces_of(made)[0].filter;
            const auto key_of_best = [&made](std::int64_t rank) {
                made.k = rank;
                return certificate_of(made).pivot;
            };
            BOOST_TEST(filter.target == target);
            BOOST_TEST(filter.hi == key_of_best(1));
            BOOST_TEST(filter.lo == key_of_best(samples - group + 1), "n " << n << " seed " << seed);
        }
    }
}

BOOST_AUTO_TEST_CASE(simpler_knobs_end_at_the_simplest) {
    Knobs one = laws::draw_knobs(5, 17);
    int steps = 0;
    for (std::vector<Knobs> list = laws::simpler(one); !list.empty(); list = laws::simpler(one)) {
        one = list[static_cast<std::size_t>(steps) % list.size()];
        BOOST_REQUIRE(++steps < 5000);
    }
    BOOST_TEST((one == Knobs{}));
    BOOST_TEST(steps > 5);
}

/// RapidCheck goes the same way: what is left of a failure is the smallest that fails.
BOOST_AUTO_TEST_CASE(rapidcheck_shrinks_field_by_field) {
    rc::Random random(3);
    rc::Shrinkable<Knobs> failing = knobs_gen::knobs(reach)(random, 10);
    const auto fails = [](const Knobs &one) { return one.width >= 5 && one.ctas >= 3; };
    while (!fails(failing.value())) {
        failing = knobs_gen::knobs(reach)(random.split(), 10);
    }
    for (bool smaller = true; smaller;) {
        smaller = false;
        rc::Seq<rc::Shrinkable<Knobs>> list = failing.shrinks();
        for (auto next = list.next(); next && !smaller; next = list.next()) {
            if (fails(next->value())) {
                failing = *next;
                smaller = true;
            }
        }
    }
    Knobs least;
    least.width = 5;
    least.ctas = 3;
    BOOST_TEST((failing.value() == least), laws::describe(failing.value()));
}

BOOST_AUTO_TEST_SUITE_END()
