// Lays the block out and finds the element that a differing byte belongs to.
// Spec: contract/C8 C10 C11. Layer: tools/lockstep.
#include "block.hpp"

#include <algorithm>
#include <cstring>

namespace exactk::lockstep {

namespace {

constexpr std::size_t band = 256; // convention: any width shows a neighbour that was written
constexpr std::size_t line = 64;  // convention: a multiple of all widths that a load may have

/// No index of a row, no key and no count of a small row consists of it.
constexpr std::byte poison{0xA5}; // convention: neither all zeros nor all ones

std::size_t rounded_up(std::size_t offset) { return (offset + line - 1) / line * line; }

/// Little end first, the first eight bytes of wider elements.
std::uint64_t value_at(const std::vector<std::byte> &bytes, std::size_t offset, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t byte = std::min(count, sizeof value); byte-- > 0;) {
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[offset + byte]);
    }
    return value;
}

} // namespace

std::size_t Block::Array::bytes() const {
    return rows == 0 || columns == 0 ? 0 : static_cast<std::size_t>((rows - 1) * pitch + columns) * element;
}

void Block::describe_arrays(const Asked &asked) {
    const std::size_t score = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(problem_.type)]);
    const std::int64_t rows = problem_.rows;
    const std::int64_t k = problem_.k;
    const std::int64_t pitch = k + asked.output_gap;
    const char *const slots = problem_.options.order == Order::rank ? "S9" : "S8";
    const std::int64_t words = sizeof(Certificate) / sizeof(std::uint32_t);
    arrays_[in_scores] = {
        "C8", "input scores", "beside the input scores", score, rows, problem_.width, problem_.pitch, 0,
        true};
    arrays_[in_lengths] = {
        "C8", "input lengths", "beside the input lengths", 4, rows, 1, 1, 0, problem_.lengths != nullptr};
    arrays_[out_indices] = {slots, "indices", "beside the indices", 4, rows, k, pitch, 0, true};
    arrays_[out_scores] = {"S10", "scores", "beside the scores", score, rows, k, pitch, 0, asked.scores};
    arrays_[out_certificates] = {"S11", "certificate words", "beside the certificates", 4, rows, words, words,
                                 0,     asked.facts};
    arrays_[out_status] = {"S11", "status", "beside the status", 4, rows, 1, 1, 0, asked.facts};
    arrays_[out_digests] = {"S12", "digests", "beside the digests", 8, rows, 1, 1, 0, asked.facts};
}

Block::Block(const Problem &problem, const Asked &asked) : problem_(problem) {
    describe_arrays(asked);
    const void *const host[] = {problem.scores, problem.lengths};
    std::size_t end = 0;
    for (std::size_t part = 0; part < part_count; ++part) {
        Array &array = arrays_[part];
        if (array.present) {
            // Where an input begins within a line is part of the case; outputs begin with one.
            const bool input = part == in_scores || part == in_lengths;
            array.offset = rounded_up(end + band) +
                           (input ? reinterpret_cast<std::uintptr_t>(host[part]) % line : std::size_t{0});
            end = array.offset + array.bytes();
        }
    }
    before_.assign(rounded_up(end + band), poison);
    for (const Part part : {in_scores, in_lengths}) {
        if (arrays_[part].present && arrays_[part].bytes() != 0) {
            std::memcpy(before_.data() + arrays_[part].offset, host[part], arrays_[part].bytes());
        }
    }
    problem_.scores = nullptr; // the block alone is used from here on
    problem_.lengths = nullptr;
}

Problem Block::problem(const std::byte *base) const {
    Problem problem = problem_;
    problem.scores = base + arrays_[in_scores].offset;
    if (arrays_[in_lengths].present) {
        problem.lengths = reinterpret_cast<const std::int32_t *>(base + arrays_[in_lengths].offset);
    }
    return problem;
}

Outputs Block::outputs(std::byte *base) const {
    const auto at = [&](Part part) { return arrays_[part].present ? base + arrays_[part].offset : nullptr; };
    Outputs outputs;
    outputs.indices = reinterpret_cast<std::int32_t *>(at(out_indices));
    outputs.index_pitch = arrays_[out_indices].pitch;
    outputs.scores = at(out_scores);
    outputs.score_pitch = arrays_[out_scores].present ? arrays_[out_scores].pitch : 0;
    outputs.certificates = reinterpret_cast<Certificate *>(at(out_certificates));
    outputs.status = reinterpret_cast<std::uint32_t *>(at(out_status));
    outputs.digests = reinterpret_cast<std::uint64_t *>(at(out_digests));
    return outputs;
}

/// `bin` becomes the place in the row; before the first array it is the byte.
Divergence Block::place_of(std::size_t offset) const {
    Divergence place;
    place.step = "C8";
    place.field = "before the input scores";
    place.bin = static_cast<std::int64_t>(offset);
    for (const Array &array : arrays_) {
        if (!array.present || offset < array.offset) {
            continue;
        }
        const std::size_t element = (offset - array.offset) / array.element;
        const bool inside = offset < array.offset + array.bytes();
        const std::int64_t pitch = std::max<std::int64_t>(array.pitch, 1);
        const std::int64_t column = static_cast<std::int64_t>(element) % pitch;
        const bool own = inside && column < array.columns;
        place.step = own ? array.step : "C8";
        place.field = own ? array.name : array.outside;
        place.row = inside ? static_cast<std::int64_t>(element) / pitch : -1;
        place.bin = inside ? column : static_cast<std::int64_t>(element);
    }
    return place;
}

std::optional<Divergence> Block::first_difference(const std::vector<std::byte> &expected,
                                                  const std::vector<std::byte> &got) const {
    const auto [wanted, found] = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
    if (wanted == expected.end() && found == got.end()) {
        return std::nullopt;
    }
    const std::size_t offset = static_cast<std::size_t>(wanted - expected.begin());
    Divergence divergence = place_of(offset);
    std::size_t first = offset;
    std::size_t count = 1;
    for (const Array &array : arrays_) {
        if (array.present && offset >= array.offset && offset < array.offset + array.bytes()) {
            first = offset - (offset - array.offset) % array.element;
            count = array.element;
        }
    }
    divergence.expected = value_at(expected, first, count);
    divergence.got = value_at(got, first, count);
    return divergence;
}

} // namespace exactk::lockstep
