// Makes .npy bytes by hand, independently of the writer under test.
// Spec: contract/C11. Layer: proptests/npy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <exactk/npy.hpp>

namespace npy_tests {

using namespace exactk::npy;

/// Magic, version `major`.0 and a length field of the size that the version has.
inline std::string preamble(int major, std::size_t length) {
    std::string text("\x93NUMPY", 6);
    text += static_cast<char>(major);
    text += '\0';
    for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
        text += static_cast<char>(length >> (8 * i) & 0xFF);
    return text;
}

inline std::string file_of(const std::string &header, const std::string &data = "", int major = 1) {
    return preamble(major, header.size()) + header + data;
}

inline std::string header_of(const std::string &descr, const std::string &order, const std::string &shape) {
    return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

inline const std::byte *bytes_of_text(const std::string &text) {
    return reinterpret_cast<const std::byte *>(text.data());
}

inline Defect parse_text(const std::string &file, Header &header) {
    // A heap copy of the exact size, so that a sanitizer sees any read beyond it.
    const std::vector<char> exact(file.begin(), file.end());
    return parse(reinterpret_cast<const std::byte *>(exact.data()), exact.size(), header);
}

/// A path in a folder that is empty when the program starts.
inline std::string scratch_path(const std::string &name) {
    static const std::string folder = [] {
        std::filesystem::remove_all(EXACTK_NPY_SCRATCH);
        std::filesystem::create_directories(EXACTK_NPY_SCRATCH);
        return std::string(EXACTK_NPY_SCRATCH);
    }();
    return folder + "/" + name;
}

inline void put_file(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string get_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <typename Number> std::string raw(const std::vector<Number> &numbers) {
    return {reinterpret_cast<const char *>(numbers.data()), numbers.size() * sizeof(Number)};
}

} // namespace npy_tests
