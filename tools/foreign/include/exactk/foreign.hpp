// Implementations of others as implementations of this program: `plugin:PATH` and `python:MODULE:FUNCTION`.
// Spec: contract/C1 to C9 C15 C18. Layer: tools/foreign.
#pragma once

#include <string>

#include <exactk/implementations.hpp>

namespace exactk::foreign {

/// What a command line says beside the name.
struct Settings {
    double seconds = 10; ///< most time of one call
    std::string
        promise; ///< lines that replace those of the implementation, key by key; see exactk/promise.hpp
    std::string signature; ///< of a Python callable; empty: "plain"
    bool cuda = false;     ///< a Python callable gets its arrays on the GPU
    std::string worker;    ///< the program exactk-worker; empty: beside this program
    std::string python;    ///< the interpreter; empty: "python3"
    std::string
        python_path; ///< the folder that holds the package `exactk`; empty: beside this program, or as installed
};

/// Whether the name speaks of a foreign implementation.
bool is_foreign(const std::string &name);

/// Starts a worker and asks it what it is. The implementation's calls go to that worker, and to a new one after it died.
/// `out` is not to be used if words are returned: what could not be had, and what to do.
std::string make(const std::string &name, const Settings &settings, Implementation &out);

/// Words of others without control characters, so that they can neither begin a line nor steer a terminal.
std::string one_line(std::string text);

} // namespace exactk::foreign
