// Overlap, tolerance, multiset of values, and running twice, beside the contract.
// Spec: contract/C3 C4 C5 C6 C15. Layer: tools/mutants.
#include "weak_judges.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>
#include <exactk/laws.hpp>

#include "judged_score.hpp"
#include "mutant.hpp"

namespace exactk::mutants {
namespace {

using casefile::CaseFile;

constexpr double overlap_least = 0.9;       // convention: FlashInfer's tests ask for more, others for less
constexpr double apart_most = 0.01;         // convention: flashinfer-bench, both absolute and relative
constexpr std::int64_t width_tried = 256;   // convention: as wide as shows all but capacities
constexpr std::int32_t nothing = -77777777; // convention: no index and no fill of a drawn case

/// What a weak judge sees of one row: both runs' first m slots and the right ones.
struct Row {
    const Problem &problem;
    const std::byte *scores;
    std::int64_t n;
    std::vector<std::int32_t> first;
    std::vector<std::int32_t> second;
    std::vector<std::int32_t> right;
};

/// Sorted values of the slots; false where an index is none.
bool values_of(const Row &row, const std::vector<std::int32_t> &slots, std::vector<JudgedScore> &values) {
    const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(row.problem.type)]);
    values.clear();
    for (const std::int32_t index : slots) {
        if (index < 0 || index >= row.n) {
            return false;
        }
        std::uint32_t bits = 0;
        std::memcpy(&bits, row.scores + static_cast<std::size_t>(index) * bytes, bytes);
        values.push_back(judged_score(bits, row.problem.type));
    }
    std::sort(values.begin(), values.end());
    return true;
}

bool overlap_passes(const Row &row) {
    const std::set<std::int32_t> right(row.right.begin(), row.right.end());
    const std::set<std::int32_t> got(row.first.begin(), row.first.end());
    std::size_t common = 0;
    for (const std::int32_t index : got) {
        common += right.count(index);
    }
    return static_cast<double>(common) >= overlap_least * static_cast<double>(right.size());
}

bool values_pass(const Row &row, double apart) {
    std::vector<JudgedScore> got;
    std::vector<JudgedScore> right;
    return values_of(row, row.first, got) && values_of(row, row.right, right) &&
           std::equal(got.begin(), got.end(), right.begin(), right.end(),
                      [apart](const JudgedScore &one, const JudgedScore &other) {
                          return close_enough(one, other, apart);
                      });
}

bool close_passes(const Row &row) { return values_pass(row, apart_most); }
bool multiset_passes(const Row &row) { return values_pass(row, 0); }
bool twice_passes(const Row &row) { return row.first == row.second; }

struct Exhibit {
    const char *name;
    const char *words;
    bool (*passes)(const Row &);
    std::vector<const char *> must_miss; ///< ids; "*" for all, "-id" for one that is left out of them
};

const std::vector<Exhibit> &exhibits() {
    static const std::vector<const char *> sequence = {
        "model/rank_ties_low",      "model/rank_by_high_half",     "model/short_row_not_ranked",
        "cpu/rank_by_float16_key",  "model/score_nan_quieted",     "model/fill_score_of_largest",
        "model/digest_of_signed",   "model/population_is_quota",   "model/one_infinity_seen",
        "model/fill_index_default", "cpu/equal_counted_from_start"};
    static const std::vector<Exhibit> list = [] {
        std::vector<const char *> ties = sequence;
        for (const char *tie : {"model/last_ties_one_early", "model/ties_vary_by_call", "cpu/ties_by_thread",
                                "cpu/ties_turned_in_batch", "model/zero_has_sign", "cpu/minus_zero_below"}) {
            ties.push_back(tie);
        }
        return std::vector<Exhibit>{
            {"overlap", "nine of ten indices are right", overlap_passes, sequence},
            {"closeness", "the sorted values lie within 0.01, absolute and relative", close_passes, ties},
            {"values", "the values are the right ones, as a multiset", multiset_passes, ties},
            {"twice", "two runs give the same indices", twice_passes, {"*", "-model/ties_vary_by_call"}},
        };
    }();
    return list;
}

bool must_miss(const Exhibit &exhibit, const std::string &id) {
    bool all = false;
    bool named = false;
    for (const std::string entry : exhibit.must_miss) {
        all = all || entry == "*";
        if (entry == "-" + id) {
            return false;
        }
        named = named || entry == id;
    }
    return all || named;
}

/// Indices of one run, [rows, k], of an implementation or of the oracle.
std::vector<std::int32_t> indices_of(const char *implementation, const CaseFile &one,
                                     const Problem &problem) {
    std::vector<std::int32_t> indices(static_cast<std::size_t>(one.rows * one.k), nothing);
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = one.k;
    if (find_implementation(implementation)->run(problem, outputs, one.plan).code != StatusCode::ok) {
        std::fill(indices.begin(), indices.end(), nothing);
    }
    return indices;
}

/// Marks which exhibits do not pass this case; returns whether the contract does not.
bool look(const Mutant &mutant, const CaseFile &one, std::vector<bool> &noticed) {
    std::unique_ptr<casefile::Input> input;
    if (const casefile::Defect defect = casefile::materialise(one, input); defect) {
        return false;
    }
    const char *const which = mutant.room == Room::model ? "model" : "cpu";
    const Problem &problem = input->problem();
    const std::vector<std::int32_t> right = indices_of("sort", one, problem);
    std::vector<std::int32_t> first;
    std::vector<std::int32_t> second;
    bool contract = false;
    {
        const Switched on(mutant, mutant.lowered);
        first = indices_of(which, one, problem);
        second = indices_of(which, one, problem);
        const auto runs = casefile::replay(one, *input, {find_implementation(which)});
        contract = runs.front().result == casefile::Run::Result::failed;
    }
    const std::int64_t bytes = score_bytes[static_cast<int>(one.type)];
    for (std::int64_t r = 0; r < one.rows; ++r) {
        const auto slots = [&](const std::vector<std::int32_t> &from) {
            const auto begin = from.begin() + r * one.k;
            return std::vector<std::int32_t>(begin, begin + std::min(one.k, one.n(r)));
        };
        const Row row{
            problem,       static_cast<const std::byte *>(problem.scores) + r * problem.pitch * bytes,
            one.n(r),      slots(first),
            slots(second), slots(right)};
        for (std::size_t at = 0; at < noticed.size(); ++at) {
            noticed[at] = noticed[at] || !exhibits()[at].passes(row);
        }
    }
    return contract;
}

} // namespace

std::vector<WeakJudge> run_weak_judges(std::int64_t cases) {
    std::vector<WeakJudge> judges;
    for (const Exhibit &exhibit : exhibits()) {
        judges.push_back({exhibit.name, exhibit.words, {}, {}, {}});
    }
    laws::Reach reach;
    reach.width_max = width_tried;
    reach.elements_max = 2 * width_tried;
    reach.ctas_max = 16; // convention: enough for every fault
    std::vector<CaseFile> drawn;
    for (std::int64_t number = 0; number < cases; ++number) {
        const auto seed = static_cast<std::uint64_t>(number);
        drawn.push_back(laws::make_case(laws::draw_knobs(1 + seed / 4, seed, reach)));
    }
    for (const Mutant &mutant : all()) {
        if (mutant.room != Room::model && mutant.room != Room::cpu) {
            continue;
        }
        std::vector<bool> noticed(judges.size(), false);
        bool contract = false;
        for (const CaseFile &one : drawn) {
            contract = look(mutant, one, noticed) || contract;
        }
        for (std::size_t at = 0; at < judges.size(); ++at) {
            if (noticed[at]) {
                judges[at].noticed.push_back(mutant.id());
            } else if (contract) {
                judges[at].missed.push_back(mutant.id());
            }
            const bool tried = contract && !noticed[at];
            const bool by_name = std::find(exhibits()[at].must_miss.begin(), exhibits()[at].must_miss.end(),
                                           mutant.id()) != exhibits()[at].must_miss.end();
            if (must_miss(exhibits()[at], mutant.id()) && (noticed[at] || (by_name && !tried))) {
                judges[at].unexpected.push_back(mutant.id());
            }
        }
    }
    return judges;
}

} // namespace exactk::mutants
