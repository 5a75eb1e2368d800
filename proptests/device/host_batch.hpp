// Rows in host memory, made by hand or by family; what lies beyond a row is larger than any score of its own.
// Spec: contract/C10. Layer: proptests/device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <exactk/cases/family.hpp>
#include <exactk/contract.hpp>

namespace exactk::device_tests {

/// Owns scores and lengths of a batch. Everything starts as 0x7F bytes: a float32 or bfloat16 near the upper end of
/// its range, a float16 NaN, so that an element read beyond a row would win.
class HostBatch {
public:
    HostBatch(ScoreType type, std::int64_t rows, std::int64_t width, std::int64_t k,
              std::int64_t pitch_gap = 0);

    /// Writes patterns to the row's first places.
    void set_row(std::int64_t row, const std::vector<std::uint32_t> &patterns);
    /// A row of that family with n elements.
    void make_row(std::int64_t row, cases::Family family, std::int64_t n, std::int64_t population,
                  cases::Engine &engine);
    void set_length(std::int64_t row, std::int32_t length);

    Options &options() { return problem_.options; }
    /// Valid as long as the batch lives.
    Problem problem() const;

private:
    Problem problem_;
    std::vector<std::byte> bytes_;
    std::vector<std::int32_t> lengths_; ///< empty until one is set
};

/// Options by chance, the defaults every second time.
Options random_options(cases::Engine &engine);
/// A length by chance: any of [0, width], the ends, k and k + 1, and what must be clamped.
std::int32_t random_length(cases::Engine &engine, std::int64_t width, std::int64_t k);

} // namespace exactk::device_tests
