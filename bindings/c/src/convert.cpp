// The structs of the C interface as those of the library, and back.
// Spec: contract/C18. Layer: bindings.
#include "convert.hpp"

#include <cstddef>
#include <initializer_list>
#include <limits>

#include "structs.hpp"

namespace exactk::bindings {

namespace {

// The array of certificates is handed on as it is.
static_assert(sizeof(exactk_certificate) == sizeof(Certificate));
static_assert(alignof(exactk_certificate) == alignof(Certificate));
static_assert(offsetof(exactk_certificate, pivot) == offsetof(Certificate, pivot));
static_assert(offsetof(exactk_certificate, above) == offsetof(Certificate, above));
static_assert(offsetof(exactk_certificate, population) == offsetof(Certificate, population));
static_assert(offsetof(exactk_certificate, quota) == offsetof(Certificate, quota));
static_assert(offsetof(exactk_certificate, status) == offsetof(Certificate, status));

/// The library's enums have 8 bits. A number that they cannot hold must not turn into one that has a meaning, so it
/// is refused here, as the library refuses those that it can see.
Status fits(StatusCode code, const char *argument, std::uint32_t value, std::int64_t limit) {
    return value <= std::numeric_limits<std::uint8_t>::max() ? Status{}
                                                             : refuse(code, argument, value, limit);
}

Status option_fits(const char *argument, std::uint32_t value) {
    return fits(StatusCode::unknown_option, argument, value, 1);
}

Status is_flag(const char *argument, std::uint32_t value) {
    return value <= 1 ? Status{} : refuse(StatusCode::unknown_option, argument, value, 1);
}

Status is_zero(const char *argument, std::uint32_t value) {
    return value == 0 ? Status{} : refuse(StatusCode::out_of_limits, argument, value, 0);
}

Status first_refusal(std::initializer_list<Status> checks) {
    for (const Status &status : checks) {
        if (status.code != StatusCode::ok)
            return status;
    }
    return {};
}

/// Null means the defaults.
Status convert_options(const exactk_options *given, Options &result) {
    result = Options{};
    if (given == nullptr)
        return {};
    exactk_options full;
    const Status taken = take(given, full);
    if (taken.code != StatusCode::ok)
        return taken;
    result.direction = static_cast<Direction>(full.direction);
    result.ties = static_cast<Ties>(full.ties);
    result.order = static_cast<Order>(full.order);
    result.nan_policy = static_cast<NanPolicy>(full.nan_policy);
    if (full.fill_index_given == 1)
        result.fill_index = full.fill_index;
    result.fill_score_given = full.fill_score_given == 1;
    result.fill_score_bits = full.fill_score_bits;
    return first_refusal({option_fits("options.direction", full.direction),
                          option_fits("options.ties", full.ties), option_fits("options.order", full.order),
                          option_fits("options.nan_policy", full.nan_policy),
                          is_flag("options.fill_index_given", full.fill_index_given),
                          is_flag("options.fill_score_given", full.fill_score_given)});
}

Status convert_type(const char *argument, std::uint32_t given, ScoreType &result) {
    result = static_cast<ScoreType>(given);
    return fits(StatusCode::unsupported_type, argument, given, score_type_count - 1);
}

} // namespace

Status convert(const exactk_problem *given, Problem &result) {
    exactk_problem full;
    const Status taken = take(given, full);
    if (taken.code != StatusCode::ok)
        return taken;
    result.scores = full.scores;
    result.rows = full.rows;
    result.width = full.width;
    result.pitch = full.pitch;
    result.k = full.k;
    result.lengths = full.lengths;
    return first_refusal({convert_type("problem.type", full.type, result.type),
                          convert_options(full.options, result.options)});
}

Status convert(const exactk_outputs *given, Outputs &result) {
    exactk_outputs full;
    const Status taken = take(given, full);
    if (taken.code != StatusCode::ok)
        return taken;
    result.indices = full.indices;
    result.index_pitch = full.index_pitch;
    result.scores = full.scores;
    result.score_pitch = full.score_pitch;
    result.certificates = reinterpret_cast<Certificate *>(full.certificates);
    result.status = full.status;
    result.digests = full.digests;
    return is_zero("outputs.reserved", full.reserved);
}

Status convert(const exactk_shape *given, device::Shape &result) {
    exactk_shape full;
    const Status taken = take(given, full);
    if (taken.code != StatusCode::ok)
        return taken;
    result.rows = full.rows;
    result.width = full.width;
    result.k = full.k;
    return first_refusal(
        {convert_type("type", full.type, result.type), convert_options(full.options, result.options)});
}

Status convert(const exactk_profile *given, device::Profile &result) {
    exactk_profile full;
    const Status taken = take(given, full);
    if (taken.code != StatusCode::ok)
        return taken;
    result.name = full.name != nullptr ? full.name : "";
    result.compute_capability = full.compute_capability;
    result.sms = full.sms;
    result.shared_bytes_optin = full.shared_bytes_optin;
    result.shared_bytes_sm = full.shared_bytes_sm;
    result.threads_per_sm = full.threads_per_sm;
    result.cluster_ctas_portable = full.cluster_ctas_portable;
    result.cluster_ctas_max = full.cluster_ctas_max;
    result.cooperative_launch = full.cooperative_launch == 1;
    result.source = full.source != nullptr ? full.source : "";
    return first_refusal({is_flag("profile.cooperative_launch", full.cooperative_launch),
                          is_zero("profile.reserved", full.reserved)});
}

Status convert(const exactk_wishes *given, device::Wishes &result) {
    result = device::Wishes{};
    if (given == nullptr)
        return {};
    exactk_wishes full;
    const Status taken = take(given, full);
    if (taken.code != StatusCode::ok)
        return taken;
    result.automatic = full.strategy_given != 1;
    // A strategy that is not given is not looked at, so whatever stands there is no refusal.
    const std::uint32_t strategy = full.strategy_given == 1 ? full.strategy : 0;
    result.strategy = static_cast<device::Strategy>(strategy);
    result.ctas = full.ctas;
    result.sms_max = full.sms_max;
    result.resident_keys_max = full.resident_keys_max;
    result.list_entries_max = full.list_entries_max;
    result.filter = full.no_filter != 1;
    result.programmatic = full.programmatic == 1;
    return first_refusal(
        {is_flag("wishes.strategy_given", full.strategy_given),
         fits(StatusCode::illegal_plan, "wishes.strategy", strategy, device::strategy_count - 1),
         is_flag("wishes.no_filter", full.no_filter), is_flag("wishes.programmatic", full.programmatic),
         is_zero("wishes.reserved", full.reserved)});
}

void give_profile(const device::Profile &profile, exactk_profile *taker) {
    exactk_profile full = {};
    full.compute_capability = profile.compute_capability;
    full.sms = profile.sms;
    full.threads_per_sm = profile.threads_per_sm;
    full.shared_bytes_optin = profile.shared_bytes_optin;
    full.shared_bytes_sm = profile.shared_bytes_sm;
    full.cluster_ctas_portable = profile.cluster_ctas_portable;
    full.cluster_ctas_max = profile.cluster_ctas_max;
    full.cooperative_launch = profile.cooperative_launch ? 1 : 0;
    full.name = profile.name;
    full.source = profile.source;
    give(full, taker);
}

} // namespace exactk::bindings
