// A small set of batches in which every planted fault has something to spoil.
// Spec: algorithm/S0 to S9. Layer: proptests/device.
#pragma once

#include <string>
#include <vector>

#include "host_batch.hpp"

namespace exactk::device_tests {

struct Crafted {
    std::string name;
    HostBatch host;
};

/// Four batches over all types, with both tie rules, both orders and both directions among them. Their rows have ties at
/// the cut, zeros of both signs, NaNs of both signs, lengths below 0, below k and above the width, a cut at the edge
/// of a digit value, one row that is one element away from that, and one whose sample misleads.
std::vector<Crafted> crafted_batches();

} // namespace exactk::device_tests
