// The answer by brute force: every row decoded to doubles and sorted whole, facts counted one by one.
// Spec: contract/C1 to C9 C12 C13 C14. Layer: proptests/cpu.
#include "truth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cpu_test {

using namespace exactk;

namespace {

/// Significand and exponent widths of each score type.
constexpr int fraction_bits[3] = {23, 10, 7}; // bound: IEEE 754 binary32, binary16, and bfloat16
constexpr int exponent_bits[3] = {8, 5, 8};   // bound: the same

std::uint64_t mix64(std::uint64_t z) {
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9ull; // convention: C14
    z ^= z >> 27;
    z *= 0x94D049BB133111EBull; // convention: C14
    z ^= z >> 31;
    return z;
}

struct Element {
    Meaning meaning;
    std::int32_t index;
};

/// All eligible elements by rank: brought into tie order first, then sorted stably by value alone.
std::vector<Element> ranked(const Batch &batch, const std::uint32_t *row, std::int32_t n) {
    std::vector<Element> elements;
    for (std::int32_t i = 0; i < n; ++i) {
        elements.push_back({meaning(row[i], batch.type), i});
    }
    if (batch.options.ties == Ties::high) {
        std::reverse(elements.begin(), elements.end());
    }
    std::stable_sort(elements.begin(), elements.end(), [&](const Element &a, const Element &b) {
        return compare(a.meaning, b.meaning, batch.options) > 0;
    });
    return elements;
}

/// The words of C12 on the key of one pattern, in arithmetic on wide integers.
std::uint64_t key_of(std::uint32_t bits, ScoreType type, const Options &options) {
    const std::uint64_t half = std::uint64_t{1} << (type == ScoreType::float32 ? 31 : 15);
    const std::uint64_t all = 2 * half - 1;
    const Meaning value = meaning(bits, type);
    std::uint64_t key = 0;
    if (value.nan) {
        key = options.nan_policy == NanPolicy::largest ? all : 0;
    } else if (bits == half || bits == 0) {
        key = half;
    } else {
        key = bits < half ? bits + half : all - bits;
    }
    return options.direction == Direction::largest ? key : all - key;
}

Certificate certificate_of(const Batch &batch, const std::uint32_t *row, const std::vector<Element> &order,
                           std::int64_t m) {
    Certificate certificate;
    if (m == 0) {
        return certificate;
    }
    const Element &last = order[static_cast<std::size_t>(m - 1)];
    certificate.pivot = key_of(row[last.index], batch.type, batch.options);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int order_to_last = compare(order[i].meaning, last.meaning, batch.options);
        certificate.above += order_to_last > 0 ? 1 : 0;
        certificate.population += order_to_last == 0 ? 1 : 0;
        certificate.quota += order_to_last == 0 && static_cast<std::int64_t>(i) < m ? 1 : 0;
    }
    return certificate;
}

void answer_row(const Batch &batch, std::int64_t r, Answer &answer) {
    const std::uint32_t *row = batch.scores.data() + r * batch.pitch;
    const std::int64_t length = batch.lengths ? (*batch.lengths)[static_cast<std::size_t>(r)] : batch.width;
    const std::int64_t n = length < 0 ? 0 : length > batch.width ? batch.width : length;
    const std::int64_t m = n < batch.k ? n : batch.k;
    const std::vector<Element> order = ranked(batch, row, static_cast<std::int32_t>(n));
    std::vector<std::int32_t> winners;
    for (std::int64_t j = 0; j < m; ++j) {
        winners.push_back(order[static_cast<std::size_t>(j)].index);
    }
    if (batch.options.order == Order::index) {
        std::sort(winners.begin(), winners.end());
    }
    const auto type = static_cast<std::size_t>(batch.type);
    std::uint32_t fill = batch.options.direction == Direction::largest ? negative_infinity_bits[type]
                                                                       : positive_infinity_bits[type];
    if (batch.options.fill_score_given) {
        fill = batch.type == ScoreType::float32 ? batch.options.fill_score_bits
                                                : batch.options.fill_score_bits % 65536;
    }
    std::int32_t *slots = answer.indices.data() + r * batch.index_pitch;
    for (std::int64_t j = 0; j < batch.k; ++j) {
        slots[j] = j < m ? winners[static_cast<std::size_t>(j)] : batch.options.fill_index;
        if (!answer.scores.empty()) {
            answer.scores[static_cast<std::size_t>(r * batch.score_pitch + j)] = j < m ? row[slots[j]] : fill;
        }
    }
    Certificate facts = certificate_of(batch, row, order, m);
    facts.status = (m == 0 ? row_empty : 0u) | (n <= batch.k ? row_all_selected : 0u) |
                   (length != n ? row_length_clamped : 0u) |
                   (m > 0 && facts.population > facts.quota ? row_boundary_tie : 0u);
    for (const Element &element : order) {
        facts.status |= element.meaning.nan ? row_nan_present : 0u;
        facts.status |= std::isinf(element.meaning.number) ? row_inf_present : 0u;
    }
    const auto at = static_cast<std::size_t>(r);
    if (!answer.certificates.empty()) {
        answer.certificates[at] = facts;
    }
    if (!answer.status.empty()) {
        answer.status[at] = facts.status;
    }
    if (!answer.digests.empty()) {
        answer.digests[at] = row_digest(slots, batch.k);
    }
}

} // namespace

Meaning meaning(std::uint32_t bits, ScoreType type) {
    const auto t = static_cast<std::size_t>(type);
    const std::uint32_t fraction = bits & ((1u << fraction_bits[t]) - 1);
    const int exponent = static_cast<int>((bits >> fraction_bits[t]) & ((1u << exponent_bits[t]) - 1));
    const bool negative = ((bits >> (fraction_bits[t] + exponent_bits[t])) & 1) != 0;
    const int special = (1 << exponent_bits[t]) - 1;
    if (exponent == special && fraction != 0) {
        return {true, 0.0};
    }
    double magnitude = std::numeric_limits<double>::infinity();
    if (exponent != special) {
        const int bias = special / 2;
        const double hidden = exponent == 0 ? 0.0 : std::ldexp(1.0, fraction_bits[t]);
        magnitude = std::ldexp(hidden + fraction, std::max(exponent, 1) - bias - fraction_bits[t]);
    }
    return {false, negative ? -magnitude : magnitude};
}

int compare(const Meaning &a, const Meaning &b, const Options &options) {
    int order = 0;
    if (a.nan || b.nan) {
        order = static_cast<int>(a.nan) - static_cast<int>(b.nan);
        order = options.nan_policy == NanPolicy::largest ? order : -order;
    } else {
        order = static_cast<int>(a.number > b.number) - static_cast<int>(a.number < b.number);
    }
    return options.direction == Direction::largest ? order : -order;
}

std::uint64_t row_digest(const std::int32_t *slots, std::int64_t k) {
    std::uint64_t digest = mix64(static_cast<std::uint64_t>(k));
    for (std::int64_t j = 0; j < k; ++j) {
        digest += mix64(static_cast<std::uint64_t>(j) * 4294967296ull + static_cast<std::uint32_t>(slots[j]));
    }
    return digest;
}

std::uint64_t batch_digest(const std::vector<std::uint64_t> &rows) {
    std::uint64_t digest = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        digest += mix64(rows[r] ^ mix64(r));
    }
    return digest;
}

Answer truth(const Batch &batch, const Wanted &wanted) {
    Answer answer;
    const auto rows = static_cast<std::size_t>(batch.rows);
    answer.indices.assign(static_cast<std::size_t>(batch.rows * batch.index_pitch), canary_index);
    if (wanted.scores) {
        answer.scores.assign(static_cast<std::size_t>(batch.rows * batch.score_pitch),
                             canary_score[static_cast<std::size_t>(batch.type)]);
    }
    answer.certificates.resize(wanted.certificates ? rows : 0);
    answer.status.resize(wanted.status ? rows : 0);
    answer.digests.resize(wanted.digests ? rows : 0);
    for (std::int64_t r = 0; r < batch.rows; ++r) {
        answer_row(batch, r, answer);
    }
    return answer;
}

} // namespace cpu_test
