// Calls that are refused and calls just short of it: all implementations give one answer to each.
// Spec: contract/C11 C15 C18. Layer: proptests/refusals.
#define BOOST_TEST_MODULE refusals
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <exactk/implementations.hpp>
#include <exactk/laws/asked_calls.hpp>

using namespace exactk;
using laws::AskedCall;

namespace {

/// All calls of a group, of every type, by every implementation; returns how many calls were made.
int all_answer(const std::string &group) {
    int made = 0;
    for (const AskedCall &call : laws::asked_calls()) {
        if (call.group != group) {
            continue;
        }
        for (const Implementation &implementation : implementations()) {
            if (call.of_plan && !implementation.uses_plan) {
                continue; // The list is the plan's own: an implementation without one ignores it.
            }
            for (const ScoreType type : {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16}) {
                ++made;
                const std::string words = laws::answered_wrongly(implementation, call, type, {}, {});
                BOOST_TEST(words == "", implementation.name << ", " << words);
            }
        }
    }
    return made;
}

/// An implementation that answers every call so, and may write.
Implementation answering(Status (*change)(Status), void (*write)(const Outputs &)) {
    Implementation one = *find_implementation("cpu");
    one.run = [change, write](const Problem &problem, const Outputs &outputs, const Plan &plan) {
        const Status status = change(find_implementation("cpu")->run(problem, outputs, plan));
        if (status.code != StatusCode::ok) {
            write(outputs);
        }
        return status;
    };
    return one;
}

/// Bad calls, none of which this implementation answers as it should.
void none_is_right(const Implementation &implementation, const std::string &group) {
    for (const AskedCall &call : laws::asked_calls()) {
        if (call.refused && !call.of_plan && (group.empty() || call.group == group)) {
            const std::string words =
                laws::answered_wrongly(implementation, call, ScoreType::float32, {}, {});
            BOOST_TEST(words != "", call.group << ", " << call.what);
        }
    }
}

} // namespace

// Four implementations and three types; the least numbers are those of the list when it was written.
BOOST_AUTO_TEST_CASE(counts_pitches_options_and_types) { BOOST_TEST(all_answer("counts") >= 12 * 16); }
BOOST_AUTO_TEST_CASE(pointers) { BOOST_TEST(all_answer("pointers") >= 12 * 18); }
BOOST_AUTO_TEST_CASE(extents_that_do_not_fit_a_signed_number) {
    BOOST_TEST(all_answer("extents") >= 12 * 13);
}
BOOST_AUTO_TEST_CASE(extents_that_run_past_the_end_of_the_address_space) {
    BOOST_TEST(all_answer("ends") >= 12 * 19);
}
BOOST_AUTO_TEST_CASE(overlaps) { BOOST_TEST(all_answer("overlaps") >= 12 * 121); }
BOOST_AUTO_TEST_CASE(more_rows_than_a_loop_can_end_cost_nothing_where_nothing_is_asked) {
    BOOST_TEST(all_answer("many rows") >= 12 * 2);
}
BOOST_AUTO_TEST_CASE(plans) { BOOST_TEST(all_answer("plans") >= 3 * 13); }

/// Every array is moved, every status code of C18 that the interface can give is met, and no group is left out above.
BOOST_AUTO_TEST_CASE(the_list_is_whole) {
    std::map<StatusCode, int> codes;
    std::set<std::string> groups;
    std::set<std::string> arguments;
    for (const AskedCall &call : laws::asked_calls()) {
        laws::Stage stage(ScoreType::float32, {}, {});
        const Status wanted = call.change(stage);
        BOOST_TEST((wanted.code != StatusCode::ok) == call.refused, call.what);
        BOOST_TEST((wanted.argument != nullptr) == call.refused, call.what);
        ++codes[wanted.code];
        groups.insert(call.group);
        arguments.insert(wanted.argument == nullptr ? "" : wanted.argument);
    }
    for (const StatusCode code :
         {StatusCode::ok, StatusCode::null_pointer, StatusCode::out_of_limits, StatusCode::pitch_too_small,
          StatusCode::misaligned, StatusCode::unknown_option, StatusCode::unsupported_type,
          StatusCode::overlap, StatusCode::extent_overflow, StatusCode::illegal_plan}) {
        BOOST_TEST(codes[code] > 0, static_cast<int>(code));
    }
    BOOST_TEST(groups.size() == 7u);
    BOOST_TEST(arguments.size() == 28u);
}

/// The list would be worth nothing if wrong answers passed it.
BOOST_AUTO_TEST_CASE(wrong_answers_are_seen) {
    const auto nothing = [](const Outputs &) {};
    none_is_right(answering([](Status status) { return (status.argument = "banana", status); }, nothing), "");
    none_is_right(answering([](Status status) { return (status.value ^= 1, status); }, nothing), "");
    none_is_right(answering([](Status status) { return (status.limit ^= 1, status); }, nothing), "");
    none_is_right(answering([](Status) { return Status{}; }, nothing), "");
    none_is_right(answering([](Status status) { return status; },
                            [](const Outputs &outputs) { std::memset(outputs.digests, 0, 1); }),
                  "counts");
}
