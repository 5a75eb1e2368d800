// What is printed is read back as the same case, and printed again as the same text.
// Spec: contract/C1 to C15. Layer: proptests/casefile.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <string>

#include <rapidcheck.h>

#include <exactk/casefile.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/cases/family.hpp>

#include "drawing.hpp"

using namespace exactk;
using casefile::CaseFile;
using casefile::Defect;

namespace {

constexpr int size_max = 24; // convention: rows of a few scores have all spellings

} // namespace

BOOST_AUTO_TEST_CASE(a_printed_case_is_read_back_and_printed_again_as_it_was) {
    BOOST_TEST(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        const int size = *rc::gen::inRange(0, size_max);
        const CaseFile one = casefile_tests::draw_case(seed, size);
        const std::string text = casefile::print(one);
        CaseFile again;
        const Defect bad = casefile::parse(text, again);
        RC_LOG() << text << casefile::describe(bad) << std::endl;
        RC_ASSERT(!bad);
        RC_ASSERT(again == one);
        RC_ASSERT(casefile::print(again) == text);
        RC_ASSERT(!casefile::check(one));
    }));
}

namespace {

/// Where the line of that number begins.
std::size_t line_begin(const std::string &text, std::uint64_t number) {
    std::size_t at = 0;
    for (; number > 0 && at != std::string::npos; --number) {
        at = text.find('\n', at);
        at = at == std::string::npos ? at : at + 1;
    }
    return std::min(at, text.size());
}

/// Text with one thing done to it.
std::string mutate(const std::string &text, cases::Engine &engine) {
    std::string broken = text;
    const std::uint64_t lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    const std::size_t at = static_cast<std::size_t>(cases::below(engine, text.size()));
    const std::size_t begin = line_begin(text, cases::below(engine, lines + 1));
    const std::size_t end = std::min(text.find('\n', begin) + 1, text.size());
    const std::string line = text.substr(begin, end - begin);
    switch (cases::below(engine, 9)) {
    case 0: broken[at] = static_cast<char>(cases::below(engine, 256)); break;
    case 1: broken.erase(at, 1); break;
    case 2: broken.insert(at, 1, static_cast<char>(cases::below(engine, 128))); break;
    case 3: broken.insert(begin, line); break;
    case 4: broken.erase(begin, line.size()); break;
    case 5: broken.resize(at); break;
    case 6:
        broken.insert(at, text.substr(cases::below(engine, text.size()), cases::below(engine, 20)));
        break;
    case 7: // A number becomes a large one.
        broken.insert(at, std::to_string(engine()));
        break;
    default: // A line goes to the end.
        broken.erase(begin, line.size());
        broken += line;
        break;
    }
    return broken;
}

/// Small enough that a mutation of a size does not make the test slow.
bool quick(const CaseFile &one) { return one.rows * one.pitch < 100000; }

} // namespace

BOOST_AUTO_TEST_CASE(a_broken_text_is_a_named_error_or_another_sound_case) {
    BOOST_TEST(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        const int size = *rc::gen::inRange(0, size_max);
        cases::Engine engine(seed);
        std::string text = casefile::print(casefile_tests::draw_case(seed, size));
        for (std::uint64_t times = 1 + cases::below(engine, 3); times > 0 && !text.empty(); --times) {
            text = mutate(text, engine);
        }
        CaseFile one;
        const Defect bad = casefile::parse(text, one);
        RC_LOG() << text << std::endl << casefile::describe(bad) << std::endl;
        if (bad) {
            const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
            RC_TAG(std::string(casefile::name(bad.kind)));
            RC_ASSERT(bad.line >= 1 && bad.line <= lines);
            RC_ASSERT(bad.kind != casefile::DefectKind::unsupported);
            RC_ASSERT(bad.what.size() > 10u);
            return;
        }
        RC_TAG(std::string("sound"));
        CaseFile again;
        RC_ASSERT(!casefile::parse(casefile::print(one), again));
        RC_ASSERT(again == one);
        std::unique_ptr<casefile::Input> input;
        if (quick(one) && !casefile::materialise(one, input)) {
            RC_ASSERT(input->problem().rows == one.rows);
        }
    }));
}
