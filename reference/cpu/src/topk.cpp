// The call: refusals, then all scratch memory, then one row after the other.
// Spec: contract/C1 C2 C8 C10 C15 C18, algorithm/S0 S1. Layer: reference/cpu.
#include <exactk/cpu.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <numeric>

#include "arguments.hpp"
#include "emission.hpp"
#include "facts.hpp"
#include "faults.hpp"
#include "selection.hpp"

namespace exactk::cpu {

namespace {

/// Eligible elements of a row (C1) and whether its length had to be clamped for that.
struct Length {
    std::int64_t n;
    bool clamped;
};

Length length_of(const Problem &problem, std::int64_t r) {
    if (EXACTK_CPU_FAULT(lengths_ignored, problem.lengths == nullptr, true)) {
        return {problem.width, false};
    }
    const std::int64_t given = problem.lengths[r];
    const std::int64_t n =
        std::clamp(EXACTK_CPU_FAULT(lengths_unsigned, given, std::int64_t{static_cast<std::uint32_t>(given)}),
                   std::int64_t{0}, problem.width);
    return {n, n != given};
}

/// Scratch memory that serves one row after the other. It is left uninitialised, so that pages which the data
/// at hand do not need are never touched; everything read from it was written for the same row.
struct Scratch {
    std::unique_ptr<std::int32_t[]> survivors; ///< room for the longest row that needs a selection
    std::unique_ptr<std::uint64_t[]> records;  ///< room for the largest m, for rank order only
};

/// Throws std::bad_alloc. Without lengths all rows are alike and one tells all.
Scratch allocate(const Problem &problem) {
    std::int64_t longest = 0;
    std::int64_t most_selected = 0;
    const std::int64_t rows =
        problem.lengths != nullptr ? problem.rows : std::min<std::int64_t>(problem.rows, 1);
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t n = length_of(problem, r).n;
        longest = std::max(longest, n > problem.k && problem.k > 0 ? n : 0);
        most_selected = std::max(most_selected, std::min(n, problem.k));
    }
    Scratch scratch;
    EXACTK_CPU_ONLY(longest = problem.width;)
    scratch.survivors = std::make_unique_for_overwrite<std::int32_t[]>(static_cast<std::size_t>(longest));
    EXACTK_CPU_ONLY(std::fill_n(scratch.survivors.get(), longest, 0);)
    if (problem.options.order == Order::rank) {
        scratch.records =
            std::make_unique_for_overwrite<std::uint64_t[]>(static_cast<std::size_t>(most_selected));
    }
    return scratch;
}

std::uint32_t fill_score_of(const Problem &problem) {
    const Options &options = problem.options;
    if (options.fill_score_given) {
        return options.fill_score_bits;
    }
    const auto type = static_cast<std::size_t>(problem.type);
    return options.direction == Direction::largest ? negative_infinity_bits[type]
                                                   : positive_infinity_bits[type];
}

bool wants_certificate(const Outputs &outputs) {
    return outputs.certificates != nullptr || outputs.status != nullptr;
}

void write_certificate(const Outputs &outputs, std::int64_t r, const Certificate &certificate) {
    if (outputs.certificates != nullptr) {
        outputs.certificates[r] = certificate;
    }
    if (outputs.status != nullptr) {
        outputs.status[r] = certificate.status;
    }
}

/// Answers row r. The selected indices go to their slots in ascending order first; everything after that
/// (rank, scores, facts) works on the slots and does not care how they were found.
template <class Bits>
void answer_row(const Problem &problem, const Outputs &outputs, std::int64_t r, const Scratch &scratch) {
    const Options &options = problem.options;
    const Length length = length_of(problem, r);
    const std::int64_t n = length.n;
    const std::int64_t k = problem.k;
    const std::int64_t m =
        std::min(k, EXACTK_CPU_FAULT(winners_of_first_row, n, n == 0 ? 0 : length_of(problem, 0).n));
    EXACTK_CPU_ONLY(faults::now.n = std::max(n, m);)
    const RowView<Bits> row{n == 0 ? nullptr
                                   : static_cast<const std::byte *>(problem.scores) +
                                         r * problem.pitch * std::int64_t{sizeof(Bits)},
                            n, KeyMap(problem.type, options)};
    std::int32_t *const slots = k == 0 ? nullptr : outputs.indices + r * outputs.index_pitch;
    Selection selection;
    selection.skipped = true;
    if (m < n && m > 0) {
        const int key_bits = score_bits[static_cast<int>(problem.type)];
        selection = select(row, m, key_bits,
                           EXACTK_CPU_FAULT(ties_turned_in_batch, options.ties,
                                            problem.rows == 1 ? options.ties : Ties::high),
                           scratch.survivors.get());
        std::copy_n(scratch.survivors.get(), EXACTK_CPU_FAULT(half_copied, m, (m + 1) / 2), slots);
        EXACTK_CPU_WHEN(
            unconverged_identity, if (!selection.skipped) { std::iota(slots, slots + m, std::int32_t{0}); })
    } else {
        std::iota(slots, slots + m, std::int32_t{0});
    }
    EXACTK_CPU_WHEN(
        nan_row_takes_first, if ((value_bits(row) & row_nan_present) != 0) { std::fill_n(slots, m, 0); })
    EXACTK_CPU_WHEN(
        infinite_index_zero, for (std::int64_t j = 0; j < m;
                                  ++j) { slots[j] = row.map.is_infinite(row.bits(slots[j])) ? 0 : slots[j]; })
    std::fill_n(slots + m, k - m, options.fill_index);

    if (wants_certificate(outputs)) {
        Certificate certificate;
        if (m > 0) {
            certificate = selection.skipped ? certify_selected(row, m, slots) : certify_cut(selection);
        }
        certificate.status = value_bits(row) | (m == 0 ? row_empty : 0u) | (n <= k ? row_all_selected : 0u) |
                             (length.clamped ? row_length_clamped : 0u) |
                             (certificate.population > certificate.quota ? row_boundary_tie : 0u);
        write_certificate(outputs, r, certificate);
    }
    if (options.order == Order::rank) {
        order_by_rank(row, m, options.ties, slots, scratch.records.get());
    }
    if (outputs.scores != nullptr && k > 0) {
        std::byte *const scores =
            static_cast<std::byte *>(outputs.scores) + r * outputs.score_pitch * std::int64_t{sizeof(Bits)};
        write_scores(row, m, k, fill_score_of(problem), slots, scores);
    }
    if (outputs.digests != nullptr) {
        outputs.digests[r] = digest_of(slots, k);
    }
    EXACTK_CPU_WHEN(
        lengths_clamped_in_place, if (length.clamped) {
            const_cast<std::int32_t *>(problem.lengths)[r] = static_cast<std::int32_t>(n);
        })
}

template <class Bits>
void answer_rows(const Problem &problem, const Outputs &outputs, const Scratch &scratch) {
    for (std::int64_t r = 0; r < problem.rows; ++r) {
        answer_row<Bits>(problem, outputs, r, scratch);
    }
}

} // namespace

Status topk(const Problem &problem, const Outputs &outputs) noexcept {
    const Status refusal = check_arguments(problem, outputs);
    if (refusal.code != StatusCode::ok) {
        return refusal;
    }
    if (problem.k == 0 && !wants_certificate(outputs) && outputs.digests == nullptr) {
        return Status{}; // Nothing to write, and no array need exist: the number of rows may be any.
    }
    Scratch scratch;
    try {
        scratch = allocate(problem);
    } catch (const std::bad_alloc &) {
        return Status{StatusCode::out_of_memory, "scratch", 0, 0};
    }
    if (problem.type == ScoreType::float32) {
        answer_rows<std::uint32_t>(problem, outputs, scratch);
    } else {
        answer_rows<std::uint16_t>(problem, outputs, scratch);
    }
    return Status{};
}

} // namespace exactk::cpu
