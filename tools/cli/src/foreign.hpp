// Flags about others' implementations, and those implementations by name.
// Spec: contract/C15. Layer: tools/cli.
#pragma once

#include <list>
#include <string>

#include <CLI/App.hpp>

#include <exactk/foreign.hpp>
#include <exactk/implementations.hpp>

namespace exactk::cli {

/// --time-out --promise --signature --cuda --python, as given.
struct ForeignArguments {
    double seconds = 10;   ///< convention: many times what a call takes, and short enough to wait for
    std::string promise;   ///< file; empty: what the implementation says itself
    std::string signature; ///< empty: none given
    bool cuda = false;
    std::string python; ///< empty: python3
};

void add_foreign_arguments(CLI::App &command, ForeignArguments &arguments);

/// The flags that were given, each after a blank, to be repeated in a command line.
std::string flags_of(const ForeignArguments &arguments);

/// Whether a name given to --impl is one of others: plugin:PATH or python:MODULE:FUNCTION.
bool names_foreign(const std::string &name);

/// The arguments as the library takes them. Throws Refusal if the promise cannot be read; `flag` is the one that named it.
foreign::Settings settings_of(const ForeignArguments &arguments, const std::string &flag = "--promise");

/// Makes the implementation at the end of `list`, which keeps its place. Throws Refusal with what could not be had.
const Implementation &add_foreign(const std::string &name, const ForeignArguments &arguments,
                                  std::list<Implementation> &list);

} // namespace exactk::cli
