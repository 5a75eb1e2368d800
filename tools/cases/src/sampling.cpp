// Finds the pieces of a sample by the words, and reads from a trace what came of it.
// Spec: algorithm/F1 F2 F3 F5 O4. Layer: tools/cases.
#include <exactk/cases/sampling.hpp>

namespace exactk::cases {

bool can_be_sampled(std::int64_t n, std::int64_t k) { return k > 0 && n > k && n >= filter_piece; }

std::vector<std::int64_t> sampled_places(std::int64_t samples, std::int64_t n) {
    constexpr std::uint32_t factor = 0x9E3779B1u;          // bound: F2
    const std::int64_t length = samples >= 1024 ? 16 : 32; // bound: F2
    const std::int64_t pieces = samples / length;
    std::vector<std::int64_t> places;
    std::uint32_t hash = 0;
    for (std::int64_t piece = 0; piece < pieces; ++piece, hash += factor) {
        const std::int64_t bound = piece * n / pieces;
        const std::int64_t free = (piece + 1) * n / pieces - bound - length + 1;
        const auto late =
            static_cast<std::int64_t>(std::uint64_t{hash} * static_cast<std::uint64_t>(free) >> 32);
        for (std::int64_t element = 0; element < length; ++element) {
            places.push_back((bound + late) / length * length + element);
        }
    }
    return places;
}

void FallBack::add(const FilterTrace &filter) {
    const bool fell = filter.sampled && filter.fell_back;
    const bool has_threshold = filter.reached > 0; // none was looked for where the target is above the sample
    by_list = by_list || (fell && has_threshold);
    by_target = by_target || (fell && !has_threshold);
}

} // namespace exactk::cases
