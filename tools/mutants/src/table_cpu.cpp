// The faults of the CPU path.
// Spec: contract/C1 to C18, algorithm/S0 to S12. Layer: tools/mutants.
#include "mutant.hpp"

#include "reference/cpu/src/faults.hpp"

namespace exactk::mutants {
namespace {

using cpu::faults::Fault;

#define EXACTK_CPU(name) Room::cpu, static_cast<int>(Fault::name), #name

constexpr Mutant table[] = {
    {EXACTK_CPU(minus_zero_below), "C3", "-0 stands below +0", 29},
    {EXACTK_CPU(nan_policy_ignored), "C3", "NaNs stand above all numbers whatever the policy"},
    {EXACTK_CPU(bfloat16_taken_for_half), "C3", "bfloat16 is taken apart like float16"},
    {EXACTK_CPU(lengths_unsigned), "C1", "a padded length of -1 is a full row", 6},
    {EXACTK_CPU(lengths_ignored), "C1", "rows end at the width, not at their length", 14},
    {EXACTK_CPU(winners_of_first_row), "C2", "every row has as many winners as the first", 15},
    {EXACTK_CPU(nan_row_takes_first), "C5", "a row with a NaN selects element 0 in every slot", 24},
    {EXACTK_CPU(half_copied), "C8", "an unrolled copy writes half of the slots", 9},
    {EXACTK_CPU(unconverged_identity), "C5", "where the rounds end without a skip, slot j holds index j", 20},
    {EXACTK_CPU(ties_turned_in_batch), "C4", "in a batch ties are taken from the other end than alone", 26},
    {EXACTK_CPU(ties_by_thread), "C4", "ties are taken thread by thread, each thread having every fourth",
     33},
    {EXACTK_CPU(survivors_capped), "C5", "candidates beyond the first 16,384 are dropped", 1, 16384, 2},
    {EXACTK_CPU(sample_decides), "C5", "the best of a sample of 4,096 stand for the best of the row", 0, 4096,
     2},
    {EXACTK_CPU(last_block_unread), "C5", "elements behind the last whole block of 64 are not looked at", 0,
     64, 4},
    {EXACTK_CPU(sixteen_bits_sorted), "C5", "the last 16 bits of a key are not looked at", 32},
    {EXACTK_CPU(skip_one_short), "C5", "rounds end when one candidate more than needed is left"},
    {EXACTK_CPU(infinite_index_zero), "C5", "infinite scores come out with index 0", 30},
    {EXACTK_CPU(rank_by_float16_key), "C6", "rank order is that of the upper 16 bits"},
    {EXACTK_CPU(fill_is_zero), "C7", "the fill score is 0"},
    {EXACTK_CPU(equal_counted_from_start), "C12", "ties with an earlier pivot count for the last one"},
    {EXACTK_CPU(digest_without_fill), "C14", "fills are left out of the digest"},
    {EXACTK_CPU(overlap_unseen), "C18", "an output that begins within the input is not refused"},
    {EXACTK_CPU(alignment_unseen), "C18", "bases that are not aligned are not refused"},
    {EXACTK_CPU(exact_pitch_refused), "C11", "a pitch that is just the width is refused"},
    {EXACTK_CPU(lengths_clamped_in_place), "C8", "lengths beyond their limits are clamped where they lie"},
};

#undef EXACTK_CPU

static_assert(std::size(table) + 1 == static_cast<std::size_t>(Fault::count), "every switch has its words");

} // namespace

std::span<const Mutant> cpu_mutants() { return table; }

} // namespace exactk::mutants
