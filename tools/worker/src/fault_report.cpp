// A signal handler that writes down where a fault was; only stores to memory, since nothing else is safe there.
// Spec: contract/C8 C10. Layer: tools/worker.
#include "fault_report.hpp"

#include <csignal>
#include <cstddef>
#include <ucontext.h>

namespace exactk::worker {

namespace {

constexpr std::size_t stack_bytes = 65536; // convention: many times what a handler without calls needs

foreign::Wire *report = nullptr;
Forbidden forbidden[forbidden_most];
volatile int forbidden_count = 0;
alignas(64) char handler_stack[stack_bytes];

/// Whether the access was a write: from the page fault's error code, or else what is likely.
bool is_write([[maybe_unused]] const void *context, bool likely) {
#if defined(__x86_64__) && defined(REG_ERR)
    const auto *const user = static_cast<const ucontext_t *>(context);
    constexpr greg_t write_bit = 2; // bound: page fault error code of x86
    static_cast<void>(likely);
    return (user->uc_mcontext.gregs[REG_ERR] & write_bit) != 0;
#else
    return likely;
#endif
}

void on_signal(int signal, siginfo_t *info, void *context) {
    report->signal = signal;
    report->fault_place = foreign::FaultPlace::elsewhere;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const bool of_memory = signal == SIGSEGV || signal == SIGBUS;
    for (int range = 0; of_memory && range < forbidden_count; ++range) {
        const Forbidden &at = forbidden[range];
        if (address < at.first || address >= at.last) {
            continue;
        }
        report->fault_place = at.behind ? foreign::FaultPlace::behind : foreign::FaultPlace::before;
        report->fault_part = at.part;
        report->fault_writes = is_write(context, at.writes) ? 1 : 0;
        report->fault_distance = static_cast<std::int64_t>(at.behind ? address - at.edge : at.edge - address);
        break;
    }
    // The signal comes again, without a handler: the process ends by it, and the tool sees which it was.
    std::signal(signal, SIG_DFL);
    raise(signal);
}

} // namespace

void report_faults_to(foreign::Wire *wire) {
    report = wire;
    stack_t stack{};
    stack.ss_sp = handler_stack;
    stack.ss_size = sizeof handler_stack;
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
        sigaction(signal, &action, nullptr);
    }
}

void forbid(const Forbidden *ranges, int count) {
    forbidden_count = 0;
    for (int range = 0; range < count && range < forbidden_most; ++range) {
        forbidden[range] = ranges[range];
    }
    forbidden_count = count < forbidden_most ? count : forbidden_most;
}

} // namespace exactk::worker
