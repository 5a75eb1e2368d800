// Memory that begins at a 64-byte boundary, for scores whose alignment is part of a case.
// Spec: contract/C8. Layer: tools/memory.
#pragma once

#include <cstddef>
#include <new>

namespace exactk {

/// Gives memory that begins at a 64-byte boundary, so that a case's alignment does not depend on the allocator.
template <class Element> struct LineAllocator {
    using value_type = Element;
    static constexpr std::align_val_t line{64}; // convention: a multiple of all widths that a load may have
    LineAllocator() = default;
    template <class Other> LineAllocator(LineAllocator<Other>) {}
    Element *allocate(std::size_t count) {
        return static_cast<Element *>(::operator new(count * sizeof(Element), line));
    }
    void deallocate(Element *elements, std::size_t) { ::operator delete(elements, line); }
    friend bool operator==(LineAllocator, LineAllocator) { return true; }
};

} // namespace exactk
