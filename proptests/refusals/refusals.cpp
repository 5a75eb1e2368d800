// One list of calls that are refused and of calls just short of it: all implementations give one answer to each.
// Spec: contract/C11 C15 C18. Layer: proptests/refusals.
#define BOOST_TEST_MODULE refusals
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <exactk/implementations.hpp>

using namespace exactk;

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// A good call of two float32 rows with all outputs, in one block of memory, so that overlaps can be made. It
/// is set up anew in the same place for each implementation, so that refusals which name an address agree.
struct Call {
    alignas(8) unsigned char memory[1024];
    Problem problem;
    Outputs outputs;

    template <class Element> Element *at(std::size_t offset) {
        return reinterpret_cast<Element *>(memory + offset);
    }

    void set_up() {
        std::memset(memory, 0x11, sizeof memory);
        const std::int32_t lengths[2] = {4, 0};
        std::memcpy(memory + 64, lengths, sizeof lengths);
        problem = Problem{};
        problem.scores = memory; // two rows, 36 bytes
        problem.rows = 2;
        problem.width = 4;
        problem.pitch = 5;
        problem.lengths = at<std::int32_t>(64);
        problem.k = 3;
        outputs = Outputs{};
        outputs.indices = at<std::int32_t>(128); // 28 bytes
        outputs.index_pitch = 4;
        outputs.scores = memory + 256; // 28 bytes
        outputs.score_pitch = 4;
        outputs.certificates = at<Certificate>(384); // 48 bytes
        outputs.status = at<std::uint32_t>(512);     // 8 bytes
        outputs.digests = at<std::uint64_t>(640);    // 16 bytes
    }

    /// Arrays as counts alone: no rows' content, nothing optional.
    void keep_only_counts() {
        problem = Problem{};
        outputs = Outputs{};
    }

    /// One row of which nothing is read, and one slot.
    void one_empty_row() {
        keep_only_counts();
        std::memset(memory + 64, 0, 4);
        problem.lengths = at<std::int32_t>(64);
        problem.rows = 1;
        problem.k = outputs.index_pitch = 1;
        outputs.indices = at<std::int32_t>(128);
    }
};

/// Where the last `count` bytes of the address space begin.
template <class Element = void> Element *last_bytes(std::uintptr_t count) {
    return reinterpret_cast<Element *>(std::uintptr_t{0} - count);
}

struct Asked {
    std::string what; ///< for the report
    StatusCode code;
    std::string argument; ///< empty: accepted
    std::function<void(Call &)> change;
};

/// Every implementation answers alike in code, argument, value and limit, and a refusal writes nothing.
void all_answer_alike(const std::vector<Asked> &list) {
    static Call call;
    for (const Asked &asked : list) {
        std::vector<Status> answers;
        for (const Implementation &implementation : implementations()) {
            call.set_up();
            asked.change(call);
            const std::vector<unsigned char> before(std::begin(call.memory), std::end(call.memory));
            const Status status = implementation.run(call.problem, call.outputs, Plan{});
            BOOST_TEST_CONTEXT(asked.what << ": " << implementation.name << " says " << describe(status)
                                          << " (value " << status.value << ", limit " << status.limit
                                          << ")") {
                BOOST_TEST(name(status.code) == name(asked.code));
                BOOST_TEST((status.argument == nullptr ? "" : status.argument) == asked.argument);
                BOOST_TEST((answers.empty() || status.value == answers.front().value));
                BOOST_TEST((answers.empty() || status.limit == answers.front().limit));
                BOOST_TEST(
                    (status.code == StatusCode::ok || std::equal(before.begin(), before.end(), call.memory)));
            }
            answers.push_back(status);
        }
        BOOST_TEST(answers.size() == 4u);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(counts_pitches_options_and_types) {
    all_answer_alike({
        {"the good call", StatusCode::ok, "", [](Call &) {}},
        {"rows", StatusCode::out_of_limits, "problem.rows", [](Call &c) { c.problem.rows = -1; }},
        {"width", StatusCode::out_of_limits, "problem.width", [](Call &c) { c.problem.width = -1; }},
        {"wide", StatusCode::out_of_limits, "problem.width",
         [](Call &c) { c.problem.width = c.problem.pitch = width_max + 1; }},
        {"k", StatusCode::out_of_limits, "problem.k", [](Call &c) { c.problem.k = -1; }},
        {"large k", StatusCode::out_of_limits, "problem.k",
         [](Call &c) { c.problem.k = c.outputs.index_pitch = c.outputs.score_pitch = k_max + 1; }},
        {"pitch", StatusCode::pitch_too_small, "problem.pitch", [](Call &c) { c.problem.pitch = 3; }},
        {"pitch below 0", StatusCode::pitch_too_small, "problem.pitch",
         [](Call &c) { c.problem.pitch = -most; }},
        {"index pitch", StatusCode::pitch_too_small, "outputs.index_pitch",
         [](Call &c) { c.outputs.index_pitch = 2; }},
        {"score pitch", StatusCode::pitch_too_small, "outputs.score_pitch",
         [](Call &c) { c.outputs.score_pitch = 2; }},
        {"score pitch without scores", StatusCode::ok, "",
         [](Call &c) { c.outputs.scores = nullptr, c.outputs.score_pitch = -1; }},
        {"direction", StatusCode::unknown_option, "options.direction",
         [](Call &c) { c.problem.options.direction = Direction{2}; }},
        {"ties", StatusCode::unknown_option, "options.ties",
         [](Call &c) { c.problem.options.ties = Ties{255}; }},
        {"order", StatusCode::unknown_option, "options.order",
         [](Call &c) { c.problem.options.order = Order{7}; }},
        {"NaN policy", StatusCode::unknown_option, "options.nan_policy",
         [](Call &c) { c.problem.options.nan_policy = NanPolicy{2}; }},
        {"type", StatusCode::unsupported_type, "problem.type",
         [](Call &c) { c.problem.type = ScoreType{3}; }},
    });
}

BOOST_AUTO_TEST_CASE(pointers) {
    all_answer_alike({
        {"no scores", StatusCode::null_pointer, "problem.scores",
         [](Call &c) { c.problem.scores = nullptr; }},
        {"no indices", StatusCode::null_pointer, "outputs.indices",
         [](Call &c) { c.outputs.indices = nullptr; }},
        {"nothing but counts of 0", StatusCode::ok, "", [](Call &c) { c.keep_only_counts(); }},
        {"scores", StatusCode::misaligned, "problem.scores",
         [](Call &c) { c.problem.scores = c.memory + 2; }},
        {"half scores", StatusCode::misaligned, "problem.scores",
         [](Call &c) { c.problem.type = ScoreType::float16, c.problem.scores = c.memory + 1; }},
        {"lengths", StatusCode::misaligned, "problem.lengths",
         [](Call &c) { c.problem.lengths = c.at<std::int32_t>(65); }},
        {"indices", StatusCode::misaligned, "outputs.indices",
         [](Call &c) { c.outputs.indices = c.at<std::int32_t>(130); }},
        {"output scores", StatusCode::misaligned, "outputs.scores",
         [](Call &c) { c.outputs.scores = c.memory + 257; }},
        {"certificates", StatusCode::misaligned, "outputs.certificates",
         [](Call &c) { c.outputs.certificates = c.at<Certificate>(388); }},
        {"status", StatusCode::misaligned, "outputs.status",
         [](Call &c) { c.outputs.status = c.at<std::uint32_t>(514); }},
        {"digests", StatusCode::misaligned, "outputs.digests",
         [](Call &c) { c.outputs.digests = c.at<std::uint64_t>(644); }},
    });
}

BOOST_AUTO_TEST_CASE(extents_that_do_not_fit_a_signed_number) {
    const auto rows_alone = [](std::int64_t rows, auto put) {
        return [=](Call &c) {
            c.keep_only_counts();
            c.problem.rows = rows;
            put(c);
        };
    };
    all_answer_alike({
        {"scores", StatusCode::extent_overflow, "problem.scores", [](Call &c) { c.problem.pitch = most; }},
        {"scores, bytes", StatusCode::extent_overflow, "problem.scores",
         [](Call &c) { c.problem.pitch = most / 4 - 3; }},
        {"indices", StatusCode::extent_overflow, "outputs.indices",
         [](Call &c) { c.outputs.index_pitch = most / 4 - 2; }},
        {"output scores", StatusCode::extent_overflow, "outputs.scores",
         [](Call &c) { c.outputs.score_pitch = most; }},
        {"lengths", StatusCode::extent_overflow, "problem.lengths",
         rows_alone(most / 4 + 1, [](Call &c) { c.problem.lengths = c.at<std::int32_t>(64); })},
        {"certificates", StatusCode::extent_overflow, "outputs.certificates",
         rows_alone(most / 24 + 1, [](Call &c) { c.outputs.certificates = c.at<Certificate>(384); })},
        {"status", StatusCode::extent_overflow, "outputs.status",
         rows_alone(most / 4 + 1, [](Call &c) { c.outputs.status = c.at<std::uint32_t>(512); })},
        {"digests", StatusCode::extent_overflow, "outputs.digests",
         rows_alone(most / 8 + 1, [](Call &c) { c.outputs.digests = c.at<std::uint64_t>(640); })},
        // The scores lie behind all else here, so that their extent meets nothing.
        {"the largest that fits", StatusCode::ok, "",
         [](Call &c) { c.problem.scores = c.memory + 960, c.problem.pitch = most / 4 - 4; }},
        // An array of rows without elements has an extent all the same; one that is not there has none.
        {"rows without elements", StatusCode::extent_overflow, "problem.scores",
         [](Call &c) { c.problem.width = 0, c.problem.rows = 3, c.problem.pitch = most; }},
        {"no array", StatusCode::ok, "",
         [](Call &c) {
             c.keep_only_counts();
             c.problem.rows = 3, c.problem.pitch = most, c.outputs.index_pitch = most;
         }},
    });
}

BOOST_AUTO_TEST_CASE(extents_that_run_past_the_end_of_the_address_space) {
    const auto scores_at_the_end = [](std::uintptr_t bytes, std::int64_t width) {
        return [=](Call &c) {
            c.one_empty_row();
            c.problem.scores = last_bytes(bytes);
            c.problem.width = c.problem.pitch = width;
        };
    };
    all_answer_alike({
        {"scores, far beyond", StatusCode::extent_overflow, "problem.scores", scores_at_the_end(16, 1000)},
        {"scores, by an element", StatusCode::extent_overflow, "problem.scores", scores_at_the_end(16, 5)},
        // The address behind the last element would be 2^64, which is none.
        {"scores, to the end", StatusCode::extent_overflow, "problem.scores", scores_at_the_end(16, 4)},
        {"scores, short of the end", StatusCode::ok, "", scores_at_the_end(16, 3)},
        {"scores, none", StatusCode::ok, "", scores_at_the_end(16, 0)},
        {"lengths", StatusCode::extent_overflow, "problem.lengths",
         [](Call &c) { c.problem.lengths = last_bytes<const std::int32_t>(8); }},
        {"indices", StatusCode::extent_overflow, "outputs.indices",
         [](Call &c) { c.outputs.indices = last_bytes<std::int32_t>(16); }},
        {"output scores", StatusCode::extent_overflow, "outputs.scores",
         [](Call &c) { c.outputs.scores = last_bytes(28); }},
        {"certificates", StatusCode::extent_overflow, "outputs.certificates",
         [](Call &c) { c.outputs.certificates = last_bytes<Certificate>(40); }},
        {"status", StatusCode::extent_overflow, "outputs.status",
         [](Call &c) { c.outputs.status = last_bytes<std::uint32_t>(4); }},
        {"digests", StatusCode::extent_overflow, "outputs.digests",
         [](Call &c) { c.outputs.digests = last_bytes<std::uint64_t>(16); }},
    });
}

BOOST_AUTO_TEST_CASE(overlaps) {
    all_answer_alike({
        {"indices in scores", StatusCode::overlap, "outputs.indices",
         [](Call &c) { c.outputs.indices = c.at<std::int32_t>(32); }},
        {"indices around lengths", StatusCode::overlap, "outputs.indices",
         [](Call &c) { c.outputs.indices = c.at<std::int32_t>(40); }},
        {"output scores on scores", StatusCode::overlap, "outputs.scores",
         [](Call &c) { c.outputs.scores = c.memory; }},
        {"output scores in indices", StatusCode::overlap, "outputs.scores",
         [](Call &c) { c.outputs.scores = c.memory + 152; }},
        {"certificates around indices", StatusCode::overlap, "outputs.certificates",
         [](Call &c) { c.outputs.certificates = c.at<Certificate>(88); }},
        {"status in certificates", StatusCode::overlap, "outputs.status",
         [](Call &c) { c.outputs.status = c.at<std::uint32_t>(428); }},
        {"status in a gap of scores", StatusCode::overlap, "outputs.status",
         [](Call &c) { c.outputs.status = c.at<std::uint32_t>(16); }},
        {"digests on lengths", StatusCode::overlap, "outputs.digests",
         [](Call &c) { c.outputs.digests = c.at<std::uint64_t>(64); }},
        {"digests on status", StatusCode::overlap, "outputs.digests",
         [](Call &c) { c.outputs.digests = c.at<std::uint64_t>(512); }},
        {"neighbours", StatusCode::ok, "", [](Call &c) { c.outputs.indices = c.at<std::int32_t>(36); }},
        {"arrays without rows", StatusCode::ok, "",
         [](Call &c) { c.problem.rows = 0, c.outputs.indices = c.at<std::int32_t>(0); }},
    });
}

BOOST_AUTO_TEST_CASE(more_rows_than_a_loop_can_end_cost_nothing_where_nothing_is_asked) {
    all_answer_alike({
        {"no slots", StatusCode::ok, "",
         [](Call &c) {
             c.keep_only_counts();
             c.problem.rows = most;
         }},
        {"no slots of rows with an array", StatusCode::ok, "",
         [](Call &c) {
             c.keep_only_counts();
             c.problem.rows = 2'000'000'000'000'000'000; // convention: no loop over so many ever ends
             c.problem.scores = c.memory;
         }},
    });
}
