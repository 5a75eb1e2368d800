// The good call, what is asked at the edges of its counts and plan, and whether the answer is the one of C18.
// Spec: contract/C11 C15 C18, algorithm/S3 S4 F1. Layer: tools/laws.
#include <exactk/laws/asked_calls.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include <exactk/contract/text.hpp>

#include "asked_arrays.hpp"

namespace exactk::laws {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(); // bound: C18, signed 64-bit numbers

AskedCall taken(const char *group, const char *what, void (*change)(Stage &)) {
    return {group, what, false, false, [change](Stage &stage) {
                change(stage);
                return Status{};
            }};
}

/// A number that is set to a value, and the limit that it then breaks.
struct Number {
    const char *what;
    StatusCode code;
    const char *argument;
    std::int64_t value;
    std::int64_t limit;
    void (*set)(Stage &, std::int64_t);
};

constexpr StatusCode limits = StatusCode::out_of_limits;
constexpr StatusCode pitch = StatusCode::pitch_too_small;
constexpr StatusCode option = StatusCode::unknown_option;
constexpr StatusCode illegal = StatusCode::illegal_plan;

const Number counts[] = {
    {"rows below 0", limits, "problem.rows", -1, 0, [](Stage &s, std::int64_t v) { s.problem.rows = v; }},
    {"a width below 0", limits, "problem.width", -1, 0,
     [](Stage &s, std::int64_t v) { s.problem.width = v; }},
    {"a width beyond an index", limits, "problem.width", width_max + 1, width_max,
     [](Stage &s, std::int64_t v) { s.problem.width = s.problem.pitch = v; }},
    {"k below 0", limits, "problem.k", -1, 0, [](Stage &s, std::int64_t v) { s.problem.k = v; }},
    {"k beyond an index", limits, "problem.k", k_max + 1, k_max,
     [](Stage &s, std::int64_t v) { s.problem.k = s.outputs.index_pitch = s.outputs.score_pitch = v; }},
    {"a pitch below the width", pitch, "problem.pitch", 3, 4,
     [](Stage &s, std::int64_t v) { s.problem.pitch = v; }},
    {"a pitch below 0", pitch, "problem.pitch", -most, 4,
     [](Stage &s, std::int64_t v) { s.problem.pitch = v; }},
    {"an index pitch below k", pitch, "outputs.index_pitch", 2, 3,
     [](Stage &s, std::int64_t v) { s.outputs.index_pitch = v; }},
    {"a score pitch below k", pitch, "outputs.score_pitch", 2, 3,
     [](Stage &s, std::int64_t v) { s.outputs.score_pitch = v; }},
    {"a strange direction", option, "options.direction", 2, 1,
     [](Stage &s, std::int64_t v) { s.problem.options.direction = static_cast<Direction>(v); }},
    {"a strange tie rule", option, "options.ties", 255, 1,
     [](Stage &s, std::int64_t v) { s.problem.options.ties = static_cast<Ties>(v); }},
    {"a strange order", option, "options.order", 7, 1,
     [](Stage &s, std::int64_t v) { s.problem.options.order = static_cast<Order>(v); }},
    {"a strange NaN policy", option, "options.nan_policy", 2, 1,
     [](Stage &s, std::int64_t v) { s.problem.options.nan_policy = static_cast<NanPolicy>(v); }},
    {"a strange type", StatusCode::unsupported_type, "problem.type", score_type_count, score_type_count - 1,
     [](Stage &s, std::int64_t v) { s.problem.type = static_cast<ScoreType>(v); }},
};

/// Bounds of two CTAs over the width of 4.
void set_bounds(Stage &stage, std::vector<std::int64_t> bounds) {
    stage.plan.ctas = 2;
    stage.plan.bounds = std::move(bounds);
}

const Number plans[] = {
    {"no CTA", illegal, "plan.ctas", 0, 1,
     [](Stage &s, std::int64_t v) { s.plan.ctas = static_cast<int>(v); }},
    {"too many CTAs", illegal, "plan.ctas", cta_count_max + 1, cta_count_max,
     [](Stage &s, std::int64_t v) { s.plan.ctas = static_cast<int>(v); }},
    {"a strange emission", option, "plan.emission", 2, 1,
     [](Stage &s, std::int64_t v) { s.plan.emission = static_cast<Plan::Emission>(v); }},
    {"a digit of no bits", illegal, "plan.digits", 0, 1,
     [](Stage &s, std::int64_t v) { s.plan.digits = {static_cast<int>(v)}; }},
    {"a digit too wide", illegal, "plan.digits", digit_bits_max + 1, digit_bits_max,
     [](Stage &s, std::int64_t v) { s.plan.digits = {static_cast<int>(v)}; }},
    {"a bound too few", illegal, plan_bound_count, 2, 3,
     [](Stage &s, std::int64_t) {
         set_bounds(s, {0, 4});
     }},
    {"bounds that begin late", illegal, "plan.bounds", 1, 0,
     [](Stage &s, std::int64_t v) {
         set_bounds(s, {v, 2, 4});
     }},
    {"bounds that fall", illegal, "plan.bounds", 2, 3,
     [](Stage &s, std::int64_t v) {
         set_bounds(s, {0, 3, v});
     }},
    {"bounds that end early", illegal, "plan.bounds", 3, 4,
     [](Stage &s, std::int64_t v) {
         set_bounds(s, {0, 2, v});
     }},
    {"a negative list of the whole", illegal, "plan.filter.whole", -1, 0,
     [](Stage &s, std::int64_t v) { s.plan.filter.whole = v; }},
    {"a list longer than a row", illegal, "plan.filter.list", width_max + 1, width_max,
     [](Stage &s, std::int64_t v) { s.plan.filter.list = v; }},
    {"a sample that is no power of two", illegal, "plan.filter.sample", 3 * filter_piece, 2 * filter_piece,
     [](Stage &s, std::int64_t v) {
         s.plan.filter = {0, 4 * filter_piece, v, false, 0};
     }},
};

void add_numbers(std::vector<AskedCall> &list) {
    list.push_back(taken("counts", "the good call", [](Stage &) {}));
    list.push_back(taken("counts", "any score pitch without scores",
                         [](Stage &s) { s.outputs.scores = nullptr, s.outputs.score_pitch = -1; }));
    const auto add = [&](const char *group, bool of_plan, const Number &number) {
        list.push_back({group, number.what, of_plan, true, [&number](Stage &stage) {
                            number.set(stage, number.value);
                            return Status{number.code, number.argument, number.value, number.limit};
                        }});
    };
    for (const Number &number : counts) {
        add("counts", false, number);
    }
    for (const Number &number : plans) {
        add("plans", true, number);
    }
    list.push_back({"plans", "digits of one bit more than the key", true, true, [](Stage &stage) {
                        const int bits = score_bits[static_cast<int>(stage.problem.type)];
                        stage.plan.digits.assign(static_cast<std::size_t>(bits) + 1, 1);
                        return Status{StatusCode::illegal_plan, plan_digit_sum, bits + 1, bits};
                    }});
}

/// The scores take this many elements up to the end of the addresses, of which the last is no element's.
Status scores_at_the_end(Stage &stage, std::int64_t elements, std::int64_t width, bool fits) {
    const std::int64_t element = score_bytes[static_cast<int>(stage.problem.type)];
    stage.one_empty_row();
    stage.problem.width = stage.problem.pitch = width;
    move_array(stage, 0, std::uintptr_t{0} - static_cast<std::uintptr_t>(elements * element));
    return fits ? Status{} : Status{StatusCode::extent_overflow, "problem.scores", width, most};
}

/// Extents of rows that hold nothing, or of which nothing is read.
void add_edges(std::vector<AskedCall> &list) {
    list.push_back(taken("pointers", "no lengths and nothing optional", [](Stage &s) {
        s.problem.lengths = nullptr;
        s.outputs = Outputs{s.outputs.indices, s.outputs.index_pitch, nullptr, 0, nullptr, nullptr, nullptr};
    }));
    list.push_back(taken("pointers", "nothing but counts of 0", [](Stage &s) { s.keep_only_counts(); }));
    list.push_back(taken("extents", "the largest that fits", [](Stage &s) {
        s.problem.scores = s.spare();
        s.problem.pitch = most / score_bytes[static_cast<int>(s.problem.type)] - s.problem.width;
    }));
    list.back().far = true;
    // An array of rows without elements has an extent all the same; one that is not there has none.
    list.push_back({"extents", "rows without elements", false, true, [](Stage &s) {
                        s.problem.width = 0, s.problem.rows = 3, s.problem.pitch = most;
                        s.problem.lengths = nullptr;
                        return Status{StatusCode::extent_overflow, "problem.scores", most, most};
                    }});
    list.push_back(taken("extents", "no array", [](Stage &s) {
        s.keep_only_counts();
        s.problem.rows = 3, s.problem.pitch = most, s.outputs.index_pitch = most;
    }));
    const auto at_the_end = [&](const char *what, std::int64_t elements, std::int64_t width, bool fits) {
        list.push_back({"ends", what, false, !fits,
                        [=](Stage &stage) { return scores_at_the_end(stage, elements, width, fits); }, fits});
    };
    at_the_end("unread scores far beyond the end", 4, 1000, false);
    at_the_end("unread scores beyond the end by an element", 4, 5, false);
    at_the_end("unread scores to the end", 4, 4, false);
    at_the_end("unread scores short of the end", 4, 3, true);
    at_the_end("no scores at the end", 4, 0, true);
    list.push_back(taken("overlaps", "arrays without rows on one another", [](Stage &s) {
        s.problem.rows = 0;
        move_array(s, first_output, array_of(s, 0).address);
    }));
    list.push_back(taken("many rows", "no slots", [](Stage &s) {
        s.keep_only_counts();
        s.problem.rows = most;
    }));
    list.push_back(taken("many rows", "no slots of rows with an array", [](Stage &s) {
        const void *const scores = s.problem.scores;
        s.keep_only_counts();
        s.problem.rows = 2'000'000'000'000'000'000; // convention: no loop over so many ever ends
        s.problem.scores = scores;
    }));
}

std::string words_of(const Status &status) {
    return std::string(name(status.code)) + " of " +
           (status.argument == nullptr ? "nothing" : status.argument) + ", value " +
           std::to_string(status.value) + ", limit " + std::to_string(status.limit);
}

bool same(const Status &one, const Status &other) {
    const bool named = one.argument != nullptr && other.argument != nullptr;
    return one.code == other.code && one.value == other.value && one.limit == other.limit &&
           (named ? std::strcmp(one.argument, other.argument) == 0 : one.argument == other.argument);
}

} // namespace

Stage::Stage(ScoreType type, const Options &options, const Plan &given) {
    for (std::size_t byte = 0; byte < bytes; ++byte) {
        memory_[byte] = static_cast<std::byte>(byte * 37); // convention: any scores do
    }
    const auto base = [&](std::size_t number) { return memory_ + (number + 1) * room; };
    const std::int32_t lengths[2] = {4, 0};
    std::memcpy(base(1), lengths, sizeof lengths);
    problem = {base(0), type, 2, 4, 5, reinterpret_cast<std::int32_t *>(base(1)), 3, options};
    outputs.indices = reinterpret_cast<std::int32_t *>(base(2));
    outputs.index_pitch = 4;
    outputs.scores = base(3);
    outputs.score_pitch = 4;
    outputs.certificates = reinterpret_cast<Certificate *>(base(4));
    outputs.status = reinterpret_cast<std::uint32_t *>(base(5));
    outputs.digests = reinterpret_cast<std::uint64_t *>(base(6));
    plan.ctas = given.ctas;
    plan.emission = given.emission;
    std::copy(std::begin(memory_), std::end(memory_), before_);
}

bool Stage::untouched() const { return std::equal(std::begin(memory_), std::end(memory_), before_); }

void Stage::keep_only_counts() {
    Problem bare;
    bare.type = problem.type;
    bare.options = problem.options;
    problem = bare;
    outputs = Outputs{};
}

void Stage::one_empty_row() {
    const std::int32_t *const lengths = problem.lengths + 1; // the second row is the empty one
    std::int32_t *const indices = outputs.indices;
    keep_only_counts();
    problem.lengths = lengths;
    problem.rows = problem.k = outputs.index_pitch = 1;
    outputs.indices = indices;
}

const std::vector<AskedCall> &asked_calls() {
    static const std::vector<AskedCall> list = [] {
        std::vector<AskedCall> all;
        add_numbers(all);
        add_edges(all);
        add_array_calls(all);
        return all;
    }();
    return list;
}

std::string answered_wrongly(const Implementation &implementation, const AskedCall &call, ScoreType type,
                             const Options &options, const Plan &plan) {
    Stage stage(type, options, plan);
    const Status wanted = call.change(stage);
    const Status got = implementation.run(stage.problem, stage.outputs, stage.plan);
    const std::string what = std::string(call.group) + ", " + call.what;
    if (!same(got, wanted)) {
        return what + ": answered by " + words_of(got) + ", not by " + words_of(wanted);
    }
    return call.refused && !stage.untouched() ? what + ": refused, but something was written" : "";
}

} // namespace exactk::laws
