// Text for a caller's buffer: the whole of it, or a refusal that says how much room it needs.
// Spec: contract/C18. Layer: bindings.
#pragma once

#include <cstddef>
#include <string>

#include <exactk/contract/status.hpp>

namespace exactk::bindings {

/// What must be refused before a text is made: null pointers.
Status check_buffer(const char *buffer, std::size_t capacity, const std::size_t *needed);

/// Writes the text and its final zero; with capacity 0 it only tells the bytes. `needed` may be null.
Status write_text(const std::string &text, char *buffer, std::size_t capacity, std::size_t *needed);

} // namespace exactk::bindings
