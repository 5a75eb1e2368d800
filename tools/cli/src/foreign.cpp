// Others' implementations on the command line.
// Spec: contract/C15. Layer: tools/cli.
#include "foreign.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include <exactk/cli/session.hpp>

#include "arguments.hpp"
#include "inputs.hpp"

namespace exactk::cli {

namespace {

std::string read_promise(const std::string &flag, const std::string &path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        refuse(fmt::format("{} {} cannot be read: it is no file", flag, path));
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file)
        refuse(fmt::format("{} {} cannot be read", flag, path));
    Promise promise;
    if (const std::string wrong = parse(text, promise); !wrong.empty())
        refuse(fmt::format("{}: {}", path, wrong));
    return text;
}

} // namespace

void add_foreign_arguments(CLI::App &command, ForeignArguments &arguments) {
    command
        .add_option("--time-out", arguments.seconds,
                    "Most seconds of one call to a plugin: or python: implementation")
        ->check(check_amount)
        ->capture_default_str();
    command
        .add_option("--promise", arguments.promise,
                    "File with what a plugin: or python: implementation promises, instead of its own words")
        ->check(check_not_empty);
    command
        .add_option("--signature", arguments.signature,
                    "How a python: function is called: plain, torch, vllm-decode, vllm-prefill, "
                    "sglang-transform, flashinfer-topk (default: plain)")
        ->check(check_not_empty);
    add_switch(command, "--cuda", arguments.cuda, "Give a python: function its arrays on the GPU");
    command
        .add_option("--python", arguments.python,
                    "The interpreter for python: implementations (default: python3)")
        ->check(check_not_empty);
}

std::string flags_of(const ForeignArguments &arguments) {
    std::string flags;
    if (arguments.seconds != ForeignArguments{}.seconds)
        flags += fmt::format(" --time-out {}", arguments.seconds);
    if (!arguments.promise.empty())
        flags += " --promise " + arguments.promise;
    if (!arguments.signature.empty())
        flags += " --signature " + arguments.signature;
    if (arguments.cuda)
        flags += " --cuda";
    if (!arguments.python.empty())
        flags += " --python " + arguments.python;
    return flags;
}

bool names_foreign(const std::string &name) { return foreign::is_foreign(name); }

foreign::Settings settings_of(const ForeignArguments &arguments, const std::string &flag) {
    foreign::Settings settings;
    settings.seconds = arguments.seconds;
    settings.promise = arguments.promise.empty() ? "" : read_promise(flag, arguments.promise);
    settings.signature = arguments.signature;
    settings.cuda = arguments.cuda;
    settings.python = arguments.python;
    return settings;
}

const Implementation &add_foreign(const std::string &name, const ForeignArguments &arguments,
                                  std::list<Implementation> &list) {
    const auto same = [&](const Implementation &one) { return one.name == name; };
    if (std::any_of(list.begin(), list.end(), same))
        refuse(fmt::format("--impl names {} twice", name));
    Implementation made;
    if (const std::string wrong = foreign::make(name, settings_of(arguments), made); !wrong.empty())
        refuse(fmt::format("--impl {}", wrong));
    list.push_back(std::move(made));
    return list.back();
}

} // namespace exactk::cli
