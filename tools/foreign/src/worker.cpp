// Starts, asks, awaits and ends worker processes.
// Spec: contract/C15. Layer: tools/foreign.
#include <exactk/foreign/worker.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>
#include <string_view>

extern char **environ;

namespace exactk::foreign {

namespace {

constexpr double start_seconds_least =
    120;                            // convention: loading Python with a large package takes tens of seconds
constexpr int low_descriptors = 16; // bound: above those that the worker is given
constexpr int ending_milliseconds = 1000; // convention: a core dump or a device context takes some time
constexpr int look_milliseconds = 100;    // convention: a crash behind a held socket is seen soon
constexpr off_t log_most = 16 << 20;      // convention: a flood of words is thrown away from time to time
constexpr std::size_t line_most = 200;    // convention: two lines on a screen

/// The same open file under a number that no file action of the start writes over.
int raised(int descriptor) {
    if (descriptor < 0) {
        return -1;
    }
    const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, low_descriptors);
    close(descriptor);
    return high;
}

std::vector<char *> pointers(std::vector<std::string> &words) {
    std::vector<char *> list;
    for (std::string &word : words) {
        list.push_back(word.data());
    }
    list.push_back(nullptr);
    return list;
}

/// Waits for a process that is ending; ends it by force if that takes too long. Its status, as waitpid() gives it.
int ended(pid_t process, int milliseconds) {
    int status = 0;
    for (int waited = 0; waited < milliseconds; ++waited) {
        if (waitpid(process, &status, WNOHANG) == process) {
            return status;
        }
        usleep(1000);
    }
    kill(process, SIGKILL);
    waitpid(process, &status, 0);
    return status;
}

/// Ends what a worker's process has started and left: all that is in its group.
void end_group(pid_t process) { kill(-process, SIGKILL); }

/// This process's environment with the given entries instead of those of the same names.
std::vector<std::string> environment_with(const std::vector<std::string> &given) {
    std::vector<std::string> all = given;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::string_view name = text.substr(0, text.find('=') + 1);
        const bool replaced = std::any_of(given.begin(), given.end(), [&](const std::string &other) {
            return std::string_view(other).substr(0, name.size()) == name;
        });
        if (!replaced) {
            all.emplace_back(text);
        }
    }
    return all;
}

} // namespace

Worker::Worker(Command command, double seconds) : command_(std::move(command)), seconds_(seconds) {
    // Sealed, since a worker that cut the memory short would end this process by SIGBUS.
    memory_file_ = raised(memfd_create("exactk-call", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    fcntl(memory_file_, F_ADD_SEALS, F_SEAL_SHRINK);
    log_file_ = raised(memfd_create("exactk-log", MFD_CLOEXEC));
    if (log_file_ >= 0) {
        fcntl(log_file_, F_SETFL, O_APPEND);
    }
    if (!reserve(wire_bytes)) {
        throw std::bad_alloc();
    }
    // With children ignored their ends could not be waited for.
    std::signal(SIGCHLD, SIG_DFL);
}

Worker::~Worker() {
    stop();
    if (memory_ != nullptr) {
        munmap(memory_, static_cast<std::size_t>(bytes_));
    }
    for (const int descriptor : {memory_file_, log_file_}) {
        if (descriptor >= 0) {
            close(descriptor);
        }
    }
}

bool Worker::reserve(std::int64_t bytes) {
    if (memory_ != nullptr && bytes <= bytes_) {
        return true;
    }
    if (memory_file_ < 0 || ftruncate(memory_file_, bytes) != 0) {
        return false;
    }
    void *const now = mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_NORESERVE, memory_file_, 0);
    if (now == MAP_FAILED) {
        return false;
    }
    if (memory_ != nullptr) {
        munmap(memory_, static_cast<std::size_t>(bytes_));
    }
    memory_ = static_cast<std::byte *>(now);
    bytes_ = bytes;
    return true;
}

void Worker::close_socket() {
    if (socket_ >= 0) {
        close(socket_);
        socket_ = -1;
    }
}

Waited Worker::start() {
    if (running()) {
        return {};
    }
    Waited failed;
    failed.how = Waited::How::no_start;
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        failed.words = std::string("no socket: ") + std::strerror(errno);
        return failed;
    }
    socket_ = raised(ends[0]);
    const int other = raised(ends[1]);
    // What an earlier process left in the memory is none of the next one's business.
    std::memset(memory_, 0, static_cast<std::size_t>(wire_bytes));
    wire() = Wire{};
    std::memcpy(wire().magic.data(), "exactkW1", wire().magic.size());
    wire().total_bytes = bytes_;

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, memory_file_, memory_descriptor);
    posix_spawn_file_actions_adddup2(&actions, other, socket_descriptor);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, log_file_, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, log_file_, STDERR_FILENO);
    // A group of its own: Ctrl-C is for the tool, which then ends its workers.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<std::string> words = command_.words;
    std::vector<std::string> environment = environment_with(command_.environment);
    const int error = posix_spawnp(&process_, words[0].c_str(), &actions, &attributes, pointers(words).data(),
                                   pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(other);
    if (error != 0) {
        process_ = 0;
        close_socket();
        failed.words = words[0] + " cannot be started: " + std::strerror(error);
        return failed;
    }
    return wait(std::max(seconds_, start_seconds_least));
}

Waited Worker::call(double seconds) {
    wire().reply = Reply::none;
    wire().text = {};
    wire().total_bytes = bytes_;
    wire().call += 1;
    if (ftruncate(log_file_, 0) != 0) {
        // Then old lines stay; they are only for a person.
    }
    const char byte = 'r';
    if (send(socket_, &byte, 1, MSG_NOSIGNAL) != 1) {
        return wait(0);
    }
    return wait(seconds);
}

/// Of a process that has ended and was waited for.
Waited Worker::buried(int status) {
    end_group(process_);
    process_ = 0;
    close_socket();
    Waited waited;
    waited.how = Waited::How::died;
    waited.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    waited.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return waited;
}

/// Looks at the socket, and from time to time at the process, whose children may hold the socket open, and at what it prints.
Waited Worker::wait(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd entry = {socket_, POLLIN, 0};
        const int ready =
            poll(&entry, 1, static_cast<int>(std::clamp<long long>(left, 0, look_milliseconds)));
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        char byte = 0;
        const ssize_t got = ready > 0 ? recv(socket_, &byte, 1, 0) : 0;
        if (got == 1) {
            return {};
        }
        int status = 0;
        if (ready == 0 && waitpid(process_, &status, WNOHANG) == process_) {
            return buried(status);
        }
        if (lseek(log_file_, 0, SEEK_END) > log_most && ftruncate(log_file_, 0) != 0) {
            // Then it stays; the call's time is the limit.
        }
        if (ready == 0 && left > 0) {
            continue;
        }
        const bool late = ready == 0;
        // A process whose socket has ended is ending, or has closed it and goes on.
        Waited waited = buried(ended(process_, late ? 0 : ending_milliseconds));
        waited.how = late ? Waited::How::timed_out : Waited::How::died;
        return waited;
    }
}

void Worker::stop() {
    if (!running()) {
        return;
    }
    close_socket();
    ended(process_, ending_milliseconds);
    end_group(process_);
    process_ = 0;
}

std::string Worker::last_line() const {
    std::array<char, 4096> tail{};
    const off_t end = lseek(log_file_, 0, SEEK_END);
    const off_t from = std::max<off_t>(0, end - static_cast<off_t>(tail.size()));
    const ssize_t got = pread(log_file_, tail.data(), tail.size(), from);
    std::string text(tail.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
        text.pop_back();
    }
    // Python's fault handler names the innermost frame first, and ends with a list of modules.
    const std::size_t frame = text.find("  File \"");
    text = frame == std::string::npos ? text.substr(text.rfind('\n') + 1)
                                      : text.substr(frame + 2, text.find('\n', frame) - frame - 2);
    for (char &letter : text) {
        letter = letter < ' ' || letter > '~' ? '?' : letter;
    }
    return text.substr(0, line_most);
}

} // namespace exactk::foreign
