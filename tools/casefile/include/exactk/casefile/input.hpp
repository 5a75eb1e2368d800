// A case in memory: its scores between poison, ready to be handed to an implementation.
// Spec: contract/C8 C10 C11. Layer: tools/casefile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/line_allocator.hpp>

namespace exactk::casefile {

/// Owns scores and lengths of a case. Before the first row, beyond each row's n and in the pitch gap stands what every
/// row would prefer to all its scores, so that reading it shows; the generator `case` brings its own garbage.
class Input {
public:
    using Bytes = std::vector<std::byte, LineAllocator<std::byte>>;

    const Problem &problem() const { return problem_; }
    /// Whole input memory, and the copy made before anything ran.
    const Bytes &bytes() const { return bytes_; }
    const Bytes &bytes_before() const { return before_; }
    /// The lengths that the problem points to, and the copy; empty if none are given.
    const std::vector<std::int32_t> &lengths() const { return lengths_; }
    const std::vector<std::int32_t> &lengths_before() const { return lengths_before_; }
    /// Sum over rows of n squared: what a quadratic implementation would do.
    double quadratic_work() const;

    Input(const Input &) = delete;
    Input &operator=(const Input &) = delete;

private:
    Input() = default;
    friend Defect materialise(const CaseFile &, std::unique_ptr<Input> &);
    friend Defect make(CaseFile &, std::unique_ptr<Input> &);
    friend Defect hash_of(const CaseFile &, std::uint64_t &);
    Defect fill(const CaseFile &one, bool hold_to_hash, std::uint64_t &hash);
    void point(const CaseFile &one);

    Bytes bytes_;
    Bytes before_;
    std::vector<std::int32_t> lengths_;
    std::vector<std::int32_t> lengths_before_;
    Problem problem_;
};

/// Puts a case that check() passes into memory. Memory that cannot be had is thrown as std::bad_alloc.
Defect materialise(const CaseFile &one, std::unique_ptr<Input> &input);

/// The same for a case made by a program: what its generator makes is what the case is, and the hash becomes that.
Defect make(CaseFile &one, std::unique_ptr<Input> &input);

/// The hash that the generator line of this case must have; for those who write one.
Defect hash_of(const CaseFile &one, std::uint64_t &hash);

/// Names of the generators, in the order of docs/case-files.md.
std::vector<std::string> generator_names();

/// The pattern that a row with these options prefers to every other.
std::uint32_t poison_bits(ScoreType type, const Options &options);

} // namespace exactk::casefile
