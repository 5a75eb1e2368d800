// A census as a page of its own.
// Spec: contract/C2 C3 C17. Layer: tools/census.
#include <algorithm>

#include <fmt/format.h>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

#include "plot.hpp"
#include "wording.hpp"

namespace exactk::census {

namespace {

constexpr const char *style = R"(
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #ffffff; --faint: #6a6f76; --line: #d4d7db;
  --bar: #2f6db5; --mark: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --paper: #16181b; --faint: #9aa0a8; --line: #3a3e44;
  --bar: #7fb2ee; --mark: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
p.about { color: var(--faint); overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 12px; }
svg .bar { fill: var(--bar); }
svg .axis { stroke: var(--faint); fill: none; }
svg .mark { stroke: var(--mark); stroke-width: 2; stroke-dasharray: 5 3; }
svg .mark-number { fill: var(--mark); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.2rem 0.8rem 0.2rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: break-word; }
caption { text-align: left; font-weight: bold; padding: 0.4rem 0; }
td.number, th.number { text-align: right; }
div.wide { overflow-x: auto; }
)";

/// A cell is right where it is a number.
struct Cell {
    std::string words;
    bool number = true;
};
using Line = std::vector<Cell>;

std::string line_html(const Line &line, bool head) {
    std::string html = "<tr>";
    for (const Cell &cell : line)
        html += fmt::format("<{0}{1}{2}>{3}</{0}>", head ? "th" : "td", head ? " scope=\"col\"" : "",
                            cell.number ? " class=\"number\"" : "", escaped(cell.words));
    return html + "</tr>\n";
}

std::string table_html(const std::string &id, const std::string &caption, const Line &head,
                       const std::vector<Line> &lines) {
    std::string html = fmt::format(
        "<div class=\"wide\"><table id=\"{}\"><caption>{}</caption>\n<thead>{}</thead>\n<tbody>\n", id,
        escaped(caption), line_html(head, true));
    for (const Line &line : lines)
        html += line_html(line, false);
    return html + "</tbody></table></div>\n";
}

std::string figure_html(const std::string &svg, const std::string &title, const std::string &caption,
                        const std::string &table) {
    return fmt::format(
        "<figure>\n<figcaption><strong>{}.</strong> {}</figcaption>\n{}<details><summary>The same as a "
        "table</summary>\n{}</details>\n</figure>\n",
        escaped(title), escaped(caption), svg, table);
}

std::string spread_figure(const std::string &id, const std::string &title, const std::string &axis,
                          const Spread &spread, const std::vector<Mark> &marks = {}) {
    std::vector<Line> lines;
    for (const Bucket &bucket : spread.buckets())
        lines.push_back(
            {{grouped(bucket.range.least)}, {grouped(bucket.range.greatest)}, {grouped(bucket.rows)}});
    std::string caption =
        spread.rows() == 0
            ? "No row has one."
            : fmt::format("Median {}, 99 % at most {}, most {}; {} rows.", percentile_words(spread, 50),
                          grouped(spread.percentile(99).greatest), grouped(spread.greatest()),
                          grouped(spread.rows()));
    for (const Mark &mark : marks)
        caption += fmt::format(" Line at {}.", mark.words);
    return figure_html(histogram(id, title, axis, spread.buckets(), marks), title, caption,
                       table_html(id + "-table", title, {{"from"}, {"to"}, {"rows"}}, lines));
}

std::vector<Mark> marks_of(int bits) {
    std::vector<Mark> marks;
    for (const Capacity &known : capacities()) {
        if (known.bits != bits)
            continue;
        const auto same = std::find_if(marks.begin(), marks.end(),
                                       [&](const Mark &mark) { return mark.at == known.slots; });
        if (same == marks.end())
            marks.push_back({known.slots, fmt::format("{}: {}", grouped(known.slots), known.who)});
        else
            same->words += fmt::format("; {}", known.who);
    }
    return marks;
}

Line place_cells(const Subject &subject, const Occurrence &found) {
    const bool any = found.rows > 0;
    return {{any ? grouped(found.worst_elements) : "-"},
            {any ? name_of(subject, found.worst) : "-", false},
            {any ? name_of(subject, found.first) : "-", false}};
}

Line joined(Line first, const Line &rest) {
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
}

std::string summary_html(const Subject &subject, const Facts &facts) {
    std::vector<Line> lines;
    const auto add = [&](const std::string &words, const Occurrence &found, std::int64_t of,
                         const std::string &elements) {
        lines.push_back(joined(
            {{words, false}, {grouped(found.rows)}, {grouped(of)}, {share(found.rows, of)}, {elements}},
            place_cells(subject, found)));
    };
    add("ties at the cut", facts.ties, facts.with_cut, "");
    for (const Listed &cut : cuts_of(facts))
        add(cut.words, *cut.rows, facts.with_cut, "");
    for (const ListedKind &kind : kinds_of(facts))
        add(kind.words, kind.kind->rows, facts.rows, grouped(kind.kind->elements));
    return table_html("occurrences", "Ties, cuts and special scores",
                      {{"what", false},
                       {"rows"},
                       {"of"},
                       {"share"},
                       {"scores"},
                       {"most in a row"},
                       {"worst row", false},
                       {"first row", false}},
                      lines);
}

std::string capacities_html(const Subject &subject, const Facts &facts) {
    std::vector<Line> lines;
    const std::span<const Capacity> known = capacities();
    for (std::size_t i = 0; i < known.size(); ++i)
        lines.push_back(joined({{known[i].who, false},
                                {std::to_string(known[i].bits)},
                                {grouped(known[i].slots)},
                                {known[i].then, false},
                                {grouped(facts.exceeded[i].rows)},
                                {grouped(facts.on_path[i])}},
                               place_cells(subject, facts.exceeded[i])));
    return table_html("capacities", "Rows whose cut's bin holds more than there is room for",
                      {{"kernel", false},
                       {"bits"},
                       {"room"},
                       {"the rest is", false},
                       {"rows"},
                       {"of"},
                       {"most in a row"},
                       {"worst row", false},
                       {"first row", false}},
                      lines);
}

std::string hazards_html(const Facts &facts) {
    std::vector<Bar> bars;
    std::vector<Line> lines;
    for (const Hazard &hazard : hazards_of(facts)) {
        bars.push_back({hazard.key, hazard.words, hazard.rows, hazard.of});
        lines.push_back({{hazard.words, false},
                         {grouped(hazard.rows)},
                         {grouped(hazard.of)},
                         {share(hazard.rows, hazard.of)}});
    }
    return figure_html(
        share_bars("plot-hazards", "Hazards by share of rows", bars), "Hazards by share of rows",
        "Of rows in which it could occur: those with a cut, those of a kernel's lengths, or all.",
        table_html("plot-hazards-table", "Hazards by share of rows",
                   {{"hazard", false}, {"rows"}, {"of"}, {"share"}}, lines));
}

} // namespace

std::string to_html(const Subject &subject, const Facts &facts) {
    std::string sources;
    for (const std::string &source : subject.sources)
        sources += fmt::format("{}<code>{}</code>", sources.empty() ? "" : ", ", escaped(source));
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<link rel=\"icon\" href=\"data:,\">\n"
        "<title>Census: {0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>Census: {0}</h1>\n"
        "<p class=\"about\">Of {2}.</p>\n<p>{3} rows of {4} to {5} scores, {6} in all: {7} with a cut, {8} "
        "with n at most k "
        "(of which {9} are empty), {10} without slots.</p>\n",
        escaped(question_words(subject)), style, sources, grouped(facts.rows), grouped(facts.lengths.least()),
        grouped(facts.lengths.greatest()), grouped(facts.scores), grouped(facts.with_cut),
        grouped(facts.all_selected), grouped(facts.empty), grouped(facts.without_slots));
    html += "<h2>Hazards</h2>\n" + hazards_html(facts) + summary_html(subject, facts);
    html += "<h2>Ties at the cut</h2>\n";
    html +=
        spread_figure("plot-ties", "Elements that tie at the cut, in rows with more of them than slots left",
                      "elements of the cut's value", facts.tie_population);
    html += spread_figure("plot-plateau", "Elements of the cut's value, in all rows with a cut",
                          "elements of the cut's value", facts.plateau);
    html += "<h2>The cut's bin under coarse keys</h2>\n" + capacities_html(subject, facts);
    for (std::size_t i = 0; i < facts.bins.size(); ++i)
        html += spread_figure(
            fmt::format("plot-bin-{}", bin_widths[i]),
            fmt::format("Elements in the cut's bin, by {} bits of the score as float16", bin_widths[i]),
            "elements in the bin", facts.bins[i].population, marks_of(bin_widths[i]));
    return html + fmt::format("<p class=\"about\">exactk, contract {}. Read docs/census.md for what is "
                              "counted.</p>\n</body>\n</html>\n",
                              contract_version());
}

} // namespace exactk::census
