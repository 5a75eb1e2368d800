// Instantiates row_per_cta and row_per_cluster for both key widths, with a tap.
// Spec: algorithm/S3. Layer: device.
#include "launch/row_set.cuh"

namespace exactk::device {

/// Those that take rows in turn have the steps of the others, too.
KernelSet row_kernels_tapped(int key_bits) { return row_set_of<true, true>(key_bits); }

} // namespace exactk::device
