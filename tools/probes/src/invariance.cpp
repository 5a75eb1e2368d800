// What an answer may not depend on, asked of an implementation.
// Spec: contract/C11 C15. Layer: tools/probes.
#include <exactk/probes.hpp>

#include <algorithm>
#include <utility>

#include <exactk/promise.hpp>

#include "rows.hpp"
#include "wide.hpp"

namespace exactk::probes {

namespace {

constexpr std::int64_t batch_sizes[] = {1, 8, 64, 65, 512}; // convention: around where servers switch kernels
constexpr const char *too_late = "for want of time, or since the run was ended";
constexpr std::size_t empty_row = 1 << 20; // bound: no number of a probe's row
constexpr int replays = 12;                // convention: more than any period seen of a stale state

Result not_run(const char *name, const std::string &words) {
    Result result;
    result.name = name;
    result.how = Result::How::not_run;
    result.words = words;
    return result;
}

/// The probes of one implementation.
class Prober {
public:
    Prober(const Implementation &implementation, const Promise &promise, Question question,
           std::vector<Row> rows, const std::function<bool()> &stopped)
        : implementation_(implementation), promise_(promise), stopped_(stopped),
          question_(std::move(question)), rows_(std::move(rows)) {}

    /// Asks for each row alone.
    Result ask_alone();
    const std::vector<Row> &rows() const { return rows_; }
    Result position();
    Result shapes(const std::string &name, const std::vector<Shape> &shapes);
    Result neighbours();
    Result history();
    Result stream();
    Result graph();

private:
    std::vector<std::size_t> turned(std::int64_t size, std::size_t by) const;
    /// Asks for a batch. False if the probe is over: it failed, or nothing was run.
    bool ask(const std::vector<std::size_t> &numbers, const Shape &shape, Result &result);
    bool call(const casefile::CaseFile &one, const std::vector<std::size_t> &numbers, const Way &way,
              const std::string &which, Result &result);
    void fail(Result &result, const casefile::CaseFile &one, const std::string &words) const;
    bool late(Result &result) const;
    bool same_as_alone(Result &result, const casefile::CaseFile &one, const std::vector<std::size_t> &numbers,
                       const std::int32_t *indices) const;

    const Implementation &implementation_;
    const Promise &promise_;
    const std::function<bool()> &stopped_;
    Question question_;
    std::vector<Row> rows_;
};

std::vector<std::size_t> Prober::turned(std::int64_t size, std::size_t by) const {
    std::vector<std::size_t> numbers;
    for (std::int64_t place = 0; place < size; ++place) {
        numbers.push_back((static_cast<std::size_t>(place) + by) % rows_.size());
    }
    return numbers;
}

Result Prober::ask_alone() {
    Result result;
    result.name = "base";
    for (std::size_t number = 0; number < rows_.size(); ++number) {
        const casefile::CaseFile one = batch_of(rows_, {number}, question_, {0, 0, 0, !question_.lengths});
        const Stage stage = stage_of(one);
        subject::Outcome outcome;
        outcome.not_run = stage.wrong;
        if (stage.wrong.empty()) {
            outcome = subject::run(implementation_, Plan{}, stage.asked, nullptr);
        }
        if (!outcome.not_run.empty()) {
            return not_run("base", "a row alone is not taken: " + outcome.not_run);
        }
        if (!outcome.problems.empty()) {
            fail(result, one, "a row alone (" + rows_[number].family + "): " + outcome.problems.front());
            result.fault = outcome.faults.front();
            result.one.clauses = outcome.clauses;
            return result;
        }
        rows_[number].alone = std::move(outcome.recorded.indices);
        ++result.answers;
    }
    return result;
}

void Prober::fail(Result &result, const casefile::CaseFile &one, const std::string &words) const {
    result.how = Result::How::failed;
    result.fault = "depends_on_" + result.name;
    result.words = words;
    result.has_case = true;
    result.one = one;
}

/// Whether nothing more is to be asked; then the probe has shown nothing.
bool Prober::late(Result &result) const {
    if (!stopped_ || !stopped_()) {
        return false;
    }
    result.how = Result::How::not_run;
    result.words = too_late;
    return true;
}

/// Compares each row of a batch's answer with that alone.
bool Prober::same_as_alone(Result &result, const casefile::CaseFile &one,
                           const std::vector<std::size_t> &numbers, const std::int32_t *indices) const {
    const Row empty = {
        "no elements", {}, std::vector<std::int32_t>(static_cast<std::size_t>(question_.k), -1)};
    for (std::size_t place = 0; place < numbers.size(); ++place) {
        const Row &row = numbers[place] == empty_row ? empty : rows_[numbers[place]];
        const std::string words = difference(promise_, indices + place * row.alone.size(), row);
        if (!words.empty()) {
            fail(result, one,
                 "row " + std::to_string(place) + " of " + std::to_string(numbers.size()) + " (" +
                     row.family + "): " + words);
            return false;
        }
        ++result.answers;
    }
    return true;
}

bool Prober::ask(const std::vector<std::size_t> &numbers, const Shape &shape, Result &result) {
    if (late(result)) {
        return false;
    }
    casefile::CaseFile one = batch_of(rows_, numbers, question_, shape);
    const Stage stage = stage_of(one);
    if (!stage.wrong.empty()) {
        result.words = stage.wrong;
        return false;
    }
    const subject::Outcome outcome = subject::run(implementation_, Plan{}, stage.asked, nullptr);
    if (!outcome.not_run.empty()) {
        // The promise may leave out some shapes; a probe that could ask for none was not run.
        result.words = outcome.not_run;
        return true;
    }
    if (!outcome.problems.empty()) {
        fail(result, one,
             "rows that are right alone are not in a batch of " + std::to_string(one.rows) + ": " +
                 outcome.problems.front());
        result.one.clauses = outcome.clauses;
        return false;
    }
    return same_as_alone(result, one, numbers, outcome.recorded.indices.data());
}

Result finished(Result result) {
    if (result.how == Result::How::passed && result.answers == 0) {
        result.how = Result::How::not_run;
    } else if (result.how == Result::How::passed) {
        result.words.clear();
    }
    return result;
}

Result Prober::position() {
    Result result;
    result.name = "position";
    for (const std::int64_t size : batch_sizes) {
        for (std::size_t by = 0; by < rows_.size(); ++by) {
            if (!ask(turned(size, by), {0, 0, 0, !question_.lengths}, result)) {
                return finished(std::move(result));
            }
        }
    }
    return finished(std::move(result));
}

Result Prober::shapes(const std::string &name, const std::vector<Shape> &list) {
    Result result;
    result.name = name;
    for (const Shape &shape : list) {
        if (shape.full_width && shape.extra_width > 0) {
            result.words = "without lengths a wider row is another row";
            continue;
        }
        if (!ask(turned(static_cast<std::int64_t>(rows_.size()), 0), shape, result)) {
            break;
        }
    }
    return finished(std::move(result));
}

/// Each row between copies of each other row.
Result Prober::neighbours() {
    Result result;
    result.name = "neighbours";
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (std::size_t other = 0; other < rows_.size(); ++other) {
            if (!ask({other, row, other}, {0, 0, 0, !question_.lengths}, result)) {
                return finished(std::move(result));
            }
        }
    }
    return finished(std::move(result));
}

/// One call, judged and compared. False if the probe is over.
bool Prober::call(const casefile::CaseFile &one, const std::vector<std::size_t> &numbers, const Way &way,
                  const std::string &which, Result &result) {
    if (late(result)) {
        return false;
    }
    const Stage stage = stage_of(one);
    if (!stage.wrong.empty()) {
        result.words = stage.wrong;
        return false;
    }
    if (const std::string words = outside(promise_, stage.asked.problem); !words.empty()) {
        result.how = Result::How::not_run;
        result.words = "outside its promise: " + words;
        return false;
    }
    const subject::Outcome outcome = subject::run_call(implementation_, stage.asked, way);
    if (!outcome.not_run.empty()) {
        // A probe that goes no further has shown nothing, whatever was answered before.
        result.how = Result::How::not_run;
        result.words = outcome.not_run;
        return false;
    }
    if (!outcome.problems.empty()) {
        fail(result, one, which + ": " + outcome.problems.front());
        return false;
    }
    if (!same_as_alone(result, one, numbers, outcome.recorded.indices.data())) {
        result.words = which + ": " + result.words;
        return false;
    }
    return true;
}

/// The same call again and again, in the same memory.
Result Prober::history() {
    Result result;
    result.name = "history";
    for (std::size_t by = 0; by < rows_.size(); ++by) {
        const std::vector<std::size_t> numbers = turned(3, by);
        const casefile::CaseFile one = batch_of(rows_, numbers, question_, {0, 0, 0, !question_.lengths});
        for (int repeat = 0; repeat < replays; ++repeat) {
            if (!call(one, numbers, {}, "call " + std::to_string(repeat) + " in the same memory", result)) {
                return finished(std::move(result));
            }
        }
    }
    return finished(std::move(result));
}

/// On a second stream, while the same question is under way on the first.
Result Prober::stream() {
    Result result;
    result.name = "stream";
    for (int repeat = 0; repeat < replays; ++repeat) {
        const std::vector<std::size_t> numbers = turned(8, static_cast<std::size_t>(repeat));
        const casefile::CaseFile one = batch_of(rows_, numbers, question_, {0, 0, 0, !question_.lengths});
        for (const Way::How how : {Way::How::plain, Way::How::beside}) {
            if (!call(one, numbers, {how, 0}, "call " + std::to_string(repeat), result)) {
                return finished(std::move(result));
            }
        }
    }
    return finished(std::move(result));
}

/// Captured once and replayed with other scores and, where lengths are given, with growing, shrinking, empty, negative and
/// over-long ones.
Result Prober::graph() {
    Result result;
    result.name = "graph";
    for (int repeat = 0; repeat <= replays; ++repeat) {
        const std::vector<std::size_t> numbers = turned(9, static_cast<std::size_t>(repeat));
        casefile::CaseFile one = batch_of(rows_, numbers, question_, {0, 0, 0, !question_.lengths});
        const bool any_lengths = promise_.lengths == Promise::Lengths::any && question_.lengths;
        for (std::size_t row = 0; any_lengths && row < numbers.size(); ++row) {
            if (static_cast<std::int64_t>(rows_[numbers[row]].bits.size()) == one.width) {
                one.lengths[row] += 1000 * (repeat % 2); // convention: far beyond the width every other time
            }
        }
        if (question_.lengths && promise_.fill != Promise::Fill::undefined && promise_.short_rows) {
            // The last row is emptied: its slots are all fills.
            one.scores.back().clear();
            one.lengths.back() = any_lengths && repeat % 2 == 0 ? -1 : 0;
        }
        const Way way = {repeat == 0 ? Way::How::capture : Way::How::replay, 0};
        std::vector<std::size_t> compared = numbers;
        if (one.scores.back().empty()) {
            compared.back() = empty_row;
        }
        if (!call(one, compared, way, repeat == 0 ? "the capture" : "replay " + std::to_string(repeat),
                  result)) {
            return finished(std::move(result));
        }
    }
    return finished(std::move(result));
}

} // namespace

std::vector<Result> invariance(const Implementation &implementation, std::uint64_t seed,
                               const std::function<bool()> &stopped) {
    const Promise promise = implementation.promise == nullptr ? Promise{} : *implementation.promise;
    std::vector<Result> results;
    Question question;
    const std::string wrong = question_for(promise, question);
    if (!wrong.empty()) {
        results.push_back(not_run("base", wrong));
        return results;
    }
    Prober prober(implementation, promise, question, probe_rows(promise, question, seed), stopped);
    // In a new process, so that what earlier questions left behind is the history probe's business.
    implementation.renew();
    results.push_back(prober.ask_alone());
    if (results.back().how != Result::How::passed) {
        return results;
    }
    const bool full = !question.lengths;
    const std::vector<Shape> widths = {{1, 0, 0, full}, {7, 0, 0, full}, {700, 0, 0, full}};
    const std::vector<Shape> pitches = {
        {0, 1, 0, full}, {0, 4, 0, full}, {0, 64, 0, full}, {0, 1021, 0, full}};
    const std::vector<Shape> bases = {{0, 0, 1, full}, {0, 0, 3, full}, {0, 0, 5, full}};
    const std::pair<const char *, std::function<Result()>> probes[] = {
        {"history", [&] { return prober.history(); }},
        {"position", [&] { return prober.position(); }},
        {"width", [&] { return prober.shapes("width", widths); }},
        {"pitch", [&] { return prober.shapes("pitch", pitches); }},
        {"alignment", [&] { return prober.shapes("alignment", bases); }},
        {"neighbours", [&] { return prober.neighbours(); }},
        {"offset", [&] { return beyond_32_bits(implementation, promise, question, prober.rows()); }},
        {"stream", [&] { return prober.stream(); }},
        {"graph", [&] { return promise.graph ? prober.graph() : not_run("graph", "it promises no graphs"); }},
    };
    const auto failed = [&](const std::string &name) {
        return std::any_of(results.begin(), results.end(), [&](const Result &result) {
            return result.name == name && result.how == Result::How::failed;
        });
    };
    for (const auto &[name, ask] : probes) {
        // What a process remembers, and what a pitch changes, would be taken for what a later probe changes.
        if (stopped && stopped()) {
            results.push_back(not_run(name, too_late));
        } else if (failed("history")) {
            results.push_back(not_run(name, "answers depend on the history of their process"));
        } else if (failed("pitch") && name == std::string("offset")) {
            results.push_back(not_run(name, "answers depend on the pitch"));
        } else {
            implementation.renew();
            results.push_back(ask());
        }
    }
    return results;
}

} // namespace exactk::probes
