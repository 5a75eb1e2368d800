// How rows meet the filter's sample: whether they can, where it looks, and how it turns out to be of no use.
// Spec: algorithm/F1 F2 F3 F5 O4. Layer: tools/cases.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract.hpp>

namespace exactk::cases {

/// Whether a row has rounds, and elements enough for the smallest sample.
bool can_be_sampled(std::int64_t n, std::int64_t k);

/// Places of the samples of a row of n elements, in the order of their numbers. `samples` is 32 times a power of two, at
/// most n.
std::vector<std::int64_t> sampled_places(std::int64_t samples, std::int64_t n);

/// Whether a row is sampled and falls back: by its list, which is found too long or too short (F5), or by its target, which is
/// above the sample (F3).
struct FallBack {
    bool by_list = false;
    bool by_target = false;

    void add(const FilterTrace &filter); ///< one more row
};

} // namespace exactk::cases
