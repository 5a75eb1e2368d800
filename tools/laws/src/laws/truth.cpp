// Law of truth: every output is that of an oracle.
// Spec: contract/C1 C2 C3 C4 C5 C6 C7 C9 C12 C13 C14. Layer: tools/laws.
#include "law_list.hpp"

namespace exactk::laws {

namespace {

/// The oracle by rank for short rows, else the one by sorting; of those that are not the implementation itself.
const Implementation &truth_for(const Implementation &implementation, const CaseFile &one) {
    const Implementation *const rank = find_implementation("rank");
    constexpr double work_max = 65536; // convention: rows of up to 256; more would be slower than all else
    double work = 0;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        work += static_cast<double>(one.n(row)) * static_cast<double>(one.n(row));
    }
    if (work <= work_max && implementation.name != "rank") {
        return *rank;
    }
    return *find_implementation(implementation.name == "sort" ? "cpu" : "sort");
}

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    const Implementation &truth = truth_for(implementation, one);
    const std::string words = difference(answer(implementation, one), answer(truth, one));
    return words.empty() ? "" : "beside " + truth.name + ": " + words;
}

} // namespace

constinit const Law truth_law = {"truth", "C1 C2 C3 C4 C5 C6 C7 C9 C12 C13 C14",
                                 "Every output is, byte for byte, that of an oracle.", on<broken>};

} // namespace exactk::laws
