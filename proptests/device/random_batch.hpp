// Random batches: shapes, lengths, families, options, and the wishes that their plans are made from.
// Spec: contract/C1 C2 C3 C4 C6, algorithm/F1 F5. Layer: proptests/device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host_batch.hpp"
#include "image.hpp"
#include "plans.hpp"

namespace exactk::device_tests {

struct RandomBatch {
    std::string shape; ///< in words
    HostBatch host;
    Wanted wanted;
    std::byte poison;
    /// Possible with the profile: any, and where a row can be sampled one of each strategy that samples rows, with so short
    /// a list that most rows fall back.
    std::vector<NamedWishes> wishes;
};

/// Each number has an engine of its own, so that a batch can be made again without those before it. It has `rows_most`
/// rows at most.
RandomBatch random_batch(std::uint64_t seed, std::uint64_t number, std::int64_t rows_most,
                         const device::Profile &profile);

} // namespace exactk::device_tests
