// Instantiates row_per_cta and row_per_cluster for both key widths, with a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/row_kernel.cuh"

namespace exactk::device {

namespace {

/// Those that take rows in turn have the steps of the others, too, but for the choice that a cluster makes for its only row.
template <class Bits> KernelSet set_of() {
    KernelSet set{};
    set.row_per_cta = reinterpret_cast<const void *>(&row_per_cta_kernel<Bits, true, true>);
    set.row_per_cluster = reinterpret_cast<const void *>(&row_per_cluster_kernel<Bits, true, true>);
    return set;
}

} // namespace

KernelSet row_kernels_tapped(int key_bits) {
    return key_bits == 32 ? set_of<std::uint32_t>() : set_of<std::uint16_t>();
}

} // namespace exactk::device
