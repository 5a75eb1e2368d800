// Entry points of the kernels for the launcher: by key width and with or without a tap.
// Spec: algorithm/S3. Layer: device.
#pragma once

#include <cuda_runtime_api.h>

#include "launch/arguments.hpp"

namespace exactk::device {

/// Addresses of the kernels of one key width and tap, for cudaLaunchKernelExC.
struct KernelSet {
    const void *row_per_cta;
    const void *row_per_cluster;
    const void *grid_begin;
    const void *grid_count;
    const void *grid_share;
    const void *grid_emit;
    const void *grid_finish;
};

/// How many elements of rows that are all listed whole a thread holds.
enum class WholeRows : int {
    by_few,    ///< whole_elements_thread
    by_many,   ///< whole_elements_most
    by_either, ///< the first where a row is short enough; needs more registers
};
/// row_per_cta for rows that are all listed whole.
const void *whole_row_kernel(int key_bits, WholeRows rows);
const void *whole_row_kernel_tapped(int key_bits, WholeRows rows);

KernelSet row_kernels(int key_bits); ///< the first two, which take rows in turn; the rest null
KernelSet
row_kernels_once(int key_bits); ///< the first two, for as many CTAs or clusters as rows; the rest null
KernelSet row_kernels_tapped(int key_bits); ///< the first two, for both; the rest null
KernelSet grid_kernels(int key_bits);       ///< the other five; the first two null
KernelSet grid_kernels_tapped(int key_bits);

} // namespace exactk::device
