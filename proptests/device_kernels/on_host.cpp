// The fake runtime: memory of the host, and a launch that runs the model and writes its trace as a tap.
// Spec: algorithm/O1 O2 O3 O4. Layer: proptests/device_kernels.
#include "on_host.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime_api.h>

#include <exactk/lockstep_device.hpp>
#include <exactk/sim.hpp>

#include "observe/tapped_launch.hpp"

namespace exactk::on_host {

Spoiling &spoiling() {
    static Spoiling one;
    return one;
}

namespace {

void write_tap(const RowTrace &trace, const device::Tap &tap) {
    device::TapRow &row = tap.rows[trace.row];
    row.n = static_cast<std::uint32_t>(trace.n);
    row.m = static_cast<std::uint32_t>(trace.m);
    row.short_row = trace.short_row ? 1 : 0;
    row.ctas = static_cast<std::uint32_t>(trace.ctas.size());
    row.prefix = static_cast<std::uint32_t>(trace.prefix);
    row.quota = trace.quota;
    row.lo = trace.lo;
    const FilterTrace &filter = trace.filter;
    row.filter = {filter.used ? 1u : 0u,
                  filter.sampled ? 1u : 0u,
                  filter.target,
                  filter.lo,
                  filter.hi,
                  filter.shift,
                  filter.digit,
                  filter.reached,
                  filter.heavy ? 1u : 0u,
                  filter.threshold,
                  filter.kept,
                  filter.equal,
                  filter.fell_back ? 1u : 0u,
                  filter.base,
                  filter.top,
                  filter.few ? 1u : 0u};
    for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
        const RoundTrace &from = trace.rounds[r];
        device::TapRound &to = row.rounds[r];
        to.written = 1;
        to.shift = static_cast<std::uint32_t>(from.shift);
        to.digit_bits = static_cast<std::uint32_t>(from.digit_bits);
        to.digit = from.digit;
        to.population = from.population;
        to.above = from.above;
        to.open = from.open;
        to.prefix = static_cast<std::uint32_t>(from.prefix);
        to.skip = from.skip ? 1 : 0;
        std::copy(from.histogram.begin(), from.histogram.end(), to.histogram);
    }
    for (std::size_t c = 0; c < trace.ctas.size(); ++c) {
        const CtaTrace &from = trace.ctas[c];
        device::TapCta &to = tap.ctas[trace.row * tap.ctas_max + static_cast<std::int64_t>(c)];
        to = {};
        to.written = 1;
        to.first = static_cast<std::uint32_t>(from.first);
        to.last = static_cast<std::uint32_t>(from.last);
        to.above_share = from.above_share;
        to.equal_share = from.equal_share;
        to.above_base = from.above_base;
        to.equal_base = from.equal_base;
        to.kept_share = from.kept_share;
        to.kept_base = from.kept_base;
    }
}

} // namespace

} // namespace exactk::on_host

namespace exactk::device {

/// Runs the rows one after another under the model's plan for rows of their length.
Status launch_tapped(const Plan &plan, const Problem &problem, const Outputs &outputs, void *, std::int64_t,
                     void *, const Tap &tap) {
    on_host::Spoiling &spoiling = on_host::spoiling();
    spoiling.faults_seen += tap.fault;
    spoiling.fallback_seen = spoiling.fallback_seen || plan.has_fallback;
    if (spoiling.refusal.code != StatusCode::ok) {
        return spoiling.refusal;
    }
    lockstep::Asked asked;
    asked.threshold_forced = tap.threshold_forced != 0;
    asked.threshold = tap.threshold;
    for (const bool alone : {false, true}) {
        std::vector<RowTrace> traces;
        const Status status = sim::topk(problem, outputs, lockstep::model_plan(plan, asked, alone), &traces);
        if (status.code != StatusCode::ok) {
            return status;
        }
        for (const RowTrace &trace : traces) {
            if ((trace.n <= plan.first.cta_length_max) == alone) {
                on_host::write_tap(trace, tap);
            }
        }
    }
    if (spoiling.spoil) {
        spoiling.spoil(problem, outputs, tap);
    }
    return {};
}

} // namespace exactk::device

extern "C" {

cudaError_t cudaMalloc(void **memory, std::size_t bytes) {
    const std::size_t most = exactk::on_host::spoiling().bytes_max;
    *memory = most != 0 && bytes > most ? nullptr : std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    return *memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}

cudaError_t cudaFree(void *memory) {
    std::free(memory);
    return cudaSuccess;
}

cudaError_t cudaMemset(void *memory, int value, std::size_t bytes) {
    std::memset(memory, value, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, std::size_t bytes, cudaMemcpyKind) {
    if (bytes != 0) {
        std::memcpy(to, from, bytes);
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
    return static_cast<cudaError_t>(exactk::on_host::spoiling().synchronise_error);
}

cudaError_t cudaGetLastError() { return cudaSuccess; }

const char *cudaGetErrorName(cudaError_t) { return "cudaErrorOfTheFake"; }

const char *cudaGetErrorString(cudaError_t) { return "an error that the test asked for"; }

} // extern "C"
