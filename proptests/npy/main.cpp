// Entry of the tests of .npy files.
// Spec: contract/C11. Layer: proptests/npy.
#define BOOST_TEST_MODULE npy
#include <boost/test/unit_test.hpp>
