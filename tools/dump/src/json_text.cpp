// JSON from files of others.
// Spec: contract/C18. Layer: tools/dump.
#include "json_text.hpp"

#include <set>
#include <vector>

#include <nlohmann/json.hpp>

namespace exactk::dump {

std::string read_json(const char *text, std::size_t size, nlohmann::json &value) {
    using Event = nlohmann::json::parse_event_t;
    std::vector<std::set<std::string>> open; // keys of the objects that the place is in
    std::string twice;
    const auto watch = [&](int, Event event, nlohmann::json &parsed) {
        if (event == Event::object_start)
            open.emplace_back();
        else if (event == Event::object_end)
            open.pop_back();
        else if (event == Event::key && !open.back().insert(parsed.get<std::string>()).second &&
                 twice.empty())
            twice = parsed.get<std::string>();
        return true;
    };
    try {
        value = nlohmann::json::parse(text, text + size, watch);
    } catch (const nlohmann::json::parse_error &error) {
        return "byte " + std::to_string(error.byte) + ": is no JSON, or is truncated";
    }
    return twice.empty() ? "" : "has the key " + twice + " twice in one object";
}

} // namespace exactk::dump
