// Structs of older and newer programs, and sizes that no program can mean.
// Spec: contract/C18. Layer: proptests/bindings_c.
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "sized.hpp"

using namespace bindings_c_test;

namespace {

constexpr std::size_t surplus = 24; // convention: fields of some later version

/// A struct at the start of a longer one, as the header of a later version would have it.
template <class Struct> struct Later {
    Struct known;
    unsigned char more[surplus];
};

struct Asked {
    std::vector<float> scores{1, 2, 5, 4, 5};
    std::vector<std::int32_t> lengths{2};
    std::vector<std::int32_t> indices = std::vector<std::int32_t>(3, -77);
    std::vector<float> values = std::vector<float>(3, -77);
    Later<exactk_options> options{sized<exactk_options>(), {}};
    Later<exactk_problem> problem{sized<exactk_problem>(), {}};
    Later<exactk_outputs> outputs{sized<exactk_outputs>(), {}};
    Later<exactk_shape> shape{sized<exactk_shape>(), {}};
    Later<exactk_profile> profile{sized<exactk_profile>(), {}};
    Later<exactk_wishes> wishes{sized<exactk_wishes>(), {}};
    Later<exactk_status> status{sized<exactk_status>(), {}};
    exactk_plan *plan = nullptr;

    Asked() {
        problem.known.scores = scores.data();
        problem.known.rows = shape.known.rows = 1;
        problem.known.width = problem.known.pitch = shape.known.width = 5;
        problem.known.k = shape.known.k = 3;
        problem.known.options = &options.known;
        outputs.known.indices = indices.data();
        outputs.known.index_pitch = outputs.known.score_pitch = 3;
        BOOST_REQUIRE(exactk_profile_by_name("h200", &profile.known, nullptr) == exactk_code_ok);
    }
    ~Asked() { exactk_plan_destroy(plan); }
    Asked(const Asked &) = delete;
    Asked &operator=(const Asked &) = delete;

    std::int32_t topk() { return exactk_topk_cpu(&problem.known, &outputs.known, &status.known); }
    std::int32_t make() {
        exactk_plan_destroy(plan);
        return exactk_plan_create(&shape.known, &profile.known, &wishes.known, &plan, &status.known);
    }
};

/// One struct as all of its callers see it.
struct Subject {
    const char *size_name;
    std::size_t known, least, alignment;
    std::uint32_t *(*size)(Asked &);
    unsigned char *(*more)(Asked &);
    std::int32_t (*call)(Asked &);
};

#define SUBJECT(member, first_optional_bytes, function)                                                      \
    Subject {                                                                                                \
#member ".size", sizeof(exactk_##member), first_optional_bytes, alignof(exactk_##member),            \
            [](Asked &asked) { return &asked.member.known.size; },                                           \
            [](Asked &asked) { return asked.member.more; },                                                  \
            [](Asked &asked) { return asked.function(); }       \
    }

/// The least sizes are written out: they are a promise to programs that exist.
const std::vector<Subject> &subjects() {
    static const std::vector<Subject> all = {
        SUBJECT(options, 20, topk), SUBJECT(problem, 48, topk), SUBJECT(outputs, 24, topk),
        SUBJECT(shape, 32, make),   SUBJECT(profile, 48, make), SUBJECT(wishes, 24, make),
    };
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sizes)

BOOST_AUTO_TEST_CASE(every_legal_smaller_size_is_taken_and_every_other_is_refused_by_name_c18) {
    for (const Subject &subject : subjects()) {
        int taken = 0;
        for (std::size_t size = 0; size < subject.known; ++size) {
            Asked asked;
            *subject.size(asked) = static_cast<std::uint32_t>(size);
            const std::int32_t code = subject.call(asked);
            BOOST_TEST_INFO(subject.size_name << " " << size);
            if (size >= subject.least && size % subject.alignment == 0) {
                BOOST_TEST(said(asked.status.known) == said_ok);
                ++taken;
            } else {
                const std::size_t limit = size < subject.least ? subject.least : subject.known;
                const Said expected{exactk_code_out_of_limits, subject.size_name,
                                    static_cast<std::int64_t>(size), static_cast<std::int64_t>(limit)};
                BOOST_TEST(said(asked.status.known) == expected);
                BOOST_TEST(asked.indices[0] == -77);
            }
            BOOST_TEST(code == asked.status.known.code);
        }
        BOOST_TEST(taken > 0);
    }
}

BOOST_AUTO_TEST_CASE(a_larger_struct_is_taken_if_its_surplus_is_zero_and_refused_at_any_other_byte) {
    for (const Subject &subject : subjects()) {
        Asked asked;
        *subject.size(asked) = static_cast<std::uint32_t>(subject.known + surplus);
        BOOST_TEST(subject.call(asked) == exactk_code_ok);
        for (std::size_t byte = 0; byte < surplus; ++byte) {
            subject.more(asked)[byte] = 1;
            BOOST_TEST(subject.call(asked) == exactk_code_out_of_limits);
            const Said expected{exactk_code_out_of_limits, subject.size_name,
                                static_cast<std::int64_t>(subject.known + surplus),
                                static_cast<std::int64_t>(subject.known)};
            BOOST_TEST(said(asked.status.known) == expected);
            subject.more(asked)[byte] = 0;
        }
        // Bytes beyond the size are not the library's business.
        *subject.size(asked) = static_cast<std::uint32_t>(subject.known);
        std::memset(subject.more(asked), 0xFF, surplus);
        BOOST_TEST(subject.call(asked) == exactk_code_ok);
    }
}

BOOST_AUTO_TEST_CASE(a_size_that_was_never_set_is_not_followed_into_the_blue) {
    for (const Subject &subject : subjects())
        for (const std::uint32_t size : {4097u, 0x7FFFFFFFu, 0xCCCCCCCCu, 0xFFFFFFFFu}) {
            Asked asked;
            *subject.size(asked) = size;
            BOOST_TEST(subject.call(asked) == exactk_code_out_of_limits);
            const Said expected{exactk_code_out_of_limits, subject.size_name, static_cast<std::int64_t>(size),
                                static_cast<std::int64_t>(subject.known)};
            BOOST_TEST(said(asked.status.known) == expected);
        }
}

BOOST_AUTO_TEST_CASE(beyond_the_greatest_size_not_even_zeros_are_looked_at) {
    Asked asked;
    alignas(exactk_problem) static unsigned char room[8192];
    std::memcpy(room, &asked.problem.known, sizeof(exactk_problem));
    auto *const problem = reinterpret_cast<exactk_problem *>(room);
    problem->size = 4096;
    BOOST_TEST(exactk_topk_cpu(problem, &asked.outputs.known, nullptr) == exactk_code_ok);
    problem->size = 4097;
    BOOST_TEST(answer([&](exactk_status *status) {
                   return exactk_topk_cpu(problem, &asked.outputs.known, status);
               }) == (Said{exactk_code_out_of_limits, "problem.size", 4097, 64}));
}

BOOST_AUTO_TEST_CASE(fields_that_an_older_struct_lacks_have_their_defaults_whatever_lies_there) {
    Asked asked;
    asked.problem.known.size = offsetof(exactk_problem, lengths);
    asked.problem.known.lengths = asked.lengths.data(); // would leave two elements
    asked.problem.known.options =
        reinterpret_cast<const exactk_options *>(&asked.lengths); // would be refused
    asked.outputs.known.size = offsetof(exactk_outputs, scores);
    asked.outputs.known.scores = asked.values.data();
    BOOST_TEST(asked.topk() == exactk_code_ok);
    BOOST_TEST(asked.indices == (std::vector<std::int32_t>{2, 3, 4}));
    BOOST_TEST(asked.values[0] == -77);

    Asked padded;
    padded.problem.known.lengths = padded.lengths.data();
    padded.options.known.size = offsetof(exactk_options, fill_index_given);
    padded.options.known.fill_index_given = 1;
    padded.options.known.fill_index = 99;
    BOOST_TEST(padded.topk() == exactk_code_ok);
    BOOST_TEST(padded.indices == (std::vector<std::int32_t>{0, 1, -1}));
    padded.options.known.size = sizeof(exactk_options);
    BOOST_TEST(padded.topk() == exactk_code_ok);
    BOOST_TEST(padded.indices == (std::vector<std::int32_t>{0, 1, 99}));
}

BOOST_AUTO_TEST_CASE(only_as_much_of_a_profile_is_written_as_the_caller_has) {
    Asked asked;
    std::vector<unsigned char> before(sizeof asked.profile, 0xEE);
    for (const std::size_t size : {std::size_t{48}, std::size_t{56}, sizeof(exactk_profile)}) {
        std::memset(&asked.profile, 0xEE, sizeof asked.profile);
        asked.profile.known.size = static_cast<std::uint32_t>(size);
        BOOST_TEST(exactk_profile_by_name("h200", &asked.profile.known, nullptr) == exactk_code_ok);
        BOOST_TEST(asked.profile.known.size == size);
        BOOST_TEST(asked.profile.known.sms == 132);
        const auto *const bytes = reinterpret_cast<const unsigned char *>(&asked.profile);
        BOOST_TEST(std::memcmp(bytes + size, before.data() + size, sizeof asked.profile - size) == 0);
        // Of the profile that an older program hands on, only what it knows counts.
        BOOST_TEST(asked.make() == exactk_code_ok);
    }
    asked.profile.known.size = 40;
    asked.profile.known.sms = -5;
    BOOST_TEST(exactk_profile_by_name("h200", &asked.profile.known, nullptr) == exactk_code_out_of_limits);
    BOOST_TEST(asked.profile.known.sms == -5);
}

BOOST_AUTO_TEST_CASE(an_illegal_size_of_the_status_is_told_by_the_code_alone_and_nothing_is_done) {
    for (const std::uint32_t size : {0u, 8u, 31u, 33u, 0xFFFFFFFFu}) {
        Asked asked;
        asked.status.known.code = -5;
        asked.status.known.size = size;
        std::memset(asked.status.more, 1, surplus);
        BOOST_TEST(asked.topk() == exactk_code_out_of_limits);
        BOOST_TEST(asked.status.known.code == -5);
        BOOST_TEST(asked.indices[0] == -77);
        BOOST_TEST(asked.make() == exactk_code_out_of_limits);
        BOOST_TEST(asked.plan == nullptr);
    }
    Asked asked;
    asked.status.known.size = sizeof asked.status;
    asked.status.known.code = -5;
    BOOST_TEST(asked.topk() == exactk_code_ok);
    BOOST_TEST(said(asked.status.known) == said_ok);
    BOOST_TEST(exactk_topk_cpu(&asked.problem.known, &asked.outputs.known, nullptr) == exactk_code_ok);
}

BOOST_AUTO_TEST_SUITE_END()
