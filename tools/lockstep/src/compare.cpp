// Walks two traces side by side and stops at the first field that differs.
// Spec: algorithm/S0 S1 S3 S4 S5 S6 S7 S8 S11 F1 F3 F4 F5 F6 F7 O1 O2 O3 O4. Layer: tools/lockstep.
#include <exactk/lockstep.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace exactk::lockstep {

namespace {

std::uint64_t number(std::int64_t value) { return static_cast<std::uint64_t>(value); }

/// Keeps the first difference; everything after it is ignored.
class Walk {
public:
    explicit Walk(std::int64_t row) { here_.row = row; }

    void round(std::size_t number_of_round) { here_.round = static_cast<std::int64_t>(number_of_round); }
    void cta(std::size_t number_of_cta) { here_.cta = static_cast<std::int64_t>(number_of_cta); }
    void leave() { here_.round = here_.cta = -1; }

    void field(const char *step, const char *name, std::uint64_t expected, std::uint64_t got,
               std::int64_t bin = -1) {
        if (first_.has_value() || expected == got) {
            return;
        }
        Divergence found = here_;
        found.step = step;
        found.field = name;
        found.bin = bin;
        found.expected = expected;
        found.got = got;
        first_ = found;
    }

    const std::optional<Divergence> &first() const { return first_; }

private:
    Divergence here_;
    std::optional<Divergence> first_;
};

void walk_chunks(Walk &walk, const RowTrace &expected, const RowTrace &got) {
    walk.field("S3", "ctas", expected.ctas.size(), got.ctas.size());
    const std::size_t both = std::min(expected.ctas.size(), got.ctas.size());
    for (std::size_t c = 0; c < both; ++c) {
        walk.cta(c);
        walk.field("S3", "first", number(expected.ctas[c].first), number(got.ctas[c].first));
        walk.field("S3", "last", number(expected.ctas[c].last), number(got.ctas[c].last));
    }
    walk.leave();
}

/// F1 to F4: what a row's threshold is made from.
void walk_threshold(Walk &walk, const FilterTrace &expected, const FilterTrace &got) {
    walk.field("F1", "used", expected.used ? 1 : 0, got.used ? 1 : 0);
    walk.field("F1", "sampled", expected.sampled ? 1 : 0, got.sampled ? 1 : 0);
    walk.field("F3", "target", expected.target, got.target);
    walk.field("F4", "lo", expected.lo, got.lo);
    walk.field("F4", "hi", expected.hi, got.hi);
    walk.field("F4", "shift", expected.shift, got.shift);
    walk.field("F4", "digit", expected.digit, got.digit);
    walk.field("F4", "reached", expected.reached, got.reached);
    walk.field("F4", "heavy", expected.heavy ? 1 : 0, got.heavy ? 1 : 0);
    walk.field("F4", "threshold", expected.threshold, got.threshold);
}

/// F5 and the beginning of F6: the list.
void walk_list(Walk &walk, const RowTrace &expected, const RowTrace &got) {
    const std::size_t both = std::min(expected.ctas.size(), got.ctas.size());
    for (std::size_t c = 0; c < both; ++c) {
        walk.cta(c);
        walk.field("F5", "kept_share", expected.ctas[c].kept_share, got.ctas[c].kept_share);
    }
    for (std::size_t c = 0; c < both; ++c) {
        walk.cta(c);
        walk.field("F5", "kept_base", expected.ctas[c].kept_base, got.ctas[c].kept_base);
    }
    walk.leave();
    walk.field("F5", "kept", expected.filter.kept, got.filter.kept);
    walk.field("F5", "equal", expected.filter.equal, got.filter.equal);
    walk.field("F5", "fell_back", expected.filter.fell_back ? 1 : 0, got.filter.fell_back ? 1 : 0);
    walk.field("F6", "base", expected.filter.base, got.filter.base);
    walk.field("F6", "top", expected.filter.top, got.filter.top);
}

void walk_round(Walk &walk, const RoundTrace &expected, const RoundTrace &got) {
    walk.field("S4", "shift", number(expected.shift), number(got.shift));
    walk.field("S4", "digit_bits", number(expected.digit_bits), number(got.digit_bits));
    walk.field("S4", "histogram bins", expected.histogram.size(), got.histogram.size());
    const std::size_t both = std::min(expected.histogram.size(), got.histogram.size());
    for (std::size_t bin = 0; bin < both; ++bin) {
        walk.field("S4", "histogram", expected.histogram[bin], got.histogram[bin],
                   static_cast<std::int64_t>(bin));
    }
    walk.field("S5", "digit", expected.digit, got.digit);
    walk.field("S5", "population", expected.population, got.population);
    // The skip flag comes before what it changes, so that a wrong skip is named as one.
    walk.field("S6", "skip", expected.skip ? 1 : 0, got.skip ? 1 : 0);
    walk.field("S5", "above", expected.above, got.above);
    walk.field("S5", "open", expected.open, got.open);
    walk.field("S5", "prefix", expected.prefix, got.prefix);
}

void walk_rounds(Walk &walk, const RowTrace &expected, const RowTrace &got) {
    const std::size_t both = std::min(expected.rounds.size(), got.rounds.size());
    for (std::size_t r = 0; r < both; ++r) {
        walk.round(r);
        walk_round(walk, expected.rounds[r], got.rounds[r]);
    }
    walk.leave();
    // Few candidates end the rounds, so a wrong end of this kind is named before the number of rounds.
    walk.field("F7", "few", expected.filter.few ? 1 : 0, got.filter.few ? 1 : 0);
    walk.field("S6", "rounds", expected.rounds.size(), got.rounds.size());
}

void walk_shares(Walk &walk, const RowTrace &expected, const RowTrace &got) {
    const std::size_t both = std::min(expected.ctas.size(), got.ctas.size());
    for (std::size_t c = 0; c < both; ++c) {
        walk.cta(c);
        walk.field("S7", "above_share", expected.ctas[c].above_share, got.ctas[c].above_share);
        walk.field("S7", "equal_share", expected.ctas[c].equal_share, got.ctas[c].equal_share);
    }
    for (std::size_t c = 0; c < both; ++c) {
        walk.cta(c);
        walk.field("S7", "above_base", expected.ctas[c].above_base, got.ctas[c].above_base);
        walk.field("S7", "equal_base", expected.ctas[c].equal_base, got.ctas[c].equal_base);
    }
    walk.leave();
}

std::string hexadecimal(std::uint64_t value) {
    char digits[16]; // bound: 64 bits
    const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value, 16);
    return "0x" + std::string(digits, end.ptr);
}

/// Whether a field is a key or bits, and not a count: "lo" of F4 is a key, that of S8 an ordinal.
bool is_pattern(const std::string &step, const std::string &field) {
    const bool key_of_filter = (step == "F4" && (field == "lo" || field == "hi" || field == "threshold")) ||
                               (step == "F6" && (field == "base" || field == "top"));
    return key_of_filter || field.find("prefix") != std::string::npos ||
           field.find("pivot") != std::string::npos || field.find("status") != std::string::npos;
}

} // namespace

std::optional<Divergence> first_divergence(const RowTrace &expected, const RowTrace &got,
                                           const Extent &extent) {
    Walk walk(expected.row);
    walk.field("S0", "row", number(expected.row), number(got.row));
    walk.field("S0", "n", number(expected.n), number(got.n));
    walk.field("S0", "m", number(expected.m), number(got.m));
    walk.field("S1", "short_row", expected.short_row ? 1 : 0, got.short_row ? 1 : 0);
    walk.field("S2", "key_bits", number(expected.key_bits), number(got.key_bits));
    walk_chunks(walk, expected, got);
    walk_threshold(walk, expected.filter, got.filter);
    walk_list(walk, expected, got);
    walk_rounds(walk, expected, got);
    walk.field("S6", "prefix", expected.prefix, got.prefix);
    walk.field("S6", "quota", expected.quota, got.quota);
    walk_shares(walk, expected, got);
    walk.field("S8", "lo", expected.lo, got.lo);
    if (extent.certificate) {
        walk.field("S11", "certificate pivot", expected.certificate.pivot, got.certificate.pivot);
        walk.field("S11", "certificate above", expected.certificate.above, got.certificate.above);
        walk.field("S11", "certificate population", expected.certificate.population,
                   got.certificate.population);
        walk.field("S11", "certificate quota", expected.certificate.quota, got.certificate.quota);
        walk.field("S11", "certificate status", expected.certificate.status, got.certificate.status);
    }
    return walk.first();
}

std::optional<Divergence> first_divergence(const std::vector<RowTrace> &expected,
                                           const std::vector<RowTrace> &got, const Extent &extent) {
    const std::size_t both = std::min(expected.size(), got.size());
    for (std::size_t row = 0; row < both; ++row) {
        if (const std::optional<Divergence> found = first_divergence(expected[row], got[row], extent)) {
            return found;
        }
    }
    Walk walk(-1);
    walk.field("S0", "rows", expected.size(), got.size());
    return walk.first();
}

std::string describe(const Divergence &divergence) {
    std::string text;
    const auto place = [&text](const char *word, std::int64_t value) {
        text += value < 0 ? std::string() : std::string(word) + " " + std::to_string(value) + " ";
    };
    place("row", divergence.row);
    place("CTA", divergence.cta);
    place("round", divergence.round);
    text += std::string(divergence.step) + " " + divergence.field;
    if (divergence.bin >= 0) {
        text += "[" + hexadecimal(number(divergence.bin)) + "]";
    }
    const bool key = is_pattern(divergence.step, divergence.field);
    const auto value = [key](std::uint64_t what) { return key ? hexadecimal(what) : std::to_string(what); };
    return text + ": expected " + value(divergence.expected) + ", got " + value(divergence.got);
}

} // namespace exactk::lockstep
