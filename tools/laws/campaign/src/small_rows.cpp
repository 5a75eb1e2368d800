// Every small row over five values: implementations beside the oracle, under every option, chunking and list.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1 F6 F7. Layer: tools/laws.
#include <exactk/campaign/small_rows.hpp>

#include <array>
#include <cstddef>
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

template <class T> bool same(const std::vector<T> &one, const std::vector<T> &other) {
    return one.size() == other.size() &&
           (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(T)) == 0);
}

bool same(const Record &one, const Record &other, bool all) {
    return same(one.indices, other.indices) &&
           (!all || (same(one.scores, other.scores) && same(one.certificates, other.certificates) &&
                     same(one.status, other.status) && same(one.digests, other.digests)));
}

std::vector<std::byte> rows_of(const SmallScope &scope, std::int64_t first, std::int64_t rows) {
    const std::size_t type = static_cast<std::size_t>(scope.type);
    const std::size_t element = static_cast<std::size_t>(score_bytes[type]);
    std::vector<std::byte> bytes;
    for (std::int64_t number = first; number < first + rows; ++number) {
        std::int64_t left = number;
        for (std::int64_t index = 0; index < scope.length; ++index, left /= small_letters) {
            const std::uint32_t bits = alphabets[type][static_cast<std::size_t>(left % small_letters)];
            for (std::size_t byte = 0; byte < element; ++byte) {
                bytes.push_back(static_cast<std::byte>(bits >> (8 * byte)));
            }
        }
    }
    return bytes;
}

/// A part of a scope's rows with their true answer.
class Slice {
public:
    Slice(const SmallScope &scope, std::int64_t first, std::int64_t rows,
          const std::function<void(const std::string &)> &fail)
        : scope_(scope), fail_(fail), bytes_(rows_of(scope, first, rows)) {
        problem_ = {bytes_.data(), scope.type, rows,    scope.length,
                    scope.length,  nullptr,    scope.k, scope.options};
        run(*find_implementation("rank"), Plan{}, true, truth_);
        judge_truth();
    }

    /// `with` ends the line of a failure; `listed`: the plan has a filter.
    void compare(const Implementation &implementation, const Plan &plan, bool all, const std::string &with,
                 bool listed = false) {
        run(implementation, plan, all, mine_);
        if (!same(mine_, truth_, all)) {
            fail(implementation.name + " differs from the oracle" + with);
        }
        runs_.compared += problem_.rows;
        runs_.listed += listed ? problem_.rows : 0;
    }

    const SmallRuns &runs() const { return runs_; }

private:
    void fail(const std::string &words) { fail_(words + ": " + describe(scope_)); }

    void judge_truth() {
        verify::Answer answer;
        answer.indices = truth_.indices.data();
        answer.index_pitch = problem_.k;
        answer.index_run_pitch = problem_.rows * problem_.k;
        answer.scores = problem_.k == 0 ? nullptr : truth_.scores.data();
        answer.score_pitch = problem_.k;
        answer.score_run_pitch = answer.index_run_pitch;
        answer.index_poison = {0x5A5A5A5A};
        verify::Demand demand;
        const Options &options = problem_.options;
        demand.order = options.order == Order::index ? verify::OrderDemand::index : verify::OrderDemand::rank;
        demand.ties = options.ties == Ties::low ? verify::TiesDemand::low : verify::TiesDemand::high;
        if (verify::judge(problem_, answer, demand).verdict != verify::Verdict::passed) {
            fail("the judge does not accept the truth");
        }
    }

    void run(const Implementation &implementation, const Plan &plan, bool all, Record &record) {
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
            fail(implementation.name + " refused: " + exactk::describe(status));
        }
    }

    SmallScope scope_;
    const std::function<void(const std::string &)> &fail_;
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
            slice.compare(implementation, plan, all, " in chunking " + std::to_string(turn));
        }
    }
    // Rows that one CTA does can be listed whole, which leaves nothing to the digit plan; rows this short have no sample.
    for (const bool all : {true, false}) {
        Plan plan;
        plan.emission = all ? Plan::Emission::direct : Plan::Emission::merge;
        plan.filter.whole = scope.length;
        slice.compare(implementation, plan, all, " on lists", true);
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
                             const std::function<void(const std::string &)> &fail) {
    Slice slice(scope, first, rows, fail);
    for (const Implementation &implementation : implementations) {
        if (implementation.uses_plan) {
            compare_plans(implementation, scope, parts, slice);
        } else {
            slice.compare(implementation, Plan{}, true, "");
            slice.compare(implementation, Plan{}, false, ", where indices alone are asked for");
        }
    }
    return slice.runs();
}

} // namespace exactk::campaign
