// Runs, judges and compares one implementation on one case.
// Spec: contract/C1 to C15. Layer: tools/check.
#include "subject.hpp"

#include <cstring>

#include <exactk/verify/guarded.hpp>

namespace exactk::check {

namespace {

/// Poisons of the two runs: neither is a legal index of any case, both differ in every byte.
constexpr std::byte poisons[2] = {std::byte{0xA5},
                                  std::byte{0x5A}}; // convention: any two distinct bytes work

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

/// Compares outputs, each a word that says which they are and whether they hold the same bytes.
void compare(const Recorded &mine, const Recorded &other, const std::string &from,
             std::vector<std::string> &problems) {
    const struct {
        const char *what;
        bool same;
    } outputs[] = {{"indices", same_bytes(mine.indices, other.indices)},
                   {"score bits", same_bytes(mine.scores, other.scores)},
                   {"certificates", same_bytes(mine.certificates, other.certificates)},
                   {"status bits", same_bytes(mine.status, other.status)},
                   {"digests", same_bytes(mine.digests, other.digests)}};
    for (const auto &output : outputs) {
        if (!output.same) {
            problems.push_back(output.what + (" differ " + from));
        }
    }
}

verify::Demand demand_of(const Options &options) {
    verify::Demand demand;
    demand.order = options.order == Order::index ? verify::OrderDemand::index : verify::OrderDemand::rank;
    demand.ties = options.ties == Ties::low ? verify::TiesDemand::low : verify::TiesDemand::high;
    demand.repeatable = true;
    return demand;
}

/// The outputs of one run, without pitches.
Recorded record(const cases::Case &one, const Outputs &outputs) {
    Recorded run;
    run.indices = dense<std::int32_t>(outputs.indices, one.rows, one.k, outputs.index_pitch);
    if (one.wants_scores) {
        const std::int64_t bytes = score_bytes[static_cast<std::size_t>(one.type)];
        run.scores = dense<std::byte>(outputs.scores, one.rows, one.k * bytes, outputs.score_pitch * bytes);
    }
    if (one.wants_facts) {
        run.certificates = dense<Certificate>(outputs.certificates, one.rows, 1, 1);
        run.status = dense<std::uint32_t>(outputs.status, one.rows, 1, 1);
        run.digests = dense<std::uint64_t>(outputs.digests, one.rows, 1, 1);
    }
    return run;
}

template <class T> std::vector<T> joined(std::vector<T> first, const std::vector<T> &second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// Bytes of an input array now and before.
template <class Array> verify::InputImage image(const Array &now, const Array &before) {
    return {reinterpret_cast<const std::byte *>(now.data()),
            reinterpret_cast<const std::byte *>(before.data()),
            static_cast<std::int64_t>(now.size() * sizeof(now[0]))};
}

/// Judges both runs, the memory around their outputs, and the input.
verify::Report judge_runs(const cases::Case &one, const cases::Batch &batch,
                          const verify::GuardedOutputs (&guarded)[2], const Recorded (&runs)[2]) {
    const std::vector<std::int32_t> indices = joined(runs[0].indices, runs[1].indices);
    const std::vector<std::byte> scores = joined(runs[0].scores, runs[1].scores);
    verify::Answer answer;
    answer.runs = 2;
    answer.indices = indices.data();
    answer.index_pitch = one.k;
    answer.index_run_pitch = one.rows * one.k;
    if (!scores.empty()) {
        answer.scores = scores.data();
        answer.score_pitch = one.k;
        answer.score_run_pitch = one.rows * one.k;
    }
    for (const verify::GuardedOutputs &outputs : guarded) {
        answer.index_poison.push_back(outputs.index_poison());
        for (verify::PoisonedRegion &region : outputs.outside()) {
            answer.outside.push_back(std::move(region));
        }
    }
    answer.input.push_back(image(batch.bytes(), batch.bytes_before()));
    answer.input.push_back(image(batch.lengths(), batch.lengths_before()));
    return verify::judge(batch.problem(), answer, demand_of(one.options));
}

} // namespace

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

Outcome run_subject(const Implementation &implementation, const Plan &plan, const cases::Case &one,
                    const cases::Batch &batch, const Recorded *truth) {
    Outcome outcome;
    const Problem &problem = batch.problem();
    verify::GuardedShape shape;
    shape.rows = one.rows;
    shape.k = one.k;
    shape.type = one.type;
    shape.pitch_gap = one.output_gap;
    shape.scores = one.wants_scores;
    shape.facts = one.wants_facts;

    verify::GuardedOutputs guarded[2] = {{shape, poisons[0]}, {shape, poisons[1]}};
    Recorded runs[2];
    for (int run = 0; run < 2; ++run) {
        const Status status = implementation.run(problem, guarded[run].outputs(), plan);
        if (status.code != StatusCode::ok) {
            outcome.problems.push_back("refused: " + describe(status));
            return outcome;
        }
        runs[run] = record(one, guarded[run].outputs());
    }
    const verify::Report report = judge_runs(one, batch, guarded, runs);
    if (report.verdict != verify::Verdict::passed) {
        outcome.problems.push_back("judged " + std::string(verify::name(report.verdict)) + ": " +
                                   summary_line(report));
    }
    if (truth != nullptr) {
        compare(runs[0], *truth, "from the truth", outcome.problems);
        compare(runs[1], *truth, "from the truth in the second run", outcome.problems);
    } else {
        compare(runs[0], runs[1], "between the two runs", outcome.problems);
    }
    outcome.recorded = std::move(runs[0]);
    return outcome;
}

} // namespace exactk::check
