// An array from a .npy file, in C order and aligned, mapped where possible.
// Spec: contract/C9 C11. Layer: tools/npy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/npy/header.hpp>

namespace exactk::npy {

/// A file mapped read-only; unmapped at the end of its life. Shrinking the file meanwhile is the caller's
/// loss.
class Mapping {
public:
    Mapping() = default;
    Mapping(Mapping &&other) noexcept;
    Mapping &operator=(Mapping &&other) noexcept;
    Mapping(const Mapping &) = delete;
    Mapping &operator=(const Mapping &) = delete;
    ~Mapping();

    /// Maps a regular file; an empty one gives size 0.
    Defect open(const std::string &path);

    const std::byte *bytes() const { return bytes_; }
    std::size_t size() const { return size_; }

private:
    void swap(Mapping &other) noexcept;
    const std::byte *bytes_ = nullptr;
    std::size_t size_ = 0;
};

/// Presents the elements of a whole .npy file in C order, aligned to the element. `data` points into `bytes`
/// where the file has C order and is aligned; else into `copy`, which gets exactly the array's bytes.
/// Time O(elements * dimensions) for a copy, else O(header).
Defect present(const std::byte *bytes, std::size_t size, Header &header, const std::byte *&data,
               std::vector<std::byte> &copy);

/// Owns what it shows. Movable.
class Array {
public:
    /// Reads a file; on a defect the array is left empty.
    Defect load(const std::string &path);

    const Header &header() const { return header_; }
    Element element() const { return header_.element; }
    const std::vector<std::int64_t> &shape() const { return header_.shape; }
    std::int64_t count() const { return header_.count; }
    /// Elements in C order, aligned to the element; not null after a load without defect.
    const std::byte *data() const { return data_; }
    /// Whether data() lies in the mapped file, and not in a copy of it.
    bool mapped() const { return copy_.empty(); }

private:
    Mapping mapping_;
    std::vector<std::byte> copy_;
    Header header_;
    const std::byte *data_ = nullptr;
};

/// "[2, 3]", as messages write a shape.
std::string shape_text(const std::vector<std::int64_t> &shape);

} // namespace exactk::npy
