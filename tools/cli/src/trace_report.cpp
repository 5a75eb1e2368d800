// What exactk trace tells of a row, as text for a person.
// Spec: algorithm/S0 to S12 F1 to F7 O1 O2 O3 O4. Layer: tools/cli.
#include "trace_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <exactk/contract/text.hpp>

#include "text.hpp"

namespace exactk::cli {

namespace {

constexpr std::size_t bins_each_side = 3;   // convention: what fits on a screen; JSON has all
constexpr std::size_t ctas_listed_max = 32; // convention: what fits on a screen; JSON has all
constexpr std::size_t indices_each_end = 8; // convention: what fits on a line; JSON has all

/// Non-empty bins nearest to the threshold digit, best digit first, and how many bins are not shown.
std::string histogram_text(const RoundTrace &round) {
    std::vector<std::size_t> bins; // non-empty, descending
    for (std::size_t bin = round.histogram.size(); bin-- > 0;) {
        if (round.histogram[bin] != 0)
            bins.push_back(bin);
    }
    const auto at = std::find(bins.begin(), bins.end(), static_cast<std::size_t>(round.digit));
    const auto threshold = static_cast<std::size_t>(at - bins.begin());
    const std::size_t first = threshold > bins_each_side ? threshold - bins_each_side : 0;
    const std::size_t last = std::min(bins.size(), threshold + bins_each_side + 1);
    std::string text;
    for (std::size_t i = first; i < last; ++i)
        text += fmt::format("      {} {}: {}\n", bins[i] == round.digit ? "->" : "  ",
                            hex(bins[i], round.digit_bits), round.histogram[bins[i]]);
    return fmt::format("    histogram: {} non-empty digits, {} better ones and {} worse ones not shown\n",
                       bins.size(), first, bins.size() - last) +
           text;
}

/// F5 and F6: what became of the list.
std::string list_text(const FilterTrace &filter, std::int64_t m, int key_bits) {
    const std::string equal =
        filter.heavy ? fmt::format("{} equal to the heavy key, ", filter.equal) : std::string();
    const std::string kept = fmt::format("F5 list: {} kept, {}", filter.kept, equal);
    if (filter.fell_back)
        return kept + "so the row falls back\n";
    if (filter.kept < m)
        return kept + "which is the pivot\n";
    return kept + fmt::format("which fit and are enough\nF6 rounds on the list: base {}, top {}\n",
                              hex(filter.base, key_bits), hex(filter.top, key_bits));
}

/// F1 to F6; nothing where the plan has no filter.
std::string filter_text(const Plan &plan, const RowTrace &trace) {
    const FilterTrace &filter = trace.filter;
    const auto key = [&trace](std::uint32_t value) { return hex(value, trace.key_bits); };
    if (plan.filter.whole == 0 && plan.filter.list == 0)
        return "";
    std::string text = fmt::format("F1 filter: whole {}, list {}, sample {}, ", plan.filter.whole,
                                   plan.filter.list, plan.filter.sample);
    if (!filter.used)
        return text +
               "not for this row: it is not listed whole, and shorter than its sample or there is none\n";
    const bool whole = plan.ctas == 1 && trace.n <= plan.filter.whole;
    if (filter.sampled) {
        text += fmt::format("the row is sampled\nF3 target: {}\n", filter.target);
        // A threshold is reached by as many samples as are the target, which is never 0.
        text += filter.reached == 0
                    ? "F4 threshold: none, the target is larger than the row's sample\n"
                    : fmt::format("F4 threshold {}: lo {}, hi {}, shift {}, digit {}, samples reached {}\n",
                                  key(filter.threshold), key(filter.lo), key(filter.hi), filter.shift,
                                  filter.digit, filter.reached);
        if (filter.heavy)
            text += fmt::format("F4 heavy: the key {} alone has that digit in the sample\n",
                                key(filter.threshold - 1));
    } else if (whole) {
        text += "the row is listed whole\n";
    } else {
        text += fmt::format("the threshold {} is forced\n", key(filter.threshold));
    }
    return text + list_text(filter, trace.m, trace.key_bits);
}

/// F7; nothing where there was no list, or the heavy key is the pivot.
std::string few_text(const RowTrace &trace) {
    const bool heavy = trace.filter.heavy && trace.filter.kept < trace.m;
    if (!trace.filter.used || trace.filter.fell_back || heavy)
        return "";
    return trace.filter.few ? fmt::format("F7 few: yes, the pivot is {}\n", hex(trace.prefix, trace.key_bits))
                            : "F7 few: no\n";
}

std::string rounds_text(const RowTrace &trace) {
    std::string text;
    for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
        const RoundTrace &round = trace.rounds[r];
        text += fmt::format("  round {}: shift {} width {}\n", r, round.shift, round.digit_bits);
        text += "  S4 count\n" + histogram_text(round);
        text += fmt::format("  S5 threshold digit {}: population {}, above {}, open {}, prefix {}\n",
                            hex(round.digit, round.digit_bits), round.population, round.above, round.open,
                            hex(round.prefix, trace.key_bits));
        text += fmt::format("  S6 skip when full: {}\n", round.skip ? "yes, the rounds end here" : "no");
    }
    return text;
}

std::string cta_summary(const std::vector<CtaTrace> &ctas, bool filtered) {
    const auto extremes = [&ctas](auto field) {
        const auto [least, most] = std::minmax_element(
            ctas.begin(), ctas.end(), [&](const auto &a, const auto &b) { return field(a) < field(b); });
        return fmt::format("{} to {}", field(*least), field(*most));
    };
    const auto length = [](const CtaTrace &cta) { return cta.last - cta.first; };
    const auto empty = std::count_if(ctas.begin(), ctas.end(), [&](const auto &c) { return length(c) == 0; });
    const std::string kept =
        filtered ? "; kept shares " + extremes([](const CtaTrace &cta) { return cta.kept_share; }) : "";
    return fmt::format("  {} CTAs: chunk lengths {}, {} of them empty; above shares {}; equal shares {}{}\n",
                       ctas.size(), extremes(length), empty,
                       extremes([](const CtaTrace &cta) { return cta.above_share; }),
                       extremes([](const CtaTrace &cta) { return cta.equal_share; }), kept);
}

/// The columns of what was kept are there for rows with a filter only.
std::string ctas_text(const std::vector<CtaTrace> &ctas, bool filtered) {
    if (ctas.size() > ctas_listed_max)
        return cta_summary(ctas, filtered);
    std::string text = fmt::format("  {:>4} {:>10} {:>10} {:>11} {:>11} {:>10} {:>10}", "cta", "first",
                                   "last", "above share", "equal share", "above base", "equal base");
    text += filtered ? fmt::format(" {:>10} {:>10}\n", "kept share", "kept base") : "\n";
    for (std::size_t c = 0; c < ctas.size(); ++c) {
        const CtaTrace &cta = ctas[c];
        text += fmt::format("  {:>4} {:>10} {:>10} {:>11} {:>11} {:>10} {:>10}", c, cta.first, cta.last,
                            cta.above_share, cta.equal_share, cta.above_base, cta.equal_base);
        text += filtered ? fmt::format(" {:>10} {:>10}\n", cta.kept_share, cta.kept_base) : "\n";
    }
    return text;
}

std::string indices_text(const std::vector<std::int32_t> &indices) {
    std::string text;
    for (std::size_t j = 0; j < indices.size(); ++j) {
        if (indices.size() > 2 * indices_each_end && j == indices_each_end) {
            text += fmt::format(" ... {} not shown ...", indices.size() - 2 * indices_each_end);
            j = indices.size() - indices_each_end;
        }
        text += fmt::format(" {}", indices[j]);
    }
    return text;
}

} // namespace

std::string to_text(const TraceFacts &facts) {
    const RowTrace &trace = facts.trace;
    const Certificate &certificate = trace.certificate;
    std::string text =
        fmt::format("row {} of {}: {}, width {}, k {}, direction {}, nan {}, ties {}, order {}\n", facts.row,
                    facts.scores_path, name(facts.type), facts.width, facts.k, name(facts.options.direction),
                    name(facts.options.nan_policy), name(facts.options.ties), name(facts.options.order));
    text += fmt::format("S0 clamp: n {}, m {}\n", trace.n, trace.m);
    text +=
        fmt::format("S1 short row: {}\n", trace.short_row ? "yes, every eligible element is selected" : "no");
    if (!trace.short_row && trace.m > 0) {
        text += fmt::format("S2 canonical keys: {} bits\nS3 chunks: {} CTAs\n", trace.key_bits,
                            trace.ctas.size());
        text += filter_text(facts.plan, trace);
        text += fmt::format("rounds: {}\n", trace.rounds.size()) + rounds_text(trace) + few_text(trace);
        text += "S7 shares\n" + ctas_text(trace.ctas, trace.filter.used);
        text += fmt::format("S8 slots: prefix {}, quota {}, lo {}\n", hex(trace.prefix, trace.key_bits),
                            trace.quota, trace.lo);
    }
    if (facts.options.order == Order::rank)
        text += "S9 rank order: sorted by key, then index\n";
    text += fmt::format("S10 fill: {} slots\n", facts.k - trace.m);
    text += fmt::format("S11 certificate: pivot {}, above {}, population {}, quota {}, status {}",
                        hex(certificate.pivot, trace.key_bits), certificate.above, certificate.population,
                        certificate.quota, hex(certificate.status, 32));
    const std::string bits = status_names(certificate.status);
    text += bits.empty() ? "\n" : fmt::format(" ({})\n", bits);
    text += fmt::format("S12 digest: {}\n", hex(facts.digest, 64));
    return text + "indices:" + indices_text(facts.indices) + "\n";
}

} // namespace exactk::cli
