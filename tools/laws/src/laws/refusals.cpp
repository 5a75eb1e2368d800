// Law of refusals: what the host can see is refused by name, and nothing is written.
// Spec: contract/C18 C8. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

#include <exactk/contract/text.hpp>

namespace exactk::laws {

namespace {

/// A call that can be spoiled: a good problem, outputs with poison, and the case's plan.
struct Call {
    Problem problem;
    Outputs outputs;
    Plan plan;
};

struct Spoiler {
    const char *what;
    StatusCode code;
    bool of_plan; ///< only implementations that follow the plan look at it
    void (*spoil)(Call &);
};

/// Harmless where it is not refused: no pointer leaves the memory of the call by it.
const Spoiler spoilers[] = {
    {"rows -1", StatusCode::out_of_limits, false, [](Call &call) { call.problem.rows = -1; }},
    {"width -1", StatusCode::out_of_limits, false, [](Call &call) { call.problem.width = -1; }},
    {"k -1", StatusCode::out_of_limits, false, [](Call &call) { call.problem.k = -1; }},
    {"a pitch below the width", StatusCode::pitch_too_small, false,
     [](Call &call) { call.problem.pitch = call.problem.width - 1; }},
    {"an index pitch below k", StatusCode::pitch_too_small, false,
     [](Call &call) { call.outputs.index_pitch = call.problem.k - 1; }},
    {"a score pitch below k", StatusCode::pitch_too_small, false,
     [](Call &call) { call.outputs.score_pitch = call.problem.k - 1; }},
    {"direction 2", StatusCode::unknown_option, false,
     [](Call &call) { call.problem.options.direction = Direction{2}; }},
    {"ties 2", StatusCode::unknown_option, false, [](Call &call) { call.problem.options.ties = Ties{2}; }},
    {"order 2", StatusCode::unknown_option, false, [](Call &call) { call.problem.options.order = Order{2}; }},
    {"NaN policy 2", StatusCode::unknown_option, false,
     [](Call &call) { call.problem.options.nan_policy = NanPolicy{2}; }},
    {"type 3", StatusCode::unsupported_type, false, [](Call &call) { call.problem.type = ScoreType{3}; }},
    {"scores at an odd address", StatusCode::misaligned, false,
     [](Call &call) {
         call.problem.scores = static_cast<const std::byte *>(call.problem.scores) + 1;
         call.problem.width -= 1;
     }},
    {"indices in the scores", StatusCode::overlap, false,
     [](Call &call) {
         call.outputs.indices = static_cast<std::int32_t *>(const_cast<void *>(call.problem.scores));
     }},
    {"no CTA", StatusCode::illegal_plan, true, [](Call &call) { call.plan.ctas = 0; }},
    {"too many CTAs", StatusCode::illegal_plan, true, [](Call &call) { call.plan.ctas = cta_count_max + 1; }},
    {"digits of one bit more than the key", StatusCode::illegal_plan, true,
     [](Call &call) {
         call.plan.digits.assign(
             static_cast<std::size_t>(score_bits[static_cast<int>(call.problem.type)]) + 1, 1);
     }},
    {"one bound too few", StatusCode::illegal_plan, true,
     [](Call &call) { call.plan.bounds.assign(static_cast<std::size_t>(call.plan.ctas), 0); }},
    {"a sample that is no power of two", StatusCode::illegal_plan, true,
     [](Call &call) {
         call.plan.filter = {0, 4 * filter_piece, 3 * filter_piece, false, 0};
     }},
};

/// A problem of its own, small and with every output, so that each spoiler has something to spoil; the case gives type,
/// options and CTA count.
struct Stage {
    alignas(64) std::byte scores[64 * 4]{};
    std::int32_t indices[16];
    alignas(4) std::byte out_scores[16 * 4];
    Certificate certificates[2];
    std::uint32_t statuses[2];
    std::uint64_t digests[2];

    explicit Stage(const CaseFile &one) {
        for (std::size_t byte = 0; byte < sizeof scores; ++byte) {
            scores[byte] = static_cast<std::byte>(byte * 37); // convention: any scores do
        }
        call.problem = {scores, one.type, 2, 12, 16, nullptr, 5, one.options};
        call.outputs = {indices, 8, out_scores, 8, certificates, statuses, digests};
        call.plan.ctas = one.plan.ctas;
        call.plan.emission = one.plan.emission;
    }
    Call call;
};

template <class T> void poison(T &array) {
    std::byte *const bytes = reinterpret_cast<std::byte *>(&array);
    std::fill(bytes, bytes + sizeof array, std::byte{0xA5});
}

template <class T> bool poisoned(const T &array) {
    const std::byte *const bytes = reinterpret_cast<const std::byte *>(&array);
    return std::all_of(bytes, bytes + sizeof array, [](std::byte one) { return one == std::byte{0xA5}; });
}

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    for (const Spoiler &spoiler : spoilers) {
        if (spoiler.of_plan && !implementation.uses_plan) {
            continue;
        }
        Stage stage(one);
        const std::vector<std::byte> before(std::begin(stage.scores), std::end(stage.scores));
        poison(stage.indices);
        poison(stage.out_scores);
        poison(stage.certificates);
        poison(stage.statuses);
        poison(stage.digests);
        spoiler.spoil(stage.call);
        const Status status = implementation.run(stage.call.problem, stage.call.outputs, stage.call.plan);
        const std::string what = spoiler.what;
        if (status.code != spoiler.code || status.argument == nullptr) {
            return what + " is answered by " + name(status.code) + ", not by " + name(spoiler.code);
        }
        if (!poisoned(stage.indices) || !poisoned(stage.out_scores) || !poisoned(stage.certificates) ||
            !poisoned(stage.statuses) || !poisoned(stage.digests) ||
            !std::equal(before.begin(), before.end(), stage.scores)) {
            return what + " is refused, but something was written";
        }
    }
    return "";
}

} // namespace

constinit const Law refusal_law = {
    "refusal", "C18 C8", "What the host can see is refused by code and argument, and nothing is written.",
    on<broken>};

} // namespace exactk::laws
