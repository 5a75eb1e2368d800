// Reads a case file: splits it into lines with keys, then reads each key in an order in which one can check the next.
// Spec: contract/C1 to C15 C18. Layer: tools/casefile.
#include <exactk/casefile.hpp>

#include <algorithm>
#include <map>
#include <vector>

#include "keys.hpp"
#include "values.hpp"

namespace exactk::casefile {

namespace {

/// Keys whose lines come once per row.
constexpr std::string_view row_key = "row";
constexpr std::string_view answer_key = "answer";

/// The lines of a text, sorted by what they are.
struct Lines {
    std::map<std::string_view, Line> by_key;
    std::vector<Line> rows;
    std::vector<Line> answers;
    int version = 1; ///< as the first line has it
    int last = 1;    ///< number of the last line
};

Defect check_letters(std::string_view text) {
    int number = 1;
    if (text.size() > file_bytes_max) {
        return {DefectKind::malformed_line, 1,
                "the file is larger than " + std::to_string(file_bytes_max) + " bytes; is it a case file?"};
    }
    for (const char letter : text) {
        if (letter != '\n' && (letter < ' ' || letter > '~')) {
            return {DefectKind::malformed_line, number,
                    letter == '\r'
                        ? "a carriage return; lines end with a line feed alone"
                        : "a character that is not printable ASCII; write letters, digits and blanks"};
        }
        number += letter == '\n' ? 1 : 0;
    }
    if (text.empty() || text.back() != '\n') {
        return {DefectKind::malformed_line, number,
                "the last line does not end with a line feed; is the file cut off?"};
    }
    return {};
}

Defect check_first_line(std::string_view line, Lines &lines) {
    constexpr std::string_view wanted = "exactk case ";
    const Defect bad = {DefectKind::bad_first_line, 1, "a case file begins with 'exactk case 1'"};
    if (line.substr(0, wanted.size()) != wanted) {
        return bad;
    }
    const Line version = {1, "the version", line.substr(wanted.size())};
    std::int64_t number = 0;
    constexpr std::int64_t version_max = 1'000'000; // convention: a typing error looks larger
    if (read_number(version, version.value, 1, version_max, number)) {
        return bad;
    }
    if (number > format_version) {
        return {DefectKind::unsupported_version, 1,
                "the file has version " + std::to_string(number) + "; this program reads versions 1 to " +
                    std::to_string(format_version)};
    }
    lines.version = static_cast<int>(number);
    return {};
}

Defect add_line(Lines &lines, std::string_view text, int number) {
    const std::size_t blank = text.find(' ');
    if (blank == 0 || blank == std::string_view::npos || blank + 1 == text.size() || text.back() == ' ' ||
        text[blank + 1] == ' ') {
        return {DefectKind::malformed_line, number,
                "a line is a key, one blank and a value, without other blanks"};
    }
    const Line line = {number, text.substr(0, blank), text.substr(blank + 1)};
    if (line.key == row_key || line.key == answer_key) {
        (line.key == row_key ? lines.rows : lines.answers).push_back(line);
        return {};
    }
    const auto known = [&line](const Key &key) { return key.name == line.key; };
    const auto key = std::find_if(keys().begin(), keys().end(), known);
    if (key == keys().end()) {
        return {DefectKind::unknown_key, number,
                "'" + std::string(line.key.substr(0, 40)) + "' is no key; docs/case-files.md lists them"};
    }
    if (key->since > lines.version) {
        return {DefectKind::unknown_key, number,
                "'" + std::string(line.key) + "' is a key of version " + std::to_string(key->since) +
                    "; the first line says version " + std::to_string(lines.version)};
    }
    const auto [before, added] = lines.by_key.emplace(line.key, line);
    if (!added) {
        return {DefectKind::duplicate_key, number,
                "'" + std::string(line.key) + "' stands in line " + std::to_string(before->second.number) +
                    " already; keep one of them"};
    }
    return {};
}

Defect split_lines(std::string_view text, Lines &lines) {
    if (Defect bad = check_letters(text)) {
        return bad;
    }
    text.remove_suffix(1);
    const std::vector<std::string_view> all = split(text, '\n');
    if (Defect bad = check_first_line(all.front(), lines)) {
        return bad;
    }
    for (std::size_t at = 1; at < all.size(); ++at) {
        if (Defect bad = add_line(lines, all[at], static_cast<int>(at) + 1)) {
            return bad;
        }
    }
    lines.last = static_cast<int>(all.size());
    return {};
}

/// A law and its seed stand together, and a version is the oldest that has all the keys.
Defect check_law_lines(const Lines &lines, const CaseFile &read) {
    if (!read.law.empty() && lines.by_key.count("law_seed") == 0) {
        return {DefectKind::missing_key, lines.last,
                "there is a law, but no line 'law_seed 7' or the like; add one"};
    }
    if (read.version() < lines.version) {
        return {DefectKind::missing_key, lines.last,
                "there is no line 'law NAME' or 'implementation NAME', without which a file has version 1"};
    }
    return {};
}

/// As many lines of a key as there are rows, or none.
Defect check_row_lines(const std::vector<Line> &lines, std::string_view key, std::int64_t wanted,
                       const char *because, int last) {
    const std::int64_t given = static_cast<std::int64_t>(lines.size());
    if (given == wanted) {
        return {};
    }
    const int place = given > wanted ? lines[static_cast<std::size_t>(wanted)].number : last;
    return {DefectKind::wrong_count, place,
            std::to_string(given) + " lines '" + std::string(key) + "'; " + because + " asks for " +
                std::to_string(wanted)};
}

Defect read_rows(const Lines &lines, CaseFile &out) {
    out.scores.clear();
    if (Defect bad =
            check_row_lines(lines.rows, row_key, out.generated ? 0 : out.rows,
                            out.generated ? "scores from a generator" : "the number of rows", lines.last)) {
        return bad;
    }
    const int digits = hex_digits(out.type);
    std::int64_t left = listed_max;
    for (const Line &line : lines.rows) {
        const std::int64_t n = out.n(static_cast<std::int64_t>(out.scores.size()));
        std::vector<std::uint32_t> row;
        const auto read = [&](std::string_view word, std::uint32_t &bits) -> Defect {
            std::uint64_t pattern = 0;
            if (!read_hex(word, digits, pattern)) {
                return malformed(line, "bit patterns of " + std::to_string(digits) +
                                           " hexadecimal digits, A to F in capitals, with commas");
            }
            bits = static_cast<std::uint32_t>(pattern);
            return {};
        };
        if (Defect bad = read_list(line, std::min(n, left), row, read)) {
            return bad;
        }
        if (static_cast<std::int64_t>(row.size()) != n) {
            return {DefectKind::wrong_count, line.number,
                    "a row of " + std::to_string(row.size()) + " scores; its length is " + std::to_string(n)};
        }
        left -= n;
        out.scores.push_back(std::move(row));
    }
    return {};
}

Defect read_answers(const Lines &lines, CaseFile &out) {
    const bool wanted = out.expected.kind == Expected::Kind::indices;
    if (Defect bad = check_row_lines(lines.answers, answer_key, wanted ? out.rows : 0,
                                     wanted ? "the number of rows" : "this 'expect'", lines.last)) {
        return bad;
    }
    std::int64_t left = listed_max;
    for (const Line &line : lines.answers) {
        std::vector<std::int32_t> row;
        const auto read = [&line](std::string_view word, std::int32_t &index) -> Defect {
            std::int64_t number = 0;
            Defect bad = read_number(line, word, INT32_MIN, INT32_MAX, number);
            index = static_cast<std::int32_t>(number);
            return bad;
        };
        if (Defect bad = read_list(line, std::min(out.k, left), row, read)) {
            return bad;
        }
        if (static_cast<std::int64_t>(row.size()) != out.k) {
            return {DefectKind::wrong_count, line.number,
                    "an answer of " + std::to_string(row.size()) + " indices; k is " + std::to_string(out.k)};
        }
        left -= out.k;
        out.expected.indices.push_back(std::move(row));
    }
    return {};
}

} // namespace

Defect parse(std::string_view text, CaseFile &out) {
    out = CaseFile{};
    Lines lines;
    if (Defect bad = split_lines(text, lines)) {
        return bad;
    }
    for (const Key &key : keys()) {
        const auto found = lines.by_key.find(key.name);
        if (found != lines.by_key.end()) {
            if (Defect bad = key.read(found->second, out)) {
                return bad;
            }
        } else if (key.required) {
            return {DefectKind::missing_key, lines.last,
                    "there is no line '" + std::string(key.name) + " " + key.example +
                        "' or the like; add one"};
        }
    }
    if (Defect bad = check_law_lines(lines, out)) {
        return bad;
    }
    if (Defect bad = read_rows(lines, out)) {
        return bad;
    }
    return read_answers(lines, out);
}

} // namespace exactk::casefile
