// Digests of recorded rows.
// Spec: contract/C14. Layer: tools/recording.
#include <exactk/recording/digest.hpp>

namespace exactk::recording {

namespace {

std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

template <class Word> std::uint64_t placed(const Word *words, std::int64_t count) {
    std::uint64_t total = 0;
    for (std::int64_t i = 0; i < count; ++i)
        total += mix64((static_cast<std::uint64_t>(i) << 32) + static_cast<std::uint32_t>(words[i]));
    return total;
}

} // namespace

std::uint64_t input_digest(ScoreType type, const void *scores, std::int64_t n, std::int64_t k) {
    const std::uint64_t head = mix64((static_cast<std::uint64_t>(n) << 32) + static_cast<std::uint64_t>(k));
    if (type == ScoreType::float32)
        return head + placed(static_cast<const std::uint32_t *>(scores), n);
    return head + placed(static_cast<const std::uint16_t *>(scores), n);
}

std::uint64_t sequence_digest(const std::int32_t *indices, std::int64_t k) {
    return mix64(static_cast<std::uint64_t>(k)) + placed(indices, k);
}

std::uint64_t set_digest(const std::int32_t *indices, std::int64_t k) {
    std::uint64_t total = mix64(static_cast<std::uint64_t>(k));
    for (std::int64_t j = 0; j < k; ++j)
        total += mix64((std::uint64_t{1} << 32) + static_cast<std::uint32_t>(indices[j]));
    return total;
}

} // namespace exactk::recording
