// The exhibits go wrong in the way they are meant to, only there, and alike for one seed.
// Spec: algorithm/E1 E2, contract/C4 C5 C15 C18. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <bit>
#include <set>
#include <string>

#include <rapidcheck.h>

#include <exactk/exhibits.hpp>

#include "brute.hpp"
#include "plans.hpp"
#include "scene.hpp"

namespace {

using namespace exactk;
using Indices = std::vector<std::int32_t>;

/// Runs `exhibit(problem, outputs)` on a case and returns the indices, rows packed.
template <class Exhibit> Indices shown(const scene::Case &c, Exhibit exhibit) {
    const std::vector<std::byte> scores = scene::packed(c.patterns, c.type);
    Indices indices(static_cast<std::size_t>(c.rows * c.k), -99);
    const Problem problem{scores.data(), c.type,   c.rows,
                          c.width,       c.pitch,  c.lengths.empty() ? nullptr : c.lengths.data(),
                          c.k,           c.options};
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = c.k;
    const Status status = exhibit(problem, outputs);
    if (status.code != StatusCode::ok) {
        throw std::runtime_error(describe(status));
    }
    return indices;
}

Indices by_arrival(const scene::Case &c, const sim::ArrivalSetting &setting) {
    return shown(c,
                 [&](const Problem &p, const Outputs &o) { return sim::arrival_order_topk(p, o, setting); });
}

Indices by_capped_bin(const scene::Case &c, const sim::CappedSetting &setting) {
    return shown(c, [&](const Problem &p, const Outputs &o) { return sim::capped_bin_topk(p, o, setting); });
}

/// `population` different scores in [1, 1.5) and one of 0.5: the former share a bin of 8 coarse bits or
/// fewer.
scene::Case one_bin(int population, std::int64_t k) {
    std::vector<std::uint32_t> patterns;
    for (int i = 0; i < population; ++i) {
        patterns.push_back(0x3F800000u + static_cast<std::uint32_t>(i));
    }
    patterns.push_back(0x3F000000u);
    return scene::row_case(ScoreType::float32, std::move(patterns), k);
}

} // namespace

BOOST_AUTO_TEST_SUITE(exhibits)

BOOST_AUTO_TEST_CASE(arrival_order_breaks_the_tie_rule) {
    const scene::Case c =
        scene::row_case(ScoreType::float32, std::vector<std::uint32_t>(64, 0x3F800000u), 16);
    for (const int ctas : {1, 4}) {
        Indices first = by_arrival(c, {1, ctas});
        const Indices second = by_arrival(c, {2, ctas});
        BOOST_TEST(first != second);
        BOOST_TEST(first == by_arrival(c, {1, ctas})); // the seed alone decides
        std::sort(first.begin(), first.end());
        BOOST_TEST(std::set<std::int32_t>(first.begin(), first.end()).size() ==
                   16u); // no slot is written twice
        BOOST_TEST(first != brute::answer(c).indices);
    }
    BOOST_TEST(by_arrival(c, {1, 1}) != by_arrival(c, {1, 4}));
}

BOOST_AUTO_TEST_CASE(arrival_order_selects_the_right_values_all_the_same) {
    BOOST_TEST(rc::check("arrival keeps the multiset of values", [] {
        scene::Case c = plans::hostile_case();
        c.options.fill_index = -1;
        const int ctas = *rc::gen::inRange(1, 65);
        const Indices seen = by_arrival(c, {*rc::gen::arbitrary<std::uint64_t>(), ctas});
        const Indices right = brute::answer(c).indices;
        for (std::int64_t r = 0; r < c.rows; ++r) {
            std::vector<std::uint64_t> keys[2];
            std::set<std::int32_t> distinct;
            std::int64_t fills = 0;
            for (std::int64_t j = 0; j < c.k; ++j) {
                const auto at = static_cast<std::size_t>(r * c.k + j);
                RC_ASSERT((seen[at] < 0) == (right[at] < 0));
                fills += seen[at] < 0 ? 1 : 0;
                if (seen[at] >= 0) {
                    distinct.insert(seen[at]);
                    for (const Indices *indices : {&seen, &right}) {
                        const auto i = static_cast<std::size_t>(r * c.pitch + (*indices)[at]);
                        keys[indices == &seen ? 0 : 1].push_back(
                            brute::key(c.patterns[i], c.type, c.options));
                    }
                }
            }
            std::sort(keys[0].begin(), keys[0].end());
            std::sort(keys[1].begin(), keys[1].end());
            RC_ASSERT(keys[0] == keys[1]);
            RC_ASSERT(static_cast<std::int64_t>(distinct.size()) + fills == c.k);
        }
    }));
}

BOOST_AUTO_TEST_CASE(capped_bins_lose_winners_beyond_the_capacity_and_not_at_it) {
    for (const int capacity : sim::capped_capacities) {
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            sim::CappedSetting setting;
            setting.capacity = capacity;
            setting.seed = seed;
            setting.ctas = 4;
            const scene::Case full = one_bin(capacity, capacity);
            BOOST_TEST((by_capped_bin(full, setting) == brute::answer(full).indices));
            const scene::Case beyond = one_bin(capacity + 1, capacity + 1);
            const Indices lossy = by_capped_bin(beyond, setting);
            const Indices right = brute::answer(beyond).indices;
            BOOST_TEST((lossy != right));
            BOOST_TEST(std::count(lossy.begin(), lossy.end(), -1) ==
                       1); // one winner had no place in the list
            BOOST_TEST(lossy.back() == -1);
        }
    }
}

BOOST_AUTO_TEST_CASE(capped_bins_lose_the_best_scores_above_65504) {
    std::vector<std::uint32_t> patterns;
    for (int i = 0; i < 16384; ++i) {
        patterns.push_back(std::bit_cast<std::uint32_t>(70000.0f + static_cast<float>(i)));
    }
    const scene::Case c = scene::row_case(ScoreType::float32, std::move(patterns), 512);
    const Indices right = brute::answer(c).indices;
    BOOST_TEST(right.front() == 16384 - 512);
    const Indices lossy = by_capped_bin(c, {});
    std::size_t kept = 0;
    for (const std::int32_t index : lossy) {
        kept += std::binary_search(right.begin(), right.end(), index) ? 1 : 0;
    }
    BOOST_TEST(kept < 512u);
    BOOST_TEST(std::count(lossy.begin(), lossy.end(), -1) == 0); // every slot looks well filled
    sim::CappedSetting fine;
    fine.coarse_bits = 16; // even the finest bins put all of them at infinity
    BOOST_TEST((by_capped_bin(c, fine) != right));
    sim::CappedSetting roomy;
    roomy.capacity = 16384;
    BOOST_TEST((by_capped_bin(c, roomy) == right));
}

BOOST_AUTO_TEST_CASE(capped_bins_with_room_for_all_are_right) {
    BOOST_TEST(rc::check("capped bins with room equal sorting", [] {
        scene::Case c = plans::hostile_case();
        RC_PRE(c.type == ScoreType::float32);
        sim::CappedSetting setting;
        setting.coarse_bits = *rc::gen::inRange(1, 17);
        setting.seed = *rc::gen::arbitrary<std::uint64_t>();
        setting.ctas = *rc::gen::inRange(1, 65);
        RC_ASSERT(by_capped_bin(c, setting) == brute::answer(c).indices);
    }));
}

BOOST_AUTO_TEST_CASE(exhibits_write_scores_and_fill_when_asked) {
    const std::vector<std::uint32_t> patterns = {0x3F800000u, 0x40000000u};
    for (const bool capped : {false, true}) {
        Indices indices(3);
        std::vector<std::uint32_t> scores(3);
        const Problem problem{patterns.data(), ScoreType::float32, 1, 2, 2, nullptr, 3, {}};
        Outputs outputs{indices.data(), 3, scores.data(), 3, nullptr, nullptr, nullptr};
        const Status status = capped ? sim::capped_bin_topk(problem, outputs, {})
                                     : sim::arrival_order_topk(problem, outputs, {});
        BOOST_TEST((status.code == StatusCode::ok));
        BOOST_TEST(indices == (Indices{0, 1, -1}));
        BOOST_TEST(scores == (std::vector<std::uint32_t>{0x3F800000u, 0x40000000u, 0xFF800000u}));
    }
}

BOOST_AUTO_TEST_CASE(what_an_exhibit_does_not_do_is_refused) {
    const std::vector<std::uint32_t> patterns = {0x3F800000u, 0x40000000u};
    Indices indices(1);
    Certificate certificate;
    std::uint32_t bits = 0;
    std::uint64_t digest = 0;
    const Problem problem{patterns.data(), ScoreType::float32, 1, 2, 2, nullptr, 1, {}};
    const auto expect = [&](const Status &status, StatusCode code, const char *argument) {
        BOOST_TEST_CONTEXT(describe(status)) {
            BOOST_TEST((status.code == code));
            BOOST_TEST(std::string(status.argument != nullptr ? status.argument : "") == argument);
        }
    };
    const auto both = [&](const Outputs &outputs, const char *argument) {
        expect(sim::arrival_order_topk(problem, outputs, {}), StatusCode::unknown_option, argument);
        expect(sim::capped_bin_topk(problem, outputs, {}), StatusCode::unknown_option, argument);
    };
    Outputs plain;
    plain.indices = indices.data();
    plain.index_pitch = 1;
    Outputs outputs = plain;
    outputs.certificates = &certificate;
    both(outputs, "outputs.certificates");
    outputs = plain;
    outputs.status = &bits;
    both(outputs, "outputs.status");
    outputs = plain;
    outputs.digests = &digest;
    both(outputs, "outputs.digests");
    expect(sim::arrival_order_topk(problem, plain, {0, 0}), StatusCode::illegal_plan, "setting.ctas");
    sim::CappedSetting setting;
    setting.capacity = 0;
    expect(sim::capped_bin_topk(problem, plain, setting), StatusCode::out_of_limits, "setting.capacity");
    setting.capacity = 1;
    setting.coarse_bits = 17;
    expect(sim::capped_bin_topk(problem, plain, setting), StatusCode::out_of_limits, "setting.coarse_bits");
    Problem narrow = problem;
    narrow.type = ScoreType::float16;
    narrow.width = narrow.pitch = 2;
    expect(sim::capped_bin_topk(narrow, plain, {}), StatusCode::unsupported_type, "problem.type");
    narrow.k = -1;
    expect(sim::arrival_order_topk(narrow, plain, {}), StatusCode::out_of_limits, "problem.k");
}

BOOST_AUTO_TEST_SUITE_END()
