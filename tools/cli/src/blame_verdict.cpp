// The verdict of exactk blame.
// Spec: contract/C3 C4. Layer: tools/cli.
#include "blame_verdict.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <exactk/cli/session.hpp>
#include <exactk/contract/text.hpp>

#include "text.hpp"

namespace exactk::cli {

namespace {

using recording::Example;
using recording::Kind;
using recording::Tally;

const Tally &tally(const BlameFacts &facts, Kind kind) { return facts.totals.kinds[static_cast<int>(kind)]; }

std::string where(const Example &first) { return fmt::format("call {} row {}", first.call, first.row); }

std::string both_sides(const Example &first) {
    return fmt::format("a holds {}, b {}", place_text(first.type, first.difference.a),
                       place_text(first.type, first.difference.b));
}

std::string cut_text(const Example &first) {
    if (!first.difference.cut_known)
        return "";
    return fmt::format("; the cut is {} ({})", decimal(first.type, first.difference.cut_bits),
                       hex_bits(first.type, first.difference.cut_bits));
}

/// What a kind that top-k can cause says of itself.
std::string words_of(Kind kind, const Example &first, const recording::Totals &totals) {
    const recording::Difference &difference = first.difference;
    switch (kind) {
    case Kind::set_differs:
        return fmt::format(
            "same scores, other set: first in {} {}{}; what is not among the best is in {} of these rows of "
            "a and {} of b",
            where(first), both_sides(first), cut_text(first), totals.wrong_a, totals.wrong_b);
    case Kind::tie_only:
        return fmt::format(
            "same scores, other set, but only among scores that equal the cut's: first in {} {}{}; no better "
            "score was lost, and a tie rule would settle it",
            where(first), both_sides(first), cut_text(first));
    case Kind::order_differs:
        return fmt::format("same scores, same set, other order: first in {} slot {} {}", where(first),
                           difference.a.slot, both_sides(first));
    case Kind::values_differ:
        return fmt::format("same scores, same indices, other output scores: first in {} slot {} {}",
                           where(first), difference.a.slot, both_sides(first));
    case Kind::same:
    case Kind::scores_differ: break;
    }
    return "";
}

std::string numbers(const recording::Alone &alone) {
    return fmt::format("{}{}", fmt::join(alone.first, " "),
                       alone.calls > static_cast<std::int64_t>(alone.first.size()) ? " ..." : "");
}

BlameVerdict not_comparable(const BlameFacts &facts) {
    const recording::Totals &totals = facts.totals;
    std::string why;
    if (!facts.incomparable.empty())
        why = facts.incomparable;
    else if (totals.shapes > 0)
        why = fmt::format("no call has one shape in both: in call {} {}", totals.first_shapes_call,
                          totals.first_shapes);
    else if (totals.compared > 0)
        why = "the calls in both have no rows";
    else if (totals.only_a.calls == 0 || totals.only_b.calls == 0)
        why = fmt::format("{} no calls", totals.only_a.calls + totals.only_b.calls == 0 ? "both runs have"
                                         : totals.only_a.calls == 0                     ? "a has"
                                                                                        : "b has");
    else
        why = fmt::format(
            "no call is in both: a has {}, b has {}; sample both with one `every`, from one first call",
            numbers(totals.only_a), numbers(totals.only_b));
    return {"not_comparable", "unknown", "nothing can be compared: " + why, exit_inconclusive};
}

/// Only scores differ: top-k is cleared as far as the calls before were compared.
std::string upstream_words(const Tally &upstream) {
    const Example &first = upstream.first.front();
    const std::int64_t gap = first.call - upstream.compared_before;
    if (gap == 0)
        return fmt::format("top-k is not the cause: scores differed first in {}", where(first));
    return fmt::format("top-k is not the cause in the calls compared: scores differed first in {}; {} call{} "
                       "before it {} not "
                       "compared and can have parted the runs",
                       where(first), gap, gap == 1 ? "" : "s", gap == 1 ? "was" : "were");
}

} // namespace

std::string place_text(ScoreType type, const recording::Place &place) {
    if (!place.score_known)
        return fmt::format("index {} (no element)", place.index);
    return fmt::format("index {} (score {}, {})", place.index, decimal(type, place.score_bits),
                       hex_bits(type, place.score_bits));
}

std::string incomparable(const recording::Facts &a, const recording::Facts &b) {
    if (a.direction != b.direction)
        return fmt::format("a prefers the {} scores, b the {}", name(a.direction), name(b.direction));
    if (a.nan_policy != b.nan_policy)
        return fmt::format("NaNs are {} in a and {} in b", name(a.nan_policy), name(b.nan_policy));
    return "";
}

BlameVerdict judge(const BlameFacts &facts) {
    const recording::Totals &totals = facts.totals;
    if (!facts.incomparable.empty() || totals.rows == 0)
        return not_comparable(facts);
    const Tally &upstream = tally(facts, Kind::scores_differ);
    for (const Kind kind : {Kind::set_differs, Kind::tie_only, Kind::order_differs, Kind::values_differ}) {
        const Tally &own = tally(facts, kind);
        if (own.rows == 0)
            continue;
        BlameVerdict verdict{recording::name(kind), "top_k", words_of(kind, own.first.front(), totals),
                             exit_failed};
        if (upstream.rows > 0) {
            const std::int64_t there = upstream.first.front().call, here = own.first.front().call;
            verdict.cause = "both";
            verdict.sentence +=
                fmt::format("; in other rows scores differed, first in {}, {}", where(upstream.first.front()),
                            there < here   ? "before that"
                            : there > here ? "after that"
                                           : "the same call");
        }
        return verdict;
    }
    if (upstream.rows > 0)
        return {recording::name(Kind::scores_differ), "upstream", upstream_words(upstream), exit_failed};
    if (totals.shapes > 0)
        return {
            "shapes_differ", "unknown",
            fmt::format(
                "all rows that could be compared are the same; {} calls have other shapes, first call {}: {}",
                totals.shapes, totals.first_shapes_call, totals.first_shapes),
            exit_failed};
    return {"identical", "none",
            fmt::format("no difference: {} rows of {} calls have the same scores and the same answers",
                        totals.rows, totals.compared),
            exit_passed};
}

std::vector<std::string> notes_of(const BlameFacts &facts) {
    std::vector<std::string> notes;
    const auto one = [&notes](const char *side, const recording::Recording &run) {
        if (!run.facts().closed)
            notes.push_back(fmt::format("{} was not closed; its last calls can be missing", side));
        else if (run.facts().short_of != 0)
            notes.push_back(fmt::format("{}: {} sampled calls were not recorded; its recording.json says why",
                                        side, run.facts().short_of));
        if (run.unfinished() > 0)
            notes.push_back(fmt::format("{}: {} unfinished calls are not looked at", side, run.unfinished()));
    };
    one("a", facts.a);
    one("b", facts.b);
    const auto word = [](const std::string &text) { return text.empty() ? "not known" : text; };
    const auto differing = [&](const std::string &what, const std::string &of_a, const std::string &of_b) {
        if (of_a != of_b)
            notes.push_back(fmt::format("{}: {} against {}", what, word(of_a), word(of_b)));
    };
    const recording::Facts &a = facts.a.facts(), &b = facts.b.facts();
    differing("operator", a.operator_name, b.operator_name);
    differing("ties", a.ties, b.ties);
    differing("order", a.order, b.order);
    const auto version = [](const recording::Facts &run, const std::string &name) {
        const auto at = std::find_if(run.versions.begin(), run.versions.end(),
                                     [&](const auto &entry) { return entry.first == name; });
        return at == run.versions.end() ? std::string() : at->second;
    };
    for (const auto &[name, text] : a.versions)
        differing(name, text, version(b, name));
    for (const auto &[name, text] : b.versions) {
        if (version(a, name).empty())
            differing(name, "", text);
    }
    return notes;
}

} // namespace exactk::cli
