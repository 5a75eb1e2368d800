// Whether a problem's type and shape can run on a device, and if not, why.
// Spec: contract/C1 C2 C3 C4 C6 C18. Layer: device.
#include <exactk/device.hpp>

#include "kernels/limits.hpp"
#include "plan/profiles.hpp"

namespace exactk::device {

namespace {

Status refuse(StatusCode code, const char *argument, std::int64_t value, std::int64_t limit) {
    Status status;
    status.code = code;
    status.argument = argument;
    status.value = value;
    status.limit = limit;
    return status;
}

Status check_count(const char *argument, std::int64_t value, std::int64_t largest) {
    if (value < 0)
        return refuse(StatusCode::out_of_limits, argument, value, 0);
    if (value > largest)
        return refuse(StatusCode::out_of_limits, argument, value, largest);
    return {};
}

/// All of the contract's options have two meanings, 0 and 1.
template <class Option> Status check_option(const char *argument, Option option) {
    const auto value = static_cast<std::int64_t>(option);
    return value <= 1 ? Status{} : refuse(StatusCode::unknown_option, argument, value, 1);
}

Status check_device(const Profile &profile) {
    const auto at_least = [](const char *argument, std::int64_t value, std::int64_t least) {
        return value >= least ? Status{} : refuse(StatusCode::unsupported_device, argument, value, least);
    };
    const Status checks[] = {
        at_least("profile.compute_capability", profile.compute_capability, compute_capability_min),
        at_least("profile.sms", profile.sms, 1),
        at_least("profile.threads_per_sm", profile.threads_per_sm, threads_max),
        at_least("profile.shared_bytes_optin", profile.shared_bytes_optin,
                 shared_bytes_static + shared_bytes_fixed),
    };
    for (const Status &status : checks) {
        if (status.code != StatusCode::ok)
            return status;
    }
    return {};
}

} // namespace

Status supports(const Shape &shape, const Profile &profile) {
    const auto type = static_cast<int>(shape.type);
    if (type >= score_type_count)
        return refuse(StatusCode::unsupported_type, "type", type, score_type_count - 1);
    const Status checks[] = {
        check_count("rows", shape.rows, INT64_MAX),
        check_count("width", shape.width, width_max),
        check_count("k", shape.k, k_max),
        check_option("options.direction", shape.options.direction),
        check_option("options.ties", shape.options.ties),
        check_option("options.order", shape.options.order),
        check_option("options.nan_policy", shape.options.nan_policy),
    };
    for (const Status &status : checks) {
        if (status.code != StatusCode::ok)
            return status;
    }
    return check_device(profile);
}

} // namespace exactk::device
