// Instantiates row_per_cta and row_per_cluster for both key widths, for rows taken in turn, without a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/row_set.cuh"

namespace exactk::device {

KernelSet row_kernels(int key_bits) { return row_set_of<false, true>(key_bits); }

} // namespace exactk::device
