// Loads a plug-in and looks at what it says of itself.
// Spec: contract/C18. Layer: tools/worker.
#include "plugin.hpp"

#include <dlfcn.h>

namespace exactk::worker {

namespace {

template <class Function> void find(void *library, const char *name, Function &out) {
    out = reinterpret_cast<Function>(dlsym(library, name));
}

} // namespace

std::string Plugin::words(int code) const {
    const char *const text = status_text != nullptr ? status_text(code) : nullptr;
    return text == nullptr ? "" : text;
}

std::string load(const std::string &path, Plugin &out) {
    std::fegetenv(&out.floats);
    const Entered entered(out); // a library linked with -ffast-math sets the environment when it is loaded
    void *const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return dlerror();
    }
    const exactk_plugin_description *(*describe)() = nullptr;
    find(library, "exactk_plugin_describe", describe);
    find(library, "exactk_plugin_run", out.run);
    find(library, "exactk_plugin_supports", out.supports);
    find(library, "exactk_plugin_workspace", out.workspace);
    find(library, "exactk_plugin_status_text", out.status_text);
    if (describe == nullptr || out.run == nullptr) {
        return path + " has no " + (describe == nullptr ? "exactk_plugin_describe" : "exactk_plugin_run") +
               "; a C++ source must include exactk_plugin.h, which gives its functions their names";
    }
    out.description = describe();
    if (out.description == nullptr) {
        return path + ": exactk_plugin_describe returned no description";
    }
    if (out.description->version != EXACTK_PLUGIN_VERSION) {
        return path + " is for version " + std::to_string(out.description->version) +
               " of the plug-in interface; this program has version " + std::to_string(EXACTK_PLUGIN_VERSION);
    }
    if (out.description->size < sizeof(exactk_plugin_description)) {
        return path + ": its description has size " + std::to_string(out.description->size) +
               ", fewer than " + std::to_string(sizeof(exactk_plugin_description)) + " bytes";
    }
    if (out.description->memory != exactk_plugin_host && out.description->memory != exactk_plugin_cuda) {
        return path + ": its description names memory " + std::to_string(out.description->memory) +
               ", which is neither host nor cuda";
    }
    if (out.description->name == nullptr) {
        return path + ": its description has no name";
    }
    return "";
}

} // namespace exactk::worker
