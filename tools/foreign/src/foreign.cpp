// Implementations in worker processes: how they are named and started, and what the end of a call means.
// Spec: contract/C8 C10 C15 C18. Layer: tools/foreign.
#include <exactk/foreign.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

#include <exactk/foreign/worker.hpp>

#include "layout.hpp"

namespace exactk::foreign {

namespace {

constexpr const char *plugin_prefix = "plugin:";
constexpr const char *python_prefix = "python:";
constexpr const char *worker_program = "exactk-worker";
constexpr std::byte poisons[2] = {std::byte{0xA5}, std::byte{0x5A}}; // convention: differ in every byte
/// Words of a worker that saw itself what others' memory tells this process.
constexpr std::string_view wrote_outside = "wrote_outside: ";
constexpr std::string_view not_captured = "not_captured: ";

/// A text of the worker's, which may be anything, with its lines.
template <std::size_t size> std::string lines_of(const std::array<char, size> &text) {
    return std::string(text.data(), strnlen(text.data(), size));
}

/// The same as one line without controls, for a terminal.
template <std::size_t size> std::string text_of(const std::array<char, size> &text) {
    std::string line = lines_of(text);
    for (char &letter : line) {
        letter = static_cast<unsigned char>(letter) < ' ' || letter == 0x7F ? '?' : letter;
    }
    return line;
}

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

Trouble trouble_of_fault(const Wire &wire) {
    // The last is the worker's number for what is none of the wire's arrays.
    const char *const names[part_count + 1] = {"lengths", "scores", "indices", "output scores",
                                               "the workspace"};
    const bool writes = wire.fault_writes == 1;
    const std::string part = names[std::min<std::uint32_t>(wire.fault_part, part_count)];
    const std::string where = std::to_string(wire.fault_distance) + " bytes ";
    const std::string words =
        (writes ? "wrote " : "read ") +
        (wire.fault_place == FaultPlace::before ? where + "before " : where + "beyond the end of ") + part;
    return writes ? Trouble{"wrote_outside", "C8", words} : Trouble{"read_outside", "C10", words};
}

/// Seconds as they were given, without zeros at the end.
std::string seconds_words(double seconds) {
    std::ostringstream text;
    text << seconds;
    return text.str();
}

std::string signal_words(int signal) {
    const char *const name = sigabbrev_np(signal);
    return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

/// One foreign implementation and its worker.
class Foreign {
public:
    Foreign(Command command, double seconds, bool is_plugin)
        : seconds_(seconds), is_plugin_(is_plugin), worker_(std::move(command), seconds) {}

    /// Starts it and takes its description; "" or what went wrong.
    std::string open();
    Ended call(const Problem &problem, const Outputs &outputs, const Way &way);

    void renew() { worker_.stop(); }
    void keep(const Promise &promise) { promise_ = promise; }
    const std::string &name() const { return name_; }
    const std::string &release() const { return release_; }
    const std::string &promises() const { return promises_; }

private:
    Ended failed(std::vector<Trouble> troubles) const;
    Ended lost(const Waited &waited);
    Ended said(const Wire &wire);

    double seconds_;
    bool is_plugin_;
    bool streams_ = false; ///< whether it has arrays on a device and can be given a stream
    Worker worker_;
    Promise promise_;
    std::string name_;
    std::string release_;
    std::string promises_;
};

std::string Foreign::open() {
    const Waited waited = worker_.start();
    if (waited.how == Waited::How::no_start) {
        return waited.words;
    }
    if (waited.how == Waited::How::timed_out) {
        return "it was not loaded in time";
    }
    if (waited.how == Waited::How::died) {
        const std::string line = worker_.last_line();
        const std::string how = waited.signal != 0 ? "by " + signal_words(waited.signal)
                                                   : "with exit code " + std::to_string(waited.exit_code);
        return "its process ended " + how + " while it was loaded" +
               (line.empty() ? "" : "; it printed: " + line);
    }
    const Wire &wire = worker_.wire();
    if (wire.reply != Reply::ready) {
        worker_.stop();
        return text_of(wire.text);
    }
    name_ = text_of(wire.name);
    release_ = text_of(wire.release);
    promises_ = lines_of(wire.promises);
    streams_ = is_plugin_ && wire.memory == 1;
    return "";
}

Ended Foreign::failed(std::vector<Trouble> troubles) const {
    Ended ended;
    ended.how = Ended::How::failed;
    ended.troubles = std::move(troubles);
    return ended;
}

/// The process ended in the call.
Ended Foreign::lost(const Waited &waited) {
    if (waited.how == Waited::How::timed_out) {
        return failed({{"timed_out", "C8", "no answer after " + seconds_words(seconds_) + " s"}});
    }
    const Wire &wire = worker_.wire();
    if (wire.fault_place == FaultPlace::before || wire.fault_place == FaultPlace::behind) {
        return failed({trouble_of_fault(wire)});
    }
    const int signal = wire.signal != 0 ? wire.signal : waited.signal;
    const std::string line = worker_.last_line();
    std::string words = signal != 0 ? "ended by " + signal_words(signal)
                                    : "ended its process with exit code " + std::to_string(waited.exit_code);
    words += line.empty() ? "" : "; it printed: " + line;
    return failed({{"crashed", "C8", words}});
}

/// The process is there and has said something other than an answer.
Ended Foreign::said(const Wire &wire) {
    const std::string words = text_of(wire.text);
    switch (wire.reply) {
    case Reply::not_supported:
    case Reply::unusable: {
        Ended ended;
        ended.how = Ended::How::not_run;
        ended.words = words.empty() ? "it does not take this problem" : words;
        return ended;
    }
    case Reply::refused:
        return failed({{"refused", "C18",
                        "took the problem and then answered with code " + std::to_string(wire.status) +
                            (words.empty() ? "" : ": " + words)}});
    case Reply::raised:
        if (words.starts_with(wrote_outside)) {
            return failed({{"wrote_outside", "C8", words.substr(wrote_outside.size())}});
        }
        if (words.starts_with(not_captured)) {
            return failed({{"not_captured", "C15", words.substr(not_captured.size())}});
        }
        return failed({{"raised", "C18", words}});
    case Reply::device_error: worker_.stop(); return failed({{"device_error", "C8", words}});
    default: break;
    }
    worker_.stop();
    return failed({{"crashed", "C8", "its process broke off the conversation"}});
}

Ended Foreign::call(const Problem &problem, const Outputs &outputs, const Way &way) {
    Ended none;
    none.how = Ended::How::not_run;
    if (!worker_.running()) {
        none.words = open();
        if (!none.words.empty()) {
            return none;
        }
    }
    if (way.how != Way::How::plain && !streams_) {
        none.words = "it is not given streams";
        return none;
    }
    // In the memory of a graph the arrays keep their places, whatever the lengths.
    const bool in_graph = way.how == Way::How::capture || way.how == Way::How::replay;
    const Placement placement = {way.number % 2 == 0, promise_.alignment, promise_.reads_width || in_graph,
                                 poisons[static_cast<std::size_t>(way.number % 2)]};
    const Layout layout(problem, outputs, placement);
    if (!worker_.reserve(layout.total_bytes())) {
        none.words = "no memory for " + std::to_string(layout.total_bytes()) + " bytes";
        return none;
    }
    layout.describe(worker_.wire());
    worker_.wire().way = static_cast<std::uint32_t>(way.how);
    for (const Request request : {Request::supports, Request::run}) {
        if (request == Request::run) {
            layout.fill(worker_.memory());
        }
        worker_.wire().request = request;
        const Waited waited = worker_.call();
        if (waited.how != Waited::How::replied) {
            return lost(waited);
        }
        if (worker_.wire().reply != Reply::answered) {
            return said(worker_.wire());
        }
    }
    layout.take(worker_.memory());
    Ended ended;
    ended.troubles = layout.troubles(worker_.memory());
    return ended;
}

/// How the worker of that name is started; false if the name is of no known form.
bool command_of(const std::string &name, const Settings &settings, Command &out) {
    if (name.starts_with(plugin_prefix)) {
        std::string path = name.substr(std::strlen(plugin_prefix));
        path = path.find('/') == std::string::npos ? "./" + path : path;
        const std::string worker =
            settings.worker.empty() ? (program_folder() / worker_program).string() : settings.worker;
        out.words = {worker, path};
        return true;
    }
    const std::string callable = name.substr(std::strlen(python_prefix));
    const std::string folder = settings.python_path.empty() ? python_folder() : settings.python_path;
    const char *const before = std::getenv("PYTHONPATH");
    out.words = {settings.python.empty() ? "python3" : settings.python,
                 "-B",
                 "-m",
                 "exactk.worker",
                 "--callable",
                 callable,
                 "--signature",
                 settings.signature.empty() ? "plain" : settings.signature};
    if (settings.cuda) {
        out.words.insert(out.words.end(), {"--memory", "cuda"});
    }
    out.environment = {"PYTHONPATH=" + folder + ":." + (before == nullptr ? "" : std::string(":") + before)};
    return callable.find(':') != std::string::npos;
}

} // namespace

bool is_foreign(const std::string &name) {
    return name.starts_with(plugin_prefix) || name.starts_with(python_prefix);
}

std::string make(const std::string &name, const Settings &settings, Implementation &out) {
    Command command;
    if (!is_foreign(name) || !command_of(name, settings, command)) {
        return name + " is neither plugin:PATH nor python:MODULE:FUNCTION";
    }
    const auto foreign =
        std::make_shared<Foreign>(command, settings.seconds, name.starts_with(plugin_prefix));
    if (const std::string wrong = foreign->open(); !wrong.empty()) {
        return name + ": " + wrong;
    }
    auto promise = std::make_shared<Promise>();
    if (const std::string wrong = parse(foreign->promises(), *promise); !wrong.empty()) {
        return name + ": its promises, " + wrong;
    }
    if (const std::string wrong = parse(settings.promise, *promise); !wrong.empty()) {
        return name + ": the promise given, " + wrong;
    }
    foreign->keep(*promise);
    out = Implementation{};
    out.name = name;
    out.description = foreign->name() + (foreign->release().empty() ? "" : " " + foreign->release()) +
                      ", promises " + describe(*promise);
    out.promise = promise;
    out.isolated = [foreign](const Problem &problem, const Outputs &outputs, const Way &way) {
        return foreign->call(problem, outputs, way);
    };
    out.renew = [foreign] { foreign->renew(); };
    return "";
}

} // namespace exactk::foreign
