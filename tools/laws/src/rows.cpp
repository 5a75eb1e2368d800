// Orders score patterns and cuts rows.
// Spec: contract/C1 C3 C12, algorithm/S3. Layer: tools/laws.
#include "rows.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <exactk/casefile/input.hpp>
#include <exactk/laws.hpp>

namespace exactk::laws {

namespace {

constexpr Format formats[score_type_count] = {
    {32, 23, 0x80000000u, 0x7F800000u}, // bound: IEEE 754
    {16, 10, 0x8000u, 0x7C00u},         // bound: IEEE 754
    {16, 7, 0x8000u, 0x7F80u},          // bound: bfloat16
};

} // namespace

const Format &format_of(ScoreType type) { return formats[static_cast<std::size_t>(type)]; }

bool is_nan(std::uint32_t bits, ScoreType type) {
    const Format &format = format_of(type);
    return (bits & ~format.sign) > format.infinity;
}

std::int64_t step_of(std::uint32_t bits, ScoreType type) {
    const Format &format = format_of(type);
    const std::int64_t magnitude = bits & (format.sign - 1);
    return (bits & format.sign) != 0 ? -magnitude : magnitude;
}

std::uint32_t bits_of_step(std::int64_t step, ScoreType type) {
    const Format &format = format_of(type);
    return step < 0 ? format.sign | static_cast<std::uint32_t>(-step) : static_cast<std::uint32_t>(step);
}

std::uint64_t key_of(std::uint32_t bits, ScoreType type, const Options &options) {
    const Format &format = format_of(type);
    const std::uint64_t top = (std::uint64_t{1} << format.bits) - 1;
    std::uint64_t key = 0;
    if (is_nan(bits, type)) {
        key = options.nan_policy == NanPolicy::largest ? top : 0;
    } else {
        const std::int64_t step = step_of(bits, type);
        key = static_cast<std::uint64_t>(static_cast<std::int64_t>(format.sign) + step - (step < 0 ? 1 : 0));
    }
    return options.direction == Direction::largest ? key : top - key;
}

bool nan_is_best(const Options &options) {
    return (options.nan_policy == NanPolicy::largest) == (options.direction == Direction::largest);
}

std::vector<std::pair<std::int64_t, std::int64_t>> chunks_of(const Plan &plan, std::int64_t n) {
    std::vector<std::pair<std::int64_t, std::int64_t>> chunks;
    for (std::int64_t cta = 0; cta < plan.ctas; ++cta) {
        const std::size_t place = static_cast<std::size_t>(cta);
        if (plan.bounds.empty()) {
            chunks.emplace_back(cta * n / plan.ctas, (cta + 1) * n / plan.ctas);
        } else {
            chunks.emplace_back(std::min(plan.bounds[place], n), std::min(plan.bounds[place + 1], n));
        }
    }
    return chunks;
}

casefile::CaseFile spelled_out(casefile::CaseFile one) {
    if (!one.generated) {
        return one;
    }
    std::int64_t listed = 0;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        listed += one.n(row);
    }
    if (listed > casefile::listed_max) {
        throw std::invalid_argument("more than " + std::to_string(casefile::listed_max) +
                                    " scores cannot be spelled out");
    }
    std::unique_ptr<casefile::Input> input;
    if (const casefile::Defect bad = casefile::materialise(one, input)) {
        throw std::invalid_argument(casefile::describe(bad));
    }
    const int element = score_bytes[static_cast<std::size_t>(one.type)];
    one.scores.clear();
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::byte *source =
            static_cast<const std::byte *>(input->problem().scores) + row * one.pitch * element;
        std::vector<std::uint32_t> bits(static_cast<std::size_t>(one.n(row)));
        for (std::uint32_t &word : bits) {
            for (int byte = 0; byte < element; ++byte, ++source) {
                word |= std::to_integer<std::uint32_t>(*source) << (8 * byte);
            }
        }
        one.scores.push_back(std::move(bits));
    }
    one.generated = false;
    one.generator = {};
    return one;
}

} // namespace exactk::laws
