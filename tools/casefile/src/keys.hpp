// The keys of a case file that stand once in it, each with what reads its value.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#pragma once

#include <string_view>
#include <vector>

#include <exactk/casefile.hpp>

#include "values.hpp"

namespace exactk::casefile {

struct Key {
    std::string_view name;
    bool required;
    const char *example; ///< a value that can be read, for messages
    /// Reads the value into the case. Keys that stand before this one in keys() have been read.
    Defect (*read)(const Line &line, CaseFile &out);
    int since = 1; ///< the first version of the format that has it
};

/// All of them, in the order in which they are printed and read.
const std::vector<Key> &keys();

/// Those that tell of the plan and of the scores.
Defect read_ctas(const Line &line, CaseFile &out);
Defect read_digits(const Line &line, CaseFile &out);
Defect read_bounds(const Line &line, CaseFile &out);
Defect read_emission(const Line &line, CaseFile &out);
Defect read_filter(const Line &line, CaseFile &out);
Defect read_scores(const Line &line, CaseFile &out);
Defect read_expect(const Line &line, CaseFile &out);

/// Reads one of two words, e.g. the names of an option.
template <class Value>
Defect read_word(const Line &line, const char *first, Value if_first, const char *second, Value if_second,
                 Value &out) {
    if (line.value != first && line.value != second) {
        return malformed(line, std::string(first) + " or " + second);
    }
    out = line.value == first ? if_first : if_second;
    return {};
}

} // namespace exactk::casefile
