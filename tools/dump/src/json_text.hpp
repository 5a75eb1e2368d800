// JSON from files of others: read whole, and no key of an object twice.
// Spec: contract/C18. Layer: tools/dump.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace exactk::dump {

/// "" or what is wrong, such as "byte 12: is no JSON, or is truncated". Of a key that stands twice nobody can say which was meant.
std::string read_json(const char *text, std::size_t size, nlohmann::json &value);

} // namespace exactk::dump
