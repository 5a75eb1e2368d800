// Writes a census.
// Spec: contract/C17. Layer: tools/cli.
#include "census_report.hpp"

#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/cli/session.hpp>
#include <exactk/foreign.hpp>
#include <exactk/output.hpp>

#include "text.hpp"

namespace exactk::cli {

namespace {

constexpr const char *page_begin = "<!DOCTYPE html>"; // bound: of to_html()

void write_page(const std::string &path, const std::string &page) {
    if (const std::string why = output::write_whole(path, page); !why.empty())
        refuse(fmt::format("--html {}: the page {}", path, why));
}

} // namespace

void check_page(const CensusOutput &output, const std::vector<std::string> &inputs) {
    if (output.html.empty())
        return;
    if (const std::string why = output::why_unwritable(output.html); !why.empty())
        refuse(fmt::format("--html {}: the page {}", output.html, why));
    for (const std::string &input : inputs) {
        if (output::same_file(output.html, input))
            refuse(
                fmt::format("--html {}: the page would take the place of the input {}", output.html, input));
    }
}

void check_page_in(const CensusOutput &output, const std::string &folder) {
    check_page(output, {});
    if (output.html.empty())
        return;
    std::ifstream file(output.html, std::ios::binary);
    std::string begin(std::string(page_begin).size(), ' ');
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    if (file.gcount() > 0 && begin != page_begin)
        refuse(fmt::format(
            "--html {}: is there already and is no page; the files of {} must stay: name another file",
            output.html, folder));
}

int report_census(const CensusOutput &output, const CountedCensus &counted) {
    const auto &[subject, facts] = counted;
    if (!output.html.empty())
        write_page(output.html, census::to_html(subject, facts));
    if (output.json)
        fmt::print("{}", json_text(census::to_json(subject, facts)));
    else
        fmt::print("{}", census::to_text(subject, facts));
    if (!output.json && !output.html.empty())
        fmt::print("wrote {}\n", output.html);
    return facts.rows > 0 ? exit_passed : exit_inconclusive;
}

int report_folder(const CensusOutput &output, const std::string &folder,
                  const std::vector<CountedCensus> &counted, const NotCounted &not_counted) {
    if (!output.html.empty() && counted.size() != 1)
        refuse(fmt::format(
            "--html {}: a page is about scores of one type that are asked the same, and {} holds {} "
            "such questions; name an entry with --only",
            output.html, folder, counted.size()));
    std::int64_t rows = 0;
    for (const CountedCensus &census : counted)
        rows += census.facts.rows;
    if (!output.html.empty())
        write_page(output.html, census::to_html(counted.front().subject, counted.front().facts));
    if (output.json) {
        nlohmann::ordered_json json;
        json["command"] = "census";
        json["folder"] = folder;
        json["censuses"] = nlohmann::ordered_json::array();
        for (const CountedCensus &census : counted)
            json["censuses"].push_back(census::to_json(census.subject, census.facts));
        json["left_out"] = not_counted.left_out;
        json["shared"] = not_counted.shared;
        fmt::print("{}", json_text(json));
    } else {
        const char *between = "";
        for (const CountedCensus &census : counted) {
            fmt::print("{}{}", between, census::to_text(census.subject, census.facts));
            between = "\n";
        }
        for (const std::string &words : not_counted.left_out)
            fmt::print("left out: {}\n", foreign::one_line(words));
        if (not_counted.shared > 0)
            fmt::print("{} more entries are about scores that are counted already\n", not_counted.shared);
        if (counted.empty())
            fmt::print("{}: nothing was counted\n", folder);
        if (!output.html.empty())
            fmt::print("wrote {}\n", output.html);
    }
    return rows > 0 ? exit_passed : exit_inconclusive;
}

} // namespace exactk::cli
