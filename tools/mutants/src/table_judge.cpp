// The faults of the judge.
// Spec: contract/C1 to C9, C15. Layer: tools/mutants.
#include "mutant.hpp"

#include "reference/verify/src/faults.hpp"

namespace exactk::mutants {
namespace {

using verify::faults::Fault;

#define EXACTK_JUDGE(name) Room::judge, static_cast<int>(Fault::name), #name

constexpr Mutant table[] = {
    {EXACTK_JUDGE(first_row_only), "C15", "only the first row of a batch is judged", 34},
    {EXACTK_JUDGE(ties_forgiven), "C4", "which of several equals is selected is not looked at", 30},
    {EXACTK_JUDGE(duplicate_forgiven), "C5", "an index may stand in two slots"},
    {EXACTK_JUDGE(padding_forgiven), "C7", "slots from m on may hold anything"},
    {EXACTK_JUDGE(order_forgiven), "C6", "the sequence of the slots is not looked at"},
    {EXACTK_JUDGE(score_bits_by_value), "C9", "score bits that mean the same pass"},
    {EXACTK_JUDGE(outside_forgiven), "C8", "memory around the outputs and the input are not looked at"},
    {EXACTK_JUDGE(second_run_forgiven), "C15", "runs are not compared"},
    {EXACTK_JUDGE(worst_is_first_slot), "C5", "the first slot is taken for the worst winner"},
    {EXACTK_JUDGE(direction_ignored), "C3", "the largest are preferred whatever was asked"},
    {EXACTK_JUDGE(close_values_same), "C3", "values that differ by less than a hundredth are one value"},
    {EXACTK_JUDGE(poison_forgiven), "C8", "a slot that was never written counts as written"},
    {EXACTK_JUDGE(infinity_is_nan), "C3", "infinities are taken for NaNs"},
    {EXACTK_JUDGE(nan_policy_ignored), "C3", "NaNs stand above all numbers whatever the policy"},
    {EXACTK_JUDGE(rows_of_one_length), "C1", "all rows have the first row's length"},
};

#undef EXACTK_JUDGE

static_assert(std::size(table) + 1 == static_cast<std::size_t>(Fault::count), "every switch has its words");

} // namespace

std::span<const Mutant> judge_mutants() { return table; }

} // namespace exactk::mutants
