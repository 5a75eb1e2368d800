// Runs an implementation on a case in memory of the laws' own making, and keeps all that it wrote.
// Spec: contract/C8 C10 C11 C15. Layer: tools/laws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/implementations.hpp>
#include <exactk/line_allocator.hpp>
#include <exactk/verify/guarded.hpp>

namespace exactk::laws {

/// What lies around the rows, and in the outputs before the call.
struct Around {
    /// 0: beyond each length and in the gaps stands what every row prefers to all its scores; else bits drawn from this
    /// number, NaNs and winners among them.
    std::uint64_t garbage = 0;
    std::byte poison{0xA5}; ///< each byte of the outputs
};

/// All that came of one call, without pitches: [rows, k] and [rows].
struct Answer {
    Status status;
    std::vector<std::int32_t> indices;
    std::vector<std::uint32_t> scores; ///< bit patterns in the low bits; empty unless asked for
    std::vector<Certificate> certificates;
    std::vector<std::uint32_t> statuses;
    std::vector<std::uint64_t> digests;

    bool refused() const { return status.code != StatusCode::ok; }
    const std::int32_t *row(std::int64_t number, std::int64_t k) const { return indices.data() + number * k; }
};

/// Input memory of a case that is spelled out, and a problem that points into it.
class Memory {
public:
    Memory(const casefile::CaseFile &one, const Around &around);
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;

    const Problem &problem() const { return problem_; }
    Problem &problem() { return problem_; }
    std::vector<std::byte, LineAllocator<std::byte>> &bytes() { return bytes_; }

    /// What a call has changed of the scores, the memory around them and the lengths, in words, or empty: all that the
    /// problem points at is an input (C8).
    std::string changed_since(const Memory &before) const;

private:
    std::vector<std::byte, LineAllocator<std::byte>> bytes_;
    std::vector<std::int32_t> lengths_;
    Problem problem_;
};

/// One call under the case's own plan, with the outputs that the case asks for.
Answer answer(const Implementation &implementation, const casefile::CaseFile &one, const Around &around = {});

/// What differs between two answers, in words, or empty. Only outputs that both have are compared.
std::string difference(const Answer &one, const Answer &other);

/// The same for one row of each, both with the same k; status bits are left out on demand.
std::string row_difference(const Answer &one, std::int64_t row, const Answer &other, std::int64_t other_row,
                           std::int64_t k, std::uint32_t status_mask = ~std::uint32_t{0});

/// Certificate and status bits of one row of each, where both have them; digests are left out.
std::string facts_difference(const Answer &one, std::int64_t row, const Answer &other, std::int64_t other_row,
                             std::uint32_t status_mask = ~std::uint32_t{0});

/// A refusal in words, or empty; the contract takes every case that the laws make.
std::string refusal(const Answer &answer);

/// "row 3 slot 4 holds 7, not 9".
std::string slot_words(std::int64_t row, std::int64_t slot, std::int64_t got, std::int64_t wanted);

/// Outputs with guard bands for what the case asks for.
verify::GuardedShape guarded_shape(const casefile::CaseFile &one);

/// What is wrong with the bytes around guarded outputs after a call, in words, or empty.
std::string trespass(const verify::GuardedOutputs &guarded);

/// A case with nothing asked but indices, or with all.
casefile::CaseFile asking(casefile::CaseFile one, bool scores, bool facts);

} // namespace exactk::laws
