// What stands at the head of a .npy file, and what can be wrong with one.
// Spec: contract/C11. Layer: tools/npy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exactk::npy {

/// Element types that are read and written; all little-endian. bfloat16 travels as uint16.
enum class Element : std::uint8_t { float32 = 0, float16, uint16, int32, int64, uint64 };
inline constexpr int element_count = 6; // bound: one past the last Element

/// Tables of facts about elements, indexed by the enum's value.
inline constexpr std::int64_t element_bytes[element_count] = {4, 2, 2, 4, 8, 8}; // bound: the types' widths
inline constexpr const char *element_descriptors[element_count] = {"<f4", "<f2", "<u2", "<i4", "<i8", "<u8"};
inline constexpr const char *element_names[element_count] = {"float32", "float16", "uint16",
                                                             "int32",   "int64",   "uint64"};

std::int64_t bytes_of(Element element);
const char *name(Element element);

/// How a file failed. Weightier than its text: callers choose an exit code by it.
enum class DefectKind : std::uint8_t {
    none = 0,
    inaccessible, ///< the operating system refused, or it is no regular file
    malformed,    ///< not a .npy file, or one that contradicts itself
    unsupported,  ///< a sound header that names an element type not in Element
};

/// What is wrong and where. `kind` none: nothing is wrong and the other fields are empty.
struct [[nodiscard]] Defect {
    DefectKind kind = DefectKind::none;
    std::size_t where = 0; ///< byte offset in the file, of the thing that is wrong
    std::string what;      ///< one clause for a person, without the file's name

    explicit operator bool() const { return kind != DefectKind::none; }
};

/// "FILE: byte 12: what is wrong"; for inaccessible files "FILE: what is wrong".
std::string describe(const Defect &defect, std::string_view file);

/// Longest header text that is read. A header of a supported array needs well under 1 KiB.
inline constexpr std::size_t header_bytes_max = std::size_t{1} << 20; // convention: any value above 64 KiB

/// Most dimensions an array may have.
inline constexpr std::size_t dimensions_max =
    32; // convention: what numpy 1 allows, so all its files are read

struct Header {
    int version_major = 0;
    std::string descriptor; ///< as it stands in the file; "structured" for a list of fields
    Element element = Element::float32;
    bool fortran_order = false;      ///< the first index runs fastest in the file
    std::vector<std::int64_t> shape; ///< no entry negative; empty: one element
    std::int64_t count = 0;          ///< product of the shape
    std::size_t data_offset = 0;     ///< bytes before the first element
};

/// Reads the header of the `size` bytes of a whole .npy file, version 1.0, 2.0 or 3.0, and checks that the
/// bytes after it are exactly the array's. Reads only [bytes, bytes + size); memory O(header). `header` is
/// meaningful only if the result's kind is none (shape and descriptor also if it is unsupported).
Defect parse(const std::byte *bytes, std::size_t size, Header &header);

} // namespace exactk::npy
