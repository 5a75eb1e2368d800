// The campaign finds every kind of planted fault, names it, and gives a line that finds it again.
// Spec: contract/C4 C5 C6 C7 C8 C9 C12 C13 C14 C15. Layer: proptests/check.
#define BOOST_TEST_MODULE check
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <exactk/cases/case.hpp>
#include <exactk/check.hpp>

#include "quiet.hpp"

using namespace exactk;

namespace {

/// A correct implementation with one thing done to its answer afterwards, or to what it is asked.
template <class Damage> Implementation broken(const char *name, Damage damage) {
    return {name, "planted fault", false, false,
            [damage](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                const Status status = find_implementation("cpu")->run(problem, outputs, plan);
                damage(problem, outputs);
                return status;
            }};
}

check::Settings settings_for(const Implementation &implementation) {
    check::Settings settings;
    settings.extra = {implementation};
    settings.implementations = {implementation.name};
    settings.cases_per_family = 4;
    settings.exhibits = false;
    settings.budget_seconds = no_budget;
    return settings;
}

/// Runs the campaign on the broken implementation: it must fail with `word` among its words, and the last
/// failure must be found again by its own line.
void must_be_caught(const Implementation &implementation, const std::string &word) {
    BOOST_TEST_CONTEXT(implementation.name) {
        Quiet out;
        check::Settings settings = settings_for(implementation);
        const check::Summary summary = check::run(settings, out.file, false);
        BOOST_TEST(check::exit_code(summary) == 1);
        BOOST_TEST(summary.tallies.at(0).runs_failed > 0);
        bool named = false;
        for (const std::string &failure : summary.failures) {
            named = named || failure.find(word) != std::string::npos;
        }
        BOOST_TEST(named, word << " is not named; first failure: "
                               << (summary.failures.empty() ? "none" : summary.failures.front()));
        BOOST_REQUIRE(!summary.reproductions.empty());
        const std::string line = summary.reproductions.back();
        BOOST_TEST(out.text().find("again: exactk check --seed 1 --only ") != std::string::npos);
        const std::size_t only = line.find("--only ") + std::strlen("--only ");
        settings.only = {line.substr(only, line.find(' ', only) - only)};
        Quiet again;
        const check::Summary repeated = check::run(settings, again.file, false);
        BOOST_REQUIRE(repeated.failures.size() == 1u);
        BOOST_TEST(repeated.failures.back() == summary.failures.back());
    }
}

std::int64_t row_n(const Problem &problem, std::int64_t row) {
    const std::int64_t length = problem.lengths == nullptr ? problem.width : problem.lengths[row];
    return std::max<std::int64_t>(0, std::min(length, problem.width));
}

/// Calls `damage` on the slots of each row that has at least two winners and one loser.
template <class Damage> void each_cut_row(const Problem &problem, const Outputs &outputs, Damage damage) {
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        if (problem.k >= 2 && row_n(problem, row) > problem.k) {
            damage(outputs.indices + row * outputs.index_pitch, row);
        }
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(every_implementation_of_this_build_passes) {
    Quiet out;
    check::Settings settings;
    settings.cases_per_family = 8;
    settings.budget_seconds = no_budget;
    const check::Summary summary = check::run(settings, out.file, false);
    BOOST_TEST(check::exit_code(summary) == 0, out.text());
    BOOST_TEST(summary.cases_run == 8 * cases::family_count);
    BOOST_TEST(summary.cases_not_run == 0);
    BOOST_TEST(summary.exhibits_run == 7);
    BOOST_TEST(summary.exhibits_caught == 7);
    BOOST_TEST(summary.tallies.size() == 4u);
}

BOOST_AUTO_TEST_CASE(a_swapped_pair_of_slots_is_a_wrong_order) {
    must_be_caught(broken("swapped",
                          [](const Problem &problem, const Outputs &outputs) {
                              each_cut_row(problem, outputs, [](std::int32_t *slots, std::int64_t) {
                                  std::swap(slots[0], slots[1]);
                              });
                          }),
                   "wrong_order");
}

BOOST_AUTO_TEST_CASE(a_slot_that_repeats_its_neighbour_is_a_duplicate) {
    must_be_caught(broken("repeated",
                          [](const Problem &problem, const Outputs &outputs) {
                              each_cut_row(problem, outputs,
                                           [](std::int32_t *slots, std::int64_t) { slots[0] = slots[1]; });
                          }),
                   "duplicate");
}

BOOST_AUTO_TEST_CASE(a_loser_in_a_slot_is_a_missing_winner) {
    must_be_caught(broken("loser",
                          [](const Problem &problem, const Outputs &outputs) {
                              each_cut_row(problem, outputs, [&](std::int32_t *slots, std::int64_t row) {
                                  // The first index that is not among the winners takes the last slot.
                                  std::vector<bool> taken(static_cast<std::size_t>(row_n(problem, row)));
                                  for (std::int64_t slot = 0; slot < problem.k; ++slot) {
                                      taken[static_cast<std::size_t>(slots[slot])] = true;
                                  }
                                  const auto loser = std::find(taken.begin(), taken.end(), false);
                                  slots[problem.k - 1] = static_cast<std::int32_t>(loser - taken.begin());
                              });
                          }),
                   "missing_winner");
}

BOOST_AUTO_TEST_CASE(an_index_past_the_length_is_out_of_range) {
    must_be_caught(broken("past the length",
                          [](const Problem &problem, const Outputs &outputs) {
                              each_cut_row(problem, outputs, [&](std::int32_t *slots, std::int64_t row) {
                                  slots[problem.k - 1] = static_cast<std::int32_t>(row_n(problem, row));
                              });
                          }),
                   "out_of_range");
}

BOOST_AUTO_TEST_CASE(a_write_behind_the_last_slot_is_a_write_outside) {
    must_be_caught(broken("overrun",
                          [](const Problem &problem, const Outputs &outputs) {
                              if (problem.rows > 0) {
                                  outputs.indices[(problem.rows - 1) * outputs.index_pitch + problem.k] = 0;
                              }
                          }),
                   "wrote_outside");
}

BOOST_AUTO_TEST_CASE(a_changed_input_is_seen) {
    must_be_caught(broken("scribbler",
                          [](const Problem &problem, const Outputs &) {
                              if (problem.rows > 0 && problem.width > 0) {
                                  auto *first =
                                      static_cast<unsigned char *>(const_cast<void *>(problem.scores));
                                  *first = static_cast<unsigned char>(*first + 1);
                              }
                          }),
                   "input_changed");
}

BOOST_AUTO_TEST_CASE(changed_lengths_are_a_changed_input) {
    // Lengths below 0 stay below 0, so that every answer stays right.
    must_be_caught(broken("length scribbler",
                          [](const Problem &problem, const Outputs &) {
                              for (std::int64_t row = 0; row < problem.rows && problem.lengths; ++row) {
                                  auto &length = const_cast<std::int32_t *>(problem.lengths)[row];
                                  length = length < 0 ? (length == INT32_MIN ? -1 : length - 1) : length;
                              }
                          }),
                   "input_changed");
}

BOOST_AUTO_TEST_CASE(a_zero_whose_sign_is_lost_has_wrong_score_bits) {
    must_be_caught(broken("sign of zero lost",
                          [](const Problem &problem, const Outputs &outputs) {
                              if (outputs.scores == nullptr || problem.type != ScoreType::float32) {
                                  return;
                              }
                              for (std::int64_t row = 0; row < problem.rows; ++row) {
                                  for (std::int64_t slot = 0; slot < problem.k; ++slot) {
                                      char *at = static_cast<char *>(outputs.scores) +
                                                 (row * outputs.score_pitch + slot) * 4;
                                      std::uint32_t bits = 0;
                                      std::memcpy(&bits, at, 4);
                                      bits = bits == 0x80000000u ? 0u : bits;
                                      std::memcpy(at, &bits, 4);
                                  }
                              }
                          }),
                   "wrong_score_bits");
}

BOOST_AUTO_TEST_CASE(a_slot_left_as_it_was_is_unwritten) {
    // A wrapper that restores what the last slot held before the call.
    const Implementation forgetful{
        "forgetful", "planted fault", false, false,
        [](const Problem &problem, const Outputs &outputs, const Plan &plan) {
            std::vector<std::int32_t> held;
            for (std::int64_t row = 0; row < problem.rows && problem.k > 0; ++row) {
                held.push_back(outputs.indices[row * outputs.index_pitch + problem.k - 1]);
            }
            const Status status = find_implementation("cpu")->run(problem, outputs, plan);
            for (std::size_t row = 0; row < held.size(); ++row) {
                outputs.indices[static_cast<std::int64_t>(row) * outputs.index_pitch + problem.k - 1] =
                    held[row];
            }
            return status;
        }};
    must_be_caught(forgetful, "slot_unwritten");
}

BOOST_AUTO_TEST_CASE(an_answer_that_depends_on_the_call_is_not_repeatable) {
    auto calls = std::make_shared<int>(0);
    must_be_caught(broken("moody",
                          [calls](const Problem &problem, const Outputs &outputs) {
                              if (++*calls % 2 == 0) {
                                  each_cut_row(problem, outputs, [](std::int32_t *slots, std::int64_t) {
                                      std::swap(slots[0], slots[1]);
                                  });
                              }
                          }),
                   "not_repeatable");
}

BOOST_AUTO_TEST_CASE(wrong_facts_differ_from_truth) {
    const auto fact = [](const char *name, auto damage) {
        return broken(name, [damage](const Problem &problem, const Outputs &outputs) {
            if (outputs.certificates != nullptr && problem.rows > 0) {
                damage(outputs);
            }
        });
    };
    must_be_caught(fact("pivot", [](const Outputs &outputs) { outputs.certificates[0].pivot ^= 1; }),
                   "certificates differ");
    must_be_caught(fact("status", [](const Outputs &outputs) { outputs.status[0] ^= row_boundary_tie; }),
                   "status bits differ");
    must_be_caught(fact("digest", [](const Outputs &outputs) { ++outputs.digests[0]; }), "digests differ");
}

BOOST_AUTO_TEST_CASE(facts_that_depend_on_the_call_are_caught_in_either_run) {
    const auto fact = [](const char *name, int call_at_fault, auto damage) {
        auto calls = std::make_shared<int>(0);
        return broken(name, [calls, call_at_fault, damage](const Problem &problem, const Outputs &outputs) {
            if (++*calls % 2 == call_at_fault && outputs.certificates != nullptr && problem.rows > 0) {
                damage(outputs);
            }
        });
    };
    for (const int call : {0, 1}) {
        must_be_caught(
            fact("pivot", call, [](const Outputs &outputs) { outputs.certificates[0].pivot ^= 1; }),
            "certificates differ");
        must_be_caught(fact("status", call, [](const Outputs &outputs) { outputs.status[0] ^= row_empty; }),
                       "status bits differ");
        must_be_caught(fact("digest", call, [](const Outputs &outputs) { ++outputs.digests[0]; }),
                       "digests differ");
    }
}

/// Runs the campaign on the CPU path with this implementation as truth: the truth itself must be blamed.
void truth_must_be_blamed(const Implementation &truth, const std::string &words) {
    BOOST_TEST_CONTEXT(truth.name) {
        Quiet out;
        check::Settings settings = settings_for(truth);
        settings.implementations = {"cpu"};
        settings.truth = truth.name;
        const check::Summary summary = check::run(settings, out.file, false);
        BOOST_TEST(check::exit_code(summary) == 1);
        BOOST_REQUIRE(!summary.failures.empty());
        for (const std::string &failure : summary.failures) {
            BOOST_TEST(failure.find(" truth (" + truth.name + ") [") != std::string::npos, failure);
            BOOST_TEST(failure.find(words) != std::string::npos, failure);
        }
        BOOST_TEST(summary.reproductions.size() == summary.failures.size());
    }
}

BOOST_AUTO_TEST_CASE(a_truth_that_cannot_be_one_is_a_failure) {
    truth_must_be_blamed({"refuser", "planted fault", false, false,
                          [](const Problem &, const Outputs &, const Plan &) {
                              return Status{StatusCode::out_of_limits, "problem.k", 7, 3};
                          }},
                         "refused: out_of_limits: problem.k is 7; the limit is 3");
    truth_must_be_blamed(broken("swapped",
                                [](const Problem &problem, const Outputs &outputs) {
                                    each_cut_row(problem, outputs, [](std::int32_t *slots, std::int64_t) {
                                        std::swap(slots[0], slots[1]);
                                    });
                                }),
                         "judged failed: wrong_order");
    // What no judge sees, the two runs tell.
    auto calls = std::make_shared<int>(0);
    truth_must_be_blamed(broken("moody facts",
                                [calls](const Problem &problem, const Outputs &outputs) {
                                    if (++*calls % 2 == 0 && outputs.digests != nullptr && problem.rows > 0) {
                                        ++outputs.digests[0];
                                    }
                                }),
                         "digests differ between the two runs");
}

BOOST_AUTO_TEST_CASE(an_implementation_of_which_nothing_was_run_is_no_success) {
    Quiet out;
    check::Settings settings;
    settings.exhibits = false;
    settings.budget_seconds = no_budget;
    settings.only = {"normal/5"}; // too large for the quadratic oracle
    settings.implementations = {"rank"};
    const check::Summary alone = check::run(settings, out.file, false);
    BOOST_TEST(alone.cases_run == 1);
    BOOST_TEST(alone.tallies.at(0).left_out == 1);
    BOOST_TEST(check::exit_code(alone) == 3);
    BOOST_TEST(out.text().find("nothing was run of rank") != std::string::npos);
    settings.implementations = {"cpu", "rank"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 3);
    settings.implementations = {"cpu"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 0);
}

BOOST_AUTO_TEST_CASE(a_refusal_of_a_legal_problem_is_a_failure) {
    const Implementation refuser{"refuser", "planted fault", false, false,
                                 [](const Problem &, const Outputs &, const Plan &) {
                                     return Status{StatusCode::out_of_limits, "problem.k", 7, 3};
                                 }};
    must_be_caught(refuser, "refused: out_of_limits: problem.k is 7; the limit is 3");
}
