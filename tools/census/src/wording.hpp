// What the three forms of a report share: lists of facts with their names and words.
// Spec: contract/C2 C3. Layer: tools/census.
#pragma once

#include <string>
#include <vector>

#include <exactk/census/report.hpp>

namespace exactk::census {

/// A number with commas between thousands.
std::string grouped(std::int64_t number);

/// "12", or "1,024 to 1,055" where only that is known; "-" without rows.
std::string percentile_words(const Spread &spread, int percent);

/// An occurrence among rows, as a hazard or as what a cut is.
struct Listed {
    const char *key;   ///< in JSON
    const char *words; ///< for a person: what is so in these rows
    const Occurrence *rows;
};

/// What the cut is where it is no ordinary number.
std::vector<Listed> cuts_of(const Facts &facts);

struct ListedKind {
    const char *key;
    const char *words;
    const Kind *kind;
};

/// Special scores.
std::vector<ListedKind> kinds_of(const Facts &facts);

/// A share of rows, as the plot of hazards shows it.
struct Hazard {
    const char *key;
    std::string words;
    std::int64_t rows = 0;
    std::int64_t of = 0; ///< rows in which it could have occurred
};

std::vector<Hazard> hazards_of(const Facts &facts);

/// "largest 512 of float32, NaN largest".
std::string question_words(const Subject &subject);

} // namespace exactk::census
