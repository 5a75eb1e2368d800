// Files of cases: none is overwritten, none is half there, and what stands in one is what was at hand.
// Spec: contract/C1 to C15. Layer: proptests/casefile.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <exactk/casefile/drawn.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/casefile/store.hpp>

#include "drawing.hpp"

using namespace exactk;
using casefile::CaseFile;

namespace {

/// A folder that is gone afterwards.
struct Folder {
    std::string path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "casefile-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
};

CaseFile small_case(const std::string &note) {
    CaseFile one = casefile_tests::draw_case(3, 4);
    one.note = note;
    return one;
}

} // namespace

BOOST_AUTO_TEST_CASE(no_file_is_overwritten_and_no_bytes_are_written_twice) {
    const Folder folder;
    const std::string inside = folder.path + "/made/on/demand";
    const casefile::Stored first = casefile::store(small_case("one"), inside, "a/b c");
    BOOST_TEST(first.path == inside + "/a-b-c.case", first.reason);
    BOOST_TEST(casefile::store(small_case("two"), inside, "a/b c").path == inside + "/a-b-c-2.case");
    BOOST_TEST(casefile::store(small_case("one"), inside, "a/b c").path == first.path);
    BOOST_TEST(casefile::store(small_case("two"), inside, "a/b c").path == inside + "/a-b-c-2.case");
    CaseFile again;
    BOOST_TEST(!casefile::load(first.path, again));
    BOOST_TEST((again == small_case("one")));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_says_why_and_leaves_nothing) {
    const Folder folder;
    const std::string file = folder.path + "/file";
    std::ofstream(file) << "x";
    const casefile::Stored in_a_file = casefile::store(small_case("one"), file, "stem");
    BOOST_TEST(in_a_file.path.empty());
    BOOST_TEST(in_a_file.reason.find("cannot be made") != std::string::npos, in_a_file.reason);
    CaseFile broken = small_case("one");
    broken.rows = 0;
    const casefile::Stored refused = casefile::store(broken, folder.path, "stem");
    BOOST_TEST(refused.reason.find("out_of_range: rows holds 0") != std::string::npos, refused.reason);
    BOOST_TEST(!std::filesystem::exists(folder.path + "/stem.case"));
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_named) {
    const Folder folder;
    CaseFile one;
    BOOST_TEST(casefile::load(folder.path + "/none", one).what == "there is no such file");
    BOOST_TEST(casefile::load(folder.path, one).what == "it is no regular file");
    std::ofstream(folder.path + "/empty");
    BOOST_TEST((casefile::load(folder.path + "/empty", one).kind == casefile::DefectKind::malformed_line));
}

BOOST_AUTO_TEST_CASE(a_drawn_case_comes_back_with_every_byte_of_its_memory) {
    for (int number = 0; number < 40; ++number) {
        const cases::Case one = cases::make_case(5, cases::Family::nan_mixed, number);
        const cases::Batch batch(one);
        const CaseFile file = casefile::from_drawn(one, batch, one.plans.front());
        BOOST_TEST(!casefile::check(file));
        BOOST_TEST(casefile::print(file).size() <
                   1024u + 12u * 33u + (one.plans.front().bounds.empty() ? 0u : 9000u));
        std::unique_ptr<casefile::Input> input;
        BOOST_REQUIRE(!casefile::materialise(file, input));
        BOOST_TEST(input->bytes().size() == batch.bytes().size());
        BOOST_TEST(std::memcmp(input->bytes().data(), batch.bytes().data(), batch.bytes().size()) == 0);
        BOOST_TEST(reinterpret_cast<std::uintptr_t>(input->problem().scores) % 64 ==
                   reinterpret_cast<std::uintptr_t>(batch.problem().scores) % 64);
    }
}

BOOST_AUTO_TEST_CASE(a_generator_that_makes_other_rows_is_an_error) {
    const cases::Case one = cases::make_case(5, cases::Family::quantised, 7);
    const cases::Batch batch(one);
    const CaseFile file = casefile::from_drawn(one, batch, Plan{});
    const auto refused = [](CaseFile changed) {
        std::unique_ptr<casefile::Input> input;
        const casefile::Defect bad = casefile::materialise(changed, input);
        BOOST_TEST((bad.kind == casefile::DefectKind::bad_generator));
        return bad.what;
    };
    CaseFile changed = file;
    changed.generator.hash ^= 1;
    BOOST_TEST(refused(changed).find("the generator makes rows with hash 0x") != std::string::npos);
    changed = file;
    changed.k += 1;
    BOOST_TEST(refused(changed).find(" has k ") != std::string::npos);
    changed = file;
    changed.generator.arguments[1] = "quantised/8";
    BOOST_TEST(refused(changed).find("case quantised/8 has ") != std::string::npos);
    changed = file;
    changed.lengths.assign(static_cast<std::size_t>(file.rows), -3);
    BOOST_TEST(refused(changed).find("other lengths") != std::string::npos);
    changed = file;
    changed.type = ScoreType::float16;
    changed.generator = {"report", {"A5"}, 0};
    BOOST_TEST(refused(changed) == "report A5 is about float32");
    changed.generator = {"numbers", {"2049", "1"}, 0};
    changed.width = changed.pitch = 3;
    changed.lengths.clear();
    BOOST_TEST(refused(changed) == "2049 is no number that float16 holds exactly");
    changed.type = ScoreType::float32;
    changed.generator = {"numbers", {"16777215", "1"}, 0};
    BOOST_TEST(refused(changed).find("numbers beyond 2^24") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_problem_in_memory_is_written_by_its_bits) {
    std::vector<std::uint32_t> scores = {9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8};
    const std::vector<std::int32_t> lengths = {2, -5};
    Problem problem;
    problem.scores = scores.data();
    problem.rows = 2;
    problem.width = 3;
    problem.pitch = 4;
    problem.lengths = lengths.data();
    problem.k = 2;
    Plan plan;
    plan.ctas = 2;
    CaseFile one;
    BOOST_TEST(!casefile::from_problem(problem, plan, -1, one));
    BOOST_TEST((one.scores == std::vector<std::vector<std::uint32_t>>{{9, 9}, {}}));
    BOOST_TEST(!casefile::from_problem(problem, plan, 1, one));
    BOOST_TEST((one.lengths == std::vector<std::int32_t>{-5}));
    BOOST_TEST(one.rows == 1);
    problem.rows = 0;
    BOOST_TEST((casefile::from_problem(problem, plan, -1, one).kind == casefile::DefectKind::out_of_range));
    std::vector<std::uint32_t> many(static_cast<std::size_t>(casefile::listed_max) + 1);
    problem = {
        many.data(), ScoreType::float32, 1, casefile::listed_max + 1, casefile::listed_max + 1, nullptr, 1,
        {}};
    BOOST_TEST(casefile::from_problem(problem, plan, -1, one).what.find("more than 1048576 scores") == 0u);
    // A schedule goes along with the problem that it is about.
    const Folder folder;
    problem = {scores.data(), ScoreType::float32, 1, 12, 12, nullptr, 2, {}};
    const casefile::Stored stored =
        casefile::store_schedule(problem, plan, "x1:abc", "two CTAs took one slot", folder.path, "explore-1");
    BOOST_TEST(stored.path == folder.path + "/explore-1.case", stored.reason);
    BOOST_TEST(!casefile::load(stored.path, one));
    BOOST_TEST(one.schedule == "x1:abc");
    BOOST_TEST(one.scores.front() == scores);
}
