// The CPU top-k for users of Eigen: overloads that take row-major matrices and blocks of them.
// Spec: contract/C1 to C18. Layer: reference/cpu.
#pragma once

#include <cstdint>

#include <Eigen/Core>

#include <exactk/cpu.hpp>

namespace exactk::cpu {

/// Row-major scores [rows, width]; a block of a larger matrix is taken in place, its outer stride the pitch.
using EigenScores = Eigen::Ref<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0,
                               Eigen::OuterStride<>>;

/// Row-major indices [rows, k], written in place.
using EigenIndices = Eigen::Ref<Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
                                0, Eigen::OuterStride<>>;

/// Row-major selected scores [rows, k], written in place.
using EigenValues = Eigen::Ref<Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0,
                               Eigen::OuterStride<>>;

namespace detail {

/// The pitch of a matrix. A single row has no next one, and what Eigen calls its stride then has no meaning.
template <class Matrix> std::int64_t pitch_of(const Matrix &matrix) {
    return matrix.rows() > 1 ? std::int64_t{matrix.outerStride()} : std::int64_t{matrix.cols()};
}

inline Status shape_refusal(const char *argument, std::int64_t value, std::int64_t limit) {
    return Status{StatusCode::out_of_limits, argument, value, limit};
}

} // namespace detail

/// Top k of each row of `scores`, k being the number of columns of `indices`.
///
/// `indices` is [scores.rows(), k]; `lengths`, if not null, points to scores.rows() lengths. Another number
/// of rows is refused as `out_of_limits` with the argument "outputs.indices", `value` its rows and `limit`
/// those of the scores. Otherwise as `topk(const float *, ...)`. Scores in another layout (column-major, a
/// step between columns) are copied by Eigen before the call; row-major ones are not.
inline Status topk(const EigenScores &scores, EigenIndices indices, const Options &options = {},
                   const std::int32_t *lengths = nullptr) {
    if (indices.rows() != scores.rows()) {
        return detail::shape_refusal("outputs.indices", indices.rows(), scores.rows());
    }
    return topk(scores.data(), scores.rows(), scores.cols(), detail::pitch_of(scores), indices.cols(),
                indices.data(), detail::pitch_of(indices), nullptr, 0, options, lengths);
}

/// The same with the selected scores written to `values`, [scores.rows(), k], bit for bit.
///
/// A shape of `values` other than that of `indices` is refused as `out_of_limits` with the argument
/// "outputs.scores", `value` being its rows (or, where those fit, its columns) and `limit` those of
/// `indices`.
inline Status topk(const EigenScores &scores, EigenIndices indices, EigenValues values,
                   const Options &options = {}, const std::int32_t *lengths = nullptr) {
    if (indices.rows() != scores.rows()) {
        return detail::shape_refusal("outputs.indices", indices.rows(), scores.rows());
    }
    if (values.rows() != indices.rows()) {
        return detail::shape_refusal("outputs.scores", values.rows(), indices.rows());
    }
    if (values.cols() != indices.cols()) {
        return detail::shape_refusal("outputs.scores", values.cols(), indices.cols());
    }
    return topk(scores.data(), scores.rows(), scores.cols(), detail::pitch_of(scores), indices.cols(),
                indices.data(), detail::pitch_of(indices), values.data(), detail::pitch_of(values), options,
                lengths);
}

} // namespace exactk::cpu
