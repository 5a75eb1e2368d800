// The two ways of picking keys agree, also at the ends of what vectors hold.
// Spec: contract/C3. Layer: proptests/census.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "keep.hpp"

using namespace exactk;

namespace {

template <class Key> void check_keys() {
    std::mt19937 random(11);
    for (const std::int64_t n : {0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 2047, 2048, 2049, 16384}) {
        for (const int spread : {1, 3, 40, 100000}) {
            std::vector<Key> keys(static_cast<std::size_t>(n));
            for (Key &key : keys)
                key =
                    static_cast<Key>(static_cast<int>(random() % static_cast<unsigned>(spread)) - spread / 2);
            if (n > 2) {
                keys.front() = std::numeric_limits<Key>::max();
                keys.back() = std::numeric_limits<Key>::min();
            }
            for (const Key least : {std::numeric_limits<Key>::min(), Key{-1}, Key{0}, Key{19},
                                    std::numeric_limits<Key>::max()}) {
                std::vector<Key> expected;
                std::copy_if(keys.begin(), keys.end(), std::back_inserter(expected),
                             [least](Key key) { return key >= least; });
                std::sort(expected.begin(), expected.end());
                for (const auto way :
                     {static_cast<std::int64_t (*)(const Key *, std::int64_t, Key, Key *)>(census::keep),
                      static_cast<std::int64_t (*)(const Key *, std::int64_t, Key, Key *)>(
                          census::keep_anywhere)}) {
                    std::vector<Key> kept(keys.size() + census::keep_slack);
                    kept.resize(static_cast<std::size_t>(way(keys.data(), n, least, kept.data())));
                    std::sort(kept.begin(), kept.end());
                    BOOST_TEST((kept == expected), "n " << n << " spread " << spread << " least " << least);
                }
            }
        }
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(keeping)

BOOST_AUTO_TEST_CASE(keys_of_32_bits_are_kept_alike_by_both_ways) { check_keys<std::int32_t>(); }
BOOST_AUTO_TEST_CASE(keys_of_16_bits_are_kept_alike_by_both_ways) { check_keys<std::int16_t>(); }

BOOST_AUTO_TEST_SUITE_END()
