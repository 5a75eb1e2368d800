// Writes a case in the one way that there is: all keys, in a fixed order.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#include <exactk/casefile.hpp>

#include <exactk/contract/text.hpp>

#include "values.hpp"

namespace exactk::casefile {

namespace {

void add(std::string &text, const char *key, const std::string &value) {
    text += key;
    text += ' ';
    text += value;
    text += '\n';
}

template <class Number> std::string decimal(Number value) { return std::to_string(value); }

std::string fill_text(const CaseFile &one) {
    const std::string score = one.options.fill_score_given
                                  ? hex(one.options.fill_score_bits, hex_digits(one.type))
                                  : std::string("default");
    return decimal(one.options.fill_index) + " " + score;
}

std::string filter_text(const FilterPlan &filter) {
    if (filter.whole == 0 && filter.list == 0 && filter.sample == 0 && !filter.forced) {
        return "none";
    }
    std::string text = "whole " + decimal(filter.whole) + " list " + decimal(filter.list) + " sample " +
                       decimal(filter.sample);
    return filter.forced ? text + " threshold 0x" + hex(filter.threshold, 8) : text;
}

/// Without repeats, as the flags of the command line spell it.
std::string digits_text(const std::vector<int> &digits) {
    std::string text;
    for (const int width : digits) {
        text += (text.empty() ? "" : ",") + decimal(width);
    }
    return text;
}

void add_plan(std::string &text, const Plan &plan) {
    add(text, "ctas", decimal(plan.ctas));
    add(text, "digits", plan.digits.empty() ? "default" : digits_text(plan.digits));
    add(text, "bounds", plan.bounds.empty() ? "plain" : list_text(plan.bounds, decimal<std::int64_t>));
    add(text, "emission", plan.emission == Plan::Emission::merge ? "merge" : "direct");
    add(text, "filter", filter_text(plan.filter));
}

void add_scores(std::string &text, const CaseFile &one) {
    if (one.generated) {
        std::string value = "generator " + one.generator.name;
        for (const std::string &argument : one.generator.arguments) {
            value += " " + argument;
        }
        add(text, "scores", value + " hash 0x" + hex(one.generator.hash, 16));
        return;
    }
    add(text, "scores", "bits");
    const int digits = hex_digits(one.type);
    for (const std::vector<std::uint32_t> &row : one.scores) {
        add(text, "row", list_text(row, [digits](std::uint32_t bits) { return hex(bits, digits); }));
    }
}

void add_expected(std::string &text, const Expected &expected) {
    switch (expected.kind) {
    case Expected::Kind::none: add(text, "expect", "nothing"); break;
    case Expected::Kind::indices:
        add(text, "expect", "indices");
        for (const std::vector<std::int32_t> &row : expected.indices) {
            add(text, "answer", list_text(row, decimal<std::int32_t>));
        }
        break;
    case Expected::Kind::digests:
        add(text, "expect", "digests " + list_text(expected.digests, [](std::uint64_t digest) {
                                return "0x" + hex(digest, 16);
                            }));
        break;
    }
}

} // namespace

std::string print(const CaseFile &one) {
    std::string text = "exactk case " + std::to_string(one.version()) + "\n";
    if (!one.note.empty()) {
        add(text, "note", one.note);
    }
    if (!one.clauses.empty()) {
        std::string clauses;
        for (const int clause : one.clauses) {
            clauses += (clauses.empty() ? "C" : " C") + std::to_string(clause);
        }
        add(text, "clause", clauses);
    }
    if (!one.law.empty()) {
        add(text, "law", one.law);
        add(text, "law_seed", decimal(one.law_seed));
    }
    if (!one.implementation.empty()) {
        add(text, "implementation", one.implementation);
    }
    add(text, "type", exactk::name(one.type));
    add(text, "rows", decimal(one.rows));
    add(text, "width", decimal(one.width));
    add(text, "pitch", decimal(one.pitch));
    add(text, "offset", decimal(one.offset));
    add(text, "lengths", one.lengths.empty() ? "full" : list_text(one.lengths, decimal<std::int32_t>));
    add(text, "k", decimal(one.k));
    add(text, "direction", exactk::name(one.options.direction));
    add(text, "ties", exactk::name(one.options.ties));
    add(text, "order", exactk::name(one.options.order));
    add(text, "nan", exactk::name(one.options.nan_policy));
    add(text, "fill", fill_text(one));
    add(text, "outputs",
        std::string("indices") + (one.wants_scores ? " scores" : "") + (one.wants_facts ? " facts" : ""));
    add(text, "gap", decimal(one.output_gap));
    add_plan(text, one.plan);
    if (!one.schedule.empty()) {
        add(text, "schedule", one.schedule);
    }
    add_scores(text, one);
    add_expected(text, one.expected);
    return text;
}

Defect check(const CaseFile &one) {
    CaseFile again;
    const std::string text = print(one);
    if (Defect bad = parse(text, again)) {
        return bad;
    }
    if (!(again == one)) {
        return {DefectKind::malformed_value, 0, "a field of this case has no spelling in a file"};
    }
    return {};
}

} // namespace exactk::casefile
