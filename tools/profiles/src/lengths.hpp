// How the lengths of a batch are spread, as serving stacks send them.
// Spec: contract/C1. Layer: tools/profiles.
#pragma once

#include <cstdint>
#include <vector>

namespace exactk::profiles {

enum class Lengths : std::uint8_t {
    full = 0,        ///< none are given: every row is as long as the width
    equal,           ///< all the same
    uniform,         ///< from k to the longest
    near,            ///< 80 to 100 % of the longest
    half_long,       ///< half of the rows long, half an eighth of that
    one_long,        ///< one long row among short ones
    half_short_rows, ///< half of the rows have n <= k
    most_short_rows, ///< 93 % have
    all_short_rows,  ///< all have
    padded,          ///< padding slots of a graph: lengths 0 and -1 at the end
    triangle,        ///< a chunk of one prompt: each row is one longer than the row before
    first_chunk,     ///< the same from 1 on, so that most rows have n <= k
    drafts_of_2, ///< speculative decode: in groups of two, from max(0, length - 2) up; some requests are padding
    drafts_of_4,
    drafts_of_6,
    wild ///< anything: below zero, beyond the width, the ends of the type
};

const char *name(Lengths lengths);

/// Lengths of a batch, at most `longest` but where anything may come; empty for `full`. The same for the same arguments.
std::vector<std::int32_t> lengths_of(Lengths lengths, std::int64_t rows, std::int64_t longest, std::int64_t k,
                                     int number);

} // namespace exactk::profiles
