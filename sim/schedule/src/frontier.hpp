// One level of states: packed bytes, how many schedules lead to each, and where each came from.
// Spec: contract/C15. Layer: sim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/schedule/machine.hpp>

namespace exactk::schedule {

/// A whole number of any size, as 32-bit digits, least significant first.
using BigNumber = std::vector<std::uint32_t>;
void add_to(std::uint32_t *sum, const std::uint32_t *number, std::size_t digits);
std::string decimal(BigNumber number);

/// How a state was first reached: from which state of the level before, by which step.
struct Parent {
    std::uint32_t state = 0;
    Choice choice;
};

/// States of one level, each once: found by a hash, told apart by all their bytes.
class Frontier {
public:
    /// `digits` of 32 bits hold the number of schedules that lead to a state.
    Frontier(const Machine &machine, std::size_t digits);

    void clear();
    std::size_t size() const { return parents_.size(); }
    /// Adds a state, or only its `paths` if it is there already.
    void add(const State &state, const std::uint32_t *paths, Parent parent);
    /// Overwrites `state`, which has the sizes of the machine's initial state.
    void load(std::size_t number, State &state) const;
    const std::uint32_t *paths(std::size_t number) const { return paths_.data() + number * digits_; }
    /// Gives away where the states came from; the frontier is then to be cleared.
    std::vector<Parent> take_parents() { return std::move(parents_); }

private:
    void rehash(std::size_t places);

    std::size_t cell_bytes_;
    std::size_t lane_bytes_;
    std::size_t buffer_bytes_;
    std::size_t stride_;
    std::size_t digits_;
    std::vector<std::byte> packed_;     ///< [states, stride]
    std::vector<std::uint32_t> paths_;  ///< [states, digits]
    std::vector<std::uint64_t> hashes_; ///< [states]
    std::vector<Parent> parents_;       ///< [states]
    std::vector<std::uint32_t> table_;  ///< a power of two of places: number of a state plus 1, or 0
};

} // namespace exactk::schedule
