// Rows that a probe asks for again and again, and batches of them.
// Spec: contract/C1 C11 C15. Layer: tools/probes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/implementations.hpp>
#include <exactk/subject.hpp>

namespace exactk::probes {

/// One row of a probe: its scores, and the answer that it has alone.
struct Row {
    std::string family;
    std::vector<std::uint32_t> bits;
    std::vector<std::int32_t> alone; ///< [k], as the implementation answered
};

/// How a batch lies in memory.
struct Shape {
    std::int64_t extra_width = 0; ///< beyond the longest row
    std::int64_t extra_pitch = 0; ///< beyond the width
    std::int64_t offset = 0;      ///< elements from a 64-byte boundary to the first score
    bool full_width = false;      ///< no lengths are given; all rows have the same n
};

/// What of a case is the same in all batches of a probe.
struct Question {
    ScoreType type = ScoreType::float32;
    std::int64_t k = 0;
    Options options;
    bool lengths = true;             ///< whether lengths may be given
    std::int64_t pitch_multiple = 1; ///< in elements, where rows are to be aligned
};

/// The question that the promise allows and that has most to go wrong; "" or why there is none.
std::string question_for(const Promise &promise, Question &out);

/// Eight rows of different families, ties at the cut among them, of lengths that the promise allows.
std::vector<Row> probe_rows(const Promise &promise, const Question &question, std::uint64_t seed);

/// A batch of rows, by their numbers in `rows`.
casefile::CaseFile batch_of(const std::vector<Row> &rows, const std::vector<std::size_t> &numbers,
                            const Question &question, const Shape &shape);

/// A case in memory, and what is asked.
struct Stage {
    std::unique_ptr<casefile::Input> input;
    subject::Asked asked;
    std::string wrong; ///< why there is none; else empty
};
Stage stage_of(const casefile::CaseFile &one);

/// What differs between a row's answer in a batch and alone, as far as the promise says that nothing may; "" if nothing does.
std::string difference(const Promise &promise, const std::int32_t *now, const Row &row);

} // namespace exactk::probes
