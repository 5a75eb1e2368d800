// Faults that can be planted into tapped kernels by number; kernels without a tap do not contain them.
// Spec: algorithm/S0 to S9 F2 F4 F5 F6 F7 F8 B1 B2 B3. Layer: device.
#pragma once

namespace exactk::device {

/// What a tapped kernel does wrong. Each names the step at which a trace must first differ.
enum PlantedFault : int {
    fault_none = 0,
    fault_length_unsigned,       ///< S0: a negative length is read as a huge one
    fault_k_unclamped,           ///< S0: m = k also where n < k, cut to n later by luck only
    fault_raw_negative_zero,     ///< S2: -0 keeps a key of its own below +0
    fault_nan_payload,           ///< S2: a NaN with its sign set sorts below -inf
    fault_chunk_gap,             ///< S3: a chunk ends one element early
    fault_digit_shift,           ///< S4: the second round's digit is taken one bit too low
    fault_stale_histogram,       ///< S4: the histogram of the second round starts from the first's
    fault_missing_block_barrier, ///< B1: one warp's counts are not waited for (modelled by dropping them)
    fault_missing_cluster_sum,   ///< B1: the last CTA's histogram is left out of the sum
    fault_threshold_off_by_one,  ///< S5: better(d) <= open instead of <
    fault_skip_off_by_one,       ///< S6: skips when population is open + 1
    fault_never_skips_prefix,    ///< S6: after a skip the test stays key > prefix
    fault_share_without_last,    ///< S7: the last warp's share is not counted in its CTA's
    fault_base_off_by_one,       ///< S7: the equal base is one too large from the second CTA on
    fault_first_come_tie,        ///< S8: equal elements are taken from the chunk's end
    fault_high_as_low,           ///< S8: ties high are taken as ties low
    fault_reads_past_length,     ///< S4: one element at n is looked at
    fault_row_offset_32,         ///< S2: the row's offset is computed in 32 bits
    fault_rank_by_index,         ///< S9: rank order leaves the index order
    fault_filter_trusts_sample,  ///< F5: a list that is too short is used all the same
    fault_kept_base_off_by_one,  ///< F5: the second warp lists one entry too low
    fault_threshold_bin_high,    ///< F4: the digit is one too large
    fault_sample_shift,          ///< F2: pieces lie one element late
    fault_few_rank,              ///< F7: the candidate one rank off is taken for the pivot
    fault_stale_bins,            ///< F6: the histogram of the list starts from the sample's
    fault_noted_first,           ///< F5: with ties high, too, the first elements with the heavy key are noted
    fault_one_key_low,           ///< F8: the only key of the candidates is taken for one less than it is
    fault_last,
};

} // namespace exactk::device
