// Words that the three forms of a report share.
// Spec: contract/C2 C3. Layer: tools/census.
#include "wording.hpp"

#include <fmt/format.h>

namespace exactk::census {

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;)
        digits.insert(at -= 3, ",");
    return digits;
}

std::string percentile_words(const Spread &spread, int percent) {
    if (spread.rows() == 0)
        return "-";
    const Range range = spread.percentile(percent);
    if (range.least == range.greatest)
        return grouped(range.least);
    return fmt::format("{} to {}", grouped(range.least), grouped(range.greatest));
}

std::string share(std::int64_t part, std::int64_t whole) {
    if (whole == 0)
        return "-";
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (part > 0 && percent < 0.1)
        return "below 0.1 %";
    if (part < whole && percent > 99.9)
        return "above 99.9 %";
    return part == 0 || part == whole ? fmt::format("{:.0f} %", percent) : fmt::format("{:.1f} %", percent);
}

std::string name_of(const Subject &subject, const RowName &name) {
    std::string words;
    if (subject.sources.size() > 1)
        words = subject.sources.at(static_cast<std::size_t>(name.source)) + " ";
    if (!subject.call_word.empty())
        words += fmt::format("{} {} ", subject.call_word, name.call);
    return words + fmt::format("row {}", name.row);
}

std::vector<Listed> cuts_of(const Facts &facts) {
    return {{"zero", "cut at zero", &facts.cut_at_zero},
            {"nan", "cut among NaNs", &facts.cut_at_nan},
            {"positive_infinity", "cut at +inf", &facts.cut_at_positive_infinity},
            {"negative_infinity", "cut at -inf", &facts.cut_at_negative_infinity},
            {"beyond_float16", "cut beyond 65504", &facts.cut_beyond_half}};
}

std::vector<ListedKind> kinds_of(const Facts &facts) {
    return {{"zero", "zeros", &facts.zeros},
            {"nan", "NaN", &facts.nans},
            {"positive_infinity", "+inf", &facts.positive_infinities},
            {"negative_infinity", "-inf", &facts.negative_infinities},
            {"beyond_float16", "beyond 65504", &facts.beyond_half}};
}

std::vector<Hazard> hazards_of(const Facts &facts) {
    std::vector<Hazard> all = {{"boundary_tie", "ties at the cut", facts.ties.rows, facts.with_cut}};
    for (const Listed &cut : cuts_of(facts))
        all.push_back({cut.key, cut.words, cut.rows->rows, facts.with_cut});
    const std::span<const Capacity> known = capacities();
    for (std::size_t i = 0; i < known.size(); ++i)
        all.push_back(
            {known[i].name,
             fmt::format("{} bits, above {}: {}", known[i].bits, grouped(known[i].slots), known[i].name),
             facts.exceeded[i].rows, facts.on_path[i]});
    for (const ListedKind &kind : kinds_of(facts))
        all.push_back({kind.key, fmt::format("any {}", kind.words), kind.kind->rows.rows, facts.rows});
    all.push_back({"all_selected", "n <= k: nothing to select", facts.all_selected, facts.rows});
    return all;
}

std::string question_words(const Subject &subject) {
    return fmt::format("{} {} of {}, NaN {}",
                       subject.options.direction == Direction::largest ? "largest" : "smallest",
                       grouped(subject.k), score_type_names[static_cast<int>(subject.type)],
                       subject.options.nan_policy == NanPolicy::largest ? "largest" : "smallest");
}

} // namespace exactk::census
