// Records, judges and compares runs.
// Spec: contract/C1 to C15. Layer: tools/subject.
#include "runs.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace exactk::subject {

namespace {

/// The rows of a pitched array, one after the other. Pitch and columns count elements.
template <class T>
std::vector<T> dense(const void *source, std::int64_t rows, std::int64_t columns, std::int64_t pitch) {
    const T *elements = static_cast<const T *>(source);
    std::vector<T> all;
    for (std::int64_t row = 0; row < rows && columns > 0; ++row) {
        all.insert(all.end(), elements + row * pitch, elements + row * pitch + columns);
    }
    return all;
}

template <class T> bool same_bytes(const std::vector<T> &one, const std::vector<T> &other) {
    return one.size() == other.size() &&
           (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(T)) == 0);
}

/// A field of all runs, one after the other.
template <class T> std::vector<T> joined(const std::vector<Recorded> &runs, std::vector<T> Recorded::*field) {
    std::vector<T> all;
    for (const Recorded &run : runs) {
        all.insert(all.end(), (run.*field).begin(), (run.*field).end());
    }
    return all;
}

} // namespace

verify::GuardedShape guarded_shape(const Asked &asked) {
    verify::GuardedShape shape;
    shape.rows = asked.problem.rows;
    shape.k = asked.problem.k;
    shape.type = asked.problem.type;
    shape.pitch_gap = asked.output_gap;
    shape.scores = asked.scores;
    shape.facts = asked.facts;
    return shape;
}

void add_fault(std::vector<std::string> &faults, const std::string &name) {
    if (std::find(faults.begin(), faults.end(), name) == faults.end()) {
        faults.push_back(name);
    }
}

void compare(const Recorded &mine, const Recorded &other, const std::string &from, Outcome &outcome) {
    const struct {
        const char *what;
        const char *clauses;
        bool same;
    } outputs[] = {{"indices", "C15", same_bytes(mine.indices, other.indices)},
                   {"score bits", "C9", same_bytes(mine.scores, other.scores)},
                   {"certificates", "C12", same_bytes(mine.certificates, other.certificates)},
                   {"status bits", "C13", same_bytes(mine.status, other.status)},
                   {"digests", "C14", same_bytes(mine.digests, other.digests)}};
    for (const auto &output : outputs) {
        if (output.same) {
            continue;
        }
        outcome.problems.push_back(output.what + (" differ " + from));
        add_fault(outcome.faults, "differs");
        // Which clauses wrong indices break is for the judge to say; only where it finds nothing else is it this one.
        if (output.what != std::string("indices") || outcome.clauses.empty()) {
            add_clauses(outcome.clauses, output.clauses);
        }
    }
}

Recorded record(const Asked &asked, const Outputs &outputs) {
    const std::int64_t rows = asked.problem.rows;
    const std::int64_t k = asked.problem.k;
    Recorded recorded;
    recorded.indices = dense<std::int32_t>(outputs.indices, rows, k, outputs.index_pitch);
    if (asked.scores) {
        const std::int64_t bytes = score_bytes[static_cast<std::size_t>(asked.problem.type)];
        recorded.scores = dense<std::byte>(outputs.scores, rows, k * bytes, outputs.score_pitch * bytes);
    }
    if (asked.facts) {
        recorded.certificates = dense<Certificate>(outputs.certificates, rows, 1, 1);
        recorded.status = dense<std::uint32_t>(outputs.status, rows, 1, 1);
        recorded.digests = dense<std::uint64_t>(outputs.digests, rows, 1, 1);
    }
    return recorded;
}

verify::Report judge_runs(const Asked &asked, const std::vector<const verify::GuardedOutputs *> &guarded,
                          const std::vector<Recorded> &runs, const verify::Demand &demand) {
    const std::int64_t k = asked.problem.k;
    const std::int64_t run_pitch = asked.problem.rows * k;
    const std::vector<std::int32_t> indices = joined(runs, &Recorded::indices);
    const std::vector<std::byte> scores = joined(runs, &Recorded::scores);
    verify::Answer answer;
    answer.runs = static_cast<std::int64_t>(runs.size());
    answer.indices = indices.data();
    answer.index_pitch = k;
    answer.index_run_pitch = run_pitch;
    if (!scores.empty()) {
        answer.scores = scores.data();
        answer.score_pitch = k;
        answer.score_run_pitch = run_pitch;
    }
    for (const verify::GuardedOutputs *const outputs : guarded) {
        answer.index_poison.push_back(outputs->index_poison());
        for (verify::PoisonedRegion &region : outputs->outside()) {
            answer.outside.push_back(std::move(region));
        }
    }
    answer.input = asked.input;
    return verify::judge(asked.problem, answer, demand);
}

void add_report(const verify::Report &report, std::vector<std::string> &problems, std::vector<int> &clauses,
                std::vector<std::string> *faults) {
    if (report.verdict == verify::Verdict::passed) {
        return;
    }
    problems.push_back("judged " + std::string(verify::name(report.verdict)) + ": " + summary_line(report));
    for (const verify::Finding &finding : report.findings) {
        add_clauses(clauses, verify::clauses(finding.fault));
        if (faults != nullptr) {
            add_fault(*faults, verify::name(finding.fault));
        }
    }
}

std::string summary_line(const verify::Report &report) {
    std::string text;
    for (const verify::Finding &finding : report.findings) {
        text += text.empty() ? "" : "; ";
        text += std::string(verify::name(finding.fault)) + " (" + verify::clauses(finding.fault) + ") in " +
                std::to_string(finding.rows_hit) + " rows";
        if (finding.first.row >= 0) {
            text += ", first at row " + std::to_string(finding.first.row);
        }
        if (finding.first.slot >= 0) {
            text += " slot " + std::to_string(finding.first.slot);
        }
        if (finding.fault == verify::Fault::missing_winner) {
            text += ", " + std::to_string(finding.winners_lost) + " lost";
        }
    }
    return text.empty() ? report.reason : text;
}

void add_clauses(std::vector<int> &clauses, const std::string &text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const int clause = std::stoi(word.substr(1));
        const auto place = std::lower_bound(clauses.begin(), clauses.end(), clause);
        if (place == clauses.end() || *place != clause) {
            clauses.insert(place, clause);
        }
    }
}

} // namespace exactk::subject
