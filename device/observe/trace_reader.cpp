// Reads taps with suspicion: what a kernel must not have written is named, never passed over.
// Spec: algorithm/O1 O2 O3 O4. Layer: device.
#include "trace_reader.hpp"

namespace exactk::device {

namespace {

/// Reads a flag; anything but 0 and 1 is named, the first of its kind only.
bool read_flag(std::uint32_t flag, const std::string &what, std::string &malformed) {
    if (flag > 1 && malformed.empty()) {
        malformed = what + " is " + std::to_string(flag) + ", neither 0 nor 1";
    }
    return flag != 0;
}

FilterTrace read_filter(const TapFilter &tapped, std::string &malformed) {
    FilterTrace filter;
    filter.used = read_flag(tapped.used, "filter used", malformed);
    filter.sampled = read_flag(tapped.sampled, "filter sampled", malformed);
    filter.target = tapped.target;
    filter.lo = tapped.lo;
    filter.hi = tapped.hi;
    filter.shift = tapped.shift;
    filter.digit = tapped.digit;
    filter.reached = tapped.reached;
    filter.heavy = read_flag(tapped.heavy, "filter heavy", malformed);
    filter.threshold = tapped.threshold;
    filter.kept = tapped.kept;
    filter.equal = tapped.equal;
    filter.fell_back = read_flag(tapped.fell_back, "filter fell_back", malformed);
    filter.base = tapped.base;
    filter.top = tapped.top;
    filter.few = read_flag(tapped.few, "filter few", malformed);
    return filter;
}

RoundTrace read_round(const TapRound &tapped, const std::string &name, std::string &malformed) {
    RoundTrace round;
    round.shift = static_cast<int>(tapped.shift);
    round.digit_bits = static_cast<int>(tapped.digit_bits);
    round.digit = tapped.digit;
    round.population = tapped.population;
    round.above = tapped.above;
    round.open = tapped.open;
    round.prefix = tapped.prefix;
    round.skip = read_flag(tapped.skip, name + " skip", malformed);
    std::uint32_t bins = tap_bins_max;
    if (tapped.digit_bits < 32 && (std::uint32_t{1} << tapped.digit_bits) <= bins) {
        bins = std::uint32_t{1} << tapped.digit_bits;
    } else if (malformed.empty()) {
        malformed = name + " has a digit of " + std::to_string(tapped.digit_bits) + " bits";
    }
    round.histogram.assign(tapped.histogram, tapped.histogram + bins);
    for (std::uint32_t bin = bins; bin < static_cast<std::uint32_t>(tap_bins_max); ++bin) {
        if (tapped.histogram[bin] != 0 && malformed.empty()) {
            malformed = name + " counts in bin " + std::to_string(bin) + " of " + std::to_string(bins);
        }
    }
    return round;
}

void read_rounds(const TapRow &row, RowTrace &trace, std::string &malformed) {
    bool ended = false;
    for (int r = 0; r < tap_rounds_max; ++r) {
        const std::string name = "round " + std::to_string(r);
        if (!read_flag(row.rounds[r].written, name + " written", malformed)) {
            ended = true;
            continue;
        }
        if (ended && malformed.empty()) {
            malformed = name + " took place after a round that did not";
        }
        trace.rounds.push_back(read_round(row.rounds[r], name, malformed));
    }
}

void read_ctas(const TapRow &row, const TapCta *ctas, int ctas_max, RowTrace &trace, std::string &malformed) {
    // A short row and one without winners have no shares, whoever wrote its answer.
    const std::uint32_t sharing = row.short_row != 0 || row.m == 0 ? 0 : row.ctas;
    if (sharing > static_cast<std::uint32_t>(ctas_max) && malformed.empty()) {
        malformed = std::to_string(sharing) + " CTAs, more than there are records";
    }
    for (int c = 0; c < ctas_max; ++c) {
        const std::string name = "CTA " + std::to_string(c);
        const bool written = read_flag(ctas[c].written, name + " written", malformed);
        const bool shares = static_cast<std::uint32_t>(c) < sharing;
        if (written != shares && malformed.empty()) {
            malformed = name + (written ? " wrote a record beyond the row's CTAs" : " wrote no record");
        }
        if (written || shares) {
            CtaTrace cta;
            cta.first = ctas[c].first;
            cta.last = ctas[c].last;
            cta.above_share = ctas[c].above_share;
            cta.equal_share = ctas[c].equal_share;
            cta.above_base = ctas[c].above_base;
            cta.equal_base = ctas[c].equal_base;
            cta.kept_share = ctas[c].kept_share;
            cta.kept_base = ctas[c].kept_base;
            trace.ctas.push_back(cta);
        }
    }
}

} // namespace

ReadTrace read_trace(const TapRow &row, const TapCta *ctas, int ctas_max, int key_bits, std::int64_t number,
                     const Certificate *certificate) {
    ReadTrace read;
    RowTrace &trace = read.trace;
    trace.row = number;
    trace.n = row.n;
    trace.m = row.m;
    trace.key_bits = key_bits;
    trace.short_row = read_flag(row.short_row, "short_row", read.malformed);
    trace.prefix = row.prefix;
    trace.quota = row.quota;
    trace.lo = row.lo;
    trace.filter = read_filter(row.filter, read.malformed);
    read_rounds(row, trace, read.malformed);
    read_ctas(row, ctas, ctas_max, trace, read.malformed);
    if (certificate != nullptr) {
        trace.certificate = *certificate;
    }
    return read;
}

} // namespace exactk::device
