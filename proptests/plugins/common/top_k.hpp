// A top-k under the whole contract, one row at a time, in steps that a plug-in can replace one by one.
// Spec: contract/C1 to C9. Layer: proptests/plugins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <exactk_plugin.h>

namespace plugin {

using Problem = exactk_plugin_problem;
using Outputs = exactk_plugin_outputs;

/// An element that may be selected. Of a row that has no more elements than slots, whose answer needs no scores, none are
/// read (C10): then `key` and `bits` are 0 and `read` is false.
struct Element {
    std::uint64_t key; ///< larger is preferred; equal for equal canonical values
    std::int64_t index;
    std::uint32_t bits;
    bool read;
};

inline bool is_float32(const Problem &problem) { return problem.type == exactk_plugin_float32; }

/// Sign bit and infinity of the scores' type.
inline std::uint32_t sign_bit(const Problem &problem) { return is_float32(problem) ? 0x80000000u : 0x8000u; }
inline std::uint32_t infinity(const Problem &problem) {
    if (is_float32(problem))
        return 0x7F800000u;
    return problem.type == exactk_plugin_float16 ? 0x7C00u : 0x7F80u;
}
inline bool is_nan(const Problem &problem, std::uint32_t bits) {
    return (bits & (sign_bit(problem) - 1)) > infinity(problem);
}

/// Bit pattern of the score that lies `at` elements behind the first. Copied as bytes, since the memory may have been
/// written as another type.
inline std::uint32_t bits_at(const Problem &problem, std::int64_t at) {
    std::uint32_t wide = 0;
    std::uint16_t narrow = 0;
    if (is_float32(problem)) {
        std::memcpy(&wide, static_cast<const unsigned char *>(problem.scores) + at * 4, sizeof wide);
        return wide;
    }
    std::memcpy(&narrow, static_cast<const unsigned char *>(problem.scores) + at * 2, sizeof narrow);
    return narrow;
}

/// Place of a bit pattern in the order of all that are not NaN, from 0; the zeros are neighbours.
inline std::uint32_t place_of(const Problem &problem, std::uint32_t bits) {
    const std::uint32_t sign = sign_bit(problem);
    return (bits & sign) != 0 ? (sign - 1) - (bits - sign) : bits + sign;
}

inline void put_index(const Outputs &outputs, std::int64_t row, std::int64_t slot, std::int64_t index) {
    outputs.indices[row * outputs.index_pitch + slot] = static_cast<std::int32_t>(index);
}

inline void put_score(const Problem &problem, const Outputs &outputs, std::int64_t row, std::int64_t slot,
                      std::uint32_t bits) {
    if (outputs.scores == nullptr)
        return;
    const std::int64_t at = row * outputs.score_pitch + slot;
    const auto narrow = static_cast<std::uint16_t>(bits);
    auto *bytes = static_cast<unsigned char *>(outputs.scores);
    if (is_float32(problem))
        std::memcpy(bytes + at * 4, &bits, sizeof bits);
    else
        std::memcpy(bytes + at * 2, &narrow, sizeof narrow);
}

/// Every step is right as it stands.
class TopK {
public:
    TopK() = default;
    TopK(const TopK &) = delete;
    TopK &operator=(const TopK &) = delete;
    virtual ~TopK() = default;

    int answer(const Problem &problem, const Outputs &outputs) {
        for (std::int64_t row = 0; row < problem.rows; ++row)
            answer_row(problem, outputs, row);
        return 0;
    }

    void answer_row(const Problem &problem, const Outputs &outputs, std::int64_t row) {
        const std::int64_t n = length(problem, row);
        const std::int64_t m = std::min(problem.k, n);
        std::vector<Element> elements = candidates(problem, row, n, needs_scores(problem, outputs, n));
        select(problem, row, elements, m);
        arrange(problem, row, elements);
        write(problem, outputs, row, elements);
    }

    static bool needs_scores(const Problem &problem, const Outputs &outputs, std::int64_t n) {
        return n > 0 && problem.k > 0 && (n > problem.k || problem.by_rank != 0 || outputs.scores != nullptr);
    }

    /// C1.
    virtual std::int64_t length(const Problem &problem, std::int64_t row) {
        if (problem.lengths == nullptr)
            return problem.width;
        return std::clamp<std::int64_t>(problem.lengths[row], 0, problem.width);
    }

    /// C11: where the row begins, in elements.
    virtual std::int64_t start(const Problem &problem, std::int64_t row) { return row * problem.pitch; }

    /// C3.
    virtual std::uint64_t key(const Problem &problem, std::uint32_t bits) {
        std::uint64_t upwards = std::uint64_t{place_of(problem, bits)} + 1;
        if (is_nan(problem, bits))
            upwards = problem.nan_smallest != 0 ? 0 : std::uint64_t{1} << 33;
        else if (bits == sign_bit(problem))
            upwards = std::uint64_t{place_of(problem, 0)} + 1;
        return problem.smallest != 0 ? (std::uint64_t{1} << 33) - upwards : upwards;
    }

    /// C4.
    virtual bool ties_high(const Problem &problem, std::int64_t /*row*/) { return problem.ties_high != 0; }

    virtual std::vector<Element> candidates(const Problem &problem, std::int64_t row, std::int64_t n,
                                            bool read) {
        std::vector<Element> elements;
        if (problem.k == 0)
            return elements;
        const std::int64_t first = start(problem, row);
        elements.reserve(static_cast<std::size_t>(n));
        for (std::int64_t index = 0; index < n; ++index) {
            const std::uint32_t bits = read ? bits_at(problem, first + index) : 0;
            elements.push_back({read ? key(problem, bits) : 0, index, bits, read});
        }
        return elements;
    }

    /// C5: leaves the m first, in any sequence.
    virtual void select(const Problem &problem, std::int64_t row, std::vector<Element> &elements,
                        std::int64_t m) {
        const bool high = ties_high(problem, row);
        const auto precedes = [high](const Element &a, const Element &b) { return before(a, b, high); };
        if (m < static_cast<std::int64_t>(elements.size())) {
            std::nth_element(elements.begin(), elements.begin() + m, elements.end(), precedes);
            elements.resize(static_cast<std::size_t>(m));
        }
    }

    /// C6.
    virtual void arrange(const Problem &problem, std::int64_t row, std::vector<Element> &elements) {
        if (problem.by_rank != 0)
            by_rank(elements, ties_high(problem, row));
        else
            by_index(elements);
    }

    /// C7, C8 and C9.
    virtual void write(const Problem &problem, const Outputs &outputs, std::int64_t row,
                       const std::vector<Element> &elements) {
        const auto m = static_cast<std::int64_t>(elements.size());
        for (std::int64_t slot = 0; slot < problem.k; ++slot) {
            const bool filled = slot < m;
            const auto at = static_cast<std::size_t>(slot);
            put_index(outputs, row, slot, filled ? elements[at].index : problem.fill_index);
            put_score(problem, outputs, row, slot, filled ? elements[at].bits : problem.fill_score);
        }
    }

protected:
    static bool before(const Element &a, const Element &b, bool high) {
        if (a.key != b.key)
            return a.key > b.key;
        return high ? a.index > b.index : a.index < b.index;
    }
    static void by_rank(std::vector<Element> &elements, bool high) {
        std::sort(elements.begin(), elements.end(),
                  [high](const Element &a, const Element &b) { return before(a, b, high); });
    }
    static void by_index(std::vector<Element> &elements) {
        std::sort(elements.begin(), elements.end(),
                  [](const Element &a, const Element &b) { return a.index < b.index; });
    }
};

/// What a plug-in of this folder says of itself.
inline exactk_plugin_description described(const char *name, const char *promises = nullptr) {
    return {sizeof(exactk_plugin_description),
            EXACTK_PLUGIN_VERSION,
            exactk_plugin_host,
            0,
            name,
            nullptr,
            promises};
}

} // namespace plugin
