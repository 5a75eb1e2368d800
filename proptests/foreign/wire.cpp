// The struct that tool and workers share: its offsets, and those by which the Python worker reads it.
// Spec: contract/C15. Layer: proptests/foreign.
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include <exactk/foreign/wire.hpp>

using exactk::foreign::Wire;

namespace {

struct Place {
    std::size_t offset;
    std::size_t bytes;
};

#define EXACTK_PLACE(field)                                                                                  \
    {                                                                                                        \
#field, { offsetof(Wire, field), sizeof(Wire::field) }                                               \
    }
const std::map<std::string, Place> places = {
    EXACTK_PLACE(magic),
    EXACTK_PLACE(version),
    EXACTK_PLACE(request),
    EXACTK_PLACE(type),
    EXACTK_PLACE(smallest),
    EXACTK_PLACE(ties_high),
    EXACTK_PLACE(by_rank),
    EXACTK_PLACE(nan_smallest),
    EXACTK_PLACE(fill_index),
    EXACTK_PLACE(fill_score),
    EXACTK_PLACE(has_lengths),
    EXACTK_PLACE(wants_scores),
    EXACTK_PLACE(poison),
    EXACTK_PLACE(guard_pages),
    EXACTK_PLACE(device),
    EXACTK_PLACE(total_bytes),
    EXACTK_PLACE(rows),
    EXACTK_PLACE(width),
    EXACTK_PLACE(pitch),
    EXACTK_PLACE(k),
    EXACTK_PLACE(index_pitch),
    EXACTK_PLACE(score_pitch),
    EXACTK_PLACE(call),
    EXACTK_PLACE(regions),
    EXACTK_PLACE(reply),
    EXACTK_PLACE(status),
    EXACTK_PLACE(signal),
    EXACTK_PLACE(fault_place),
    EXACTK_PLACE(fault_part),
    EXACTK_PLACE(fault_writes),
    EXACTK_PLACE(fault_distance),
    EXACTK_PLACE(memory),
    EXACTK_PLACE(way),
    EXACTK_PLACE(name),
    EXACTK_PLACE(release),
    EXACTK_PLACE(promises),
    EXACTK_PLACE(text),
    EXACTK_PLACE(which),
    EXACTK_PLACE(turns),
    EXACTK_PLACE(rounds),
    EXACTK_PLACE(series),
    EXACTK_PLACE(calls),
    EXACTK_PLACE(sample_nanoseconds),
    EXACTK_PLACE(at),
    EXACTK_PLACE(nanoseconds),
};
#undef EXACTK_PLACE

/// What `python3 -m exactk.wire` prints: lines of a name, an offset and a size.
std::map<std::string, Place> places_of_python() {
    std::map<std::string, Place> found;
    const std::string command = "PYTHONPATH='" EXACTK_PYTHON_FOLDER "' python3 -B -m exactk.wire";
    FILE *const pipe = popen(command.c_str(), "r");
    BOOST_REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 4096> part{};
    for (std::size_t got = 1; got > 0;) {
        got = fread(part.data(), 1, part.size(), pipe);
        text.append(part.data(), got);
    }
    BOOST_REQUIRE(pclose(pipe) == 0);
    std::istringstream lines(text);
    std::string name;
    for (Place place{}; lines >> name >> place.offset >> place.bytes;) {
        found[name] = place;
    }
    return found;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_python_worker_reads_the_fields_where_they_are) {
    const std::map<std::string, Place> python = places_of_python();
    BOOST_TEST(python.size() == places.size());
    for (const auto &[name, place] : places) {
        BOOST_TEST_CONTEXT(name) {
            const auto other = python.find(name);
            BOOST_REQUIRE(other != python.end());
            BOOST_TEST(other->second.offset == place.offset);
            BOOST_TEST(other->second.bytes == place.bytes);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_struct_is_that_of_its_version) {
    // A change of these is a change of version.
    BOOST_TEST(exactk::foreign::wire_version == 2u);
    BOOST_TEST(offsetof(Wire, regions) == 128u);
    BOOST_TEST(offsetof(Wire, reply) == 192u);
    BOOST_TEST(offsetof(Wire, text) == 4712u);
    BOOST_TEST(offsetof(Wire, which) == 6760u);
    BOOST_TEST(offsetof(Wire, nanoseconds) == 6800u);
    BOOST_TEST(sizeof(Wire) == 8848u);
}
