// Reads and writes the state of a campaign.
// Spec: contract/C15. Layer: tools/laws.
#include "state.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <exactk/contract/version.hpp>

#include "state_lines.hpp"

namespace exactk::campaign {

namespace {

constexpr const char *tag = "exactk campaign ";
constexpr std::size_t shown_max = 400;       // convention: enough to recognise a line
constexpr std::size_t first_max = 1 << 16;   // convention: far above the names of all implementations
constexpr std::size_t longest_max = 1 << 24; // convention: far above the token of any schedule

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

/// Whether a text without an end of line is the beginning of a state.
bool cut_off(const std::string &text) {
    const std::string begin = tag;
    return text.find('\n') == std::string::npos &&
           text.substr(0, begin.size()) == begin.substr(0, std::min(text.size(), begin.size()));
}

/// The beginning of a line, for a terminal.
std::string shown(const std::string &line) {
    std::string text = line.substr(0, shown_max);
    std::replace_if(
        text.begin(), text.end(), [](unsigned char letter) { return letter < 0x20 || letter == 0x7F; }, '?');
    return text;
}

/// What is wrong with a first line, or "".
std::string wrong_first(const std::string &path, const std::string &first, const std::string &wanted) {
    if (first == wanted) {
        return "";
    }
    std::string printed = first;
    printed.erase(std::remove_if(printed.begin(), printed.end(),
                                 [](unsigned char letter) { return letter <= 0x20 || letter == 0x7F; }),
                  printed.end());
    std::string words = wanted;
    words.erase(std::remove(words.begin(), words.end(), ' '), words.end());
    if (printed == words) {
        return path +
               " has a damaged first line: its words are right, and what is between or behind them is not";
    }
    return path + " is the state of another campaign or program, '" + shown(first) + "'; this one is '" +
           wanted + "'. Name another file, or remove it";
}

/// All units behind the first line; `whole` is how many bytes the file has up to the last one that is there whole.
std::string read_units(const std::string &path, Lines &lines,
                       const std::function<bool(const Entry &, const std::vector<Failure> &)> &each,
                       std::size_t &whole) {
    const std::string damaged = path + " is damaged: it holds a line ";
    Entry entry;
    std::string line;
    bool ends = false;
    for (whole = lines.bytes(); lines.next(line, longest_max);) {
        if (!read_line(line, entry, ends)) {
            return damaged + "that is none of a campaign's: " + shown(line);
        }
        if (ends && !each(entry, entry.done.failures)) {
            return damaged + "about a unit that there is not, or that it holds already: " + shown(line);
        }
        if (ends) {
            entry = {};
            whole = lines.bytes();
        }
    }
    return lines.too_long() ? damaged + "that is longer than any: " + shown(line) : "";
}

} // namespace

State::~State() {
    if (file_ != nullptr) {
        std::fclose(file_);
    }
}

/// Opens the file for this run alone.
std::string State::lock(const std::string &path) {
    const std::string irregular = path + " cannot hold a state: it is no regular file";
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        return irregular;
    }
    // Should the name have changed its meaning by now: nothing that is opened so can wait for others.
    const int file =
        ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (file < 0) {
        return path + " cannot be written: " + system_word();
    }
    struct stat found {};
    std::string problem;
    if (fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) {
        problem = irregular;
    } else if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        problem = errno == EWOULDBLOCK ? path + " is in use by another run; a state belongs to one at a time"
                                       : path + " cannot be locked: " + system_word();
    } else if ((file_ = fdopen(file, "ab")) == nullptr) {
        problem = path + " cannot be written: " + system_word();
    }
    if (!problem.empty()) {
        close(file);
    }
    return problem;
}

std::string State::open(const Settings &settings,
                        const std::function<bool(const Entry &, const std::vector<Failure> &)> &each) {
    const std::string &path = settings.state;
    std::uint64_t program = 0;
    if (!hash_program(program)) {
        return path +
               " cannot be used: the program's own bytes, which tell whose state it is, cannot be read";
    }
    if (std::string problem = lock(path); !problem.empty()) {
        return problem;
    }
    const std::string wanted = first_line(settings, program);
    Lines lines(fileno(file_));
    std::string line;
    std::size_t whole = 0;
    std::string problem;
    if (lines.next(line, first_max)) {
        problem = wrong_first(path, line, wanted);
        problem = problem.empty() ? read_units(path, lines, each, whole) : problem;
    } else if (lines.too_long() || !cut_off(line)) {
        problem = wrong_first(path, line, wanted);
    }
    if (lines.failed()) {
        problem = path + " cannot be read: " + system_word();
    }
    if (!problem.empty()) {
        return problem;
    }
    if (ftruncate(fileno(file_), static_cast<off_t>(whole)) != 0) {
        return path + " cannot be mended: " + system_word();
    }
    if (whole == 0 && (std::fprintf(file_, "%s\n", wanted.c_str()) < 0 || std::fflush(file_) != 0)) {
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
    if (const FallBacks &fall_backs = entry.done.fall_backs; fall_backs.drawn > 0) {
        text += "fell_back " + std::to_string(fall_backs.drawn);
        for (std::size_t strategy = 0; strategy < sampling_count; ++strategy) {
            text += " " + std::to_string(fall_backs.by_target[strategy]) + " " +
                    std::to_string(fall_backs.by_list[strategy]);
        }
        text += "\n";
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
