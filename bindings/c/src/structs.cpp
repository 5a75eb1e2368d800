// Structs that begin with their own size: the rules of their sizes.
// Spec: contract/C18. Layer: bindings.
#include "structs.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace exactk::bindings {

namespace {

using Size = std::uint32_t;

/// Bytes are copied, since a struct of a caller who packs it need not be aligned.
Size size_of(const void *given) {
    Size size = 0;
    std::memcpy(&size, given, sizeof size);
    return size;
}

bool all_zero(const unsigned char *first, const unsigned char *last) {
    return std::all_of(first, last, [](unsigned char byte) { return byte == 0; });
}

} // namespace

Status refuse(StatusCode code, const char *argument, std::int64_t value, std::int64_t limit) {
    Status status;
    status.code = code;
    status.argument = argument;
    status.value = value;
    status.limit = limit;
    return status;
}

std::int64_t as_value(std::size_t count) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return count > static_cast<std::size_t>(most) ? most : static_cast<std::int64_t>(count);
}

Status take_bytes(const Layout &layout, const void *given, void *full) {
    if (given == nullptr)
        return refuse(StatusCode::null_pointer, layout.name, 0, 0);
    const std::size_t size = size_of(given);
    const auto bad = [&](std::size_t limit) {
        return refuse(StatusCode::out_of_limits, layout.size_name, as_value(size), as_value(limit));
    };
    if (size < layout.least)
        return bad(layout.least);
    if (size > size_max || (size < layout.known && size % layout.alignment != 0))
        return bad(layout.known);
    const auto *const bytes = static_cast<const unsigned char *>(given);
    if (size > layout.known && !all_zero(bytes + layout.known, bytes + size))
        return bad(layout.known);
    const std::size_t common = std::min(size, layout.known);
    std::memset(full, 0, layout.known);
    std::memcpy(full, bytes, common);
    return {};
}

void give_bytes(const Layout &layout, const void *full, void *taker) {
    const std::size_t common = std::min<std::size_t>(size_of(taker), layout.known);
    std::memcpy(static_cast<unsigned char *>(taker) + sizeof(Size),
                static_cast<const unsigned char *>(full) + sizeof(Size), common - sizeof(Size));
}

} // namespace exactk::bindings
