// Joins reports of rows that were judged apart.
// Spec: contract/C1 to C9, C15. Layer: reference/verify.
#include <algorithm>
#include <tuple>

#include <exactk/verify.hpp>

namespace exactk::verify {
namespace {

auto place_of(const Example &example) { return std::tuple(example.run, example.row, example.slot); }

void add(Finding &finding, const Finding &more) {
    finding.rows_hit += more.rows_hit;
    finding.occurrences += more.occurrences;
    finding.winners_lost += more.winners_lost;
    if (more.worst_rank_lost >= 0)
        finding.worst_rank_lost = finding.worst_rank_lost < 0
                                      ? more.worst_rank_lost
                                      : std::min(finding.worst_rank_lost, more.worst_rank_lost);
    if (place_of(more.first) < place_of(finding.first))
        finding.first = more.first;
}

} // namespace

void merge(Report &report, const Report &more, std::int64_t first_row) {
    for (Finding finding : more.findings) {
        if (finding.first.row >= 0)
            finding.first.row += first_row;
        const auto at = std::lower_bound(report.findings.begin(), report.findings.end(), finding.fault,
                                         [](const Finding &kept, Fault fault) { return kept.fault < fault; });
        if (at != report.findings.end() && at->fault == finding.fault)
            add(*at, finding);
        else
            report.findings.insert(at, finding);
    }
    const Verdict verdict = combine(report.verdict, more.verdict);
    if (verdict == Verdict::failed)
        report.reason.clear();
    else if (verdict != report.verdict)
        report.reason = more.reason;
    report.verdict = verdict;
    report.rows += more.rows;
    report.runs = std::max(report.runs, more.runs);
}

} // namespace exactk::verify
