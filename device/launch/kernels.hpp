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

/// row_per_cta for rows that are all listed whole, with that many elements a thread at most: whole_elements_thread or
/// whole_elements_most.
const void *whole_row_kernel(int key_bits, int elements);
const void *whole_row_kernel_tapped(int key_bits, int elements);

KernelSet row_kernels(int key_bits);        ///< the first two; the rest null
KernelSet row_kernels_tapped(int key_bits); ///< likewise
KernelSet grid_kernels(int key_bits);       ///< the other five; the first two null
KernelSet grid_kernels_tapped(int key_bits);

} // namespace exactk::device
