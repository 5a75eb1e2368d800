// The test module of the laws: settings that hold for all its tests.
// Spec: contract/C1 to C18. Layer: proptests/laws.
#define BOOST_TEST_MODULE laws
#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace {

/// RapidCheck reads its settings from the environment once; a setting from outside is kept.
struct PropertySettings {
    PropertySettings() {
        setenv("RC_PARAMS", "max_success=60",
               0); // convention: seconds of run time; the campaign runs millions
    }
};

} // namespace

BOOST_TEST_GLOBAL_CONFIGURATION(PropertySettings);
