// Reads lines of a state.
// Spec: contract/C15. Layer: tools/laws.
#include "state_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <sstream>

#include <unistd.h>

namespace exactk::campaign {

namespace {

constexpr std::size_t block_bytes = 1 << 16; // convention: a usual size of blocks

bool is_count(std::int64_t number) { return number >= 0 && number <= count_max; }

/// Whether the units of a part draw cases, each of them at least one.
bool draws(Part part) { return part == Part::rows || part == Part::wide; }

bool read_done(const std::string &line, Entry &entry) {
    constexpr double seconds_max = 1e9; // convention: thirty years
    std::istringstream words(line);
    std::string word;
    std::string part;
    return words >> word >> part >> entry.unit >> entry.done.cases >> entry.done.rows >> entry.done.checks >>
               entry.seconds &&
           words.peek() == std::istringstream::traits_type::eof() && word == "done" &&
           parse(part, entry.part) && entry.unit >= 0 && is_count(entry.done.cases) &&
           is_count(entry.done.rows) && is_count(entry.done.checks) && entry.seconds >= 0 &&
           entry.seconds <= seconds_max && draws(entry.part) == (entry.done.fall_backs.drawn > 0);
}

bool read_failed(const std::string &line, Entry &entry) {
    constexpr std::size_t begin = 7; // bound: the letters of "failed "
    const std::size_t tab = line.find('\t');
    if (line.rfind("failed ", 0) != 0 || tab == std::string::npos) {
        return false;
    }
    entry.done.failures.push_back({line.substr(begin, tab - begin), line.substr(tab + 1)});
    return true;
}

bool read_counted(const std::string &line, Entry &entry) {
    std::istringstream words(line);
    std::string word;
    std::string kind;
    std::int64_t number = 0;
    return words >> word >> number && word == "counted" && std::getline(words >> std::ws, kind) &&
           number > 0 && is_count(number) && entry.done.counted.emplace(kind, number).second;
}

bool read_fall_backs(const std::string &line, Entry &entry) {
    std::istringstream words(line);
    std::string word;
    FallBacks &read = entry.done.fall_backs;
    const auto within = [&read](std::int64_t count) { return count >= 0 && count <= read.drawn; };
    if (read.drawn != 0 || !(words >> word >> read.drawn) || word != "fell_back" || read.drawn <= 0 ||
        !is_count(read.drawn)) {
        return false;
    }
    for (std::size_t strategy = 0; strategy < sampling_count; ++strategy) {
        std::int64_t &by_target = read.by_target[strategy];
        std::int64_t &by_list = read.by_list[strategy];
        if (!(words >> by_target >> by_list) || !within(by_target) || !within(by_list)) {
            return false;
        }
    }
    return words.peek() == std::istringstream::traits_type::eof();
}

} // namespace

bool Lines::refill() {
    block_.resize(block_bytes);
    at_ = 0;
    ssize_t got = 0;
    do {
        got = ::read(file_, block_.data(), block_.size());
    } while (got < 0 && errno == EINTR);
    failed_ = got < 0;
    block_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return got > 0;
}

bool Lines::next(std::string &line, std::size_t longest) {
    line.clear();
    for (;;) {
        const std::size_t found = block_.find('\n', at_);
        const std::size_t end = std::min(found, block_.size());
        line.append(block_, at_, end - at_);
        if (line.size() > longest) {
            too_long_ = true;
            return false;
        }
        if (found != std::string::npos) {
            at_ = end + 1;
            bytes_ += line.size() + 1;
            return true;
        }
        if (!refill()) {
            return false;
        }
    }
}

bool read_line(const std::string &line, Entry &entry, bool &ends) {
    ends = line.rfind("done ", 0) == 0;
    if (line.rfind("fell_back ", 0) == 0) {
        return read_fall_backs(line, entry);
    }
    return ends ? read_done(line, entry) : read_failed(line, entry) || read_counted(line, entry);
}

} // namespace exactk::campaign
