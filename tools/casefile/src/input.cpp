// Puts a case into memory, between poison.
// Spec: contract/C8 C10 C11. Layer: tools/casefile.
#include <exactk/casefile/input.hpp>

#include <algorithm>

#include "generators.hpp"
#include "values.hpp"

namespace exactk::casefile {

namespace {

constexpr std::uint32_t quiet_nans[score_type_count] = {0x7FC00000u, 0x7E00u,
                                                        0x7FC0u}; // bound: IEEE 754, bfloat16

/// Writes elements, little end first.
void write(std::byte *target, std::uint32_t bits, std::size_t element) {
    for (std::size_t byte = 0; byte < element; ++byte) {
        target[byte] = static_cast<std::byte>(bits >> (8 * byte));
    }
}

std::uint32_t read(const std::byte *source, std::size_t element) {
    std::uint32_t bits = 0;
    for (std::size_t byte = 0; byte < element; ++byte) {
        bits |= std::to_integer<std::uint32_t>(source[byte]) << (8 * byte);
    }
    return bits;
}

} // namespace

std::uint32_t poison_bits(ScoreType type, const Options &options) {
    const bool nan_wins =
        (options.nan_policy == NanPolicy::largest) == (options.direction == Direction::largest);
    const int row = static_cast<int>(type);
    return nan_wins                                  ? quiet_nans[row]
           : options.direction == Direction::largest ? positive_infinity_bits[row]
                                                     : negative_infinity_bits[row];
}

double Input::quadratic_work() const {
    double work = 0;
    for (std::int64_t row = 0; row < problem_.rows; ++row) {
        const std::int64_t given =
            lengths_.empty() ? problem_.width : lengths_[static_cast<std::size_t>(row)];
        const double n = static_cast<double>(std::min(std::max<std::int64_t>(given, 0), problem_.width));
        work += n * n;
    }
    return work;
}

Defect Input::fill(const CaseFile &one, bool hold_to_hash, std::uint64_t &hash) {
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<int>(one.type)]);
    const std::size_t elements = static_cast<std::size_t>(one.offset + one.rows * one.pitch);
    bytes_.resize(elements * element);
    const bool whole = one.generated && makes_memory(one);
    if (whole) {
        std::vector<std::byte> memory;
        if (Defect bad = make_memory(one, memory)) {
            return bad;
        }
        bytes_.assign(memory.begin(), memory.end());
    } else {
        const std::uint32_t poison = poison_bits(one.type, one.options);
        for (std::size_t at = 0; at < elements; ++at) {
            write(bytes_.data() + at * element, poison, element);
        }
    }
    hash = hash_start;
    std::vector<std::uint32_t> made;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        std::byte *target = bytes_.data() + static_cast<std::size_t>(one.offset + row * one.pitch) * element;
        const std::size_t n = static_cast<std::size_t>(one.n(row));
        if (one.generated && !whole) {
            if (Defect bad = make_row(one, row, made)) {
                return bad;
            }
        }
        for (std::size_t i = 0; i < n; ++i, target += element) {
            if (!whole) {
                write(target, one.generated ? made[i] : one.scores[static_cast<std::size_t>(row)][i],
                      element);
            }
            hash = add_to_hash(hash, read(target, element), static_cast<int>(element));
        }
    }
    if (one.generated && hold_to_hash && hash != one.generator.hash) {
        return {DefectKind::bad_generator, 0,
                "the generator makes rows with hash 0x" + hex(hash, 16) + ", the file was written for 0x" +
                    hex(one.generator.hash, 16) +
                    "; the generator has changed, or one of the two lines is wrong"};
    }
    return {};
}

Defect materialise(const CaseFile &one, std::unique_ptr<Input> &input) {
    std::unique_ptr<Input> made(new Input);
    std::uint64_t hash = 0;
    if (Defect bad = made->fill(one, true, hash)) {
        return bad;
    }
    made->point(one);
    input = std::move(made);
    return {};
}

Defect make(CaseFile &one, std::unique_ptr<Input> &input) {
    std::unique_ptr<Input> made(new Input);
    if (Defect bad = made->fill(one, false, one.generator.hash)) {
        return bad;
    }
    made->point(one);
    input = std::move(made);
    return {};
}

/// The problem of a case whose bytes are there, and the copies in which changes are looked for.
void Input::point(const CaseFile &one) {
    before_ = bytes_;
    lengths_ = one.lengths;
    lengths_before_ = one.lengths;
    problem_.scores =
        bytes_.data() + static_cast<std::size_t>(one.offset * score_bytes[static_cast<int>(one.type)]);
    problem_.type = one.type;
    problem_.rows = one.rows;
    problem_.width = one.width;
    problem_.pitch = one.pitch;
    problem_.lengths = lengths_.empty() ? nullptr : lengths_.data();
    problem_.k = one.k;
    problem_.options = one.options;
}

Defect hash_of(const CaseFile &one, std::uint64_t &hash) {
    Input input;
    return input.fill(one, false, hash);
}

} // namespace exactk::casefile
