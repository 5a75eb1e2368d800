// What is put into a schedule: the form of the barriers, the sizes, and the one fault that may be planted.
// Spec: algorithm/S3 to S8 F5 B1 B2 B3, contract/C15. Layer: sim.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace exactk::schedule {

/// How the CTAs of a row wait for one another.
enum class Form : std::uint8_t {
    cluster = 0, ///< histograms in the CTAs' own shared memory, barriers of the cluster (row_per_cluster)
    kernel = 1,  ///< one histogram in the workspace, the barrier is the end of a kernel (row_per_grid)
    cooperative =
        2,    ///< the same in one kernel; a barrier is a counter and a generation, the launch is refused
              ///< unless all CTAs fit
    spin = 3, ///< exhibit: the same with a counter alone and no word about whether all CTAs fit
    cluster_list =
        4, ///< the filter's list: rows in sequence by the CTAs of a cluster, each of which gathers all
           ///< lists; a row that falls back goes on as in `cluster` (row_per_cluster)
};
inline constexpr int form_count = 5; // bound: enumerators of Form

/// The places where CTAs wait for one another.
enum class Barrier : std::uint8_t {
    start = 0, ///< the first histogram was cleared; not in a cluster, where every CTA clears its own
    b1 = 1,    ///< B1, once a round
    b2 = 2,    ///< B2
    exit = 3,  ///< in a cluster alone: nobody reads a CTA's shared memory after it has left
    b3 = 4,    ///< B3, once a row with a list
    lists = 5, ///< release of the lists: who arrives has read them; who waits may write its list again
};

/// One fault in the protocol. Names are those of `name`.
enum class Mutant : std::uint8_t {
    none,
    no_start_barrier,
    no_b1,
    no_b1_last_round,
    no_b2,
    no_exit_barrier,
    b1_one_cta_does_not_wait,
    b1_is_cta_barrier,
    b2_is_cta_barrier,
    start_no_release,
    start_no_acquire,
    b1_no_release,
    b1_no_acquire,
    b2_no_release,
    b2_no_acquire,
    b1_release_scope_cta,
    b1_acquire_scope_cta,
    b2_release_scope_cta,
    b2_acquire_scope_cta,
    b1_release_scope_cluster,
    b1_acquire_scope_cluster,
    b2_release_scope_cluster,
    b2_acquire_scope_cluster,
    add_scope_cta,
    add_not_atomic,
    one_buffer_too_few,
    clear_too_early,
    clear_missing,
    start_clear_missing,
    share_after_barrier,
    share_missing,
    stale_round,
    first_come_slots,
    leader_resets,
    generation_before_reset,
    one_arrival_short,
    no_b3,
    b3_one_cta_does_not_wait,
    gather_before_b3,
    no_list_release,
    no_list_await,
    list_release_too_early,
    list_before_await,
    no_await_on_fallback,
    b3_is_cta_barrier,
    list_release_is_cta_barrier,
    b3_no_release,
    b3_no_acquire,
    list_release_no_release,
    list_await_no_acquire,
    b3_release_scope_cta,
    b3_acquire_scope_cta,
    list_release_scope_cta,
    list_await_scope_cta,
    number_after_barrier,
    number_missing,
    fallback_by_own_number,
    fallback_skips_release,
};

/// What kind of thing a mutant takes away. The first three must be flagged by the race checker in one run of any
/// schedule; of the others it is only known that something tells them.
enum class MutantKind : std::uint8_t { none, barrier, fence, scope, buffer, clear, data, counter };

struct MutantInfo {
    Mutant mutant;
    const char *name;
    MutantKind kind;
    unsigned forms;      ///< bit (1 << form) for each form that has what the mutant takes away
    const char *meaning; ///< one clause in words
};

/// All mutants, `none` first, in the order of the enumerators.
std::span<const MutantInfo> mutants();
const MutantInfo &info(Mutant mutant);

inline bool applies(const MutantInfo &mutant, Form form) {
    return (mutant.forms >> static_cast<unsigned>(form) & 1u) != 0;
}
inline bool must_race(const MutantInfo &mutant) {
    return mutant.kind == MutantKind::barrier || mutant.kind == MutantKind::fence ||
           mutant.kind == MutantKind::scope;
}

const char *name(Form form);
const char *name(Barrier barrier);
const char *name(MutantKind kind);
/// False, with the result untouched, if nothing has that name.
bool parse(std::string_view text, Form &form);
bool parse(std::string_view text, Mutant &mutant);

inline constexpr int ctas_min = 2;   // bound: one CTA alone waits for nobody
inline constexpr int ctas_max = 64;  // convention: PCT runs of 64 CTAs still take milliseconds
inline constexpr int rounds_max = 8; // bound: 16-bit keys, digits of 2 bits
inline constexpr int list_rows = 3;  // convention: every order of a row that lists and one that falls back

/// Whether the CTAs are those of a cluster, with shared memory that the others can read.
inline bool in_cluster(Form form) { return form == Form::cluster || form == Form::cluster_list; }

/// All that a schedule depends on, besides its choices.
struct Setup {
    Form form = Form::cluster;
    int ctas = 4;           ///< ctas_min to ctas_max
    int rounds = 2;         ///< digits of the plan, 1 to rounds_max
    std::uint64_t seed = 1; ///< of the row or rows; see make_instance
    int resident = 0;       ///< CTAs that fit on the device at once, 1 to ctas; 0: all of them
    Mutant mutant = Mutant::none;
    bool delayed = false; ///< writes become visible to other CTAs at flush steps of their own

    int fitting() const { return resident == 0 ? ctas : resident; }
    friend bool operator==(const Setup &, const Setup &) = default;
};

/// "" or what is wrong: the name of a field of Setup, its value and the limit, as in "ctas is 1; the limit is 2".
std::string problem_with(const Setup &setup);

/// Whether the launch itself is refused, so that there are no schedules: the form asks for all CTAs at once, and
/// they do not fit. `why`, if given, gets a sentence.
bool launch_refused(const Setup &setup, std::string *why = nullptr);

} // namespace exactk::schedule
