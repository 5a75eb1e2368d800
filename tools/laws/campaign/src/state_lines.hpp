// The lines of a state, one after the other, and what they say.
// Spec: contract/C15. Layer: tools/laws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "state.hpp"

namespace exactk::campaign {

/// What no unit counts: more than 2.5e8 units, which a part can have, of so many would be beyond 64 bits.
inline constexpr std::int64_t count_max = 10'000'000'000; // bound: 2.5e18 in all

/// Whole lines of an open file, read in blocks from its beginning.
class Lines {
public:
    explicit Lines(int file) : file_(file) {}

    /// The next line without its end. False at the end of the file, where `line` is what has no line feed behind it; where
    /// a line is longer than that, of which no more is read; and where reading fails.
    bool next(std::string &line, std::size_t longest);

    std::size_t bytes() const { return bytes_; } ///< of all lines that next() gave, with their ends
    bool too_long() const { return too_long_; }
    bool failed() const { return failed_; } ///< the reason is in errno then

private:
    bool refill();

    int file_;
    std::string block_;
    std::size_t at_ = 0; ///< in the block
    std::size_t bytes_ = 0;
    bool too_long_ = false;
    bool failed_ = false;
};

/// Reads a line behind the first one into the unit at hand: "failed KIND<tab>LINE", "counted NUMBER KIND", "fell_back DRAWN"
/// with BY_TARGET and BY_LIST of each strategy, or "done PART UNIT CASES ROWS CHECKS SECONDS", which ends the unit. False if
/// it is no such line, also where a count is negative or larger than any, or comes twice, and where a unit that draws cases
/// has no line of fall-backs or another one has.
bool read_line(const std::string &line, Entry &entry, bool &ends);

} // namespace exactk::campaign
