// What two recordings come to: a verdict, a sentence for a person, and notes.
// Spec: contract/C3 C4. Layer: tools/cli.
#pragma once

#include <string>
#include <vector>

#include <exactk/recording/blame.hpp>

namespace exactk::cli {

struct BlameFacts {
    recording::Recording a;
    recording::Recording b;
    recording::Totals totals;
    std::string
        incomparable; ///< not empty: the two runs asked for different things, and nothing was compared
};

struct BlameVerdict {
    std::string word;     ///< identical, a kind's name, shapes_differ or not_comparable
    std::string cause;    ///< none, upstream, top_k, both or unknown
    std::string sentence; ///< for a person
    int exit_code = 0;
};

/// Words if the runs prefer different elements, or "".
std::string incomparable(const recording::Facts &a, const recording::Facts &b);

BlameVerdict judge(const BlameFacts &facts);

/// What a reader must know of the two recordings beside their differences.
std::vector<std::string> notes_of(const BlameFacts &facts);

/// One side's element, e.g. "index 7 (score 1.5, 0x3FC00000)".
std::string place_text(ScoreType type, const recording::Place &place);

} // namespace exactk::cli
