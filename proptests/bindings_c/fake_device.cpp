// A device room that writes down what it is asked.
// Spec: contract/C18. Layer: proptests/bindings_c.
#include "fake_device.hpp"

namespace bindings_c_test {

Heard &heard() {
    static Heard all;
    return all;
}

namespace {

exactk::Status answered() {
    ++heard().calls;
    if (heard().throws)
        throw 42;
    return heard().answer;
}

} // namespace

} // namespace bindings_c_test

namespace exactk::device {

using bindings_c_test::answered;
using bindings_c_test::heard;

const std::vector<Profile> &profiles() {
    static const std::vector<Profile> none;
    (void)answered();
    return none;
}

const Profile *find_profile(const std::string &) {
    (void)answered();
    return nullptr;
}

Status query_profile(int number, Profile &profile) {
    heard().numbers[0] = number;
    profile = heard().profile;
    return answered();
}

Status supports(const Shape &shape, const Profile &profile) {
    heard().shape = shape;
    heard().profile = profile;
    return answered();
}

Status make_plan(const Shape &shape, const Profile &profile, const Wishes &wishes, Plan &plan) {
    heard().wishes = wishes;
    plan.shape = shape;
    plan.profile = profile;
    plan.reason = "the reason";
    return supports(shape, profile);
}

std::int64_t workspace_bytes(const Plan &plan) {
    heard().plan = plan;
    (void)answered();
    return 1234567890123;
}

Status workspace_bytes_max(std::int64_t rows, std::int64_t width, std::int64_t k, const Profile &profile,
                           std::int64_t &bytes) {
    heard().numbers[0] = rows;
    heard().numbers[1] = width;
    heard().numbers[2] = k;
    heard().profile = profile;
    bytes = 1234567890124;
    return answered();
}

std::string describe_refusal(const Status &status) {
    heard().answer = status;
    return "the refusal";
}

std::string describe(const Plan &plan) {
    heard().plan = plan;
    (void)answered();
    return plan.reason;
}

Status launch(const Plan &plan, const Problem &problem, const Outputs &outputs, void *workspace,
              std::int64_t bytes, void *stream) {
    heard().plan = plan;
    heard().problem = problem;
    heard().outputs = outputs;
    heard().workspace = workspace;
    heard().workspace_bytes = bytes;
    heard().stream = stream;
    return answered();
}

} // namespace exactk::device
