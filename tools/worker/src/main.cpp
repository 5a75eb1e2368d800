// exactk-worker PATH [PATH]: loads plug-ins and answers the tool's requests with them until the tool goes away.
// Spec: contract/C8 C10 C18. Layer: tools/worker.
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device_memory.hpp"
#include "fault_report.hpp"
#include "host_memory.hpp"
#include "plugin.hpp"
#include "series.hpp"

namespace exactk::worker {
namespace {

using foreign::Reply;
using foreign::Wire;

// Ways of a call, as the tool's Way::How numbers them.
constexpr std::uint32_t plain = 0;   // bound: Way::How
constexpr std::uint32_t beside = 1;  // bound: Way::How
constexpr std::uint32_t capture = 2; // bound: Way::How
constexpr std::uint32_t replay = 3;  // bound: Way::How

constexpr int high_descriptors = 200; // convention: above what a plug-in's code would meet by accident

class Session {
public:
    Session(int memory, int socket) : memory_(memory), socket_(socket) {}

    /// Maps the shared memory as long as it is now. False if it cannot be had.
    bool map(std::int64_t bytes);
    int serve(const std::vector<std::string> &paths);

private:
    void say(const Said &said);
    bool next();
    Said answer();
    Said load_all(const std::vector<std::string> &paths);
    Said describe();
    Said supports();
    const Plugin &plugin() const { return plugins_[mapped_.wire().which]; }
    int run_plugin(const Call &call);
    Said ended(int code, const Said &finished);
    Said run_on_host(std::int64_t workspace_bytes);
    Said run_on_device(std::int64_t workspace_bytes);
    Said run_beside(std::int64_t workspace_bytes, DeviceMemory &memory);
    Said capture_graph(std::unique_ptr<DeviceMemory> memory);
    Said launch_graph();

    int memory_;
    int socket_;
    Mapped mapped_;
    std::vector<Plugin> plugins_;
    DeviceStreams streams_;
    std::unique_ptr<DeviceMemory> graph_memory_;
    Series series_{mapped_, plugins_, streams_};
};

bool Session::map(std::int64_t bytes) {
    if (bytes == mapped_.count) {
        return true;
    }
    if (mapped_.bytes != nullptr) {
        munmap(mapped_.bytes, static_cast<std::size_t>(mapped_.count));
    }
    void *const now = mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_NORESERVE, memory_, 0);
    if (now == MAP_FAILED) {
        return false;
    }
    mapped_ = {static_cast<std::byte *>(now), bytes};
    report_faults_to(&mapped_.wire());
    return true;
}

void Session::say(const Said &said) {
    Wire &wire = mapped_.wire();
    wire.status = said.status;
    put(wire.text, said.text);
    wire.reply = said.reply;
    const char byte = 'd';
    if (send(socket_, &byte, 1, MSG_NOSIGNAL) != 1) {
        _exit(0); // the tool is gone
    }
}

bool Session::next() {
    for (;;) {
        char byte = 0;
        const ssize_t got = recv(socket_, &byte, 1, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        return got == 1 && map(mapped_.wire().total_bytes);
    }
}

Said Session::supports() {
    const exactk_plugin_problem question = question_of(mapped_.wire());
    const Entered entered(plugin());
    const int code = plugin().supports == nullptr ? 0 : plugin().supports(&question);
    if (code == 0) {
        return {};
    }
    const std::string words = plugin().words(code);
    return {Reply::not_supported, code,
            words.empty() ? "its exactk_plugin_supports returned " + std::to_string(code) : words};
}

Said finished(HostMemory &memory) {
    const std::string damage = memory.damage();
    return damage.empty() ? Said{} : damaged(damage);
}

Said finished(DeviceMemory &memory) {
    const Finished finished = memory.finish();
    if (!finished.device_error.empty()) {
        return {Reply::device_error, 0, finished.device_error};
    }
    return finished.damage.empty() ? Said{} : damaged(finished.damage);
}

int Session::run_plugin(const Call &call) {
    const Entered entered(plugin());
    return plugin().run(&call.problem, &call.outputs, call.workspace, call.workspace_bytes, call.stream);
}

/// What a call ended with; an error of the plug-in's own counts only where memory is as it should be.
Said Session::ended(int code, const Said &finished) {
    if (code != 0 && finished.reply == Reply::answered) {
        return {Reply::refused, code, plugin().words(code)};
    }
    return finished;
}

Said Session::run_on_host(std::int64_t workspace_bytes) {
    if (mapped_.wire().way != plain) {
        return {Reply::unusable, 0, "its arrays lie in host memory, where there are no streams"};
    }
    HostMemory memory(mapped_, workspace_bytes);
    if (!memory.wrong().empty()) {
        return {Reply::unusable, 0, memory.wrong()};
    }
    const int code = run_plugin(memory.call());
    return ended(code, finished(memory));
}

Said Session::run_on_device(std::int64_t workspace_bytes) {
    if (const std::string wrong = streams_.open(mapped_.wire().device); !wrong.empty()) {
        return {Reply::unusable, 0, wrong};
    }
    const std::uint32_t way = mapped_.wire().way;
    if (way == replay) {
        return launch_graph();
    }
    graph_memory_.reset(); // the arrays of another graph
    auto memory = std::make_unique<DeviceMemory>(mapped_, workspace_bytes,
                                                 way == beside ? streams_.second() : streams_.first());
    if (!memory->wrong().empty()) {
        return {Reply::unusable, 0, memory->wrong()};
    }
    if (way == capture) {
        return capture_graph(std::move(memory));
    }
    if (way == beside) {
        return run_beside(workspace_bytes, *memory);
    }
    const int code = run_plugin(memory->call());
    return ended(code, finished(*memory));
}

/// The call on the second stream, while the same question is under way on the first.
Said Session::run_beside(std::int64_t workspace_bytes, DeviceMemory &memory) {
    DeviceMemory other(mapped_, workspace_bytes, streams_.first());
    if (!other.wrong().empty()) {
        return {Reply::unusable, 0, other.wrong()};
    }
    int code = run_plugin(other.call());
    code = code == 0 ? run_plugin(memory.call()) : code;
    return ended(code, finished(memory));
}

/// Captured after a call of the same, as servers do: what a plug-in makes once and keeps is no part of a graph.
Said Session::capture_graph(std::unique_ptr<DeviceMemory> memory) {
    const Call call = memory->call();
    int code = run_plugin(call);
    if (const std::string lost = memory->settle(); !lost.empty()) {
        return {Reply::device_error, 0, lost};
    }
    if (code != 0) {
        return {Reply::refused, code, plugin().words(code)};
    }
    const std::string wrong = memory->capture([&] { return run_plugin(call); }, code);
    if (code != 0) {
        return {Reply::refused, code, plugin().words(code)};
    }
    if (!wrong.empty()) {
        return {Reply::raised, 0, "not_captured: " + wrong};
    }
    graph_memory_ = std::move(memory);
    return launch_graph();
}

/// The graph that was captured, in its memory with what the arrays hold now.
Said Session::launch_graph() {
    if (graph_memory_ == nullptr || !graph_memory_->fits()) {
        return {Reply::unusable, 0, "no graph was captured for arrays of these sizes"};
    }
    graph_memory_->fill();
    const std::string wrong =
        graph_memory_->wrong().empty() ? graph_memory_->launch() : graph_memory_->wrong();
    return wrong.empty() ? finished(*graph_memory_) : Said{Reply::device_error, 0, wrong};
}

Said Session::answer() {
    const foreign::Request request = mapped_.wire().request;
    if (mapped_.wire().which >= plugins_.size()) {
        return {Reply::unusable, 0, "this process has no such implementation"};
    }
    if (request == foreign::Request::describe) {
        return describe();
    }
    if (request == foreign::Request::time) {
        graph_memory_.reset();
        return series_.time();
    }
    series_.leave();
    if (request == foreign::Request::kept) {
        return series_.kept();
    }
    if (request == foreign::Request::supports) {
        return supports();
    }
    const exactk_plugin_problem question = question_of(mapped_.wire());
    const std::int64_t bytes = plugin().workspace == nullptr ? 0 : plugin().workspace(&question);
    if (bytes < 0) {
        const int code = static_cast<int>(bytes);
        return {Reply::refused, code, plugin().words(code)};
    }
    return plugin().description->memory == exactk_plugin_cuda ? run_on_device(bytes) : run_on_host(bytes);
}

Said Session::load_all(const std::vector<std::string> &paths) {
    if (mapped_.wire().version != foreign::wire_version) {
        return {Reply::not_loaded, 0,
                "exactk and exactk-worker are of different versions; take both from one installation"};
    }
    for (const std::string &path : paths) {
        Plugin loaded;
        if (const std::string wrong = load(path, loaded); !wrong.empty()) {
            return {Reply::not_loaded, 0, wrong};
        }
        const char *const promises = loaded.description->promises;
        const std::size_t bytes = promises == nullptr ? 0 : std::strlen(promises);
        if (bytes >= mapped_.wire().promises.size()) {
            return {Reply::not_loaded, 0,
                    path + ": its promises have " + std::to_string(bytes) + " bytes; at most " +
                        std::to_string(mapped_.wire().promises.size() - 1) + " are taken"};
        }
        if (loaded.description->memory == exactk_plugin_cuda) {
            // A context takes seconds that no call is to be charged with. What is wrong is told by the calls.
            streams_.open(0);
        }
        plugins_.push_back(loaded);
    }
    return {};
}

/// Fills in what the implementation at hand says of itself.
Said Session::describe() {
    Wire &wire = mapped_.wire();
    const exactk_plugin_description &description = *plugin().description;
    wire.memory = description.memory;
    put(wire.name, description.name);
    put(wire.release, description.release == nullptr ? "" : description.release);
    put(wire.promises, description.promises == nullptr ? "" : description.promises);
    return {Reply::answered, 0, wire.memory == exactk_plugin_cuda ? DeviceStreams::name(wire.device) : ""};
}

int Session::serve(const std::vector<std::string> &paths) {
    if (const Said loaded = load_all(paths); loaded.reply != Reply::answered) {
        say(loaded);
        return 0;
    }
    say({Reply::ready, 0, describe().text});
    while (next()) {
        Said said;
        // What leaves a C function as an exception is the plug-in's fault, and told as one.
        try {
            said = answer();
        } catch (const std::exception &exception) {
            said = {Reply::raised, 0, std::string("an exception left it: ") + exception.what()};
            series_.leave();
        } catch (...) {
            said = {Reply::raised, 0, "an exception left it"};
            series_.leave();
        }
        say(said);
        if (said.reply == Reply::device_error) {
            return 0;
        }
    }
    return 0;
}

/// Moves a descriptor out of the way of a plug-in and of programs that it starts.
int moved(int descriptor) {
    const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, high_descriptors);
    close(descriptor);
    return high;
}

int start(const std::vector<std::string> &paths) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a worker that hangs ends with the tool
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    Session session(moved(foreign::memory_descriptor), moved(foreign::socket_descriptor));
    if (!session.map(foreign::wire_bytes)) {
        std::fprintf(stderr, "exactk-worker is started by exactk, which gives it memory and a socket\n");
        return 2;
    }
    return session.serve(paths);
}

} // namespace
} // namespace exactk::worker

int main(int count, char **words) {
    if (count != 2 && count != 3) {
        std::fprintf(stderr, "usage: exactk-worker PATH [PATH], by exactk\n");
        return 2;
    }
    return exactk::worker::start({words + 1, words + count});
}
