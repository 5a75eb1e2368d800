// Names of the distributions, and which of them look at rows.
// Spec: contract/C15. Layer: tools/bench.
#include "distributions.hpp"

namespace exactk::bench {

namespace {

// convention: in the order of the enum
constexpr const char *names[distribution_count] = {"normal",    "ties16",     "ties2",       "equal",
                                                   "zeros",     "relu",       "half_neginf", "clustered",
                                                   "ascending", "descending", "lognormal",   "narrow"};

} // namespace

const char *name(Distribution distribution) { return names[static_cast<int>(distribution)]; }

bool find_distribution(const std::string &name, Distribution &distribution) {
    for (int number = 0; number < distribution_count; ++number) {
        if (name == names[number]) {
            distribution = static_cast<Distribution>(number);
            return true;
        }
    }
    return false;
}

bool depends_on_rows(Distribution distribution) {
    return distribution == Distribution::clustered || distribution == Distribution::ascending ||
           distribution == Distribution::descending;
}

} // namespace exactk::bench
