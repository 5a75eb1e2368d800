// One reproducible case: shape, options, plans and scores as a function of seed, family and number.
// Spec: contract/C1 to C15. Layer: tools/cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/cases/family.hpp>
#include <exactk/contract.hpp>
#include <exactk/line_allocator.hpp>

namespace exactk::cases {

/// What is drawn for a case; the scores follow from it and are made by Batch.
struct Case {
    std::uint64_t seed = 0;
    Family family = Family::normal;
    int number = 0;

    ScoreType type = ScoreType::float32;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t pitch = 0;
    std::int64_t k = 0;
    std::int64_t population = 0;       ///< for boundary_ties
    std::vector<std::int32_t> lengths; ///< empty: none given
    Options options;
    std::vector<Plan> plans;      ///< the plans on which the model runs this case
    std::int64_t output_gap = 0;  ///< elements between k and the output pitches
    bool wants_scores = false;    ///< ask for output scores
    bool wants_facts = false;     ///< ask for certificates, status and digests
    bool misaligned_rows = false; ///< scores start one element after a 64-byte boundary
};

/// The case of that name. The same on every machine; independent of other cases.
Case make_case(std::uint64_t seed, Family family, int number);

/// "family/number", and back; false if the text is no such name.
std::string id(const Case &one);
bool parse_id(const std::string &text, Family &family, int &number);

/// The case's options and shape in words, for a report line.
std::string describe(const Case &one);
/// A plan as flags of the command line, e.g. "--ctas 7 --digits 11,11,10".
std::string describe(const Plan &plan);

/// Digit widths that add up to `key_bits`, 32 or 16: one of some usual lists, or widths drawn one by one.
std::vector<int> random_digits(Engine &engine, int key_bits);
/// A legal plan for rows of that width: CTA count, digits, sometimes explicit bounds with empty chunks.
Plan random_plan(Engine &engine, ScoreType type, std::int64_t width);

/// The scores of a case in memory, with garbage beyond each row's length and in the pitch gap.
class Batch {
public:
    using Bytes = std::vector<std::byte, LineAllocator<std::byte>>;

    explicit Batch(const Case &one);
    Batch(const Batch &) = delete;
    Batch &operator=(const Batch &) = delete;

    const Problem &problem() const { return problem_; }
    /// Whole input memory, and the copy made before anything ran.
    const Bytes &bytes() const { return bytes_; }
    const Bytes &bytes_before() const { return before_; }
    /// The lengths that the problem points to, and the copy made before anything ran; empty if none are given.
    const std::vector<std::int32_t> &lengths() const { return lengths_; }
    const std::vector<std::int32_t> &lengths_before() const { return lengths_before_; }
    /// Sum over rows of n squared: what a quadratic implementation would do.
    std::int64_t quadratic_work() const { return quadratic_work_; }
    /// Sum over rows of n.
    std::int64_t elements() const { return elements_; }

private:
    Bytes bytes_;
    Bytes before_;
    std::vector<std::int32_t> lengths_;
    std::vector<std::int32_t> lengths_before_;
    Problem problem_;
    std::int64_t quadratic_work_ = 0;
    std::int64_t elements_ = 0;
};

} // namespace exactk::cases
