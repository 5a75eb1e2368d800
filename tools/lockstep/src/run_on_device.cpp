// Runs the model and the tapped kernels on one problem and finds where they part.
// Spec: algorithm/S0 to S12 F1 to F7 O1 O2 O3 O4, contract/C15. Layer: tools/lockstep.
#include <exactk/lockstep_device.hpp>

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <exactk/contract/text.hpp>
#include <exactk/implementations.hpp>
#include <exactk/sim.hpp>

#include "block.hpp"
#include "observe/tapped_launch.hpp"
#include "observe/trace_reader.hpp"

namespace exactk::lockstep {

namespace {

/// Zeros would hide a workspace that a kernel forgot to clear.
constexpr int workspace_dirt = 0xA5; // convention: any byte but 0

/// What ends a comparison; it becomes Finding::trouble.
struct Trouble : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Device memory that cannot be had; the value is the number of bytes.
struct NoMemory {
    const char *what;
    std::size_t bytes;
};

void check(cudaError_t error, const char *call) {
    if (error != cudaSuccess) {
        (void)cudaGetLastError(); // an error that can be cleared is not the next call's
        throw Trouble(std::string(call) + ": " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error));
    }
}

/// Device memory, aligned to 256.
class DeviceMemory {
public:
    DeviceMemory(const char *what, std::size_t bytes) {
        void *memory = nullptr;
        const cudaError_t error = cudaMalloc(&memory, bytes == 0 ? 1 : bytes);
        if (error == cudaErrorMemoryAllocation) {
            (void)cudaGetLastError();
            throw NoMemory{what, bytes};
        }
        check(error, "cudaMalloc");
        data_ = static_cast<std::byte *>(memory);
    }
    ~DeviceMemory() { (void)cudaFree(data_); }
    DeviceMemory(const DeviceMemory &) = delete;
    DeviceMemory &operator=(const DeviceMemory &) = delete;
    std::byte *data() const { return data_; }

private:
    std::byte *data_ = nullptr;
};

/// Answer and traces of the model under one plan. Throws where its answer is not the CPU path's.
std::vector<RowTrace> traces_under(const Block &block, const std::vector<std::byte> &expected,
                                   const Plan &plan) {
    std::vector<std::byte> bytes = block.before();
    std::vector<RowTrace> traces;
    const Status status = sim::topk(block.problem(bytes.data()), block.outputs(bytes.data()), plan, &traces);
    if (status.code == StatusCode::out_of_memory) {
        throw std::bad_alloc();
    }
    if (status.code != StatusCode::ok) {
        throw Trouble("the model refused: " + describe(status));
    }
    if (const std::optional<Divergence> found = block.first_difference(expected, bytes)) {
        throw Trouble("the model's answer is not the CPU path's: " + describe(*found));
    }
    return traces;
}

/// Traces that a launch of the plan must show, row by row.
std::vector<RowTrace> expected_traces(const Block &block, const std::vector<std::byte> &expected,
                                      const device::Plan &plan, const Asked &asked) {
    const std::int64_t alone_max = plan.first.cta_length_max;
    if (alone_max >= block.shape().width) {
        return traces_under(block, expected, model_plan(plan, asked, true));
    }
    std::vector<RowTrace> traces = traces_under(block, expected, model_plan(plan, asked, false));
    std::vector<RowTrace> alone; // made when the first row needs it
    for (std::size_t row = 0; row < traces.size(); ++row) {
        if (traces[row].n <= alone_max) {
            if (alone.empty()) {
                alone = traces_under(block, expected, model_plan(plan, asked, true));
            }
            traces[row] = alone[row];
        }
    }
    return traces;
}

/// The answer of the CPU path, with everything around it as it was.
std::vector<std::byte> expected_bytes(const Block &block) {
    std::vector<std::byte> bytes = block.before();
    const Status status =
        find_implementation("cpu")->run(block.problem(bytes.data()), block.outputs(bytes.data()), Plan{});
    if (status.code == StatusCode::out_of_memory) {
        throw std::bad_alloc();
    }
    if (status.code != StatusCode::ok) {
        throw Trouble("the CPU path refused: " + describe(status));
    }
    return bytes;
}

/// What the device left behind.
struct Seen {
    Status status;
    std::vector<std::byte> bytes;
    std::vector<device::TapRow> rows;
    std::vector<device::TapCta> ctas; ///< [rows, ctas of the plan]
};

Seen launch_and_read(const Block &block, device::Plan plan, const Asked &asked) {
    const std::size_t rows = static_cast<std::size_t>(block.shape().rows);
    const std::size_t ctas = rows * static_cast<std::size_t>(plan.first.ctas);
    const std::size_t row_bytes = rows * sizeof(device::TapRow);
    const std::size_t cta_bytes = ctas * sizeof(device::TapCta);
    plan.has_fallback = false; // the form that is compared is the one that runs
    const std::int64_t workspace_bytes = device::workspace_bytes(plan);
    const DeviceMemory memory("problem and outputs", block.before().size());
    const DeviceMemory workspace("workspace", static_cast<std::size_t>(workspace_bytes));
    const DeviceMemory tap_rows("trace of rows", row_bytes);
    const DeviceMemory tap_ctas("trace of CTAs", cta_bytes);
    check(cudaMemcpy(memory.data(), block.before().data(), block.before().size(), cudaMemcpyHostToDevice),
          "cudaMemcpy to the device");
    check(cudaMemset(workspace.data(), workspace_dirt, static_cast<std::size_t>(workspace_bytes)),
          "cudaMemset");
    check(cudaMemset(tap_rows.data(), 0, row_bytes), "cudaMemset");
    check(cudaMemset(tap_ctas.data(), 0, cta_bytes), "cudaMemset");

    device::Tap tap;
    tap.rows = reinterpret_cast<device::TapRow *>(tap_rows.data());
    tap.ctas = reinterpret_cast<device::TapCta *>(tap_ctas.data());
    tap.ctas_max = plan.first.ctas;
    tap.fault = asked.fault;
    tap.threshold_forced = asked.threshold_forced ? 1 : 0;
    tap.threshold = asked.threshold;
    Seen seen;
    seen.status = device::launch_tapped(plan, block.problem(memory.data()), block.outputs(memory.data()),
                                        workspace.data(), workspace_bytes, nullptr, tap);
    if (seen.status.code != StatusCode::ok) {
        return seen;
    }
    check(cudaDeviceSynchronize(), "the launch");
    seen.bytes.resize(block.before().size());
    seen.rows.resize(rows);
    seen.ctas.resize(ctas);
    check(cudaMemcpy(seen.bytes.data(), memory.data(), seen.bytes.size(), cudaMemcpyDeviceToHost),
          "cudaMemcpy from the device");
    check(cudaMemcpy(seen.rows.data(), tap_rows.data(), row_bytes, cudaMemcpyDeviceToHost),
          "cudaMemcpy of the trace");
    check(cudaMemcpy(seen.ctas.data(), tap_ctas.data(), cta_bytes, cudaMemcpyDeviceToHost),
          "cudaMemcpy of the trace");
    return seen;
}

Finding compare(const Block &block, const std::vector<RowTrace> &expected,
                const std::vector<std::byte> &expected_memory, Seen seen, const device::Plan &plan,
                const Asked &asked) {
    Finding finding;
    const int ctas = plan.first.ctas;
    const Certificate *const certificates = block.outputs(seen.bytes.data()).certificates;
    for (std::size_t row = 0; row < expected.size(); ++row) {
        const device::ReadTrace read =
            device::read_trace(seen.rows[row], seen.ctas.data() + row * static_cast<std::size_t>(ctas), ctas,
                               expected[row].key_bits, expected[row].row,
                               certificates == nullptr ? nullptr : certificates + row);
        finding.first = first_divergence(expected[row], read.trace, {asked.facts});
        if (finding.first.has_value() || !read.malformed.empty()) {
            finding.malformed = read.malformed.empty()
                                    ? ""
                                    : "row " + std::to_string(expected[row].row) + ": " + read.malformed;
            return finding;
        }
    }
    finding.first = block.first_difference(expected_memory, seen.bytes);
    return finding;
}

} // namespace

bool Finding::agreed() const {
    return status.code == StatusCode::ok && trouble.empty() && !first.has_value() && malformed.empty();
}

std::string describe(const Finding &finding) {
    if (finding.status.code != StatusCode::ok) {
        return "not run: " + describe(finding.status);
    }
    if (!finding.trouble.empty()) {
        return finding.trouble;
    }
    // What the reader could not make sense of often explains a divergence, so it is told along with it.
    const std::string malformed = finding.malformed.empty() ? "" : "malformed trace, " + finding.malformed;
    if (finding.first.has_value()) {
        return describe(*finding.first) + (malformed.empty() ? "" : " (" + malformed + ")");
    }
    return malformed.empty() ? "agreed" : malformed;
}

Plan model_plan(const device::Plan &plan, const Asked &asked, bool alone) {
    const device::Form &form = plan.first;
    Plan model;
    model.ctas = alone ? 1 : form.ctas;
    model.digits = plan.digits;
    if (alone || form.strategy != device::Strategy::row_per_grid) {
        model.filter.whole = form.whole;
        // Without a sample the list is that of the rounds, which no trace tells of.
        model.filter.list = form.sample > 0 ? form.list_entries : 0;
        model.filter.sample = form.sample;
        model.filter.forced = asked.threshold_forced;
        model.filter.threshold = asked.threshold;
    }
    return model;
}

Finding run_on_device(const Problem &problem, const device::Plan &plan, const Asked &asked) {
    Finding finding;
    try {
        const Block block(problem, asked);
        const std::vector<std::byte> memory = expected_bytes(block);
        const std::vector<RowTrace> traces = expected_traces(block, memory, plan, asked);
        Seen seen = launch_and_read(block, plan, asked);
        if (seen.status.code != StatusCode::ok) {
            finding.status = seen.status;
            return finding;
        }
        return compare(block, traces, memory, std::move(seen), plan, asked);
    } catch (const Trouble &trouble) {
        finding.trouble = trouble.what();
    } catch (const NoMemory &none) {
        finding.status = {StatusCode::out_of_memory, none.what, static_cast<std::int64_t>(none.bytes), 0};
    }
    return finding;
}

} // namespace exactk::lockstep
