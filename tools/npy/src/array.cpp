// Maps a .npy file and presents its elements in C order, aligned.
// Spec: contract/C9 C11. Layer: tools/npy.
#include <exactk/npy/array.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace exactk::npy {

namespace {

Defect inaccessible(std::string what) { return {DefectKind::inaccessible, 0, std::move(what)}; }

std::string system_text() { return std::strerror(errno); }

/// Copies elements from Fortran order to C order, counting through the C-order index like an odometer.
void transpose(const std::byte *from, const std::vector<std::int64_t> &shape, std::int64_t count,
               std::size_t bytes_each, std::byte *to) {
    std::vector<std::int64_t> index(shape.size(), 0);
    std::vector<std::int64_t> stride(shape.size(), 0);
    std::int64_t step = 1;
    for (std::size_t d = 0; d < shape.size() && count > 0; ++d) {
        stride[d] = step;
        step *= shape[d];
    }
    std::int64_t source = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        std::memcpy(to + static_cast<std::size_t>(i) * bytes_each,
                    from + static_cast<std::size_t>(source) * bytes_each, bytes_each);
        for (std::size_t d = shape.size(); d-- > 0;) {
            source += stride[d];
            if (++index[d] < shape[d])
                break;
            source -= stride[d] * shape[d];
            index[d] = 0;
        }
    }
}

} // namespace

Mapping::Mapping(Mapping &&other) noexcept { swap(other); }

Mapping &Mapping::operator=(Mapping &&other) noexcept {
    swap(other);
    return *this;
}

Mapping::~Mapping() {
    if (bytes_ != nullptr)
        munmap(const_cast<std::byte *>(bytes_), size_);
}

void Mapping::swap(Mapping &other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
}

Defect Mapping::open(const std::string &path) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return inaccessible("cannot be opened: " + system_text());
    struct stat facts {};
    Defect defect;
    Mapping fresh;
    if (fstat(file, &facts) != 0) {
        defect = inaccessible("cannot be examined: " + system_text());
    } else if (!S_ISREG(facts.st_mode)) {
        defect = inaccessible("is not a regular file");
    } else if (facts.st_size > 0) {
        fresh.size_ = static_cast<std::size_t>(facts.st_size);
        void *address = mmap(nullptr, fresh.size_, PROT_READ, MAP_PRIVATE, file, 0);
        if (address == MAP_FAILED)
            defect = inaccessible("cannot be mapped: " + system_text());
        else
            fresh.bytes_ = static_cast<const std::byte *>(address);
    }
    close(file);
    if (!defect)
        swap(fresh);
    return defect;
}

Defect present(const std::byte *bytes, std::size_t size, Header &header, const std::byte *&data,
               std::vector<std::byte> &copy) {
    data = nullptr;
    copy.clear();
    if (Defect bad = parse(bytes, size, header))
        return bad;
    const auto bytes_each = static_cast<std::size_t>(bytes_of(header.element));
    const std::byte *raw = bytes + header.data_offset;
    const bool aligned = reinterpret_cast<std::uintptr_t>(raw) % bytes_each == 0;
    // With fewer than two dimensions the two orders are one.
    const bool transposed = header.fortran_order && header.shape.size() > 1;
    if (aligned && !transposed) {
        data = raw;
        return {};
    }
    // One element at least, so that data is not null; the size is bounded by the file's.
    const std::size_t total = static_cast<std::size_t>(header.count) * bytes_each;
    copy.resize(std::max(total, bytes_each));
    if (transposed)
        transpose(raw, header.shape, header.count, bytes_each, copy.data());
    else
        std::copy(raw, raw + total, copy.data());
    data = copy.data();
    return {};
}

Defect Array::load(const std::string &path) {
    *this = Array();
    Array fresh;
    if (Defect bad = fresh.mapping_.open(path))
        return bad;
    Defect bad =
        present(fresh.mapping_.bytes(), fresh.mapping_.size(), fresh.header_, fresh.data_, fresh.copy_);
    if (!bad)
        *this = std::move(fresh);
    return bad;
}

} // namespace exactk::npy
