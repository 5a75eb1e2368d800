// Small draws from the engine of all our random inputs.
// Spec: contract/C15. Layer: tools/laws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <exactk/cases/family.hpp>

namespace exactk::laws {

using cases::Engine;

/// In [0, bound), bound at least 1. Numbers of 32 bits are drawn by a multiplication, which is quicker than a division and
/// off from uniform by less than 2^-32 times the bound: what is drawn here need not be better.
inline std::uint64_t below(Engine &engine, std::uint64_t bound) {
    return bound >> 32 != 0 ? cases::below(engine, bound) : (engine() >> 32) * bound >> 32;
}

/// Uniform in [first, last]; `first` if there is nothing between them.
inline std::int64_t uniform(Engine &engine, std::int64_t first, std::int64_t last) {
    return last <= first
               ? first
               : first +
                     static_cast<std::int64_t>(below(engine, static_cast<std::uint64_t>(last - first) + 1));
}

/// True once in `times`.
inline bool once_in(Engine &engine, std::uint64_t times) { return below(engine, times) == 0; }

template <class T, std::size_t count> T pick(Engine &engine, const std::array<T, count> &choices) {
    return choices[below(engine, count)];
}

/// All sizes alike: as many draws between 8 and 16 as between 8,192 and 16,384. From 0 to most.
inline std::int64_t log_uniform(Engine &engine, std::int64_t most) {
    int bits = 0;
    while ((most >> bits) > 0) {
        ++bits;
    }
    const std::int64_t scale = std::int64_t{1} << uniform(engine, 0, bits);
    return uniform(engine, scale / 2, scale <= most ? scale : most);
}

/// Any order of the elements, each as likely as the others.
template <class T> void shuffle(Engine &engine, T *elements, std::size_t count) {
    for (std::size_t left = count; left > 1; --left) {
        std::swap(elements[left - 1], elements[below(engine, left)]);
    }
}

} // namespace exactk::laws
