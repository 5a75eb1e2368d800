// Digests of a recorded row: of its valid input, of its slots in sequence, and of its slots as a set.
// Spec: contract/C14. Layer: tools/recording.
#pragma once

#include <cstdint>

#include <exactk/contract/score_type.hpp>

namespace exactk::recording {

/// mix64(n * 2^32 + k) plus the sum over i in [0, n) of mix64(i * 2^32 + bits_i). `scores` is aligned to its type.
std::uint64_t input_digest(ScoreType type, const void *scores, std::int64_t n, std::int64_t k);

/// The row digest of C14.
std::uint64_t sequence_digest(const std::int32_t *indices, std::int64_t k);

/// mix64(k) plus the sum over slots of mix64(2^32 + uint32(index)): the same for every order.
std::uint64_t set_digest(const std::int32_t *indices, std::int64_t k);

} // namespace exactk::recording
