// Input and outputs of one call side by side in one block of memory, with poison around every array.
// Spec: contract/C8 C10 C11. Layer: tools/lockstep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/lockstep_device.hpp>

namespace exactk::lockstep {

/// The layout of a block and its bytes before the call. The input lies in it as the caller has it.
class Block {
public:
    /// `problem` lies in host memory and is only read here.
    Block(const Problem &problem, const Asked &asked);

    const std::vector<std::byte> &before() const { return before_; }
    /// Sizes, type and options; its pointers are null.
    const Problem &shape() const { return problem_; }
    /// The call on a copy of the block that begins at `base`, which is aligned to 64.
    Problem problem(const std::byte *base) const;
    Outputs outputs(std::byte *base) const;
    /// The first byte that differs between two copies, as the field that it belongs to.
    std::optional<Divergence> first_difference(const std::vector<std::byte> &expected,
                                               const std::vector<std::byte> &got) const;

private:
    struct Array {
        const char *step = "";    ///< id of the step that writes the array; "C8" for what nobody may write
        const char *name = "";    ///< of the elements that may be written, or of the input
        const char *outside = ""; ///< of the gap between rows and of the poison after the array
        std::size_t element = 1;  ///< bytes
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        std::int64_t pitch = 0; ///< elements
        std::size_t offset = 0; ///< bytes from the block's begin
        bool present = false;

        std::size_t bytes() const;
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

    void describe_arrays(const Asked &asked);
    Divergence place_of(std::size_t offset) const;

    Problem problem_;
    Array arrays_[part_count];
    std::vector<std::byte> before_;
};

} // namespace exactk::lockstep
