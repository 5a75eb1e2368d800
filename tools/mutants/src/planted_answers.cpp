// Plants errors into the oracle's answers and asks the judge.
// Spec: contract/C1 C3 C4 C5 C6 C7 C8 C9 C15. Layer: tools/mutants.
#include "planted_answers.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include <exactk/casefile/input.hpp>
#include <exactk/implementations.hpp>
#include <exactk/verify.hpp>

namespace exactk::mutants {
namespace {

using verify::Fault;

constexpr std::int64_t poison = -1515870811; // bound: 0xA5A5A5A5, no index of any row
constexpr std::int64_t strange = 2147483000; // bound: no index of any row that a case file holds

/// Two runs of the right answer, dense, and what lies behind them.
struct Scene {
    const casefile::CaseFile &one;
    const Problem &problem;
    std::int64_t k = 0;
    std::int64_t n = 0;                ///< of the last row
    std::int64_t m = 0;                ///< of the last row
    std::vector<std::int64_t> indices; ///< [2, rows, k]
    std::vector<std::byte> scores;     ///< [2, rows, k]
    std::byte behind{};                ///< a byte outside the outputs
    std::vector<std::int64_t> rank;    ///< all elements of the last row, best first

    std::int64_t *slots(std::int64_t run) { return indices.data() + (run * one.rows + one.rows - 1) * k; }
    void both(std::int64_t slot, std::int64_t index) {
        slots(0)[slot] = index;
        slots(1)[slot] = index;
    }
};

/// The oracle's order of the last row: rank order with k = n.
std::vector<std::int64_t> rank_of(const casefile::CaseFile &one, const Problem &problem, std::int64_t n) {
    Problem all = problem;
    const std::int64_t row = one.rows - 1;
    const std::int64_t bytes = score_bytes[static_cast<int>(one.type)];
    all.scores = static_cast<const std::byte *>(problem.scores) + row * problem.pitch * bytes;
    all.rows = 1;
    all.lengths = nullptr;
    all.width = n;
    all.k = n;
    all.options.order = Order::rank;
    std::vector<std::int32_t> indices(static_cast<std::size_t>(n));
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = n;
    if (n > 0 && find_implementation("sort")->run(all, outputs, Plan{}).code != StatusCode::ok) {
        return {};
    }
    return {indices.begin(), indices.end()};
}

/// Brings the last row's answer into the sequence that the options ask for and puts the elements' scores beside it.
void rewrite(Scene &scene, std::vector<std::int64_t> chosen) {
    if (scene.problem.options.order == Order::index) {
        std::sort(chosen.begin(), chosen.end());
    }
    const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(scene.one.type)]);
    const auto *row = static_cast<const std::byte *>(scene.problem.scores) +
                      static_cast<std::size_t>((scene.one.rows - 1) * scene.problem.pitch) * bytes;
    for (std::int64_t run = 0; run < 2; ++run) {
        for (std::size_t slot = 0; slot < chosen.size(); ++slot) {
            scene.slots(run)[slot] = chosen[slot];
            const auto at = (static_cast<std::size_t>(run * scene.one.rows + scene.one.rows - 1) *
                                 static_cast<std::size_t>(scene.k) +
                             slot) *
                            bytes;
            std::memcpy(scene.scores.data() + at, row + static_cast<std::size_t>(chosen[slot]) * bytes,
                        bytes);
        }
    }
}

bool equal_scores(const Scene &scene, std::int64_t a, std::int64_t b) {
    Problem pair = scene.problem;
    const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(scene.one.type)]);
    const auto *row = static_cast<const std::byte *>(scene.problem.scores) +
                      static_cast<std::size_t>((scene.one.rows - 1) * scene.problem.pitch) * bytes;
    // Equal are two that change places with the tie rule and with nothing else.
    std::vector<std::uint32_t> two(2);
    auto *out = reinterpret_cast<std::byte *>(two.data());
    std::memcpy(out, row + static_cast<std::size_t>(a) * bytes, bytes);
    std::memcpy(out + bytes, row + static_cast<std::size_t>(b) * bytes, bytes);
    pair.scores = two.data();
    pair.lengths = nullptr;
    pair.rows = 1;
    pair.width = pair.pitch = 2;
    pair.k = 1;
    std::int32_t first[2] = {0, 0};
    for (const Ties ties : {Ties::low, Ties::high}) {
        pair.options.ties = ties;
        Outputs outputs;
        outputs.indices = &first[static_cast<int>(ties)];
        outputs.index_pitch = 1;
        if (find_implementation("sort")->run(pair, outputs, Plan{}).code != StatusCode::ok) {
            return false;
        }
    }
    return first[0] != first[1];
}

struct Error {
    Fault fault;
    std::function<bool(Scene &)> plant; ///< false: the case has no room for it
};

bool plant_exchange(Scene &scene, bool ties) {
    if (scene.m == 0 || scene.m >= scene.n) {
        return false;
    }
    const auto m = static_cast<std::size_t>(scene.m);
    // The last winner goes for the next of its equals, or the first one for the first loser that is worse.
    for (std::size_t loser = m; loser < std::min(scene.rank.size(), m + 8); ++loser) {
        const std::size_t winner = ties ? m - 1 : 0;
        if (equal_scores(scene, scene.rank[winner], scene.rank[loser]) != ties) {
            continue;
        }
        std::vector<std::int64_t> chosen(scene.rank.begin(), scene.rank.begin() + scene.m);
        chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(winner));
        chosen.push_back(scene.rank[loser]);
        rewrite(scene, chosen);
        return true;
    }
    return false;
}

bool plant_score(Scene &scene) {
    if (scene.m == 0) {
        return false;
    }
    // The sign of a zero or the lowest bit of any other: what means the same to some must be the same bits (C9).
    const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(scene.one.type)]);
    std::byte *const last =
        scene.scores.data() + scene.scores.size() - static_cast<std::size_t>(scene.k) * bytes;
    std::uint32_t bits = 0;
    std::memcpy(&bits, last, bytes);
    const std::uint32_t sign = std::uint32_t{1} << (8 * bytes - 1);
    bits ^= (bits & (sign - 1)) == 0 ? sign : 1u;
    std::memcpy(last, &bits, bytes);
    std::memcpy(last - scene.scores.size() / 2, &bits, bytes);
    return true;
}

const std::vector<Error> &errors() {
    static const std::vector<Error> list = {
        {Fault::slot_unwritten, [](Scene &s) { return s.k > 0 && (s.both(s.k - 1, poison), true); }},
        {Fault::out_of_range, [](Scene &s) { return s.m > 0 && (s.both(s.m - 1, strange), true); }},
        {Fault::duplicate, [](Scene &s) { return s.m > 1 && (s.both(1, s.slots(0)[0]), true); }},
        {Fault::wrong_padding, [](Scene &s) { return s.m < s.k && (s.both(s.m, strange), true); }},
        {Fault::missing_winner, [](Scene &s) { return plant_exchange(s, false); }},
        {Fault::wrong_tie, [](Scene &s) { return plant_exchange(s, true); }},
        {Fault::wrong_order,
         [](Scene &s) {
             for (std::int64_t run = 0; run < 2 && s.m > 1; ++run) {
                 std::swap(s.slots(run)[0], s.slots(run)[1]);
             }
             return s.m > 1;
         }},
        {Fault::wrong_score_bits, plant_score},
        {Fault::wrote_outside, [](Scene &s) { return (s.behind = std::byte{1}, true); }},
        {Fault::not_repeatable, [](Scene &s) { return s.m > 0 && (s.slots(1)[0] = strange, true); }},
    };
    return list;
}

verify::Report judge(Scene &scene, const Mutant &mutant, std::int64_t limit) {
    verify::Answer answer;
    answer.runs = 2;
    answer.index_type = verify::IndexType::int64;
    answer.indices = scene.indices.data();
    answer.index_pitch = scene.k;
    answer.index_run_pitch = scene.one.rows * scene.k;
    answer.scores = scene.k > 0 ? scene.scores.data() : nullptr;
    answer.score_pitch = scene.k;
    answer.score_run_pitch = scene.one.rows * scene.k;
    answer.index_poison = {poison, poison};
    answer.outside = {{&scene.behind, 1, std::byte{}, "behind"}};
    verify::Demand demand;
    demand.order = static_cast<verify::OrderDemand>(scene.problem.options.order);
    demand.ties = static_cast<verify::TiesDemand>(scene.problem.options.ties);
    demand.repeatable = true;
    const Switched on(mutant, limit);
    return verify::judge(scene.problem, answer, demand);
}

/// The right answer, twice; false if the oracle refuses.
bool fill(Scene &scene) {
    const std::int64_t slots = scene.one.rows * scene.k;
    std::vector<std::int32_t> indices(static_cast<std::size_t>(slots));
    const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(scene.one.type)]);
    std::vector<std::byte> scores(static_cast<std::size_t>(slots) * bytes +
                                  8); // convention: 8 spare, aligned for any
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = scene.k;
    outputs.scores = scores.data();
    outputs.score_pitch = scene.k;
    if (find_implementation("sort")->run(scene.problem, outputs, Plan{}).code != StatusCode::ok) {
        return false;
    }
    scores.resize(static_cast<std::size_t>(slots) * bytes);
    scene.indices.assign(indices.begin(), indices.end());
    scene.indices.insert(scene.indices.end(), indices.begin(), indices.end());
    scene.scores = scores;
    scene.scores.insert(scene.scores.end(), scores.begin(), scores.end());
    return true;
}

} // namespace

std::string planted_unnamed(const Mutant &mutant, std::int64_t limit, const casefile::CaseFile &one,
                            std::uint64_t) {
    std::unique_ptr<casefile::Input> input;
    if (const casefile::Defect defect = casefile::materialise(one, input); defect) {
        return "";
    }
    Scene right{
        one, input->problem(), one.k, one.n(one.rows - 1), std::min(one.k, one.n(one.rows - 1)), {}, {}, {},
        {}};
    // A fill that is the poison, or that looks like what is planted, is for the laws.
    if (right.problem.options.fill_index == strange || right.problem.options.fill_index == poison ||
        !fill(right)) {
        return "";
    }
    right.rank = rank_of(one, right.problem, right.n);
    if (const verify::Report report = judge(right, mutant, limit);
        report.verdict != verify::Verdict::passed) {
        return "the judge does not pass the oracle's answer";
    }
    for (const Error &error : errors()) {
        Scene scene = right;
        if (error.plant(scene) && verify::find(judge(scene, mutant, limit), error.fault) == nullptr) {
            return std::string("the judge does not see ") + verify::name(error.fault);
        }
    }
    return "";
}

} // namespace exactk::mutants
