// What a case is compared by, and the words for what can be wrong with one.
// Spec: contract/C1 C14. Layer: tools/casefile.
#include <exactk/casefile.hpp>

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace exactk::casefile {

namespace {

auto fields(const Options &options) {
    return std::make_tuple(options.direction, options.ties, options.order, options.nan_policy,
                           options.fill_index, options.fill_score_given,
                           options.fill_score_given ? options.fill_score_bits : 0u);
}

auto fields(const FilterPlan &filter) {
    return std::make_tuple(filter.whole, filter.list, filter.sample, filter.forced,
                           filter.forced ? filter.threshold : 0u);
}

bool same(const Plan &one, const Plan &other) {
    return one.ctas == other.ctas && one.digits == other.digits && one.bounds == other.bounds &&
           one.emission == other.emission && fields(one.filter) == fields(other.filter);
}

std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u; // bound: C14
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu; // bound: C14
    return z ^ (z >> 31);                      // bound: C14
}

constexpr const char *defect_names[] = {
    "none",          "malformed_line", "bad_first_line",  "unsupported_version", "unknown_key",
    "duplicate_key", "missing_key",    "malformed_value", "out_of_range",        "wrong_count",
    "illegal_plan",  "bad_generator",  "unsupported"};

} // namespace

int CaseFile::version() const { return law.empty() && implementation.empty() ? 1 : 2; }

std::int64_t CaseFile::n(std::int64_t row) const {
    return lengths.empty() ? width
                           : std::clamp<std::int64_t>(lengths[static_cast<std::size_t>(row)], 0, width);
}

bool operator==(const CaseFile &one, const CaseFile &other) {
    const auto simple = [](const CaseFile &c) {
        return std::tie(c.note, c.clauses, c.law, c.implementation, c.type, c.rows, c.width, c.pitch,
                        c.offset, c.lengths, c.k, c.wants_scores, c.wants_facts, c.output_gap, c.schedule,
                        c.generated, c.expected);
    };
    return simple(one) == simple(other) && (one.law.empty() || one.law_seed == other.law_seed) &&
           fields(one.options) == fields(other.options) && same(one.plan, other.plan) &&
           (one.generated ? one.generator == other.generator : one.scores == other.scores);
}

const char *name(DefectKind kind) {
    const std::size_t number = static_cast<std::size_t>(kind);
    return number < std::size(defect_names) ? defect_names[number] : "unknown";
}

std::string describe(const Defect &defect) {
    const std::string place = defect.line > 0 ? "line " + std::to_string(defect.line) + ": " : "";
    return place + name(defect.kind) + ": " + defect.what;
}

std::string as_note(std::string_view text) {
    std::string note;
    for (const char letter : text) {
        note += letter >= ' ' && letter <= '~' ? letter : '?';
    }
    const std::size_t first = std::min(note.find_first_not_of(' '), note.size());
    note.erase(0, first);
    if (note.size() > note_length_max) {
        note = note.substr(0, note_length_max - 3) + "...";
    }
    while (!note.empty() && note.back() == ' ') {
        note.pop_back();
    }
    return note;
}

std::uint64_t add_to_hash(std::uint64_t hash, std::uint32_t bits, int bytes) {
    for (int byte = 0; byte < bytes; ++byte) {
        hash = (hash ^ (bits >> (8 * byte) & 0xFFu)) * 0x100000001B3u; // bound: FNV-1a's prime
    }
    return hash;
}

std::uint64_t row_digest(const std::int32_t *indices, std::int64_t k) {
    std::uint64_t sum = mix(static_cast<std::uint64_t>(k));
    for (std::int64_t slot = 0; slot < k; ++slot) {
        sum += mix(static_cast<std::uint64_t>(slot) * (std::uint64_t{1} << 32) +
                   static_cast<std::uint32_t>(indices[slot]));
    }
    return sum;
}

} // namespace exactk::casefile
