// Input and outputs of one call in one block of memory between guard bands, with what must stand there afterwards.
// Spec: contract/C7 C8 C10 C11. Layer: proptests/device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/contract.hpp>

namespace exactk::device_tests {

/// The two poisons; no legal index of any case consists of either.
inline constexpr std::byte poisons[2] = {std::byte{0xA5},
                                         std::byte{0x5A}}; // convention: two bytes that differ in every bit

/// Which outputs are asked for and how they lie.
struct Wanted {
    std::int64_t output_gap = 0; ///< elements between k and the output pitches
    bool scores = false;
    bool facts = false;      ///< certificates, status and digests
    bool misaligned = false; ///< every array starts one element after a 256-byte boundary
};

/// The block as bytes: what is uploaded, and what a right call leaves there, from the CPU path. One comparison of
/// all bytes then covers answers, unwritten slots, guard bands, pitch gaps and the input. The layout depends on
/// shapes alone, so that a captured launch can be replayed on the block of another image of the same shape.
class Image {
public:
    /// `host` holds rows * pitch scores in host memory. Throws where the CPU path refuses.
    Image(const Problem &host, const Wanted &wanted, std::byte poison);

    const std::vector<std::byte> &before() const { return before_; }
    const std::vector<std::byte> &expected() const { return expected_; }
    /// The part from the first output's guard band on; the input lies before it.
    std::size_t outputs_offset() const { return outputs_offset_; }

    /// The call on a block at that base, which is aligned to 16 at least.
    Problem problem(const std::byte *base) const;
    Outputs outputs(std::byte *base) const;

    /// The first byte that is not as expected, in words with the judge's findings; empty if all are.
    std::string difference(const std::vector<std::byte> &after) const;

private:
    struct Segment {
        const char *name = "";
        std::size_t offset = 0;
        std::size_t element = 1;
        std::int64_t rows = 0;
        std::int64_t columns = 0; ///< that may be written
        std::int64_t pitch = 0;
        bool present = false;

        std::size_t bytes() const { return static_cast<std::size_t>(rows * pitch) * element; }
    };
    enum Part : std::size_t {
        in_scores,
        in_lengths,
        out_indices,
        out_scores,
        out_certificates,
        out_status,
        out_digests,
        part_count
    };

    void lay_out(const Wanted &wanted);
    std::string place_of(std::size_t offset) const;
    std::string judged(const std::vector<std::byte> &after) const;

    Problem host_;
    Segment segments_[part_count];
    std::size_t outputs_offset_ = 0;
    std::size_t size_ = 0;
    std::vector<std::byte> before_;
    std::vector<std::byte> expected_;
};

} // namespace exactk::device_tests
