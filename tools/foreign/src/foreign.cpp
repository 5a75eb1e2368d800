// How implementations in worker processes are named and started.
// Spec: contract/C8 C10 C15 C18. Layer: tools/foreign.
#include <exactk/foreign.hpp>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include <exactk/foreign/company.hpp>

#include "process.hpp"
#include "sharing.hpp"

namespace exactk::foreign {

namespace {

constexpr const char *plugin_prefix = "plugin:";
constexpr const char *python_prefix = "python:";
constexpr const char *worker_program = "exactk-worker";

std::filesystem::path program_folder() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

/// The folder that holds the Python package: of an installed program, or of the source tree of a built one.
std::string python_folder() {
    std::error_code error;
    const std::filesystem::path installed = program_folder() / ".." / "share" / "exactk" / "python";
    return std::filesystem::exists(installed / "exactk" / "worker.py", error)
               ? installed.lexically_normal().string()
               : EXACTK_PYTHON_FOLDER;
}

bool is_plugin(const std::string &name) { return name.starts_with(plugin_prefix); }

/// The file, also where it is named without a folder: plug-ins are not looked for anywhere.
std::string plugin_path(const std::string &name) {
    const std::string path = name.substr(std::strlen(plugin_prefix));
    return path.find('/') == std::string::npos ? "./" + path : path;
}

Command plugin_command(const std::vector<std::string> &names, const Settings &settings) {
    Command command;
    command.words = {settings.worker.empty() ? (program_folder() / worker_program).string()
                                             : settings.worker};
    for (const std::string &name : names) {
        command.words.push_back(plugin_path(name));
    }
    return command;
}

Command python_command(const std::vector<std::string> &names, const std::vector<Settings> &settings) {
    const Settings &all = settings.front();
    const std::string folder = all.python_path.empty() ? python_folder() : all.python_path;
    const char *const before = std::getenv("PYTHONPATH");
    Command command;
    command.words = {all.python.empty() ? "python3" : all.python, "-B", "-m", "exactk.worker"};
    for (std::size_t which = 0; which < names.size(); ++which) {
        const std::string &signature = settings[which].signature;
        command.words.insert(command.words.end(),
                             {"--callable", names[which].substr(std::strlen(python_prefix)), "--signature",
                              signature.empty() ? "plain" : signature});
    }
    if (all.cuda) {
        command.words.insert(command.words.end(), {"--memory", "cuda"});
    }
    command.environment = {"PYTHONPATH=" + folder + ":." +
                           (before == nullptr ? "" : std::string(":") + before)};
    return command;
}

/// Whether the name is of a form that can be started.
bool is_named(const std::string &name) {
    return is_plugin(name) ||
           (is_foreign(name) && name.find(':', std::strlen(python_prefix)) != std::string::npos);
}

/// The implementation's own promise with the settings' lines instead of those of the same keys; "" or what is wrong.
std::string read_promise(const std::string &own, const std::string &given, Promise &out) {
    if (const std::string wrong = parse(own, out); !wrong.empty()) {
        return "its promises, " + wrong;
    }
    const std::string wrong = parse(given, out);
    return wrong.empty() ? "" : "the promise given, " + wrong;
}

} // namespace

bool is_foreign(const std::string &name) { return is_plugin(name) || name.starts_with(python_prefix); }

std::string why_not_shared(const std::string &one, const std::string &other) {
    if (!is_foreign(one) || !is_foreign(other) || is_plugin(one) != is_plugin(other)) {
        return "A and B cannot live in one";
    }
    return is_plugin(one) ? one_line(why_apart(plugin_path(one), plugin_path(other))) : "";
}

std::string Company::open(const std::vector<std::string> &names, const std::vector<Settings> &settings) {
    for (const std::string &name : names) {
        if (!is_named(name)) {
            return name + " is neither plugin:PATH nor python:MODULE:FUNCTION";
        }
    }
    std::string all = names.front() + (names.size() > 1 ? " and " + names.back() : "");
    const bool plugins = is_plugin(names.front());
    const Command command =
        plugins ? plugin_command(names, settings.front()) : python_command(names, settings);
    const auto process = std::make_shared<Process>(command, settings.front().seconds, names.size());
    if (const std::string wrong = process->open(); !wrong.empty()) {
        return all + ": " + wrong;
    }
    implementations_.clear();
    for (std::size_t which = 0; which < names.size(); ++which) {
        const Process::Description &described = process->description(which);
        auto promise = std::make_shared<Promise>();
        if (const std::string wrong = read_promise(described.promises, settings[which].promise, *promise);
            !wrong.empty()) {
            return names[which] + ": " + wrong;
        }
        process->keep(which, *promise);
        Implementation made;
        made.name = names[which];
        made.description = described.name + (described.release.empty() ? "" : " " + described.release) +
                           ", promises " + describe(*promise);
        made.promise = promise;
        made.isolated = [process, which](const Problem &problem, const Outputs &outputs, const Way &way) {
            return process->call(which, problem, outputs, way);
        };
        made.renew = [process] { process->renew(); };
        implementations_.push_back(std::move(made));
    }
    process_ = process;
    return "";
}

bool Company::on_device(std::size_t which) const { return process_->description(which).on_device; }

const std::string &Company::device(std::size_t which) const { return process_->description(which).device; }

Timed Company::time(const Problem &problem, const Outputs &outputs, Rounds &rounds) {
    return process_->time(problem, outputs, rounds);
}

Ended Company::kept(std::size_t which, const Problem &problem, const Outputs &outputs) {
    return process_->kept(which, problem, outputs);
}

void Company::renew() { process_->renew(); }

std::string Company::ready() { return process_->ready(); }

std::string make(const std::string &name, const Settings &settings, Implementation &out) {
    Company company;
    const std::string wrong = company.open({name}, {settings});
    if (wrong.empty()) {
        out = company.implementation(0);
    }
    return wrong;
}

} // namespace exactk::foreign
