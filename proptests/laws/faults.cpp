// Spoils the answers of the CPU path and of the model, each in one way.
// Spec: contract/C1 to C18. Layer: proptests/laws.
#include "faults.hpp"

#include <cstring>

#include "made_faults.hpp"

using namespace exactk;

namespace faults {

namespace {

const Implementation &model() { return *find_implementation("model"); }

/// The other tie rule: seen wherever not all of the last winner's equals are selected.
Problem other_ties(Problem problem) {
    problem.options.ties = problem.options.ties == Ties::low ? Ties::high : Ties::low;
    return problem;
}

/// Right, but with the other tie rule where `when` says so.
Fault wrong_ties_when(const std::string &law, const std::string &words, const Implementation &sound,
                      bool (*when)(const Problem &, const Outputs &, const Plan &)) {
    return {law, words,
            spoilt(sound, [&sound, when](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                return sound.run(when(problem, outputs, plan) ? other_ties(problem) : problem, outputs, plan);
            })};
}

/// Right for another problem.
Fault instead(const std::string &law, const std::string &words, void (*change)(Problem &)) {
    return {law, words,
            spoilt(cpu(), [change](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                Problem other = problem;
                change(other);
                return cpu().run(other, outputs, plan);
            })};
}

std::uint32_t read_bits(const Problem &problem, std::int64_t row, std::int64_t index) {
    const int bytes = score_bytes[static_cast<int>(problem.type)];
    std::uint32_t bits = 0;
    std::memcpy(&bits, static_cast<const std::byte *>(problem.scores) + (row * problem.pitch + index) * bytes,
                static_cast<std::size_t>(bytes));
    return bits;
}

/// Right for scores that are changed first, in a copy of the input.
Fault on_scores(const std::string &law, const std::string &words,
                std::uint32_t (*change)(const Problem &, std::int64_t row, std::int64_t index,
                                        std::uint32_t bits)) {
    return {
        law, words, spoilt(cpu(), [change](const Problem &problem, const Outputs &outputs, const Plan &plan) {
            if (problem.rows <= 0 || problem.width <= 0 || problem.pitch < problem.width ||
                static_cast<int>(problem.type) >= score_type_count) {
                return cpu().run(problem, outputs, plan);
            }
            const int bytes = score_bytes[static_cast<int>(problem.type)];
            std::vector<std::uint32_t> copy(
                static_cast<std::size_t>(problem.rows * problem.pitch * bytes / 4 + 1));
            for (std::int64_t row = 0; row < problem.rows; ++row) {
                for (std::int64_t index = 0; index < length_of(problem, row); ++index) {
                    const std::uint32_t bits = change(problem, row, index, read_bits(problem, row, index));
                    std::memcpy(reinterpret_cast<std::byte *>(copy.data()) +
                                    (row * problem.pitch + index) * bytes,
                                &bits, static_cast<std::size_t>(bytes));
                }
            }
            Problem other = problem;
            other.scores = copy.data();
            return cpu().run(other, outputs, plan);
        })};
}

std::uint32_t infinity_of(const Problem &problem) {
    return positive_infinity_bits[static_cast<int>(problem.type)];
}
std::uint32_t sign_of(const Problem &problem) {
    return problem.type == ScoreType::float32 ? 0x80000000u : 0x8000u;
}

/// Numbers of the upper half of the exponents are one number, as with a key of fewer bits.
std::uint32_t saturated(const Problem &problem, std::int64_t, std::int64_t, std::uint32_t bits) {
    const std::uint32_t magnitude = bits & ~sign_of(problem);
    const std::uint32_t most = infinity_of(problem) / 2;
    return magnitude > most && magnitude < infinity_of(problem) ? (bits & sign_of(problem)) | most : bits;
}

std::uint32_t zeros_apart(const Problem &problem, std::int64_t, std::int64_t, std::uint32_t bits) {
    return bits == sign_of(problem) ? bits | 1u : bits;
}

std::uint32_t without_the_first(const Problem &problem, std::int64_t, std::int64_t index,
                                std::uint32_t bits) {
    const bool largest = problem.options.direction == Direction::largest;
    return index == 0 ? infinity_of(problem) | (largest ? sign_of(problem) : 0u) : bits;
}

/// Lengths of the call at hand, changed.
Fault on_lengths(const std::string &law, const std::string &words,
                 std::int32_t (*change)(std::int64_t length, std::int64_t width)) {
    return {law, words,
            spoilt(cpu(), [change](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                if (problem.lengths == nullptr || problem.rows < 0) {
                    return cpu().run(problem, outputs, plan);
                }
                std::vector<std::int32_t> lengths;
                for (std::int64_t row = 0; row < problem.rows; ++row) {
                    lengths.push_back(change(problem.lengths[row], problem.width));
                }
                Problem other = problem;
                other.lengths = lengths.data();
                return cpu().run(other, outputs, plan);
            })};
}

void swap_first_slots(const Problem &problem, const Outputs &outputs) {
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        if (m_of(problem, row) > 1) {
            std::swap(outputs.indices[row * outputs.index_pitch],
                      outputs.indices[row * outputs.index_pitch + 1]);
        }
    }
}

void fill_too_early(const Problem &problem, const Outputs &outputs) {
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t m = m_of(problem, row);
        if (m > 0 && m < problem.k) {
            outputs.indices[row * outputs.index_pitch + m - 1] = problem.options.fill_index;
        }
    }
}

void quiet_nans(const Problem &problem, const Outputs &outputs) {
    if (outputs.scores == nullptr) {
        return;
    }
    const int bytes = score_bytes[static_cast<int>(problem.type)];
    const std::uint32_t quiet =
        infinity_of(problem) & ~(infinity_of(problem) << 1); // the lowest exponent bit
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        for (std::int64_t slot = 0; slot < m_of(problem, row); ++slot) {
            std::byte *const place =
                static_cast<std::byte *>(outputs.scores) + (row * outputs.score_pitch + slot) * bytes;
            std::uint32_t bits = 0;
            std::memcpy(&bits, place, static_cast<std::size_t>(bytes));
            if ((bits & ~sign_of(problem)) > infinity_of(problem)) {
                bits |= quiet >> 1;
                std::memcpy(place, &bits, static_cast<std::size_t>(bytes));
            }
        }
    }
}

template <class Change> void each_fact(const Problem &problem, const Outputs &outputs, Change change) {
    for (std::int64_t row = 0; row < problem.rows && outputs.certificates != nullptr; ++row) {
        change(outputs.certificates[row], outputs.status[row], outputs.digests[row]);
    }
}

std::vector<Fault> of_values() {
    return {
        on_lengths("length", "a length below 0 is the width",
                   [](std::int64_t length, std::int64_t width) {
                       return static_cast<std::int32_t>(length < 0 ? width : length);
                   }),
        then("number", "the last element makes room for a fill", fill_too_early),
        on_scores("monotone", "large numbers saturate", saturated),
        on_scores("classes", "-0 is below +0", zeros_apart),
        instead("direction", "the NaN class is not reversed with the values",
                [](Problem &problem) {
                    if (problem.options.direction == Direction::smallest) {
                        problem.options.nan_policy = problem.options.nan_policy == NanPolicy::largest
                                                         ? NanPolicy::smallest
                                                         : NanPolicy::largest;
                    }
                }),
        instead("ties", "ties are always low",
                [](Problem &problem) {
                    if (problem.options.ties == Ties::high) {
                        problem.options.ties = Ties::low;
                    }
                }),
        then("truth", "the first two slots are swapped", swap_first_slots),
        wrong_ties_when(
            "nesting", "odd k takes the other ties", cpu(),
            [](const Problem &problem, const Outputs &, const Plan &) { return problem.k % 2 == 1; }),
        on_scores("permutation", "the first element of a row never wins", without_the_first),
        wrong_ties_when(
            "shards", "rows of odd width take the other ties", cpu(),
            [](const Problem &problem, const Outputs &, const Plan &) { return problem.width % 2 == 1; }),
        instead("sequence", "rank order is index order",
                [](Problem &problem) {
                    if (problem.options.order == Order::rank) {
                        problem.options.order = Order::index;
                    }
                }),
        instead("fill", "the fill index is always -1",
                [](Problem &problem) { problem.options.fill_index = -1; }),
    };
}

std::vector<Fault> of_memory_and_facts() {
    return {
        then("writes", "the slot behind the last is written",
             [](const Problem &problem, const Outputs &outputs) {
                 if (problem.rows > 0 && outputs.index_pitch > problem.k) {
                     outputs.indices[problem.k] = 0;
                 }
             }),
        then("writes", "the last slot of the last row is not written",
             [](const Problem &problem, const Outputs &outputs) {
                 if (problem.rows > 0 && problem.k > 0) {
                     // What was there before is told by a byte that no index of ours has.
                     static unsigned char left = 0;
                     std::memset(outputs.indices + (problem.rows - 1) * outputs.index_pitch + problem.k - 1,
                                 ++left, 4);
                 }
             }),
        then("bits", "NaNs get quiet on their way", quiet_nans),
        on_lengths("reads", "one element beyond the length is read",
                   [](std::int64_t length, std::int64_t width) {
                       return static_cast<std::int32_t>(length >= 0 && length < width ? length + 1 : length);
                   }),
        wrong_ties_when("addressing", "scores off a 16-byte boundary take the other ties", cpu(),
                        [](const Problem &problem, const Outputs &, const Plan &) {
                            return reinterpret_cast<std::uintptr_t>(problem.scores) % 16 != 0;
                        }),
        then("certificate", "the population is the quota",
             [](const Problem &problem, const Outputs &outputs) {
                 each_fact(problem, outputs, [](Certificate &certificate, std::uint32_t &, std::uint64_t &) {
                     certificate.population = certificate.quota;
                 });
             }),
        then("status", "infinities are not told",
             [](const Problem &problem, const Outputs &outputs) {
                 each_fact(problem, outputs,
                           [](Certificate &certificate, std::uint32_t &status, std::uint64_t &) {
                               status &= ~std::uint32_t{row_inf_present};
                               certificate.status = status;
                           });
             }),
        then("digest", "the digest is another",
             [](const Problem &problem, const Outputs &outputs) {
                 each_fact(problem, outputs,
                           [](Certificate &, std::uint32_t &, std::uint64_t &digest) { digest ^= 1u; });
             }),
        then("golden", "the digest is another",
             [](const Problem &problem, const Outputs &outputs) {
                 each_fact(problem, outputs,
                           [](Certificate &, std::uint32_t &, std::uint64_t &digest) { digest += 1u; });
             }),
    };
}

std::vector<Fault> of_invariance() {
    return {
        {"repeat", "every second call takes the other ties",
         spoilt(cpu(),
                [calls = 0](const Problem &problem, const Outputs &outputs, const Plan &plan) mutable {
                    // Of three calls in a law the first and the last are to differ.
                    return cpu().run(calls++ % 3 == 0 ? other_ties(problem) : problem, outputs, plan);
                })},
        wrong_ties_when(
            "batch", "a row alone takes the other ties", cpu(),
            [](const Problem &problem, const Outputs &, const Plan &) { return problem.rows == 1; }),
        wrong_ties_when(
            "asked", "without scores the other ties are taken", cpu(),
            [](const Problem &, const Outputs &outputs, const Plan &) { return outputs.scores == nullptr; }),
        wrong_ties_when(
            "plan", "an even number of CTAs takes the other ties", model(),
            [](const Problem &, const Outputs &, const Plan &plan) { return plan.ctas % 2 == 0; }),
        wrong_ties_when("emission", "merged runs take the other ties", model(),
                        [](const Problem &, const Outputs &, const Plan &plan) {
                            return plan.emission == Plan::Emission::merge;
                        }),
        wrong_ties_when("filter", "a filter takes the other ties", model(),
                        [](const Problem &, const Outputs &, const Plan &plan) {
                            return plan.filter.list > 0 || plan.filter.whole > 0;
                        }),
        instead("refusal", "an unknown tie rule is taken for low",
                [](Problem &problem) {
                    if (static_cast<int>(problem.options.ties) > 1) {
                        problem.options.ties = Ties::low;
                    }
                }),
        {"refusal", "a refused call writes",
         spoilt(cpu(),
                [](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                    const Status status = cpu().run(problem, outputs, plan);
                    if (status.code != StatusCode::ok && outputs.indices != nullptr) {
                        outputs.indices[0] = 0;
                    }
                    return status;
                })},
        then("judge", "the first two slots are swapped, and the judge is asked", swap_first_slots),
    };
}

} // namespace

const std::vector<Fault> &faults() {
    static const std::vector<Fault> list = [] {
        std::vector<Fault> all = of_values();
        for (std::vector<Fault> more : {of_memory_and_facts(), of_invariance(), of_blind_spots()}) {
            for (Fault &fault : more) {
                all.push_back(std::move(fault));
            }
        }
        return all;
    }();
    return list;
}

} // namespace faults
