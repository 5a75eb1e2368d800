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

/// Appends the rows of a pitched array to a dense one.
void append_rows(std::vector<std::byte> &dense, const void *source, std::int64_t rows, std::int64_t columns,
                 std::int64_t pitch, std::size_t element) {
    const std::byte *bytes = static_cast<const std::byte *>(source);
    const std::size_t row_bytes = static_cast<std::size_t>(columns) * element;
    for (std::int64_t row = 0; row < rows && row_bytes != 0; ++row) {
        const std::byte *first = bytes + static_cast<std::size_t>(row * pitch) * element;
        dense.insert(dense.end(), first, first + row_bytes);
    }
}

template <class T> bool same_bytes(const std::vector<T> &one, const std::vector<T> &other) {
    return one.size() == other.size() &&
           (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(T)) == 0);
}

void compare(const Recorded &mine, const Recorded &truth, std::vector<std::string> &problems) {
    const auto differ = [&](const char *what) {
        problems.push_back(std::string(what) + " differ from the sort oracle's");
    };
    if (!same_bytes(mine.indices, truth.indices)) {
        differ("indices");
    }
    if (!same_bytes(mine.scores, truth.scores)) {
        differ("score bits");
    }
    if (!same_bytes(mine.certificates, truth.certificates)) {
        differ("certificates");
    }
    if (!same_bytes(mine.status, truth.status)) {
        differ("status bits");
    }
    if (!same_bytes(mine.digests, truth.digests)) {
        differ("digests");
    }
}

verify::Demand demand_of(const Options &options) {
    verify::Demand demand;
    demand.order = options.order == Order::index ? verify::OrderDemand::index : verify::OrderDemand::rank;
    demand.ties = options.ties == Ties::low ? verify::TiesDemand::low : verify::TiesDemand::high;
    demand.repeatable = true;
    return demand;
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
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(one.type)]);

    verify::GuardedOutputs first(shape, poisons[0]);
    verify::GuardedOutputs second(shape, poisons[1]);
    std::vector<std::byte> indices;
    std::vector<std::byte> scores;
    verify::Answer answer;
    for (verify::GuardedOutputs *guarded : {&first, &second}) {
        const Outputs &outputs = guarded->outputs();
        const Status status = implementation.run(problem, outputs, plan);
        if (status.code != StatusCode::ok) {
            outcome.problems.push_back("refused: " + describe(status));
            return outcome;
        }
        append_rows(indices, outputs.indices, one.rows, one.k, outputs.index_pitch, sizeof(std::int32_t));
        if (one.wants_scores) {
            append_rows(scores, outputs.scores, one.rows, one.k, outputs.score_pitch, element);
        }
        answer.index_poison.push_back(guarded->index_poison());
        for (verify::PoisonedRegion &region : guarded->outside()) {
            answer.outside.push_back(std::move(region));
        }
    }
    answer.runs = 2;
    answer.indices = indices.data();
    answer.index_pitch = one.k;
    answer.index_run_pitch = one.rows * one.k;
    if (one.wants_scores && !scores.empty()) {
        answer.scores = scores.data();
        answer.score_pitch = one.k;
        answer.score_run_pitch = one.rows * one.k;
    }
    answer.input.push_back(
        {batch.bytes().data(), batch.bytes_before().data(), static_cast<std::int64_t>(batch.bytes().size())});
    const verify::Report report = verify::judge(problem, answer, demand_of(one.options));
    if (report.verdict != verify::Verdict::passed) {
        outcome.problems.push_back("judged " + std::string(verify::name(report.verdict)) + ": " +
                                   summary_line(report));
    }

    Recorded &recorded = outcome.recorded;
    recorded.indices.resize(static_cast<std::size_t>(one.rows * one.k));
    if (!recorded.indices.empty()) {
        std::memcpy(recorded.indices.data(), indices.data(), recorded.indices.size() * sizeof(std::int32_t));
    }
    scores.resize(scores.size() / 2);
    recorded.scores = std::move(scores);
    if (one.wants_facts) {
        const Outputs &outputs = first.outputs();
        recorded.certificates.assign(outputs.certificates, outputs.certificates + one.rows);
        recorded.status.assign(outputs.status, outputs.status + one.rows);
        recorded.digests.assign(outputs.digests, outputs.digests + one.rows);
    }
    if (truth != nullptr) {
        compare(recorded, *truth, outcome.problems);
    }
    return outcome;
}

} // namespace exactk::check
