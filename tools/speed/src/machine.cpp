// Asks the kernel what it runs on.
// Spec: contract/C17. Layer: tools/speed.
#include "machine.hpp"

#include <sched.h>

#include <fstream>
#include <string>
#include <thread>

#include "commit.hpp"

namespace exactk::speed {

namespace {

/// What stands behind the colon of the first line that begins so.
std::string cpu_line(const std::string &key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with(key) && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "";
}

int allowed_threads() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0
               ? CPU_COUNT(&allowed)
               : static_cast<int>(std::thread::hardware_concurrency());
}

} // namespace

Machine this_machine() {
    Machine machine;
    // ARM's kernels have no name of the model, but a number of the part.
    const std::string model = cpu_line("model name");
    const std::string part = cpu_line("CPU part");
    machine.cpu = !model.empty() ? model : part.empty() ? "unknown" : "CPU part " + part;
    machine.threads = allowed_threads();
    std::ifstream("/proc/loadavg") >> machine.load;
    machine.load = machine.load.empty() ? "unknown" : machine.load;
    machine.commit = bench::commit;
    return machine;
}

} // namespace exactk::speed
