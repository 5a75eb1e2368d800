// Sizes that the kernels are built for and the planner plans with.
// Spec: algorithm/S4 S7. Layer: device.
#pragma once

#include <cstdint>

namespace exactk::device {

/// Bins of the widest digit that a kernel counts on chip.
inline constexpr int bins_max = 2048; // bound: an 11-bit digit
/// Dynamic shared memory that a CTA of row_per_cta needs beside its resident keys and its list: two histograms, the warps'
/// counts, the row's state, and room to align the keys.
inline constexpr std::int64_t shared_bytes_alone =
    2 * 4 * bins_max + 2048; // bound: steps/shared.cuh, asserted there
/// The same where several CTAs share a row: the sum of their histograms besides.
inline constexpr std::int64_t shared_bytes_fixed =
    shared_bytes_alone + 4 * bins_max; // bound: steps/shared.cuh, asserted there
/// The same for the kernels of row_per_grid, which keep no keys.
inline constexpr std::int64_t shared_bytes_grid =
    shared_bytes_fixed; // bound: steps/shared.cuh; they have no layout of their own
/// Static shared memory of any kernel, to be subtracted from what a device lets a CTA opt in to.
inline constexpr std::int64_t shared_bytes_static = 1024; // bound: the kernels use none; this is reserve
/// Threads of a CTA.
inline constexpr int threads_max = 768; // measured: 80 registers a thread, none spilled; 1024 spills
/// The same of tapped kernels, which need more registers; threads change neither answer nor trace.
inline constexpr int threads_tapped_max = 512; // measured: none spilled
/// Threads that every kernel of row_per_cta and row_per_cluster without a tap can have on every part.
inline constexpr int row_threads_sure =
    640; // measured: with more, and 80 registers each, some of them spill on parts of 10.0 and newer, and one on 9.0
inline constexpr int threads_min =
    64; // bound: histograms are cleared, and lists counted, by two warps; many short rows want no more
/// Elements of a row listed whole that a thread holds in registers, where a CTA takes rows in turn or the row is short enough.
inline constexpr int whole_elements_thread = 16; // bound: one strip, steps/filter.cuh, asserted there
/// The same at most where a CTA has one row.
inline constexpr int whole_elements_most = 32; // bound: a word has a bit for each
/// Threads of the kernels whose rows are all listed whole, at most; two such CTAs share an SM.
inline constexpr int whole_threads_max = 512; // measured: 64 registers a thread, none spilled
/// CTAs of row_per_grid that share one row, at most.
inline constexpr int grid_ctas_max = 1024; // bound: algorithm, State
/// Workspace of row_per_grid per row in flight: one histogram a round, shares of its CTAs, its state.
inline constexpr std::int64_t grid_row_bytes(int rounds, int ctas) {
    return 4 * std::int64_t{bins_max} * rounds + 16 * std::int64_t{ctas} + 64;
}

/// Launch bound of a kernel.
inline constexpr int threads_bound(bool tapped) { return tapped ? threads_tapped_max : threads_max; }

} // namespace exactk::device
