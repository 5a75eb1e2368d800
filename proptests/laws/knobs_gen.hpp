// RapidCheck's way to our knobs: drawn by our own generator, shrunk field by field by our own list of simpler ones.
// Spec: contract/C15. Layer: proptests/laws.
#pragma once

#include <cstdint>
#include <ostream>

#include <rapidcheck.h>

#include <exactk/laws.hpp>

namespace exactk::laws {

/// Found by RapidCheck for counterexamples.
inline void showValue(const Knobs &knobs, std::ostream &stream) { stream << describe(knobs); }

} // namespace exactk::laws

namespace knobs_gen {

/// Knobs of any seed and number. RapidCheck's size is not looked at: all sizes come up from the first case on.
inline rc::Gen<exactk::laws::Knobs> knobs(const exactk::laws::Reach &reach) {
    return rc::Gen<exactk::laws::Knobs>([reach](const rc::Random &random, int) {
        rc::Random draw = random;
        const std::uint64_t seed = draw.next();
        const std::uint64_t number = draw.next() >> 1;
        return rc::shrinkable::shrinkRecur(exactk::laws::draw_knobs(seed, number, reach),
                                           [](const exactk::laws::Knobs &one) {
                                               return rc::seq::fromContainer(exactk::laws::simpler(one));
                                           });
    });
}

} // namespace knobs_gen
