// Reads and writes the state of a campaign.
// Spec: contract/C15. Layer: tools/laws.
#include "state.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <exactk/contract/version.hpp>

namespace exactk::campaign {

namespace {

constexpr const char *tag = "exactk campaign ";
constexpr std::size_t shown_max = 400; // convention: enough to recognise a line

/// FNV-1a over the bytes of the program that runs; false if they cannot be read.
bool hash_program(std::uint64_t &hash) {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    std::vector<char> block(1 << 20);
    hash = 0xCBF29CE484222325u; // bound: FNV-1a's offset basis
    while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
        for (std::streamsize byte = 0; byte < file.gcount(); ++byte) {
            const auto value = static_cast<unsigned char>(block[static_cast<std::size_t>(byte)]);
            hash = (hash ^ value) * 0x100000001B3u; // bound: FNV-1a's prime
        }
    }
    return file.eof();
}

/// The first line: what all counts are about.
std::string first_line(const Settings &settings, std::uint64_t program) {
    const Sizes &sizes = settings.sizes;
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llX", static_cast<unsigned long long>(program));
    std::string text = std::string(tag) + "2 program " + hash + " library " + library_version() + " seed " +
                       std::to_string(settings.seed) + " small " + std::to_string(sizes.small_length) +
                       " rows " + std::to_string(sizes.rows) + " wide " + std::to_string(sizes.wide) +
                       " spaces " + std::to_string(sizes.spaces) + " schedules " +
                       std::to_string(sizes.schedules) +
                       (settings.mutant.empty() ? "" : " mutant " + settings.mutant);
    for (const Implementation &implementation : chosen(settings)) {
        text += " " + implementation.name;
    }
    return text;
}

std::string system_word() { return std::strerror(errno); }

/// "done PART UNIT CASES ROWS CHECKS SECONDS"; false if it is no such line.
bool read_done(const std::string &line, Entry &entry) {
    std::istringstream words(line);
    std::string word;
    std::string part;
    return words >> word >> part >> entry.unit >> entry.done.cases >> entry.done.rows >> entry.done.checks >>
               entry.seconds &&
           word == "done" && parse(part, entry.part);
}

/// "failed KIND<tab>LINE" or "counted NUMBER KIND"; false if it is no such line.
bool read_failure(const std::string &line, Entry &entry) {
    if (line.rfind("failed ", 0) == 0) {
        const std::size_t at = line.find('\t');
        if (at == std::string::npos) {
            return false;
        }
        entry.done.failures.push_back({line.substr(7, at - 7), line.substr(at + 1)});
        return true;
    }
    std::istringstream words(line);
    std::string word;
    std::string kind;
    std::int64_t number = 0;
    if (!(words >> word >> number) || word != "counted" || !std::getline(words >> std::ws, kind)) {
        return false;
    }
    entry.done.counted[kind] += number;
    return true;
}

/// Whether a text without an end of line is the beginning of a state.
bool cut_off(const std::string &text) {
    const std::string begin = tag;
    return text.find('\n') == std::string::npos &&
           text.substr(0, begin.size()) == begin.substr(0, std::min(text.size(), begin.size()));
}

std::string content(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream all;
    all << file.rdbuf();
    return all.str();
}

} // namespace

State::~State() {
    if (file_ != nullptr) {
        std::fclose(file_);
    }
}

std::string State::open(const Settings &settings,
                        const std::function<void(const Entry &, const std::vector<Failure> &)> &each) {
    const std::string &path = settings.state;
    std::uint64_t program = 0;
    if (!hash_program(program)) {
        return path +
               " cannot be used: the program's own bytes, which tell whose state it is, cannot be read";
    }
    const std::string wanted = first_line(settings, program);
    const std::string text = content(path);
    const bool there = !cut_off(text);
    std::size_t whole = 0; // bytes up to the last unit that is there whole
    std::error_code error;
    if (there) {
        std::size_t at = text.find('\n');
        if (at == std::string::npos || text.substr(0, at) != wanted) {
            return path + " is the state of another campaign or program, '" +
                   text.substr(0, std::min(at, shown_max)) + "'; this one is '" + wanted +
                   "'. Name another file, or remove it";
        }
        whole = at + 1;
        Entry entry;
        for (at = text.find('\n', whole); at != std::string::npos; at = text.find('\n', at + 1)) {
            const std::size_t begin = text.rfind('\n', at - 1) + 1;
            const std::string line = text.substr(begin, at - begin);
            if (read_done(line, entry)) {
                each(entry, entry.done.failures);
                entry = {};
                whole = at + 1;
            } else if (!read_failure(line, entry)) {
                return path + " holds a line that is none of a campaign's: " + line;
            }
        }
    }
    if (!text.empty()) {
        std::filesystem::resize_file(path, whole, error);
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
    for (const Failure &failure : entry.done.failures) {
        text += "failed " + failure.kind + "\t" + failure.line + "\n";
    }
    for (const auto &[kind, more] : entry.done.counted) {
        text += "counted " + std::to_string(more) + " " + kind + "\n";
    }
    char numbers[200];
    std::snprintf(numbers, sizeof numbers, "done %s %lld %lld %lld %lld %.6f\n", name(entry.part),
                  static_cast<long long>(entry.unit), static_cast<long long>(entry.done.cases),
                  static_cast<long long>(entry.done.rows), static_cast<long long>(entry.done.checks),
                  entry.seconds);
    text += numbers;
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) {
        return "the state cannot be written: " + system_word();
    }
    return "";
}

} // namespace exactk::campaign
