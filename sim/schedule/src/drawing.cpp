// Digits, digit values and patterns of the rows that are drawn.
// Spec: algorithm/S2 S4, contract/C12. Layer: sim.
#include "drawing.hpp"

#include <algorithm>
#include <cstddef>

namespace exactk::schedule {
namespace {

constexpr int key_bits = 16;               // bound: float16
constexpr std::uint32_t zero_key = 0x8000; // bound: C12, key of +0

} // namespace

RowKind row_kind(std::uint64_t seed) { return {seed % 4 == 1, seed % 4 == 3, seed % 4 == 0}; }

void cut_digits(const Setup &setup, Instance &instance) {
    int shift = key_bits;
    for (int round = 0; round < setup.rounds; ++round) {
        const int width = key_bits / setup.rounds + (round < key_bits % setup.rounds ? 1 : 0);
        shift -= width;
        instance.digits.push_back(width);
        instance.shifts.push_back(shift);
    }
}

std::vector<std::uint16_t> draw_palette(int round, int width, bool small, Random &random) {
    const std::uint32_t values = std::uint32_t{1} << width;
    const std::uint32_t least = round == 0 ? values / 4 : 0;
    const std::uint32_t range = round == 0 ? values / 2 : values - 1;
    const std::uint32_t wanted = std::min(range, small ? 2u : 2u + random.below(2));
    std::vector<std::uint16_t> palette;
    while (palette.size() < wanted) {
        const auto digit = static_cast<std::uint16_t>(least + random.below(range));
        const bool taken = std::find(palette.begin(), palette.end(), digit) != palette.end();
        if (!taken && digit != zero_key - 1) {
            palette.push_back(digit);
        }
    }
    std::sort(palette.begin(), palette.end());
    return palette;
}

std::uint16_t pattern_of(std::uint16_t key) {
    return static_cast<std::uint16_t>(key >= zero_key ? key - zero_key : 0xFFFFu - key);
}

void keep_used_bins(Instance &instance) {
    for (std::size_t round = 0; round < instance.bins.size(); ++round) {
        std::vector<std::uint16_t> used;
        for (int i = 0; i < static_cast<int>(instance.keys.size()); ++i) {
            used.push_back(static_cast<std::uint16_t>(instance.digit(i, static_cast<int>(round))));
        }
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        instance.stride = std::max(instance.stride, static_cast<int>(used.size()));
        instance.bins[round] = used;
    }
}

int Instance::digit(int element, int round) const {
    const auto r = static_cast<std::size_t>(round);
    const unsigned key = keys[static_cast<std::size_t>(element)];
    return static_cast<int>(key >> shifts[r] & ((1u << digits[r]) - 1));
}

int Instance::bin(int element, int round) const {
    const std::vector<std::uint16_t> &values = bins[static_cast<std::size_t>(round)];
    return static_cast<int>(std::lower_bound(values.begin(), values.end(), digit(element, round)) -
                            values.begin());
}

} // namespace exactk::schedule
