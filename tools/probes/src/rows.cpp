// Makes the rows of a probe and lays them out.
// Spec: contract/C1 C4 C11 C15. Layer: tools/probes.
#include "rows.hpp"

#include <algorithm>

#include <exactk/cases/family.hpp>
#include <exactk/promise.hpp>

namespace exactk::probes {

namespace {

constexpr std::int64_t n_wanted = 300; // convention: several warps, and short enough for batches of hundreds
constexpr std::int64_t k_wanted = 40;  // convention: below n, and no multiple of a warp

constexpr cases::Family families[] = {
    cases::Family::normal,     cases::Family::boundary_ties, cases::Family::all_equal,
    cases::Family::quantised,  cases::Family::relu_plateau,  cases::Family::winners_last,
    cases::Family::narrow_bin, cases::Family::two_values,
};

} // namespace

std::string question_for(const Promise &promise, Question &out) {
    const auto type = std::find(promise.types.begin(), promise.types.end(), true);
    if (type == promise.types.end()) {
        return "it takes no type of scores";
    }
    out.type = static_cast<ScoreType>(type - promise.types.begin());
    // Below n, so that something is selected, as far as the limits of the promise leave room.
    out.k = std::clamp(std::min(k_wanted, std::max<std::int64_t>(promise.n.most / 2, 1)), promise.k.least,
                       promise.k.most);
    out.lengths = promise.lengths != Promise::Lengths::no;
    if (promise.alignment > 0 && promise.pitch_any) {
        out.pitch_multiple =
            std::max<std::int64_t>(1, promise.alignment / score_bytes[static_cast<std::size_t>(out.type)]);
    }
    out.options.direction = promise.direction.value_or(Direction::largest);
    out.options.ties = promise.ties.value_or(Ties::low);
    out.options.order = promise.order.value_or(Order::index);
    out.options.nan_policy = promise.nan.value_or(NanPolicy::largest);
    return out.k > 65536 ? "its least k is " + std::to_string(out.k) : ""; // convention: a probe is quick
}

std::vector<Row> probe_rows(const Promise &promise, const Question &question, std::uint64_t seed) {
    cases::Engine engine = cases::engine_for(seed, 0x70726F6265); // convention: a stream of its own
    std::vector<Row> rows;
    for (const cases::Family family : families) {
        cases::RowShape shape;
        shape.family = family;
        shape.type = question.type;
        // Rows of many lengths where lengths may be given.
        const std::int64_t shorter = question.lengths ? static_cast<std::int64_t>(rows.size()) * 17 : 0;
        shape.n = std::clamp(std::max(n_wanted - shorter, question.k + 1), promise.n.least, promise.n.most);
        shape.k = question.k;
        shape.population = question.k / 2 + 3;
        shape.towards_smallest = question.options.direction == Direction::smallest;
        rows.push_back({cases::name(family), cases::make_row(shape, engine), {}});
    }
    return rows;
}

casefile::CaseFile batch_of(const std::vector<Row> &rows, const std::vector<std::size_t> &numbers,
                            const Question &question, const Shape &shape) {
    casefile::CaseFile one;
    one.type = question.type;
    one.rows = static_cast<std::int64_t>(numbers.size());
    one.k = question.k;
    one.options = question.options;
    std::int64_t longest = 0;
    for (const std::size_t number : numbers) {
        const auto n = static_cast<std::int64_t>(rows[number].bits.size());
        one.lengths.push_back(static_cast<std::int32_t>(n));
        longest = std::max(longest, n);
        one.scores.push_back(rows[number].bits);
    }
    one.width = longest + shape.extra_width;
    one.pitch = (one.width + shape.extra_pitch + question.pitch_multiple - 1) / question.pitch_multiple *
                question.pitch_multiple;
    one.offset = shape.offset;
    if (shape.full_width) {
        one.lengths.clear();
    }
    return one;
}

Stage stage_of(const casefile::CaseFile &one) {
    Stage stage;
    if (const casefile::Defect bad = casefile::materialise(one, stage.input)) {
        stage.wrong = casefile::describe(bad);
        return stage;
    }
    stage.asked.problem = stage.input->problem();
    return stage;
}

std::string difference(const Promise &promise, const std::int32_t *now, const Row &row) {
    if (promise.repeatable == Promise::Repeatable::no) {
        return "";
    }
    // What fills the rest is compared only where it is promised.
    const std::size_t slots = promise.fill == Promise::Fill::undefined
                                  ? std::min(row.alone.size(), row.bits.size())
                                  : row.alone.size();
    std::vector<std::int32_t> mine(now, now + slots);
    std::vector<std::int32_t> other(row.alone.begin(),
                                    row.alone.begin() + static_cast<std::ptrdiff_t>(slots));
    if (promise.repeatable == Promise::Repeatable::set) {
        std::sort(mine.begin(), mine.end());
        std::sort(other.begin(), other.end());
    }
    const auto [at, was] = std::mismatch(mine.begin(), mine.end(), other.begin());
    if (at == mine.end()) {
        return "";
    }
    return "slot " + std::to_string(at - mine.begin()) + " holds " + std::to_string(*at) +
           ", alone it holds " + std::to_string(*was);
}

} // namespace exactk::probes
