// Lets a test make allocations of this test program fail.
// Spec: contract/C18. Layer: proptests/oracle.
#pragma once

#include <cstddef>
#include <cstdint>

namespace exactk::oracle::test {

inline constexpr std::size_t allocation_unlimited = SIZE_MAX;

/// What the program's operator new does; a test changes it for a scope.
struct Allocation {
    std::size_t limit = allocation_unlimited; ///< allocations of more bytes fail
    bool nothrow_fails = false;               ///< allocations that may answer null do
};

extern Allocation allocation;

} // namespace exactk::oracle::test
