// The cells by which CTAs wait for one another; all accesses to them are atomic and seen at once.
// Spec: algorithm/B1 B2 B3. Layer: sim.
#pragma once

#include <cstdint>

namespace exactk::schedule {

inline constexpr int counter_cell = 0;    // convention: first in memory; arrivals at the barrier
inline constexpr int generation_cell = 1; // convention: next; barriers completed
inline constexpr int resident_cell = 2;   // convention: next; CTAs on the device
inline constexpr int next_slot_cell = 3;  // convention: next; slots handed out, of the mutant
inline constexpr int sync_cells = 4;      // bound: the four above

inline constexpr std::uint16_t unwritten = 0xFFFF; // bound: no index of a row this small
inline constexpr std::uint16_t dirt =
    3; // convention: what memory holds before the first clear; any number but 0

} // namespace exactk::schedule
