// Lays out output arrays between guard bands, all of it poisoned, and lists what may not be written.
// Spec: contract/C8 C11. Layer: reference/verify.
#include <exactk/verify/guarded.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace exactk::verify {
namespace {

constexpr std::size_t band_bytes = 64;        // convention: any width shows a neighbour; this, a vector store
constexpr std::size_t payload_alignment = 64; // convention: any multiple of every element's alignment (C11)

/// a * b for sizes of an array in memory.
std::size_t product(std::size_t a, std::size_t b) {
    if (b != 0 && a > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / b)
        throw std::length_error("guarded outputs: the shape does not fit memory");
    return a * b;
}

std::size_t size_of(std::int64_t count, const char *what) {
    if (count < 0)
        throw std::length_error(std::string("guarded outputs: negative ") + what);
    return static_cast<std::size_t>(count);
}

} // namespace

GuardedOutputs::GuardedOutputs(const GuardedShape &shape, std::byte poison) : shape_(shape) {
    const std::size_t rows = size_of(shape.rows, "rows");
    const std::size_t k = size_of(shape.k, "k");
    const std::size_t gap = size_of(shape.pitch_gap, "pitch gap");
    const auto make = [&](std::size_t element, std::size_t columns, std::size_t pitch, const char *name) {
        Array array;
        const std::size_t payload_bytes = product(product(rows, pitch), element);
        array.bytes.resize(band_bytes + payload_alignment + payload_bytes + band_bytes);
        const auto base = reinterpret_cast<std::uintptr_t>(array.bytes.data()) + band_bytes;
        array.payload = band_bytes + (payload_alignment - base % payload_alignment) % payload_alignment;
        array.element = element;
        array.columns = columns;
        array.pitch = pitch;
        array.name = name;
        arrays_.push_back(std::move(array));
        return static_cast<void *>(arrays_.back().bytes.data() + arrays_.back().payload);
    };
    const auto pitch = static_cast<std::int64_t>(k + gap);
    outputs_.indices = static_cast<std::int32_t *>(make(sizeof(std::int32_t), k, k + gap, "indices"));
    outputs_.index_pitch = pitch;
    if (shape.scores) {
        const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(shape.type)]);
        outputs_.scores = make(bytes, k, k + gap, "scores");
        outputs_.score_pitch = pitch;
    }
    if (shape.facts) {
        outputs_.certificates = static_cast<Certificate *>(make(sizeof(Certificate), 1, 1, "certificates"));
        outputs_.status = static_cast<std::uint32_t *>(make(sizeof(std::uint32_t), 1, 1, "status"));
        outputs_.digests = static_cast<std::uint64_t *>(make(sizeof(std::uint64_t), 1, 1, "digests"));
    }
    poison_all(poison);
}

void GuardedOutputs::poison_all(std::byte poison) {
    poison_ = poison;
    for (Array &array : arrays_)
        std::fill(array.bytes.begin(), array.bytes.end(), poison);
}

std::int64_t GuardedOutputs::index_poison() const {
    const std::uint32_t pattern =
        std::to_integer<std::uint32_t>(poison_) * 0x01010101u; // bound: byte repeated
    return static_cast<std::int32_t>(pattern);
}

std::vector<PoisonedRegion> GuardedOutputs::outside() const {
    std::vector<PoisonedRegion> regions;
    const auto add = [&](const Array &array, std::size_t from, std::size_t to, std::string where) {
        regions.push_back({array.bytes.data() + from, static_cast<std::int64_t>(to - from), poison_,
                           std::move(where) + array.name});
    };
    const auto rows = static_cast<std::size_t>(shape_.rows);
    for (const Array &array : arrays_) {
        add(array, 0, array.payload, "before ");
        for (std::size_t row = 0; row < rows && array.columns < array.pitch; ++row) {
            const std::size_t gap = array.payload + (row * array.pitch + array.columns) * array.element;
            add(array, gap, gap + (array.pitch - array.columns) * array.element,
                "in the gap after row " + std::to_string(row) + " of ");
        }
        add(array, array.payload + rows * array.pitch * array.element, array.bytes.size(), "after ");
    }
    return regions;
}

Answer GuardedOutputs::answer() const {
    Answer answer;
    answer.runs = 1;
    answer.index_type = IndexType::int32;
    answer.indices = outputs_.indices;
    answer.index_pitch = outputs_.index_pitch;
    answer.index_run_pitch = shape_.rows * outputs_.index_pitch;
    answer.scores = outputs_.scores;
    answer.score_pitch = outputs_.score_pitch;
    answer.score_run_pitch = shape_.rows * outputs_.score_pitch;
    answer.index_poison = {index_poison()};
    answer.outside = outside();
    return answer;
}

} // namespace exactk::verify
