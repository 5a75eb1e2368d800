// The test module of case files: settings that hold for all its tests.
// Spec: contract/C15. Layer: proptests/casefile.
#define BOOST_TEST_MODULE casefile
#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace {

/// RapidCheck reads its settings from the environment once; a setting from outside is kept.
struct PropertySettings {
    PropertySettings() {
        setenv("RC_PARAMS", "max_success=10000", 0); // convention: seconds of run time; more only finds more
    }
};

} // namespace

BOOST_TEST_GLOBAL_CONFIGURATION(PropertySettings);
