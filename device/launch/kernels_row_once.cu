// Instantiates row_per_cta and row_per_cluster for both key widths, for as many CTAs or clusters as rows, without a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/row_set.cuh"

namespace exactk::device {

KernelSet row_kernels_once(int key_bits) { return row_set_of<false, false>(key_bits); }

} // namespace exactk::device
