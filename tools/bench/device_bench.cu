// Times the device path against the time to read the scores once, in one process, interleaved, cold L2.
// Spec: contract/C15. Layer: tools/bench.
//
// Method. A cell is (rows, n, k). Its scores lie in a pool larger than L2; each call of a replay takes another
// slice, and a read of 192 MiB flushes L2 inside the graph before the first event. A time is the median over
// replays of (time between two events in the graph) / calls. The floor is the fastest of four kernels that only
// read the same bytes. Floor and plans are replayed in turn. Before a plan is timed, its answer on the first and
// the last slice is compared with the CPU path's; a wrong answer ends the program.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <exactk/contract/text.hpp>
#include <exactk/cpu.hpp>
#include <exactk/device.hpp>

namespace {

using exactk::device::Plan;

constexpr std::size_t flush_bytes = std::size_t{192} << 20; // convention: three times the L2 of an H200
constexpr std::size_t pool_bytes = std::size_t{2} << 30;    // convention: many times the L2
constexpr int replays = 9;                                  // convention: an odd number, for a median

void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        std::exit(1);
    }
}
#define CHECK(call) check(call, #call)

/// Reads `count` vectors and keeps a result that depends on all of them.
__global__ void read_kernel(const uint4 *data, std::size_t count, std::uint32_t *sink) {
    std::uint32_t all = 0;
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i + 3 * stride < count; i += 4 * stride) {
        const uint4 a = data[i];
        const uint4 b = data[i + stride];
        const uint4 c = data[i + 2 * stride];
        const uint4 d = data[i + 3 * stride];
        all |= a.x ^ a.y ^ a.z ^ a.w ^ b.x ^ b.y ^ b.z ^ b.w ^ c.x ^ c.y ^ c.z ^ c.w ^ d.x ^ d.y ^ d.z ^ d.w;
    }
    for (; i < count; i += stride) {
        const uint4 a = data[i];
        all |= a.x ^ a.y ^ a.z ^ a.w;
    }
    if (all == 0x12345678u) { // practically never, and the compiler cannot know
        *sink = all;
    }
}

/// Bell-shaped scores, a function of the position alone.
__global__ void fill_kernel(float *data, std::size_t count) {
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        std::uint64_t z = i * 0x9E3779B97F4A7C15ull + 0x1234567ull;
        float sum = 0.0f;
        for (int part = 0; part < 3; ++part) {
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
            z = (z ^ z >> 27) * 0x94D049BB133111EBull;
            z ^= z >> 31;
            for (int quarter = 0; quarter < 4; ++quarter) {
                sum += static_cast<float>(z >> (16 * quarter) & 0xFFFF);
            }
        }
        data[i] = (sum - 6.0f * 65536.0f) / 65536.0f;
    }
}

struct Timed {
    cudaGraphExec_t graph = nullptr;
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    std::vector<float> us;
};

struct Bench {
    float *pool = nullptr;
    uint4 *flush = nullptr;
    std::uint32_t *sink = nullptr;
    std::int32_t *indices = nullptr;
    void *workspace = nullptr;
    cudaStream_t stream = nullptr;
    int sms = 132;

    template <class Call> Timed capture(int calls, Call call) {
        Timed timed;
        CHECK(cudaEventCreate(&timed.begin));
        CHECK(cudaEventCreate(&timed.end));
        cudaGraph_t graph = nullptr;
        CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        read_kernel<<<sms * 4, 512, 0, stream>>>(flush, flush_bytes / 16, sink);
        CHECK(cudaEventRecordWithFlags(timed.begin, stream, cudaEventRecordExternal));
        for (int number = 0; number < calls; ++number) {
            call(number);
        }
        CHECK(cudaEventRecordWithFlags(timed.end, stream, cudaEventRecordExternal));
        CHECK(cudaStreamEndCapture(stream, &graph));
        CHECK(cudaGraphInstantiate(&timed.graph, graph, 0));
        CHECK(cudaGraphDestroy(graph));
        return timed;
    }

    void replay(Timed &timed, int calls, bool keep) {
        CHECK(cudaGraphLaunch(timed.graph, stream));
        CHECK(cudaStreamSynchronize(stream));
        float ms = 0;
        CHECK(cudaEventElapsedTime(&ms, timed.begin, timed.end));
        if (keep) {
            timed.us.push_back(ms * 1000.0f / static_cast<float>(calls));
        }
    }
};

float median(std::vector<float> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

exactk::Problem problem_at(const float *scores, std::int64_t rows, std::int64_t n, std::int64_t k) {
    exactk::Problem problem;
    problem.scores = scores;
    problem.rows = rows;
    problem.width = problem.pitch = n;
    problem.k = k;
    return problem;
}

/// Compares one slice's first and last row with the CPU path; ends the program if they differ.
void verify_slice(const Bench &bench, const float *slice, std::int64_t rows, std::int64_t n, std::int64_t k) {
    for (const std::int64_t row : {std::int64_t{0}, rows - 1}) {
        std::vector<float> scores(static_cast<std::size_t>(n));
        std::vector<std::int32_t> got(static_cast<std::size_t>(k));
        std::vector<std::int32_t> expected(static_cast<std::size_t>(k));
        CHECK(cudaMemcpy(scores.data(), slice + row * n, scores.size() * 4, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(got.data(), bench.indices + row * k, got.size() * 4, cudaMemcpyDeviceToHost));
        const exactk::Status status = exactk::cpu::topk(scores.data(), 1, n, n, k, expected.data(), k);
        if (status.code != exactk::StatusCode::ok || got != expected) {
            std::fprintf(stderr, "WRONG ANSWER rows=%lld n=%lld k=%lld row=%lld\n",
                         static_cast<long long>(rows), static_cast<long long>(n), static_cast<long long>(k),
                         static_cast<long long>(row));
            std::exit(1);
        }
    }
}

void run_cell(Bench &bench, const exactk::device::Profile &profile, std::int64_t rows, std::int64_t n,
              std::int64_t k, std::FILE *out) {
    const std::size_t slice = static_cast<std::size_t>(rows * n);
    const int slices = static_cast<int>(std::min<std::size_t>(20, pool_bytes / 4 / slice));
    if (slices < 1) {
        return;
    }
    const int calls = slices == 1 ? 2 : slices;
    const auto slice_of = [&](int number) {
        return bench.pool + static_cast<std::size_t>(number % slices) * slice;
    };
    std::vector<Timed> floors;
    for (const int per_sm : {1, 2, 4, 8}) {
        floors.push_back(bench.capture(calls, [&](int number) {
            const std::size_t vectors = slice / 4;
            const int wanted = static_cast<int>(
                std::min<std::size_t>((vectors + 511) / 512, static_cast<std::size_t>(bench.sms * per_sm)));
            read_kernel<<<std::max(wanted, 1), 512, 0, bench.stream>>>(
                reinterpret_cast<const uint4 *>(slice_of(number)), vectors, bench.sink);
        }));
    }
    exactk::device::Shape shape;
    shape.rows = rows;
    shape.width = n;
    shape.k = k;
    Plan plan;
    const exactk::Status planned = exactk::device::make_plan(shape, profile, {}, plan);
    if (planned.code != exactk::StatusCode::ok) {
        std::fprintf(stderr, "no plan: %s\n", exactk::describe(planned).c_str());
        std::exit(1);
    }
    exactk::Outputs outputs;
    outputs.indices = bench.indices;
    outputs.index_pitch = k;
    const auto launch = [&](int number) {
        const exactk::Status status =
            exactk::device::launch(plan, problem_at(slice_of(number), rows, n, k), outputs, bench.workspace,
                                   exactk::device::workspace_bytes(plan), bench.stream);
        if (status.code != exactk::StatusCode::ok) {
            std::fprintf(stderr, "launch: %s\n", exactk::describe(status).c_str());
            std::exit(1);
        }
    };
    for (const int number : {0, slices - 1}) {
        CHECK(cudaMemset(bench.indices, 0x5A, static_cast<std::size_t>(rows * k) * 4));
        launch(number);
        CHECK(cudaStreamSynchronize(bench.stream));
        verify_slice(bench, slice_of(number), rows, n, k);
    }
    Timed ours = bench.capture(calls, launch);
    for (int round = 0; round < replays + 2; ++round) {
        for (Timed &floor : floors) {
            bench.replay(floor, calls, round >= 2);
        }
        bench.replay(ours, calls, round >= 2);
    }
    float floor_us = 1e30f;
    for (const Timed &floor : floors) {
        floor_us = std::min(floor_us, median(floor.us));
    }
    const float us = median(ours.us);
    std::fprintf(out, "%lld,%lld,%lld,%s,%d,%d,%.2f,%.2f,%.3f\n", static_cast<long long>(rows),
                 static_cast<long long>(n), static_cast<long long>(k),
                 exactk::device::name(plan.first.strategy), plan.first.ctas, plan.first.threads, floor_us, us,
                 us / floor_us);
    std::fflush(out);
    for (Timed &floor : floors) {
        CHECK(cudaGraphExecDestroy(floor.graph));
    }
    CHECK(cudaGraphExecDestroy(ours.graph));
}

} // namespace

/// Usage: device_bench RESULTS.csv [rows_max] : runs the grid and writes one line a cell.
int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s RESULTS.csv [rows_max]\n", argv[0]);
        return 2;
    }
    const std::int64_t rows_max = argc > 2 ? std::atoll(argv[2]) : 4096;
    exactk::device::Profile profile;
    const exactk::Status queried = exactk::device::query_profile(0, profile);
    if (queried.code != exactk::StatusCode::ok) {
        std::fprintf(stderr, "%s\n", exactk::describe(queried).c_str());
        return 1;
    }
    Bench bench;
    bench.sms = profile.sms;
    CHECK(cudaStreamCreateWithFlags(&bench.stream, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&bench.pool, pool_bytes));
    CHECK(cudaMalloc(&bench.flush, flush_bytes));
    CHECK(cudaMalloc(&bench.sink, 4));
    CHECK(cudaMalloc(&bench.indices, std::size_t{4096} * 2048 * 4));
    CHECK(cudaMalloc(&bench.workspace, std::size_t{1} << 20));
    fill_kernel<<<1024, 256, 0, bench.stream>>>(bench.pool, pool_bytes / 4);
    CHECK(cudaMemsetAsync(bench.flush, 1, flush_bytes, bench.stream));
    CHECK(cudaStreamSynchronize(bench.stream));
    std::FILE *out = std::fopen(argv[1], "w");
    if (out == nullptr) {
        std::fprintf(stderr, "%s cannot be written\n", argv[1]);
        return 2;
    }
    std::fprintf(out, "rows,n,k,strategy,ctas,threads,floor_us,exactk_us,ratio\n");
    for (const std::int64_t rows : {1, 4, 8, 32, 64, 128, 256, 1024, 4096}) {
        for (const std::int64_t n : {4096, 8192, 16384, 32768, 65536, 131072, 262144, 1048576}) {
            for (const std::int64_t k : {512, 2048}) {
                if (rows <= rows_max && (n <= 262144 || rows <= 8) &&
                    rows * n * 4 <= (std::int64_t{2} << 30)) {
                    run_cell(bench, profile, rows, n, k, out);
                }
            }
        }
    }
    std::fclose(out);
    return 0;
}
