// What an implementation answers, beside the times: before a series, and in the last call of one.
// Spec: contract/C1 to C9 C15. Layer: tools/speed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <exactk/foreign/company.hpp>
#include <exactk/speed.hpp>
#include <exactk/subject.hpp>
#include <exactk/verify/guarded.hpp>

namespace exactk::speed {

inline constexpr std::byte poison{0x5A}; // bound: that of a second run, as subject and foreign have it

/// An answer: right if there are neither faults nor words.
struct Judged {
    Check check;
    std::string why;            ///< there is no answer to judge, which is no fault
    subject::Recorded recorded; ///< of a first answer: what it wrote

    bool right() const { return why.empty() && check.faults.empty(); }
};

verify::GuardedShape shape_of(const subject::Asked &asked);
Check check_of(const std::vector<exactk::Trouble> &troubles);

/// Asks implementation `place` twice, and judges that as `exactk check` does.
Judged first_answer(foreign::Company &company, std::size_t place, const subject::Asked &asked);

/// What the last timed call wrote: the bytes of `before`, or an answer that is judged now, beside a new one.
Judged last_answer(foreign::Company &company, std::size_t place, const subject::Asked &asked,
                   const subject::Recorded &before);

} // namespace exactk::speed
