// Faults that break what a law says in a place where it did not look at first.
// Spec: contract/C2 C4 C5 C7 C8 C12 C13 C14 C18. Layer: proptests/laws.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "made_faults.hpp"

using namespace exactk;

namespace faults {

namespace {

std::int64_t element_of(const Problem &problem) { return score_bytes[static_cast<int>(problem.type)]; }

/// The lowest byte of a row's first element: what no answer may hang on but through the order of the scores.
unsigned first_byte(const Problem &problem, std::int64_t row) {
    if (length_of(problem, row) == 0) {
        return 0;
    }
    return std::to_integer<unsigned>(
        static_cast<const std::byte *>(problem.scores)[row * problem.pitch * element_of(problem)]);
}

/// Writes into the lengths, of which `change` says what becomes of one outside [0, width].
Fault on_given_lengths(const std::string &words, std::int32_t (*change)(std::int32_t, std::int64_t)) {
    return {"writes", words,
            spoilt(cpu(), [change](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                const Status status = cpu().run(problem, outputs, plan);
                auto *const lengths = const_cast<std::int32_t *>(problem.lengths);
                for (std::int64_t row = 0;
                     status.code == StatusCode::ok && lengths != nullptr && row < problem.rows; ++row) {
                    lengths[row] = change(lengths[row], problem.width);
                }
                return status;
            })};
}

/// The score slots [first, last) of the last row keep what was there before.
Fault unwritten_scores(const std::string &words, bool of_fills) {
    return {"writes", words,
            spoilt(cpu(), [of_fills](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                const bool slots = outputs.scores != nullptr && problem.rows > 0 && problem.k > 0 &&
                                   problem.k <= outputs.score_pitch &&
                                   static_cast<int>(problem.type) < score_type_count;
                if (!slots) {
                    return cpu().run(problem, outputs, plan);
                }
                const std::int64_t row = problem.rows - 1;
                const std::int64_t m = m_of(problem, row);
                const std::int64_t first = of_fills ? m : problem.k - 1;
                const auto bytes = static_cast<std::size_t>((problem.k - first) * element_of(problem));
                std::byte *const place = static_cast<std::byte *>(outputs.scores) +
                                         (row * outputs.score_pitch + first) * element_of(problem);
                const std::vector<std::byte> before(place, place + bytes);
                const Status status = cpu().run(problem, outputs, plan);
                std::copy(before.begin(), before.end(), place);
                return status;
            })};
}

/// Refusals that `unseen` says it of are not made: the call is said to be good, and nothing is done.
Fault taken(const std::string &words, bool (*unseen)(const Status &, const Problem &)) {
    return {"refusal", words,
            spoilt(cpu(), [unseen](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                const Status status = cpu().run(problem, outputs, plan);
                return status.code != StatusCode::ok && unseen(status, problem) ? Status{} : status;
            })};
}

/// Refusals are made, but said wrongly.
Fault said(const std::string &words, void (*change)(Status &)) {
    return {"refusal", words,
            spoilt(cpu(), [change](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                Status status = cpu().run(problem, outputs, plan);
                if (status.code != StatusCode::ok) {
                    change(status);
                }
                return status;
            })};
}

bool names(const Status &status, const char *argument) { return std::strcmp(status.argument, argument) == 0; }

std::int64_t scores_address(const Problem &problem) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(problem.scores));
}

std::vector<Fault> of_memory() {
    return {
        on_given_lengths("lengths beyond their limits become others that mean the same",
                         [](std::int32_t length, std::int64_t width) {
                             return length > width ? INT32_MAX : length < 0 ? -1 : length;
                         }),
        on_given_lengths("lengths are clamped where they lie",
                         [](std::int32_t length, std::int64_t width) {
                             return length > width ? static_cast<std::int32_t>(width)
                                    : length < 0   ? 0
                                                   : length;
                         }),
        unwritten_scores("the last score slot is not written", false),
        unwritten_scores("fill scores are not written", true),
        then("number", "with k of 0 a slot is written",
             [](const Problem &problem, const Outputs &outputs) {
                 if (problem.k == 0 && problem.rows > 0 && outputs.indices != nullptr) {
                     outputs.indices[0] = problem.options.fill_index;
                 }
             }),
    };
}

std::vector<Fault> of_refusals() {
    return {
        said("every refusal names the argument banana", [](Status &status) { status.argument = "banana"; }),
        said("the value of a refusal is 0", [](Status &status) { status.value = 0; }),
        said("the limit of a refusal is one too large", [](Status &status) { ++status.limit; }),
        taken("null pointers are taken",
              [](const Status &status, const Problem &) { return status.code == StatusCode::null_pointer; }),
        taken("counts above 2^31 - 1 are taken",
              [](const Status &status, const Problem &) {
                  return status.code == StatusCode::out_of_limits && status.value > 0;
              }),
        taken(
            "extents beyond all addresses are taken",
            [](const Status &status, const Problem &) { return status.code == StatusCode::extent_overflow; }),
        taken("digests off their alignment are taken",
              [](const Status &status, const Problem &) {
                  return status.code == StatusCode::misaligned && names(status, "outputs.digests");
              }),
        taken("outputs that overlap one another are taken",
              [](const Status &status, const Problem &problem) {
                  return status.code == StatusCode::overlap && status.limit != scores_address(problem) &&
                         status.limit !=
                             static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(problem.lengths));
              }),
        taken("outputs that begin behind the scores' first byte are taken",
              [](const Status &status, const Problem &problem) {
                  return status.code == StatusCode::overlap && status.limit == scores_address(problem) &&
                         status.value > status.limit;
              }),
    };
}

/// What a change of the row keeps, and an answer that does not keep it.
std::vector<Fault> of_kept_facts() {
    return {
        then("ties", "under ties high the population is the quota",
             [](const Problem &problem, const Outputs &outputs) {
                 for (std::int64_t row = 0; row < problem.rows && outputs.certificates != nullptr &&
                                            problem.options.ties == Ties::high;
                      ++row) {
                     outputs.certificates[row].population = outputs.certificates[row].quota;
                 }
             }),
        then("ties", "under ties high the first score has another bit",
             [](const Problem &problem, const Outputs &outputs) {
                 if (problem.options.ties == Ties::high && outputs.scores != nullptr && problem.rows > 0 &&
                     m_of(problem, 0) > 0) {
                     *static_cast<std::byte *>(outputs.scores) ^= std::byte{1};
                 }
             }),
        then("monotone", "the digest hangs on the first score",
             [](const Problem &problem, const Outputs &outputs) {
                 for (std::int64_t row = 0; row < problem.rows && outputs.digests != nullptr; ++row) {
                     outputs.digests[row] += first_byte(problem, row);
                 }
             }),
        then("monotone", "a status bit hangs on the first score",
             [](const Problem &problem, const Outputs &outputs) {
                 for (std::int64_t row = 0; row < problem.rows && outputs.status != nullptr; ++row) {
                     outputs.status[row] ^= first_byte(problem, row) & row_boundary_tie;
                 }
             }),
        then("permutation", "the population hangs on the first score",
             [](const Problem &problem, const Outputs &outputs) {
                 for (std::int64_t row = 0; row < problem.rows && outputs.certificates != nullptr; ++row) {
                     outputs.certificates[row].population += first_byte(problem, row);
                 }
             }),
        then("permutation", "the score of index 0 has another bit",
             [](const Problem &problem, const Outputs &outputs) {
                 for (std::int64_t slot = 0;
                      problem.rows > 0 && outputs.scores != nullptr && slot < m_of(problem, 0); ++slot) {
                     if (outputs.indices[slot] == 0) {
                         static_cast<std::byte *>(outputs.scores)[slot * element_of(problem)] ^= std::byte{1};
                     }
                 }
             }),
    };
}

} // namespace

std::vector<Fault> of_blind_spots() {
    std::vector<Fault> all = of_memory();
    for (std::vector<Fault> more : {of_refusals(), of_kept_facts()}) {
        for (Fault &fault : more) {
            all.push_back(std::move(fault));
        }
    }
    return all;
}

} // namespace faults
