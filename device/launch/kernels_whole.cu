// Instantiates row_per_cta for rows that are all listed whole, without a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/whole_kernel.cuh"

namespace exactk::device {

namespace {

template <class Bits> const void *kernel_of(int elements) {
    return elements == whole_elements_thread
               ? reinterpret_cast<const void *>(&row_whole_kernel<Bits, whole_elements_thread, false>)
               : reinterpret_cast<const void *>(&row_whole_kernel<Bits, whole_elements_most, false>);
}

} // namespace

const void *whole_row_kernel(int key_bits, int elements) {
    return key_bits == 32 ? kernel_of<std::uint32_t>(elements) : kernel_of<std::uint16_t>(elements);
}

} // namespace exactk::device
