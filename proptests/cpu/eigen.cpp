// The Eigen overloads: blocks are taken in place by their outer stride, shapes are checked.
// Spec: contract/C8 C11 C18. Layer: proptests/cpu.
#include <string>

#include <boost/test/unit_test.hpp>
#include <exactk/cpu_eigen.hpp>

using namespace exactk;

namespace {

template <class Scalar>
using RowMajor = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

} // namespace

BOOST_AUTO_TEST_SUITE(eigen)

BOOST_AUTO_TEST_CASE(blocks_are_read_and_written_in_place) {
    RowMajor<float> scores(3, 5);
    scores << 9, 1, 3, 2, 9, //
        9, 5, 5, 5, 9,       //
        9, 0, 0, 0, 9;
    RowMajor<std::int32_t> indices = RowMajor<std::int32_t>::Constant(3, 4, 7);
    RowMajor<float> values = RowMajor<float>::Constant(4, 6, 8);
    const Status status =
        cpu::topk(scores.block(0, 1, 2, 3), indices.block(1, 1, 2, 2), values.block(1, 2, 2, 2));
    BOOST_TEST((status.code == StatusCode::ok));
    RowMajor<std::int32_t> expected(3, 4);
    expected << 7, 7, 7, 7, //
        7, 1, 2, 7,         //
        7, 0, 1, 7;
    RowMajor<float> expected_values = RowMajor<float>::Constant(4, 6, 8);
    expected_values.block(1, 2, 2, 2) << 3, 2, 5, 5;
    BOOST_TEST((indices == expected));
    BOOST_TEST((values == expected_values));
}

BOOST_AUTO_TEST_CASE(options_and_lengths_reach_the_call) {
    RowMajor<float> scores(2, 3);
    scores << 1, 2, 3, 4, 5, 6;
    RowMajor<std::int32_t> indices(2, 2);
    Options options;
    options.order = Order::rank;
    const std::int32_t lengths[2] = {3, 1};
    BOOST_TEST((cpu::topk(scores, indices, options, lengths).code == StatusCode::ok));
    RowMajor<std::int32_t> expected(2, 2);
    expected << 2, 1, 0, -1;
    BOOST_TEST((indices == expected));
}

BOOST_AUTO_TEST_CASE(one_row_and_other_layouts_are_understood) {
    Eigen::Matrix<float, 1, 4> one(3.0f, 1.0f, 4.0f, 1.0f);
    RowMajor<std::int32_t> index(1, 1);
    BOOST_TEST((cpu::topk(one, index).code == StatusCode::ok));
    BOOST_TEST(index(0, 0) == 2);
    Eigen::MatrixXf columns(2, 3); // column-major: Eigen copies it
    columns << 1, 2, 3, 6, 5, 4;
    RowMajor<std::int32_t> two(2, 1);
    BOOST_TEST((cpu::topk(columns, two).code == StatusCode::ok));
    BOOST_TEST(two(0, 0) == 2);
    BOOST_TEST(two(1, 0) == 0);
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_refused) {
    const RowMajor<float> scores = RowMajor<float>::Zero(2, 3);
    RowMajor<std::int32_t> indices = RowMajor<std::int32_t>::Constant(3, 2, 7);
    RowMajor<float> values = RowMajor<float>::Zero(2, 3);
    Status status = cpu::topk(scores, indices);
    BOOST_TEST((status.code == StatusCode::out_of_limits));
    BOOST_TEST(std::string(status.argument) == "outputs.indices");
    BOOST_TEST(status.value == 3);
    BOOST_TEST(status.limit == 2);
    status = cpu::topk(scores, indices.topRows(2), values);
    BOOST_TEST((status.code == StatusCode::out_of_limits));
    BOOST_TEST(std::string(status.argument) == "outputs.scores");
    BOOST_TEST(status.value == 3);
    BOOST_TEST(status.limit == 2);
    BOOST_TEST((indices.array() == 7).all());
}

BOOST_AUTO_TEST_SUITE_END()
