// What is written reads back the same, and a file is replaced only by a whole one.
// Spec: contract/C9. Layer: proptests/npy.
#include <cstring>

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include "support.hpp"

using namespace npy_tests;

namespace {

std::size_t files_beside(const std::string &path) {
    std::size_t count = 0;
    for (const auto &entry : std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()))
        count += entry.path().string().rfind(path + ".tmp-", 0) == 0 ? 1u : 0u;
    return count;
}

} // namespace

BOOST_AUTO_TEST_SUITE(writing)

BOOST_AUTO_TEST_CASE(a_round_trip_keeps_every_bit) {
    const std::string path = scratch_path("round_trip.npy");
    const bool held = rc::check("write then read", [&path] {
        const auto element = static_cast<Element>(*rc::gen::inRange(0, element_count));
        std::vector<std::int64_t> shape;
        std::size_t bytes = static_cast<std::size_t>(bytes_of(element));
        for (int d = *rc::gen::inRange(0, 4); d > 0; --d) {
            shape.push_back(*rc::gen::inRange<std::int64_t>(0, 5));
            bytes *= static_cast<std::size_t>(shape.back());
        }
        const auto data =
            *rc::gen::container<std::vector<std::uint8_t>>(bytes, rc::gen::arbitrary<std::uint8_t>());
        RC_ASSERT(!write(path, element, shape, data.data()));
        Array array;
        RC_ASSERT(!array.load(path));
        RC_ASSERT(array.element() == element);
        RC_ASSERT(array.shape() == shape);
        RC_ASSERT(array.header().version_major == 1);
        RC_ASSERT(array.header().data_offset % 64 == 0u);
        RC_ASSERT((bytes == 0u || std::memcmp(array.data(), data.data(), bytes) == 0));
    });
    BOOST_TEST(held);
}

BOOST_AUTO_TEST_CASE(the_written_header_is_the_format_s) {
    std::string wanted = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";
    wanted += std::string(128 - 10 - 1 - wanted.size(), ' ') + "\n";
    BOOST_TEST(header_text(Element::int32, {2, 3}) == preamble(1, 118) + wanted);
    BOOST_TEST(header_text(Element::float32, {7}).find("'shape': (7,), }") != std::string::npos);
    BOOST_TEST(header_text(Element::float32, {}).find("'shape': (), }") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_staged_file_replaces_the_old_one_only_on_commit) {
    const std::string path = scratch_path("staged.npy");
    put_file(path, "old");
    const std::int32_t number = 5;
    {
        StagedFile staged;
        BOOST_TEST(!staged.stage(path, Element::int32, {1}, &number));
        BOOST_TEST(get_file(path) == "old");
        BOOST_TEST(files_beside(path) == 1u);
    }
    BOOST_TEST(get_file(path) == "old");
    BOOST_TEST(files_beside(path) == 0u);
    BOOST_TEST(!write(path, Element::int32, {1}, &number));
    BOOST_TEST(files_beside(path) == 0u);
    Array array;
    BOOST_TEST(!array.load(path));
}

BOOST_AUTO_TEST_CASE(a_link_is_followed_and_stays_a_link) {
    const std::string path = scratch_path("target.npy");
    const std::string link = scratch_path("link.npy");
    put_file(path, "old");
    std::filesystem::remove(link);
    std::filesystem::create_symlink(path, link);
    const std::int32_t number = 5;
    BOOST_TEST(!write(link, Element::int32, {1}, &number));
    BOOST_TEST(std::filesystem::is_symlink(link));
    Array array;
    BOOST_TEST(!array.load(path));
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_nowhere_is_refused_and_stays) {
    const std::int32_t number = 5;
    const std::string lost = scratch_path("lost.npy");
    const std::string loop = scratch_path("loop.npy");
    std::filesystem::remove(lost);
    std::filesystem::remove(loop);
    std::filesystem::create_symlink(scratch_path("never_there.npy"), lost);
    std::filesystem::create_symlink(loop, loop);
    for (const std::string &link : {lost, loop}) {
        BOOST_TEST(describe(write(link, Element::int32, {1}, &number), link) ==
                   link + ": is a link that leads to no file");
        BOOST_TEST(std::filesystem::is_symlink(link));
        BOOST_TEST(files_beside(link) == 0u);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_not_replaced) {
    const std::int32_t number = 5;
    // A pipe of our own stands for devices: a fault here must not replace one of the machine's.
    const std::string pipe = scratch_path("pipe");
    std::filesystem::remove(pipe);
    BOOST_REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_TEST(describe(write(pipe, Element::int32, {1}, &number), pipe) ==
               pipe + ": exists and is not a regular file");
    BOOST_TEST(std::filesystem::is_fifo(pipe));
    BOOST_TEST(describe(Array().load(pipe), pipe) == pipe + ": is not a regular file");
    const std::string path = scratch_path("no_such_folder/x.npy");
    BOOST_TEST(describe(write(path, Element::int32, {1}, &number), path) ==
               path + ": cannot be created: No such file or directory");
    BOOST_TEST(describe(StagedFile().commit(), path) == path + ": was never written");
}

BOOST_AUTO_TEST_SUITE_END()
