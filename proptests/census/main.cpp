// Entry of the tests of the census.
// Spec: contract/C3. Layer: proptests/census.
#define BOOST_TEST_MODULE census
#include <boost/test/unit_test.hpp>
