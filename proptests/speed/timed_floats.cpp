// Right; with EXACTK_SETS it changes the floating-point environment, when loaded and in calls, else it refuses a changed one.
// Spec: contract/C8. Layer: proptests/speed.
#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "common/top_k.hpp"

namespace {

#if defined(__x86_64__)
constexpr unsigned flushes = 0x8040; // bound: subnormal operands and results count as zero
void flush() { _mm_setcsr(_mm_getcsr() | flushes); }
bool is_flushing() { return (_mm_getcsr() & flushes) != 0; }
#else
void flush() {}
bool is_flushing() { return false; }
#endif

void set_floats() {
    std::fesetround(FE_UPWARD);
    flush();
}

struct Loaded {
    Loaded() {
        if (EXACTK_SETS == 1)
            set_floats();
    }
} loaded;

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_floats");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    const bool changed = std::fegetround() != FE_TONEAREST || is_flushing();
    // What it has set itself stays, too.
    if (changed != (EXACTK_SETS == 1))
        return 77;
    plugin::TopK().answer(*problem, *outputs);
    if (EXACTK_SETS == 1)
        set_floats();
    return 0;
}
