// Instantiates row_per_cta and row_per_cluster for both key widths, with a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/row_kernel.cuh"

namespace exactk::device {

KernelSet row_kernels_tapped(int key_bits) {
    KernelSet set{};
    if (key_bits == 32) {
        set.row_per_cta = reinterpret_cast<const void *>(&row_per_cta_kernel<std::uint32_t, true>);
        set.row_per_cluster = reinterpret_cast<const void *>(&row_per_cluster_kernel<std::uint32_t, true>);
    } else {
        set.row_per_cta = reinterpret_cast<const void *>(&row_per_cta_kernel<std::uint16_t, true>);
        set.row_per_cluster = reinterpret_cast<const void *>(&row_per_cluster_kernel<std::uint16_t, true>);
    }
    return set;
}

} // namespace exactk::device
