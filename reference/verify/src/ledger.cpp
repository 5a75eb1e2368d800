// Turns the counts into a report and its verdict.
// Spec: contract/C1 to C9, C15. Layer: reference/verify.
#include "ledger.hpp"

#include <algorithm>
#include <utility>

namespace exactk::verify {

Example describe_element(const RowCase &at, std::int64_t index, std::string detail) {
    Example example;
    example.index = index;
    example.detail = std::move(detail);
    if (at.legal(index)) {
        example.score_known = true;
        example.score_bits = at.element_bits(index);
    }
    return example;
}

void Ledger::add_lost(std::int64_t lost, std::int64_t rank) {
    Finding &finding = entries_[static_cast<std::size_t>(Fault::missing_winner)].finding;
    finding.worst_rank_lost = finding.winners_lost == 0 ? rank : std::min(finding.worst_rank_lost, rank);
    finding.winners_lost += lost;
}

void Ledger::untold(const char *reason) {
    if (untold_.empty())
        untold_ = reason;
}

Report Ledger::report(std::int64_t rows, std::int64_t runs) const {
    Report report;
    report.rows = rows;
    report.runs = runs;
    if (!untold_.empty())
        report.verdict = combine(report.verdict, Verdict::inconclusive);
    for (std::size_t at = 0; at < entries_.size(); ++at) {
        if (entries_[at].finding.occurrences == 0)
            continue;
        report.findings.push_back(entries_[at].finding);
        report.findings.back().fault = static_cast<Fault>(at);
        report.verdict = combine(report.verdict, Verdict::failed);
    }
    if (report.verdict == Verdict::inconclusive)
        report.reason = untold_;
    return report;
}

const Finding *find(const Report &report, Fault fault) {
    for (const Finding &finding : report.findings)
        if (finding.fault == fault)
            return &finding;
    return nullptr;
}

} // namespace exactk::verify
