// exactk new-plugin: writes the skeleton of a plug-in and the header that it needs, and says how to build and judge it.
// Spec: contract/C18. Layer: tools/cli.
#include "new_plugin.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/App.hpp>
#include <fmt/core.h>

#include "../commands.hpp"
#include "arguments.hpp"

namespace exactk::cli {

namespace {

constexpr const char *header_name = "exactk_plugin.h";
constexpr std::string_view placeholder = "@NAME@";
constexpr std::size_t name_length_max = 64; // convention: file names stay far below any limit of theirs

struct NewPluginCommand {
    std::string name;
    std::string dir = ".";
    bool cuda = false;
};

void check_name(const std::string &name) {
    constexpr const char *first = "abcdefghijklmnopqrstuvwxyz_";
    constexpr const char *others = "abcdefghijklmnopqrstuvwxyz_0123456789";
    if (name.empty() || name.find_first_of(first) != 0 || name.find_first_not_of(others) != std::string::npos)
        refuse(fmt::format(
            "'{}' is no name for a plug-in; it has lower-case letters, digits and _, and no digit first",
            name));
    if (name.size() > name_length_max)
        refuse(fmt::format("the name has {} characters; the limit is {}", name.size(), name_length_max));
}

std::string with_name(std::string_view text, const std::string &name) {
    std::string named;
    for (std::size_t at = text.find(placeholder); at != std::string_view::npos; at = text.find(placeholder)) {
        named.append(text.substr(0, at)).append(name);
        text.remove_prefix(at + placeholder.size());
    }
    return named.append(text);
}

/// Links that lead nowhere count, too: to write through them would make a file elsewhere.
bool is_there(const std::string &path) {
    std::error_code error;
    return std::filesystem::exists(std::filesystem::symlink_status(path, error));
}

bool holds(const std::string &path, std::string_view text) {
    std::ifstream file(path, std::ios::binary);
    return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
}

/// A file that is not there yet, whole or not at all.
void write_new(const std::string &path, std::string_view text) {
    std::FILE *file = std::fopen(path.c_str(), "wbx");
    if (file == nullptr)
        refuse(fmt::format("{}: {}", path, std::strerror(errno)));
    bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    written = std::fclose(file) == 0 && written;
    if (!written) {
        const std::string reason = std::strerror(errno);
        std::remove(path.c_str());
        refuse(fmt::format("{}: {}", path, reason));
    }
}

/// For a shell, and so that no path is taken for a flag.
std::string quoted(std::string path) {
    if (path.front() == '-')
        path.insert(0, "./");
    const bool plain = path.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                              "_-./:") == std::string::npos;
    if (plain)
        return path;
    std::string text = "'";
    for (const char letter : path)
        text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

void print_commands(const NewPluginCommand &command, const std::string &source, bool header_written) {
    const std::string folder = command.dir == "." ? "" : command.dir + "/";
    const std::string library = fmt::format("{}lib{}.so", folder, command.name);
    fmt::print("wrote {}\n", source);
    if (header_written)
        fmt::print("wrote {}{}\n", folder, header_name);
    fmt::print("build: {} {} -o {}\n",
               command.cuda ? "nvcc -O2 -shared -Xcompiler -fPIC" : "g++ -std=c++17 -O2 -shared -fPIC",
               quoted(source), quoted(library));
    // A name without a slash would be looked for among the system's libraries.
    fmt::print("judge: exactk check --impl {}\n",
               quoted("plugin:" + (folder.empty() ? "./" + library : library)));
}

void run_new_plugin(NewPluginCommand command) {
    check_name(command.name);
    while (command.dir.size() > 1 && command.dir.back() == '/')
        command.dir.pop_back();
    std::error_code error;
    if (!std::filesystem::is_directory(command.dir, error))
        refuse(fmt::format("--dir {}: there is no such folder", command.dir));
    const std::string folder = command.dir == "." ? "" : command.dir + "/";
    const std::string source = fmt::format("{}{}.{}", folder, command.name, command.cuda ? "cu" : "cpp");
    const std::string header = folder + header_name;
    if (is_there(source))
        refuse(fmt::format("{} is there already; nothing is overwritten", source));
    // Several plug-ins in one folder share the header.
    const bool has_header = is_there(header);
    if (has_header && !holds(header, plugin_header))
        refuse(fmt::format("{} is there already and is another one; nothing is overwritten", header));
    write_new(source, with_name(command.cuda ? plugin_template_cu : plugin_template_cpp, command.name));
    try {
        if (!has_header)
            write_new(header, plugin_header);
    } catch (const Refusal &) {
        std::remove(source.c_str());
        throw;
    }
    print_commands(command, source, !has_header);
}

} // namespace

void add_new_plugin(CLI::App &app, Session &) {
    auto arguments = std::make_shared<NewPluginCommand>();
    CLI::App *command = app.add_subcommand(
        "new-plugin", "Write the skeleton of a plug-in: a top-k of yours for exactk to judge");
    command
        ->add_option("name", arguments->name,
                     "Name of the plug-in and of its file: lower-case letters, digits and _")
        ->required();
    add_switch(*command, "--cuda", arguments->cuda, "Write one for the GPU");
    command->add_option("--dir", arguments->dir, "Folder for the files, which is there already")
        ->check(check_not_empty)
        ->capture_default_str();
    command->callback([arguments] { run_new_plugin(*arguments); });
}

} // namespace exactk::cli
