// Writing .npy files so that a file of that name is replaced only by a whole one.
// Spec: contract/C9. Layer: tools/npy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/npy/header.hpp>

namespace exactk::npy {

/// Magic, version 1.0, length and header text of a C-order array, padded to a multiple of 64 bytes.
std::string header_text(Element element, const std::vector<std::int64_t> &shape);

/// A file under a temporary name beside its final one. Without a commit nothing of it remains.
class StagedFile {
public:
    StagedFile() = default;
    StagedFile(StagedFile &&other) noexcept;
    StagedFile &operator=(StagedFile &&) = delete;
    StagedFile(const StagedFile &) = delete;
    StagedFile &operator=(const StagedFile &) = delete;
    ~StagedFile();

    /// Writes header and elements, [shape] in C order, to a new temporary file in the folder of `path`. A
    /// link at `path` is followed. A link that leads to no file is refused, and so is a `path` that exists
    /// and is no regular file.
    Defect stage(const std::string &path, Element element, const std::vector<std::int64_t> &shape,
                 const void *data);

    /// Gives the file its final name.
    Defect commit();

private:
    std::string target_;
    std::string temporary_; ///< empty when nothing is staged
};

/// stage and commit in one.
Defect write(const std::string &path, Element element, const std::vector<std::int64_t> &shape,
             const void *data);

} // namespace exactk::npy
