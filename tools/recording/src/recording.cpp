// Opens a recording: its facts, and the numbers of its calls.
// Spec: contract/C14. Layer: tools/recording.
#include <exactk/recording/recording.hpp>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "head.hpp"
#include "names.hpp"

namespace exactk::recording {

namespace {

constexpr std::string_view unfinished_prefix = ".unfinished-";

} // namespace

Defect Recording::open(const std::string &folder) {
    *this = Recording();
    folder_ = folder;
    if (Defect bad = read_head(folder, facts_))
        return bad;
    const std::string calls = folder + "/calls";
    std::error_code error;
    std::filesystem::directory_iterator at(calls, error);
    for (const std::filesystem::directory_iterator end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with(unfinished_prefix)) {
            ++unfinished_;
            continue;
        }
        if (name.size() != name_digits || name.find_first_not_of("0123456789") != std::string::npos)
            return {DefectKind::malformed, calls + "/" + name, "is no name of a call",
                    "calls have folders of 12 digits; remove what is not of the recorder"};
        numbers_.push_back(std::stoll(name));
    }
    if (error)
        return {DefectKind::unreadable, calls, "cannot be listed: " + error.message(),
                "record again, or restore the folder"};
    std::sort(numbers_.begin(), numbers_.end());
    return {};
}

} // namespace exactk::recording
