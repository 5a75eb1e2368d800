// What a subcommand shares with the program: its exit code, and how it gives up.
// Spec: contract/C18. Layer: tools/cli.
#pragma once

#include <string>
#include <utility>

namespace exactk::cli {

inline constexpr int exit_passed = 0;       // convention: documented in docs/cli.md
inline constexpr int exit_failed = 1;       // convention: documented in docs/cli.md
inline constexpr int exit_refused = 2;      // convention: documented in docs/cli.md
inline constexpr int exit_inconclusive = 3; // convention: documented in docs/cli.md

/// A subcommand sets the exit code in its callback.
struct Session {
    int exit_code = exit_passed;
};

/// Thrown by a subcommand that cannot go on; main prints the message to stderr and exits with the code.
struct Refusal {
    int exit_code = exit_refused;
    std::string message;
};

[[noreturn]] inline void refuse(std::string message) { throw Refusal{exit_refused, std::move(message)}; }
[[noreturn]] inline void refuse_unsupported(std::string message) {
    throw Refusal{exit_inconclusive, std::move(message)};
}

} // namespace exactk::cli
