// A divergence of kernels and model becomes a case file: the problem, the model's plan, what is right; no GPU is needed.
// Spec: algorithm/F1 O2, contract/C8 C15. Layer: proptests/casefile.
#define BOOST_TEST_MODULE lockstep_cases
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <exactk/casefile/drawn.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>

#include "lockstep_case.hpp"

using namespace exactk;

namespace {

struct Folder {
    std::string path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "divergences-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
};

device::Plan plan_of(const Problem &problem, int ctas) {
    device::Shape shape;
    shape.type = problem.type;
    shape.rows = problem.rows;
    shape.width = problem.width;
    shape.k = problem.k;
    shape.options = problem.options;
    device::Wishes wishes;
    wishes.automatic = false;
    wishes.strategy = ctas > 1 ? device::Strategy::row_per_cluster : device::Strategy::row_per_cta;
    wishes.ctas = ctas;
    device::Plan plan;
    BOOST_REQUIRE(device::make_plan(shape, *device::find_profile("h200"), wishes, plan).code ==
                  StatusCode::ok);
    return plan;
}

Problem problem_over(const std::vector<std::uint32_t> &scores, std::int64_t rows, std::int64_t width) {
    Problem problem;
    problem.scores = scores.data();
    problem.rows = rows;
    problem.width = width;
    problem.pitch = width;
    problem.k = 5;
    return problem;
}

lockstep::Finding finding_at(const char *step, std::int64_t row) {
    lockstep::Finding finding;
    finding.first = lockstep::Divergence{};
    finding.first->step = step;
    finding.first->field = "indices";
    finding.first->row = row;
    return finding;
}

/// Stores and reads back; the file must pass on the CPU path and the model.
casefile::CaseFile stored(const Folder &folder, const cli::DivergedCase &diverged, const std::string &path) {
    const casefile::Stored file = cli::store_divergence(folder.path, diverged);
    BOOST_TEST(file.path == folder.path + path, file.reason);
    casefile::CaseFile one;
    std::unique_ptr<casefile::Input> input;
    BOOST_REQUIRE(!casefile::load(file.path, one));
    BOOST_REQUIRE(!casefile::materialise(one, input));
    for (const casefile::Run &run :
         casefile::replay(one, *input, {find_implementation("cpu"), find_implementation("model")})) {
        BOOST_TEST((run.result == casefile::Run::Result::passed), run.implementation);
    }
    return one;
}

} // namespace

BOOST_AUTO_TEST_CASE(scores_from_a_file_are_written_by_their_bits_under_the_plan_of_the_model) {
    const Folder folder;
    std::vector<std::uint32_t> scores;
    for (std::uint32_t i = 0; i < 3 * 20000; ++i) {
        scores.push_back(0x3F800000u + i * 7919u % 5000u);
    }
    const Problem problem = problem_over(scores, 3, 20000);
    const device::Plan plan = plan_of(problem, 4);
    const lockstep::Finding finding = finding_at("C8", 2);
    const casefile::CaseFile one = stored(
        folder, {"some/folder/s.npy", "four CTAs", plan, problem, {}, finding, nullptr}, "/lockstep-s.case");
    BOOST_TEST(one.rows == 3);
    BOOST_TEST(one.plan.ctas == 4);
    BOOST_TEST(one.plan.filter.sample == plan.first.sample);
    BOOST_TEST(one.clauses == (std::vector<int>{8}), boost::test_tools::per_element());
    BOOST_TEST(one.note.find("lockstep: four CTAs: row 2 C8 indices") == 0u, one.note);
    BOOST_TEST((one.expected.kind == casefile::Expected::Kind::digests));
}

BOOST_AUTO_TEST_CASE(of_more_scores_than_a_file_holds_the_row_at_fault_is_written_alone) {
    const Folder folder;
    const std::vector<std::uint32_t> scores(3 * 500000, 7);
    const Problem problem = problem_over(scores, 3, 500000);
    const device::Plan plan = plan_of(problem, 1);
    const lockstep::Finding finding = finding_at("S4", 1);
    const casefile::CaseFile one =
        stored(folder, {"s.npy", "one CTA", plan, problem, {}, finding, nullptr}, "/lockstep-s.case");
    BOOST_TEST(one.rows == 1);
    BOOST_TEST(one.clauses.empty());
    BOOST_TEST(one.note.find("row 1 alone; lockstep: one CTA: row 1 S4") == 0u, one.note);
    // Where no row can be told, nothing is written, and this is said.
    const lockstep::Finding none = finding_at("S4", -1);
    const casefile::Stored refused =
        cli::store_divergence(folder.path, {"s.npy", "one CTA", plan, problem, {}, none, nullptr});
    BOOST_TEST(refused.path.empty());
    BOOST_TEST(refused.reason.find("more than 1048576 scores") != std::string::npos, refused.reason);
}

BOOST_AUTO_TEST_CASE(a_drawn_case_is_written_by_name) {
    const Folder folder;
    const cases::Case drawn = cases::make_case(1, cases::Family::normal, 3);
    const cases::Batch batch(drawn);
    const casefile::CaseFile named = casefile::from_drawn(drawn, batch, Plan{});
    const device::Plan plan = plan_of(batch.problem(), 2);
    const lockstep::Finding finding = finding_at("S7", 0);
    const casefile::CaseFile one =
        stored(folder, {"normal/3", "two CTAs", plan, batch.problem(), {}, finding, &named},
               "/lockstep-normal-3.case");
    BOOST_TEST(one.generator.arguments.at(1) == "normal/3");
    BOOST_TEST(one.plan.digits == plan.digits, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_row_that_one_cta_did_alone_is_told_under_the_plan_of_such_rows) {
    const Folder folder;
    const std::vector<std::uint32_t> scores(2 * 20000, 7);
    const std::vector<std::int32_t> lengths = {20000, 100};
    Problem problem = problem_over(scores, 2, 20000);
    problem.lengths = lengths.data();
    const device::Plan plan = plan_of(problem, 4);
    for (const std::int64_t row : {0, 1}) {
        const lockstep::Finding finding = finding_at("S5", row);
        const std::string name = "r" + std::to_string(row) + ".npy";
        const casefile::CaseFile one =
            stored(folder, {name, "four CTAs", plan, problem, {}, finding, nullptr},
                   "/lockstep-r" + std::to_string(row) + ".case");
        BOOST_TEST(one.plan.ctas == (row == 0 ? 4 : 1));
    }
}
