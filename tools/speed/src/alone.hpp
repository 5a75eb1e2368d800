// One implementation in a process of its own, to see whether it does alone what was seen in a process of both.
// Spec: contract/C8 C15. Layer: tools/speed.
#pragma once

#include <cstddef>

#include "answers.hpp"

namespace exactk::speed {

/// As much as was done with both.
struct Extent {
    std::size_t rounds = 0; ///< 0: there was no series, only answers
    double seconds = 0;     ///< that the series took; rounds go on for as long
};

/// Loads `side` alone, asks it, and lets it do the rounds; the first fault, or what it wrote last, as after a series. `like`:
/// how its calls are made.
Judged alone(const Side &side, const subject::Asked &asked, foreign::Rounds like, const Extent &extent);

} // namespace exactk::speed
