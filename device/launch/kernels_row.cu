// Instantiates row_per_cta and row_per_cluster for both key widths, without a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/row_kernel.cuh"

namespace exactk::device {

KernelSet row_kernels(int key_bits) {
    KernelSet set{};
    if (key_bits == 32) {
        set.row_per_cta = reinterpret_cast<const void *>(&row_per_cta_kernel<std::uint32_t, false>);
        set.row_per_cluster = reinterpret_cast<const void *>(&row_per_cluster_kernel<std::uint32_t, false>);
    } else {
        set.row_per_cta = reinterpret_cast<const void *>(&row_per_cta_kernel<std::uint16_t, false>);
        set.row_per_cluster = reinterpret_cast<const void *>(&row_per_cluster_kernel<std::uint16_t, false>);
    }
    return set;
}

} // namespace exactk::device
