// Structs of the C interface as a C program would begin them, and what the tests compare of an answer.
// Spec: contract/C18. Layer: proptests/bindings_c.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include <exactk.h>

namespace bindings_c_test {

/// All zero but the size.
template <class Struct> Struct sized() {
    Struct made = {};
    made.size = sizeof made;
    return made;
}

/// What a status says, comparable and printable.
struct Said {
    std::int32_t code = 0;
    std::string argument;
    std::int64_t value = 0;
    std::int64_t limit = 0;

    friend bool operator==(const Said &, const Said &) = default;
    friend std::ostream &operator<<(std::ostream &stream, const Said &said) {
        return stream << exactk_status_text(said.code) << " " << said.argument << " " << said.value << " "
                      << said.limit;
    }
};

inline Said said(const exactk_status &status) {
    return {status.code, status.argument != nullptr ? status.argument : "(null)", status.value, status.limit};
}

inline const Said said_ok{exactk_code_ok, "(null)", 0, 0};

/// Calls `call` with a status that holds rubbish; what it says must be what it returns.
template <class Call> Said answer(Call call) {
    auto status = sized<exactk_status>();
    status.code = -99;
    status.argument = "untouched";
    status.value = status.limit = -99;
    const std::int32_t code = call(&status);
    Said result = said(status);
    if (code != result.code || status.size != sizeof status)
        result.argument += " (but the function returned " + std::to_string(code) + ")";
    return result;
}

} // namespace bindings_c_test
