// Reads and writes the state of a campaign.
// Spec: contract/C15. Layer: tools/laws.
#include "state.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <exactk/contract/version.hpp>

namespace exactk::campaign {

namespace {

/// The first line: what all counts are about.
std::string first_line(const Settings &settings) {
    const Sizes &sizes = settings.sizes;
    std::string text = std::string("exactk campaign 1 library ") + library_version() + " seed " +
                       std::to_string(settings.seed) + " small " + std::to_string(sizes.small_length) +
                       " rows " + std::to_string(sizes.rows) + " wide " + std::to_string(sizes.wide) +
                       " spaces " + std::to_string(sizes.spaces) + " schedules " +
                       std::to_string(sizes.schedules);
    for (const Implementation &implementation : chosen(settings)) {
        text += " " + implementation.name;
    }
    return text;
}

std::string system_word() { return std::strerror(errno); }

/// "done PART UNIT CASES ROWS CHECKS SECONDS FAILURES"; false if it is no such line.
bool read_entry(const std::string &line, Entry &entry) {
    std::istringstream words(line);
    std::string word;
    std::string part;
    return words >> word >> part >> entry.unit >> entry.done.cases >> entry.done.rows >> entry.done.checks >>
               entry.seconds >> entry.failures &&
           word == "done" && parse(part, entry.part);
}

} // namespace

State::~State() {
    if (file_ != nullptr) {
        std::fclose(file_);
    }
}

std::string State::open(const Settings &settings, const std::function<void(const Entry &)> &each,
                        const std::function<void(const std::string &)> &failure) {
    const std::string &path = settings.state;
    const std::string wanted = first_line(settings);
    std::error_code error;
    const bool there = std::filesystem::exists(path, error) && std::filesystem::file_size(path, error) > 0;
    if (there) {
        std::ifstream file(path, std::ios::binary);
        std::ostringstream all;
        all << file.rdbuf();
        std::string text = all.str();
        text.resize(text.rfind('\n') + 1); // what a crash cut off is done again
        std::istringstream lines(text);
        std::string line;
        if (!std::getline(lines, line) || line != wanted) {
            return path + " is the state of another campaign, '" + line + "'; this one is '" + wanted +
                   "'. Name another file, or remove it";
        }
        while (std::getline(lines, line)) {
            Entry entry;
            if (line.rfind("failed ", 0) == 0) {
                failure(line.substr(7));
            } else if (read_entry(line, entry)) {
                each(entry);
            } else {
                return path + " holds a line that is none of a campaign's: " + line;
            }
        }
        std::filesystem::resize_file(path, text.size(), error);
        if (error) {
            return path + " cannot be mended: " + error.message();
        }
    }
    file_ = std::fopen(path.c_str(), "ab");
    if (file_ == nullptr) {
        return path + " cannot be written: " + system_word();
    }
    if (!there && (std::fprintf(file_, "%s\n", wanted.c_str()) < 0 || std::fflush(file_) != 0)) {
        return path + " cannot be written: " + system_word();
    }
    return "";
}

std::string State::add(const Entry &entry) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (file_ == nullptr) {
        return "";
    }
    std::string text;
    for (const std::string &one : entry.done.failures) {
        text +=
            std::string("failed ") + name(entry.part) + " " + std::to_string(entry.unit) + ": " + one + "\n";
    }
    char numbers[200];
    std::snprintf(numbers, sizeof numbers, "done %s %lld %lld %lld %lld %.6f %lld\n", name(entry.part),
                  static_cast<long long>(entry.unit), static_cast<long long>(entry.done.cases),
                  static_cast<long long>(entry.done.rows), static_cast<long long>(entry.done.checks),
                  entry.seconds, static_cast<long long>(entry.failures));
    text += numbers;
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) {
        return "the state cannot be written: " + system_word();
    }
    return "";
}

} // namespace exactk::campaign
