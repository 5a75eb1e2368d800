// The sort oracle: sorts the eligible indices stably and reads answer and facts off the sorted sequence.
// Spec: contract/C1 to C15. Layer: reference/oracle.
#include <exactk/oracle.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <numeric>
#include <vector>

#include <Eigen/Core>

#include "arguments.hpp"
#include "sort_order.hpp"

namespace exactk::oracle {
namespace {

template <class Word> using Batch = Eigen::Matrix<Word, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class Word> using Scores = Eigen::Map<const Batch<Word>, Eigen::Unaligned, Eigen::OuterStride<>>;
template <class Word> using Slots = Eigen::Map<Batch<Word>, Eigen::Unaligned, Eigen::OuterStride<>>;

using Sequence = std::vector<std::uint32_t>;

/// What sorting a row takes.
struct Scratch {
    Sequence sequence;
    std::vector<sort::Position> positions; ///< of the row's scores, so that each is widened once
};

std::int64_t clamped_length(const Problem &problem, std::int64_t row) {
    if (problem.lengths == nullptr || problem.lengths[row] > problem.width) {
        return problem.width;
    }
    return problem.lengths[row] < 0 ? 0 : problem.lengths[row];
}

/// Scores are left unread where neither the set nor its sequence nor any fact depends on them (C10).
bool can_stay_unread(const Problem &problem, const Outputs &outputs, std::int64_t n) {
    if (outputs.certificates != nullptr || outputs.status != nullptr) {
        return false;
    }
    return problem.k == 0 || n == 0 ||
           (n <= problem.k && problem.options.order == Order::index && outputs.scores == nullptr);
}

/// Row r's eligible indices, most preferred first. Equal scores stay as they were before the sort, so ties
/// prefer the low index if it starts with ascending indices and the high one if with descending ones.
template <class Word>
void sort_row(const Problem &problem, const Scores<Word> &scores, std::int64_t row, std::int64_t n,
              Scratch &scratch) {
    Sequence &sequence = scratch.sequence;
    std::vector<sort::Position> &positions = scratch.positions;
    sequence.resize(static_cast<std::size_t>(n));
    positions.resize(static_cast<std::size_t>(n));
    for (std::int64_t index = 0; index < n; ++index) {
        positions[static_cast<std::size_t>(index)] =
            sort::position_of(scores(row, index), problem.type, problem.options.nan_policy);
    }
    if (problem.options.ties == Ties::high) {
        std::iota(sequence.rbegin(), sequence.rend(), 0u);
    } else {
        std::iota(sequence.begin(), sequence.end(), 0u);
    }
    std::stable_sort(sequence.begin(), sequence.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::is_lt(sort::precedence(positions[a], positions[b], problem.options.direction));
    });
}

/// Reads C12 off the sorted sequence: the elements equal to the pivot are one run in it.
template <class Word>
Certificate read_certificate(const Problem &problem, const Scores<Word> &scores, std::int64_t row,
                             const Sequence &sequence, std::int64_t m) {
    if (m == 0) {
        return {};
    }
    const std::uint32_t pivot = scores(row, sequence[static_cast<std::size_t>(m - 1)]);
    const auto against_pivot = [&](std::uint32_t element) {
        return sort::precedence(scores(row, element), pivot, problem.type, problem.options);
    };
    const auto run_begin = std::partition_point(sequence.begin(), sequence.end(), [&](std::uint32_t element) {
        return std::is_lt(against_pivot(element));
    });
    const auto run_end = std::partition_point(
        run_begin, sequence.end(), [&](std::uint32_t element) { return std::is_eq(against_pivot(element)); });
    Certificate certificate;
    certificate.pivot = sort::canonical_key(pivot, problem.type, problem.options);
    certificate.above = static_cast<std::uint32_t>(run_begin - sequence.begin());
    certificate.population = static_cast<std::uint32_t>(run_end - run_begin);
    certificate.quota = static_cast<std::uint32_t>(m) - certificate.above;
    return certificate;
}

/// Reads C13 off the sorted sequence: NaNs stand at one end of it, and infinities at the ends of the rest.
template <class Word>
std::uint32_t read_status(const Problem &problem, const Scores<Word> &scores, std::int64_t row,
                          const Sequence &sequence, const Certificate &certificate) {
    const auto is_nan_at = [&](std::uint32_t element) {
        return sort::pattern_is_nan(scores(row, element), problem.type);
    };
    const auto first = std::find_if_not(sequence.begin(), sequence.end(), is_nan_at);
    const auto last = std::find_if_not(sequence.rbegin(), std::make_reverse_iterator(first), is_nan_at);
    std::uint32_t status = 0;
    if (first != sequence.begin() || last != sequence.rbegin()) {
        status |= row_nan_present;
    }
    const bool has_numbers = first != sequence.end();
    if (has_numbers && (sort::pattern_is_infinity(scores(row, *first), problem.type) ||
                        sort::pattern_is_infinity(scores(row, *last), problem.type))) {
        status |= row_inf_present;
    }
    if (sequence.empty() || problem.k == 0) {
        status |= row_empty;
    }
    if (!(static_cast<std::int64_t>(sequence.size()) > problem.k)) {
        status |= row_all_selected;
    }
    if (problem.lengths != nullptr && (problem.lengths[row] < 0 || problem.lengths[row] > problem.width)) {
        status |= row_length_clamped;
    }
    if (certificate.population !=
        certificate.quota) { // Both are 0 when m is 0, and quota is never the larger.
        status |= row_boundary_tie;
    }
    return status;
}

/// One step of C14's finaliser: folds the word onto itself and multiplies.
struct MixStep {
    int fold;
    std::uint64_t factor;
};

constexpr std::array<MixStep, 3> mix_steps{{
    {30, 13787848793156543929ull}, // bound: C14, 0xBF58476D1CE4E5B9
    {27, 10723151780598845931ull}, // bound: C14, 0x94D049BB133111EB
    {31, 1ull},                    // bound: C14, the last step does not multiply
}};

constexpr std::uint64_t finalise(std::uint64_t word) {
    return std::accumulate(
        mix_steps.begin(), mix_steps.end(), word,
        [](std::uint64_t z, const MixStep &step) { return (z ^ z >> step.fold) * step.factor; });
}

/// C14 for the slots of one row; the sum does not care for the order of its terms.
std::uint64_t digest_of(const Slots<std::int32_t> &indices, std::int64_t row, std::int64_t k) {
    std::uint64_t sum = 0;
    for (std::int64_t slot = k; slot-- > 0;) {
        const std::int64_t index = indices(row, slot);
        const std::int64_t low_half = index < 0 ? index + 4294967296 : index; // bound: C14, modulo 2^32
        sum += finalise(static_cast<std::uint64_t>(slot * 4294967296 + low_half));
    }
    return sum + finalise(static_cast<std::uint64_t>(k));
}

/// The fill score of C7 in the score's own type.
std::uint32_t fill_bits(const Problem &problem) {
    const Options &options = problem.options;
    if (options.fill_score_given) {
        return options.fill_score_bits;
    }
    const auto &table =
        options.direction == Direction::smallest ? positive_infinity_bits : negative_infinity_bits;
    return table[static_cast<int>(problem.type)];
}

template <class Word>
void answer_row(const Problem &problem, const Outputs &outputs, std::int64_t row, Scratch &scratch) {
    Sequence &sequence = scratch.sequence;
    const Scores<Word> scores(static_cast<const Word *>(problem.scores), problem.rows, problem.width,
                              Eigen::OuterStride<>(problem.pitch));
    Slots<std::int32_t> indices(outputs.indices, problem.rows, problem.k,
                                Eigen::OuterStride<>(outputs.index_pitch));
    const std::int64_t n = clamped_length(problem, row);
    const std::int64_t m = n < problem.k ? n : problem.k;
    if (can_stay_unread(problem, outputs, n)) {
        for (std::int64_t slot = 0; slot < m; ++slot) {
            indices(row, slot) = static_cast<std::int32_t>(slot);
        }
    } else {
        sort_row(problem, scores, row, n, scratch);
        Certificate certificate = read_certificate(problem, scores, row, sequence, m);
        certificate.status = read_status(problem, scores, row, sequence, certificate);
        if (outputs.certificates != nullptr) {
            outputs.certificates[row] = certificate;
        }
        if (outputs.status != nullptr) {
            outputs.status[row] = certificate.status;
        }
        if (problem.options.order == Order::index) {
            std::sort(sequence.begin(), sequence.begin() + m);
        }
        for (std::int64_t slot = 0; slot < m; ++slot) {
            indices(row, slot) = static_cast<std::int32_t>(sequence[static_cast<std::size_t>(slot)]);
        }
    }
    for (std::int64_t slot = m; slot < problem.k; ++slot) {
        indices(row, slot) = problem.options.fill_index;
    }
    if (outputs.scores != nullptr) {
        Slots<Word> chosen(static_cast<Word *>(outputs.scores), problem.rows, problem.k,
                           Eigen::OuterStride<>(outputs.score_pitch));
        for (std::int64_t slot = 0; slot < m; ++slot) {
            chosen(row, slot) = scores(row, sequence[static_cast<std::size_t>(slot)]);
        }
        for (std::int64_t slot = m; slot < problem.k; ++slot) {
            chosen(row, slot) = static_cast<Word>(fill_bits(problem));
        }
    }
    if (outputs.digests != nullptr) {
        outputs.digests[row] = digest_of(indices, row, problem.k);
    }
}

/// Room for the longest row that has to be sorted, had before the first write.
Scratch reserve_scratch(const Problem &problem, const Outputs &outputs) {
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t n = clamped_length(problem, row);
        if (n > longest && !can_stay_unread(problem, outputs, n)) {
            longest = n;
        }
    }
    Scratch scratch;
    scratch.sequence.reserve(static_cast<std::size_t>(longest));
    scratch.positions.reserve(static_cast<std::size_t>(longest));
    return scratch;
}

} // namespace

Status sort_topk(const Problem &problem, const Outputs &outputs) {
    if (const Status status = check_arguments(problem, outputs); status.code != StatusCode::ok) {
        return status;
    }
    // Only rows that get something written are counted through; with none, their number may be any.
    const void *const facts[] = {outputs.certificates, outputs.status, outputs.digests};
    if (problem.k == 0 &&
        std::all_of(std::begin(facts), std::end(facts), [](const void *array) { return array == nullptr; })) {
        return {};
    }
    try {
        Scratch scratch = reserve_scratch(problem, outputs);
        for (std::int64_t row = 0; row < problem.rows; ++row) {
            if (score_bytes[static_cast<int>(problem.type)] == 2) {
                answer_row<std::uint16_t>(problem, outputs, row, scratch);
            } else {
                answer_row<std::uint32_t>(problem, outputs, row, scratch);
            }
        }
    } catch (const std::bad_alloc &) {
        return {StatusCode::out_of_memory, "scratch", problem.width, 0};
    }
    return {};
}

} // namespace exactk::oracle
