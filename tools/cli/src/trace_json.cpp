// What exactk trace tells of a row, as JSON with everything.
// Spec: algorithm/O1 O2 O3 O4. Layer: tools/cli.
#include "trace_report.hpp"

#include <nlohmann/json.hpp>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

#include "text.hpp"

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t piece_bytes = std::size_t{1} << 16; // convention: any size works, this one is quick

/// Non-empty digits only: [digit, candidates], ascending.
Json histogram_json(const std::vector<std::uint32_t> &histogram) {
    Json bins = Json::array();
    for (std::size_t digit = 0; digit < histogram.size(); ++digit) {
        if (histogram[digit] != 0)
            bins.push_back({digit, histogram[digit]});
    }
    return bins;
}

Json round_json(const RoundTrace &round, int key_bits) {
    Json json;
    json["shift"] = round.shift;
    json["digit_bits"] = round.digit_bits;
    json["digit"] = round.digit;
    json["population"] = round.population;
    json["above"] = round.above;
    json["open"] = round.open;
    json["prefix"] = hex(round.prefix, key_bits);
    json["skip"] = round.skip;
    json["histogram"] = histogram_json(round.histogram);
    return json;
}

Json cta_json(const CtaTrace &cta) {
    return {{"first", cta.first},
            {"last", cta.last},
            {"above_share", cta.above_share},
            {"equal_share", cta.equal_share},
            {"above_base", cta.above_base},
            {"equal_base", cta.equal_base},
            {"kept_share", cta.kept_share},
            {"kept_base", cta.kept_base}};
}

Json plan_json(const Plan &plan, int key_bits) {
    Json json = {{"ctas", plan.ctas},        {"digits", plan.digits},        {"whole", plan.filter.whole},
                 {"list", plan.filter.list}, {"sample", plan.filter.sample}, {"threshold", nullptr}};
    if (plan.filter.forced)
        json["threshold"] = hex(plan.filter.threshold, key_bits);
    return json;
}

Json filter_json(const FilterTrace &filter, int key_bits) {
    return {{"used", filter.used},
            {"sampled", filter.sampled},
            {"target", filter.target},
            {"lo", hex(filter.lo, key_bits)},
            {"hi", hex(filter.hi, key_bits)},
            {"shift", filter.shift},
            {"digit", filter.digit},
            {"reached", filter.reached},
            {"heavy", filter.heavy},
            {"threshold", hex(filter.threshold, key_bits)},
            {"kept", filter.kept},
            {"equal", filter.equal},
            {"fell_back", filter.fell_back},
            {"base", hex(filter.base, key_bits)},
            {"top", hex(filter.top, key_bits)},
            {"few", filter.few}};
}

} // namespace

void print_json(const TraceFacts &facts, std::FILE *out) {
    const RowTrace &trace = facts.trace;
    Json json;
    json["command"] = "trace";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["scores"] = facts.scores_path;
    json["type"] = name(facts.type);
    json["row"] = facts.row;
    json["width"] = facts.width;
    json["k"] = facts.k;
    json["options"] = {{"direction", name(facts.options.direction)},
                       {"nan", name(facts.options.nan_policy)},
                       {"ties", name(facts.options.ties)},
                       {"order", name(facts.options.order)}};
    json["plan"] = plan_json(facts.plan, trace.key_bits);
    json["n"] = trace.n;
    json["m"] = trace.m;
    json["key_bits"] = trace.key_bits;
    json["short_row"] = trace.short_row;
    json["filter"] = filter_json(trace.filter, trace.key_bits);
    json["rounds"] = Json::array();
    for (const RoundTrace &round : trace.rounds)
        json["rounds"].push_back(round_json(round, trace.key_bits));
    json["prefix"] = hex(trace.prefix, trace.key_bits);
    json["quota"] = trace.quota;
    json["lo"] = trace.lo;
    json["ctas"] = Json::array();
    for (const CtaTrace &cta : trace.ctas)
        json["ctas"].push_back(cta_json(cta));
    json["certificate"] = {{"pivot", hex(trace.certificate.pivot, trace.key_bits)},
                           {"above", trace.certificate.above},
                           {"population", trace.certificate.population},
                           {"quota", trace.certificate.quota},
                           {"status", trace.certificate.status},
                           {"status_names", status_names(trace.certificate.status)}};
    json["digest"] = hex(facts.digest, 64);
    // Paths need not be UTF-8; what is not is replaced, so that the object is always valid JSON.
    std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
    text.resize(text.size() - 2); // bound: the object's last line, a line end and a brace
    text += ",\n  \"indices\": [";
    for (std::size_t slot = 0; slot < facts.indices.size(); ++slot) {
        text += (slot == 0 ? "\n    " : ",\n    ") + std::to_string(facts.indices[slot]);
        if (text.size() >= piece_bytes) {
            std::fwrite(text.data(), 1, text.size(), out);
            text.clear();
        }
    }
    text += facts.indices.empty() ? "]\n}\n" : "\n  ]\n}\n";
    std::fwrite(text.data(), 1, text.size(), out);
}

} // namespace exactk::cli
