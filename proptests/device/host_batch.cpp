// Fills rows and draws options and lengths.
// Spec: contract/C1 C10. Layer: proptests/device.
#include "host_batch.hpp"

#include <algorithm>
#include <cstring>

namespace exactk::device_tests {

HostBatch::HostBatch(ScoreType type, std::int64_t rows, std::int64_t width, std::int64_t k,
                     std::int64_t pitch_gap) {
    problem_.type = type;
    problem_.rows = rows;
    problem_.width = width;
    problem_.pitch = width + pitch_gap;
    problem_.k = k;
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(type)]);
    bytes_.assign(static_cast<std::size_t>(rows * problem_.pitch) * element, std::byte{0x7F});
}

void HostBatch::set_row(std::int64_t row, const std::vector<std::uint32_t> &patterns) {
    const std::size_t element =
        static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(problem_.type)]);
    std::byte *target = bytes_.data() + static_cast<std::size_t>(row * problem_.pitch) * element;
    for (const std::uint32_t bits : patterns) {
        std::memcpy(target, &bits, element); // little-endian machines only
        target += element;
    }
}

void HostBatch::make_row(std::int64_t row, cases::Family family, std::int64_t n, std::int64_t population,
                         cases::Engine &engine) {
    const bool mirrored = problem_.options.direction == Direction::smallest;
    set_row(row, cases::make_row({family, problem_.type, n, problem_.k, population, mirrored}, engine));
}

void HostBatch::set_length(std::int64_t row, std::int32_t length) {
    if (lengths_.empty()) {
        lengths_.assign(static_cast<std::size_t>(problem_.rows), static_cast<std::int32_t>(problem_.width));
    }
    lengths_[static_cast<std::size_t>(row)] = length;
}

Problem HostBatch::problem() const {
    Problem problem = problem_;
    problem.scores = bytes_.data();
    problem.lengths = lengths_.empty() ? nullptr : lengths_.data();
    return problem;
}

Options random_options(cases::Engine &engine) {
    Options options;
    if (cases::below(engine, 2) == 0) {
        return options;
    }
    options.direction = static_cast<Direction>(cases::below(engine, 2));
    options.ties = static_cast<Ties>(cases::below(engine, 2));
    options.order = static_cast<Order>(cases::below(engine, 2));
    options.nan_policy = static_cast<NanPolicy>(cases::below(engine, 2));
    if (cases::below(engine, 4) == 0) {
        options.fill_index = -7;
        options.fill_score_given = true;
        options.fill_score_bits = 0x3A5Au;
    }
    return options;
}

std::int32_t random_length(cases::Engine &engine, std::int64_t width, std::int64_t k) {
    switch (cases::below(engine, 10)) {
    case 0: return -1;
    case 1: return 0;
    case 2: return static_cast<std::int32_t>(std::min<std::int64_t>(k, width));
    case 3: return static_cast<std::int32_t>(std::min<std::int64_t>(k + 1, width));
    case 4: return static_cast<std::int32_t>(width);
    case 5: return cases::below(engine, 2) == 0 ? INT32_MAX : INT32_MIN;
    default: return static_cast<std::int32_t>(cases::below(engine, static_cast<std::uint64_t>(width) + 1));
    }
}

} // namespace exactk::device_tests
