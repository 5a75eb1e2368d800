// Output memory with poison in every slot, in the pitch gaps and in guard bands around each array.
// Spec: contract/C8. Layer: reference/verify.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/verify.hpp>

namespace exactk::verify {

/// Shape of the outputs to guard.
struct GuardedShape {
    std::int64_t rows = 0;
    std::int64_t k = 0;
    ScoreType type = ScoreType::float32;
    std::int64_t pitch_gap = 0; ///< elements between k and the pitch of both arrays
    bool scores = false;        ///< guard a scores output too
    bool facts = false;         ///< certificates, status and digests too
};

/// Owns one set of outputs. Poison is a byte repeated; guard bands have it on both sides of every array.
class GuardedOutputs {
public:
    /// Payloads are aligned to 64 bytes. Throws std::length_error for a negative or oversized shape.
    GuardedOutputs(const GuardedShape &shape, std::byte poison);

    // outputs() points into the arrays: a copy would hand out the pointers of its original.
    GuardedOutputs(const GuardedOutputs &) = delete;
    GuardedOutputs &operator=(const GuardedOutputs &) = delete;
    GuardedOutputs(GuardedOutputs &&) = default;
    GuardedOutputs &operator=(GuardedOutputs &&) = default;

    /// Fills everything, slots and bands alike, with `poison`.
    void poison_all(std::byte poison);

    /// Pointers to hand to an implementation; absent parts are null.
    const Outputs &outputs() const { return outputs_; }

    /// An index slot that was never written holds this.
    std::int64_t index_poison() const;

    /// Every guarded byte that no implementation may write: bands, and pitch gaps.
    std::vector<PoisonedRegion> outside() const;

    /// Answer with this one run, ready to be judged.
    Answer answer() const;

private:
    struct Array {
        std::vector<std::byte> bytes; ///< band, payload, band
        std::size_t payload = 0;      ///< offset of the payload
        std::size_t element = 0;      ///< bytes of an element
        std::size_t columns = 0;      ///< elements of a row that may be written
        std::size_t pitch = 0;        ///< elements from row to row
        const char *name = "";
    };
    GuardedShape shape_;
    std::byte poison_{};
    std::vector<Array> arrays_;
    Outputs outputs_;
};

} // namespace exactk::verify
