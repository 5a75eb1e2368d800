// Sound .npy files of all versions, orders and element types are presented as they are.
// Spec: contract/C9 C11. Layer: proptests/npy.
#include <cstring>

#include <boost/test/unit_test.hpp>

#include "support.hpp"

using namespace npy_tests;

namespace {

template <typename Number> std::vector<Number> elements(const Array &array) {
    std::vector<Number> numbers(static_cast<std::size_t>(array.count()));
    std::memcpy(numbers.data(), array.data(), numbers.size() * sizeof(Number));
    return numbers;
}

Array loaded(const std::string &file) {
    const std::string path = scratch_path("sound.npy");
    put_file(path, file);
    Array array;
    const Defect defect = array.load(path);
    BOOST_TEST(describe(defect, "file") == "file: no defect");
    BOOST_REQUIRE(array.data() != nullptr);
    BOOST_TEST(reinterpret_cast<std::uintptr_t>(array.data()) %
                   static_cast<std::uintptr_t>(bytes_of(array.element())) ==
               0u);
    return array;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sound)

BOOST_AUTO_TEST_CASE(versions_1_2_and_3_are_read) {
    const std::vector<std::int32_t> numbers = {-1, 0, 7};
    for (int major = 1; major <= 3; ++major) {
        const Array array = loaded(file_of(header_of("<i4", "False", "(3,)"), raw(numbers), major));
        BOOST_TEST(array.header().version_major == major);
        BOOST_TEST(static_cast<int>(array.element()) == static_cast<int>(Element::int32));
        BOOST_TEST(elements<std::int32_t>(array) == numbers, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(all_element_types_are_read) {
    for (int e = 0; e < element_count; ++e) {
        const auto bytes = static_cast<std::size_t>(element_bytes[e]);
        std::string data;
        for (std::size_t i = 0; i < 3 * bytes; ++i)
            data += static_cast<char>(i + 1);
        const Array array = loaded(file_of(header_of(element_descriptors[e], "False", "(3,)"), data));
        BOOST_TEST(static_cast<int>(array.element()) == e);
        BOOST_TEST(array.count() == 3);
        BOOST_TEST(std::memcmp(array.data(), data.data(), data.size()) == 0);
    }
}

BOOST_AUTO_TEST_CASE(fortran_order_is_presented_in_c_order) {
    // [2, 3] with element (i, j) = 10 i + j; the first index runs fastest in the file.
    const std::vector<std::int64_t> columns = {0, 10, 1, 11, 2, 12};
    const std::vector<std::int64_t> rows = {0, 1, 2, 10, 11, 12};
    const Array array = loaded(file_of(header_of("<i8", "True", "(2, 3)"), raw(columns)));
    BOOST_TEST(elements<std::int64_t>(array) == rows, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(fortran_order_of_three_dimensions_is_presented_in_c_order) {
    std::vector<std::uint16_t> in_file;
    std::vector<std::uint16_t> wanted;
    for (int c = 0; c < 4; ++c)
        for (int b = 0; b < 3; ++b)
            for (int a = 0; a < 2; ++a)
                in_file.push_back(static_cast<std::uint16_t>(100 * a + 10 * b + c));
    for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 3; ++b)
            for (int c = 0; c < 4; ++c)
                wanted.push_back(static_cast<std::uint16_t>(100 * a + 10 * b + c));
    const Array array = loaded(file_of(header_of("<u2", "True", "(2, 3, 4)"), raw(in_file)));
    BOOST_TEST(elements<std::uint16_t>(array) == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(data_at_an_odd_offset_is_presented_aligned) {
    const std::vector<std::int64_t> numbers = {1, -2};
    std::string header = header_of("<i8", "False", "(2,)");
    for (int i = 0; i < 8; ++i, header += ' ') {
        const Array array = loaded(file_of(header, raw(numbers)));
        BOOST_TEST(elements<std::int64_t>(array) == numbers, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(scalars_and_empty_arrays_are_read) {
    const Array scalar = loaded(file_of(header_of("<u8", "False", "()"), raw(std::vector<std::uint64_t>{9})));
    BOOST_TEST(scalar.count() == 1);
    BOOST_TEST(scalar.shape().empty());
    for (const std::string order : {"False", "True"}) {
        const Array empty = loaded(file_of(header_of("<f4", order, "(4, 0, 2)")));
        BOOST_TEST(empty.count() == 0);
        BOOST_TEST(shape_text(empty.shape()) == "[4, 0, 2]");
    }
}

BOOST_AUTO_TEST_CASE(spelling_of_the_header_is_free_where_python_is) {
    const std::string header = "  {\"shape\":(2 ,1),\n\t\"descr\" : \"<f2\",  'fortran_order':False}   ";
    const Array array = loaded(file_of(header, std::string(4, 'x')));
    BOOST_TEST(shape_text(array.shape()) == "[2, 1]");
}

BOOST_AUTO_TEST_CASE(a_moved_array_keeps_its_elements) {
    const std::vector<std::int32_t> numbers = {3, 1, 2};
    for (const std::string order : {"False", "True"}) {
        Array first = loaded(file_of(header_of("<i4", order, "(1, 3)"), raw(numbers)));
        const Array second = std::move(first);
        BOOST_TEST(elements<std::int32_t>(second) == numbers, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_SUITE_END()
