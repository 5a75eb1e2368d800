// Legal: needs a base aligned to 16 bytes, as it promises, and loads 16 bytes at a time where it can.
// Spec: contract/C10 C11. Layer: proptests/plugins.
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "common/top_k.hpp"

namespace {

#if defined(__SSE2__)
using Vector = __m128i;
Vector load(const Vector *from) { return _mm_load_si128(from); }
#else
struct alignas(16) Vector {
    unsigned char bytes[16];
};
Vector load(const Vector *from) { return *from; }
#endif

class AlignedBase final : public plugin::TopK {
    void add(const plugin::Problem &problem, std::vector<plugin::Element> &elements, std::uint32_t bits) {
        elements.push_back({key(problem, bits), static_cast<std::int64_t>(elements.size()), bits, true});
    }
    std::vector<plugin::Element> candidates(const plugin::Problem &problem, std::int64_t row, std::int64_t n,
                                            bool read) override {
        const std::int64_t bytes = plugin::is_float32(problem) ? 4 : 2;
        const std::int64_t first = start(problem, row);
        // Seen from the base: if that is not aligned the load ends the process.
        if (!read || first * bytes % sizeof(Vector) != 0)
            return plugin::TopK::candidates(problem, row, n, read);
        const std::int64_t lanes = static_cast<std::int64_t>(sizeof(Vector)) / bytes;
        const auto *vectors = static_cast<const Vector *>(problem.scores) + first / lanes;
        std::vector<plugin::Element> elements;
        plugin::Problem lane = problem;
        for (std::int64_t index = 0; index + lanes <= n; index += lanes) {
            const Vector loaded = load(vectors + index / lanes);
            lane.scores = &loaded;
            for (std::int64_t at = 0; at < lanes; ++at)
                add(problem, elements, plugin::bits_at(lane, at));
        }
        while (static_cast<std::int64_t>(elements.size()) < n) // what fills no vector
            add(problem, elements,
                plugin::bits_at(problem, first + static_cast<std::int64_t>(elements.size())));
        return elements;
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_aligned_base", "alignment 16\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return AlignedBase().answer(*problem, *outputs);
}
