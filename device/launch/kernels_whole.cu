// Instantiates row_per_cta for rows that are all listed whole, for both key widths and numbers of elements a thread.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/whole_kernel.cuh"

namespace exactk::device {

namespace {

template <class Bits, bool tapped> const void *whole_kernel(int elements) {
    return elements == whole_elements_thread
               ? reinterpret_cast<const void *>(&row_whole_kernel<Bits, whole_elements_thread, tapped>)
               : reinterpret_cast<const void *>(&row_whole_kernel<Bits, whole_elements_most, tapped>);
}

} // namespace

const void *whole_row_kernel(int key_bits, int elements, bool tapped) {
    if (key_bits == 32) {
        return tapped ? whole_kernel<std::uint32_t, true>(elements)
                      : whole_kernel<std::uint32_t, false>(elements);
    }
    return tapped ? whole_kernel<std::uint16_t, true>(elements)
                  : whole_kernel<std::uint16_t, false>(elements);
}

} // namespace exactk::device
