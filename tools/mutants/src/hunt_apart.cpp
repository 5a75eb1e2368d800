// Hunts in a child process: what crashes or does not end is told from what is wrong.
// Spec: contract/C15. Layer: tools/mutants.
#include "hunt.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace exactk::mutants {
namespace {

std::string to_line(const Found &found) {
    nlohmann::json json;
    json["killed"] = found.killed;
    json["killers"] = found.killers;
    json["words"] = found.words;
    json["cases"] = found.cases;
    json["seconds"] = found.seconds;
    json["trouble"] = found.trouble;
    json["keys"] = found.keys;
    json["ctas"] = found.ctas;
    json["shrink_seconds"] = found.shrink_seconds;
    json["counterexample"] = found.counterexample;
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Found from_line(const std::string &line) {
    const nlohmann::json json = nlohmann::json::parse(line);
    Found found;
    found.killed = json["killed"];
    found.killers = json["killers"].get<std::vector<std::string>>();
    found.words = json["words"];
    found.cases = json["cases"];
    found.seconds = json["seconds"];
    found.trouble = json["trouble"];
    found.keys = json["keys"];
    found.ctas = json["ctas"];
    found.shrink_seconds = json["shrink_seconds"];
    found.counterexample = json["counterexample"];
    return found;
}

Found hunt(const Mutant &mutant, const Settings &settings) {
    return mutant.room == Room::protocol ? hunt_schedules(mutant, settings) : hunt_cases(mutant, settings);
}

[[noreturn]] void work(int out, const Mutant &mutant, const Settings &settings) {
    std::string line;
    try {
        line = to_line(hunt(mutant, settings));
    } catch (const std::exception &error) {
        Found found;
        found.trouble = std::string("the hunt itself failed: ") + error.what();
        line = to_line(found);
    }
    for (std::size_t done = 0; done < line.size();) {
        const ssize_t wrote = write(out, line.data() + done, line.size() - done);
        if (wrote <= 0) {
            _exit(1);
        }
        done += static_cast<std::size_t>(wrote);
    }
    _exit(0);
}

/// All that the child writes before it ends, or before so many milliseconds are over; false in that case.
bool read_all(int in, int milliseconds, std::string &text) {
    char buffer[4096]; // convention: any size
    for (;;) {
        pollfd ready{in, POLLIN, 0};
        const int polled = poll(&ready, 1, milliseconds);
        if (polled < 0 && errno == EINTR) {
            continue;
        }
        if (polled <= 0) {
            return false;
        }
        const ssize_t got = read(in, buffer, sizeof buffer);
        if (got <= 0) {
            return true;
        }
        text.append(buffer, static_cast<std::size_t>(got));
    }
}

} // namespace

Found hunt_apart(const Mutant &mutant, const Settings &settings) {
    int ends[2];
    if (pipe(ends) != 0) {
        throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
    }
    const pid_t child = fork();
    if (child < 0) {
        throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
    }
    if (child == 0) {
        close(ends[0]);
        work(ends[1], mutant, settings);
    }
    close(ends[1]);
    const double patience =
        2 * settings.seconds + settings.further + settings.shrink_seconds + 60; // convention
    std::string line;
    const bool ended = read_all(ends[0], static_cast<int>(1000 * patience), line);
    close(ends[0]);
    if (!ended) {
        kill(child, SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    Found found;
    if (!ended) {
        found.trouble = "it did not end";
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        found.trouble = WIFSIGNALED(status) ? "it crashed by signal " + std::to_string(WTERMSIG(status))
                                            : "it ended without a report";
    } else {
        found = from_line(line);
    }
    return found;
}

} // namespace exactk::mutants
