// Judges the answer of an entry block by block.
// Spec: contract/C1 to C9, C15. Layer: tools/dump.
#include <exactk/dump/judging.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include <exactk/dump/blocks.hpp>

#include "numbers.hpp"
#include "pages.hpp"

namespace exactk::dump {

namespace {

/// What the claims are about, whatever the entry asks for itself.
constexpr verify::Demand full = {verify::OrderDemand::index, verify::TiesDemand::low, false};

bool has_claims(const Entry &entry) {
    for (const std::optional<bool> &claim : entry.claims)
        if (claim)
            return true;
    return false;
}

// Rows that are fetched and judged together.
constexpr std::int64_t cached_bytes = std::int64_t{512}
                                      << 10; // measured: half a second-level cache; see docs/dumps.md

/// Whether the entry's own report tells what the claims are about.
bool asks_in_full(const Entry &entry) {
    return entry.demand.order == full.order && entry.demand.ties == full.ties;
}

/// What one thread found.
struct Part {
    Judged judged;
    verify::Report by_claims;
    bool identical = true;
    Defect defect;
    std::int64_t defect_row = 0;
};

/// Judges rows for one thread; its buffers are kept from row to row.
class RowJudge {
public:
    RowJudge(const Entry &entry, Part &part)
        : entry_(entry), part_(part), claims_(has_claims(entry)), pages_(entry) {}

    /// Without slots, or without rows, it is only said whether it can be judged.
    void nothing() { judge_plain({0, entry_.rows}, nullptr); }

    void block(Rows rows) {
        const std::int64_t row_bytes = entry_.width * score_bytes[static_cast<int>(entry_.type)];
        const std::int64_t each =
            std::max<std::int64_t>(1, cached_bytes / std::max<std::int64_t>(1, row_bytes));
        for (std::int64_t first = rows.first; first < rows.first + rows.count; first += each) {
            const Rows part{first, std::min(each, rows.first + rows.count - first)};
            if (entry_.is_plain())
                as_it_lies(part);
            else if (!row_by_row(part))
                return;
        }
        if (claims_)
            compare_runs(rows);
    }

private:
    void as_it_lies(Rows rows) {
        lengths_.clear();
        for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row)
            lengths_.push_back(static_cast<std::int32_t>(entry_.window(row).n));
        const std::int64_t row_bytes = entry_.width * score_bytes[static_cast<int>(entry_.type)];
        fetch(entry_.scores.data + rows.first * row_bytes, rows.count * row_bytes);
        judge_plain(rows, lengths_.data());
    }

    void judge_plain(Rows rows, const std::int32_t *lengths) {
        verify::Answer answer;
        answer.index_type =
            entry_.indices.element == Element::int64 ? verify::IndexType::int64 : verify::IndexType::int32;
        answer.indices = entry_.indices.data + rows.first * entry_.columns * bytes_of(entry_.indices.element);
        answer.index_pitch = entry_.columns;
        answer.index_run_pitch = entry_.columns * entry_.rows;
        take_values(rows.first, answer);
        const std::int64_t row_bytes = entry_.width * score_bytes[static_cast<int>(entry_.type)];
        judge(problem_of(entry_.scores.data + rows.first * row_bytes, rows.count, entry_.width, lengths),
              answer, rows.first);
    }

    /// False after a defect.
    bool row_by_row(Rows rows) {
        for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row) {
            const Window window = entry_.window(row);
            fetch(window.scores, window.n * score_bytes[static_cast<int>(entry_.type)]);
            if (!take_slots(row, window))
                return false;
            const auto n = static_cast<std::int32_t>(window.n);
            verify::Answer answer;
            answer.index_type = verify::IndexType::int64;
            answer.indices = slots_.data();
            answer.index_pitch = entry_.slots();
            answer.index_run_pitch = entry_.slots();
            take_values(row, answer);
            judge(problem_of(window.scores, 1, window.n, &n), answer, row);
        }
        return true;
    }

    Problem problem_of(const std::byte *scores, std::int64_t rows, std::int64_t width,
                       const std::int32_t *lengths) const {
        Problem problem;
        problem.scores = scores;
        problem.type = entry_.type;
        problem.rows = rows;
        problem.width = width;
        problem.pitch = width;
        problem.lengths = lengths;
        problem.k = entry_.slots();
        problem.options = entry_.options;
        return problem;
    }

    void take_values(std::int64_t row, verify::Answer &answer) const {
        answer.runs = entry_.runs;
        if (entry_.values.data == nullptr)
            return;
        answer.scores =
            entry_.values.data + row * entry_.columns * score_bytes[static_cast<int>(entry_.type)];
        answer.score_pitch = entry_.columns;
        answer.score_run_pitch = entry_.columns * entry_.rows;
    }

    /// The row's slots of all runs, as positions in its window; false after a defect. Which slots hold elements and which
    /// the fill is told by their place (C7), so that a fill may be any number.
    bool take_slots(std::int64_t row, const Window &window) {
        const std::int64_t k = entry_.slots();
        const std::int64_t m = std::min(k, window.n);
        const std::int64_t base = entry_.counts_from_row ? window.start : 0;
        const std::int64_t none = no_position(entry_.options.fill_index);
        slots_.resize(static_cast<std::size_t>(entry_.runs * k));
        places_.clear();
        for (std::int64_t run = 0; run < entry_.runs; ++run) {
            const std::int64_t from = (run * entry_.rows + row) * entry_.columns;
            for (std::int64_t slot = 0; slot < k; ++slot) {
                const std::int64_t written = integer_at(entry_.indices, from + slot);
                slots_[static_cast<std::size_t>(run * k + slot)] = written;
                if (slot < m)
                    places_.push_back(written);
            }
        }
        std::int64_t twice = -1;
        if (entry_.page_table.data != nullptr)
            pages_.invert(row, base, window.n, none, places_, twice);
        if (twice >= 0) {
            part_.defect_row = row;
            part_.defect = {DefectKind::contradiction, entry_.page_table.where,
                            "page " + std::to_string(twice) + " stands twice in the table of row " +
                                std::to_string(row),
                            "an index there has two meanings: dump the table as the call had it"};
            return false;
        }
        std::size_t next = 0;
        for (std::int64_t run = 0; run < entry_.runs; ++run)
            for (std::int64_t slot = 0; slot < m; ++slot) {
                std::int64_t &position = slots_[static_cast<std::size_t>(run * k + slot)];
                const bool written_as_one = position >= 0;
                position = places_[next++];
                // What lies before the window must not become an index of it.
                if (position >= 0)
                    position = position < base ? none : position - base;
                part_.judged.no_position += written_as_one && position == none ? 1 : 0;
            }
        return true;
    }

    void judge(const Problem &problem, const verify::Answer &answer, std::int64_t first_row) {
        verify::merge(part_.judged.report, judge_(problem, answer, entry_.demand), first_row);
        if (claims_ && !asks_in_full(entry_))
            verify::merge(part_.by_claims, judge_(problem, answer, full), first_row);
    }

    /// Whether the slots that are asked for, and their scores, have the same bytes in all runs.
    void compare_runs(Rows rows) {
        for (std::int64_t run = 1; run < entry_.runs; ++run)
            for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row)
                part_.identical = part_.identical && same_bytes(entry_.indices, run, row) &&
                                  (entry_.values.data == nullptr || same_bytes(entry_.values, run, row));
    }

    bool same_bytes(const Tensor &tensor, std::int64_t run, std::int64_t row) const {
        const std::int64_t each = bytes_of(tensor.element);
        return std::memcmp(tensor.data + row * entry_.columns * each,
                           tensor.data + (run * entry_.rows + row) * entry_.columns * each,
                           static_cast<std::size_t>(entry_.slots() * each)) == 0;
    }

    const Entry &entry_;
    Part &part_;
    bool claims_;
    Pages pages_;
    verify::Judge judge_;
    std::vector<std::int32_t> lengths_;
    std::vector<std::int64_t> slots_;  ///< [runs, k] of a row
    std::vector<std::int64_t> places_; ///< [runs, m] of a row: those that hold elements
};

void find_claims(const Entry &entry, const Part &all, Judged &judged) {
    using verify::Fault;
    const verify::Report &report = asks_in_full(entry) ? judged.report : all.by_claims;
    const auto clean = [&](std::initializer_list<Fault> faults) {
        for (const Fault fault : faults)
            if (verify::find(report, fault) != nullptr)
                return false;
        return true;
    };
    const bool exact = clean({Fault::missing_winner, Fault::duplicate, Fault::out_of_range,
                              Fault::wrong_padding, Fault::wrong_score_bits});
    const bool found[claim_count] = {all.identical, exact, exact && clean({Fault::wrong_tie}),
                                     clean({Fault::wrong_order})};
    for (int claim = 0; claim < claim_count; ++claim)
        // Of one run nobody can say whether another would have been the same.
        if (entry.claims[claim] &&
            (entry.runs > 1 || static_cast<Claim>(claim) != Claim::run_to_run_identical))
            judged.found[claim] = found[claim];
}

} // namespace

Defect judge(const Entry &entry, int threads, Judged &judged) {
    std::vector<Part> parts(static_cast<std::size_t>(threads_for(entry, threads)));
    std::vector<RowJudge> judges;
    judges.reserve(parts.size());
    for (Part &part : parts)
        judges.emplace_back(entry, part);
    if (entry.rows == 0 || entry.slots() == 0)
        judges.front().nothing();
    else
        // Blocks are given out in ascending order: whoever has met a defect has only rows behind it left.
        walk(entry, threads, [&](int thread, Rows rows) {
            const auto at = static_cast<std::size_t>(thread);
            if (!parts[at].defect)
                judges[at].block(rows);
        });
    Part all;
    all.judged.report.runs = entry.runs;
    for (const Part &part : parts) {
        if (part.defect && (!all.defect || part.defect_row < all.defect_row)) {
            all.defect = part.defect;
            all.defect_row = part.defect_row;
        }
        verify::merge(all.judged.report, part.judged.report, 0);
        verify::merge(all.by_claims, part.by_claims, 0);
        all.judged.no_position += part.judged.no_position;
        all.identical = all.identical && part.identical;
    }
    judged = std::move(all.judged);
    find_claims(entry, all, judged);
    return all.defect;
}

} // namespace exactk::dump
