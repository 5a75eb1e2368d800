// A shared library for side_by_side.py: the read floor, the flush of L2, events inside graphs, and sorts of CUB.
// Spec: contract/C15. Layer: tools/bench.
//
// All functions return a cudaError_t as an int unless they say otherwise. `stream` is a cudaStream_t, and pointers are
// device memory unless they say otherwise. Nothing here allocates but bench_open and bench_event_create.
#include <cstddef>
#include <cstdint>

#include <cub/cub.cuh>
#include <cuda_runtime_api.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "commit.hpp"
#include "read_floor.hpp"

namespace {

using namespace exactk::bench;

void *flush_data = nullptr;
std::uint32_t *sink_data = nullptr;
int sms = 0;

/// Where row r of rows of n begins, r being the position in the sequence.
struct RowBegin {
    std::int64_t n;
    __host__ __device__ std::int64_t operator()(std::int64_t row) const { return row * n; }
};

enum CubSort { device_radix = 0, segmented_radix = 1, segmented_sort = 2 };

/// With `temp` null only `bytes` is set, as CUB has it. Rows are sorted by descending score, equals in any order for
/// segmented_sort and by position for the others.
cudaError_t cub_sort(int which, void *temp, std::size_t &bytes, const float *keys_in, float *keys_out,
                     const std::int32_t *values_in, std::int32_t *values_out, std::int64_t rows,
                     std::int64_t n, cudaStream_t stream) {
    const auto begins =
        thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}), RowBegin{n});
    switch (which) {
    case device_radix:
        return rows != 1 ? cudaErrorInvalidValue
                         : cub::DeviceRadixSort::SortPairsDescending(temp, bytes, keys_in, keys_out,
                                                                     values_in, values_out, n, 0, 32, stream);
    case segmented_radix:
        return cub::DeviceSegmentedRadixSort::SortPairsDescending(
            temp, bytes, keys_in, keys_out, values_in, values_out, static_cast<int>(rows * n),
            static_cast<int>(rows), begins, begins + 1, 0, 32, stream);
    case segmented_sort:
        return cub::DeviceSegmentedSort::SortPairsDescending(temp, bytes, keys_in, keys_out, values_in,
                                                             values_out, rows * n, rows, begins, begins + 1,
                                                             stream);
    default: return cudaErrorInvalidValue;
    }
}

cudaStream_t on(void *stream) { return static_cast<cudaStream_t>(stream); }

} // namespace

#define BENCH_API extern "C" __attribute__((visibility("default")))

/// The commit, as text that stays.
BENCH_API const char *bench_commit() { return commit; }

/// CUB_VERSION of the headers that this was built with, for example 300001 for 3.0.1.
BENCH_API int bench_cub_version() { return CUB_VERSION; }

/// Takes memory for the flush on the current device. Must come first.
BENCH_API int bench_open() {
    int device = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) {
        error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    }
    if (error == cudaSuccess) {
        error = cudaMalloc(&flush_data, flush_bytes);
    }
    void *sink = nullptr;
    if (error == cudaSuccess) {
        error = cudaMalloc(&sink, 4);
        sink_data = static_cast<std::uint32_t *>(sink);
    }
    if (error == cudaSuccess) {
        error = cudaMemset(flush_data, 1, flush_bytes);
    }
    if (error == cudaSuccess) {
        // Kernels that a capture holds are loaded before the first one.
        launch_read(flush_data, flush_bytes / vector_bytes, sms * flush_ctas_per_sm, sink_data, nullptr);
        launch_empty(nullptr);
        error = cudaDeviceSynchronize();
    }
    return error;
}

/// Reads 192 MiB, after which L2 holds none of the scores.
BENCH_API int bench_flush(void *stream) {
    launch_read(flush_data, flush_bytes / vector_bytes, sms * flush_ctas_per_sm, sink_data, on(stream));
    return cudaGetLastError();
}

/// The floor's read of `bytes` bytes at `data` (aligned to 16).
BENCH_API int bench_read(const void *data, std::int64_t bytes, int ctas_per_sm, void *stream) {
    launch_floor(data, static_cast<std::size_t>(bytes), sms, ctas_per_sm, sink_data, on(stream));
    return cudaGetLastError();
}

BENCH_API int bench_empty(void *stream) {
    launch_empty(on(stream));
    return cudaGetLastError();
}

/// `event` is host memory for a handle.
BENCH_API int bench_event_create(void **event) {
    return cudaEventCreate(reinterpret_cast<cudaEvent_t *>(event));
}
BENCH_API int bench_event_destroy(void *event) { return cudaEventDestroy(static_cast<cudaEvent_t>(event)); }
/// In a capture this becomes a node that records the event on each replay.
BENCH_API int bench_event_record(void *event, void *stream) {
    return cudaEventRecordWithFlags(static_cast<cudaEvent_t>(event), on(stream), cudaEventRecordExternal);
}
/// `ms` is host memory.
BENCH_API int bench_event_elapsed(void *begin, void *end, float *ms) {
    return cudaEventElapsedTime(ms, static_cast<cudaEvent_t>(begin), static_cast<cudaEvent_t>(end));
}

/// values[row * n + i] = i: what a caller of CUB hands in to get positions back.
BENCH_API int bench_positions(std::int32_t *values, std::int64_t rows, std::int64_t n, void *stream) {
    launch_positions(values, static_cast<std::size_t>(rows), static_cast<std::size_t>(n), on(stream));
    return cudaGetLastError();
}

/// Sets `*bytes` (host memory) to the temporary storage that bench_cub_run needs; aligned to 256.
BENCH_API int bench_cub_temp_bytes(int which, std::int64_t rows, std::int64_t n, std::int64_t *bytes) {
    std::size_t needed = 0;
    const cudaError_t error =
        cub_sort(which, nullptr, needed, nullptr, nullptr, nullptr, nullptr, rows, n, nullptr);
    *bytes = static_cast<std::int64_t>(needed);
    return error;
}

/// Sorts rows by descending score. `which`: 0 DeviceRadixSort (one row), 1 DeviceSegmentedRadixSort,
/// 2 DeviceSegmentedSort. All arrays are [rows, n] without gaps.
BENCH_API int bench_cub_run(int which, void *temp, std::int64_t bytes, const float *keys_in, float *keys_out,
                            const std::int32_t *values_in, std::int32_t *values_out, std::int64_t rows,
                            std::int64_t n, void *stream) {
    std::size_t given = static_cast<std::size_t>(bytes);
    return cub_sort(which, temp, given, keys_in, keys_out, values_in, values_out, rows, n, on(stream));
}
