// Reads manifest.json, key by key.
// Spec: contract/C1 C3 C4 C6 C7 C15. Layer: tools/dump.
#include <exactk/dump/manifest.hpp>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include <exactk/contract/problem.hpp>
#include <exactk/npy.hpp>

#include "json_text.hpp"

namespace exactk::dump {

namespace {

using Json = nlohmann::json;

constexpr const char *format_name = "exactk dump";
constexpr const char *see = "docs/dumps.md lists the keys";
constexpr const char *claim_names[claim_count] = {"run_to_run_identical", "values_exact",
                                                  "set_is_lowest_index", "ascending"};

/// Takes the value of one key; "" or what it must be.
using Take = std::function<std::string(const Json &)>;

Take word(std::string &to) {
    return [&to](const Json &value) -> std::string {
        if (!value.is_string() || value.get_ref<const std::string &>().empty())
            return "must be a string that is not empty";
        for (const char letter : value.get_ref<const std::string &>())
            if (static_cast<unsigned char>(letter) < ' ' || letter == 0x7F)
                return "must be a string without control characters";
        to = value.get<std::string>();
        return {};
    };
}

template <class Number> Take number(Number &to, std::int64_t least, std::int64_t most) {
    return [&to, least, most](const Json &value) -> std::string {
        // A number without a sign that fits no int64 would be compared as a negative one.
        const bool fits =
            value.is_number_integer() && value.get<std::int64_t>() >= least &&
            value.get<std::int64_t>() <= most &&
            (!value.is_number_unsigned() || value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most));
        if (fits)
            to = value.get<std::int64_t>();
        return fits ? ""
                    : "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    };
}

template <class Flag> Take flag(Flag &to) {
    return [&to](const Json &value) -> std::string {
        if (value.is_boolean())
            to = value.get<bool>();
        return value.is_boolean() ? "" : "must be true or false";
    };
}

/// One of several words, each of which stands for a value.
template <class Value, class To>
Take choice(To &to, std::initializer_list<std::pair<const char *, Value>> words) {
    const std::vector<std::pair<std::string, Value>> known(words.begin(), words.end());
    return [&to, known](const Json &value) -> std::string {
        std::string names;
        for (const auto &[text, meant] : known) {
            if (value.is_string() && value == text) {
                to = meant;
                return {};
            }
            names += (names.empty() ? "" : ", ") + text;
        }
        return "must be one of " + names;
    };
}

std::vector<std::pair<std::string, Take>> keys_of(Described &entry) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t int32_max = std::numeric_limits<std::int32_t>::max();
    std::vector<std::pair<std::string, Take>> keys = {
        {"name", word(entry.name)},
        {"producer", word(entry.producer)},
        {"scores", word(entry.scores)},
        {"indices", word(entry.indices)},
        {"values", word(entry.values)},
        {"lengths", word(entry.lengths)},
        {"starts", word(entry.starts)},
        {"ends", word(entry.ends)},
        {"page_table", word(entry.page_table)},
        {"table_rows", word(entry.table_rows)},
        {"page_size", number(entry.page_size, 1, int32_max)},
        {"index_base", choice<bool>(entry.counts_from_row, {{"window", false}, {"row", true}})},
        {"dtype",
         choice<std::string>(entry.dtype,
                             {{"float32", "float32"}, {"float16", "float16"}, {"bfloat16", "bfloat16"}})},
        {"rows", number(entry.rows, 0, most)},
        {"n", number(entry.width, 0, width_max)},
        {"width", number(entry.width, 0, width_max)},
        {"runs", number(entry.runs, 1, most)},
        {"k", number(entry.k, 0, k_max)},
        {"fill", number(entry.fill, -int32_max - 1, int32_max)},
        {"direction", choice<Direction>(entry.direction, {{"largest", Direction::largest},
                                                          {"smallest", Direction::smallest}})},
        {"nan", choice<NanPolicy>(entry.nan_policy,
                                  {{"largest", NanPolicy::largest}, {"smallest", NanPolicy::smallest}})},
        {"ties", choice<verify::TiesDemand>(entry.ties, {{"low", verify::TiesDemand::low},
                                                         {"high", verify::TiesDemand::high},
                                                         {"any", verify::TiesDemand::any}})},
        {"order", choice<verify::OrderDemand>(entry.order, {{"index", verify::OrderDemand::index},
                                                            {"rank", verify::OrderDemand::rank},
                                                            {"any", verify::OrderDemand::any}})},
        {"repeatable", flag(entry.repeatable)},
        {"notes", [](const Json &) { return std::string(); }},
        {"versions", [](const Json &) { return std::string(); }},
    };
    for (int claim = 0; claim < claim_count; ++claim)
        keys.emplace_back(claim_names[claim], flag(entry.claims[claim]));
    return keys;
}

Defect read_entry(const std::string &where, const Json &object, Described &entry) {
    if (!object.is_object())
        return {DefectKind::malformed, where, "is no JSON object", see};
    const auto keys = keys_of(entry);
    for (const auto &[key, value] : object.items()) {
        const Take *take = nullptr;
        for (const auto &[known, how] : keys)
            if (known == key)
                take = &how;
        if (take == nullptr)
            return {DefectKind::malformed, where, "has a key that is not known: " + key,
                    "what is for people goes below notes; " + std::string(see)};
        if (const std::string must = (*take)(value); !must.empty())
            return {DefectKind::malformed, where, key + " " + must, see};
    }
    if (entry.scores.empty())
        return {DefectKind::malformed, where, "names no scores", see};
    const auto together = [&](bool wrong, const char *what) {
        return wrong ? Defect{DefectKind::malformed, where, what, see} : Defect{};
    };
    Defect bad = together(!entry.ends.empty() && !entry.lengths.empty(), "has both lengths and ends");
    if (!bad)
        bad = together(entry.indices.empty() && !entry.values.empty(), "has values without indices");
    if (!bad)
        bad = together(entry.indices.empty() &&
                           (entry.runs || std::any_of(std::begin(entry.claims), std::end(entry.claims),
                                                      [](const auto &claim) { return claim.has_value(); })),
                       "has runs or claims without indices");
    if (!bad)
        bad = together(entry.page_table.empty() && !entry.table_rows.empty(),
                       "has table_rows without page_table");
    if (!bad)
        bad = together(entry.page_table.empty() && object.contains("page_size"),
                       "has page_size without page_table");
    if (!bad)
        bad = together(object.contains("n") && object.contains("width"), "has both n and width");
    if (entry.name.empty())
        entry.name = entry.indices.empty() ? entry.scores : entry.indices;
    return bad;
}

} // namespace

const char *name(Claim claim) { return claim_names[static_cast<int>(claim)]; }

Defect read_manifest(const std::string &path, std::vector<Described> &entries) {
    npy::Mapping file;
    if (const npy::Defect bad = file.open(path))
        return {DefectKind::unreadable, path, bad.what, "name a folder with a manifest.json (docs/dumps.md)"};
    const auto *text = reinterpret_cast<const char *>(file.bytes());
    Json whole;
    if (const std::string wrong = read_json(text, file.size(), whole); !wrong.empty())
        return {DefectKind::malformed, path, wrong, see};
    const Json *dumps = &whole;
    if (whole.is_object()) {
        if (!whole.contains("format") || whole["format"] != format_name)
            return {DefectKind::no_dump, path, "format is not \"" + std::string(format_name) + "\"", see};
        if (!whole.contains("version") || whole["version"] != manifest_version)
            return {DefectKind::wrong_version, path, "version is not " + std::to_string(manifest_version),
                    "read it with the exactk that it was written for"};
        for (const auto &[key, value] : whole.items())
            if (key != "format" && key != "version" && key != "dumps" && key != "notes" && key != "versions")
                return {DefectKind::malformed, path, "has a key that is not known: " + key, see};
        if (!whole.contains("dumps"))
            return {DefectKind::malformed, path, "has no dumps", see};
        dumps = &whole["dumps"];
    }
    if (!dumps->is_array())
        return {DefectKind::malformed, path, "is no array of dumps", see};
    entries.clear();
    for (std::size_t at = 0; at < dumps->size(); ++at) {
        Described entry;
        if (Defect bad = read_entry(path + ": dump " + std::to_string(at), (*dumps)[at], entry))
            return bad;
        entries.push_back(std::move(entry));
    }
    return {};
}

} // namespace exactk::dump
