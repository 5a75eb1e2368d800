// Fuzz target: any bytes at all, read as a .npy file, are refused with a reason or presented whole.
// Spec: contract/C11. Layer: tools/npy.
#include <exactk/npy/array.hpp>

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *input, std::size_t size) {
    using namespace exactk::npy;
    const auto *bytes = reinterpret_cast<const std::byte *>(input);
    Header header;
    const std::byte *data = nullptr;
    std::vector<std::byte> copy;
    if (const Defect defect = present(bytes, size, header, data, copy)) {
        if (defect.what.empty() || defect.where > size || data != nullptr)
            std::abort();
        return 0;
    }
    const std::size_t total = static_cast<std::size_t>(header.count * bytes_of(header.element));
    if (data == nullptr || header.data_offset + total != size)
        std::abort();
    // The presented elements are the file's, in another order at most: their byte sums agree.
    unsigned from_file = 0;
    unsigned from_view = 0;
    for (std::size_t i = 0; i < total; ++i) {
        from_file += std::to_integer<unsigned>(bytes[header.data_offset + i]);
        from_view += std::to_integer<unsigned>(data[i]);
    }
    if (from_file != from_view)
        std::abort();
    return 0;
}
