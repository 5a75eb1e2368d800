// Reads the keys that tell of the plan, of where scores come from and of what is right.
// Spec: algorithm/S3 S4 F1 F2, contract/C14 C18. Layer: tools/casefile.
#include "keys.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "generators.hpp"

namespace exactk::casefile {

namespace {

Defect illegal(const Line &line, const std::string &what) {
    return {DefectKind::illegal_plan, line.number, std::string(line.key) + ": " + what};
}

} // namespace

Defect read_ctas(const Line &line, CaseFile &out) {
    std::int64_t ctas = 0;
    Defect bad = read_number(line, line.value, 1, cta_count_max, ctas);
    out.plan.ctas = static_cast<int>(ctas);
    return bad;
}

Defect read_digits(const Line &line, CaseFile &out) {
    if (line.value == "default") {
        return {};
    }
    const auto read = [&line](std::string_view word, int &width) -> Defect {
        std::int64_t number = 0;
        Defect bad = read_number(line, word, 1, digit_bits_max, number);
        width = static_cast<int>(number);
        return bad;
    };
    const int key_bits = score_bits[static_cast<int>(out.type)];
    if (Defect bad = read_list(line, key_bits, out.plan.digits, read)) {
        return bad;
    }
    const int sum = std::accumulate(out.plan.digits.begin(), out.plan.digits.end(), 0);
    return sum == key_bits ? Defect{}
                           : illegal(line, "the widths add up to " + std::to_string(sum) + "; a key has " +
                                               std::to_string(key_bits) + " bits");
}

Defect read_bounds(const Line &line, CaseFile &out) {
    if (line.value == "plain") {
        return {};
    }
    const auto read = [&line](std::string_view word, std::int64_t &bound) {
        return read_number(line, word, 0, width_max, bound);
    };
    std::vector<std::int64_t> &bounds = out.plan.bounds;
    if (Defect bad = read_list(line, std::int64_t{out.plan.ctas} + 1, bounds, read)) {
        return bad;
    }
    if (static_cast<int>(bounds.size()) != out.plan.ctas + 1) {
        return {DefectKind::wrong_count, line.number,
                std::to_string(bounds.size()) + " bounds for " + std::to_string(out.plan.ctas) +
                    " CTAs; write one more than there are CTAs, or 'plain'"};
    }
    if (bounds.front() != 0 || bounds.back() < out.width || !std::is_sorted(bounds.begin(), bounds.end())) {
        return illegal(line, "bounds begin with 0, never fall and end at the width or above it");
    }
    return {};
}

Defect read_emission(const Line &line, CaseFile &out) {
    return read_word(line, "direct", Plan::Emission::direct, "merge", Plan::Emission::merge,
                     out.plan.emission);
}

Defect read_filter(const Line &line, CaseFile &out) {
    if (line.value == "none") {
        return {};
    }
    FilterPlan &filter = out.plan.filter;
    const std::vector<std::string_view> words = split(line.value, ' ');
    const bool forced = words.size() == 8 && words[6] == "threshold";
    if ((words.size() != 6 && !forced) || words[0] != "whole" || words[2] != "list" || words[4] != "sample") {
        return malformed(line,
                         "none, or whole W list L sample S, and behind it threshold 0x... if one is forced");
    }
    for (const auto &[word, number] : {std::pair{words[1], &filter.whole}, std::pair{words[3], &filter.list},
                                       std::pair{words[5], &filter.sample}}) {
        if (Defect bad = read_number(line, word, 0, width_max, *number)) {
            return bad;
        }
    }
    const auto pieces = static_cast<std::uint64_t>(std::min(filter.sample, filter.list) / filter_piece);
    if (filter.sample != static_cast<std::int64_t>(std::bit_floor(pieces)) * filter_piece) {
        return illegal(line, "sample is 0 or 32 times a power of two, and at most the list");
    }
    if (forced) {
        std::uint64_t threshold = 0;
        if (Defect bad = read_marked_hex(line, words[7], 8, threshold)) {
            return bad;
        }
        filter.forced = true;
        filter.threshold = static_cast<std::uint32_t>(threshold);
    }
    return {};
}

Defect read_scores(const Line &line, CaseFile &out) {
    if (line.value == "bits") {
        return {};
    }
    const std::vector<std::string_view> words = split(line.value, ' ');
    const std::size_t count = words.size();
    std::uint64_t hash = 0;
    if (words[0] != "generator" || count < 4 || words[count - 2] != "hash") {
        return malformed(line, "bits, or generator NAME ARGUMENTS hash 0x...");
    }
    if (Defect bad = read_marked_hex(line, words[count - 1], 16, hash)) {
        return bad;
    }
    out.generated = true;
    out.generator.name = words[1];
    out.generator.arguments.assign(words.begin() + 2, words.end() - 2);
    out.generator.hash = hash;
    return check_generator(out, line.number);
}

Defect read_expect(const Line &line, CaseFile &out) {
    if (line.value == "nothing") {
        return {};
    }
    if (line.value == "indices") {
        out.expected.kind = Expected::Kind::indices;
        return {};
    }
    constexpr std::string_view word = "digests ";
    if (line.value.substr(0, word.size()) != word) {
        return malformed(line, "nothing, indices, or digests 0x...,0x... with one for each row");
    }
    out.expected.kind = Expected::Kind::digests;
    const Line list = {line.number, "expect", line.value.substr(word.size())};
    const auto read = [&list](std::string_view one, std::uint64_t &digest) {
        return read_marked_hex(list, one, 16, digest);
    };
    if (Defect bad = read_list(list, out.rows, out.expected.digests, read)) {
        return bad;
    }
    return static_cast<std::int64_t>(out.expected.digests.size()) == out.rows
               ? Defect{}
               : Defect{DefectKind::wrong_count, line.number,
                        std::to_string(out.expected.digests.size()) + " digests for " +
                            std::to_string(out.rows) + " rows"};
}

} // namespace exactk::casefile
