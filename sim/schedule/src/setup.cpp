// Names, the table of mutants, and the limits of a setup.
// Spec: algorithm/S4 S7 S8 F5 B1 B2 B3. Layer: sim.
#include <exactk/schedule/setup.hpp>

#include <array>
#include <cstddef>

namespace exactk::schedule {
namespace {

constexpr unsigned on_cluster = 1u << 0;     // bound: Form::cluster
constexpr unsigned on_kernel = 1u << 1;      // bound: Form::kernel
constexpr unsigned on_cooperative = 1u << 2; // bound: Form::cooperative
constexpr unsigned on_spin = 1u << 3;        // bound: Form::spin
constexpr unsigned on_list = 1u << 4;        // bound: Form::cluster_list
constexpr unsigned on_counters = on_cooperative | on_spin;
constexpr unsigned on_grid = on_kernel | on_counters;
constexpr unsigned on_fences = on_cluster | on_counters;
constexpr unsigned on_all = on_cluster | on_grid;
constexpr unsigned on_every = on_all | on_list;

using enum MutantKind;

constexpr MutantInfo table[] = {
    {Mutant::none, "none", none, on_every, "the protocol as it is"},
    {Mutant::no_start_barrier, "no_start_barrier", barrier, on_grid,
     "CTAs count without waiting for the first clear"},
    {Mutant::no_b1, "no_b1", barrier, on_every, "no CTA waits between counting and choosing the digit"},
    {Mutant::no_b1_last_round, "no_b1_last_round", barrier, on_all, "the same in the last round only"},
    {Mutant::no_b2, "no_b2", barrier, on_every, "no CTA waits between publishing shares and reading them"},
    {Mutant::no_exit_barrier, "no_exit_barrier", barrier, on_cluster | on_list,
     "a CTA leaves while others may still read its shared memory"},
    {Mutant::b1_one_cta_does_not_wait, "b1_one_cta_does_not_wait", barrier, on_all,
     "the last CTA arrives at B1 and goes on at once"},
    {Mutant::b1_is_cta_barrier, "b1_is_cta_barrier", scope, on_fences,
     "B1 is a barrier of the CTA's own threads"},
    {Mutant::b2_is_cta_barrier, "b2_is_cta_barrier", scope, on_fences,
     "B2 is a barrier of the CTA's own threads"},
    {Mutant::start_no_release, "start_no_release", fence, on_counters,
     "the arrival at the start barrier releases nothing"},
    {Mutant::start_no_acquire, "start_no_acquire", fence, on_counters,
     "the wait at the start barrier acquires nothing"},
    {Mutant::b1_no_release, "b1_no_release", fence, on_fences, "the arrival at B1 releases nothing"},
    {Mutant::b1_no_acquire, "b1_no_acquire", fence, on_fences, "the wait at B1 acquires nothing"},
    {Mutant::b2_no_release, "b2_no_release", fence, on_fences, "the arrival at B2 releases nothing"},
    {Mutant::b2_no_acquire, "b2_no_acquire", fence, on_fences, "the wait at B2 acquires nothing"},
    {Mutant::b1_release_scope_cta, "b1_release_scope_cta", scope, on_fences,
     "the release at B1 has the scope of a CTA"},
    {Mutant::b1_acquire_scope_cta, "b1_acquire_scope_cta", scope, on_fences,
     "the acquire at B1 has the scope of a CTA"},
    {Mutant::b2_release_scope_cta, "b2_release_scope_cta", scope, on_fences,
     "the release at B2 has the scope of a CTA"},
    {Mutant::b2_acquire_scope_cta, "b2_acquire_scope_cta", scope, on_fences,
     "the acquire at B2 has the scope of a CTA"},
    {Mutant::b1_release_scope_cluster, "b1_release_scope_cluster", scope, on_counters,
     "the release at B1 has the scope of a cluster, in a grid"},
    {Mutant::b1_acquire_scope_cluster, "b1_acquire_scope_cluster", scope, on_counters,
     "the acquire at B1 has the scope of a cluster, in a grid"},
    {Mutant::b2_release_scope_cluster, "b2_release_scope_cluster", scope, on_counters,
     "the release at B2 has the scope of a cluster, in a grid"},
    {Mutant::b2_acquire_scope_cluster, "b2_acquire_scope_cluster", scope, on_counters,
     "the acquire at B2 has the scope of a cluster, in a grid"},
    {Mutant::add_scope_cta, "add_scope_cta", scope, on_grid,
     "additions to the row's histogram are atomic within a CTA only"},
    {Mutant::add_not_atomic, "add_not_atomic", scope, on_grid,
     "additions to the row's histogram are a load and a store"},
    {Mutant::one_buffer_too_few, "one_buffer_too_few", buffer, on_all,
     "two histograms take turns where three must, or one where two must"},
    {Mutant::clear_too_early, "clear_too_early", clear, on_all,
     "a histogram is cleared when one CTA has read it, not when all have"},
    {Mutant::clear_missing, "clear_missing", clear, on_all, "later rounds count into what was there"},
    {Mutant::start_clear_missing, "start_clear_missing", clear, on_all,
     "the first round counts into what was there"},
    {Mutant::share_after_barrier, "share_after_barrier", data, on_all, "shares are published after B2"},
    {Mutant::share_missing, "share_missing", data, on_all, "the last CTA but one publishes no share"},
    {Mutant::stale_round, "stale_round", data, on_all,
     "a round after the first looks at the histogram of the round before"},
    {Mutant::first_come_slots, "first_come_slots", data, on_all, "slots are handed out by a counter"},
    {Mutant::leader_resets, "leader_resets", counter, on_cooperative,
     "CTA 0 resets the counter on which others still spin"},
    {Mutant::generation_before_reset, "generation_before_reset", counter, on_cooperative,
     "the last arrival publishes the generation before it resets the counter"},
    {Mutant::one_arrival_short, "one_arrival_short", counter, on_counters,
     "the barrier opens one arrival too early"},
    {Mutant::no_b3, "no_b3", barrier, on_list,
     "no CTA waits between publishing its list and reading those of others"},
    {Mutant::b3_one_cta_does_not_wait, "b3_one_cta_does_not_wait", barrier, on_list,
     "the last CTA arrives at B3 and goes on at once"},
    {Mutant::gather_before_b3, "gather_before_b3", barrier, on_list,
     "numbers and lists of others are read before B3"},
    {Mutant::no_list_release, "no_list_release", barrier, on_list,
     "no CTA arrives at the release, so that the wait for it waits for nothing"},
    {Mutant::no_list_await, "no_list_await", barrier, on_list,
     "a CTA arrives at the release and never waits for that of others"},
    {Mutant::list_release_too_early, "list_release_too_early", barrier, on_list,
     "a CTA arrives at the release before it has read the lists of others"},
    {Mutant::list_before_await, "list_before_await", barrier, on_list,
     "the list of the next row is written before the wait for the release"},
    {Mutant::no_await_on_fallback, "no_await_on_fallback", barrier, on_list,
     "a row that falls back writes over the list without waiting for the release"},
    {Mutant::b3_is_cta_barrier, "b3_is_cta_barrier", scope, on_list,
     "B3 is a barrier of the CTA's own threads"},
    {Mutant::list_release_is_cta_barrier, "list_release_is_cta_barrier", scope, on_list,
     "the release is a barrier of the CTA's own threads"},
    {Mutant::b3_no_release, "b3_no_release", fence, on_list, "the arrival at B3 releases nothing"},
    {Mutant::b3_no_acquire, "b3_no_acquire", fence, on_list, "the wait at B3 acquires nothing"},
    {Mutant::list_release_no_release, "list_release_no_release", fence, on_list,
     "the arrival at the release orders nothing before it"},
    {Mutant::list_await_no_acquire, "list_await_no_acquire", fence, on_list,
     "the wait for the release orders nothing behind it"},
    {Mutant::b3_release_scope_cta, "b3_release_scope_cta", scope, on_list,
     "the release at B3 has the scope of a CTA"},
    {Mutant::b3_acquire_scope_cta, "b3_acquire_scope_cta", scope, on_list,
     "the acquire at B3 has the scope of a CTA"},
    {Mutant::list_release_scope_cta, "list_release_scope_cta", scope, on_list,
     "the arrival at the release has the scope of a CTA"},
    {Mutant::list_await_scope_cta, "list_await_scope_cta", scope, on_list,
     "the wait for the release has the scope of a CTA"},
    {Mutant::number_after_barrier, "number_after_barrier", data, on_list,
     "the number of listed elements is published after B3"},
    {Mutant::number_missing, "number_missing", data, on_list,
     "the last CTA but one publishes no number of listed elements"},
    {Mutant::fallback_by_own_number, "fallback_by_own_number", data, on_list,
     "a CTA decides about the fall-back from its own number alone"},
    {Mutant::fallback_skips_release, "fallback_skips_release", counter, on_list,
     "where a row falls back CTA 0 goes on without arriving at the release"},
};

constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(table); ++i) {
        if (static_cast<std::size_t>(table[i].mutant) != i) {
            return false;
        }
    }
    return true;
}
static_assert(in_order(), "info() finds a mutant by its number");

constexpr std::array<const char *, form_count> form_names = {"cluster", "kernel", "cooperative", "spin",
                                                             "cluster_list"};

std::string outside(const char *what, std::int64_t value, std::int64_t limit) {
    return std::string(what) + " is " + std::to_string(value) + "; the limit is " + std::to_string(limit);
}

} // namespace

std::span<const MutantInfo> mutants() { return table; }

const MutantInfo &info(Mutant mutant) { return table[static_cast<std::size_t>(mutant)]; }

const char *name(Form form) { return form_names[static_cast<std::size_t>(form)]; }

const char *name(Barrier barrier) {
    constexpr std::array<const char *, 6> names = {"the start barrier", "B1", "B2",
                                                   "the exit barrier",  "B3", "the release of the lists"};
    return names[static_cast<std::size_t>(barrier)];
}

const char *name(MutantKind kind) {
    constexpr std::array<const char *, 8> names = {"none",   "barrier", "fence", "scope",
                                                   "buffer", "clear",   "data",  "counter"};
    return names[static_cast<std::size_t>(kind)];
}

bool parse(std::string_view text, Form &form) {
    for (std::size_t i = 0; i < form_names.size(); ++i) {
        if (text == form_names[i]) {
            form = static_cast<Form>(i);
            return true;
        }
    }
    return false;
}

bool parse(std::string_view text, Mutant &mutant) {
    for (const MutantInfo &known : table) {
        if (text == known.name) {
            mutant = known.mutant;
            return true;
        }
    }
    return false;
}

std::string problem_with(const Setup &setup) {
    if (setup.ctas < ctas_min || setup.ctas > ctas_max) {
        return outside("ctas", setup.ctas, setup.ctas < ctas_min ? ctas_min : ctas_max);
    }
    if (setup.rounds < 1 || setup.rounds > rounds_max) {
        return outside("rounds", setup.rounds, setup.rounds < 1 ? 1 : rounds_max);
    }
    if (setup.resident < 0 || setup.resident > setup.ctas) {
        return outside("resident", setup.resident, setup.resident < 0 ? 0 : setup.ctas);
    }
    if (!applies(info(setup.mutant), setup.form)) {
        return std::string("mutant ") + info(setup.mutant).name + " is none of form " + name(setup.form);
    }
    return "";
}

bool launch_refused(const Setup &setup, std::string *why) {
    const bool asks = in_cluster(setup.form) || setup.form == Form::cooperative;
    if (!asks || setup.fitting() >= setup.ctas) {
        return false;
    }
    if (why != nullptr) {
        const std::string counts =
            std::to_string(setup.ctas) + " CTAs, " + std::to_string(setup.fitting()) + " fit";
        *why = in_cluster(setup.form) ? "a cluster is scheduled as a whole or not at all (" + counts +
                                            "), so none of its CTAs waits"
                                      : "a cooperative launch is refused unless all CTAs fit (" + counts +
                                            "), so none of them waits";
    }
    return true;
}

} // namespace exactk::schedule
