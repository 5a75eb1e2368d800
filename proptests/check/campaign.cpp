// The campaign finds every kind of planted fault, names it, and gives a line that finds it again.
// Spec: contract/C4 C5 C6 C7 C8 C9 C12 C13 C14 C15. Layer: proptests/check.
#define BOOST_TEST_MODULE check
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <exactk/cases/case.hpp>
#include <exactk/check.hpp>

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

struct Quiet {
    std::FILE *file = std::tmpfile();
    ~Quiet() { std::fclose(file); }
    std::string text() const {
        std::string all;
        std::rewind(file);
        for (int letter = std::fgetc(file); letter != EOF; letter = std::fgetc(file)) {
            all.push_back(static_cast<char>(letter));
        }
        return all;
    }
};

check::Settings settings_for(const Implementation &implementation) {
    check::Settings settings;
    settings.extra = {implementation};
    settings.implementations = {implementation.name};
    settings.cases_per_family = 4;
    settings.exhibits = false;
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

BOOST_AUTO_TEST_CASE(a_refusal_of_a_legal_problem_is_a_failure) {
    const Implementation refuser{"refuser", "planted fault", false, false,
                                 [](const Problem &, const Outputs &, const Plan &) {
                                     return Status{StatusCode::out_of_limits, "problem.k", 7, 3};
                                 }};
    must_be_caught(refuser, "refused: out_of_limits: problem.k is 7; the limit is 3");
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_the_budget_is_counted_as_not_run) {
    Quiet out;
    check::Settings settings;
    settings.budget_seconds = 0;
    settings.cases_per_family = 3;
    const check::Summary summary = check::run(settings, out.file, false);
    BOOST_TEST(summary.cases_run == 0);
    BOOST_TEST(summary.cases_not_run == 3 * cases::family_count);
    BOOST_TEST(check::exit_code(summary) == 3);
    BOOST_TEST(out.text().find("0 cases run, 45 not run") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(settings_that_make_no_sense_are_refused) {
    Quiet out;
    check::Settings settings;
    settings.only = {"no_such_family"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    settings.only = {"normal/1x"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    settings.only.clear();
    settings.implementations = {"nobody"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    BOOST_TEST(out.text().empty());
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_cases_and_another_seed_others) {
    for (int family = 0; family < cases::family_count; ++family) {
        const cases::Case one = cases::make_case(5, static_cast<cases::Family>(family), 3);
        const cases::Batch first(one);
        const cases::Batch second(cases::make_case(5, static_cast<cases::Family>(family), 3));
        BOOST_TEST((first.bytes() == second.bytes()));
        BOOST_TEST(cases::describe(one) == cases::describe(cases::make_case(5, one.family, 3)));
        cases::Family parsed{};
        int number = 0;
        BOOST_TEST(cases::parse_id(cases::id(one), parsed, number));
        BOOST_TEST((parsed == one.family && number == 3));
    }
    // Pinned on any machine: the seed names the case, so the case may not drift.
    const cases::Case pinned = cases::make_case(1, cases::Family::boundary_ties, 0);
    BOOST_TEST(cases::describe(pinned) ==
               "float32 rows=3 width=13 k=30 largest ties=low order=rank nan=smallest population=31");
    BOOST_TEST((cases::Batch(cases::make_case(6, cases::Family::normal, 3)).bytes() !=
                cases::Batch(cases::make_case(5, cases::Family::normal, 3)).bytes()));
}
