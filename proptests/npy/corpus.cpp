// Every file of the fuzzer's corpus has the outcome that its name says.
// Spec: contract/C11. Layer: proptests/npy.
#include <boost/test/unit_test.hpp>

#include "support.hpp"

using namespace npy_tests;

BOOST_AUTO_TEST_SUITE(corpus)

BOOST_AUTO_TEST_CASE(every_file_has_the_outcome_of_its_name) {
    int files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(EXACTK_NPY_CORPUS)) {
        const std::string name = entry.path().filename().string();
        const DefectKind wanted = name.rfind("ok_", 0) == 0            ? DefectKind::none
                                  : name.rfind("unsupported_", 0) == 0 ? DefectKind::unsupported
                                                                       : DefectKind::malformed;
        Array array;
        const Defect defect = array.load(entry.path().string());
        BOOST_TEST_CONTEXT(describe(defect, name)) {
            BOOST_TEST(static_cast<int>(defect.kind) == static_cast<int>(wanted));
            BOOST_TEST((array.data() != nullptr) == (wanted == DefectKind::none));
            BOOST_TEST(entry.file_size() < 1024u);
            BOOST_TEST(defect.where <= entry.file_size());
        }
        ++files;
    }
    BOOST_TEST(files >= 40);
    BOOST_TEST(files <= 60);
}

BOOST_AUTO_TEST_SUITE_END()
