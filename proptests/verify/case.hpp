// One problem and its answer, in owned memory of exact size, with hostile gaps and elements past lengths.
// Spec: contract/C1 C8 C10 C11. Layer: proptests/verify.
#pragma once

#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include <exactk/verify.hpp>

namespace exactk::verify::test {

/// Bytes of integers `values`, each narrowed to `size` bytes (little-endian hosts only, like the library's).
template <class Integer>
void put(std::vector<unsigned char> &bytes, std::size_t at, Integer value, std::size_t size) {
    std::memcpy(bytes.data() + at, &value, size);
}

struct Case {
    ScoreType type = ScoreType::float32;
    Options options;
    std::int64_t rows = 1;
    std::int64_t width = 0;
    std::int64_t k = 0;
    std::vector<std::uint32_t> scores; ///< [rows, width]
    std::vector<std::int32_t> lengths; ///< [rows] or empty
    std::int64_t runs = 1;
    IndexType index_type = IndexType::int32;
    std::vector<std::int64_t> indices;        ///< [runs, rows, k]
    std::vector<std::uint32_t> output_scores; ///< [runs, rows, k] or empty
    std::vector<std::int64_t> poison;
    std::int64_t gap = 1; ///< elements between rows of every array

    Report judged(const Demand &demand) const {
        const auto score_size = static_cast<std::size_t>(score_bytes[static_cast<int>(type)]);
        const std::size_t index_size = index_type == IndexType::int64 ? 8 : 4;
        const auto score_image = spread(scores, rows, width, score_size);
        const auto index_image = spread(indices, runs * rows, k, index_size);
        const auto output_image = spread(output_scores, runs * rows, k, score_size);

        Problem problem;
        problem.scores = score_image.data();
        problem.type = type;
        problem.rows = rows;
        problem.width = width;
        problem.pitch = width + gap;
        problem.lengths = lengths.empty() ? nullptr : lengths.data();
        problem.k = k;
        problem.options = options;
        Answer answer;
        answer.runs = runs;
        answer.index_type = index_type;
        answer.indices = index_image.data();
        answer.index_pitch = k + gap;
        answer.index_run_pitch = rows * (k + gap);
        if (!output_scores.empty()) {
            answer.scores = output_image.data();
            answer.score_pitch = k + gap;
            answer.score_run_pitch = rows * (k + gap);
        }
        answer.index_poison = poison;
        return judge(problem, answer, demand);
    }

private:
    /// Rows of `columns` values at pitch columns + gap; the last row has no gap, so that reading it is seen
    /// by a memory checker.
    template <class Integer>
    std::vector<unsigned char> spread(const std::vector<Integer> &values, std::int64_t count,
                                      std::int64_t columns, std::size_t size) const {
        if (values.empty() || columns == 0)
            return std::vector<unsigned char>(1, 0xFF);
        const auto pitch = static_cast<std::size_t>(columns + gap);
        const auto used = static_cast<std::size_t>(columns);
        std::vector<unsigned char> bytes((static_cast<std::size_t>(count - 1) * pitch + used) * size, 0xFF);
        for (std::size_t at = 0; at < values.size(); ++at)
            put(bytes, (at / used * pitch + at % used) * size, values[at], size);
        return bytes;
    }
};

/// A single row of float32 numbers.
inline Case numbers(const std::vector<float> &row, std::int64_t k) {
    Case made;
    made.width = static_cast<std::int64_t>(row.size());
    made.k = k;
    for (const float number : row) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        made.scores.push_back(bits);
    }
    return made;
}

/// The kinds of fault in a report.
inline std::set<Fault> kinds(const Report &report) {
    std::set<Fault> found;
    for (const Finding &finding : report.findings)
        found.insert(finding.fault);
    return found;
}

/// Whether the report names this kind and no other, with these counts.
inline bool names_only(const Report &report, Fault fault, std::int64_t occurrences) {
    return report.verdict == Verdict::failed && kinds(report) == std::set<Fault>{fault} &&
           report.findings.front().occurrences == occurrences;
}

inline bool passes(const Report &report) {
    return report.verdict == Verdict::passed && report.findings.empty() && report.reason.empty();
}

} // namespace exactk::verify::test
