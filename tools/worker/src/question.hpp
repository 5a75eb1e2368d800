// A request of the wire as the structs of a plug-in.
// Spec: contract/C1 C3 C4 C6 C7. Layer: tools/worker.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <exactk/foreign/wire.hpp>
#include <exactk_plugin.h>

namespace exactk::worker {

/// The problem without pointers, as exactk_plugin_supports sees it.
exactk_plugin_problem question_of(const foreign::Wire &wire);

/// The outputs without pointers.
exactk_plugin_outputs outputs_of(const foreign::Wire &wire);

/// Everything that exactk_plugin_run is called with.
struct Call {
    exactk_plugin_problem problem{};
    exactk_plugin_outputs outputs{};
    void *workspace = nullptr;
    std::int64_t workspace_bytes = 0;
    void *stream = nullptr;
};

/// A call whose arrays lie at these places, by Part; without workspace and stream.
Call call_at(const foreign::Wire &wire, const std::array<std::byte *, foreign::part_count> &places);

} // namespace exactk::worker
