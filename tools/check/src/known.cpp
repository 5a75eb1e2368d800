// Reads, compares and writes lists of known failures.
// Spec: contract/C15. Layer: tools/check.
#include "known.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace exactk::check {

namespace {

constexpr const char *first_words = "exactk-known 1 seed ";

/// A name as one word: a blank, a `#` and a `%` as `%` and two digits.
std::string as_word(const std::string &name) {
    std::string word;
    for (const char letter : name) {
        word += letter == ' '   ? "%20"
                : letter == '#' ? "%23"
                : letter == '%' ? "%25"
                                : std::string(1, letter);
    }
    return word;
}

std::string joined(const std::set<std::string> &faults) { return fmt::format("{}", fmt::join(faults, ",")); }

std::set<std::string> apart(const std::string &faults) {
    std::set<std::string> list;
    std::istringstream in(faults);
    for (std::string fault; std::getline(in, fault, ',');) {
        list.insert(fault);
    }
    return list;
}

} // namespace

std::string Known::load(const std::string &path, std::uint64_t seed) {
    std::ifstream file(path);
    if (!file) {
        return path + " cannot be read";
    }
    std::string line;
    if (!std::getline(file, line) || !line.starts_with(first_words)) {
        return fmt::format("{}: it does not begin with the line '{}N', as a file of known failures does",
                           path, first_words);
    }
    if (line != first_words + std::to_string(seed)) {
        return fmt::format("{}: it is for other scores ('{}'); this run has seed {}", path, line, seed);
    }
    for (int number = 2; std::getline(file, line); ++number) {
        std::istringstream in(line.substr(0, line.find('#')));
        std::string implementation;
        std::string id;
        std::string faults;
        std::string sometimes;
        std::string more;
        if (!(in >> implementation)) {
            continue;
        }
        const bool three = static_cast<bool>(in >> id >> faults);
        const bool four = static_cast<bool>(in >> sometimes);
        if (!three || (four && sometimes != "sometimes") || in >> more) {
            return fmt::format(
                "{}: line {}: wants an implementation, a case, its faults with commas, and 'sometimes' if "
                "it does not always fail",
                path, number);
        }
        if (four) {
            sometimes_.insert({implementation, id});
        }
        if (!listed_.emplace(Key(implementation, id), joined(apart(faults))).second) {
            return fmt::format("{}: line {}: {} of {} is listed twice", path, number, id, implementation);
        }
    }
    return "";
}

bool Known::met(const std::string &implementation, const std::string &id, std::vector<std::string> faults) {
    const Key key(as_word(implementation), as_word(id));
    std::set<std::string> &told = told_[key];
    told.insert(faults.begin(), faults.end());
    const auto listed = listed_.find(key);
    return listed != listed_.end() && !faults.empty() &&
           joined({faults.begin(), faults.end()}) == listed->second;
}

std::vector<std::string> Known::mended() const {
    std::vector<std::string> lines;
    for (const auto &[key, faults] : listed_) {
        const auto told = told_.find(key);
        if (told != told_.end() && told->second.empty() && !sometimes_.contains(key)) {
            lines.push_back(key.first + " " + key.second + " " + faults);
        }
    }
    return lines;
}

std::int64_t Known::not_run() const {
    std::int64_t count = 0;
    for (const auto &[key, faults] : listed_) {
        count += told_.contains(key) ? 0 : 1;
    }
    return count;
}

std::string Known::write(const std::string &path, std::uint64_t seed) const {
    // Beside it first, so that a list that cannot be written whole leaves the old one.
    const std::string beside = path + ".tmp";
    std::ofstream file(beside, std::ios::trunc);
    file << first_words << seed << "\n";
    for (const auto &[key, faults] : told_) {
        if (!faults.empty()) {
            file << key.first << " " << key.second << " " << joined(faults)
                 << (sometimes_.contains(key) ? " sometimes\n" : "\n");
        }
    }
    file.close();
    return file && std::rename(beside.c_str(), path.c_str()) == 0 ? "" : path + " cannot be written";
}

} // namespace exactk::check
