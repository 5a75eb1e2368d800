// What every entry point is wrapped in: no exception leaves it, and its answer becomes a code and a status.
// Spec: contract/C18. Layer: bindings.
#pragma once

#include <cstdint>
#include <new>

#include <exactk.h>
#include <exactk/contract/status.hpp>

#include "structs.hpp"

namespace exactk::bindings {

/// The one code that the contract does not have: here an exception must become a number.
inline constexpr auto code_internal = static_cast<StatusCode>(exactk_code_internal);

/// Runs `body`, which gives a Status, and tells its answer in both ways. An illegal size of `status` is found before
/// `body` runs.
template <class Body> std::int32_t guarded(exactk_status *status, Body body) noexcept {
    exactk_status told = {};
    if (status != nullptr) {
        const Status illegal = take(status, told);
        if (illegal.code != StatusCode::ok)
            return static_cast<std::int32_t>(illegal.code);
    }
    Status answer;
    try {
        answer = body();
    } catch (const std::bad_alloc &) {
        answer = refuse(StatusCode::out_of_memory, "memory", 0, 0);
    } catch (...) {
        answer = refuse(code_internal, "exception", 0, 0);
    }
    if (status != nullptr) {
        told.code = static_cast<std::int32_t>(answer.code);
        told.argument = answer.argument;
        told.value = answer.value;
        told.limit = answer.limit;
        give(told, status);
    }
    return static_cast<std::int32_t>(answer.code);
}

} // namespace exactk::bindings
