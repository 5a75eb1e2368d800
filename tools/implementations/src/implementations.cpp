// The list of implementations: the only place that knows all rooms.
// Spec: contract/C14 C15. Layer: tools/implementations.
#include <exactk/implementations.hpp>

#include <exactk/cpu.hpp>
#include <exactk/sim.hpp>
#ifdef EXACTK_HAVE_ORACLE
#include <exactk/oracle.hpp>
#endif

namespace exactk {

const std::vector<Implementation> &implementations() {
    static const std::vector<Implementation> list = {
#ifdef EXACTK_HAVE_ORACLE
        {"rank", "truth: counts for each element how many others beat it", false, true,
         [](const Problem &problem, const Outputs &outputs, const Plan &) {
             return oracle::rank_topk(problem, outputs);
         }},
        {"sort", "truth: stable sort of each row", false, false,
         [](const Problem &problem, const Outputs &outputs, const Plan &) {
             return oracle::sort_topk(problem, outputs);
         }},
#endif
        {"cpu", "the CPU fallback: radix select, one thread", false, false,
         [](const Problem &problem, const Outputs &outputs, const Plan &) {
             return cpu::topk(problem, outputs);
         }},
        {"model", "the bit-exact model of the algorithm, any CTA count and digit plan", true, false,
         [](const Problem &problem, const Outputs &outputs, const Plan &plan) {
             return sim::topk(problem, outputs, plan);
         }},
    };
    return list;
}

const Implementation *find_implementation(const std::string &name) {
    for (const Implementation &implementation : implementations()) {
        if (implementation.name == name) {
            return &implementation;
        }
    }
    return nullptr;
}

const std::vector<MissingImplementation> &missing_implementations() {
    static const std::vector<MissingImplementation> list = {
#ifndef EXACTK_HAVE_ORACLE
        {"rank", "this build has no oracles: Eigen was not found when it was configured"},
        {"sort", "this build has no oracles: Eigen was not found when it was configured"},
#endif
    };
    return list;
}

namespace {

std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull; // bound: C14
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull; // bound: C14
    return z ^ (z >> 31);                        // bound: C14
}

} // namespace

std::uint64_t batch_digest(const std::vector<std::uint64_t> &row_digests) {
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < row_digests.size(); ++row) {
        sum += mix(row_digests[row] ^ mix(row));
    }
    return sum;
}

} // namespace exactk
