// Shapes on which order of arrival shows: ties in crowds, all counts in one bin.
// Spec: contract/C15. Layer: proptests/device.
#pragma once

#include <vector>

#include "host_batch.hpp"

namespace exactk::device_tests {

struct Hostile {
    const char *name;
    HostBatch host;
};

/// all_equal, boundary_ties, narrow_bin and relu_plateau, each in a batch of 8 long rows, one of them short.
std::vector<Hostile> hostile_batches();

} // namespace exactk::device_tests
