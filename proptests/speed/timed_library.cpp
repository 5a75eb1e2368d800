// The library that timed_adapter calls: right, with its work EXACTK_WORK times.
// Spec: contract/C5 C15. Layer: proptests/speed.
#include "common/top_k.hpp"

extern "C" __attribute__((visibility("default"))) int timed_top_k(const plugin::Problem *problem,
                                                                  const plugin::Outputs *outputs) {
    for (int time = 0; time < EXACTK_WORK; ++time)
        plugin::TopK().answer(*problem, *outputs);
    return 0;
}
