// Says that its arrays lie on a GPU, and is never called: no host's time is held against it.
// Spec: contract/C18. Layer: proptests/speed.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static exactk_plugin_description description = plugin::described("timed_on_device");
    description.memory = exactk_plugin_cuda;
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *, const plugin::Outputs *, void *, std::int64_t,
                                 void *) {
    return 1;
}
