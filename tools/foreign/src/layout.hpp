// A call's arrays in the memory shared with a worker: where they lie, how they get there and back, what changed around them.
// Spec: contract/C8 C10 C11. Layer: tools/foreign.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/foreign/wire.hpp>
#include <exactk/implementations.hpp>

namespace exactk::foreign {

/// How the arrays of one call are placed.
struct Placement {
    bool at_end = true;         ///< arrays end where a page ends; else they begin where one begins
    std::int64_t alignment = 0; ///< of the first score, in bytes; 0: its own size
    bool reads_width = false;   ///< the last row ends at the width and not at its length
    std::byte poison{0xA5};
};

/// Regions for a problem and its outputs, and the bytes that all of them need. Each has a page of its own before and behind it, for
/// the worker to unmap.
class Layout {
public:
    Layout(const Problem &problem, const Outputs &outputs, const Placement &placement);

    std::int64_t total_bytes() const { return total_; }

    /// Fills in the request, all but its kind.
    void describe(Wire &wire) const;
    /// Copies input and poisoned outputs into the memory, poison around them.
    void fill(std::byte *memory) const;
    /// Copies outputs back to the caller's, gaps of the pitch included.
    void take(const std::byte *memory) const;
    /// What the call changed that it may not: bytes around the outputs, the input.
    std::vector<Trouble> troubles(const std::byte *memory) const;

private:
    struct Array {
        Part part = Part::lengths;
        const char *name = "";
        const void *from = nullptr; ///< null: there is none
        std::int64_t row_bytes = 0; ///< of a row that is copied
        std::int64_t pitch_bytes = 0;
        std::int64_t bytes = 0; ///< from the first byte to the last
        std::int64_t element = 0;
        bool output = false;
        std::int64_t page = 0; ///< first byte of the array's pages
        std::int64_t pages_bytes = 0;
        std::int64_t offset = 0; ///< first byte of the array
    };

    void add(Array array, std::int64_t alignment);
    template <class Copy> void for_each_piece(const Array &array, const Copy &copy) const;

    Problem problem_;
    Outputs outputs_;
    Placement placement_;
    std::vector<Array> arrays_;
    std::int64_t total_ = wire_bytes;
};

} // namespace exactk::foreign
