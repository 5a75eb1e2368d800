// The replaced operator new of this test program; in a file of its own so that it is never inlined.
// Spec: contract/C18. Layer: proptests/oracle.
#include "allocation.hpp"

#include <cstdlib>
#include <new>

namespace exactk::oracle::test {

Allocation allocation;

namespace {

void *allocate(std::size_t bytes) {
    return bytes > allocation.limit ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}

} // namespace
} // namespace exactk::oracle::test

using exactk::oracle::test::allocate;
using exactk::oracle::test::allocation;

void *operator new(std::size_t bytes) {
    void *memory = allocate(bytes);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
    return allocation.nothrow_fails ? nullptr : allocate(bytes);
}

void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }
