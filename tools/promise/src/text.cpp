// Promises as lines of text, read strictly and written in one way.
// Spec: contract/C3 C4 C6 C7. Layer: tools/promise.
#include <exactk/promise.hpp>

#include <charconv>
#include <sstream>
#include <vector>

namespace exactk {

namespace {

using Words = std::vector<std::string>;

constexpr std::int64_t alignment_most = 4096; // bound: the arrays of a call begin or end at a page

bool number(const std::string &word, std::int64_t &out) {
    const char *const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, out);
    return error == std::errc() && stop == end && out >= 0 && !word.empty() &&
           (word.size() == 1 || word[0] != '0');
}

/// One of the words, by its place in the list; "" or what is wrong.
std::string choose(const Words &words, const Words &known, std::size_t &out) {
    std::string list;
    for (std::size_t at = 0; at < known.size(); ++at) {
        if (words.size() == 2 && words[1] == known[at]) {
            out = at;
            return "";
        }
        list += (at == 0 ? "" : ", ") + known[at];
    }
    return words[0] + " wants one of " + list;
}

std::string read_flag(const Words &words, const char *no, const char *yes, bool &out) {
    std::size_t place = 0;
    std::string wrong = choose(words, {no, yes}, place);
    out = wrong.empty() ? place == 1 : out;
    return wrong;
}

std::string read_range(const Words &words, Range &out) {
    Range range;
    if (words.size() != 3 || !number(words[1], range.least) || !number(words[2], range.most) ||
        range.least > range.most) {
        return words[0] + " wants two whole numbers, the least and the greatest";
    }
    out = range;
    return "";
}

std::string read_types(const Words &words, Promise &out) {
    const Words known = {"float32", "float16", "bfloat16"};
    std::array<bool, 3> types = {};
    for (std::size_t at = 1; at < words.size(); ++at) {
        std::size_t place = 0;
        if (std::string wrong = choose({words[0], words[at]}, known, place); !wrong.empty()) {
            return wrong;
        }
        types[place] = true;
    }
    out.types = words.size() > 1 ? types : out.types;
    return words.size() > 1 ? "" : "types wants at least one of float32, float16, bfloat16";
}

/// A rule that is asked for, is one of two of the implementation's own, or, as the last word, is none.
template <class Rule>
std::string read_rule(const Words &words, const Words &known, std::optional<Rule> &rule, bool *none) {
    std::size_t place = 0;
    if (std::string wrong = choose(words, known, place); !wrong.empty()) {
        return wrong;
    }
    rule.reset();
    if (place == 1 || place == 2) {
        rule = static_cast<Rule>(place - 1);
    }
    if (none != nullptr) {
        *none = place == 3;
    }
    return "";
}

template <class Enum> std::string read_enum(const Words &words, const Words &known, Enum &out) {
    std::size_t place = static_cast<std::size_t>(out);
    std::string wrong = choose(words, known, place);
    out = static_cast<Enum>(place);
    return wrong;
}

std::string read_alignment(const Words &words, Promise &out) {
    std::int64_t bytes = 0;
    if (words.size() != 2 || !number(words[1], bytes) || bytes == 0 || bytes > alignment_most ||
        (bytes & (bytes - 1)) != 0) {
        return "alignment wants a power of two up to " + std::to_string(alignment_most);
    }
    out.alignment = bytes;
    return "";
}

std::string read_line(const Words &words, Promise &out) {
    const std::string &key = words[0];
    if (key == "types") {
        return read_types(words, out);
    }
    if (key == "direction") {
        return read_rule(words, {"both", "largest", "smallest"}, out.direction, nullptr);
    }
    if (key == "exact") {
        return read_flag(words, "no", "yes", out.exact);
    }
    if (key == "ties") {
        return read_rule(words, {"asked", "low", "high", "any"}, out.ties, &out.ties_any);
    }
    if (key == "order") {
        return read_rule(words, {"asked", "index", "rank", "any"}, out.order, &out.order_any);
    }
    if (key == "repeatable") {
        return read_enum(words, {"bits", "set", "no"}, out.repeatable);
    }
    if (key == "nan") {
        return read_rule(words, {"asked", "largest", "smallest", "undefined"}, out.nan, &out.nan_undefined);
    }
    if (key == "scores") {
        return read_flag(words, "no", "yes", out.scores);
    }
    if (key == "lengths") {
        return read_enum(words, {"any", "inside", "no"}, out.lengths);
    }
    if (key == "fill") {
        return read_enum(words, {"asked", "minus_one", "undefined"}, out.fill);
    }
    if (key == "pitch") {
        return read_flag(words, "dense", "any", out.pitch_any);
    }
    if (key == "alignment") {
        return read_alignment(words, out);
    }
    if (key == "reads") {
        return read_flag(words, "length", "width", out.reads_width);
    }
    if (key == "graph") {
        return read_flag(words, "no", "yes", out.graph);
    }
    if (key == "short_rows") {
        return read_flag(words, "no", "yes", out.short_rows);
    }
    if (key == "k" || key == "n" || key == "rows") {
        return read_range(words, key == "k" ? out.k : key == "n" ? out.n : out.rows);
    }
    return key + " is no key of a promise";
}

template <class Rule>
void write_rule(std::string &text, const char *key, const Words &known, const std::optional<Rule> &rule,
                bool none) {
    if (rule.has_value() || none) {
        text += key + (" " + known[none ? 2 : static_cast<std::size_t>(*rule)]) + "\n";
    }
}

void write_range(std::string &text, const char *key, const Range &range) {
    if (range != Range{}) {
        text += key + (" " + std::to_string(range.least)) + " " + std::to_string(range.most) + "\n";
    }
}

} // namespace

std::string parse(std::string_view text, Promise &out) {
    Promise read = out;
    std::vector<std::string> keys;
    std::istringstream lines{std::string(text)};
    int place = 0;
    for (std::string line; std::getline(lines, line);) {
        ++place;
        std::istringstream in(line.substr(0, line.find('#')));
        Words words;
        for (std::string word; in >> word;) {
            words.push_back(word);
        }
        if (words.empty()) {
            continue;
        }
        std::string wrong;
        for (const std::string &key : keys) {
            wrong = key == words[0] ? key + " is there twice" : wrong;
        }
        keys.push_back(words[0]);
        wrong = wrong.empty() ? read_line(words, read) : wrong;
        if (!wrong.empty()) {
            return "line " + std::to_string(place) + ": " + wrong;
        }
    }
    out = read;
    return "";
}

std::string to_text(const Promise &promise) {
    std::string text;
    const Promise full;
    if (promise.types != full.types) {
        const char *const names[] = {" float32", " float16", " bfloat16"};
        text += "types";
        for (std::size_t type = 0; type < promise.types.size(); ++type) {
            text += promise.types[type] ? names[type] : "";
        }
        text += "\n";
    }
    write_rule(text, "direction", {"largest", "smallest", ""}, promise.direction, false);
    text += promise.exact ? "" : "exact no\n";
    write_rule(text, "ties", {"low", "high", "any"}, promise.ties, promise.ties_any);
    write_rule(text, "order", {"index", "rank", "any"}, promise.order, promise.order_any);
    const char *const repeatable[] = {"", "repeatable set\n", "repeatable no\n"};
    text += repeatable[static_cast<int>(promise.repeatable)];
    write_rule(text, "nan", {"largest", "smallest", "undefined"}, promise.nan, promise.nan_undefined);
    text += promise.scores ? "" : "scores no\n";
    const char *const lengths[] = {"", "lengths inside\n", "lengths no\n"};
    text += lengths[static_cast<int>(promise.lengths)];
    const char *const fill[] = {"", "fill minus_one\n", "fill undefined\n"};
    text += fill[static_cast<int>(promise.fill)];
    text += promise.pitch_any ? "" : "pitch dense\n";
    text += promise.alignment == 0 ? "" : "alignment " + std::to_string(promise.alignment) + "\n";
    text += promise.reads_width ? "reads width\n" : "";
    write_range(text, "k", promise.k);
    write_range(text, "n", promise.n);
    write_range(text, "rows", promise.rows);
    text += promise.short_rows ? "" : "short_rows no\n";
    text += promise.graph ? "" : "graph no\n";
    return text;
}

std::string describe(const Promise &promise) {
    std::string text = to_text(promise);
    if (text.empty()) {
        return "the full contract";
    }
    text.pop_back();
    std::string line;
    for (const char letter : text) {
        line += letter == '\n' ? ", " : std::string(1, letter);
    }
    return line;
}

} // namespace exactk
