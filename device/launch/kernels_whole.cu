// Instantiates row_per_cta for rows that are all listed whole, without a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/kernels.hpp"

#include "kernels/whole_kernel.cuh"

namespace exactk::device {

namespace {

template <class Bits, int least, int most> const void *address() {
    return reinterpret_cast<const void *>(&row_whole_kernel<Bits, least, most, false>);
}

template <class Bits> const void *kernel_of(WholeRows rows) {
    constexpr int few = whole_elements_thread;
    constexpr int many = whole_elements_most;
    return rows == WholeRows::by_few    ? address<Bits, few, few>()
           : rows == WholeRows::by_many ? address<Bits, many, many>()
                                        : address<Bits, few, many>();
}

} // namespace

const void *whole_row_kernel(int key_bits, WholeRows rows) {
    return key_bits == 32 ? kernel_of<std::uint32_t>(rows) : kernel_of<std::uint16_t>(rows);
}

} // namespace exactk::device
