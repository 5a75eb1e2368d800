// The league for people, Markdown and HTML, and for test runners, JUnit XML.
// Spec: contract/C1 to C15. Layer: tools/league.
#include <exactk/league.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace exactk::league {

namespace {

/// Text for HTML and XML. Control characters have no place in either.
std::string escaped(const std::string &text) {
    std::string safe;
    for (const char letter : text) {
        switch (letter) {
        case '&': safe += "&amp;"; break;
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '"': safe += "&quot;"; break;
        default: safe += static_cast<unsigned char>(letter) < 0x20 && letter != '\n' ? '?' : letter;
        }
    }
    return safe;
}

/// Text for a cell of a Markdown table.
std::string in_cell(const std::string &text) {
    std::string safe;
    for (const char letter : text) {
        safe += letter == '|' ? "\\|" : letter == '\n' ? " " : std::string(1, letter);
    }
    return safe;
}

enum class Colour { right, short_of_contract, broken };

struct Mark {
    Colour colour = Colour::right;
    std::string text = "ok";
};

/// What a cell says: broken runs by the promise; in parentheses those only by the full contract.
Mark mark_of(const Entry &entry, int clause) {
    const auto cell = entry.tally.clauses.find(clause);
    if (cell == entry.tally.clauses.end()) {
        return {};
    }
    if (cell->second.failed > 0) {
        return {Colour::broken, std::to_string(cell->second.failed)};
    }
    return {Colour::short_of_contract, fmt::format("({})", cell->second.contract_failed)};
}

constexpr const char *legend = "A number counts runs that break the clause although it is promised; in "
                               "parentheses, runs that fall short of the "
                               "full contract, which was not promised. `ok`: no run did.";

} // namespace

std::string to_markdown(const League &league) {
    std::string text = fmt::format("# League\n\nexactk {}, contract {}, {}. Asked: {}.\n\n{}\n\n",
                                   league.library, league.contract, league.date, league.asked, legend);
    text += "| implementation | runs | passed |";
    std::string rule = "|---|---|---|";
    for (const int clause : columns()) {
        text += fmt::format(" C{} |", clause);
        rule += "---|";
    }
    text += "\n" + rule + "\n";
    for (const Entry &entry : league.entries) {
        if (!entry.error.empty()) {
            text +=
                fmt::format("| {} | not run: {} |\n", in_cell(entry.implementation), in_cell(entry.error));
            continue;
        }
        text += fmt::format("| {} | {} | {} |", in_cell(entry.implementation),
                            entry.tally.runs_passed + entry.tally.runs_failed, entry.tally.runs_passed);
        for (const int clause : columns()) {
            const Mark mark = mark_of(entry, clause);
            text += mark.colour == Colour::broken ? fmt::format(" **{}** |", mark.text)
                                                  : fmt::format(" {} |", mark.text);
        }
        text += "\n";
    }
    for (const Entry &entry : league.entries) {
        text += fmt::format("\n## {}\n\n{}\n", entry.implementation, entry.description);
        if (entry.tally.left_out > 0 || entry.cases_not_run > 0) {
            text += fmt::format("\n{} cases outside its promise, {} for want of time.\n",
                                entry.tally.left_out, entry.cases_not_run);
        }
        for (const check::Verdict &verdict : entry.verdicts) {
            text += fmt::format("\n- verdict {}: {} times, first in {}", verdict.name, verdict.count,
                                verdict.first);
        }
        for (const check::Probed &probed : entry.probed) {
            if (probed.result.how != probes::Result::How::passed) {
                text += fmt::format("\n- probe {} {}: {}", probed.result.name,
                                    probed.result.how == probes::Result::How::failed ? "failed" : "not run",
                                    probed.result.words);
            }
        }
        for (const auto &[clause, cell] : entry.tally.clauses) {
            text +=
                fmt::format("\n- C{}, first in {}: {}\n  `{}`", clause, cell.first, cell.words, cell.again);
            text += cell.file.empty() ? "" : fmt::format("; case file `{}`", cell.file);
        }
        text += entry.verdicts.empty() && entry.tally.clauses.empty() && entry.probed.empty() ? "" : "\n";
    }
    return text;
}

std::string to_html(const League &league) {
    const char *const colours[] = {"#dff0d8", "#fcf8e3", "#f2dede"};
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>League</title>\n<style>\n"
        "body {{ font: 14px sans-serif; margin: 2em; }}\ntable {{ border-collapse: collapse; }}\n"
        "td, th {{ border: 1px solid #999; padding: 3px 7px; text-align: left; "
        "}}\n</style>\n<h1>League</h1>\n"
        "<p>exactk {}, contract {}, {}. Asked: "
        "{}.</p>\n<p>{}</p>\n<table>\n<tr><th>implementation<th>runs<th>passed",
        escaped(league.library), escaped(league.contract), escaped(league.date), escaped(league.asked),
        escaped(legend));
    for (const int clause : columns()) {
        text += fmt::format("<th>C{}", clause);
    }
    text += "\n";
    for (const Entry &entry : league.entries) {
        text += fmt::format("<tr><td>{}<td>{}<td>{}", escaped(entry.implementation),
                            entry.tally.runs_passed + entry.tally.runs_failed, entry.tally.runs_passed);
        for (const int clause : columns()) {
            const Mark mark = mark_of(entry, clause);
            const auto cell = entry.tally.clauses.find(clause);
            const std::string title =
                cell == entry.tally.clauses.end() ? "" : cell->second.words + "\n" + cell->second.again;
            text += entry.error.empty() ? fmt::format("<td style=\"background:{}\" title=\"{}\">{}",
                                                      colours[static_cast<std::size_t>(mark.colour)],
                                                      escaped(title), mark.text)
                                        : "<td>not run";
        }
        text += "\n";
    }
    text += "</table>\n";
    for (const Entry &entry : league.entries) {
        text +=
            fmt::format("<h2>{}</h2>\n<p>{}{}</p>\n<ul>\n", escaped(entry.implementation),
                        escaped(entry.description), escaped(entry.error.empty() ? "" : "; " + entry.error));
        for (const check::Verdict &verdict : entry.verdicts) {
            text += fmt::format("<li>verdict {}: {} times, first in {}\n", escaped(verdict.name),
                                verdict.count, escaped(verdict.first));
        }
        for (const auto &[clause, cell] : entry.tally.clauses) {
            text +=
                fmt::format("<li>C{}, first in {}: {}<br><code>{}</code> {}\n", clause, escaped(cell.first),
                            escaped(cell.words), escaped(cell.again), escaped(cell.file));
        }
        text += "</ul>\n";
    }
    return text + "</html>\n";
}

std::string to_junit(const League &league) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"exactk league\">\n";
    for (const Entry &entry : league.entries) {
        std::string cases;
        int failures = 0;
        for (const int clause : columns()) {
            cases += fmt::format("    <testcase classname=\"{}\" name=\"C{}\">",
                                 escaped(entry.implementation), clause);
            const auto cell = entry.tally.clauses.find(clause);
            if (!entry.error.empty()) {
                cases += fmt::format("<skipped message=\"{}\"/>", escaped(entry.error));
            } else if (cell != entry.tally.clauses.end() && cell->second.failed > 0) {
                ++failures;
                cases += fmt::format("<failure message=\"{}\">{}</failure>", escaped(cell->second.words),
                                     escaped(cell->second.again));
            }
            cases += "</testcase>\n";
        }
        text += fmt::format(
                    "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
                    escaped(entry.implementation), columns().size(), failures,
                    entry.error.empty() ? 0 : columns().size(), entry.seconds) +
                cases + "  </testsuite>\n";
    }
    return text + "</testsuites>\n";
}

} // namespace exactk::league
