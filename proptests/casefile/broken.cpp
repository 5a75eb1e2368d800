// Each way to break a case file has an error of its own, which says the line and what to do; and the golden bytes.
// Spec: contract/C14 C18, algorithm/S3 F1. Layer: proptests/casefile.
#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

#include <exactk/casefile.hpp>

using namespace exactk;
using casefile::CaseFile;
using casefile::Defect;
using casefile::DefectKind;

namespace {

/// A text with every key; its bytes do not change within a version of the format.
const std::string golden = "exactk case 1\n"
                           "note best of two\n"
                           "clause C4 C5\n"
                           "type float16\n"
                           "rows 2\n"
                           "width 6\n"
                           "pitch 8\n"
                           "offset 1\n"
                           "lengths 5,-1\n"
                           "k 2\n"
                           "direction smallest\n"
                           "ties high\n"
                           "order rank\n"
                           "nan smallest\n"
                           "fill -7 3A5A\n"
                           "outputs indices scores facts\n"
                           "gap 3\n"
                           "ctas 3\n"
                           "digits 11,5\n"
                           "bounds 0*2,4,6\n"
                           "emission merge\n"
                           "filter whole 0 list 64 sample 32 threshold 0x00008001\n"
                           "schedule x1:3.2.AB\n"
                           "scores bits\n"
                           "row 3C00*2,7E00,8000,0001\n"
                           "row none\n"
                           "expect indices\n"
                           "answer 2,3\n"
                           "answer -7*2\n";

CaseFile golden_case() {
    CaseFile one;
    one.note = "best of two";
    one.clauses = {4, 5};
    one.type = ScoreType::float16;
    one.rows = 2;
    one.width = 6;
    one.pitch = 8;
    one.offset = 1;
    one.lengths = {5, -1};
    one.k = 2;
    one.options = {Direction::smallest, Ties::high, Order::rank, NanPolicy::smallest, -7, true, 0x3A5A};
    one.wants_scores = true;
    one.wants_facts = true;
    one.output_gap = 3;
    one.plan.ctas = 3;
    one.plan.digits = {11, 5};
    one.plan.bounds = {0, 0, 4, 6};
    one.plan.emission = Plan::Emission::merge;
    one.plan.filter = {0, 64, 32, true, 0x8001};
    one.schedule = "x1:3.2.AB";
    one.scores = {{0x3C00, 0x3C00, 0x7E00, 0x8000, 0x0001}, {}};
    one.expected.kind = casefile::Expected::Kind::indices;
    one.expected.indices = {{2, 3}, {-7, -7}};
    return one;
}

struct Breach {
    const char *from; ///< part of the golden text; empty: the end
    const char *to;
    DefectKind kind;
    int line;
    const char *words; ///< part of the message
};

constexpr Breach breaches[] = {
    {"exactk case 1", "exactk cases 1", DefectKind::bad_first_line, 1, "begins with 'exactk case 1'"},
    {"exactk case 1", "exactk case x", DefectKind::bad_first_line, 1, "begins with 'exactk case 1'"},
    {"exactk case 1", "exactk case 01", DefectKind::bad_first_line, 1, "begins with 'exactk case 1'"},
    {"exactk case 1", "exactk case 3", DefectKind::unsupported_version, 1,
     "this program reads versions 1 to 2"},
    {"exactk case 1", "exactk case 2", DefectKind::missing_key, 29, "without which a file has version 1"},
    {"type float16\n", "law ties\ntype float16\n", DefectKind::unknown_key, 4, "is a key of version 2"},
    {"type float16\n", "law_seed 1\ntype float16\n", DefectKind::unknown_key, 4, "is a key of version 2"},
    {"type float16\n", "implementation cpu\ntype float16\n", DefectKind::unknown_key, 4,
     "is a key of version 2"},
    {"type float16\n", "type float16\r\n", DefectKind::malformed_line, 4, "carriage return"},
    {"best of two", "best\tof two", DefectKind::malformed_line, 2, "not printable ASCII"},
    {"answer -7*2\n", "answer -7*2", DefectKind::malformed_line, 29, "cut off"},
    {"k 2\n", "k  2\n", DefectKind::malformed_line, 10, "one blank"},
    {"k 2\n", "k 2 \n", DefectKind::malformed_line, 10, "one blank"},
    {"k 2\n", "k\n", DefectKind::malformed_line, 10, "one blank"},
    {"k 2\n", "\nk 2\n", DefectKind::malformed_line, 10, "one blank"},
    {"k 2\n", "kk 2\n", DefectKind::unknown_key, 10, "'kk' is no key"},
    {"ties high\n", "k 2\n", DefectKind::duplicate_key, 12, "'k' stands in line 10 already"},
    {"ties high\n", "", DefectKind::missing_key, 28, "no line 'ties low'"},
    {"scores bits\n", "", DefectKind::missing_key, 28, "no line 'scores bits'"},
    {"C4 C5", "C5 C4", DefectKind::malformed_value, 3, "ascending order"},
    {"C4 C5", "C4 C4", DefectKind::malformed_value, 3, "none twice"},
    {"C4 C5", "C4 C19", DefectKind::out_of_range, 3, "the limit is 18"},
    {"C4 C5", "S4", DefectKind::malformed_value, 3, "such as C3 C5"},
    {"float16", "float64", DefectKind::malformed_value, 4, "float32, float16 or bfloat16"},
    {"rows 2", "rows 0", DefectKind::out_of_range, 5, "rows holds 0; the limit is 1"},
    {"rows 2", "rows 16777217", DefectKind::out_of_range, 5, "the limit is 16777216"},
    {"rows 2", "rows 02", DefectKind::malformed_value, 5, "without leading zeros"},
    {"rows 2", "rows two", DefectKind::malformed_value, 5, "rows is 'two'"},
    {"rows 2", "rows 99999999999999999999", DefectKind::out_of_range, 5, "the limit is 16777216"},
    {"rows 2", "rows -99999999999999999999", DefectKind::out_of_range, 5, "the limit is 1"},
    {"width 6", "width -1", DefectKind::out_of_range, 6, "the limit is 0"},
    {"width 6", "width 2147483648", DefectKind::out_of_range, 6, "the limit is 134217728"},
    {"pitch 8", "pitch 5", DefectKind::out_of_range, 7, "pitch holds 5; the limit is 6"},
    {"offset 1", "offset 64", DefectKind::out_of_range, 8, "the limit is 63"},
    {"lengths 5,-1", "lengths 5", DefectKind::wrong_count, 9, "1 lengths for 2 rows"},
    {"lengths 5,-1", "lengths 5*3", DefectKind::wrong_count, 9, "more than 2 values"},
    {"lengths 5,-1", "lengths 5,2147483648", DefectKind::out_of_range, 9, "the limit is 2147483647"},
    {"lengths 5,-1", "lengths 5,", DefectKind::malformed_value, 9, "whole decimal numbers"},
    {"lengths 5,-1", "lengths 5*1,-1", DefectKind::out_of_range, 9, "the limit is 2"},
    {"lengths 5,-1", "lengths none", DefectKind::wrong_count, 9, "0 lengths for 2 rows"},
    {"k 2", "k 33554433", DefectKind::out_of_range, 10, "the limit is 33554432"},
    {"smallest\nties", "up\nties", DefectKind::malformed_value, 11, "largest or smallest"},
    {"ties high", "ties any", DefectKind::malformed_value, 12, "low or high"},
    {"order rank", "order any", DefectKind::malformed_value, 13, "index or rank"},
    {"nan smallest", "nan low", DefectKind::malformed_value, 14, "largest or smallest"},
    {"fill -7 3A5A", "fill -7", DefectKind::malformed_value, 15, "-1 default"},
    {"fill -7 3A5A", "fill -7 3a5a", DefectKind::malformed_value, 15, "all hexadecimal digits"},
    {"fill -7 3A5A", "fill -7 00003A5A", DefectKind::malformed_value, 15, "all hexadecimal digits"},
    {"fill -7 3A5A", "fill x 3A5A", DefectKind::malformed_value, 15, "whole decimal numbers"},
    {"indices scores facts", "indices facts scores", DefectKind::malformed_value, 16, "in this order"},
    {"gap 3", "gap 65537", DefectKind::out_of_range, 17, "the limit is 65536"},
    {"ctas 3", "ctas 1025", DefectKind::out_of_range, 18, "the limit is 1024"},
    {"ctas 3", "ctas 0", DefectKind::out_of_range, 18, "the limit is 1"},
    {"digits 11,5", "digits 11,4", DefectKind::illegal_plan, 19, "add up to 15; a key has 16 bits"},
    {"digits 11,5", "digits 17", DefectKind::out_of_range, 19, "the limit is 16"},
    {"digits 11,5", "digits none", DefectKind::illegal_plan, 19, "add up to 0"},
    {"bounds 0*2,4,6", "bounds 0,4,6", DefectKind::wrong_count, 20, "3 bounds for 3 CTAs"},
    {"bounds 0*2,4,6", "bounds 1,2,4,6", DefectKind::illegal_plan, 20, "begin with 0"},
    {"bounds 0*2,4,6", "bounds 0,4,2,6", DefectKind::illegal_plan, 20, "never fall"},
    {"bounds 0*2,4,6", "bounds 0,2,4,5", DefectKind::illegal_plan, 20, "end at the width"},
    {"emission merge", "emission both", DefectKind::malformed_value, 21, "direct or merge"},
    {"sample 32", "sample 33", DefectKind::illegal_plan, 22, "32 times a power of two"},
    {"sample 32", "sample 128", DefectKind::illegal_plan, 22, "at most the list"},
    {"filter whole 0", "filter whole -1", DefectKind::out_of_range, 22, "the limit is 0"},
    {"filter whole 0", "filter all 0", DefectKind::malformed_value, 22, "none, or whole W"},
    {"0x00008001", "0x8001", DefectKind::malformed_value, 22, "8 hexadecimal digits"},
    {"x1:3.2.AB", "x1 3", DefectKind::malformed_value, 23, "one token"},
    {"scores bits", "scores many", DefectKind::malformed_value, 24, "bits, or generator"},
    {"scores bits", "scores generator nosuch hash 0x0000000000000000", DefectKind::bad_generator, 24,
     "no generator 'nosuch'; there are case, family, numbers, patterns, report"},
    {"scores bits", "scores generator numbers 0 hash 0x0000000000000000", DefectKind::bad_generator, 24,
     "numbers FIRST STEP"},
    {"scores bits", "scores generator numbers 0 1", DefectKind::malformed_value, 24, "hash 0x"},
    {"scores bits", "scores generator numbers 0 x hash 0x0000000000000000", DefectKind::malformed_value, 24,
     "whole decimal numbers"},
    {"scores bits", "scores generator case -1 normal/3 hash 0x0000000000000000", DefectKind::bad_generator,
     24, "'-1' is no seed"},
    {"scores bits", "scores generator case 1 normal/03 hash 0x0000000000000000", DefectKind::bad_generator,
     24, "no drawn case"},
    {"scores bits", "scores generator family 1 nosuch 1 hash 0x0000000000000000", DefectKind::bad_generator,
     24, "no family of rows"},
    {"scores bits", "scores generator report B1 hash 0x0000000000000000", DefectKind::bad_generator, 24,
     "no row of a public report"},
    {"scores bits", "scores generator patterns 3F800000 1 1 0 0 hash 0x0000000000000000",
     DefectKind::bad_generator, 24, "no pattern of the type"},
    {"scores bits", "scores generator numbers 0 1 hash 0x0000000000000000", DefectKind::wrong_count, 25,
     "scores from a generator asks for 0"},
    {"row none\n", "", DefectKind::wrong_count, 28, "1 lines 'row'; the number of rows asks for 2"},
    {"row none\n", "row none\nrow none\n", DefectKind::wrong_count, 27, "3 lines 'row'"},
    {"3C00*2,7E00", "3C00,7E00", DefectKind::wrong_count, 25, "a row of 4 scores; its length is 5"},
    {"3C00*2,7E00", "3C00*3,7E00", DefectKind::wrong_count, 25, "more than 5 values"},
    {"3C00*2,7E00", "3C00*2,7e00", DefectKind::malformed_value, 25, "4 hexadecimal digits"},
    {"3C00*2,7E00", "3C00*2,17E00", DefectKind::malformed_value, 25, "4 hexadecimal digits"},
    {"expect indices", "expect something", DefectKind::malformed_value, 27, "nothing, indices, or digests"},
    {"expect indices", "expect digests 0x0000000000000001", DefectKind::wrong_count, 27,
     "1 digests for 2 rows"},
    {"expect indices", "expect digests 0x1*2", DefectKind::malformed_value, 27, "16 hexadecimal digits"},
    {"expect indices", "expect nothing", DefectKind::wrong_count, 28,
     "2 lines 'answer'; this 'expect' asks for 0"},
    {"answer 2,3", "answer 2", DefectKind::wrong_count, 28, "an answer of 1 indices; k is 2"},
    {"answer 2,3", "answer 2,x", DefectKind::malformed_value, 28, "whole decimal numbers"},
    {"answer -7*2\n", "", DefectKind::wrong_count, 28, "1 lines 'answer'"},
};

} // namespace

BOOST_AUTO_TEST_CASE(the_golden_bytes_are_printed_and_read) {
    BOOST_TEST(casefile::print(golden_case()) == golden);
    CaseFile one;
    BOOST_TEST(casefile::describe(casefile::parse(golden, one)) == "none: ");
    BOOST_TEST((one == golden_case()));
}

/// The same with a law, which is what version 2 is for.
const std::string golden_law = [] {
    std::string text = golden;
    text.replace(text.find("case 1"), 6, "case 2");
    text.insert(text.find("type "), "law ties\nlaw_seed 18446744073709551615\nimplementation cpu\n");
    return text;
}();

BOOST_AUTO_TEST_CASE(a_law_with_its_seed_and_an_implementation_make_version_2) {
    CaseFile one = golden_case();
    BOOST_TEST(one.version() == 1);
    one.law_seed = 5; // without a meaning as long as there is no law
    BOOST_TEST(casefile::print(one) == golden);
    BOOST_TEST((one == golden_case()));
    one.law = "ties";
    one.law_seed = UINT64_MAX;
    one.implementation = "cpu";
    BOOST_TEST(one.version() == 2);
    BOOST_TEST(casefile::print(one) == golden_law);
    CaseFile again;
    BOOST_TEST(casefile::describe(casefile::parse(golden_law, again)) == "none: ");
    BOOST_TEST((again == one));
    BOOST_TEST(!(again == golden_case()));
    one.law_seed = 1;
    BOOST_TEST(!(again == one));
    one = again;
    one.implementation = "model";
    BOOST_TEST(!(one == again));
    one.law.clear(); // an implementation alone is enough
    BOOST_TEST(one.version() == 2);
    BOOST_TEST(!casefile::check(one));
}

BOOST_AUTO_TEST_CASE(breaches_of_version_2_are_named) {
    const Breach law_breaches[] = {
        {"law ties\n", "", DefectKind::missing_key, 4, "law_seed stands here without a line 'law NAME'"},
        {"law_seed 18446744073709551615\n", "", DefectKind::missing_key, 31, "no line 'law_seed 7'"},
        {"law ties", "law ties twice", DefectKind::malformed_value, 4, "one word"},
        {"18446744073709551615", "18446744073709551616", DefectKind::out_of_range, 5,
         "the limit is 18446744073709551615"},
        {"18446744073709551615", "-1", DefectKind::malformed_value, 5, "whole decimal number"},
        {"18446744073709551615", "07", DefectKind::malformed_value, 5, "without leading zeros"},
        {"implementation cpu", "implementation c p u", DefectKind::malformed_value, 6, "one word"},
        {"implementation cpu", "law two", DefectKind::duplicate_key, 6, "'law' stands in line 4 already"},
    };
    for (const Breach &breach : law_breaches) {
        std::string text = golden_law;
        const std::size_t at = text.find(breach.from);
        BOOST_REQUIRE(at != std::string::npos);
        text.replace(at, std::string(breach.from).size(), breach.to);
        CaseFile one;
        const Defect bad = casefile::parse(text, one);
        BOOST_TEST(casefile::name(bad.kind) == casefile::name(breach.kind), breach.to);
        BOOST_TEST(bad.line == breach.line, casefile::describe(bad));
        BOOST_TEST(bad.what.find(breach.words) != std::string::npos, casefile::describe(bad));
    }
}

BOOST_AUTO_TEST_CASE(keys_may_stand_in_any_order) {
    std::string text = golden;
    const std::string line = "type float16\n";
    text.erase(text.find(line), line.size());
    text += line;
    CaseFile one;
    BOOST_TEST(casefile::describe(casefile::parse(text, one)) == "none: ");
    BOOST_TEST(casefile::print(one) == golden);
}

BOOST_AUTO_TEST_CASE(every_breach_is_named_with_its_line_and_what_to_do) {
    std::set<DefectKind> seen;
    for (const Breach &breach : breaches) {
        BOOST_TEST_CONTEXT(breach.from << " becomes " << breach.to) {
            std::string text = golden;
            const std::size_t at = text.find(breach.from);
            BOOST_REQUIRE(at != std::string::npos);
            text.replace(at, std::string(breach.from).size(), breach.to);
            CaseFile one;
            const Defect bad = casefile::parse(text, one);
            BOOST_TEST(casefile::name(bad.kind) == casefile::name(breach.kind));
            BOOST_TEST(bad.line == breach.line, casefile::describe(bad));
            BOOST_TEST(bad.what.find(breach.words) != std::string::npos, casefile::describe(bad));
            seen.insert(bad.kind);
        }
    }
    // All kinds but none and unsupported, which is for builds without drawn cases.
    BOOST_TEST(seen.size() == static_cast<std::size_t>(DefectKind::unsupported) - 1);
}

BOOST_AUTO_TEST_CASE(every_part_of_the_golden_text_is_needed) {
    for (std::size_t length = 0; length < golden.size(); ++length) {
        CaseFile one;
        BOOST_TEST(!!casefile::parse(golden.substr(0, length), one),
                   length << " bytes were taken for a case");
    }
}

BOOST_AUTO_TEST_CASE(a_few_bytes_cannot_ask_for_much_memory) {
    std::string text = golden;
    for (const auto &[from, to] :
         {std::pair{"rows 2", "rows 16777216"}, std::pair{"width 6", "width 16"},
          std::pair{"pitch 8", "pitch 16"}, std::pair{"k 2", "k 1"}, std::pair{"gap 3", "gap 0"},
          std::pair{"lengths 5,-1", "lengths full"}, std::pair{"bounds 0*2,4,6", "bounds plain"}}) {
        text.replace(text.find(from), std::string(from).size(), to);
    }
    CaseFile one;
    const Defect bad = casefile::parse(text, one);
    BOOST_TEST(casefile::describe(bad) ==
               "line 29: wrong_count: 2 lines 'row'; the number of rows asks for 16777216");
}

BOOST_AUTO_TEST_CASE(digests_are_those_of_the_contract) {
    const std::int32_t answer[] = {2, 3, 4};
    const std::int32_t filled[] = {0, 1, 2, -1};
    BOOST_TEST(casefile::row_digest(nullptr, 0) == 0u);
    BOOST_TEST(casefile::row_digest(filled, 1) == 0x5692161D100B05E5u);
    BOOST_TEST(casefile::row_digest(answer, 3) == 0x7C8979DE4A022761u);
    BOOST_TEST(casefile::row_digest(filled, 4) == 0xA57C87422AF856A5u);
}

BOOST_AUTO_TEST_CASE(what_a_program_made_wrong_is_refused_before_it_is_written) {
    CaseFile one = golden_case();
    BOOST_TEST(!casefile::check(one));
    one.note = "two\nlines 3";
    BOOST_TEST(!!casefile::check(one));
    one = golden_case();
    one.note = casefile::as_note("  two\nlines, and \x01 ");
    BOOST_TEST(one.note == "two?lines, and ?");
    BOOST_TEST(!casefile::check(one));
    one.scores[0][0] = 0x13C00; // more bits than the type has
    BOOST_TEST(!!casefile::check(one));
    one = golden_case();
    one.scores[0].pop_back();
    BOOST_TEST(!!casefile::check(one));
    one = golden_case();
    one.law = "two words";
    BOOST_TEST(!!casefile::check(one));
    one = golden_case();
    one.implementation = std::string(casefile::name_length_max + 1, 'a');
    BOOST_TEST(!!casefile::check(one));
}
