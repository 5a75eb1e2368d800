// A plug-in's shared library, loaded, with its functions.
// Spec: contract/C18. Layer: tools/worker.
#pragma once

#include <cfenv>
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

    /// Rounding, traps, and on x86 whether subnormal numbers are flushed, as loading it and its own calls have left them. Of two
    /// plug-ins in one process neither meets what the other has set.
    mutable std::fenv_t floats{};

    /// The plug-in's words for a code of its own; "" if it has none.
    std::string words(int code) const;
};

/// While it is there, the floating-point environment is the plug-in's own.
class Entered {
public:
    explicit Entered(const Plugin &plugin) : plugin_(plugin) {
        std::fegetenv(&outside_);
        std::fesetenv(&plugin.floats);
    }
    ~Entered() {
        std::fegetenv(&plugin_.floats);
        std::fesetenv(&outside_);
    }
    Entered(const Entered &) = delete;
    Entered &operator=(const Entered &) = delete;

private:
    const Plugin &plugin_;
    std::fenv_t outside_{};
};

/// Loads the library. "" or what is wrong with it.
std::string load(const std::string &path, Plugin &out);

} // namespace exactk::worker
