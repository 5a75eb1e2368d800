// Device memory whose mapped parts lie between addresses that belong to it and are not mapped.
// Spec: contract/C10. Layer: proptests/device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <cuda.h>

namespace exactk::device_tests {

/// `parts` mapped parts of at least `bytes` each, one `stride` apart, with unmapped addresses before, between and after
/// them: any access there is an error that loses the device. The address range is longer by one stride at both ends
/// than what is mapped, so that no other memory lies where a row reaches beyond its part. The driver's entry points
/// are asked for by name, so that no driver library is linked. Throws where CUDA refuses.
class Guarded {
public:
    Guarded(std::size_t bytes, int parts);
    ~Guarded();
    Guarded(const Guarded &) = delete;
    Guarded &operator=(const Guarded &) = delete;

    /// First byte of a part, a multiple of its mapping's granularity; `begin(part) + part_bytes()` is not mapped.
    std::byte *begin(int part) const;
    std::size_t part_bytes() const { return part_bytes_; }
    /// From one part's begin to the next one's: twice what a part has.
    std::size_t stride() const { return 2 * part_bytes_; }
    /// Asks the driver about the last and first bytes of every part and about those beside them; "" or what is
    /// not as it should be.
    std::string difference() const;

private:
    void map(int part);
    void release();

    CUdeviceptr base_ = 0;
    std::size_t range_bytes_ = 0;
    std::size_t part_bytes_ = 0;
    int parts_ = 0;
    int mapped_ = 0;
};

} // namespace exactk::device_tests
