// One fault for each law, of the kind that the law is about: an implementation that is right but for that.
// Spec: contract/C1 to C18. Layer: proptests/laws.
#pragma once

#include <string>
#include <vector>

#include <exactk/implementations.hpp>

namespace faults {

struct Fault {
    std::string law;   ///< which law must see it
    std::string words; ///< what is wrong, in words
    exactk::Implementation implementation;
};

/// At least one for each law.
const std::vector<Fault> &faults();

} // namespace faults
