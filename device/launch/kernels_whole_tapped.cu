// Instantiates row_per_cta for rows that are all listed whole, with a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/whole_kernel.cuh"

namespace exactk::device {

namespace {

template <class Bits, int least, int most> const void *address() {
    return reinterpret_cast<const void *>(&row_whole_kernel<Bits, least, most, true>);
}

/// Kernels for either number have the steps of those for many, too.
template <class Bits> const void *kernel_of(WholeRows rows) {
    constexpr int few = whole_elements_thread;
    return rows == WholeRows::by_few ? address<Bits, few, few>() : address<Bits, few, whole_elements_most>();
}

} // namespace

const void *whole_row_kernel_tapped(int key_bits, WholeRows rows) {
    return key_bits == 32 ? kernel_of<std::uint32_t>(rows) : kernel_of<std::uint16_t>(rows);
}

} // namespace exactk::device
