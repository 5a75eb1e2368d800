// Tests that a walk over an entry meets every row once, changes nothing, and ends with what its work throws.
// Spec: contract/C1. Layer: proptests/dump.
#define BOOST_TEST_MODULE dump
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <exactk/dump.hpp>

using namespace exactk;
using namespace exactk::dump;

namespace {

/// Scores in memory of the process, of several blocks; rows are no multiple of a page.
struct Owned {
    std::vector<std::int32_t> bytes;
    Entry entry;

    Owned(std::int64_t rows, std::int64_t width) : bytes(static_cast<std::size_t>(rows * width)) {
        for (std::size_t at = 0; at < bytes.size(); ++at)
            bytes[at] = static_cast<std::int32_t>(at);
        entry.rows = rows;
        entry.width = width;
        entry.scores.element = Element::float32;
        entry.scores.shape = {rows, width};
        entry.scores.data = reinterpret_cast<const std::byte *>(bytes.data());
    }
};

} // namespace

BOOST_AUTO_TEST_CASE(every_row_is_met_once_by_any_number_of_threads) {
    const Owned owned(777, 9001);
    for (const int threads : {1, 2, 3, 7}) {
        std::vector<std::atomic<int>> met(777);
        std::atomic<bool> known_thread{true};
        walk(owned.entry, threads, [&](int thread, Rows rows) {
            if (thread < 0 || thread >= threads)
                known_thread = false;
            for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row)
                ++met[static_cast<std::size_t>(row)];
        });
        BOOST_TEST(known_thread.load());
        for (const std::atomic<int> &times : met)
            BOOST_REQUIRE_EQUAL(times.load(), 1);
    }
}

BOOST_AUTO_TEST_CASE(memory_that_is_no_mapped_file_keeps_its_content) {
    const Owned owned(777, 9001);
    const std::vector<std::int32_t> before = owned.bytes;
    walk(owned.entry, 2, [](int, Rows) {});
    BOOST_TEST((owned.bytes == before));
}

BOOST_AUTO_TEST_CASE(what_the_work_throws_ends_the_walk) {
    const Owned owned(777, 9001);
    for (const int threads : {1, 3})
        BOOST_CHECK_THROW(walk(owned.entry, threads, [](int, Rows) { throw std::runtime_error("no"); }),
                          std::runtime_error);
    const Owned none(0, 5);
    walk(none.entry, 2, [](int, Rows) { BOOST_ERROR("there is no row"); });
}
