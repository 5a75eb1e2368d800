// Whether a device's figures can be planned with and a problem's type and shape can run there; and if not, why.
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

} // namespace

Status check_profile(const Profile &profile) {
    const StatusCode too_little = StatusCode::unsupported_device;
    const struct {
        const char *argument;
        std::int64_t value;
        std::int64_t least;
        StatusCode below; ///< how a figure below `least` is refused
        std::int64_t most;
    } figures[] = {
        {"profile.compute_capability", profile.compute_capability, compute_capability_min, too_little,
         profile_compute_capability_limit},
        {"profile.sms", profile.sms, 1, too_little, profile_sms_limit},
        {"profile.threads_per_sm", profile.threads_per_sm, threads_max, too_little,
         profile_threads_per_sm_limit},
        {"profile.shared_bytes_optin", profile.shared_bytes_optin, shared_bytes_static + shared_bytes_fixed,
         too_little, profile_shared_bytes_optin_limit},
        {"profile.shared_bytes_sm", profile.shared_bytes_sm, profile.shared_bytes_optin, too_little,
         profile_shared_bytes_sm_limit},
        {"profile.cluster_ctas_max", profile.cluster_ctas_max, 0, StatusCode::out_of_limits,
         profile_cluster_ctas_limit},
        {"profile.cluster_ctas_portable", profile.cluster_ctas_portable, 0, StatusCode::out_of_limits,
         profile.cluster_ctas_max},
    };
    for (const auto &figure : figures) {
        if (figure.value < figure.least)
            return refuse(figure.below, figure.argument, figure.value, figure.least);
        if (figure.value > figure.most)
            return refuse(StatusCode::out_of_limits, figure.argument, figure.value, figure.most);
    }
    return {};
}

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
    return check_profile(profile);
}

} // namespace exactk::device
