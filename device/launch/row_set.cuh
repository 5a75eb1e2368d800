// Addresses of row_per_cta and row_per_cluster, for the files that instantiate them.
// Spec: algorithm/S3. Layer: device.
#pragma once

#include "kernels/row_kernel.cuh"
#include "launch/kernels.hpp"

namespace exactk::device {

template <class Bits, bool tapped, bool in_turn> KernelSet row_set_of() {
    KernelSet set{};
    set.row_per_cta = reinterpret_cast<const void *>(&row_per_cta_kernel<Bits, tapped, in_turn>);
    set.row_per_cluster = reinterpret_cast<const void *>(&row_per_cluster_kernel<Bits, tapped, in_turn>);
    return set;
}

/// Both key widths.
template <bool tapped, bool in_turn> KernelSet row_set_of(int key_bits) {
    return key_bits == 32 ? row_set_of<std::uint32_t, tapped, in_turn>()
                          : row_set_of<std::uint16_t, tapped, in_turn>();
}

} // namespace exactk::device
