// The model under drawn filters: the answer, every field of O1 and O4, and what a filter may not change.
// Spec: algorithm/F1 F2 F3 F4 F5 F6 F7 O1 O2 O4, contract/C15. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <map>
#include <string>

#include <rapidcheck.h>

#include "brute_filter.hpp"
#include "plans.hpp"
#include "sortable.hpp"

namespace {

using namespace exactk;

/// A sample for rows of up to n elements and lists of up to `list`: as a rule a legal and possible one.
std::int64_t drawn_sample(std::int64_t list, std::int64_t n) {
    const std::int64_t wanted = std::int64_t{filter_piece} << *rc::gen::element(0, 0, 0, 1, 2, 3);
    if (wanted > list || *rc::gen::inRange(0, 10) == 0) {
        return 0;
    }
    return wanted > n && list >= filter_piece ? filter_piece : wanted;
}

/// A filter for rows like row 0 of the case: lists around the lengths of interest, thresholds at its keys.
FilterPlan drawn_filter(const scene::Case &c) {
    FilterPlan filter;
    const brute::Keys keys = c.rows > 0 ? brute::keys_of(c, 0) : brute::Keys{};
    const auto n = static_cast<std::int64_t>(keys.size());
    filter.whole = *rc::gen::element<std::int64_t>(0, n + 0, n - 1, n / 2, width_max);
    filter.whole = std::max<std::int64_t>(0, filter.whole);
    filter.list = *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, c.width + 5),
                                  rc::gen::inRange<std::int64_t>(n / 2, n + 1),
                                  rc::gen::inRange<std::int64_t>(32, 33 + c.width / 2));
    if (*rc::gen::inRange(0, 3) == 0 && n > 0) {
        filter.forced = true;
        brute::Keys sorted = keys;
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        const auto cut = static_cast<std::size_t>(std::clamp<std::int64_t>(c.k, 1, n) - 1);
        const auto any = static_cast<std::size_t>(*rc::gen::inRange<std::int64_t>(0, n));
        const std::uint64_t key = sorted[*rc::gen::element(cut, cut, any)];
        filter.threshold = static_cast<std::uint32_t>(key) + *rc::gen::element(0u, 0u, 0u, 1u);
        if (*rc::gen::inRange(0, 8) == 0) { // beyond the infinities, or nearly
            filter.threshold =
                *rc::gen::element(0u, 1u, 0x7FFFFFu, 0xFF800001u, 0xFC01u, 0xFFFFu, 0xFFFFFFFFu);
        }
        const std::int64_t kept = brute::count_from(keys, filter.threshold);
        filter.list = std::max<std::int64_t>(0, *rc::gen::element(filter.list, kept, kept - 1));
    }
    filter.sample = drawn_sample(filter.list, n);
    return filter;
}

struct Drawn {
    scene::Case c;
    Plan plan;
};

/// Leaves about one score in four; the others become the least preferred infinity.
void flood_with_infinity(scene::Case &c) {
    for (std::size_t i = 0; i < c.patterns.size(); ++i) {
        if (*rc::gen::inRange(0, 4) != 0) {
            c.patterns[i] = brute::default_fill(c.type, c.options.direction);
        }
    }
}

/// Makes rows of near numbers, and where row 0 has a sample hides in its gaps a burst of much better ones. Then the
/// sample's largest key is not the list's.
void hide_a_burst(scene::Case &c, const FilterPlan &filter) {
    const bool down = c.options.direction == Direction::largest;
    const bool wide = c.type == ScoreType::float32;
    const std::uint32_t sign = wide ? 0x80000000u : 0x8000u;
    const std::uint32_t plain = wide ? 0x3F800000u : 0x3C00u;
    const std::uint32_t spread = *rc::gen::element(0x7u, 0x7Fu, wide ? 0xFFFFu : 0xFFu);
    const bool letters = *rc::gen::inRange(0, 3) == 0; // ties behind a digit of 11 bits
    for (std::uint32_t &pattern : c.patterns) {
        pattern = plain + (letters ? *rc::gen::element(0u, 1u, 0x801u, 0x802u, 0xFFFu, 0x1000u)
                                   : *rc::gen::inRange<std::uint32_t>(0, spread + 1));
    }
    const std::int64_t n = c.rows > 0 ? std::clamp<std::int64_t>(c.length(0), 0, c.width) : 0;
    if (filter.sample == 0 || n < filter.sample || n == 0) {
        return;
    }
    const std::vector<std::int64_t> sampled = brute::sampled_indices(filter.sample, n);
    const std::int64_t burst = c.k + *rc::gen::element(0, 0, 1, 20, 400);
    const std::uint32_t better = !down ? plain | sign : wide ? 0x47000000u : 0x5000u;
    std::int64_t hidden = 0;
    for (std::int64_t i = *rc::gen::inRange<std::int64_t>(0, n); i < n && hidden < burst; ++i) {
        if (!std::binary_search(sampled.begin(), sampled.end(), i)) {
            c.patterns[static_cast<std::size_t>(i)] = better + *rc::gen::inRange(0u, spread);
            ++hidden;
        }
    }
}

/// A case with a filtered plan. Sizes are drawn in full from the first test on: small rows have no samples.
Drawn drawn() {
    constexpr int full_size = 100; // bound: at it RapidCheck draws from all of a range
    return *rc::gen::resize(full_size, rc::gen::exec([] {
                                Drawn out;
                                out.c = plans::hostile_case(*rc::gen::element<std::int64_t>(0, 60));
                                if (*rc::gen::inRange(0, 12) == 0) {
                                    flood_with_infinity(out.c);
                                }
                                if (*rc::gen::inRange(0, 16) == 0) {
                                    plans::gather_a_crowd(out.c);
                                }
                                out.plan = plans::plan(out.c.type, out.c.width);
                                if (*rc::gen::inRange(0, 3) ==
                                    0) { // rows that one CTA does can be listed whole
                                    out.plan.ctas = 1;
                                    out.plan.bounds.clear();
                                }
                                out.plan.filter = drawn_filter(out.c);
                                const std::int64_t sample = out.plan.filter.sample;
                                if (*rc::gen::inRange(0, 16) == 0 && out.c.width > sample && sample > 0) {
                                    out.c.width = sample;
                                }
                                if (*rc::gen::inRange(0, 4) == 0) {
                                    out.plan.filter.forced = false;
                                    hide_a_burst(out.c, out.plan.filter);
                                }
                                return out;
                            }));
}

using Outcomes = std::map<std::string, int>;

/// What can become of a row. A law that never met one of them says nothing of it.
Outcomes no_outcomes() {
    return {{"no filter", 0},
            {"listed whole", 0},
            {"sampled", 0},
            {"forced", 0},
            {"target above the sample", 0},
            {"row of several CTAs not above W", 0},
            {"row shorter than the sample", 0},
            {"row as long as the sample", 0},
            {"threshold became 0", 0},
            {"threshold became the preferred infinity", 0},
            {"forced threshold became 0", 0},
            {"forced threshold became the preferred infinity", 0},
            {"sampled and listed", 0},
            {"forced and listed, near the top", 0},
            {"forced and listed, not near the top", 0},
            {"sampled and listed without a threshold", 0},
            {"M < m", 0},
            {"M = m", 0},
            {"M = L", 0},
            {"M > L of a row listed whole", 0},
            {"M > L", 0},
            {"crowd of several keys", 0},
            {"crowd with samples above it", 0},
            {"heavy key is the pivot", 0},
            {"heavy key below the cut", 0},
            {"skip on a list", 0},
            {"skip with a prefix below the threshold", 0},
            {"last digit of a list", 0},
            {"several rounds on a list", 0},
            {"few", 0},
            {"few, all of the pivot's taken", 0},
            {"begun anew, more than one round", 0},
            {"largest digit: begun anew", 0},
            {"largest digit: skip", 0},
            {"largest digit: few, digits open", 0},
            {"largest digit: few, no digit open", 0},
            {"largest digit of a list without a sample, more than 32", 0},
            {"largest digit of a later round, no digit open, not few", 0},
            {"listed whole, near the top", 0},
            {"listed whole, not near the top", 0}};
}

bool is_largest_digit(const RoundTrace &round) {
    return round.digit + std::uint64_t{1} == std::uint64_t{1} << round.digit_bits;
}

/// Whether the heavy key is the pivot: then there is no round.
bool is_heavy_pivot(const RowTrace &trace) {
    return trace.filter.heavy && !trace.filter.fell_back && trace.filter.kept < trace.m;
}

/// What became of a row whose threshold digit is the largest one of a round on its list.
void count_largest_digit(const RowTrace &trace, Outcomes &outcomes) {
    const FilterTrace &filter = trace.filter;
    const auto met = [&](const char *name, bool holds) { outcomes.at(name) += holds ? 1 : 0; };
    if (filter.fell_back || !filter.used || is_heavy_pivot(trace)) {
        return;
    }
    const bool anew = filter.sampled && filter.base != filter.threshold;
    met("largest digit: begun anew", anew);
    met("begun anew, more than one round", anew && trace.rounds.size() > 1);
    const bool first = filter.sampled && !anew && is_largest_digit(trace.rounds.front());
    const bool plain_end = !trace.rounds.back().skip && !filter.few && is_largest_digit(trace.rounds.back());
    met("largest digit: skip", first && trace.rounds.front().skip);
    met("largest digit: few, digits open", first && filter.few && trace.rounds.front().shift > 0);
    met("largest digit: few, no digit open", first && filter.few && trace.rounds.front().shift == 0);
    met("largest digit of a list without a sample, more than 32",
        !filter.sampled && is_largest_digit(trace.rounds.front()) && !trace.rounds.front().skip &&
            trace.rounds.front().population > 32);
    met("largest digit of a later round, no digit open, not few", plain_end && trace.rounds.size() > 1);
}

/// Whether base is as far below the top as it can be without a sample, for either width of keys.
bool is_near(const FilterTrace &filter) {
    const std::uint32_t reach = filter.top - filter.base;
    return reach == 0x3FFFFFFu || reach == 0x1FFFu;
}

void count(const RowTrace &trace, const FilterPlan &plan, const sim::InfinityKeys &infinities,
           Outcomes &outcomes) {
    const FilterTrace &filter = trace.filter;
    const auto m = static_cast<std::uint32_t>(trace.m);
    const bool whole = filter.used && trace.ctas.size() == 1 && trace.n <= plan.whole;
    const bool long_row = filter.used && !whole;
    const bool forced = long_row && plan.forced;
    const bool listed = filter.used && !filter.fell_back;
    const bool has_rounds = trace.m > 0 && !trace.short_row;
    const auto met = [&](const char *name, bool holds) { outcomes.at(name) += holds ? 1 : 0; };
    met("no filter", !filter.used);
    met("listed whole", whole);
    met("sampled", filter.sampled);
    met("forced", forced);
    met("target above the sample", filter.sampled && filter.target > brute::samples_of_row(plan, trace.n));
    met("row of several CTAs not above W", long_row && trace.n <= plan.whole);
    met("row shorter than the sample", has_rounds && !filter.used && trace.n < plan.sample);
    met("row as long as the sample", filter.sampled && trace.n == brute::samples_of_row(plan, trace.n));
    const std::uint32_t found = filter.lo + (filter.digit << filter.shift);
    met("threshold became 0", filter.sampled && filter.lo > 0 && filter.threshold == 0);
    met("threshold became the preferred infinity", filter.sampled && found > infinities.preferred);
    met("forced threshold became 0", forced && plan.threshold != 0 && plan.threshold <= infinities.other);
    met("forced threshold became the preferred infinity", forced && plan.threshold > infinities.preferred);
    met("forced and listed, near the top", forced && listed && is_near(filter));
    met("forced and listed, not near the top", forced && listed && !is_near(filter));
    met("sampled and listed", filter.sampled && listed);
    met("sampled and listed without a threshold", filter.sampled && listed && filter.threshold == 0);
    const bool pivot = is_heavy_pivot(trace);
    const bool rounds = listed && !pivot;
    met("heavy key is the pivot", pivot);
    met("heavy key below the cut", filter.heavy && rounds);
    met("skip with a prefix below the threshold",
        rounds && trace.rounds.back().skip && trace.prefix < filter.threshold);
    met("M < m", filter.used && filter.kept < m);
    met("M = m", filter.used && filter.kept == m);
    met("M = L", long_row && filter.kept == plan.list);
    met("M > L", long_row && filter.kept > plan.list);
    met("M > L of a row listed whole", whole && filter.kept > plan.list);
    met("skip on a list", rounds && trace.rounds.back().skip);
    met("last digit of a list", rounds && !trace.rounds.back().skip && !filter.few);
    met("several rounds on a list", listed && trace.rounds.size() > 1);
    met("few", filter.few);
    met("few, all of the pivot's taken", filter.few && trace.certificate.population == trace.quota);
    met("listed whole, near the top", whole && is_near(filter));
    met("listed whole, not near the top", whole && !is_near(filter));
    count_largest_digit(trace, outcomes);
}

std::vector<std::int64_t> chunks_of(const RowTrace &trace) {
    std::vector<std::int64_t> chunks = {0};
    for (const CtaTrace &cta : trace.ctas) {
        chunks.push_back(cta.last);
    }
    return chunks;
}

/// Every field that the filter makes, against the words; counts what the trace does not tell.
void assert_as_by_words(const scene::Case &c, std::int64_t r, const Plan &plan, const RowTrace &trace,
                        Outcomes &outcomes) {
    const brute::FilteredRow expected = brute::filtered(c, r, plan.filter, chunks_of(trace));
    RC_ASSERT(trace.filter == expected.filter);
    outcomes.at("crowd of several keys") += expected.crowd > 0 ? 1 : 0;
    outcomes.at("crowd with samples above it") += expected.above_crowd > 0 ? 1 : 0;
    std::uint32_t before = 0;
    for (std::size_t cta = 0; cta < trace.ctas.size(); ++cta) {
        const std::uint32_t kept = expected.kept.empty() ? 0 : expected.kept[cta];
        RC_ASSERT(trace.ctas[cta].kept_share == kept);
        RC_ASSERT(trace.ctas[cta].kept_base == before);
        before += kept;
    }
    if (trace.filter.used && !trace.filter.fell_back) {
        RC_ASSERT(trace.rounds == expected.rounds);
        RC_ASSERT(trace.prefix == expected.prefix);
        RC_ASSERT(trace.quota == expected.quota);
    }
}

CtaTrace without_kept(CtaTrace cta) {
    cta.kept_share = cta.kept_base = 0;
    return cta;
}

/// O2 without the kept ones, row by row. A skip counts the pivot's elements as above; F7 and a heavy pivot know no skip and
/// count them as equal, so there the two together must be what the skip calls above.
void assert_same_shares(const RowTrace &on, const RowTrace &off) {
    RC_ASSERT(on.ctas.size() == off.ctas.size());
    const bool by_key = on.filter.few || is_heavy_pivot(on);
    const bool skip_became_equal = by_key && !off.rounds.empty() && off.rounds.back().skip;
    RC_ASSERT(skip_became_equal == (by_key && on.certificate.population == on.quota));
    for (std::size_t cta = 0; cta < on.ctas.size(); ++cta) {
        CtaTrace seen = without_kept(on.ctas[cta]);
        if (skip_became_equal) {
            seen.above_share += seen.equal_share;
            seen.above_base += seen.equal_base;
            seen.equal_share = seen.equal_base = 0;
        }
        RC_ASSERT(seen == off.ctas[cta]);
    }
    RC_ASSERT(on.lo == off.lo);
    if (!skip_became_equal) {
        RC_ASSERT(on.quota == off.quota);
    }
}

/// A row that fell back, or had no filter, is as it is without one.
void assert_same_rounds(const RowTrace &on, const RowTrace &off) {
    RC_ASSERT(on.rounds == off.rounds);
    RC_ASSERT(on.prefix == off.prefix);
    RC_ASSERT(on.quota == off.quota);
    for (std::size_t cta = 0; cta < on.ctas.size(); ++cta) {
        RC_ASSERT(without_kept(on.ctas[cta]) == off.ctas[cta]);
    }
}

void filter_laws(Outcomes &outcomes) {
    const auto [c, plan] = drawn();
    RC_LOG() << c << " ctas " << plan.ctas << " whole " << plan.filter.whole << " list " << plan.filter.list
             << " sample " << plan.filter.sample << " forced " << plan.filter.forced << " threshold "
             << plan.filter.threshold << std::endl;
    Plan unfiltered = plan;
    unfiltered.filter = {};
    std::vector<RowTrace> off;
    const scene::Answer plain = scene::run(c, unfiltered, &off);
    std::vector<RowTrace> on;
    const scene::Answer answer = scene::run(c, plan, &on);
    RC_ASSERT(answer == brute::answer(c));
    RC_ASSERT(answer == plain);
    for (std::int64_t r = 0; r < c.rows; ++r) {
        const RowTrace &with = on[static_cast<std::size_t>(r)];
        const RowTrace &without = off[static_cast<std::size_t>(r)];
        RC_ASSERT((without.filter == FilterTrace{}));
        assert_as_by_words(c, r, plan, with, outcomes);
        assert_same_shares(with, without);
        if (!with.filter.used || with.filter.fell_back) {
            assert_same_rounds(with, without);
        }
        RC_ASSERT(scene::same(with.certificate, without.certificate));
        RC_ASSERT(with.n == without.n && with.m == without.m && with.short_row == without.short_row);
        count(with, plan.filter, sim::infinity_keys(c.type, c.options), outcomes);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(filter)

BOOST_AUTO_TEST_CASE(a_filter_changes_no_answer_and_does_what_its_words_say) {
    Outcomes outcomes = no_outcomes();
    BOOST_TEST(rc::check("filter laws", [&] {
        constexpr int cases = 10; // convention: enough that every outcome is met many times
        for (int number = 0; number < cases; ++number) {
            filter_laws(outcomes);
        }
    }));
    for (const auto &[name, times] : outcomes) {
        BOOST_TEST_MESSAGE(name << ": " << times);
        BOOST_TEST(times > 0, name << " was not met");
    }
}

BOOST_AUTO_TEST_CASE(direct_slots_and_merged_runs_give_one_answer_and_one_trace_on_a_list) {
    BOOST_TEST(rc::check("direct equals merge on a list", [] {
        auto [c, plan] = drawn();
        std::vector<RowTrace> direct;
        std::vector<RowTrace> merged;
        plan.emission = Plan::Emission::direct;
        const scene::Answer by_slots = scene::run(c, plan, &direct);
        plan.emission = Plan::Emission::merge;
        RC_ASSERT(by_slots == scene::run(c, plan, &merged));
        for (std::size_t r = 0; r < direct.size(); ++r) {
            RC_ASSERT(direct[r].filter == merged[r].filter);
            RC_ASSERT(direct[r].rounds == merged[r].rounds);
            RC_ASSERT(direct[r].ctas == merged[r].ctas);
        }
    }));
}

BOOST_AUTO_TEST_SUITE_END()
