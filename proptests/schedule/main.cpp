// The test module of schedules.
// Spec: algorithm/S4 to S8 B1 B2 B3, contract/C15. Layer: proptests/schedule.
#define BOOST_TEST_MODULE schedule
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
