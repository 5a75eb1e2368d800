// A census as text for a person, as JSON, and as a page with plots.
// Spec: contract/C2 C3 C17. Layer: tools/census.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <exactk/census.hpp>

namespace exactk::census {

/// What was counted, in words. Names need not be UTF-8: what is not is replaced.
struct Subject {
    std::vector<std::string> sources; ///< RowName::source counts them; files, folders or entries of them
    std::string call_word;            ///< what RowName::call counts, e.g. "call"; empty: rows have none
    ScoreType type = ScoreType::float32;
    Options options;
    std::int64_t k = 0;
};

/// "docs/scores.npy call 3 row 7": as much of it as tells rows apart.
std::string name_of(const Subject &subject, const RowName &name);

/// "24.1 %", "100 %", "below 0.1 %"; "-" of nothing.
std::string share(std::int64_t part, std::int64_t whole);

/// Lines for a person.
std::string to_text(const Subject &subject, const Facts &facts);

/// The object of docs/census.md.
nlohmann::ordered_json to_json(const Subject &subject, const Facts &facts);

/// A page of its own: nothing is loaded, no script runs. Each plot has a table with the same numbers.
std::string to_html(const Subject &subject, const Facts &facts);

} // namespace exactk::census
