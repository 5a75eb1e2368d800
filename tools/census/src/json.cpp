// A census as JSON, as docs/census.md describes it.
// Spec: contract/C2 C3 C17. Layer: tools/census.
#include <nlohmann/json.hpp>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

#include "wording.hpp"

namespace exactk::census {

namespace {

using Json = nlohmann::ordered_json;

Json name_json(const Subject &subject, const RowName &name) {
    Json json;
    json["source"] = name.source;
    json["call"] = subject.call_word.empty() ? Json() : Json(name.call);
    json["row"] = name.row;
    return json;
}

Json occurrence_json(const Subject &subject, const Occurrence &found) {
    Json json;
    const bool any = found.rows > 0;
    json["rows"] = found.rows;
    json["first"] = any ? name_json(subject, found.first) : Json();
    json["worst"] = any ? name_json(subject, found.worst) : Json();
    json["worst_elements"] = found.worst_elements;
    return json;
}

Json spread_json(const Spread &spread) {
    Json json;
    const bool any = spread.rows() > 0;
    const auto percentile = [&](int percent) {
        const Range range = spread.percentile(percent);
        return any ? Json{range.least, range.greatest} : Json();
    };
    json["rows"] = spread.rows();
    json["least"] = any ? Json(spread.least()) : Json();
    json["greatest"] = any ? Json(spread.greatest()) : Json();
    json["sum"] = spread.sum();
    json["median"] = percentile(50);
    json["percentile_90"] = percentile(90);
    json["percentile_99"] = percentile(99);
    json["buckets"] = Json::array();
    for (const Bucket &bucket : spread.buckets())
        json["buckets"].push_back({bucket.range.least, bucket.range.greatest, bucket.rows});
    return json;
}

} // namespace

Json to_json(const Subject &subject, const Facts &facts) {
    Json json;
    json["contract"] = contract_version();
    json["sources"] = subject.sources;
    json["call_word"] = subject.call_word.empty() ? Json() : Json(subject.call_word);
    json["type"] = score_type_names[static_cast<int>(subject.type)];
    json["k"] = subject.k;
    json["direction"] = subject.options.direction == Direction::largest ? "largest" : "smallest";
    json["nan"] = subject.options.nan_policy == NanPolicy::largest ? "largest" : "smallest";
    json["rows"] = {{"all", facts.rows},
                    {"with_cut", facts.with_cut},
                    {"all_selected", facts.all_selected},
                    {"empty", facts.empty},
                    {"without_slots", facts.without_slots}};
    json["scores"] = facts.scores;
    json["lengths"] = spread_json(facts.lengths);
    json["plateau"] = spread_json(facts.plateau);
    json["boundary_ties"] = occurrence_json(subject, facts.ties);
    json["boundary_ties"]["population"] = spread_json(facts.tie_population);
    json["cut"] = Json::object();
    for (const Listed &cut : cuts_of(facts))
        json["cut"][cut.key] = occurrence_json(subject, *cut.rows);
    json["bins"] = Json::array();
    for (std::size_t i = 0; i < facts.bins.size(); ++i)
        json["bins"].push_back({{"bits", bin_widths[i]},
                                {"population", spread_json(facts.bins[i].population)},
                                {"above", spread_json(facts.bins[i].above)}});
    json["capacities"] = Json::array();
    const std::span<const Capacity> known = capacities();
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Capacity &one = known[i];
        json["capacities"].push_back({{"name", one.name},
                                      {"who", one.who},
                                      {"bits", one.bits},
                                      {"slots", one.slots},
                                      {"lengths", {one.from, one.to}},
                                      {"then", one.then},
                                      {"seen_in", one.seen_in},
                                      {"report", *one.report == '\0' ? Json() : Json(one.report)},
                                      {"rows_on_path", facts.on_path[i]},
                                      {"exceeded", occurrence_json(subject, facts.exceeded[i])}});
    }
    json["values"] = Json::object();
    for (const ListedKind &kind : kinds_of(facts)) {
        json["values"][kind.key] = occurrence_json(subject, kind.kind->rows);
        json["values"][kind.key]["elements"] = kind.kind->elements;
    }
    return json;
}

} // namespace exactk::census
