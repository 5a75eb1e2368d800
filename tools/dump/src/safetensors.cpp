// Reads the header of a .safetensors file and holds it to the file.
// Spec: contract/C11. Layer: tools/dump.
#include "safetensors.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "json_text.hpp"

namespace exactk::dump {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t header_bytes_max = 100'000'000; // bound: of the format
constexpr std::size_t length_bytes = 8;                 // bound: of the format
constexpr std::size_t names_told = 8;                   // convention: tensors that a message names
constexpr const char *again = "write the file again, or copy it again from where it came";

struct Type {
    const char *name;
    std::int64_t bytes;
    Element element;
};

constexpr Type types[] = {
    {"F32", 4, Element::float32}, {"F16", 2, Element::float16}, {"BF16", 2, Element::bfloat16},
    {"U16", 2, Element::uint16},  {"I32", 4, Element::int32},   {"I64", 8, Element::int64},
    {"F64", 8, Element::other},   {"I16", 2, Element::other},   {"I8", 1, Element::other},
    {"U8", 1, Element::other},    {"BOOL", 1, Element::other},  {"U32", 4, Element::other},
    {"U64", 8, Element::other},
};

std::optional<std::uint64_t> whole(const Json &value) {
    if (!value.is_number_unsigned())
        return std::nullopt;
    return value.get<std::uint64_t>();
}

/// Product, or nothing where it does not fit.
std::optional<std::uint64_t> times(std::uint64_t one, std::uint64_t other) {
    if (other != 0 && one > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / other)
        return std::nullopt;
    return one * other;
}

/// What is wrong with a tensor's entry, or empty. `room` is the number of bytes behind the header.
std::string read_tensor(const Json &entry, const std::byte *bytes, std::uint64_t room, Tensor &tensor) {
    if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string() ||
        !entry.contains("shape") || !entry["shape"].is_array() || !entry.contains("data_offsets") ||
        !entry["data_offsets"].is_array() || entry["data_offsets"].size() != 2)
        return "has no dtype, shape and data_offsets of two numbers";
    tensor.type = entry["dtype"].get<std::string>();
    std::optional<std::uint64_t> size = 1;
    bool nothing = false;
    for (const Json &extent : entry["shape"]) {
        const auto value = whole(extent);
        if (!value || *value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return "has a shape that is none";
        nothing = nothing || *value == 0;
        size = *value == 0 ? size : times(*size, *value);
        if (!size)
            return "has a shape that is none";
        tensor.shape.push_back(static_cast<std::int64_t>(*value));
    }
    size = nothing ? 0 : *size;
    const auto first = whole(entry["data_offsets"][0]);
    const auto end = whole(entry["data_offsets"][1]);
    if (!first || !end || *first > *end)
        return "has data_offsets that are no range";
    if (*end > room)
        return "ends at byte " + std::to_string(*end) + " of the data, and the file has " +
               std::to_string(room) + ": it is truncated";
    tensor.data = bytes + *first;
    for (const Type &type : types) {
        if (tensor.type != type.name)
            continue;
        const auto wanted = times(*size, static_cast<std::uint64_t>(type.bytes));
        if (!wanted || *wanted != *end - *first)
            return "has shape " + npy::shape_text(tensor.shape) + " of " + tensor.type + " in " +
                   std::to_string(*end - *first) + " bytes";
        tensor.element = type.element;
    }
    return {};
}

} // namespace

Defect Safetensors::open(const std::string &path) {
    if (const npy::Defect bad = mapping_.open(path))
        return {DefectKind::unreadable, path, bad.what, "name a file that is there and can be read"};
    return read_header(path);
}

Defect Safetensors::read_header(const std::string &path) {
    const auto malformed = [&](std::string what) {
        return Defect{DefectKind::malformed, path, std::move(what), again};
    };
    if (mapping_.size() < length_bytes)
        return malformed("has " + std::to_string(mapping_.size()) +
                         " bytes, and a .safetensors file at least 8");
    std::uint64_t length = 0;
    std::memcpy(&length, mapping_.bytes(), sizeof length);
    const std::uint64_t behind = mapping_.size() - length_bytes;
    if (length > header_bytes_max || length > behind)
        return malformed("names a header of " + std::to_string(length) + " bytes, and has " +
                         std::to_string(behind) + " behind it; " +
                         (length > header_bytes_max ? "this is no .safetensors file" : "it is truncated"));
    const auto *text = reinterpret_cast<const char *>(mapping_.bytes()) + length_bytes;
    Json header;
    if (const std::string wrong = read_json(text, static_cast<std::size_t>(length), header);
        !wrong.empty() || !header.is_object())
        return malformed("in its header: " + (wrong.empty() ? "is no JSON object" : wrong));
    const std::byte *data = mapping_.bytes() + length_bytes + length;
    std::map<std::uint64_t, std::uint64_t>
        ranges; // by their beginnings: the format has no holes, and nothing twice
    for (const auto &[name, entry] : header.items()) {
        if (name == "__metadata__")
            continue;
        Tensor tensor;
        const std::string what = read_tensor(entry, data, behind - length, tensor);
        if (!what.empty())
            return malformed("tensor " + name + " " + what);
        tensor.where = path + "#" + name;
        tensor.mapped = true;
        const auto first = entry["data_offsets"][0].get<std::uint64_t>();
        const auto end = entry["data_offsets"][1].get<std::uint64_t>();
        if (end > first && !ranges.emplace(first, end).second)
            return malformed("tensor " + name + " lies where another one does");
        tensors_.emplace(name, std::move(tensor));
    }
    std::uint64_t told = 0;
    for (const auto &[first, end] : ranges) {
        if (first != told)
            return malformed("has tensors that " + std::string(first > told ? "leave out" : "share") +
                             " bytes before byte " + std::to_string(std::max(first, told)) + " of the data");
        told = end;
    }
    if (told != behind - length)
        return malformed("has " + std::to_string(behind - length - told) + " bytes behind the last tensor");
    return {};
}

Defect Safetensors::find(const std::string &path, const std::string &name, Tensor &tensor) const {
    const auto at = tensors_.find(name);
    if (at != tensors_.end()) {
        tensor = at->second;
        return {};
    }
    std::string known;
    std::size_t told = 0;
    for (const auto &[other, entry] : tensors_) {
        known += (known.empty() ? "" : ", ") + (told == names_told ? std::string("...") : other);
        if (told++ == names_told)
            break;
    }
    return {DefectKind::contradiction, path, "has no tensor " + (name.empty() ? "without a name" : name),
            known.empty() ? "there are none" : "name one of these behind a #: " + known};
}

} // namespace exactk::dump
