// Words of a case file as values.
// Spec: contract/C1 C2 C9. Layer: tools/casefile.
#include "values.hpp"

#include <charconv>
#include <system_error>

namespace exactk::casefile {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(at + 1);
    }
}

Defect malformed(const Line &line, const std::string &wanted) {
    constexpr std::size_t shown_max = 40; // convention: enough to recognise the value
    std::string value(line.value.substr(0, shown_max));
    value += line.value.size() > shown_max ? "..." : "";
    return {DefectKind::malformed_value, line.number,
            std::string(line.key) + " is '" + value + "'; write " + wanted};
}

Defect read_number(const Line &line, std::string_view word, std::int64_t least, std::int64_t greatest,
                   std::int64_t &out) {
    const char *const last = word.data() + word.size();
    const auto [next, error] = std::from_chars(word.data(), last, out);
    const bool whole = next == last && !word.empty();
    const bool large = error == std::errc::result_out_of_range && whole;
    if (!large && (error != std::errc() || !whole || std::to_string(out) != word)) {
        return malformed(line, "whole decimal numbers without leading zeros");
    }
    if (large || out < least || out > greatest) {
        const bool below = word.front() == '-' ? (large || out < least) : (!large && out < least);
        return {DefectKind::out_of_range, line.number,
                std::string(line.key) + " holds " + std::string(word) + "; the limit is " +
                    std::to_string(below ? least : greatest)};
    }
    return {};
}

bool read_hex(std::string_view word, int digits, std::uint64_t &out) {
    out = 0;
    if (word.size() != static_cast<std::size_t>(digits)) {
        return false;
    }
    for (const char letter : word) {
        const bool decimal = letter >= '0' && letter <= '9';
        if (!decimal && (letter < 'A' || letter > 'F')) {
            return false;
        }
        out = out << 4 | static_cast<std::uint64_t>(decimal ? letter - '0' : letter - 'A' + 10);
    }
    return true;
}

std::string hex(std::uint64_t value, int digits) {
    std::string text;
    for (int digit = digits - 1; digit >= 0; --digit) {
        text += "0123456789ABCDEF"[value >> (4 * digit) & 0xF];
    }
    return text;
}

Defect read_marked_hex(const Line &line, std::string_view word, int digits, std::uint64_t &out) {
    if (word.substr(0, 2) != "0x" || !read_hex(word.substr(2), digits, out)) {
        return malformed(line,
                         "0x and " + std::to_string(digits) + " hexadecimal digits, A to F in capitals");
    }
    return {};
}

int hex_digits(ScoreType type) { return score_bits[static_cast<int>(type)] / 4; }

} // namespace exactk::casefile
