// The predicates and how they are told from traces.
// Spec: contract/C1 to C13, algorithm/S3 to S8 F1 to F7 O1 O2 O4. Layer: tools/laws.
#include <exactk/laws/predicates.hpp>

#include <algorithm>
#include <stdexcept>

#include <exactk/contract/text.hpp>
#include <exactk/sim.hpp>

#include <exactk/laws.hpp>

#include "answer.hpp"
#include "predicates_content.hpp"
#include "rows.hpp"

namespace exactk::laws {

namespace {

using casefile::CaseFile;
using Traces = std::vector<RowTrace>;

/// Whether one of the rows has it.
template <class Test> bool any_row(const CaseFile &one, const Traces &traces, Test test) {
    return std::any_of(traces.begin(), traces.end(), [&](const RowTrace &trace) { return test(one, trace); });
}

template <bool (*test)(const CaseFile &, const RowTrace &)>
bool some_row(const CaseFile &one, const Traces &traces) {
    return any_row(one, traces, test);
}

const RoundTrace *last_round(const RowTrace &trace) {
    return trace.rounds.empty() ? nullptr : &trace.rounds.back();
}

bool ended_by_skip(const RowTrace &trace) { return last_round(trace) != nullptr && last_round(trace)->skip; }

/// Rounds that the digit plan has, for rows without a filter.
std::size_t rounds_planned(const CaseFile &one) {
    return one.plan.digits.empty() ? (one.type == ScoreType::float32 ? 4u : 2u) : one.plan.digits.size();
}

bool plain_rounds(const RowTrace &trace) {
    return !trace.rounds.empty() && (!trace.filter.used || trace.filter.fell_back);
}

/// How the last winner's equals lie, counted on the row itself.
struct Cut {
    std::uint32_t population = 0;
    std::uint32_t quota = 0;
    std::uint64_t pivot = 0;
};

Cut cut_of(const RowTrace &trace) {
    return {trace.certificate.population, trace.certificate.quota, trace.certificate.pivot};
}

bool is_pivot(const CaseFile &one, const RowTrace &trace, std::uint32_t bits) {
    return trace.m > 0 && key_of(bits, one.type, one.options) == trace.certificate.pivot;
}

template <class Test> bool some_winner(const CaseFile &one, const RowTrace &trace, Test test) {
    const std::vector<std::uint32_t> &row = row_of(one, trace.row);
    return trace.m > 0 && std::any_of(row.begin(), row.end(), [&](std::uint32_t bits) {
               return key_of(bits, one.type, one.options) >= trace.certificate.pivot && test(bits);
           });
}

/// Taken elements of each CTA, by S8's shares.
std::vector<std::uint32_t> taken_per_cta(const RowTrace &trace) {
    std::vector<std::uint32_t> taken;
    for (const CtaTrace &cta : trace.ctas) {
        const std::int64_t first =
            std::clamp<std::int64_t>(std::int64_t{cta.equal_base} - trace.lo, 0, trace.quota);
        const std::int64_t last = std::clamp<std::int64_t>(
            std::int64_t{cta.equal_base} + cta.equal_share - trace.lo, 0, trace.quota);
        taken.push_back(cta.above_share + static_cast<std::uint32_t>(last - first));
    }
    return taken;
}

bool one_bin(const CaseFile &, const RowTrace &trace) {
    return plain_rounds(trace) && trace.rounds.front().population == static_cast<std::uint64_t>(trace.n);
}
bool full_at_first(const CaseFile &, const RowTrace &trace) {
    return ended_by_skip(trace) && trace.rounds.size() == 1;
}
bool full_in_between(const CaseFile &one, const RowTrace &trace) {
    return ended_by_skip(trace) && plain_rounds(trace) && trace.rounds.size() > 1 &&
           trace.rounds.size() < rounds_planned(one);
}
bool full_at_last(const CaseFile &one, const RowTrace &trace) {
    return ended_by_skip(trace) && plain_rounds(trace) && trace.rounds.size() == rounds_planned(one);
}
bool never_full(const CaseFile &, const RowTrace &trace) {
    return !trace.rounds.empty() && !trace.rounds.back().skip;
}
bool one_short_of_full(const CaseFile &, const RowTrace &trace) {
    return std::any_of(trace.rounds.begin(), trace.rounds.end(), [](const RoundTrace &round) {
        return !round.skip && round.population == round.open + 1;
    });
}
bool lowest_digit(const CaseFile &, const RowTrace &trace) {
    return std::any_of(trace.rounds.begin(), trace.rounds.end(),
                       [](const RoundTrace &round) { return round.digit == 0; });
}
bool highest_digit(const CaseFile &, const RowTrace &trace) {
    return std::any_of(trace.rounds.begin(), trace.rounds.end(), [](const RoundTrace &round) {
        return round.digit == (std::uint32_t{1} << round.digit_bits) - 1;
    });
}
bool one_bit_digit(const CaseFile &, const RowTrace &trace) {
    return std::any_of(trace.rounds.begin(), trace.rounds.end(),
                       [](const RoundTrace &round) { return round.digit_bits == 1; });
}
bool widest_digit(const CaseFile &, const RowTrace &trace) {
    return std::any_of(trace.rounds.begin(), trace.rounds.end(),
                       [](const RoundTrace &round) { return round.digit_bits == digit_bits_max; });
}

bool ties_across_edge(const CaseFile &, const RowTrace &trace) {
    return std::count_if(trace.ctas.begin(), trace.ctas.end(),
                         [](const CtaTrace &cta) { return cta.equal_share > 0; }) > 1;
}
bool quota_ends_inside_a_chunk(const CaseFile &, const RowTrace &trace) {
    return trace.ctas.size() > 1 &&
           std::any_of(trace.ctas.begin(), trace.ctas.end(), [&](const CtaTrace &cta) {
               const std::int64_t end = std::int64_t{trace.lo} + trace.quota;
               return trace.quota > 0 && cta.equal_base < end &&
                      end < std::int64_t{cta.equal_base} + cta.equal_share;
           });
}
bool quota_ends_at_an_edge(const CaseFile &, const RowTrace &trace) {
    const std::int64_t end = std::int64_t{trace.lo} + trace.quota;
    return trace.quota > 0 && std::any_of(trace.ctas.begin(), trace.ctas.end(), [&](const CtaTrace &cta) {
               return cta.equal_share > 0 && cta.equal_base > 0 && cta.equal_base == end;
           });
}
bool empty_chunk(const CaseFile &, const RowTrace &trace) {
    return std::any_of(trace.ctas.begin(), trace.ctas.end(),
                       [](const CtaTrace &cta) { return cta.first == cta.last; });
}
bool more_ctas_than_elements(const CaseFile &, const RowTrace &trace) {
    return static_cast<std::int64_t>(trace.ctas.size()) > trace.n;
}
bool winners_in_one_cta(const CaseFile &, const RowTrace &trace) {
    const std::vector<std::uint32_t> taken = taken_per_cta(trace);
    return taken.size() > 1 && trace.m > 1 &&
           std::count_if(taken.begin(), taken.end(), [](std::uint32_t count) { return count > 0; }) == 1;
}
bool winners_in_every_cta(const CaseFile &, const RowTrace &trace) {
    const std::vector<std::uint32_t> taken = taken_per_cta(trace);
    return taken.size() > 1 && std::find(taken.begin(), taken.end(), 0u) == taken.end();
}
bool only_ties_in_a_cta(const CaseFile &, const RowTrace &trace) {
    return trace.ctas.size() > 1 &&
           std::any_of(trace.ctas.begin(), trace.ctas.end(), [](const CtaTrace &cta) {
               return cta.equal_share > 0 &&
                      cta.equal_share == static_cast<std::uint64_t>(cta.last - cta.first);
           });
}

bool nan_pivot(const CaseFile &one, const RowTrace &trace) {
    return is_pivot(one, trace, format_of(one.type).infinity + 1);
}
bool infinity_pivot(const CaseFile &one, const RowTrace &trace) {
    const Format &format = format_of(one.type);
    return is_pivot(one, trace, format.infinity) || is_pivot(one, trace, format.infinity | format.sign);
}
bool zeros_pivot(const CaseFile &one, const RowTrace &trace) {
    const std::vector<std::uint32_t> &row = row_of(one, trace.row);
    return is_pivot(one, trace, 0) && std::count(row.begin(), row.end(), 0u) > 0 &&
           std::count(row.begin(), row.end(), format_of(one.type).sign) > 0;
}
bool subnormal_pivot(const CaseFile &one, const RowTrace &trace) {
    const Format &format = format_of(one.type);
    return trace.m > 0 && some_winner(one, trace, [&](std::uint32_t bits) {
               const std::uint32_t magnitude = bits & ~format.sign;
               return magnitude > 0 && magnitude < (1u << format.fraction_bits) && is_pivot(one, trace, bits);
           });
}
bool signalling_nan_wins(const CaseFile &one, const RowTrace &trace) {
    const Format &format = format_of(one.type);
    return some_winner(one, trace, [&](std::uint32_t bits) {
        return is_nan(bits, one.type) && (bits >> (format.fraction_bits - 1) & 1u) == 0;
    });
}

bool ties_at_a_skip(const CaseFile &, const RowTrace &trace) {
    return ended_by_skip(trace) && trace.certificate.population > 1;
}
bool quota_all(const CaseFile &, const RowTrace &trace) {
    const Cut cut = cut_of(trace);
    return !trace.short_row && cut.population > 1 && cut.quota == cut.population;
}
bool quota_1(const CaseFile &, const RowTrace &trace) {
    const Cut cut = cut_of(trace);
    return cut.quota == 1 && cut.population > 1;
}
bool quota_all_but_one(const CaseFile &, const RowTrace &trace) {
    const Cut cut = cut_of(trace);
    return cut.population > 2 && cut.quota + 1 == cut.population;
}
template <std::uint32_t size> bool ties_beyond(const CaseFile &, const RowTrace &trace) {
    return trace.certificate.population > size && trace.certificate.population > trace.certificate.quota;
}
bool all_equal(const CaseFile &, const RowTrace &trace) {
    return trace.n > 1 && trace.m > 0 && trace.certificate.population == static_cast<std::uint64_t>(trace.n);
}
bool late_ties(const CaseFile &one, const RowTrace &trace) {
    return one.options.ties == Ties::high && trace.lo > 0;
}
bool ranked_ties(const CaseFile &one, const RowTrace &trace) {
    return one.options.order == Order::rank && trace.certificate.quota > 1;
}

bool k_0(const CaseFile &one, const RowTrace &trace) { return one.k == 0 && trace.n > 0; }
bool k_1(const CaseFile &one, const RowTrace &trace) { return one.k == 1 && trace.n > 1; }
bool k_all_but_one(const CaseFile &one, const RowTrace &trace) { return one.k > 0 && one.k == trace.n - 1; }
bool k_all(const CaseFile &one, const RowTrace &trace) { return trace.n > 0 && one.k == trace.n; }
bool k_beyond(const CaseFile &one, const RowTrace &trace) { return trace.n > 0 && one.k > trace.n; }
bool n_0(const CaseFile &, const RowTrace &trace) { return trace.n == 0; }
bool n_1(const CaseFile &, const RowTrace &trace) { return trace.n == 1; }
template <bool below> bool clamped(const CaseFile &one, const RowTrace &trace) {
    const std::int64_t given =
        one.lengths.empty() ? trace.n : one.lengths[static_cast<std::size_t>(trace.row)];
    return below ? given < 0 : given > one.width;
}

bool listed_whole(const CaseFile &, const RowTrace &trace) {
    return trace.filter.used && !trace.filter.sampled && trace.filter.threshold == 0;
}
bool sampled(const CaseFile &, const RowTrace &trace) {
    return trace.filter.sampled && !trace.filter.fell_back;
}
bool forced(const CaseFile &one, const RowTrace &trace) {
    return one.plan.filter.forced && trace.filter.used && !trace.filter.fell_back;
}
bool fell_back(const CaseFile &, const RowTrace &trace) { return trace.filter.fell_back; }
bool few(const CaseFile &, const RowTrace &trace) { return trace.filter.few; }
bool heavy_pivot(const CaseFile &, const RowTrace &trace) {
    return trace.filter.heavy && !trace.filter.fell_back && trace.rounds.empty();
}
bool heavy_below_the_cut(const CaseFile &, const RowTrace &trace) {
    return trace.filter.heavy && !trace.filter.fell_back && !trace.rounds.empty();
}
bool list_of_just_m(const CaseFile &, const RowTrace &trace) {
    return trace.filter.used && !trace.filter.fell_back && trace.m > 0 &&
           trace.filter.kept == static_cast<std::uint64_t>(trace.m);
}

bool rows_differ(const CaseFile &one, const Traces &traces) {
    return std::any_of(traces.begin(), traces.end(),
                       [&](const RowTrace &trace) { return trace.n != traces.front().n; }) &&
           one.rows > 1;
}
bool misaligned(const CaseFile &one, const Traces &) { return one.offset % 4 != 0; }
bool gaps(const CaseFile &one, const Traces &) { return one.pitch > one.width && one.output_gap > 0; }
bool odd_k(const CaseFile &one, const Traces &) { return one.k > 1 && one.k % 2 == 1; }

} // namespace

const std::vector<Predicate> &predicates() {
    static const std::vector<Predicate> list = [] {
        std::vector<Predicate> all = {
            {"one_bin_in_the_first_round", "all elements share the first digit", some_row<one_bin>},
            {"bin_full_at_the_first_round", "S6 ends the rounds at once", some_row<full_at_first>},
            {"bin_full_in_between", "S6 ends the rounds after the first and before the last",
             some_row<full_in_between>},
            {"skip_at_the_last_round", "S6 holds when no digit is left", some_row<full_at_last>},
            {"rounds_to_the_end", "no bin was ever full", some_row<never_full>},
            {"bin_one_short_of_full", "one candidate too many for S6", some_row<one_short_of_full>},
            {"lowest_threshold_digit", "the digit is 0", some_row<lowest_digit>},
            {"highest_threshold_digit", "the digit has all bits", some_row<highest_digit>},
            {"digit_of_one_bit", "a histogram of two", some_row<one_bit_digit>},
            {"digit_of_16_bits", "the widest histogram", some_row<widest_digit>},
            {"tie_run_crosses_a_cta_edge", "two chunks hold elements equal to the last winner",
             some_row<ties_across_edge>},
            {"quota_ends_inside_a_chunk", "a CTA takes some of its equal elements",
             some_row<quota_ends_inside_a_chunk>},
            {"quota_ends_at_an_edge", "the next CTA's equal elements are all left",
             some_row<quota_ends_at_an_edge>},
            {"empty_chunk", "a CTA has nothing", some_row<empty_chunk>},
            {"more_ctas_than_elements", "and some have nothing", some_row<more_ctas_than_elements>},
            {"winners_in_one_cta", "the others have none", some_row<winners_in_one_cta>},
            {"winners_in_every_cta", "several CTAs, none without", some_row<winners_in_every_cta>},
            {"nothing_but_ties_in_a_cta", "a chunk of equal elements", some_row<only_ties_in_a_cta>},
            {"nan_is_the_pivot", "the last winner is NaN", some_row<nan_pivot>},
            {"infinity_is_the_pivot", "the last winner is an infinity", some_row<infinity_pivot>},
            {"zeros_of_both_signs_are_the_pivot", "they tie", some_row<zeros_pivot>},
            {"subnormal_is_the_pivot", "the last winner is subnormal", some_row<subnormal_pivot>},
            {"signalling_nan_wins", "its bits must survive", some_row<signalling_nan_wins>},
            {"ties_at_a_skip", "the last winner has equals, and S6 takes them without counting",
             some_row<ties_at_a_skip>},
            {"quota_is_the_population", "all of several equal elements are taken", some_row<quota_all>},
            {"quota_1", "one of several equal elements is taken", some_row<quota_1>},
            {"quota_all_but_one", "all but one", some_row<quota_all_but_one>},
            {"ties_beyond_256", "more equal elements than that, not all taken", some_row<ties_beyond<256>>},
            {"ties_beyond_2048", "more equal elements than that, not all taken", some_row<ties_beyond<2048>>},
            {"ties_beyond_4096", "more equal elements than that, not all taken", some_row<ties_beyond<4096>>},
            {"ties_beyond_16384", "more equal elements than that, not all taken",
             some_row<ties_beyond<16384>>},
            {"all_equal", "one value in the row", some_row<all_equal>},
            {"ties_from_the_end", "the first equal elements are left", some_row<late_ties>},
            {"ties_by_rank", "several equal winners in rank order", some_row<ranked_ties>},
            {"k_0", "nothing is asked of a row", some_row<k_0>},
            {"k_1", "the best alone", some_row<k_1>},
            {"k_odd", "above 1", odd_k},
            {"k_all_but_one", "one element is left", some_row<k_all_but_one>},
            {"k_is_n", "all, without a fill", some_row<k_all>},
            {"k_beyond_n", "all, with fills", some_row<k_beyond>},
            {"n_0", "an empty row", some_row<n_0>},
            {"n_1", "one element", some_row<n_1>},
            {"length_below_0", "clamped", some_row<clamped<true>>},
            {"length_above_the_width", "clamped", some_row<clamped<false>>},
            {"rows_of_different_lengths", "in one batch", rows_differ},
            {"misaligned_rows", "scores begin where no vector load may", misaligned},
            {"gaps_on_both_sides", "pitches above width and k", gaps},
            {"listed_whole", "F1", some_row<listed_whole>},
            {"sampled", "F2, and the list holds", some_row<sampled>},
            {"threshold_forced", "and the list holds", some_row<forced>},
            {"filter_falls_back", "F5", some_row<fell_back>},
            {"few_are_ranked", "F7", some_row<few>},
            {"heavy_key_is_the_pivot", "F5", some_row<heavy_pivot>},
            {"heavy_key_below_the_cut", "F5, more than m are kept above it", some_row<heavy_below_the_cut>},
            {"list_of_just_m", "no loser is listed", some_row<list_of_just_m>},
        };
        add_content_predicates(all);
        return all;
    }();
    return list;
}

std::vector<RowTrace> traces_of(const CaseFile &given) {
    const CaseFile one = spelled_out(given);
    const Memory memory(one, {});
    std::vector<std::int32_t> indices(static_cast<std::size_t>(one.rows * one.k));
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = one.k;
    std::vector<RowTrace> traces;
    const Status status = sim::topk(memory.problem(), outputs, one.plan, &traces);
    if (status.code != StatusCode::ok) {
        throw std::invalid_argument(exactk::describe(status));
    }
    return traces;
}

} // namespace exactk::laws
