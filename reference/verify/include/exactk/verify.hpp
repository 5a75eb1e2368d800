// The judge: names what is wrong with an answer from the scores alone, computing no answer of its own first.
// Spec: contract/C1 to C9, C15. Layer: reference/verify.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/verify/verdict.hpp>

namespace exactk::verify {

/// What the sequence and the ties of the answer are held to; `any` holds them to nothing.
enum class OrderDemand : std::uint8_t { index = 0, rank = 1, any = 2 };
enum class TiesDemand : std::uint8_t { low = 0, high = 1, any = 2 };

/// What the answer is judged against. Direction, NaN policy and fill are the problem's options; its order and
/// ties options are not looked at.
struct Demand {
    OrderDemand order = OrderDemand::index;
    TiesDemand ties = TiesDemand::low;
    /// Ask whether the runs agree. With one run the verdict is then at best inconclusive. With several runs
    /// they are compared whether asked or not.
    bool repeatable = false;
};

enum class IndexType : std::uint8_t { int32 = 0, int64 = 1 };

/// Bytes outside the outputs that held `poison` before the call and must hold it still.
struct PoisonedRegion {
    const std::byte *bytes = nullptr;
    std::int64_t count = 0;
    std::byte poison{};
    std::string where; ///< for the report, e.g. "after indices"
};

/// Bytes of the input now, and a copy from before the call.
struct InputImage {
    const std::byte *now = nullptr;
    const std::byte *before = nullptr;
    std::int64_t count = 0;
};

/// The answer under judgement: one or several runs over the same problem. Pitches are in elements.
struct Answer {
    std::int64_t runs = 1;
    IndexType index_type = IndexType::int32;
    const void *indices = nullptr;    ///< [runs, rows, k]
    std::int64_t index_run_pitch = 0; ///< elements from run to run
    std::int64_t index_pitch = 0;     ///< elements from row to row
    const void *scores = nullptr;     ///< [runs, rows, k] of the problem's score type, or null
    std::int64_t score_run_pitch = 0;
    std::int64_t score_pitch = 0;
    /// [runs] or empty: what a slot of that run holds if it was never written. With two runs poisoned with
    /// different patterns a legal index that happens to equal one poison is not mistaken: a slot counts as
    /// unwritten only if every run's slot holds that run's poison, or if its poison is no legal index.
    std::vector<std::int64_t> index_poison;
    std::vector<PoisonedRegion> outside;
    std::vector<InputImage> input;
};

/// Where a fault was seen first. Fields that do not apply are -1.
struct Example {
    std::int64_t run = -1;
    std::int64_t row = -1;
    std::int64_t slot = -1;
    std::int64_t index = -1;  ///< the index at fault: as written, or the element that should have been there
    bool score_known = false; ///< whether score_bits holds the score of element `index`
    std::uint32_t score_bits = 0; ///< its bit pattern
    std::string detail;           ///< one short clause for a person
};

/// All occurrences of one kind of fault.
struct Finding {
    Fault fault = Fault::slot_unwritten;
    std::int64_t rows_hit = 0;    ///< distinct rows (not rows times runs); 0 for faults without a row
    std::int64_t occurrences = 0; ///< slots, elements, bytes or rows, over all runs
    Example first;                ///< lowest run, then row, then slot
    /// For missing_winner: how many of the m winners were lost, counted by canonical value, over all rows and
    /// runs, and the best (smallest) rank among them: rank 0 is the row's best element. Else 0 and -1.
    std::int64_t winners_lost = 0;
    std::int64_t worst_rank_lost = -1;
};

struct Report {
    Verdict verdict = Verdict::passed;
    std::string reason; ///< for inconclusive and unsupported: what could not be told; else empty
    std::int64_t rows = 0;
    std::int64_t runs = 0;
    std::vector<Finding> findings; ///< in the order of Fault, only those that occurred
};

/// Judges an answer. The problem's scores are read only within each row's [0, n).
/// Time O(n + k log k) per row and run where no winner is missing, O(n log n) where one is, and nothing per row
/// or run if k is 0; memory O(n + k) beside the report. For the row at hand that is n bits and up to 200
/// bytes per slot, and where winners are missing 24 bytes for each unselected element that is better
/// than the worst selected one: all but m elements of the row at most.
/// A problem or answer that cannot be judged (null pointers, pitches too small, unknown enums) gives
/// `unsupported` with the reason.
Report judge(const Problem &problem, const Answer &answer, const Demand &demand);

/// The same, with buffers that are kept from call to call: many small questions cost no allocations. One at a time.
class Judge {
public:
    Judge();
    ~Judge();
    Judge(Judge &&) noexcept;
    Judge &operator=(Judge &&) noexcept;
    Report operator()(const Problem &problem, const Answer &answer, const Demand &demand);

private:
    struct Buffers;
    std::unique_ptr<Buffers> buffers_;
};

/// Adds to `report` what another one says of other rows of the same problem; its row 0 is row `first_row`. Whatever the
/// order in which parts are added, the result is that of judging all rows at once, but for which of several reasons of
/// one weight is kept.
void merge(Report &report, const Report &more, std::int64_t first_row);

/// Findings by kind, or null.
const Finding *find(const Report &report, Fault fault);

} // namespace exactk::verify
