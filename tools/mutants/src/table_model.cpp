// The faults of the model.
// Spec: contract/C1 to C15, algorithm/S0 to S12 F1 to F8. Layer: tools/mutants.
#include "mutant.hpp"

#include "sim/src/faults.hpp"

namespace exactk::mutants {
namespace {

using sim::faults::Fault;

constexpr const char *long_rows =
    "a row of fewer than 32 elements is never sampled (F1), and a row needs elements "
    "that are not listed";
constexpr const char *costs = "it changes what a row costs and never the answer, so only traces show it";
constexpr bool lowers_filter = true;

#define EXACTK_MODEL(name) Room::model, static_cast<int>(Fault::name), #name

constexpr Mutant table[] = {
    {EXACTK_MODEL(length_as_unsigned), "S0", "a negative length is read as a huge one", 6},
    {EXACTK_MODEL(length_in_vectors), "S0", "elements are read four at a time, beyond the row's length", 16},
    {EXACTK_MODEL(zero_has_sign), "S2", "-0 has a smaller key than +0", 29},
    {EXACTK_MODEL(nan_by_sign), "S2", "NaNs stand above or below all numbers by their sign", 25},
    {EXACTK_MODEL(half_saturates), "S2", "what float16 cannot hold, beyond 65504, counts as infinite", 2},
    {EXACTK_MODEL(subnormals_flushed), "S2", "subnormal scores count as zero"},
    {EXACTK_MODEL(one_infinity_seen), "S11", "the status bit for infinities is not set by -inf"},
    {EXACTK_MODEL(population_is_quota), "S11", "the certificate's population leaves out ties not selected"},
    {EXACTK_MODEL(digest_of_signed), "S12", "a negative index is extended with its sign before it is mixed"},
    {EXACTK_MODEL(row_beyond_capacity), "S3", "elements behind the first 16,384 of a row are in no chunk", 4,
     16384, 4},
    {EXACTK_MODEL(tail_lost), "S3", "n modulo the number of CTAs elements at the end are in no chunk"},
    {EXACTK_MODEL(equal_bases_by_parity), "S7",
     "ties are counted in an order of CTAs that is not that of the index", 33},
    {EXACTK_MODEL(threshold_strict), "S5",
     "the threshold test is strict, so that a digit that just fills the slots is passed by", 3},
    {EXACTK_MODEL(counts_wrap), "S4", "counts of a histogram are numbers of 16 bits", 0, 65536, 4},
    {EXACTK_MODEL(candidates_capped), "S4",
     "a round after the first sees no more than 4,096 candidates, the rest is dropped", 1, 4096, 2},
    {EXACTK_MODEL(skip_nearly_full), "S6", "the rounds end when one candidate is left too many"},
    {EXACTK_MODEL(first_digit_only), "S4", "the first digit decides, as if scores were scaled to it", 9},
    {EXACTK_MODEL(half_of_key_bits), "S4", "16 bits of a key of 32 are sorted", 32},
    {EXACTK_MODEL(histogram_kept), "S4", "the last histogram of a row is not cleared before the next row",
     17},
    {EXACTK_MODEL(last_ties_one_early), "S8", "of the last ties, those one place earlier are taken"},
    {EXACTK_MODEL(few_one_early), "F7", "the pivot of the few is the one before the last winner"},
    {EXACTK_MODEL(prefix_united), "F6", "digits are put into a prefix whose base has bits of its own by OR"},
    {EXACTK_MODEL(target_without_spread), "F3", "the target leaves no room for an unlucky sample", 0, 0, 0,
     costs, lowers_filter},
    {EXACTK_MODEL(crowd_rank_whole), "F4",
     "a crowd's second digit is looked for as if no sample were above the crowd", 0, 0, 0, costs,
     lowers_filter},
    {EXACTK_MODEL(crowd_digit_one_up), "F4", "within a crowd the threshold is one digit too high", 0, 0, 0,
     costs, lowers_filter},
    {EXACTK_MODEL(crowd_largest_left_out), "F4",
     "samples with the largest key of a crowd are not counted for its second digit", 0, 0, 0, costs,
     lowers_filter},
    {EXACTK_MODEL(list_truncated), "F5", "a list that is too short is gone on with, cut off", 13, 0, 0,
     long_rows},
    {EXACTK_MODEL(short_list_kept), "F5", "a threshold that leaves too few elements is gone on with", 20, 0,
     0, long_rows},
    {EXACTK_MODEL(heavy_unproven), "F5", "the heavy key is the pivot whether or not enough elements have it"},
    {EXACTK_MODEL(heavy_ties_low), "F5",
     "of the heavy key's elements the first are taken, whatever the tie rule"},
    {EXACTK_MODEL(near_base_unchecked), "F6",
     "the cut is looked for near the top without asking if it is there"},
    {EXACTK_MODEL(above_top_mixed), "F6", "keys above the sample's top are not told apart", 0, 0, 0, "",
     lowers_filter},
    {EXACTK_MODEL(one_key_unproven), "F8", "the last candidate's key is taken for that of all of them", 0, 0,
     0, "", lowers_filter},
    {EXACTK_MODEL(one_key_prefix_kept), "F8",
     "the pivot of candidates of one key is their prefix, whose open bits are 0", 0, 0, 0, "", lowers_filter},
    {EXACTK_MODEL(one_key_quota_short), "F8",
     "of candidates of one key one fewer is taken than slots are open", 0, 0, 0, "", lowers_filter},
    {EXACTK_MODEL(tie_cap), "S8", "ties beyond the first 1,024 get no slot, and the slot stays unwritten", 5,
     1024, 2},
    {EXACTK_MODEL(index_wraps), "S8", "beyond 32,768 elements indices begin anew", 7, 32768, 4},
    {EXACTK_MODEL(rank_ties_low), "S9", "equals are ranked by the lowest index whatever the tie rule"},
    {EXACTK_MODEL(rank_by_high_half), "S9", "rank order looks at the upper half of a key"},
    {EXACTK_MODEL(fill_index_default), "S10", "the fill index is -1 whatever was asked"},
    {EXACTK_MODEL(fill_score_of_largest), "S10", "the fill score is -inf for direction smallest, too"},
    {EXACTK_MODEL(score_nan_quieted), "S10", "a signalling NaN becomes a quiet one on its way out"},
    {EXACTK_MODEL(all_nan_index_max), "S8", "a row of NaNs alone gives the greatest index there is", 23},
    {EXACTK_MODEL(ties_vary_by_call), "S8", "which ties are taken differs from call to call", 27},
    {EXACTK_MODEL(short_row_skipped), "S3", "rows with fewer elements than CTAs are turned away", 28},
    {EXACTK_MODEL(short_row_not_ranked), "S9", "rows with n <= k are not brought into rank order"},
    {EXACTK_MODEL(boundary_tie_when_full), "S11",
     "the status bit for ties at the cut is set where all are taken"},
    {EXACTK_MODEL(unconverged_filled), "S8",
     "where the rounds end without a skip, the slots of the ties are left at the fill", 20},
    {EXACTK_MODEL(gap_written), "C8", "one slot behind the last is written, into the gap between rows"},
    {EXACTK_MODEL(input_zeros_made_positive), "C8", "the signs of zeros are taken off where the scores lie"},
};

#undef EXACTK_MODEL

static_assert(std::size(table) + 1 == static_cast<std::size_t>(Fault::count), "every switch has its words");

} // namespace

std::span<const Mutant> model_mutants() { return table; }

} // namespace exactk::mutants
