// What the campaign stores of a failure: a small case that fails again, with the fault that was seen and no other.
// Spec: contract/C1 to C18. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <exactk/campaign.hpp>
#include <exactk/campaign/small_rows.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/laws.hpp>
#include <exactk/laws/replay.hpp>
#include <exactk/schedule.hpp>

#include "faults.hpp"
#include "folder.hpp"
#include "stored.hpp"

using namespace exactk;
using campaign::Settings;
using campaign::Summary;
using casefile::CaseFile;
using casefile::Run;

namespace {

/// How often a replay of the file fails on the implementation: by itself, and by the law that the file names.
struct Fails {
    bool by_itself = false;
    bool by_law = false;
};

Fails replayed(const CaseFile &one, const Implementation &implementation) {
    std::unique_ptr<casefile::Input> input;
    BOOST_REQUIRE(!casefile::materialise(one, input));
    Fails fails;
    for (const Run &run : casefile::replay(one, *input, {&implementation})) {
        fails.by_itself = fails.by_itself || run.result == Run::Result::failed;
    }
    for (const Run &run : laws::replay_law(one, {&implementation})) {
        fails.by_law = fails.by_law || run.result == Run::Result::failed;
    }
    return fails;
}

std::vector<CaseFile> files_of(const std::string &folder) {
    std::vector<CaseFile> list;
    if (std::filesystem::exists(folder)) {
        for (const auto &entry : std::filesystem::directory_iterator(folder)) {
            list.emplace_back();
            const casefile::Defect bad = casefile::load(entry.path().string(), list.back());
            BOOST_TEST(!bad, casefile::describe(bad));
        }
    }
    return list;
}

CaseFile drawn(std::uint64_t number) {
    return laws::make_case(laws::draw_knobs(number / 20, number, {400, 2000, 64}));
}

const faults::Fault &fault_of(const std::string &law) {
    return *std::find_if(faults::faults().begin(), faults::faults().end(),
                         [&law](const faults::Fault &fault) { return fault.law == law; });
}

/// The CPU path with something done to its answer.
Implementation spoilt(void (*change)(const Problem &, const Outputs &)) {
    Implementation one = *find_implementation("cpu");
    one.name = "spoilt";
    one.run = [change](const Problem &problem, const Outputs &outputs, const Plan &plan) {
        const Status status = find_implementation("cpu")->run(problem, outputs, plan);
        if (status.code == StatusCode::ok) {
            change(problem, outputs);
        }
        return status;
    };
    return one;
}

} // namespace

BOOST_AUTO_TEST_SUITE(stored_cases)

/// Whether the case can show the fault without the law: as it is, or with all outputs.
bool shows_by_itself(CaseFile one, const Implementation &implementation) {
    const bool as_it_is = laws::fails_replay(one, implementation);
    one.wants_scores = one.wants_facts = true;
    return as_it_is || laws::fails_replay(one, implementation);
}

/// Laws that set outputs, k or the plan themselves, too: the file names the law and the seed.
BOOST_AUTO_TEST_CASE(every_stored_file_fails_its_replay) {
    int all = 0;
    int by_itself = 0;
    for (const faults::Fault &fault : faults::faults()) {
        const testing::Folder folder;
        Settings settings;
        settings.cases_dir = folder / "cases";
        const laws::Law &law = *laws::find_law(fault.law);
        int seen = 0;
        for (std::uint64_t number = 0; number < 3000 && seen < 3; ++number) {
            const campaign::Question question = {law, fault.implementation, number};
            const CaseFile drawn_one = drawn(number);
            if (campaign::words_of(question, drawn_one).empty()) {
                continue;
            }
            ++seen;
            const std::string told = campaign::stored(settings, question, drawn_one);
            const std::string begin = "; case file ";
            BOOST_REQUIRE_MESSAGE(told.find(begin) == 0u, fault.words << ": " << told);
            BOOST_TEST(told.find("did not fail") == std::string::npos, fault.words << ": " << told);
            CaseFile one;
            BOOST_REQUIRE(!casefile::load(told.substr(begin.size()), one));
            const Fails fails = replayed(one, fault.implementation);
            BOOST_TEST((fails.by_law || fails.by_itself), fault.law << ": " << casefile::print(one));
            BOOST_TEST(one.law == fault.law);
            BOOST_TEST(one.implementation == "spoilt");
            BOOST_TEST(!one.clauses.empty());
            ++all;
            by_itself += fails.by_itself ? 1 : 0;
            if (fault.law == "repeat") {
                continue; // it counts its calls, and says something else each time
            }
            BOOST_TEST((fails.by_itself || !shows_by_itself(drawn_one, fault.implementation)),
                       fault.law << ": " << casefile::print(one));
            // The words are those of the small case; behind so many may stand addresses, or the end of the note.
            constexpr std::size_t compared = 60; // convention: the kind, the row and the slot
            const std::string words = law.broken(fault.implementation, one, one.law_seed).substr(0, compared);
            BOOST_TEST(one.note.find(words) != std::string::npos, one.note << ": " << words);
        }
        BOOST_TEST(seen > 0, fault.law);
    }
    BOOST_TEST_MESSAGE(all << " files, " << by_itself << " of them fail without the law, too");
}

BOOST_AUTO_TEST_CASE(words_are_told_apart_by_what_they_are_about) {
    const struct {
        const char *words;
        laws::FaultClass kind;
    } examples[] = {
        {"", laws::FaultClass::none},
        {"refused: out_of_limits: k is 3", laws::FaultClass::refused},
        {"rows -1 is answered by ok, not by out_of_limits", laws::FaultClass::refused},
        {"reversed under the other tie rule, row 0 slot 1 holds 5, not 4", laws::FaultClass::index},
        {"with other scores beyond the lengths, row 0 slot 1 holds 5, not 4", laws::FaultClass::index},
        {"by rank slots 0 and 1 of row 2 are the wrong way round", laws::FaultClass::index},
        {"the score of row 0 slot 1 is not that of index 3", laws::FaultClass::score},
        {"beside sort: score bits differ", laws::FaultClass::score},
        {"with a filter, row 0 has another certificate", laws::FaultClass::facts},
        {"row 0 has status bits 1 and in the certificate 1; counted are 0", laws::FaultClass::facts},
        {"other scores in the same order, and row 1 has other counts", laws::FaultClass::facts},
        {"the digest of row 0 is not that of its indices", laws::FaultClass::digest},
        {"the golden row with k 0 has another answer or digest", laws::FaultClass::digest},
        {"the judge accepts two slots swapped in row 0", laws::FaultClass::judge},
        {"byte 7 behind the indices was written", laws::FaultClass::memory},
        {"row 0 slot 1 was not written", laws::FaultClass::memory},
    };
    for (const auto &example : examples) {
        BOOST_TEST(laws::name(laws::fault_class(example.words)) == laws::name(example.kind), example.words);
    }
}

/// Two faults of one law: wrong digests anywhere, and swapped slots in rows of 40 or more. The case of the latter must not
/// become one of the former, which any empty row shows.
BOOST_AUTO_TEST_CASE(a_fault_stays_what_it_was) {
    const Implementation two = spoilt([](const Problem &problem, const Outputs &outputs) {
        for (std::int64_t row = 0; row < problem.rows; ++row) {
            std::int32_t *const slots = outputs.indices + row * outputs.index_pitch;
            if (problem.width >= 40 && problem.k > 1) {
                std::swap(slots[0], slots[1]);
            }
            if (outputs.digests != nullptr) {
                outputs.digests[row] ^= 1;
            }
        }
    });
    const testing::Folder folder;
    Settings settings;
    settings.cases_dir = folder / "cases";
    const campaign::Question question = {*laws::find_law("truth"), two, 1};
    int seen = 0;
    for (std::uint64_t number = 0; number < 2000 && seen < 5; ++number) {
        const CaseFile one = drawn(number);
        if (one.wants_facts && one.width >= 60 &&
            laws::fault_class(campaign::words_of(question, one)) == laws::FaultClass::index) {
            campaign::stored(settings, question, one);
            ++seen;
        }
    }
    BOOST_TEST(seen == 5);
    for (const CaseFile &one : files_of(folder / "cases")) {
        const std::string words = campaign::words_of(question, one);
        BOOST_TEST((laws::fault_class(words) == laws::FaultClass::index), words);
        BOOST_TEST(one.width == 40);
    }
}

/// A fault in every row: few are told, shrunk and stored, all are counted, and a resumption goes on from there.
BOOST_AUTO_TEST_CASE(what_always_fails_is_told_a_few_times_and_counted) {
    const testing::Folder folder;
    Settings settings;
    settings.sizes = {3, 600, 0, 0, 0};
    settings.implementations = {spoilt([](const Problem &problem, const Outputs &outputs) {
        if (problem.rows > 0 && problem.k > 0) {
            outputs.indices[0] ^= 1;
        }
    })};
    settings.jobs = 2;
    settings.cases_dir = folder / "cases";
    const Summary whole = campaign::run(settings);
    std::int64_t counted = 0;
    for (const auto &[kind, more] : whole.counted) {
        const auto of_kind =
            std::count_if(whole.failures.begin(), whole.failures.end(), [&](const std::string &line) {
                return line.find(": " + kind + " ") != std::string::npos;
            });
        BOOST_TEST(of_kind == campaign::told_max, kind);
        counted += more;
    }
    BOOST_TEST(whole.counted.count("small rows of spoilt") == 1u);
    BOOST_TEST(counted > 1000);
    BOOST_TEST(whole.failed() == counted + static_cast<std::int64_t>(whole.failures.size()));
    BOOST_TEST(files_of(folder / "cases").size() <= whole.failures.size());
    BOOST_TEST(campaign::table(whole).find("small rows of spoilt: ") != std::string::npos);
    BOOST_TEST(campaign::json(whole, settings, "").find("\"small rows of spoilt\": ") != std::string::npos);
    // In two runs the same.
    settings.state = folder / "state";
    int questions = 0;
    settings.stopped = [&questions] { return ++questions > 300; };
    settings.jobs = 1;
    BOOST_TEST(!campaign::run(settings).complete());
    settings.stopped = {};
    const Summary second = campaign::run(settings);
    BOOST_TEST(second.complete());
    BOOST_TEST(second.failed() == whole.failed());
    BOOST_TEST(second.failures.size() == whole.failures.size());
    BOOST_TEST((second.counted == whole.counted));
    BOOST_TEST((campaign::run(settings).counted == whole.counted));
}

BOOST_AUTO_TEST_CASE(a_small_row_is_named_and_stored_with_its_plan) {
    const testing::Folder folder;
    Settings settings;
    settings.sizes = {3, 0, 0, 0, 0};
    settings.implementations = {fault_of("plan").implementation}; // even numbers of CTAs
    settings.cases_dir = folder / "cases";
    const Summary summary = campaign::run(settings);
    BOOST_TEST(summary.failures.size() == static_cast<std::size_t>(campaign::told_max));
    BOOST_TEST(summary.failures.at(0).find("differs from the oracle on row ") != std::string::npos,
               summary.failures[0]);
    BOOST_TEST(summary.failures.at(0).find(", ctas 2 bounds 0,") != std::string::npos);
    BOOST_TEST(summary.failures.at(0).find("; case file ") != std::string::npos);
    const std::vector<CaseFile> files = files_of(folder / "cases");
    BOOST_TEST(!files.empty());
    for (const CaseFile &one : files) {
        BOOST_TEST(one.rows == 1);
        BOOST_TEST(one.plan.ctas == 2);
        BOOST_TEST(replayed(one, settings.implementations[0]).by_itself, casefile::print(one));
    }
}

/// Wrong where a call has several rows: no row alone shows it.
BOOST_AUTO_TEST_CASE(of_a_fault_of_the_batch_the_batch_is_stored) {
    const testing::Folder folder;
    Settings settings;
    settings.sizes = {2, 0, 0, 0, 0};
    settings.implementations = {spoilt([](const Problem &problem, const Outputs &outputs) {
        if (problem.rows > 2 && problem.k > 1) {
            std::swap(outputs.indices[0], outputs.indices[1]);
        }
    })};
    settings.cases_dir = folder / "cases";
    BOOST_TEST(campaign::run(settings).failed() > 0);
    const std::vector<CaseFile> files = files_of(folder / "cases");
    BOOST_TEST(!files.empty());
    for (const CaseFile &one : files) {
        BOOST_TEST(one.rows == 3);
        BOOST_TEST(replayed(one, settings.implementations[0]).by_itself, casefile::print(one));
    }
}

BOOST_AUTO_TEST_CASE(a_schedule_with_a_fault_is_stored_with_its_token) {
    const testing::Folder folder;
    Settings settings;
    settings.sizes = {0, 0, 0, 1, 100};
    settings.mutant = "share_missing"; // wrong in every schedule
    settings.cases_dir = folder / "cases";
    const Summary summary = campaign::run(settings);
    BOOST_TEST(summary.totals.size() == 2u);
    for (const campaign::Total &total : summary.totals) {
        BOOST_TEST(total.failures > 0, campaign::name(total.part));
    }
    std::size_t with_file = 0;
    for (const std::string &line : summary.failures) {
        BOOST_TEST((line.find("exactk explore --replay x1:") != std::string::npos ||
                    line.find("outcomes of ") != std::string::npos),
                   line);
        with_file += line.find("; case file ") != std::string::npos ? 1 : 0;
    }
    const std::vector<CaseFile> files = files_of(folder / "cases");
    BOOST_TEST(with_file > 0u);
    BOOST_TEST(!files.empty());
    for (const CaseFile &one : files) {
        BOOST_TEST(one.note.find("campaign: ") == 0u, one.note);
        schedule::Schedule told;
        BOOST_TEST(schedule::parse(one.schedule, told) == "", one.schedule);
        const schedule::Machine machine(told.setup);
        schedule::Runner runner(machine);
        BOOST_TEST(runner.follow(told.choices).faulty());
    }
    settings.mutant = "no_such";
    BOOST_TEST(campaign::run(settings).error.find("no fault of the protocol") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
