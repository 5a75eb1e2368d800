// Words of a case file as values: numbers with one spelling, bit patterns with all their digits, lists with repeats.
// Spec: contract/C1 C2 C9. Layer: tools/casefile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::casefile {

/// A line of the file, taken apart.
struct Line {
    int number = 0;
    std::string_view key;
    std::string_view value;
};

/// Parts between separators; a value always has at least one part, which may be empty.
std::vector<std::string_view> split(std::string_view text, char separator);

Defect malformed(const Line &line, const std::string &wanted);

/// A whole decimal number in its one spelling, between the limits.
Defect read_number(const Line &line, std::string_view word, std::int64_t least, std::int64_t greatest,
                   std::int64_t &out);

/// Exactly `digits` upper-case hexadecimal digits.
bool read_hex(std::string_view word, int digits, std::uint64_t &out);
std::string hex(std::uint64_t value, int digits);

/// "0x" and exactly `digits` digits.
Defect read_marked_hex(const Line &line, std::string_view word, int digits, std::uint64_t &out);

/// Digits of a score's bit pattern.
int hex_digits(ScoreType type);

/// The words of a list, "a,b*3,c" with repeats of at least 2, or "none" for no word at all. `read` turns one word into
/// a value and returns a Defect. More than `count_max` values are a wrong_count.
template <class Value, class Read>
Defect read_list(const Line &line, std::int64_t count_max, std::vector<Value> &out, Read read) {
    out.clear();
    if (line.value == "none") {
        return {};
    }
    for (const std::string_view part : split(line.value, ',')) {
        const std::size_t star = part.find('*');
        Value value{};
        if (Defect bad = read(part.substr(0, star), value)) {
            return bad;
        }
        std::int64_t times = 1;
        if (star != std::string_view::npos) {
            // A file of few bytes must not be able to ask for much memory, so the limit counts before anything grows.
            if (Defect bad = read_number(line, part.substr(star + 1), 2, listed_max * 16, times)) {
                return bad;
            }
        }
        if (times > count_max - static_cast<std::int64_t>(out.size())) {
            return {DefectKind::wrong_count, line.number,
                    std::string(line.key) + " holds more than " + std::to_string(count_max) +
                        " values, which is what the other lines ask for or a file can hold"};
        }
        out.insert(out.end(), static_cast<std::size_t>(times), value);
    }
    return {};
}

/// The same list as text; `word` spells one value.
template <class Value, class Word> std::string list_text(const std::vector<Value> &values, Word word) {
    std::string text;
    for (std::size_t first = 0; first < values.size();) {
        std::size_t last = first + 1;
        while (last < values.size() && values[last] == values[first]) {
            ++last;
        }
        text += (first == 0 ? "" : ",") + word(values[first]);
        text += last - first > 1 ? "*" + std::to_string(last - first) : "";
        first = last;
    }
    return values.empty() ? "none" : text;
}

} // namespace exactk::casefile
