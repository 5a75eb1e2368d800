// Walks through the calls of two recordings.
// Spec: contract/C14. Layer: tools/recording.
#include <exactk/recording/blame.hpp>

namespace exactk::recording {

namespace {

std::string against(const char *what, std::int64_t a, std::int64_t b) {
    return std::string(what) + " " + std::to_string(a) + " against " + std::to_string(b);
}

/// Words if the two cannot be compared, or "". The width beyond the windows does not count (C15).
std::string shapes_of(const Call &a, const Call &b) {
    if (a.type != b.type)
        return std::string("type ") + score_type_names[static_cast<int>(a.type)] + " against " +
               score_type_names[static_cast<int>(b.type)];
    if (a.rows != b.rows)
        return against("rows", a.rows, b.rows);
    return a.k == b.k ? "" : against("k", a.k, b.k);
}

void put_alone(Alone &alone, std::int64_t number) {
    if (alone.calls++ < static_cast<std::int64_t>(numbers_kept))
        alone.first.push_back(number);
}

void put_row(Totals &totals, const Call &call, std::int64_t row, const Difference &difference,
             CallFinding &finding) {
    Tally &tally = totals.kinds[static_cast<int>(difference.kind)];
    if (tally.rows++ == 0)
        tally.compared_before = totals.compared;
    if (difference.kind != Kind::same && tally.first.size() < examples_kept)
        tally.first.push_back({call.number, row, call.type, difference});
    if (difference.kind == Kind::set_differs) {
        totals.wrong_a += difference.wrong_a ? 1 : 0;
        totals.wrong_b += difference.wrong_b ? 1 : 0;
    }
    finding.kinds.push_back(difference.kind);
}

void compare_call(const Call &a, const Call &b, const Facts &facts, Totals &totals, CallFinding &finding) {
    std::int64_t rows_before[kind_count];
    for (int kind = 0; kind < kind_count; ++kind)
        rows_before[kind] = totals.kinds[kind].rows;
    finding.kinds.reserve(static_cast<std::size_t>(a.rows));
    for (std::int64_t row = 0; row < a.rows; ++row)
        put_row(totals, a, row, compare(a, b, row, facts.direction, facts.nan_policy), finding);
    for (int kind = 0; kind < kind_count; ++kind)
        totals.kinds[kind].calls += totals.kinds[kind].rows > rows_before[kind] ? 1 : 0;
    ++totals.compared;
    totals.rows += a.rows;
}

} // namespace

Defect blame(const Recording &a, const Recording &b, std::int64_t calls_most,
             const std::function<void(const CallFinding &)> &tell, Totals &totals) {
    auto in_a = a.numbers().begin();
    auto in_b = b.numbers().begin();
    while (in_a != a.numbers().end() || in_b != b.numbers().end()) {
        if (in_b == b.numbers().end() || (in_a != a.numbers().end() && *in_a < *in_b)) {
            put_alone(totals.only_a, *in_a++);
            continue;
        }
        if (in_a == a.numbers().end() || *in_b < *in_a) {
            put_alone(totals.only_b, *in_b++);
            continue;
        }
        const std::int64_t number = *in_a++;
        ++in_b;
        if (totals.in_both == calls_most) {
            ++totals.not_looked;
            continue;
        }
        ++totals.in_both;
        Call call_a, call_b;
        if (Defect bad = a.load(number, call_a))
            return bad;
        if (Defect bad = b.load(number, call_b))
            return bad;
        CallFinding finding;
        finding.number = number;
        finding.shapes = shapes_of(call_a, call_b);
        if (!finding.shapes.empty()) {
            if (totals.shapes++ == 0) {
                totals.first_shapes = finding.shapes;
                totals.first_shapes_call = number;
            }
        } else {
            compare_call(call_a, call_b, a.facts(), totals, finding);
        }
        tell(finding);
    }
    return {};
}

} // namespace exactk::recording
