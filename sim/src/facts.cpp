// Facts about a row: its keys and classes, its certificate, its status bits, its digest.
// Spec: algorithm/S2 S11 S12 O3, contract/C12 C13 C14. Layer: sim.
#include "facts.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "faults.hpp"
#include "sortable.hpp"

namespace exactk::sim {
namespace {

/// Element patterns are copied out as integers: bases are aligned to elements only, and a load as a floating
/// point number could change a signalling NaN.
template <class Pattern>
std::uint32_t load_patterns(const std::byte *row, std::int64_t n, ScoreType type, const Options &options,
                            std::uint32_t *keys) {
    std::uint32_t classes = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        Pattern pattern;
        std::memcpy(&pattern, row + static_cast<std::size_t>(i) * sizeof pattern, sizeof pattern);
        const Parts parts = parts_of(pattern, type);
        classes |= parts.nan ? row_nan_present : 0u;
        classes |= EXACTK_SIM_FAULT(one_infinity_seen, parts.infinite, parts.infinite && !parts.negative)
                       ? row_inf_present
                       : 0u;
        keys[i] = key_of(parts, type, options);
    }
    return classes;
}

} // namespace

std::uint32_t load_keys(const std::byte *row, std::int64_t n, ScoreType type, const Options &options,
                        std::uint32_t *keys) {
    switch (type) {
    // The type is named again in each call so that the compiler knows the field widths.
    case ScoreType::float32: return load_patterns<std::uint32_t>(row, n, ScoreType::float32, options, keys);
    case ScoreType::float16: return load_patterns<std::uint16_t>(row, n, ScoreType::float16, options, keys);
    case ScoreType::bfloat16: return load_patterns<std::uint16_t>(row, n, ScoreType::bfloat16, options, keys);
    }
    return 0; // not reached: the arguments were checked
}

Certificate certificate_at_hand(const Cut &cut) {
    Certificate certificate;
    certificate.pivot = cut.prefix;
    certificate.above = cut.above;
    certificate.population = EXACTK_SIM_FAULT(population_is_quota, cut.population, cut.quota);
    certificate.quota = cut.quota;
    return certificate;
}

Certificate certificate_counted(const Scratch &scratch, std::int64_t n,
                                std::span<const std::int32_t> selected) {
    Certificate certificate;
    std::uint32_t pivot = std::numeric_limits<std::uint32_t>::max();
    for (const std::int32_t index : selected) {
        pivot = std::min(pivot, scratch.keys[static_cast<std::size_t>(EXACTK_SIM_HELD(index, n))]);
    }
    for (const std::int32_t index : selected) {
        certificate.quota +=
            scratch.keys[static_cast<std::size_t>(EXACTK_SIM_HELD(index, n))] == pivot ? 1 : 0;
    }
    for (std::int64_t i = 0; i < n; ++i) {
        const std::uint32_t key = scratch.keys[static_cast<std::size_t>(i)];
        certificate.above += key > pivot ? 1 : 0;
        certificate.population += key == pivot ? 1 : 0;
    }
    certificate.pivot = pivot;
    return certificate;
}

std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u; // convention: C14
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu; // convention: C14
    return z ^ (z >> 31);
}

std::uint64_t row_digest(std::span<const std::int32_t> slots) {
    std::uint64_t digest = mix64(slots.size());
    for (std::size_t j = 0; j < slots.size(); ++j) {
        digest += mix64((std::uint64_t{j} << 32) +
                        EXACTK_SIM_FAULT(digest_of_signed, static_cast<std::uint32_t>(slots[j]),
                                         static_cast<std::uint64_t>(std::int64_t{slots[j]})));
    }
    return digest;
}

} // namespace exactk::sim
