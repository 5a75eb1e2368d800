// Structs that begin with their own size: taken from a caller and given back, whatever the caller's age.
// Spec: contract/C18. Layer: bindings.
#pragma once

#include <cstddef>
#include <cstdint>

#include <exactk.h>
#include <exactk/contract/status.hpp>

namespace exactk::bindings {

/// Largest struct that is looked at: a size beyond it is taken for one that was never set.
inline constexpr std::size_t size_max = 4096; // convention: many times what any version of a struct will have

/// What is known of a struct.
struct Layout {
    const char *name;      ///< in refusals
    const char *size_name; ///< of its size, in refusals
    std::size_t known;     ///< bytes that this library knows
    std::size_t least;     ///< bytes up to its last needed field
    std::size_t alignment;
};

template <class Struct> struct LayoutOf;

template <class Struct>
constexpr Layout layout_of(const char *name, const char *size_name, std::size_t least) {
    return {name, size_name, sizeof(Struct), least, alignof(Struct)};
}

template <> struct LayoutOf<exactk_status> {
    static constexpr Layout value = layout_of<exactk_status>("status", "status.size", sizeof(exactk_status));
};
template <> struct LayoutOf<exactk_options> {
    static constexpr Layout value =
        layout_of<exactk_options>("options", "options.size", offsetof(exactk_options, fill_index_given));
};
template <> struct LayoutOf<exactk_problem> {
    static constexpr Layout value =
        layout_of<exactk_problem>("problem", "problem.size", offsetof(exactk_problem, lengths));
};
template <> struct LayoutOf<exactk_outputs> {
    static constexpr Layout value =
        layout_of<exactk_outputs>("outputs", "outputs.size", offsetof(exactk_outputs, scores));
};
template <> struct LayoutOf<exactk_shape> {
    static constexpr Layout value =
        layout_of<exactk_shape>("shape", "shape.size", offsetof(exactk_shape, options));
};
template <> struct LayoutOf<exactk_profile> {
    static constexpr Layout value =
        layout_of<exactk_profile>("profile", "profile.size", offsetof(exactk_profile, name));
};
template <> struct LayoutOf<exactk_wishes> {
    static constexpr Layout value =
        layout_of<exactk_wishes>("wishes", "wishes.size", offsetof(exactk_wishes, resident_keys_max));
};

Status refuse(StatusCode code, const char *argument, std::int64_t value, std::int64_t limit);

/// A count as a status can tell it: what does not fit is told as the largest number.
std::int64_t as_value(std::size_t count);

/// Copies a caller's struct to `full`, which has layout.known bytes; fields that it does not have become zero.
/// Refused: null, and sizes that break the rules at the head of exactk.h.
Status take_bytes(const Layout &layout, const void *given, void *full);

template <class Struct> Status take(const Struct *given, Struct &full) {
    return take_bytes(LayoutOf<Struct>::value, given, &full);
}

/// Writes `full` to a caller's struct that take_bytes accepted: as many bytes as it has, its size untouched.
void give_bytes(const Layout &layout, const void *full, void *taker);

template <class Struct> void give(const Struct &full, Struct *taker) {
    give_bytes(LayoutOf<Struct>::value, &full, taker);
}

} // namespace exactk::bindings
