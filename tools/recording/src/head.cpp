// Reads recording.json and call.json, and says what is wrong with them.
// Spec: contract/C2 C3. Layer: tools/recording.
#include "head.hpp"

#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include <exactk/contract/problem.hpp>

namespace exactk::recording {

namespace {

using Json = nlohmann::json;

constexpr const char *format_name = "exactk recording";
constexpr const char *again =
    "record again, or leave the call out by removing its folder from both recordings";
constexpr const char *anew = "name the folder that the recorder was given, or record again";

/// One file's object, with the defect of the first field that is not as it must be.
class Fields {
public:
    explicit Fields(std::string path, const char *advice) : path_(std::move(path)), advice_(advice) {}

    Defect open() {
        npy::Mapping file;
        if (const npy::Defect bad = file.open(path_))
            return {DefectKind::unreadable, path_, bad.what, advice_};
        const auto *text = reinterpret_cast<const char *>(file.bytes());
        object_ = Json::parse(text, text + file.size(), nullptr, false);
        if (object_.is_discarded() || !object_.is_object())
            return malformed("is not a JSON object, or is truncated");
        return {};
    }

    Defect malformed(std::string what) const {
        return {DefectKind::malformed, path_, std::move(what), advice_};
    }

    /// A value below the root by its keys, or null.
    const Json *find(std::initializer_list<const char *> keys) const {
        const Json *at = &object_;
        for (const char *key : keys) {
            if (!at->is_object() || !at->contains(key))
                return nullptr;
            at = &(*at)[key];
        }
        return at;
    }

    std::int64_t number(std::initializer_list<const char *> keys, std::int64_t most) {
        const Json *value = find(keys);
        if (value == nullptr || !value->is_number_unsigned() ||
            value->get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
            complain(keys, "is no whole number from 0 to " + std::to_string(most));
            return 0;
        }
        return value->get<std::int64_t>();
    }

    /// One of the words, the first of which may stand for null; its place among them.
    int choice(std::initializer_list<const char *> keys, std::initializer_list<const char *> words) {
        const Json *value = find(keys);
        int at = 0;
        for (const char *word : words) {
            const bool null_word = *word == '\0';
            if (value != nullptr && (null_word ? value->is_null() : value->is_string() && *value == word))
                return at;
            ++at;
        }
        complain(keys, "is none of what it can be");
        return 0;
    }

    Defect defect; ///< of the first field that is wrong

private:
    void complain(std::initializer_list<const char *> keys, const std::string &what) {
        std::string key;
        for (const char *part : keys)
            key += (key.empty() ? "" : ".") + std::string(part);
        if (!defect)
            defect = malformed(key + " is missing or " + what);
    }

    std::string path_;
    const char *advice_;
    Json object_;
};

} // namespace

Defect read_head(const std::string &folder, Facts &facts) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::string path = folder + "/recording.json";
    Fields fields(path, anew);
    if (Defect bad = fields.open()) {
        if (bad.kind == DefectKind::unreadable)
            bad.kind = DefectKind::no_recording;
        return bad;
    }
    const Json *format = fields.find({"format"});
    if (format == nullptr || !format->is_string() || *format != format_name)
        return {DefectKind::no_recording, path, "format is not \"" + std::string(format_name) + "\"", anew};
    const Json *version = fields.find({"version"});
    if (version == nullptr || !version->is_number_integer())
        return fields.malformed("version is missing or is no whole number");
    if (*version != format_version)
        return {DefectKind::wrong_version, path,
                "the format has version " + version->dump() + ", and this program reads " +
                    std::to_string(format_version),
                "read it with the exactk that it was recorded with, or record again"};
    if (const Json *name = fields.find({"operator"}); name != nullptr && name->is_string())
        facts.operator_name = name->get<std::string>();
    if (const Json *versions = fields.find({"versions"}); versions != nullptr && versions->is_object()) {
        for (const auto &[name, text] : versions->items())
            facts.versions.emplace_back(name, text.is_string() ? text.get<std::string>() : text.dump());
    }
    facts.every = fields.number({"every"}, most);
    facts.direction = fields.choice({"options", "direction"}, {"largest", "smallest"}) == 0
                          ? Direction::largest
                          : Direction::smallest;
    facts.nan_policy = fields.choice({"options", "nan"}, {"largest", "smallest"}) == 0 ? NanPolicy::largest
                                                                                       : NanPolicy::smallest;
    constexpr const char *ties[] = {"", "low", "high", "any"};
    constexpr const char *orders[] = {"", "index", "rank", "any"};
    facts.ties = ties[fields.choice({"options", "ties"}, {"", "low", "high", "any"})];
    facts.order = orders[fields.choice({"options", "order"}, {"", "index", "rank", "any"})];
    if (const Json *slots = fields.find({"options", "k"}); slots != nullptr && !slots->is_null())
        facts.slots_most = fields.number({"options", "k"}, most);
    const Json *closed = fields.find({"closed"});
    facts.closed = closed != nullptr && closed->is_boolean() && closed->get<bool>();
    facts.seen = fields.number({"counts", "seen"}, most);
    const std::int64_t sampled = fields.number({"counts", "sampled"}, most);
    facts.short_of = sampled - fields.number({"counts", "recorded"}, most);
    return fields.defect;
}

Defect read_call_head(const std::string &path, Call &call) {
    Fields fields(path, again);
    if (Defect bad = fields.open())
        return bad;
    call.number = fields.number({"number"}, std::numeric_limits<std::int64_t>::max());
    call.rows = fields.number({"rows"}, std::numeric_limits<std::int32_t>::max());
    call.width = fields.number({"width"}, width_max);
    call.k = fields.number({"k"}, k_max);
    call.type = static_cast<ScoreType>(fields.choice({"type"}, {"float32", "float16", "bfloat16"}));
    return fields.defect;
}

} // namespace exactk::recording
