// Tokens: what is printed is what was meant, what is malformed is refused, and words tell every step.
// Spec: contract/C15, algorithm/S4 to S8 B1 B2 B3. Layer: proptests/schedule.
#include <algorithm>
#include <sstream>
#include <string>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

namespace {

Schedule arbitrary() {
    Schedule schedule;
    Setup &setup = schedule.setup;
    setup.form = pairs::forms[*rc::gen::inRange(0, form_count)];
    setup.ctas = *rc::gen::inRange(ctas_min, ctas_max + 1);
    setup.rounds = *rc::gen::inRange(1, rounds_max + 1);
    setup.seed = *rc::gen::arbitrary<std::uint64_t>();
    setup.resident = *rc::gen::inRange(0, setup.ctas + 1);
    setup.delayed = *rc::gen::arbitrary<bool>();
    setup.mutant =
        mutants()[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(mutants().size())))].mutant;
    if (!applies(info(setup.mutant), setup.form)) {
        setup.mutant = Mutant::none;
    }
    const int count = *rc::gen::inRange(0, 40);
    for (int i = 0; i < count; ++i) {
        const bool again = !schedule.choices.empty() && *rc::gen::inRange(0, 3) != 0;
        const Choice fresh{static_cast<std::uint8_t>(*rc::gen::inRange(0, setup.ctas)),
                           static_cast<std::int8_t>(*rc::gen::inRange(-1, buffer_entries))};
        schedule.choices.push_back(again ? schedule.choices.back() : fresh);
    }
    return schedule;
}

std::string problem_of(const std::string &token) {
    Schedule schedule;
    schedule.setup.seed = 77;
    const std::string problem = parse(token, schedule);
    BOOST_TEST(schedule.setup.seed == (problem.empty() ? schedule.setup.seed : 77u)); // untouched
    return problem;
}

} // namespace

RC_BOOST_PROP(parse_of_print_is_the_same_schedule, ()) {
    const Schedule schedule = arbitrary();
    const std::string token = print(schedule);
    Schedule read;
    RC_ASSERT(parse(token, read) == "");
    RC_ASSERT(read == schedule);
    RC_ASSERT(print(read) == token);
    RC_ASSERT(
        std::none_of(token.begin(), token.end(), [](char c) { return c == ' ' || c == '*' || c == ';'; }));
}

BOOST_AUTO_TEST_CASE(tokens_look_as_documented) {
    Setup setup = pairs::setup_of(Form::spin, 4, 2, 9);
    setup.resident = 3;
    BOOST_TEST(print({setup, {}}) == "x1:spin:4:2:9:3:none:strong:-");
    setup.delayed = true;
    setup.mutant = Mutant::no_b2;
    BOOST_TEST(print({setup, {{1, -1}, {1, -1}, {2, 0}, {2, 0}, {3, 1}, {1, -1}}}) ==
               "x1:spin:4:2:9:3:no_b2:delayed:1x2,2f0x2,3f1,1");
}

BOOST_AUTO_TEST_CASE(malformed_tokens_are_refused_with_the_reason) {
    BOOST_TEST(problem_of("x1:spin:4:2:1:0:none:strong:0x2,1") == "");
    BOOST_TEST(problem_of("") == "it has 1 fields, not 9");
    BOOST_TEST(problem_of("x1:spin:4:2") == "it has 4 fields, not 9");
    BOOST_TEST(problem_of("x1:spin:4:2:1:0:none:strong:0:1") == "it has more than 9 fields");
    BOOST_TEST(problem_of("x2:spin:4:2:1:0:none:strong:0") == "its version is 'x2'; this program knows x1");
    BOOST_TEST(problem_of("x1:grid:4:2:1:0:none:strong:0") == "'grid' is no form");
    BOOST_TEST(problem_of("x1:spin:4:2:1:0:nothing:strong:0") == "'nothing' is no mutant");
    BOOST_TEST(problem_of("x1:spin:4:2:1:0:none:weak:0") == "'weak' is neither strong nor delayed");
    BOOST_TEST(problem_of("x1:spin:1:2:1:0:none:strong:0") == "ctas is 1; the limit is 2");
    BOOST_TEST(problem_of("x1:spin:4:2:1:0:leader_resets:strong:0") ==
               "mutant leader_resets is none of form spin");
    for (const char *number : {"", "-4", "+4", "04", "4 ", "4.0", "99999999999999999999"}) {
        BOOST_TEST(problem_of(std::string("x1:spin:") + number + ":2:1:0:none:strong:0") ==
                   "CTAs, rounds, seed and resident CTAs are to be whole numbers");
    }
    for (const char *choice :
         {"", "4", "0x", "0x1", "0x0", "0x1000001", "x2", "0f", "0f12", "f0", "0x2f1", "a", "-", " 0"}) {
        BOOST_TEST(problem_of(std::string("x1:spin:4:2:1:0:none:strong:1,") + choice) ==
                   "'" + std::string(choice) + "' is no choice");
    }
}

BOOST_AUTO_TEST_CASE(words_tell_every_step_and_the_end) {
    for (const Form form : pairs::forms) {
        for (const bool delayed : {false, true}) {
            Setup setup = pairs::setup_of(form, 3, 2, 4);
            setup.delayed = delayed;
            const Machine machine(setup);
            Runner runner(machine);
            const std::vector<Choice> choices = runner.run(Policy::random, 5).choices;
            bool fault = true;
            std::string problem = "untouched";
            const std::string text = narrate(machine, choices, &fault, problem);
            BOOST_TEST_CONTEXT(pairs::text(setup)) {
                BOOST_TEST(problem == "");
                BOOST_TEST(!fault);
                std::istringstream lines(text);
                std::size_t steps = 0;
                for (std::string line; std::getline(lines, line);) {
                    steps += line.find("  CTA ") == 4 ? 1 : 0;
                    BOOST_TEST(line.find("does nothing") == std::string::npos);
                }
                BOOST_TEST(steps == choices.size());
                BOOST_TEST(text.find("verdict: passed\n") != std::string::npos);
                BOOST_TEST((text.find("becomes visible") != std::string::npos) == delayed);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_beginning_is_gone_on_with_and_what_cannot_be_done_is_named) {
    const Machine machine(pairs::setup_of(Form::spin, 2, 1));
    bool fault = true;
    std::string problem;
    const std::string text = narrate(machine, {{1, -1}}, &fault, problem);
    BOOST_TEST(
        text.find("   0  CTA 1 arrives at the start barrier; the counter holds 1\nthe token ends here") !=
        std::string::npos);
    BOOST_TEST(!fault);
    BOOST_TEST(narrate(machine, {{1, -1}, {1, -1}}, nullptr, problem) == "");
    BOOST_TEST(problem == "choice 1 cannot be done: CTA 1 cannot move there");
    BOOST_TEST(narrate(machine, {{1, 0}}, nullptr, problem) == "");
    BOOST_TEST(problem == "choice 0 cannot be done: CTA 1 has no such write to flush");
}
