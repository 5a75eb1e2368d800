// Reads the keys that tell of the problem; lists all keys.
// Spec: contract/C1 to C9 C11. Layer: tools/casefile.
#include "keys.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace exactk::casefile {

namespace {

constexpr int clause_last = 18; // bound: docs/contract.md ends at C18

Defect read_note(const Line &line, CaseFile &out) {
    if (line.value.size() > note_length_max) {
        return malformed(line, "at most " + std::to_string(note_length_max) + " characters");
    }
    out.note = line.value;
    return {};
}

Defect read_clause(const Line &line, CaseFile &out) {
    for (const std::string_view word : split(line.value, ' ')) {
        std::int64_t number = 0;
        if (word.empty() || word.front() != 'C') {
            return malformed(line, "clauses of docs/contract.md, such as C3 C5");
        }
        if (Defect bad = read_number(line, word.substr(1), 1, clause_last, number)) {
            return bad;
        }
        if (!out.clauses.empty() && number <= out.clauses.back()) {
            return malformed(line, "clauses in ascending order, none twice");
        }
        out.clauses.push_back(static_cast<int>(number));
    }
    return {};
}

Defect read_name(const Line &line, std::string &out) {
    if (line.value.size() > name_length_max || line.value.find(' ') != std::string_view::npos) {
        return malformed(line, "one word of at most " + std::to_string(name_length_max) + " characters");
    }
    out = line.value;
    return {};
}

Defect read_law(const Line &line, CaseFile &out) { return read_name(line, out.law); }

Defect read_law_seed(const Line &line, CaseFile &out) {
    if (out.law.empty()) {
        return {DefectKind::missing_key, line.number,
                "law_seed stands here without a line 'law NAME'; add one"};
    }
    const char *const last = line.value.data() + line.value.size();
    const auto [next, error] = std::from_chars(line.value.data(), last, out.law_seed);
    if (next == last && error == std::errc::result_out_of_range) {
        return {DefectKind::out_of_range, line.number,
                "law_seed holds " + std::string(line.value) + "; the limit is " + std::to_string(UINT64_MAX)};
    }
    return next == last && error == std::errc() && std::to_string(out.law_seed) == line.value
               ? Defect{}
               : malformed(line, "a whole decimal number without leading zeros");
}

Defect read_implementation(const Line &line, CaseFile &out) { return read_name(line, out.implementation); }

Defect read_type(const Line &line, CaseFile &out) {
    for (int type = 0; type < score_type_count; ++type) {
        if (line.value == score_type_names[type]) {
            out.type = static_cast<ScoreType>(type);
            return {};
        }
    }
    return malformed(line, "float32, float16 or bfloat16");
}

Defect read_row_count(const Line &line, CaseFile &out) {
    return read_number(line, line.value, 1, rows_max, out.rows);
}

Defect read_width(const Line &line, CaseFile &out) {
    return read_number(line, line.value, 0, std::min(width_max, elements_max / out.rows), out.width);
}

Defect read_pitch(const Line &line, CaseFile &out) {
    return read_number(line, line.value, out.width, elements_max / out.rows, out.pitch);
}

Defect read_offset(const Line &line, CaseFile &out) {
    return read_number(line, line.value, 0, offset_max, out.offset);
}

Defect read_lengths(const Line &line, CaseFile &out) {
    if (line.value == "full") {
        return {};
    }
    const auto read = [&line](std::string_view word, std::int32_t &length) -> Defect {
        std::int64_t number = 0;
        Defect bad = read_number(line, word, INT32_MIN, INT32_MAX, number);
        length = static_cast<std::int32_t>(number);
        return bad;
    };
    if (Defect bad = read_list(line, out.rows, out.lengths, read)) {
        return bad;
    }
    if (static_cast<std::int64_t>(out.lengths.size()) != out.rows) {
        return {DefectKind::wrong_count, line.number,
                std::to_string(out.lengths.size()) + " lengths for " + std::to_string(out.rows) +
                    " rows; write one for each, or 'full'"};
    }
    return {};
}

Defect read_k(const Line &line, CaseFile &out) {
    return read_number(line, line.value, 0, std::min(k_max, slots_max / out.rows), out.k);
}

Defect read_direction(const Line &line, CaseFile &out) {
    return read_word(line, "largest", Direction::largest, "smallest", Direction::smallest,
                     out.options.direction);
}

Defect read_ties(const Line &line, CaseFile &out) {
    return read_word(line, "low", Ties::low, "high", Ties::high, out.options.ties);
}

Defect read_order(const Line &line, CaseFile &out) {
    return read_word(line, "index", Order::index, "rank", Order::rank, out.options.order);
}

Defect read_nan(const Line &line, CaseFile &out) {
    return read_word(line, "largest", NanPolicy::largest, "smallest", NanPolicy::smallest,
                     out.options.nan_policy);
}

Defect read_fill(const Line &line, CaseFile &out) {
    const std::vector<std::string_view> words = split(line.value, ' ');
    std::int64_t index = 0;
    if (words.size() != 2) {
        return malformed(line, "an index and a bit pattern or the word default, such as -1 default");
    }
    if (Defect bad = read_number(line, words[0], INT32_MIN, INT32_MAX, index)) {
        return bad;
    }
    out.options.fill_index = static_cast<std::int32_t>(index);
    if (words[1] == "default") {
        return {};
    }
    std::uint64_t bits = 0;
    if (!read_hex(words[1], hex_digits(out.type), bits)) {
        return malformed(line, "the fill score as default or as all hexadecimal digits of its pattern");
    }
    out.options.fill_score_given = true;
    out.options.fill_score_bits = static_cast<std::uint32_t>(bits);
    return {};
}

Defect read_outputs(const Line &line, CaseFile &out) {
    out.wants_scores = line.value == "indices scores" || line.value == "indices scores facts";
    out.wants_facts = line.value == "indices facts" || line.value == "indices scores facts";
    return out.wants_scores || out.wants_facts || line.value == "indices"
               ? Defect{}
               : malformed(line, "indices, and behind it scores or facts or both in this order");
}

Defect read_gap(const Line &line, CaseFile &out) {
    return read_number(line, line.value, 0, std::min(gap_max, slots_max / out.rows - out.k), out.output_gap);
}

Defect read_schedule(const Line &line, CaseFile &out) {
    if (line.value.size() > schedule_length_max || line.value.find(' ') != std::string_view::npos) {
        return malformed(line, "one token of at most " + std::to_string(schedule_length_max) + " characters");
    }
    out.schedule = line.value;
    return {};
}

} // namespace

const std::vector<Key> &keys() {
    static const std::vector<Key> list = {
        {"note", false, "what this is about", read_note},
        {"clause", false, "C5", read_clause},
        {"law", false, "ties", read_law, 2},
        {"law_seed", false, "7", read_law_seed, 2},
        {"implementation", false, "cpu", read_implementation, 2},
        {"type", true, "float32", read_type},
        {"rows", true, "1", read_row_count},
        {"width", true, "5", read_width},
        {"pitch", true, "5", read_pitch},
        {"offset", true, "0", read_offset},
        {"lengths", true, "full", read_lengths},
        {"k", true, "2", read_k},
        {"direction", true, "largest", read_direction},
        {"ties", true, "low", read_ties},
        {"order", true, "index", read_order},
        {"nan", true, "largest", read_nan},
        {"fill", true, "-1 default", read_fill},
        {"outputs", true, "indices scores facts", read_outputs},
        {"gap", true, "0", read_gap},
        {"ctas", true, "1", read_ctas},
        {"digits", true, "default", read_digits},
        {"bounds", true, "plain", read_bounds},
        {"emission", true, "direct", read_emission},
        {"filter", true, "none", read_filter},
        {"schedule", false, "TOKEN", read_schedule},
        {"scores", true, "bits", read_scores},
        {"expect", true, "nothing", read_expect},
    };
    return list;
}

} // namespace exactk::casefile
