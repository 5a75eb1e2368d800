// The CPU path by the C interface and by the C++ one: the same bits, the same refusals, the same bytes left alone.
// Spec: contract/C8 C15 C18. Layer: proptests/bindings_c.
#include <cstring>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <exactk/cpu.hpp>

#include "sized.hpp"

using namespace bindings_c_test;

namespace {

constexpr unsigned char canary = 0xA5; // convention: neither an index nor a fill that is drawn

/// One question as numbers; both interfaces are asked it. Some pitches are too small, some options unknown.
struct Question {
    std::uint32_t type;
    std::int64_t rows, width, pitch, k, index_pitch, score_pitch;
    std::vector<std::uint32_t> scores; ///< rows * max(pitch, width) elements of up to 4 bytes
    std::vector<std::int32_t> lengths;
    bool has_lengths, has_options, wants_scores, wants_certificates, wants_status, wants_digests;
    exactk_options options;
};

Question any_question() {
    Question question{};
    question.type = *rc::gen::inRange(0u, 3u);
    question.rows = *rc::gen::inRange(0, 4);
    question.width = *rc::gen::inRange(0, 20);
    question.k = *rc::gen::inRange(0, 24);
    question.pitch = question.width + *rc::gen::inRange(-1, 4);
    question.index_pitch = question.k + *rc::gen::inRange(-1, 4);
    question.score_pitch = question.k + *rc::gen::inRange(-1, 4);
    const std::int64_t pitch = std::max(question.pitch, question.width);
    const auto few = rc::gen::element(0u, 0x80000000u, 0x3F803F80u, 0x3C003C00u, 0x7FC07FC0u, 0xFF80FF80u);
    question.scores = *rc::gen::container<std::vector<std::uint32_t>>(
        static_cast<std::size_t>(question.rows * pitch) + 1,
        rc::gen::oneOf(few, few, rc::gen::arbitrary<std::uint32_t>()));
    question.lengths = *rc::gen::container<std::vector<std::int32_t>>(
        static_cast<std::size_t>(question.rows) + 1, rc::gen::inRange(-2, 24));
    question.has_lengths = *rc::gen::arbitrary<bool>();
    question.has_options = *rc::gen::arbitrary<bool>();
    question.wants_scores = *rc::gen::arbitrary<bool>();
    question.wants_certificates = *rc::gen::arbitrary<bool>();
    question.wants_status = *rc::gen::arbitrary<bool>();
    question.wants_digests = *rc::gen::arbitrary<bool>();
    const auto option = rc::gen::element(0u, 1u, 0u, 1u, 0u, 1u, 2u, 255u);
    question.options = sized<exactk_options>();
    question.options.direction = *option;
    question.options.ties = *option;
    question.options.order = *option;
    question.options.nan_policy = *option;
    question.options.fill_index_given = *rc::gen::inRange(0u, 2u);
    question.options.fill_index = *rc::gen::arbitrary<std::int32_t>();
    question.options.fill_score_given = *rc::gen::inRange(0u, 2u);
    question.options.fill_score_bits = *rc::gen::arbitrary<std::uint32_t>();
    return question;
}

/// All memory that an answer can be written to.
struct Room {
    std::vector<std::int32_t> indices = std::vector<std::int32_t>(200, -858993460);
    std::vector<std::uint32_t> scores = std::vector<std::uint32_t>(200, 0xCCCCCCCCu);
    std::vector<unsigned char> certificates =
        std::vector<unsigned char>(6 * sizeof(exactk_certificate), canary);
    std::vector<std::uint32_t> status = std::vector<std::uint32_t>(6, 0xCCCCCCCCu);
    std::vector<std::uint64_t> digests = std::vector<std::uint64_t>(6, 0xCCCCCCCCCCCCCCCCu);

    friend bool operator==(const Room &, const Room &) = default;
};

Said ask_c(const Question &question, Room &room) {
    auto problem = sized<exactk_problem>();
    problem.type = question.type;
    problem.scores = question.scores.data();
    problem.rows = question.rows;
    problem.width = question.width;
    problem.pitch = question.pitch;
    problem.k = question.k;
    problem.lengths = question.has_lengths ? question.lengths.data() : nullptr;
    problem.options = question.has_options ? &question.options : nullptr;
    auto outputs = sized<exactk_outputs>();
    outputs.indices = room.indices.data();
    outputs.index_pitch = question.index_pitch;
    outputs.scores = question.wants_scores ? room.scores.data() : nullptr;
    outputs.score_pitch = question.score_pitch;
    outputs.certificates = question.wants_certificates
                               ? reinterpret_cast<exactk_certificate *>(room.certificates.data())
                               : nullptr;
    outputs.status = question.wants_status ? room.status.data() : nullptr;
    outputs.digests = question.wants_digests ? room.digests.data() : nullptr;
    return answer([&](exactk_status *status) { return exactk_topk_cpu(&problem, &outputs, status); });
}

Said ask_cpp(const Question &question, Room &room) {
    exactk::Problem problem;
    problem.type = static_cast<exactk::ScoreType>(question.type);
    problem.scores = question.scores.data();
    problem.rows = question.rows;
    problem.width = question.width;
    problem.pitch = question.pitch;
    problem.k = question.k;
    problem.lengths = question.has_lengths ? question.lengths.data() : nullptr;
    if (question.has_options) {
        exactk::Options &options = problem.options;
        options.direction = static_cast<exactk::Direction>(question.options.direction);
        options.ties = static_cast<exactk::Ties>(question.options.ties);
        options.order = static_cast<exactk::Order>(question.options.order);
        options.nan_policy = static_cast<exactk::NanPolicy>(question.options.nan_policy);
        options.fill_index = question.options.fill_index_given != 0 ? question.options.fill_index : -1;
        options.fill_score_given = question.options.fill_score_given != 0;
        options.fill_score_bits = question.options.fill_score_bits;
    }
    exactk::Outputs outputs;
    outputs.indices = room.indices.data();
    outputs.index_pitch = question.index_pitch;
    outputs.scores = question.wants_scores ? room.scores.data() : nullptr;
    outputs.score_pitch = question.score_pitch;
    outputs.certificates = question.wants_certificates
                               ? reinterpret_cast<exactk::Certificate *>(room.certificates.data())
                               : nullptr;
    outputs.status = question.wants_status ? room.status.data() : nullptr;
    outputs.digests = question.wants_digests ? room.digests.data() : nullptr;
    const exactk::Status status = exactk::cpu::topk(problem, outputs);
    return {static_cast<std::int32_t>(status.code), status.argument != nullptr ? status.argument : "(null)",
            status.value, status.limit};
}

} // namespace

BOOST_AUTO_TEST_SUITE(same_bits)

BOOST_AUTO_TEST_CASE(the_c_interface_gives_the_bits_and_refusals_of_the_cpp_one_c15_c18) {
    int answered = 0;
    int refused = 0;
    const bool same = rc::check("C and C++ agree", [&] {
        const Question question = any_question();
        Room by_c;
        Room by_cpp;
        const Said c = ask_c(question, by_c);
        const Said cpp = ask_cpp(question, by_cpp);
        RC_ASSERT(c == cpp);
        RC_ASSERT(by_c == by_cpp);
        RC_ASSERT(c.code == exactk_code_ok || by_c == Room{});
        (c.code == exactk_code_ok ? answered : refused) += 1;
    });
    BOOST_TEST(same);
    BOOST_TEST(answered > 0);
    BOOST_TEST(refused > 0);
}

BOOST_AUTO_TEST_SUITE_END()
