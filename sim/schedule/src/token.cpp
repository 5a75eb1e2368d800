// Schedules as words: printing and strict parsing.
// Spec: contract/C15. Layer: sim.
#include <exactk/schedule/token.hpp>

#include <array>
#include <charconv>
#include <system_error>

namespace exactk::schedule {
namespace {

constexpr const char *version = "x1";  // convention: changes with the meaning of tokens
constexpr std::size_t field_count = 9; // bound: the form of a token

/// A whole number without sign and leading zeros.
template <class Number> bool read_number(std::string_view text, Number &number) {
    const auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool plain =
        !text.empty() && text[0] >= '0' && text[0] <= '9' && (text[0] != '0' || text.size() == 1);
    return plain && error == std::errc() && next == text.data() + text.size();
}

/// Cuts off and returns what stands before the first `mark`, or all of it.
std::string_view cut(std::string_view &text, char mark, bool &more) {
    const std::size_t at = text.find(mark);
    const std::string_view piece = text.substr(0, at);
    more = at != std::string_view::npos;
    text = more ? text.substr(at + 1) : std::string_view();
    return piece;
}

/// LANE, LANExTIMES, LANEfENTRY or LANEfENTRYxTIMES; TIMES is at least 2.
bool read_choice(std::string_view piece, int ctas, std::vector<Choice> &choices) {
    bool repeated = false;
    std::string_view rest = piece;
    std::string_view what = cut(rest, 'x', repeated);
    std::uint32_t times = 1;
    if (repeated && (!read_number(rest, times) || times < 2)) {
        return false;
    }
    bool flushes = false;
    std::string_view entry = what;
    const std::string_view lane = cut(entry, 'f', flushes);
    int number = 0;
    int flush = -1;
    if (!read_number(lane, number) || number >= ctas) {
        return false;
    }
    if (flushes && (!read_number(entry, flush) || flush >= buffer_entries)) {
        return false;
    }
    if (times > choices_max - choices.size()) {
        return false;
    }
    choices.insert(choices.end(), times,
                   {static_cast<std::uint8_t>(number), static_cast<std::int8_t>(flush)});
    return true;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

} // namespace

std::string print(const Schedule &schedule) {
    const Setup &setup = schedule.setup;
    std::string text = std::string(version) + ":" + name(setup.form);
    for (const std::uint64_t number :
         {static_cast<std::uint64_t>(setup.ctas), static_cast<std::uint64_t>(setup.rounds), setup.seed,
          static_cast<std::uint64_t>(setup.resident)}) {
        text += ":" + std::to_string(number);
    }
    text += std::string(":") + info(setup.mutant).name + (setup.delayed ? ":delayed:" : ":strong:");
    if (schedule.choices.empty()) {
        return text + "-";
    }
    for (std::size_t at = 0; at < schedule.choices.size();) {
        const Choice choice = schedule.choices[at];
        std::size_t end = at;
        while (end < schedule.choices.size() && schedule.choices[end] == choice) {
            ++end;
        }
        text += (at == 0 ? "" : ",") + std::to_string(choice.lane);
        text += choice.flush >= 0 ? "f" + std::to_string(choice.flush) : "";
        text += end - at > 1 ? "x" + std::to_string(end - at) : "";
        at = end;
    }
    return text;
}

std::string parse(std::string_view token, Schedule &schedule) {
    std::array<std::string_view, field_count> fields;
    std::string_view rest = token;
    bool more = true;
    for (std::size_t i = 0; i < field_count; ++i) {
        if (!more) {
            return "it has " + std::to_string(i) + " fields, not " + std::to_string(field_count);
        }
        fields[i] = cut(rest, ':', more);
    }
    if (more) {
        return "it has more than " + std::to_string(field_count) + " fields";
    }
    if (fields[0] != version) {
        return "its version is " + quoted(fields[0]) + "; this program knows " + version;
    }
    Schedule read;
    if (!parse(fields[1], read.setup.form)) {
        return quoted(fields[1]) + " is no form";
    }
    if (!read_number(fields[2], read.setup.ctas) || !read_number(fields[3], read.setup.rounds) ||
        !read_number(fields[4], read.setup.seed) || !read_number(fields[5], read.setup.resident)) {
        return "CTAs, rounds, seed and resident CTAs are to be whole numbers";
    }
    if (!parse(fields[6], read.setup.mutant)) {
        return quoted(fields[6]) + " is no mutant";
    }
    if (fields[7] != "strong" && fields[7] != "delayed") {
        return quoted(fields[7]) + " is neither strong nor delayed";
    }
    read.setup.delayed = fields[7] == "delayed";
    if (const std::string problem = problem_with(read.setup); !problem.empty()) {
        return problem;
    }
    more = fields[8] != "-";
    for (std::string_view choices = more ? fields[8] : std::string_view(); more;) {
        const std::string_view piece = cut(choices, ',', more);
        if (!read_choice(piece, read.setup.ctas, read.choices)) {
            return quoted(piece) + " is no choice";
        }
    }
    schedule = std::move(read);
    return "";
}

} // namespace exactk::schedule
