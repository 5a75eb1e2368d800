// Reads the head of a .npy file and checks it against the file's size.
// Spec: contract/C11. Layer: tools/npy.
#include <exactk/npy/array.hpp>
#include <exactk/npy/header.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include "header_dict.hpp"

namespace exactk::npy {

static_assert(std::endian::native == std::endian::little, "elements are mapped as they lie in the file");

namespace {

constexpr unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'}; // bound: the .npy format
constexpr std::size_t version_offset = sizeof magic;                // bound: the .npy format
constexpr std::size_t length_offset = version_offset + 2;           // bound: the .npy format

Defect malformed(std::size_t where, std::string what) {
    return {DefectKind::malformed, where, std::move(what)};
}

unsigned byte_at(const std::byte *bytes, std::size_t at) { return std::to_integer<unsigned>(bytes[at]); }

/// Where the header text begins and how long it is.
struct Extent {
    std::size_t first = 0;
    std::size_t length = 0;
};

Defect read_preamble(const std::byte *bytes, std::size_t size, Header &header, Extent &text) {
    if (size == 0)
        return malformed(0, "the file is empty");
    for (std::size_t i = 0; i < std::min(size, sizeof magic); ++i) {
        if (byte_at(bytes, i) != magic[i])
            return malformed(i, "wrong magic: a .npy file begins with \\x93NUMPY");
    }
    if (size < length_offset)
        return malformed(size, "truncated: the file ends before the format version");
    const unsigned major = byte_at(bytes, version_offset);
    const unsigned minor = byte_at(bytes, version_offset + 1);
    if (major < 1 || major > 3 || minor != 0)
        return malformed(version_offset, "format version " + std::to_string(major) + "." +
                                             std::to_string(minor) + " is none of 1.0, 2.0 and 3.0");
    header.version_major = static_cast<int>(major);
    const std::size_t field = major == 1 ? 2 : 4; // bound: the .npy format
    if (size < length_offset + field)
        return malformed(size, "truncated: the file ends inside the header length");
    text.first = length_offset + field;
    text.length = 0;
    for (std::size_t i = field; i > 0; --i)
        text.length = text.length << 8 | byte_at(bytes, length_offset + i - 1);
    if (text.length > header_bytes_max)
        return malformed(length_offset, "a header of " + std::to_string(text.length) +
                                            " bytes is absurd; at most " + std::to_string(header_bytes_max) +
                                            " are read");
    if (text.length > size - text.first)
        return malformed(length_offset, "truncated: the header is said to have " +
                                            std::to_string(text.length) + " bytes, the file has " +
                                            std::to_string(size - text.first) + " after its length");
    return {};
}

Defect check_ascii(std::string_view text, std::size_t base) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const bool printable = c >= 0x20 && c <= 0x7E; // bound: ASCII
        if (!printable && c != '\n' && c != '\r' && c != '\t')
            return malformed(base + i,
                             "the header holds byte " + std::to_string(c) + ", which is no ASCII text");
    }
    return {};
}

/// Product of the shape; false if the non-zero dimensions alone do not fit signed 64 bits of bytes.
bool multiply(const std::vector<std::int64_t> &shape, std::int64_t bytes_each, std::int64_t &count) {
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    std::int64_t product = 1;
    bool empty = false;
    for (const std::int64_t dimension : shape) {
        if (dimension == 0) {
            empty = true;
            continue;
        }
        if (product > limit / dimension)
            return false;
        product *= dimension;
    }
    if (product > limit / bytes_each)
        return false;
    count = empty ? 0 : product;
    return true;
}

bool find_element(const std::string &descriptor, Element &element) {
    for (int i = 0; i < element_count; ++i) {
        if (descriptor == element_descriptors[i]) {
            element = static_cast<Element>(i);
            return true;
        }
    }
    return false;
}

} // namespace

std::int64_t bytes_of(Element element) { return element_bytes[static_cast<int>(element)]; }
const char *name(Element element) { return element_names[static_cast<int>(element)]; }

std::string describe(const Defect &defect, std::string_view file) {
    const std::string head(file);
    if (defect.kind == DefectKind::none)
        return head + ": no defect";
    if (defect.kind == DefectKind::inaccessible)
        return head + ": " + defect.what;
    return head + ": byte " + std::to_string(defect.where) + ": " + defect.what;
}

std::string shape_text(const std::vector<std::int64_t> &shape) {
    std::string text = "[";
    for (const std::int64_t dimension : shape) {
        if (text.size() > 1)
            text += ", ";
        text += std::to_string(dimension);
    }
    return text + "]";
}

Defect parse(const std::byte *bytes, std::size_t size, Header &header) {
    header = Header{};
    Extent extent;
    if (Defect bad = read_preamble(bytes, size, header, extent))
        return bad;
    const std::string_view text(reinterpret_cast<const char *>(bytes) + extent.first, extent.length);
    if (Defect bad = check_ascii(text, extent.first))
        return bad;
    if (Defect bad = HeaderDict(text, extent.first, header).parse())
        return bad;
    header.data_offset = extent.first + extent.length;
    const bool supported = find_element(header.descriptor, header.element);
    const std::int64_t bytes_each = supported ? bytes_of(header.element) : 1;
    if (!multiply(header.shape, bytes_each, header.count))
        return malformed(extent.first, "shape " + shape_text(header.shape) + " overflows 64-bit addressing");
    if (!supported)
        return {DefectKind::unsupported, extent.first,
                "elements of type '" + header.descriptor.substr(0, 40) +
                    "' are not supported; known are <f4 <f2 <u2 <i4 <i8 <u8"};
    const auto wanted = static_cast<std::uint64_t>(header.count) * static_cast<std::uint64_t>(bytes_each);
    const std::uint64_t given = size - header.data_offset;
    const std::string counts = "shape " + shape_text(header.shape) + " of " + header.descriptor + " needs " +
                               std::to_string(wanted) + " bytes of data, the file has " +
                               std::to_string(given);
    if (given < wanted)
        return malformed(size, "truncated: " + counts);
    if (given > wanted)
        return malformed(header.data_offset + wanted, "trailing bytes: " + counts);
    return {};
}

} // namespace exactk::npy
