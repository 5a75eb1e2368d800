// Instantiates the kernels of row_per_grid for both key widths, without a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/grid_kernels.cuh"

namespace exactk::device {

namespace {

template <class Bits> KernelSet set_of() {
    KernelSet set{};
    set.grid_begin = reinterpret_cast<const void *>(&grid_begin_kernel<Bits, false>);
    set.grid_count = reinterpret_cast<const void *>(&grid_count_kernel<Bits, false>);
    set.grid_share = reinterpret_cast<const void *>(&grid_share_kernel<Bits, false>);
    set.grid_emit = reinterpret_cast<const void *>(&grid_emit_kernel<Bits, false>);
    set.grid_finish = reinterpret_cast<const void *>(&grid_finish_kernel<Bits, false>);
    return set;
}

} // namespace

KernelSet grid_kernels(int key_bits) {
    return key_bits == 32 ? set_of<std::uint32_t>() : set_of<std::uint16_t>();
}

} // namespace exactk::device
