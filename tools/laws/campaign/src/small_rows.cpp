// Every small row over five values: implementations beside the oracle, under every option, chunking and list.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1 F6 F7. Layer: tools/laws.
#include <exactk/campaign/small_rows.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include <exactk/contract/text.hpp>
#include <exactk/verify.hpp>

namespace exactk::campaign {

namespace {

/// -inf, -0, +0, 1, NaN in each type.
constexpr std::array<std::array<std::uint32_t, small_letters>, score_type_count> alphabets = {{
    {0xFF800000u, 0x80000000u, 0x00000000u, 0x3F800000u, 0x7FC00000u}, // bound: IEEE 754
    {0xFC00u, 0x8000u, 0x0000u, 0x3C00u, 0x7E00u},                     // bound: IEEE 754
    {0xFF80u, 0x8000u, 0x0000u, 0x3F80u, 0x7FC0u},                     // bound: bfloat16
}};

constexpr const char *truth_name = "rank";

/// Outputs of one call.
struct Record {
    std::vector<std::int32_t> indices;
    std::vector<std::byte> scores;
    std::vector<Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;

    /// Facts start as no row's, so that one which is not written differs from the truth.
    void poison(const Problem &problem) {
        constexpr Certificate unwritten{0x5A5A5A5A5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au,
                                        0x5A5A5A5Au}; // convention: any value that no row has
        const std::size_t rows = static_cast<std::size_t>(problem.rows);
        const std::size_t slots = rows * static_cast<std::size_t>(problem.k);
        indices.assign(slots, 0x5A5A5A5A);
        scores.assign(slots * static_cast<std::size_t>(score_bytes[static_cast<int>(problem.type)]),
                      std::byte{0x5A});
        certificates.assign(rows, unwritten);
        status.assign(rows, unwritten.status);
        digests.assign(rows, unwritten.pivot);
    }
};

/// Elements [first, first + count) of both.
template <class T>
bool same(const std::vector<T> &one, const std::vector<T> &other, std::size_t first, std::size_t count) {
    return count == 0 || std::memcmp(one.data() + first, other.data() + first, count * sizeof(T)) == 0;
}

/// Rows [first, first + rows) of two records of one problem.
bool same(const Problem &problem, const Record &one, const Record &other, bool all, std::size_t first,
          std::size_t rows) {
    const std::size_t k = static_cast<std::size_t>(problem.k);
    const std::size_t bytes = k * static_cast<std::size_t>(score_bytes[static_cast<int>(problem.type)]);
    return same(one.indices, other.indices, first * k, rows * k) &&
           (!all ||
            (same(one.scores, other.scores, first * bytes, rows * bytes) &&
             same(one.certificates, other.certificates, first, rows) &&
             same(one.status, other.status, first, rows) && same(one.digests, other.digests, first, rows)));
}

std::vector<std::byte> rows_of(const SmallScope &scope, std::int64_t first, std::int64_t rows) {
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(scope.type)]);
    std::vector<std::byte> bytes;
    for (std::int64_t number = first; number < first + rows; ++number) {
        for (const std::uint32_t bits : small_row(scope, number)) {
            for (std::size_t byte = 0; byte < element; ++byte) {
                bytes.push_back(static_cast<std::byte>(bits >> (8 * byte)));
            }
        }
    }
    return bytes;
}

/// "" or the plan in words, with all bounds.
std::string plan_words(const Plan &plan, bool of_plan) {
    if (!of_plan) {
        return "";
    }
    std::string text = ", ctas " + std::to_string(plan.ctas) + " bounds ";
    for (std::size_t bound = 0; bound < plan.bounds.size(); ++bound) {
        text += (bound == 0 ? "" : ",") + std::to_string(plan.bounds[bound]);
    }
    text += plan.bounds.empty() ? "plain digits " : " digits ";
    for (std::size_t digit = 0; digit < plan.digits.size(); ++digit) {
        text += (digit == 0 ? "" : ",") + std::to_string(plan.digits[digit]);
    }
    text += plan.digits.empty() ? "default" : "";
    text += plan.emission == Plan::Emission::merge ? " merge" : " direct";
    return text + (plan.filter.whole > 0 ? " on lists" : "");
}

std::string row_words(const SmallScope &scope, std::int64_t number) {
    std::string text;
    for (const std::uint32_t bits : small_row(scope, number)) {
        char pattern[12];
        std::snprintf(pattern, sizeof pattern, scope.type == ScoreType::float32 ? "%08X" : "%04X", bits);
        text += (text.empty() ? "" : ",") + std::string(pattern);
    }
    return text.empty() ? "none" : text;
}

/// A part of a scope's rows with their true answer.
class Slice {
public:
    Slice(const SmallScope &scope, std::int64_t first, std::int64_t rows,
          const std::function<void(const SmallFailure &)> &fail)
        : scope_(scope), first_(first), fail_(fail), bytes_(rows_of(scope, first, rows)) {
        problem_ = {bytes_.data(), scope.type, rows,    scope.length,
                    scope.length,  nullptr,    scope.k, scope.options};
        const Implementation &truth = *find_implementation(truth_name);
        if (run(truth, Plan{}, true, truth_)) {
            judge_truth(truth);
        }
    }

    void compare(const Implementation &implementation, const Plan &plan, bool all) {
        if (run(implementation, plan, all, mine_) && !same(problem_, mine_, truth_, all, 0, rows())) {
            std::size_t row = 0;
            while (same(problem_, mine_, truth_, all, row, 1)) {
                ++row;
            }
            fail(implementation, plan, all, row, "differs from the oracle");
        }
        runs_.compared += problem_.rows;
        runs_.listed += plan.filter.whole > 0 ? problem_.rows : 0;
    }

    const SmallRuns &runs() const { return runs_; }

private:
    std::size_t rows() const { return static_cast<std::size_t>(problem_.rows); }

    void fail(const Implementation &implementation, const Plan &plan, bool all, std::size_t row,
              const std::string &what, bool of_judge = false) {
        SmallFailure failure;
        failure.implementation = implementation.name;
        failure.row = first_ + static_cast<std::int64_t>(row);
        failure.plan = implementation.uses_plan ? plan : Plan{};
        failure.all = all;
        failure.of_judge = of_judge;
        failure.words = what + " on row " + row_words(scope_, failure.row) +
                        (all ? "" : ", indices alone asked for") +
                        plan_words(plan, implementation.uses_plan) + ": " + describe(scope_);
        fail_(failure);
    }

    /// Of one row after the other only where all together are not accepted.
    bool accepts(std::int64_t first, std::int64_t rows) const {
        Problem problem = problem_;
        const std::int64_t element = score_bytes[static_cast<int>(problem.type)];
        problem.scores = bytes_.data() + first * problem.pitch * element;
        problem.rows = rows;
        verify::Answer answer;
        answer.indices = truth_.indices.data() + first * problem.k;
        answer.index_pitch = problem.k;
        answer.index_run_pitch = rows * problem.k;
        answer.scores = problem.k == 0 ? nullptr : truth_.scores.data() + first * problem.k * element;
        answer.score_pitch = problem.k;
        answer.score_run_pitch = answer.index_run_pitch;
        answer.index_poison = {0x5A5A5A5A};
        verify::Demand demand;
        const Options &options = problem.options;
        demand.order = options.order == Order::index ? verify::OrderDemand::index : verify::OrderDemand::rank;
        demand.ties = options.ties == Ties::low ? verify::TiesDemand::low : verify::TiesDemand::high;
        return verify::judge(problem, answer, demand).verdict == verify::Verdict::passed;
    }

    void judge_truth(const Implementation &truth) {
        if (accepts(0, problem_.rows)) {
            return;
        }
        std::int64_t row = 0;
        while (row + 1 < problem_.rows && accepts(row, 1)) {
            ++row;
        }
        fail(truth, Plan{}, true, static_cast<std::size_t>(row),
             "has an answer that the judge does not accept", true);
    }

    /// False if it refuses, which is told.
    bool run(const Implementation &implementation, const Plan &plan, bool all, Record &record) {
        record.poison(problem_);
        Outputs outputs;
        outputs.indices = record.indices.data();
        outputs.index_pitch = problem_.k;
        if (all) {
            outputs.scores = problem_.k == 0 ? nullptr : record.scores.data();
            outputs.score_pitch = problem_.k;
            outputs.certificates = record.certificates.data();
            outputs.status = record.status.data();
            outputs.digests = record.digests.data();
        }
        const Status status = implementation.run(problem_, outputs, plan);
        if (status.code != StatusCode::ok) {
            fail(implementation, plan, all, 0,
                 "refused (" + exactk::describe(status) + ") a call that begins");
        }
        return status.code == StatusCode::ok;
    }

    SmallScope scope_;
    std::int64_t first_;
    const std::function<void(const SmallFailure &)> &fail_;
    std::vector<std::byte> bytes_;
    Problem problem_;
    Record truth_;
    Record mine_;
    SmallRuns runs_;
};

/// Digit plans taken in turn, so that every chunking meets several.
std::vector<int> digits_for(ScoreType type, std::size_t turn) {
    static const std::vector<std::vector<int>> wide = {
        {8, 8, 8, 8}, {11, 11, 10}, {4, 4, 4, 4, 4, 4, 4, 4}, {12, 12, 8}, {2, 6, 1, 7, 5, 3, 8}};
    static const std::vector<std::vector<int>> narrow = {{8, 8}, {11, 5}, {4, 4, 4, 4}, {1, 10, 5}};
    const auto &list = type == ScoreType::float32 ? wide : narrow;
    return list[turn % list.size()];
}

/// All chunkings in both emissions, with every output and with indices alone, and lists.
void compare_plans(const Implementation &implementation, const SmallScope &scope, int parts, Slice &slice) {
    std::size_t turn = 0;
    for (const std::vector<std::int64_t> &bounds : small_chunkings(scope.length, parts)) {
        Plan plan;
        plan.ctas = static_cast<int>(bounds.size()) - 1;
        plan.bounds = bounds;
        for (const bool all : {true, false}) {
            plan.digits = digits_for(scope.type, turn++);
            plan.emission = all ? Plan::Emission::direct : Plan::Emission::merge;
            slice.compare(implementation, plan, all);
        }
    }
    // Rows that one CTA does can be listed whole, which leaves nothing to the digit plan; rows this short have no sample.
    // A list of no elements is no filter.
    for (const bool all : {true, false}) {
        if (scope.length == 0) {
            break;
        }
        Plan plan;
        plan.emission = all ? Plan::Emission::direct : Plan::Emission::merge;
        plan.filter.whole = scope.length;
        slice.compare(implementation, plan, all);
    }
}

} // namespace

Options small_options(int bits) {
    Options options;
    options.direction = static_cast<Direction>(bits & 1);
    options.ties = static_cast<Ties>(bits >> 1 & 1);
    options.order = static_cast<Order>(bits >> 2 & 1);
    options.nan_policy = static_cast<NanPolicy>(bits >> 3 & 1);
    return options;
}

std::string describe(const SmallScope &scope) {
    return std::string(name(scope.type)) + " length " + std::to_string(scope.length) + " k " +
           std::to_string(scope.k) + " " + name(scope.options.direction) + " ties " +
           name(scope.options.ties) + " order " + name(scope.options.order) + " nan " +
           name(scope.options.nan_policy);
}

std::int64_t small_row_count(std::int64_t length) {
    std::int64_t product = 1;
    for (std::int64_t factor = 0; factor < length; ++factor) {
        product *= small_letters;
    }
    return product;
}

std::vector<std::uint32_t> small_row(const SmallScope &scope, std::int64_t number) {
    std::vector<std::uint32_t> row;
    for (std::int64_t index = 0; index < scope.length; ++index, number /= small_letters) {
        row.push_back(alphabets[static_cast<std::size_t>(scope.type)]
                               [static_cast<std::size_t>(number % small_letters)]);
    }
    return row;
}

std::vector<std::vector<std::int64_t>> small_chunkings(std::int64_t length, int parts) {
    std::vector<std::vector<std::int64_t>> list = {{0, length}};
    for (std::int64_t one = 0; parts >= 2 && one <= length; ++one) {
        list.push_back({0, one, length});
        for (std::int64_t two = one; parts >= 3 && two <= length; ++two) {
            list.push_back({0, one, two, length});
        }
    }
    return list;
}

SmallRuns compare_small_rows(const SmallScope &scope, int parts, std::int64_t first, std::int64_t rows,
                             const std::vector<Implementation> &implementations,
                             const std::function<void(const SmallFailure &)> &fail) {
    Slice slice(scope, first, rows, fail);
    for (const Implementation &implementation : implementations) {
        if (implementation.name == truth_name) {
            continue; // beside itself it would say nothing
        }
        if (implementation.uses_plan) {
            compare_plans(implementation, scope, parts, slice);
        } else {
            slice.compare(implementation, Plan{}, true);
            slice.compare(implementation, Plan{}, false);
        }
    }
    return slice.runs();
}

} // namespace exactk::campaign
