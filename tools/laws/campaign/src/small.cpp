// Every small row over five values, every k, every option, chunkings and lists: all implementations beside the oracle.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1. Layer: tools/laws.
#include "unit.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <exactk/contract/text.hpp>
#include <exactk/verify.hpp>

namespace exactk::campaign {

namespace {

constexpr std::int64_t letters = 5; // bound: entries of the alphabets below

/// -inf, -0, +0, 1, NaN in each type.
constexpr std::array<std::array<std::uint32_t, letters>, score_type_count> alphabets = {{
    {0xFF800000u, 0x80000000u, 0x00000000u, 0x3F800000u, 0x7FC00000u}, // bound: IEEE 754
    {0xFC00u, 0x8000u, 0x0000u, 0x3C00u, 0x7E00u},                     // bound: IEEE 754
    {0xFF80u, 0x8000u, 0x0000u, 0x3F80u, 0x7FC0u},                     // bound: bfloat16
}};

constexpr int option_count = 16;           // bound: direction, ties, order, NaN policy
constexpr std::int64_t slice_rows = 15625; // convention: 5^6 rows, so that a batch stays in the cache

/// All rows of one length under one k and one set of options.
struct Scope {
    ScoreType type = ScoreType::float32;
    std::int64_t length = 0;
    std::int64_t k = 0;
    int options = 0;
};

std::int64_t power(std::int64_t exponent) {
    std::int64_t product = 1;
    for (std::int64_t factor = 0; factor < exponent; ++factor) {
        product *= letters;
    }
    return product;
}

/// Rows of the 16-bit types are two shorter: what differs is their keys alone.
std::int64_t longest(ScoreType type, const Settings &settings) {
    const int length = settings.sizes.small_length;
    return type == ScoreType::float32 ? length : std::max(length - 2, 0);
}

int chunks_at(const Scope &scope) { return scope.type == ScoreType::float32 ? 3 : 2; }

std::vector<std::vector<std::int64_t>> chunkings(std::int64_t length, int most) {
    std::vector<std::vector<std::int64_t>> list = {{0, length}};
    for (std::int64_t one = 0; one <= length; ++one) {
        list.push_back({0, one, length});
        for (std::int64_t two = one; most >= 3 && two <= length; ++two) {
            list.push_back({0, one, two, length});
        }
    }
    return list;
}

/// The scopes in a fixed order, shortest rows first; false past the last one.
bool scope_of(const Settings &settings, std::int64_t unit, Scope &scope) {
    for (int type = 0; type < score_type_count; ++type) {
        scope.type = static_cast<ScoreType>(type);
        for (scope.length = 0; scope.length <= longest(scope.type, settings); ++scope.length) {
            const std::int64_t here = (scope.length + 2) * option_count;
            if (unit < here) {
                scope.k = unit / option_count;
                scope.options = static_cast<int>(unit % option_count);
                return true;
            }
            unit -= here;
        }
    }
    return false;
}

Options options_of(int bits) {
    Options options;
    options.direction = static_cast<Direction>(bits & 1);
    options.ties = static_cast<Ties>(bits >> 1 & 1);
    options.order = static_cast<Order>(bits >> 2 & 1);
    options.nan_policy = static_cast<NanPolicy>(bits >> 3 & 1);
    return options;
}

std::string words_of(const Scope &scope) {
    const Options options = options_of(scope.options);
    return std::string(name(scope.type)) + " length " + std::to_string(scope.length) + " k " +
           std::to_string(scope.k) + " " + name(options.direction) + " ties " + name(options.ties) +
           " order " + name(options.order) + " nan " + name(options.nan_policy);
}

/// Outputs of one call over a slice.
struct Record {
    std::vector<std::int32_t> indices;
    std::vector<std::byte> scores;
    std::vector<Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;

    void poison(const Problem &problem) {
        constexpr Certificate unwritten{0x5A5A5A5A5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au,
                                        0x5A5A5A5Au};
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

class Slice {
public:
    Slice(const Scope &scope, std::int64_t first, std::int64_t rows, Done &done)
        : scope_(scope), done_(done) {
        const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<int>(scope.type)]);
        for (std::int64_t number = first; number < first + rows; ++number) {
            std::int64_t left = number;
            for (std::int64_t index = 0; index < scope.length; ++index, left /= letters) {
                const std::uint32_t bits =
                    alphabets[static_cast<std::size_t>(scope.type)][static_cast<std::size_t>(left % letters)];
                for (std::size_t byte = 0; byte < element; ++byte) {
                    bytes_.push_back(static_cast<std::byte>(bits >> (8 * byte)));
                }
            }
        }
        problem_ = {bytes_.data(), scope.type, rows,    scope.length,
                    scope.length,  nullptr,    scope.k, options_of(scope.options)};
    }

    void make_truth(const Implementation &oracle) {
        run(oracle, Plan{}, true, truth_);
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

    void compare(const Implementation &implementation, const Plan &plan, bool all, const char *with) {
        run(implementation, plan, all, mine_);
        if (!same(mine_, truth_, all)) {
            fail(implementation.name + " differs from the oracle" + with);
        }
        done_.cases += problem_.rows;
    }

private:
    void fail(const std::string &words) {
        constexpr std::size_t told_max = 5; // convention: of one unit; the first ones say enough
        if (done_.failures.size() < told_max) {
            done_.failures.push_back(words + ": " + words_of(scope_));
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

    Scope scope_;
    Done &done_;
    std::vector<std::byte> bytes_;
    Problem problem_;
    Record truth_;
    Record mine_;
};

std::vector<int> digits_for(ScoreType type, std::size_t turn) {
    static const std::vector<std::vector<int>> wide = {
        {8, 8, 8, 8}, {11, 11, 10}, {4, 4, 4, 4, 4, 4, 4, 4}, {12, 12, 8}, {2, 6, 1, 7, 5, 3, 8}};
    static const std::vector<std::vector<int>> narrow = {{8, 8}, {11, 5}, {4, 4, 4, 4}, {1, 10, 5}};
    const auto &list = type == ScoreType::float32 ? wide : narrow;
    return list[turn % list.size()];
}

/// All chunkings in both emissions, with every output and with indices alone, and lists.
void compare_plans(const Implementation &implementation, const Scope &scope, Slice &slice) {
    std::size_t turn = 0;
    for (const std::vector<std::int64_t> &bounds : chunkings(scope.length, chunks_at(scope))) {
        Plan plan;
        plan.ctas = static_cast<int>(bounds.size()) - 1;
        plan.bounds = bounds;
        for (const bool all : {true, false}) {
            plan.digits = digits_for(scope.type, turn++);
            plan.emission = all ? Plan::Emission::direct : Plan::Emission::merge;
            slice.compare(implementation, plan, all, " in some chunking");
        }
    }
    for (const bool all : {true, false}) {
        Plan plan;
        plan.emission = all ? Plan::Emission::direct : Plan::Emission::merge;
        plan.filter.whole = scope.length;
        slice.compare(implementation, plan, all, " on lists");
    }
}

} // namespace

std::int64_t small_units(const Settings &settings) {
    std::int64_t units = 0;
    for (int type = 0; type < score_type_count && settings.sizes.small_length > 0; ++type) {
        for (std::int64_t length = 0; length <= longest(static_cast<ScoreType>(type), settings); ++length) {
            units += (length + 2) * option_count;
        }
    }
    return units;
}

double small_cost(const Settings &settings, std::int64_t unit) {
    Scope scope;
    if (!scope_of(settings, unit, scope)) {
        return 0;
    }
    const double runs = 8 + 2 * static_cast<double>(chunkings(scope.length, chunks_at(scope)).size());
    return static_cast<double>(power(scope.length)) * runs * 0.25e-6; // measured: a quarter of a microsecond
}

Done run_small(const Settings &settings, std::int64_t unit) {
    Done done;
    Scope scope;
    if (!scope_of(settings, unit, scope)) {
        return done;
    }
    const Implementation &oracle = *find_implementation("rank");
    const std::int64_t rows = power(scope.length);
    for (std::int64_t first = 0; first < rows; first += slice_rows) {
        if (stopped(settings)) {
            done.given_up = true;
            return done;
        }
        Slice slice(scope, first, std::min(slice_rows, rows - first), done);
        slice.make_truth(oracle);
        for (const Implementation &implementation : chosen(settings)) {
            if (implementation.uses_plan) {
                compare_plans(implementation, scope, slice);
            } else {
                slice.compare(implementation, Plan{}, true, "");
                slice.compare(implementation, Plan{}, false, ", where indices alone are asked for");
            }
        }
    }
    done.rows = rows;
    return done;
}

} // namespace exactk::campaign
