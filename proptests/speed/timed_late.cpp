// Right in its first calls, those of a check; in later ones, where k is 16, at fault in the way that EXACTK_LATE names.
// Spec: contract/C5 C8 C15 C18. Layer: proptests/speed.
#include <csignal>

#include <unistd.h>

#include "common/top_k.hpp"

namespace {

enum Fault { crash, hang, nothing, wrong, input, error, again };

#ifdef EXACTK_RIGHT
constexpr int right_calls = EXACTK_RIGHT; // convention: more than a few rounds make, and fewer than a series
#else
constexpr int right_calls = 6; // convention: more than a check makes, and fewer than a series
#endif

/// What the fault makes of a call; -1: the answer is written as ever.
int at_fault(const plugin::Problem &problem, const plugin::Outputs &outputs, Fault fault) {
    if (fault == crash)
        std::raise(SIGSEGV);
    while (fault == hang)
        pause();
    if ((fault == wrong || fault == again) && problem.rows > 0)
        plugin::put_index(outputs, 0, 0, outputs.indices[1]);
    if (fault == input)
        static_cast<unsigned char *>(const_cast<void *>(problem.scores))[0] = 0x5C;
    return fault == error ? 7 : 0;
}

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_late");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    static int calls = 0;
    const bool late = problem->k == 16 && ++calls > right_calls;
    // What a first run finds in its slots: where a series was, it is asked anew.
    if (late && EXACTK_LATE == again && *reinterpret_cast<const unsigned char *>(outputs->indices) == 0xA5)
        std::raise(SIGSEGV);
    if (!late || EXACTK_LATE != nothing)
        plugin::TopK().answer(*problem, *outputs);
    return late ? at_fault(*problem, *outputs, EXACTK_LATE) : 0;
}
