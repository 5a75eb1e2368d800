// The seven arrays of a call by number, so that each can be moved, and the calls that are about arrays.
// Spec: contract/C11 C18. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/laws/asked_calls.hpp>

namespace exactk::laws {

inline constexpr int array_count = 7;  // bound: Problem and Outputs
inline constexpr int first_output = 2; // bound: scores and lengths come first

/// One array of a stage's call as it is at the moment.
struct ArrayNow {
    const char *argument;
    std::uintptr_t address;
    std::int64_t element;
    std::int64_t alignment;
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t pitch;

    /// From the first byte to behind the last element.
    std::int64_t bytes() const { return ((rows - 1) * pitch + columns) * element; }
};

ArrayNow array_of(const Stage &stage, int number);

/// Lets the array begin at another address; nothing is copied.
void move_array(Stage &stage, int number, std::uintptr_t address);

/// Null pointers, bases off their alignment, extents, and arrays that meet.
void add_array_calls(std::vector<AskedCall> &list);

} // namespace exactk::laws
