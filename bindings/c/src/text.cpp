// Versions, codes and statuses in words.
// Spec: contract/C17 C18. Layer: bindings.
#include "text.hpp"

#include <cstring>

#include <exactk.h>
#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>
#include <exactk/device.hpp>

#include "guard.hpp"

namespace exactk::bindings {

Status check_buffer(const char *buffer, std::size_t capacity, const std::size_t *needed) {
    if (capacity == 0 && needed == nullptr)
        return refuse(StatusCode::null_pointer, "needed", 0, 0);
    if (capacity != 0 && buffer == nullptr)
        return refuse(StatusCode::null_pointer, "buffer", 0, 0);
    return {};
}

Status write_text(const std::string &text, char *buffer, std::size_t capacity, std::size_t *needed) {
    const std::size_t bytes = text.size() + 1;
    if (needed != nullptr)
        *needed = bytes;
    if (capacity == 0)
        return {};
    if (capacity < bytes)
        return refuse(StatusCode::out_of_limits, "capacity", as_value(capacity), as_value(bytes));
    std::memcpy(buffer, text.c_str(), bytes);
    return {};
}

namespace {

std::string sentence(const exactk_status &what) {
    if (what.code == exactk_code_internal)
        return "internal: an error that exactk did not foresee; nothing can be said about the call's outputs";
    const Status status{static_cast<StatusCode>(what.code), what.argument, what.value, what.limit};
    const std::string argument = what.argument != nullptr ? what.argument : "";
    // Arrays have a dotted name; other pointers are to structs, plans, counts and texts of this interface alone.
    if (status.code == StatusCode::null_pointer && !argument.empty() &&
        argument.find('.') == std::string::npos)
        return "null_pointer: " + argument + " is null; it is needed";
    if (status.code == StatusCode::unknown_option && argument == "name")
        return "unknown_option: name is that of no known device; exactk_profile_at lists those that are";
    return device::describe_refusal(status);
}

} // namespace

} // namespace exactk::bindings

using exactk::Status;
using exactk::StatusCode;
namespace bindings = exactk::bindings;

const char *exactk_library_version(void) noexcept { return exactk::library_version(); }

const char *exactk_contract_version(void) noexcept { return exactk::contract_version(); }

const char *exactk_status_text(int32_t code) noexcept {
    return code == exactk_code_internal ? "internal" : exactk::name(static_cast<StatusCode>(code));
}

int32_t exactk_status_describe(const exactk_status *what, char *buffer, size_t capacity, size_t *needed,
                               exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        exactk_status full;
        Status refusal = bindings::take(what, full);
        if (refusal.code != StatusCode::ok)
            return refusal;
        refusal = bindings::check_buffer(buffer, capacity, needed);
        if (refusal.code != StatusCode::ok)
            return refusal;
        return bindings::write_text(bindings::sentence(full), buffer, capacity, needed);
    });
}
