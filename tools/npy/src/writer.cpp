// Writes .npy files under a temporary name and renames them.
// Spec: contract/C9. Layer: tools/npy.
#include <exactk/npy/writer.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace exactk::npy {

namespace {

constexpr std::size_t header_multiple = 64; // bound: the .npy format asks for it
constexpr int temporary_names_max = 1000; // convention: more leftovers than this mean that something is wrong

Defect unwritable(const std::string &what) {
    return {DefectKind::inaccessible, 0, what + ": " + std::strerror(errno)};
}

Defect write_all(int file, const char *bytes, std::size_t count) {
    while (count > 0) {
        const ssize_t written = ::write(file, bytes, count);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return unwritable("cannot be written");
        }
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
    return {};
}

/// Creates a file that did not exist, with the mode that the user's umask gives.
int create_beside(const std::string &target, std::string &temporary) {
    for (int attempt = 0; attempt < temporary_names_max; ++attempt) {
        temporary = target + ".tmp-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
        const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

} // namespace

std::string header_text(Element element, const std::vector<std::int64_t> &shape) {
    std::string dimensions;
    for (const std::int64_t dimension : shape)
        dimensions += std::to_string(dimension) + (shape.size() == 1 ? "," : ", ");
    if (shape.size() > 1)
        dimensions.resize(dimensions.size() - 2);
    std::string text = std::string("{'descr': '") + element_descriptors[static_cast<int>(element)] +
                       "', 'fortran_order': False, 'shape': (" + dimensions + "), }";
    constexpr std::size_t preamble = 10; // bound: magic 6, version 2, length 2
    const std::size_t bare = preamble + text.size() + 1;
    const std::size_t padded = (bare + header_multiple - 1) / header_multiple * header_multiple;
    text.append(padded - bare, ' ');
    text += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(text.size() & 0xFF);
    head += static_cast<char>(text.size() >> 8 & 0xFF);
    return head + text;
}

StagedFile::StagedFile(StagedFile &&other) noexcept
    : target_(std::exchange(other.target_, {})), temporary_(std::exchange(other.temporary_, {})) {}

StagedFile::~StagedFile() {
    if (!temporary_.empty())
        unlink(temporary_.c_str());
}

Defect StagedFile::stage(const std::string &path, Element element, const std::vector<std::int64_t> &shape,
                         const void *data) {
    if (shape.size() > dimensions_max)
        return {DefectKind::malformed, 0, "an array of so many dimensions is not written"};
    std::size_t bytes = static_cast<std::size_t>(bytes_of(element));
    for (const std::int64_t dimension : shape)
        bytes *= static_cast<std::size_t>(dimension);
    std::error_code error;
    const auto kind = std::filesystem::status(path, error).type();
    const bool exists = std::filesystem::exists(std::filesystem::file_status(kind));
    if (exists && kind != std::filesystem::file_type::regular)
        return {DefectKind::inaccessible, 0, "exists and is not a regular file"};
    if (!exists && std::filesystem::is_symlink(std::filesystem::symlink_status(path, error)))
        return {DefectKind::inaccessible, 0, "is a link that leads to no file"};
    target_ = exists ? std::filesystem::canonical(path, error).string() : path;
    if (target_.empty())
        return {DefectKind::inaccessible, 0, "is no usable file name"};
    const int file = create_beside(target_, temporary_);
    if (file < 0) {
        temporary_.clear();
        return unwritable("cannot be created");
    }
    const std::string head = header_text(element, shape);
    Defect bad = write_all(file, head.data(), head.size());
    if (!bad)
        bad = write_all(file, static_cast<const char *>(data), bytes);
    if (close(file) != 0 && !bad)
        bad = unwritable("cannot be written");
    return bad;
}

Defect StagedFile::commit() {
    if (temporary_.empty())
        return {DefectKind::inaccessible, 0, "was never written"};
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0)
        return unwritable("cannot be replaced");
    temporary_.clear();
    return {};
}

Defect write(const std::string &path, Element element, const std::vector<std::int64_t> &shape,
             const void *data) {
    StagedFile staged;
    if (Defect bad = staged.stage(path, element, shape, data))
        return bad;
    return staged.commit();
}

} // namespace exactk::npy
