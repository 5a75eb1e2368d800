// Words for the contract's data.
// Spec: contract/C17 C18. Layer: reference/contract.
#include <exactk/contract/plan.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

namespace exactk {

const char *contract_version() { return EXACTK_CONTRACT_VERSION; }
const char *library_version() { return EXACTK_LIBRARY_VERSION; }

const char *name(ScoreType type) {
    const int number = static_cast<int>(type);
    return number < score_type_count ? score_type_names[number] : "unknown";
}

const char *name(Direction direction) {
    switch (direction) {
    case Direction::largest: return "largest";
    case Direction::smallest: return "smallest";
    }
    return "unknown";
}

const char *name(Ties ties) {
    switch (ties) {
    case Ties::low: return "low";
    case Ties::high: return "high";
    }
    return "unknown";
}

const char *name(Order order) {
    switch (order) {
    case Order::index: return "index";
    case Order::rank: return "rank";
    }
    return "unknown";
}

const char *name(NanPolicy policy) {
    switch (policy) {
    case NanPolicy::largest: return "largest";
    case NanPolicy::smallest: return "smallest";
    }
    return "unknown";
}

const char *name(StatusCode code) {
    switch (code) {
    case StatusCode::ok: return "ok";
    case StatusCode::null_pointer: return "null_pointer";
    case StatusCode::out_of_limits: return "out_of_limits";
    case StatusCode::pitch_too_small: return "pitch_too_small";
    case StatusCode::misaligned: return "misaligned";
    case StatusCode::unknown_option: return "unknown_option";
    case StatusCode::unsupported_type: return "unsupported_type";
    case StatusCode::overlap: return "overlap";
    case StatusCode::extent_overflow: return "extent_overflow";
    case StatusCode::out_of_memory: return "out_of_memory";
    case StatusCode::illegal_plan: return "illegal_plan";
    case StatusCode::workspace_too_small: return "workspace_too_small";
    case StatusCode::unsupported_device: return "unsupported_device";
    }
    return "unknown";
}

namespace {

/// Of what a plan can have wrong, these two have one legal value; all else has limits.
bool has_one_legal_value(const std::string &argument) {
    return argument == plan_digit_sum || argument == plan_bound_count;
}

} // namespace

std::string describe(const Status &status) {
    const std::string argument = status.argument != nullptr ? status.argument : "argument";
    const std::string value = std::to_string(status.value);
    const std::string limit = std::to_string(status.limit);
    switch (status.code) {
    case StatusCode::ok: return "ok";
    case StatusCode::null_pointer: return "null_pointer: " + argument + " is null; pass an array for it";
    case StatusCode::out_of_limits:
        return "out_of_limits: " + argument + " is " + value + "; the limit is " + limit;
    case StatusCode::pitch_too_small:
        return "pitch_too_small: " + argument + " is " + value + " elements; it must be at least " + limit;
    case StatusCode::misaligned:
        return "misaligned: " + argument + " is not at a multiple of " + limit + " bytes; align its base";
    case StatusCode::unknown_option:
        return "unknown_option: " + argument + " holds " + value +
               ", which has no meaning; the last known is " + limit;
    case StatusCode::unsupported_type:
        return "unsupported_type: " + argument + " is number " + value +
               "; this part knows the types up to " + limit;
    case StatusCode::overlap:
        return "overlap: " + argument + " overlaps the input or another output; give it memory of its own";
    case StatusCode::extent_overflow:
        return "extent_overflow: " + argument +
               " spans more bytes than 64-bit addressing has; its pitch is " + value + " elements";
    case StatusCode::out_of_memory:
        return "out_of_memory: no memory for " + argument + "; nothing was written";
    case StatusCode::illegal_plan:
        return "illegal_plan: " + argument + " is " + value +
               (has_one_legal_value(argument) ? "; it must be " : "; the limit is ") + limit;
    case StatusCode::workspace_too_small:
        return "workspace_too_small: " + argument + " has " + value + " bytes; the plan needs " + limit;
    case StatusCode::unsupported_device:
        return "unsupported_device: " + argument + " cannot run here (" + value + "; needed " + limit + ")";
    }
    return "unknown status";
}

} // namespace exactk
