// The test program's own allocation functions: the usual ones, but for the failure they can be told to have.
// Spec: contract/C18. Layer: proptests/cpu.
#include "failing_new.hpp"

#include <cstdlib>
#include <new>

// They are in a file of their own since a compiler that inlines some and not others takes them for
// mismatched.

namespace cpu_test {

int allocations_left = -1;

} // namespace cpu_test

void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
    if (cpu_test::allocations_left == 0) {
        return nullptr;
    }
    cpu_test::allocations_left -= cpu_test::allocations_left > 0 ? 1 : 0;
    return std::malloc(bytes == 0 ? 1 : bytes);
}

void *operator new(std::size_t bytes) {
    void *const memory = operator new(bytes, std::nothrow);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void *operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }
