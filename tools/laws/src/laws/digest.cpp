// Laws of digests: they are those of the indices as written, and golden values stand within a major version.
// Spec: contract/C14 C17. Layer: tools/laws.
#include "law_list.hpp"

#include <exactk/contract/version.hpp>

namespace exactk::laws {

namespace {

std::string digest_broken(const Implementation &implementation, const CaseFile &given, Engine &) {
    const CaseFile one = asking(given, false, true);
    const Answer found = answer(implementation, one);
    if (found.refused()) {
        return refusal(found);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (found.digests[static_cast<std::size_t>(row)] !=
            casefile::row_digest(found.row(row, one.k), one.k)) {
            return "the digest of row " + std::to_string(row) + " is not that of its indices";
        }
    }
    return "";
}

/// A row whose answer and digest stand in the contract's table.
struct Golden {
    std::int64_t k;
    std::vector<std::uint32_t> scores; ///< float16
    std::vector<std::int32_t> indices;
    std::uint64_t digest;
};

const std::vector<Golden> &golden_rows() {
    static const std::vector<Golden> rows = {
        {0, {0x3C00}, {}, 0},
        {1, {0x3C00}, {0}, 0x5692161D100B05E5u},
        {3, {0x3C00, 0x4000, 0x4500, 0x4400, 0x4500}, {2, 3, 4}, 0x7C8979DE4A022761u},
        {4, {0x3800, 0xFC00, 0xFC00}, {0, 1, 2, -1}, 0xA57C87422AF856A5u}};
    return rows;
}

/// The case lends its plan's CTA count and emission; the rows are the contract's own.
std::string golden_broken(const Implementation &implementation, const CaseFile &given, Engine &) {
    if (std::string(contract_version()) !=
        std::to_string(contract_version_major) + "." + std::to_string(contract_version_minor)) {
        return "the library keeps another version of the contract than its headers say";
    }
    for (const Golden &golden : golden_rows()) {
        CaseFile one;
        one.type = ScoreType::float16;
        one.width = one.pitch = static_cast<std::int64_t>(golden.scores.size());
        one.k = golden.k;
        one.wants_facts = true;
        one.scores = {golden.scores};
        one.plan.ctas = given.plan.ctas;
        one.plan.emission = given.plan.emission;
        const Answer found = answer(implementation, one);
        if (found.refused()) {
            return refusal(found);
        }
        if (found.indices != golden.indices || found.digests[0] != golden.digest) {
            return "the golden row with k " + std::to_string(golden.k) + " has another answer or digest";
        }
    }
    return "";
}

} // namespace

constinit const Law digest_law = {"digest", "C14", "A row's digest is that of its indices as written.",
                                  on<digest_broken>};
constinit const Law golden_law = {
    "golden", "C14 C17", "Answers and digests of the contract's own rows stand within a major version.",
    on<golden_broken>};

} // namespace exactk::laws
