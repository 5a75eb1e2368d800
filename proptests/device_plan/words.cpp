// Profiles and plans in words: what is known, where from, and that a description leaves nothing out.
// Spec: contract/C18. Layer: proptests/device_plan.
#include <set>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include "questions.hpp"

namespace exactk::device::tests {

namespace {

bool says(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

/// Whether the description has all numbers of the form under its title.
bool tells(const std::string &text, const std::string &title, const Form &form) {
    const std::size_t begin = text.find(title + ": " + name(form.strategy));
    if (begin == std::string::npos)
        return false;
    const std::string part =
        text.substr(begin, text.find("bytes\n", text.find("workspace", begin)) - begin + 6);
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    const std::string group = form.strategy == Strategy::row_per_cta       ? " CTA"
                              : form.strategy == Strategy::row_per_cluster ? " cluster"
                                                                           : " row";
    return says(part, ": " + number(form.groups) + group) &&
           (form.strategy == Strategy::row_per_cta || says(part, number(form.ctas) + " CTA")) &&
           says(part, ", " + number(form.threads) + " threads") &&
           says(part, "nodes: " + number(form.nodes) + "\n") &&
           says(part, "keys on chip: " + number(form.resident_keys) + " per") &&
           says(part, "candidates listed: " + number(form.list_entries) + " per") &&
           says(part, "n up to " + number(form.cta_length_max) + "\n") &&
           says(part, "shared memory: " + number(form.shared_bytes) + " bytes") &&
           says(part, "workspace: " + number(form.workspace_bytes) + " bytes");
}

} // namespace

BOOST_AUTO_TEST_SUITE(words)

BOOST_AUTO_TEST_CASE(profiles_have_names_of_their_own_and_sources) {
    std::set<std::string> names;
    for (const Profile &profile : profiles()) {
        names.insert(profile.name);
        BOOST_TEST(find_profile(profile.name) == &profile);
        BOOST_TEST(std::string(profile.source).size() > 10u);
        BOOST_TEST(profile.shared_bytes_optin <= profile.shared_bytes_sm);
        BOOST_TEST(profile.cluster_ctas_portable <= profile.cluster_ctas_max);
    }
    BOOST_TEST(names.size() == profiles().size());
    for (const char *known : {"a100", "rtx4090", "l40s", "gb10", "h100", "h200", "b200", "rtx5090", "v100"})
        BOOST_TEST(names.count(known) == 1u);
    BOOST_TEST(find_profile("H200") == nullptr);
    BOOST_TEST(find_profile("") == nullptr);
}

BOOST_AUTO_TEST_CASE(figures_of_devices_are_the_known_ones) {
    BOOST_TEST(find_profile("a100")->shared_bytes_optin == 166912);
    BOOST_TEST(find_profile("a100")->shared_bytes_sm == 167936);
    BOOST_TEST(find_profile("rtx4090")->shared_bytes_optin == 101376);
    BOOST_TEST(find_profile("gb10")->shared_bytes_sm == 102400);
    BOOST_TEST(find_profile("h200")->shared_bytes_optin == 232448);
    BOOST_TEST(find_profile("h200")->shared_bytes_sm == 233472);
    BOOST_TEST(find_profile("v100")->shared_bytes_optin == 98304);
    BOOST_TEST(find_profile("gb10")->compute_capability == 121);
    BOOST_TEST(find_profile("gb10")->cluster_ctas_max == 0);
    BOOST_TEST(find_profile("h200")->cluster_ctas_portable == 8);
    BOOST_TEST(find_profile("h200")->cluster_ctas_max == 16);
}

BOOST_AUTO_TEST_CASE(strategies_have_names) {
    BOOST_TEST(name(Strategy::row_per_cta) == std::string("row_per_cta"));
    BOOST_TEST(name(Strategy::row_per_cluster) == std::string("row_per_cluster"));
    BOOST_TEST(name(Strategy::row_per_grid) == std::string("row_per_grid"));
    BOOST_TEST(name(static_cast<Strategy>(3)) == std::string("unknown"));
}

RC_BOOST_PROP(a_description_tells_every_form_and_reason, ()) {
    const Question question = any_question();
    Plan plan;
    if (make_plan(question.shape, question.profile, question.wishes, plan).code == StatusCode::ok) {
        const std::string text = describe(plan);
        RC_LOG(text);
        RC_ASSERT(tells(text, "first", plan.first));
        const bool told =
            plan.has_fallback ? tells(text, "fallback", plan.fallback) : says(text, "fallback: none");
        RC_ASSERT(told);
        RC_ASSERT(says(text, plan.reason) && !plan.reason.empty());
        RC_ASSERT(says(text, std::string("profile: ") + plan.profile.name));
        RC_ASSERT(says(text, "\nworkspace: " + std::to_string(workspace_bytes(plan)) + " bytes\n"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk::device::tests
