// A census as lines for a person.
// Spec: contract/C2 C3. Layer: tools/census.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "wording.hpp"

namespace exactk::census {

namespace {

constexpr std::size_t sources_listed = 5; // convention: in text; JSON has all

std::string sources_text(const Subject &subject) {
    std::string text;
    for (std::size_t i = 0; i < std::min(sources_listed, subject.sources.size()); ++i)
        text += (i == 0 ? "" : ", ") + subject.sources[i];
    if (subject.sources.size() > sources_listed)
        text += fmt::format(" and {} more", subject.sources.size() - sources_listed);
    return text;
}

std::string places_text(const Subject &subject, const Occurrence &found) {
    if (found.rows == 0)
        return "";
    return fmt::format("; most {} in {}; first in {}", grouped(found.worst_elements),
                       name_of(subject, found.worst), name_of(subject, found.first));
}

/// "label   3 of 4 rows (75.0 %); most 17 in row 2; first in row 0".
std::string occurrence_line(const Subject &subject, const std::string &label, const Occurrence &found,
                            std::int64_t of) {
    return fmt::format("  {:<17} {} of {} rows ({}){}\n", label, grouped(found.rows), grouped(of),
                       share(found.rows, of), places_text(subject, found));
}

std::string spread_columns(const Spread &spread) {
    return fmt::format("{:>18} {:>18} {:>11}", percentile_words(spread, 50), percentile_words(spread, 99),
                       spread.rows() == 0 ? "-" : grouped(spread.greatest()));
}

std::string populations_text(const Facts &facts) {
    std::string text = fmt::format("{:<32}{:>18} {:>18} {:>11}\n", "populations in rows with a cut", "median",
                                   "99 %", "most");
    text += fmt::format("  {:<30}{}\n", "plateau: the cut's own value", spread_columns(facts.plateau));
    if (facts.ties.rows > 0)
        text +=
            fmt::format("  {:<30}{}\n", "plateau, where it is a tie", spread_columns(facts.tie_population));
    for (std::size_t i = 0; i < facts.bins.size(); ++i) {
        text += fmt::format("  {:<30}{}\n", fmt::format("bin of {} bits", bin_widths[i]),
                            spread_columns(facts.bins[i].population));
        text += fmt::format("  {:<30}{}\n", "  above it", spread_columns(facts.bins[i].above));
    }
    return text;
}

std::string capacities_text(const Subject &subject, const Facts &facts) {
    std::string text = "rows whose cut's bin holds more than kernels have room for\n";
    const std::span<const Capacity> known = capacities();
    for (std::size_t i = 0; i < known.size(); ++i) {
        text += fmt::format("  {:>2} bits {:>6}  {:<20} {} of {} rows ({}){}\n", known[i].bits,
                            grouped(known[i].slots), known[i].name, grouped(facts.exceeded[i].rows),
                            grouped(facts.on_path[i]), share(facts.exceeded[i].rows, facts.on_path[i]),
                            places_text(subject, facts.exceeded[i]));
    }
    return text;
}

} // namespace

std::string to_text(const Subject &subject, const Facts &facts) {
    std::string text = fmt::format("{}: {}\n", sources_text(subject), question_words(subject));
    text += fmt::format("{} rows, {} scores, n {} to {}\n", grouped(facts.rows), grouped(facts.scores),
                        grouped(facts.lengths.least()), grouped(facts.lengths.greatest()));
    text += fmt::format("  {} with a cut; {} with n <= k, of which {} empty", grouped(facts.with_cut),
                        grouped(facts.all_selected), grouped(facts.empty));
    text += facts.without_slots > 0
                ? fmt::format("; {} without slots, since k is 0\n", grouped(facts.without_slots))
                : "\n";
    text += "at the cut\n";
    text += occurrence_line(subject, "boundary ties", facts.ties, facts.with_cut);
    for (const Listed &cut : cuts_of(facts))
        text += occurrence_line(subject, cut.words, *cut.rows, facts.with_cut);
    text += populations_text(facts);
    text += capacities_text(subject, facts);
    text += "special scores\n";
    for (const ListedKind &kind : kinds_of(facts))
        text += fmt::format("  {:<17} {} scores in {} of {} rows ({}){}\n", kind.words,
                            grouped(kind.kind->elements), grouped(kind.kind->rows.rows), grouped(facts.rows),
                            share(kind.kind->rows.rows, facts.rows), places_text(subject, kind.kind->rows));
    return text;
}

} // namespace exactk::census
