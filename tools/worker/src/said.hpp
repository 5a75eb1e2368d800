// What the worker says of a request.
// Spec: contract/C18. Layer: tools/worker.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include <exactk/foreign/wire.hpp>

namespace exactk::worker {

/// What came of a call, for the wire.
struct Said {
    foreign::Reply reply = foreign::Reply::answered;
    std::int32_t status = 0;
    std::string text;
};

/// The words by which the tool knows that memory around the arrays changed.
inline Said damaged(const std::string &damage) {
    return {foreign::Reply::raised, 0, "wrote_outside: " + damage};
}

/// A text into a field of the wire, cut to fit, with a zero behind it.
template <std::size_t size> void put(std::array<char, size> &to, const std::string &text) {
    to.fill(0);
    std::memcpy(to.data(), text.data(), std::min(text.size(), size - 1));
}

} // namespace exactk::worker
