// A problem with its memory, run through the model with every output, and what surrounds the outputs watched.
// Spec: contract/C8 C11. Layer: proptests/sim.
#pragma once

#include <cstdint>
#include <cstring>
#include <iomanip>
#include <ostream>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <exactk/contract.hpp>
#include <exactk/sim.hpp>

namespace scene {

/// Scores as patterns, [rows][pitch], and what is asked of them.
struct Case {
    exactk::ScoreType type = exactk::ScoreType::float32;
    std::int64_t rows = 1;
    std::int64_t width = 0;
    std::int64_t pitch = 0;
    std::int64_t k = 0;
    std::int64_t output_gap = 0; ///< how much the output pitches exceed k
    exactk::Options options;
    std::vector<std::int32_t> lengths; ///< [rows], or empty
    std::vector<std::uint32_t> patterns;

    std::int64_t length(std::int64_t row) const {
        return lengths.empty() ? width : lengths[static_cast<std::size_t>(row)];
    }
};

/// Everything that is answered, rows packed: [rows][k] and [rows].
struct Answer {
    std::vector<std::int32_t> indices;
    std::vector<std::uint32_t> scores;
    std::vector<exactk::Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;
};

inline auto fields(const exactk::Certificate &c) {
    return std::make_tuple(c.pivot, c.above, c.population, c.quota, c.status);
}

inline bool same(const exactk::Certificate &a, const exactk::Certificate &b) {
    return fields(a) == fields(b);
}

inline bool operator==(const Answer &a, const Answer &b) {
    bool equal = a.indices == b.indices && a.scores == b.scores && a.status == b.status &&
                 a.digests == b.digests && a.certificates.size() == b.certificates.size();
    for (std::size_t r = 0; equal && r < a.certificates.size(); ++r) {
        equal = same(a.certificates[r], b.certificates[r]);
    }
    return equal;
}

inline std::ostream &operator<<(std::ostream &out, const Answer &answer) {
    out << "indices";
    for (const auto index : answer.indices) {
        out << ' ' << index;
    }
    out << std::hex << " scores";
    for (const auto score : answer.scores) {
        out << ' ' << score;
    }
    for (const auto &c : answer.certificates) {
        out << " certificate " << c.pivot << ' ' << c.above << ' ' << c.population << ' ' << c.quota << ' '
            << c.status;
    }
    for (const auto digest : answer.digests) {
        out << " digest " << digest;
    }
    return out << std::dec;
}

inline std::ostream &operator<<(std::ostream &out, const Case &c) {
    out << exactk::name(c.type) << " rows " << c.rows << " width " << c.width << " pitch " << c.pitch << " k "
        << c.k << " direction " << exactk::name(c.options.direction) << " ties "
        << exactk::name(c.options.ties) << " order " << exactk::name(c.options.order) << " nan "
        << exactk::name(c.options.nan_policy) << " lengths";
    for (const auto length : c.lengths) {
        out << ' ' << length;
    }
    out << std::hex << " patterns";
    for (const auto pattern : c.patterns) {
        out << ' ' << pattern;
    }
    return out << std::dec;
}

/// Patterns as the elements of the type.
inline std::vector<std::byte> packed(const std::vector<std::uint32_t> &patterns, exactk::ScoreType type) {
    const auto bytes = static_cast<std::size_t>(exactk::score_bytes[static_cast<int>(type)]);
    std::vector<std::byte> out(patterns.size() * bytes);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const auto narrow = static_cast<std::uint16_t>(patterns[i]);
        std::memcpy(out.data() + i * bytes,
                    bytes == 2 ? static_cast<const void *>(&narrow) : static_cast<const void *>(&patterns[i]),
                    bytes);
    }
    return out;
}

inline std::uint32_t pattern_at(const std::vector<std::byte> &packed_scores, std::size_t i,
                                exactk::ScoreType type) {
    if (type == exactk::ScoreType::float32) {
        std::uint32_t wide = 0;
        std::memcpy(&wide, packed_scores.data() + i * sizeof wide, sizeof wide);
        return wide;
    }
    std::uint16_t narrow = 0;
    std::memcpy(&narrow, packed_scores.data() + i * sizeof narrow, sizeof narrow);
    return narrow;
}

/// Runs a case with every output. Throws if the call is refused, the input changes or a gap is written.
inline Answer run(const Case &c, const exactk::Plan &plan, std::vector<exactk::RowTrace> *traces = nullptr) {
    constexpr std::int32_t poison_index = -77777777;     // convention: no index and no fill of a test
    constexpr std::uint32_t poison_pattern = 0x5A5A5A5A; // convention: no pattern of a test's scores
    constexpr exactk::Certificate poison_facts{0x5A5A5A5A5A5A5A5Au, poison_pattern, poison_pattern,
                                               poison_pattern, poison_pattern}; // convention: no row's facts
    const auto rows = static_cast<std::size_t>(c.rows);
    const auto k = static_cast<std::size_t>(c.k);
    const auto pitch = static_cast<std::size_t>(c.k + c.output_gap);
    const std::vector<std::byte> input = packed(c.patterns, c.type);
    std::vector<std::byte> live = input;
    std::vector<std::int32_t> indices(rows * pitch, poison_index);
    std::vector<std::byte> scores = packed(std::vector<std::uint32_t>(rows * pitch, poison_pattern), c.type);
    const std::vector<std::byte> poison_scores = scores;
    Answer answer;
    answer.certificates.assign(rows, poison_facts);
    answer.status.assign(rows, poison_facts.status);
    answer.digests.assign(rows, poison_facts.pivot);

    exactk::Problem problem{live.data(), c.type,   c.rows,
                            c.width,     c.pitch,  c.lengths.empty() ? nullptr : c.lengths.data(),
                            c.k,         c.options};
    exactk::Outputs outputs{indices.data(),       c.k + c.output_gap,         scores.data(),
                            c.k + c.output_gap,   answer.certificates.data(), answer.status.data(),
                            answer.digests.data()};
    static exactk::sim::Model model; // kept, so that a leftover of one call would spoil the next
    const exactk::Status status = model.topk(problem, outputs, plan, traces);
    if (status.code != exactk::StatusCode::ok) {
        throw std::runtime_error(exactk::describe(status));
    }
    if (live != input) {
        throw std::runtime_error("the input was changed");
    }
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t j = 0; j < pitch; ++j) {
            const std::size_t at = r * pitch + j;
            const std::uint32_t score = pattern_at(scores, at, c.type);
            if (j < k) {
                answer.indices.push_back(indices[at]);
                answer.scores.push_back(score);
            } else if (indices[at] != poison_index || score != pattern_at(poison_scores, at, c.type)) {
                throw std::runtime_error("a gap between output rows was written");
            }
        }
    }
    return answer;
}

/// One row of patterns, one k.
inline Case row_case(exactk::ScoreType type, std::vector<std::uint32_t> patterns, std::int64_t k,
                     exactk::Options options = {}) {
    Case c;
    c.type = type;
    c.width = c.pitch = static_cast<std::int64_t>(patterns.size());
    c.k = k;
    c.options = options;
    c.patterns = std::move(patterns);
    return c;
}

} // namespace scene
