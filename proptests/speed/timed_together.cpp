// Right, except beside another of its kind: then one answer of a series is a refusal, which neither does alone.
// Spec: contract/C15 C18. Layer: proptests/speed.
#include <cstdlib>

#include "common/top_k.hpp"

namespace {

const char *const mark = "EXACTK_TIMED_TOGETHER";

/// Whether another has been loaded into this process. A process begins without the mark, whatever its parent had.
bool is_second() {
    const bool second = std::getenv(mark) != nullptr;
    setenv(mark, "1", 1);
    return second;
}

const bool second = is_second();

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_together" EXACTK_LETTER);
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    static int calls = 0;
    plugin::TopK().answer(*problem, *outputs);
    return second && ++calls > 6 ? 7 : 0;
}
