// The test module of the model: settings that hold for all its tests.
// Spec: algorithm/S0 to S12. Layer: proptests/sim.
#define BOOST_TEST_MODULE sim
#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace {

/// RapidCheck reads its settings from the environment once; a setting from outside is kept.
struct PropertySettings {
    PropertySettings() {
        setenv("RC_PARAMS", "max_success=2000", 0); // convention: seconds of run time; more only finds more
    }
};

} // namespace

BOOST_TEST_GLOBAL_CONFIGURATION(PropertySettings);
