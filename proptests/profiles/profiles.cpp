// The lists of serving shapes: the same for ever, within the limits of case files, and with the shapes that they are for.
// Spec: contract/C1 C2 C11. Layer: proptests/profiles.
#define BOOST_TEST_MODULE profiles
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <string>

#include <exactk/casefile/input.hpp>
#include <exactk/profiles.hpp>

using namespace exactk;

namespace {

/// FNV-1a over all that names and shapes a case.
std::uint64_t print_of(const std::vector<profiles::ProfileCase> &cases) {
    std::uint64_t hash = casefile::hash_start;
    const auto add = [&](std::uint64_t number) {
        hash = casefile::add_to_hash(hash, static_cast<std::uint32_t>(number), 4);
        hash = casefile::add_to_hash(hash, static_cast<std::uint32_t>(number >> 32), 4);
    };
    for (const profiles::ProfileCase &made : cases) {
        for (const char letter : made.id + " " + made.words) {
            add(static_cast<unsigned char>(letter));
        }
        for (const std::int64_t number :
             {made.one.rows, made.one.width, made.one.pitch, made.one.k, made.one.output_gap}) {
            add(static_cast<std::uint64_t>(number));
        }
        for (const std::int32_t length : made.one.lengths) {
            add(static_cast<std::uint64_t>(length));
        }
    }
    return hash;
}

template <class Predicate>
bool any_row(const std::vector<profiles::ProfileCase> &cases, const Predicate &predicate) {
    return std::any_of(cases.begin(), cases.end(), [&](const profiles::ProfileCase &made) {
        return std::any_of(made.one.lengths.begin(), made.one.lengths.end(),
                           [&](std::int32_t length) { return predicate(made.one, length); });
    });
}

} // namespace

BOOST_AUTO_TEST_CASE(lists_do_not_change) {
    // A case that changes must get another id, since ids stand in files of known failures.
    const struct {
        const char *name;
        std::size_t cases;
        std::uint64_t print;
    } golden[] = {
        {"dsa-decode", 60, 2952695366067533065u},  {"dsa-prefill", 30, 3152533929615309437u},
        {"v4-decode", 36, 15299794588776597704u},  {"mtp", 30, 1587169538962394955u},
        {"dcp-merge", 20, 2131573839089859195u},   {"small-k", 24, 7982532597315456100u},
        {"adversarial", 80, 6481498944418255007u}, {"ci-cpu", 140, 4431473989001849200u},
        {"ci-gpu", 280, 12277163131304838591u},
    };
    BOOST_TEST(profiles::profiles().size() == std::size(golden));
    for (const auto &one : golden) {
        const profiles::Profile *const profile = profiles::find(one.name);
        BOOST_REQUIRE(profile != nullptr);
        const std::vector<profiles::ProfileCase> cases = profiles::cases_of(*profile, 1);
        BOOST_TEST(cases.size() == one.cases);
        BOOST_TEST_CONTEXT(one.name) { BOOST_TEST(print_of(cases) == one.print); }
    }
    BOOST_TEST(profiles::find("nothing") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_seed_changes_scores_and_no_shape) {
    for (const profiles::Profile &profile : profiles::profiles()) {
        const auto one = profiles::cases_of(profile, 1);
        const auto other = profiles::cases_of(profile, 2);
        BOOST_TEST(print_of(one) == print_of(other));
        BOOST_TEST((one[0].one.generator.arguments != other[0].one.generator.arguments));
    }
}

BOOST_AUTO_TEST_CASE(every_case_fits_a_file_and_has_an_id_of_its_own) {
    for (const profiles::Profile &profile : profiles::profiles()) {
        std::set<std::string> ids;
        for (const profiles::ProfileCase &made : profiles::cases_of(profile, 1)) {
            BOOST_TEST_CONTEXT(made.id) {
                BOOST_TEST(ids.insert(made.id).second);
                BOOST_TEST(casefile::describe(casefile::check(made.one)) ==
                           casefile::describe(casefile::Defect{}));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_case_is_made_with_the_hash_that_its_file_needs) {
    profiles::ProfileCase made = profiles::cases_of(*profiles::find("small-k"), 1).front();
    std::unique_ptr<casefile::Input> input;
    BOOST_REQUIRE(!casefile::make(made.one, input));
    casefile::CaseFile read;
    BOOST_REQUIRE(!casefile::parse(casefile::print(made.one), read));
    std::unique_ptr<casefile::Input> again;
    BOOST_REQUIRE(!casefile::materialise(read, again));
    BOOST_TEST((input->bytes() == again->bytes()));
}

BOOST_AUTO_TEST_CASE(the_shapes_are_those_that_stacks_send) {
    const auto of = [](const char *name) { return profiles::cases_of(*profiles::find(name), 1); };
    const auto short_row = [](const casefile::CaseFile &one, std::int32_t length) { return length <= one.k; };
    const auto negative = [](const casefile::CaseFile &, std::int32_t length) { return length < 0; };
    const auto far_below_width = [](const casefile::CaseFile &one, std::int32_t length) {
        return length > one.k && length <= one.width / 8;
    };
    BOOST_TEST(any_row(of("dsa-decode"), short_row));
    BOOST_TEST(any_row(of("dsa-decode"), negative));
    BOOST_TEST(any_row(of("dsa-decode"), far_below_width));
    BOOST_TEST(any_row(of("mtp"), negative));
    BOOST_TEST(any_row(of("dsa-prefill"), short_row));
    BOOST_TEST(any_row(of("adversarial"), [](const casefile::CaseFile &one, std::int32_t length) {
        return length > one.width;
    }));
    for (const std::int64_t rows : {1, 64, 65}) {
        const auto list = of("dsa-decode");
        BOOST_TEST(std::any_of(list.begin(), list.end(),
                               [&](const profiles::ProfileCase &made) { return made.one.rows == rows; }));
    }
    const auto prefill = of("dsa-prefill");
    BOOST_TEST(std::any_of(prefill.begin(), prefill.end(),
                           [](const profiles::ProfileCase &made) { return made.one.pitch % 2 == 1; }));
    const auto v4 = of("v4-decode");
    BOOST_TEST(std::any_of(v4.begin(), v4.end(), [](const profiles::ProfileCase &made) {
        return made.one.type == ScoreType::bfloat16 && made.one.width == 16384;
    }));
}
