// The lettered inputs of the public bug reports: rows by formula, and what is right by digest.
// Spec: contract/C3 C4 C5. Layer: proptests/public_reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/contract.hpp>

namespace exactk::public_reports {

/// One row whose right answer is known by the first 12 hex digits of the SHA-256 of its k indices as
/// little-endian int32, ascending, -1 padded.
struct Lettered {
    std::string name;
    ScoreType type = ScoreType::float32;
    std::vector<std::uint32_t> row; ///< bit patterns
    std::int64_t width = 0;         ///< row width; elements from row.size() on are -inf
    std::int64_t k = 0;
    NanPolicy nan_policy = NanPolicy::largest;
    std::int32_t first = 0; ///< first index of the answer
    std::int32_t last = 0;  ///< last index of the answer
    std::string sha12;
};

/// All of them, in the order in which they were published to us.
const std::vector<Lettered> &lettered_inputs();

/// Those whose name begins with `prefix`.
std::vector<Lettered> lettered(const std::string &prefix);

/// First 12 hex digits of the SHA-256 of the indices as little-endian int32.
std::string sha12(const std::vector<std::int32_t> &indices);

} // namespace exactk::public_reports
