// Totals of a campaign as a table and as JSON.
// Spec: contract/C15 C17. Layer: tools/laws.
#include <exactk/campaign.hpp>

#include <cstdio>

#include <exactk/contract/version.hpp>

namespace exactk::campaign {

namespace {

/// Bytes of the UTF-8 character at this place; 0 if there is none.
std::size_t character_at(const std::string &text, std::size_t at) {
    const auto byte = [&](std::size_t next) { return static_cast<unsigned char>(text[at + next]); };
    const unsigned first = byte(0);
    const std::size_t bytes = first < 0x80                     ? 1
                              : first >= 0xC2 && first <= 0xDF ? 2
                              : first >= 0xE0 && first <= 0xEF ? 3
                              : first >= 0xF0 && first <= 0xF4 ? 4
                                                               : 0;
    if (bytes == 0 || at + bytes > text.size()) {
        return 0;
    }
    for (std::size_t next = 1; next < bytes; ++next) {
        if ((byte(next) & 0xC0) != 0x80) {
            return 0;
        }
    }
    // A longer spelling than is needed, a half of a pair of UTF-16, beyond the last character.
    const bool wrong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                       (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
    return wrong ? 0 : bytes;
}

/// The text as a JSON string.
std::string quoted(const std::string &text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        const std::size_t bytes = character_at(text, at);
        if (bytes != 1) {
            out += bytes == 0 ? "\\ufffd" : text.substr(at, bytes);
            at += bytes == 0 ? 0 : bytes - 1;
            continue;
        }
        if (letter == '"' || letter == '\\') {
            out += '\\';
        }
        if (static_cast<unsigned char>(letter) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(letter));
            out += escape;
        } else {
            out += letter;
        }
    }
    return out + "\"";
}

template <class... Values> std::string line(const char *format, Values... values) {
    char text[256];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

std::string list_of(const std::vector<std::string> &texts) {
    std::string out = "[";
    for (std::size_t number = 0; number < texts.size(); ++number) {
        out += (number == 0 ? "" : ", ") + quoted(texts[number]);
    }
    return out + "]";
}

/// The fall-backs of all strategies, a line each.
std::string fall_back_lines(const FallBacks &fall_backs) {
    std::string text;
    for (std::size_t number = 0; number < sampling_count && fall_backs.drawn > 0; ++number) {
        const auto strategy = static_cast<Sampling>(number);
        const double percent = fall_backs.percent(strategy);
        text += line("fall-back of %s: by the target %lld, by the list %lld of %lld drawn cases, %.1f %%",
                     name(strategy), static_cast<long long>(fall_backs.by_target[number]),
                     static_cast<long long>(fall_backs.by_list[number]),
                     static_cast<long long>(fall_backs.drawn), percent);
        text += percent < fall_back_percent ? line(", below %d %%\n", fall_back_percent) : "\n";
    }
    return text;
}

} // namespace

const char *name(Sampling strategy) {
    return strategy == Sampling::row_per_cta ? "row_per_cta" : "row_per_cluster";
}

double FallBacks::percent(Sampling strategy) const {
    const std::int64_t count = by_list[static_cast<std::size_t>(strategy)];
    return drawn == 0 ? 0 : 100.0 * static_cast<double>(count) / static_cast<double>(drawn);
}

bool is_utf8(const std::string &text) {
    std::size_t bytes = 0;
    for (std::size_t at = 0; at < text.size(); at += bytes) {
        bytes = character_at(text, at);
        if (bytes == 0) {
            return false;
        }
    }
    return true;
}

std::string table(const Summary &summary) {
    std::string text = line("%-10s %15s %16s %16s %14s %9s %9s\n", "part", "units", "cases", "rows", "checks",
                            "failures", "seconds");
    for (const Total &total : summary.totals) {
        text +=
            line("%-10s %15s %16lld %16lld %14lld %9lld %9.1f\n", name(total.part),
                 (std::to_string(total.units_done) + "/" + std::to_string(total.units)).c_str(),
                 static_cast<long long>(total.cases), static_cast<long long>(total.rows),
                 static_cast<long long>(total.checks), static_cast<long long>(total.failures), total.seconds);
    }
    text += fall_back_lines(summary.fall_backs);
    for (const std::string &note : summary.notes) {
        text += note + "\n";
    }
    constexpr std::size_t shown_max = 20; // convention: a screenful; the state file has all
    for (std::size_t number = 0; number < summary.failures.size() && number < shown_max; ++number) {
        text += "FAILED " + summary.failures[number] + "\n";
    }
    if (summary.failures.size() > shown_max) {
        text += std::to_string(summary.failures.size() - shown_max) + " more failures are not shown\n";
    }
    for (const auto &[kind, more] : summary.counted) {
        text += kind + ": " + std::to_string(more) + " more failures were only counted\n";
    }
    text += line("%s, %lld failures, %.1f s of this run\n", summary.complete() ? "complete" : "not complete",
                 static_cast<long long>(summary.failed()), summary.seconds);
    return text;
}

std::string json(const Summary &summary, const Settings &settings, const std::string &label) {
    std::string text = "{\n  \"command\": \"campaign\",\n";
    text += "  \"library\": " + quoted(library_version()) +
            ",\n  \"contract\": " + quoted(contract_version()) + ",\n";
    text += "  \"label\": " + quoted(label) + ",\n  \"seed\": " + std::to_string(settings.seed) + ",\n";
    text += std::string("  \"complete\": ") + (summary.complete() ? "true" : "false") + ",\n";
    text += "  \"error\": " + (summary.error.empty() ? "null" : quoted(summary.error)) + ",\n";
    text += "  \"seconds\": " + line("%.3f", summary.seconds) + ",\n  \"parts\": [\n";
    for (std::size_t number = 0; number < summary.totals.size(); ++number) {
        const Total &total = summary.totals[number];
        text += line("    {\"part\": \"%s\", \"units\": %lld, \"units_done\": %lld, ", name(total.part),
                     static_cast<long long>(total.units), static_cast<long long>(total.units_done));
        text +=
            line("\"cases\": %lld, \"rows\": %lld, \"checks\": %lld, ", static_cast<long long>(total.cases),
                 static_cast<long long>(total.rows), static_cast<long long>(total.checks));
        text += line("\"failures\": %lld, \"seconds\": %.3f}", static_cast<long long>(total.failures),
                     total.seconds);
        text += number + 1 < summary.totals.size() ? ",\n" : "\n";
    }
    std::string counted;
    for (const auto &[kind, more] : summary.counted) {
        counted += (counted.empty() ? "" : ", ") + quoted(kind) + ": " + std::to_string(more);
    }
    text +=
        line("  ],\n  \"fall_backs\": {\"drawn\": %lld", static_cast<long long>(summary.fall_backs.drawn));
    for (std::size_t number = 0; number < sampling_count; ++number) {
        text +=
            line(", \"%s\": {\"by_target\": %lld, \"by_list\": %lld}", name(static_cast<Sampling>(number)),
                 static_cast<long long>(summary.fall_backs.by_target[number]),
                 static_cast<long long>(summary.fall_backs.by_list[number]));
    }
    return text + "},\n  \"notes\": " + list_of(summary.notes) + ",\n  \"counted\": {" + counted + "}" +
           ",\n  \"failures\": " + list_of(summary.failures) + "\n}\n";
}

} // namespace exactk::campaign
