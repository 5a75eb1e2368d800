// The test module of the C interface: settings that hold for all its tests.
// Spec: contract/C18. Layer: proptests/bindings_c.
#define BOOST_TEST_MODULE bindings_c
#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace {

/// RapidCheck reads its settings from the environment once; a setting from outside is kept.
struct PropertySettings {
    PropertySettings() {
        setenv("RC_PARAMS", "max_success=5000", 0); // convention: a second of run time; more only finds more
    }
};

} // namespace

BOOST_TEST_GLOBAL_CONFIGURATION(PropertySettings);
