// Every way in which a .npy file can be wrong is refused with its place and reason.
// Spec: contract/C11 C18. Layer: proptests/npy.
#include <boost/test/unit_test.hpp>

#include "support.hpp"

using namespace npy_tests;

namespace {

const std::string sound = file_of(header_of("<f4", "False", "(2,)"), std::string(8, '\0'));

void refused(const std::string &file, std::size_t where, const std::string &what,
             DefectKind kind = DefectKind::malformed) {
    Header header;
    const Defect defect = parse_text(file, header);
    BOOST_TEST(static_cast<int>(defect.kind) == static_cast<int>(kind));
    BOOST_TEST(defect.what == what);
    BOOST_TEST(defect.where == where);
}

void header_refused(const std::string &header, std::size_t where, const std::string &what) {
    refused(file_of(header, std::string(8, '\0')), 10 + where, what);
}

} // namespace

BOOST_AUTO_TEST_SUITE(malformed)

BOOST_AUTO_TEST_CASE(a_sound_file_is_the_base_of_the_others) {
    Header header;
    BOOST_TEST(!parse_text(sound, header));
}

BOOST_AUTO_TEST_CASE(every_prefix_of_a_sound_file_is_refused_as_truncated_or_empty) {
    for (std::size_t size = 0; size < sound.size(); ++size) {
        Header header;
        const Defect defect = parse_text(sound.substr(0, size), header);
        BOOST_TEST_CONTEXT("size " << size) {
            BOOST_TEST(static_cast<int>(defect.kind) == static_cast<int>(DefectKind::malformed));
            BOOST_TEST(defect.what.rfind(size == 0 ? "the file is empty" : "truncated: ", 0) == 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE(wrong_magic_names_the_byte) {
    for (std::size_t at = 0; at < 6; ++at) {
        std::string file = sound;
        file[at] = '#';
        refused(file, at, "wrong magic: a .npy file begins with \\x93NUMPY");
    }
}

BOOST_AUTO_TEST_CASE(unknown_versions_are_refused) {
    std::string file = sound;
    file[6] = 4;
    refused(file, 6, "format version 4.0 is none of 1.0, 2.0 and 3.0");
    file[6] = 0;
    refused(file, 6, "format version 0.0 is none of 1.0, 2.0 and 3.0");
    file[6] = 1;
    file[7] = 1;
    refused(file, 6, "format version 1.1 is none of 1.0, 2.0 and 3.0");
}

BOOST_AUTO_TEST_CASE(absurd_header_lengths_are_refused_without_allocating) {
    refused(preamble(2, 0xFFFFFFFFu) + "{}", 8,
            "a header of 4294967295 bytes is absurd; at most 1048576 are read");
    refused(preamble(1, 60000) + "{}", 8,
            "truncated: the header is said to have 60000 bytes, the file has 2 after its length");
    refused(preamble(3, 1048576) + "{}", 8,
            "truncated: the header is said to have 1048576 bytes, the file has 2 after its length");
}

BOOST_AUTO_TEST_CASE(garbage_headers_are_refused) {
    header_refused("['descr']", 0, "the header must be a dict and begin with '{', but here is '['");
    header_refused("", 0, "the header must be a dict and begin with '{', but here is the header's end");
    header_refused("{descr: '<f4'}", 1, "expected a quoted string, but here is 'd'");
    header_refused("{'descr' '<f4'}", 9, "expected ':' after the key 'descr', but here is '''");
    header_refused("{'descr': '<f4' 'shape': (2,)}", 16,
                   "expected ',' or '}' after a value of the header, but here is '''");
    header_refused("{'descr': '<f4'", 15,
                   "expected ',' or '}' after a value of the header, but here is the header's end");
    header_refused("{'descr", 1, "the header ends inside a string");
    header_refused("{'de\\x73cr': '<f4'}", 4, "a string of the header holds a backslash or a line end");
    header_refused(header_of("<f4", "False", "(2,)") + "x", 58,
                   "after the header's dict only white space may stand, but here is 'x'");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_refused) {
    header_refused("{'d\xE9scr': '<f4'}", 3, "the header holds byte 233, which is no ASCII text");
    header_refused(std::string("{'d\0scr': '<f4'}", 16), 3,
                   "the header holds byte 0, which is no ASCII text");
    refused(file_of("{'\xC3\xA9': 1}", "", 3), 14, "the header holds byte 195, which is no ASCII text");
}

BOOST_AUTO_TEST_CASE(missing_keys_are_named) {
    header_refused("{}", 0, "the header lacks the key 'descr'");
    header_refused("{'descr': '<f4', 'shape': (2,)}", 0, "the header lacks the key 'fortran_order'");
    header_refused("{'descr': '<f4', 'fortran_order': False}", 0, "the header lacks the key 'shape'");
}

BOOST_AUTO_TEST_CASE(duplicate_and_unknown_keys_are_named) {
    header_refused("{'shape': (2,), 'shape': (2,)}", 16, "the header has the key 'shape' twice");
    header_refused("{'descr': '<f4', 'descr': '<f4'}", 17, "the header has the key 'descr' twice");
    header_refused("{'fortran_order': False, 'fortran_order': False}", 25,
                   "the header has the key 'fortran_order' twice");
    header_refused("{'version': 1}", 1, "the header has an unknown key 'version'");
}

BOOST_AUTO_TEST_CASE(wrong_values_are_refused) {
    header_refused(header_of("<f4", "1", "(2,)"), 34,
                   "the value of 'fortran_order' must be True or False, but here is '1'");
    header_refused(header_of("<f4", "Falsehood", "(2,)"), 39,
                   "expected ',' or '}' after a value of the header, but here is 'h'");
    header_refused(header_of("", "False", "(2,)"), 10, "the value of 'descr' is empty");
    header_refused(header_of("<f4", "False", "[2]"), 50,
                   "the value of 'shape' must be a tuple and begin with '(', but here is '['");
    header_refused(header_of("<f4", "False", "(2)"), 53,
                   "the value of 'shape' is a number in parentheses, not a tuple; a comma is missing");
    header_refused(header_of("<f4", "False", "(2 1)"), 53, "expected ',' or ')' in 'shape', but here is '1'");
    header_refused(header_of("<f4", "False", "(2.0,)"), 52,
                   "expected ',' or ')' in 'shape', but here is '.'");
    header_refused(header_of("<f4", "False", "(,)"), 51, "expected a dimension in 'shape', but here is ','");
    header_refused(header_of("<f4", "False", "(02,)"), 51, "'shape' holds a dimension with a leading zero");
}

BOOST_AUTO_TEST_CASE(negative_and_huge_dimensions_are_refused) {
    header_refused(header_of("<f4", "False", "(-2, 3)"), 51, "'shape' holds a negative dimension");
    header_refused(header_of("<f4", "False", "(9223372036854775808,)"), 51,
                   "'shape' holds a dimension above 2^63 - 1");
    header_refused(header_of("<f4", "False", "(99999999999999999999999999,)"), 51,
                   "'shape' holds a dimension above 2^63 - 1");
    std::string many = "(";
    for (int i = 0; i < 33; ++i)
        many += "1,";
    header_refused(header_of("<f4", "False", many + ")"), 115, "'shape' has more than 32 dimensions");
}

BOOST_AUTO_TEST_CASE(shapes_whose_product_overflows_are_refused) {
    header_refused(header_of("<f4", "False", "(4294967296, 4294967296)"), 0,
                   "shape [4294967296, 4294967296] overflows 64-bit addressing");
    // The element count fits, the byte count does not.
    header_refused(header_of("<i8", "False", "(2305843009213693952,)"), 0,
                   "shape [2305843009213693952] overflows 64-bit addressing");
    // A zero does not hide the overflow, wherever it stands.
    header_refused(header_of("<f4", "False", "(0, 4294967296, 4294967296)"), 0,
                   "shape [0, 4294967296, 4294967296] overflows 64-bit addressing");
}

BOOST_AUTO_TEST_CASE(lying_shapes_and_wrong_sizes_are_refused) {
    const std::string header = header_of("<f4", "False", "(3,)");
    refused(file_of(header, std::string(11, '\0')), 10 + header.size() + 11,
            "truncated: shape [3] of <f4 needs 12 bytes of data, the file has 11");
    refused(file_of(header, std::string(13, '\0')), 10 + header.size() + 12,
            "trailing bytes: shape [3] of <f4 needs 12 bytes of data, the file has 13");
    const std::string lying = header_of("<i8", "False", "(1000000000000, 1000)");
    refused(
        file_of(lying, "abc"), 10 + lying.size() + 3,
        "truncated: shape [1000000000000, 1000] of <i8 needs 8000000000000000 bytes of data, the file has 3");
}

BOOST_AUTO_TEST_CASE(broken_structured_descriptors_are_refused) {
    header_refused("{'descr': [('a', '<f4')", 23, "the header ends inside the value of 'descr'");
    header_refused("{'descr': [('a', '<f4']), 'shape': (2,)}", 22,
                   "the value of 'descr' closes with ']' what it did not open");
    header_refused("{'descr': " + std::string(65, '['), 74, "the value of 'descr' is nested too deeply");
}

BOOST_AUTO_TEST_CASE(other_element_types_are_unsupported_by_name) {
    for (const std::string descr : {"<f8", ">f4", "|b1", "<u4", "<i2", "|S5", "<M8[ns]", "|O", "<c8"}) {
        refused(file_of(header_of(descr, "False", "(1,)"), std::string(8, '\0')), 10,
                "elements of type '" + descr + "' are not supported; known are <f4 <f2 <u2 <i4 <i8 <u8",
                DefectKind::unsupported);
    }
    refused(
        file_of(
            "{'descr': [('a', '<f4'), ('b', [('c)', '<i4', (2,))])], 'fortran_order': False, 'shape': (1,)}"),
        10, "elements of type 'structured' are not supported; known are <f4 <f2 <u2 <i4 <i8 <u8",
        DefectKind::unsupported);
}

BOOST_AUTO_TEST_CASE(an_unsupported_type_does_not_hide_a_malformed_header) {
    header_refused(header_of("<f8", "False", "(-1,)"), 51, "'shape' holds a negative dimension");
}

BOOST_AUTO_TEST_CASE(messages_name_the_file_the_place_and_the_reason) {
    Array array;
    const std::string path = scratch_path("wrong.npy");
    put_file(path, "no array");
    BOOST_TEST(describe(array.load(path), path) ==
               path + ": byte 0: wrong magic: a .npy file begins with \\x93NUMPY");
    put_file(path, "");
    BOOST_TEST(describe(array.load(path), path) == path + ": byte 0: the file is empty");
    const std::string absent = scratch_path("absent.npy");
    BOOST_TEST(describe(array.load(absent), absent) ==
               absent + ": cannot be opened: No such file or directory");
    BOOST_TEST(describe(array.load(EXACTK_NPY_SCRATCH), "folder") == "folder: is not a regular file");
    BOOST_TEST(array.data() == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
