// A plug-in's shared library, loaded, with its functions.
// Spec: contract/C18. Layer: tools/worker.
#pragma once

#include <cstdint>
#include <string>

#include <exactk_plugin.h>

namespace exactk::worker {

/// Functions of a loaded plug-in; the optional ones may be null. It stays loaded until the process ends.
struct Plugin {
    const exactk_plugin_description *description = nullptr;
    int (*supports)(const exactk_plugin_problem *) = nullptr;
    std::int64_t (*workspace)(const exactk_plugin_problem *) = nullptr;
    int (*run)(const exactk_plugin_problem *, const exactk_plugin_outputs *, void *, std::int64_t,
               void *) = nullptr;
    const char *(*status_text)(int) = nullptr;

    /// The plug-in's words for a code of its own; "" if it has none.
    std::string words(int code) const;
};

/// Loads the library. "" or what is wrong with it.
std::string load(const std::string &path, Plugin &out);

} // namespace exactk::worker
