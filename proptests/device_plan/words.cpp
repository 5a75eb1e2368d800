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

BOOST_AUTO_TEST_CASE(a_profile_without_name_and_source_says_so) {
    Profile profile = *find_profile("h200");
    profile.name = profile.source = "";
    Plan plan;
    BOOST_REQUIRE(make_plan({}, profile, {}, plan).code == StatusCode::ok);
    BOOST_TEST(says(describe(plan), "\nprofile: without a name, compute capability 9.0,"));
    BOOST_TEST(says(describe(plan), "\n  source: not said\n"));
}

BOOST_AUTO_TEST_CASE(refusals_say_what_would_be_legal_c18) {
    const auto said = [](const char *profile, auto change) {
        Wishes wishes;
        wishes.automatic = false;
        wishes.strategy = Strategy::row_per_cluster;
        Shape shape = make_shape(ScoreType::float32, 1, 65536, 512, Order::index);
        change(wishes, shape);
        Plan plan;
        return describe_refusal(make_plan(shape, *find_profile(profile), wishes, plan));
    };
    BOOST_TEST(said("a100", [](Wishes &, Shape &) {}) ==
               "illegal_plan: wishes.strategy is row_per_cluster; this device has no clusters, so it must be "
               "row_per_cta or row_per_grid");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) { wishes.strategy = static_cast<Strategy>(7); }) ==
               "illegal_plan: wishes.strategy is 7; the last known is 2");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) { wishes.ctas = 3; }) ==
               "illegal_plan: wishes.ctas is 3; row_per_cluster takes a power of two up to 16 here");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) {
                   wishes.strategy = Strategy::row_per_grid;
                   wishes.ctas = 1025;
               }) == "illegal_plan: wishes.ctas is 1025; row_per_grid takes 1 to 1024");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) {
                   wishes.strategy = Strategy::row_per_cta;
                   wishes.ctas = 2;
               }) == "illegal_plan: wishes.ctas is 2; row_per_cta takes 1");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) { wishes.ctas = -2; }) ==
               "illegal_plan: wishes.ctas is -2; it must be at least 0, which leaves it to the planner");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) {
                   wishes.ctas = 16;
                   wishes.sms_max = 15;
               }) == "illegal_plan: wishes.sms_max is 15; the CTAs of a row need at least 16");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) { wishes.list_entries_max = 33; }) ==
               "illegal_plan: wishes.list_entries_max is 33; it must be a multiple of 32, or 0");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &) { wishes.list_entries_max = 65536; }) ==
               "illegal_plan: wishes.list_entries_max is 65536; it must be at most 65504");
    BOOST_TEST(said("h200", [](Wishes &wishes, Shape &shape) {
                   wishes.strategy = Strategy::row_per_grid;
                   wishes.ctas = 1024;
                   wishes.sms_max = 131;
                   shape.rows = INT64_MAX;
               }) == "illegal_plan: wishes.sms_max is 131; the CTAs of a row need at least 1024");
    const std::string rows = said("h200", [](Wishes &wishes, Shape &shape) {
        wishes.strategy = Strategy::row_per_grid;
        shape.rows = INT64_MAX;
    });
    BOOST_TEST(rows.starts_with("out_of_limits: rows is 9223372036854775807; row_per_grid takes at most "));
    BOOST_TEST(describe_refusal({StatusCode::unsupported_device, "device", 3, 0}) ==
               "unsupported_device: CUDA device 3 cannot be asked: there is none here, or this build has no "
               "kernels");
    BOOST_TEST(describe_refusal({StatusCode::unsupported_device, "launch", 98, 0}) ==
               "unsupported_device: CUDA refused the launch with error 98");
    BOOST_TEST(describe_refusal({StatusCode::unsupported_device, "plan.profile.compute_capability", 90, 0}) ==
               "unsupported_device: this build has no kernels, so nothing can be launched");
}

RC_BOOST_PROP(what_describe_refusal_does_not_know_is_said_as_everywhere, ()) {
    const Status status{
        *rc::gen::element(StatusCode::null_pointer, StatusCode::misaligned, StatusCode::overlap,
                          StatusCode::out_of_limits, StatusCode::illegal_plan,
                          StatusCode::unsupported_device),
        *rc::gen::element<const char *>("problem.pitch", "plan.ctas", "profile.sms", "k", nullptr),
        *rc::gen::arbitrary<std::int64_t>(), *rc::gen::arbitrary<std::int64_t>()};
    RC_ASSERT(describe_refusal(status) == exactk::describe(status));
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
