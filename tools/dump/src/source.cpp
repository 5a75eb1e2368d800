// Opens a folder as a list of entries, be it a dump or a recording.
// Spec: contract/C1 C2 C9. Layer: tools/dump.
#include <exactk/dump/entry.hpp>

#include <filesystem>
#include <utility>

#include <exactk/recording/recording.hpp>

namespace exactk::dump {

namespace {

/// A folder without a recording's head is no dump either.
Defect as_dump(Defect bad) {
    if (bad.kind == DefectKind::no_recording)
        bad.kind = DefectKind::no_dump;
    return bad;
}

/// An array of a call, which it keeps alive.
Tensor of_call(const std::shared_ptr<const recording::Call> &call, const npy::Array &array,
               const std::string &where) {
    return tensor_of(std::shared_ptr<const npy::Array>(call, &array), where);
}

verify::Demand demand_of(const recording::Facts &facts, const Asked &asked) {
    verify::Demand demand = asked.demand;
    if (!facts.ties.empty())
        demand.ties = facts.ties == "any"    ? verify::TiesDemand::any
                      : facts.ties == "high" ? verify::TiesDemand::high
                                             : verify::TiesDemand::low;
    if (!facts.order.empty())
        demand.order = facts.order == "any"    ? verify::OrderDemand::any
                       : facts.order == "rank" ? verify::OrderDemand::rank
                                               : verify::OrderDemand::index;
    return demand;
}

std::string name_of_call(std::int64_t number) { return "call " + std::to_string(number); }

} // namespace

struct Source::Parts {
    Asked asked;
    Store store{""};
    std::vector<Described> described;
    std::unique_ptr<recording::Recording> recorded;
};

Source::Source() : parts_(std::make_unique<Parts>()) {}
Source::~Source() = default;

Defect Source::open(const std::string &folder, const Asked &asked) {
    parts_ = std::make_unique<Parts>();
    parts_->asked = asked;
    const std::filesystem::path path(folder);
    std::error_code error;
    if (!std::filesystem::is_directory(path, error))
        return {DefectKind::unreadable, folder, "is no folder",
                "name a folder with a manifest.json (docs/dumps.md)"};
    if (std::filesystem::exists(path / "manifest.json", error)) {
        if (Defect bad = read_manifest((path / "manifest.json").string(), parts_->described))
            return bad;
        parts_->store = Store(folder);
        Entry entry;
        for (std::int64_t at = 0; at < count(); ++at)
            if (Defect bad = load(at, entry); bad && bad.kind != DefectKind::unsupported)
                return bad;
        return {};
    }
    if (!std::filesystem::exists(path / "recording.json", error))
        return {DefectKind::no_dump, folder, "has neither a manifest.json nor a recording.json",
                "docs/dumps.md says how to write the first, docs/recordings.md the second"};
    parts_->recorded = std::make_unique<recording::Recording>();
    return as_dump(parts_->recorded->open(folder));
}

bool Source::is_recording() const { return parts_->recorded != nullptr; }

std::vector<std::string> Source::notes() const {
    std::vector<std::string> notes;
    if (!is_recording())
        return notes;
    const recording::Recording &recorded = *parts_->recorded;
    if (!recorded.facts().closed)
        notes.push_back("the recorder was not closed; its last calls can be missing");
    if (recorded.unfinished() > 0)
        notes.push_back(std::to_string(recorded.unfinished()) + " unfinished calls are not looked at");
    if (recorded.facts().short_of > 0)
        notes.push_back(std::to_string(recorded.facts().short_of) + " sampled calls were not recorded");
    return notes;
}

std::int64_t Source::count() const {
    return static_cast<std::int64_t>(is_recording() ? parts_->recorded->numbers().size()
                                                    : parts_->described.size());
}

std::string Source::name_of(std::int64_t at) const {
    const auto place = static_cast<std::size_t>(at);
    return is_recording() ? name_of_call(parts_->recorded->numbers()[place]) : parts_->described[place].name;
}

std::int64_t Source::number_of(std::int64_t at) const {
    return parts_->recorded->numbers()[static_cast<std::size_t>(at)];
}

Defect Source::load(std::int64_t at, Entry &entry) {
    const auto place = static_cast<std::size_t>(at);
    if (!is_recording())
        return dump::open(parts_->store, parts_->described[place], parts_->asked, entry);
    const recording::Recording &recorded = *parts_->recorded;
    auto call = std::make_shared<recording::Call>();
    const std::int64_t number = recorded.numbers()[place];
    if (Defect bad = recorded.load(number, *call))
        return bad;
    entry = Entry();
    entry.name = name_of_call(number);
    entry.producer = recorded.facts().operator_name;
    entry.type = call->type;
    entry.rows = call->rows;
    entry.width = call->width;
    entry.runs = 1;
    entry.columns = call->k;
    entry.demand = demand_of(recorded.facts(), parts_->asked);
    if (call->k == recorded.facts().slots_most && entry.demand.order != verify::OrderDemand::rank)
        entry.untold = "only the first " + std::to_string(call->k) +
                       " slots of a row were recorded, which are an answer for as many in rank order alone";
    entry.k = parts_->asked.k;
    entry.options.direction = recorded.facts().direction;
    entry.options.nan_policy = recorded.facts().nan_policy;
    const std::string where = recorded.folder() + ", " + entry.name + ", ";
    entry.scores = of_call(call, call->scores, where + "scores");
    entry.offsets = of_call(call, call->offsets, where + "offsets");
    entry.indices = of_call(call, call->indices, where + "indices");
    if (call->has_values)
        entry.values = of_call(call, call->values, where + "values");
    return {};
}

} // namespace exactk::dump
