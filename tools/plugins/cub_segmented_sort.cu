// A top-k by sorting whole rows: cub::DeviceSegmentedRadixSort of keys and indices, of which the first are taken.
// Spec: contract/C1 C3 C4 C6 C7 C9 C15. Layer: tools/plugins.
//
// CUB says that the sort is stable and that it takes -0.0 and +0.0 for equal: so ties go to the lowest index, and the answer
// comes by rank. NaNs stand where their bits put them, at both ends. Rows are copied side by side first.
#include <cstddef>
#include <cstdint>

#include <cub/device/device_segmented_radix_sort.cuh>
#include <cuda_runtime.h>

#include <exactk_plugin.h>

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

namespace {

constexpr unsigned threads = 256;                             // convention: a few warps, enough to copy
constexpr std::int64_t line = 256;                            // bound: what the workspace is aligned to
constexpr std::int64_t elements_most = std::int64_t{1} << 27; // convention: 2 GiB of copies
constexpr int too_large = -1;                                 // convention: no code of CUDA's

const char promises[] = "types float32\n"
                        "ties low\n"
                        "order rank\n"
                        "nan undefined\n";

std::int64_t up(std::int64_t bytes) { return (bytes + line - 1) / line * line; }

/// Arrays of the workspace, one behind the other; null pointers where only sizes are wanted.
struct Arrays {
    float *keys[2];
    std::int32_t *indices[2];
    std::int64_t *begins; ///< of the rows, then their ends
    void *temporary;
    std::size_t temporary_bytes;
    std::int64_t total;
};

cudaError_t sort(const exactk_plugin_problem &problem, const Arrays &at, std::size_t &bytes, void *temporary,
                 cudaStream_t stream) {
    const std::int64_t elements = problem.rows * problem.width;
    const std::int64_t *const ends = at.begins == nullptr ? nullptr : at.begins + problem.rows;
    const int bits = static_cast<int>(sizeof(float) * 8);
    if (problem.smallest != 0)
        return cub::DeviceSegmentedRadixSort::SortPairs(temporary, bytes, at.keys[0], at.keys[1],
                                                        at.indices[0], at.indices[1], elements, problem.rows,
                                                        at.begins, ends, 0, bits, stream);
    return cub::DeviceSegmentedRadixSort::SortPairsDescending(temporary, bytes, at.keys[0], at.keys[1],
                                                              at.indices[0], at.indices[1], elements,
                                                              problem.rows, at.begins, ends, 0, bits, stream);
}

cudaError_t lay_out(const exactk_plugin_problem &problem, void *workspace, Arrays &out) {
    const std::int64_t array = up(problem.rows * problem.width * 4);
    auto *const at = static_cast<char *>(workspace);
    out = Arrays{};
    const cudaError_t error = sort(problem, out, out.temporary_bytes, nullptr, nullptr);
    out.total = 4 * array + up(2 * problem.rows * 8) + static_cast<std::int64_t>(out.temporary_bytes);
    for (int side = 0; side < 2 && at != nullptr; ++side) {
        out.keys[side] = reinterpret_cast<float *>(at + side * array);
        out.indices[side] = reinterpret_cast<std::int32_t *>(at + (2 + side) * array);
    }
    if (at != nullptr) {
        out.begins = reinterpret_cast<std::int64_t *>(at + 4 * array);
        out.temporary = at + 4 * array + up(2 * problem.rows * 8);
    }
    return error;
}

__device__ std::int64_t length_of(const exactk_plugin_problem &problem, std::int64_t row) {
    const std::int64_t length = problem.lengths != nullptr ? problem.lengths[row] : problem.width;
    return length < 0 ? 0 : length > problem.width ? problem.width : length;
}

__global__ void copy_rows(exactk_plugin_problem problem, Arrays to) {
    const std::int64_t row = blockIdx.x;
    const std::int64_t n = length_of(problem, row);
    const float *const scores = static_cast<const float *>(problem.scores) + row * problem.pitch;
    const std::int64_t first = row * problem.width;
    for (std::int64_t i = threadIdx.x; i < n; i += threads) {
        to.keys[0][first + i] = scores[i];
        to.indices[0][first + i] = static_cast<std::int32_t>(i);
    }
    if (threadIdx.x == 0) {
        to.begins[row] = first;
        to.begins[problem.rows + row] = first + n;
    }
}

__global__ void take_first(exactk_plugin_problem problem, exactk_plugin_outputs outputs, Arrays from) {
    const std::int64_t row = blockIdx.x;
    const std::int64_t n = length_of(problem, row);
    for (std::int64_t slot = threadIdx.x; slot < problem.k; slot += threads) {
        const std::int64_t at = row * problem.width + slot;
        outputs.indices[row * outputs.index_pitch + slot] =
            slot < n ? from.indices[1][at] : problem.fill_index;
        if (outputs.scores == nullptr)
            continue;
        // Sorting may have changed the sign of a zero; the row has it as it was.
        const auto *const bits = static_cast<const std::uint32_t *>(problem.scores) + row * problem.pitch;
        static_cast<std::uint32_t *>(outputs.scores)[row * outputs.score_pitch + slot] =
            slot < n ? bits[from.indices[1][at]] : problem.fill_score;
    }
}

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = {sizeof(exactk_plugin_description),
                                                          EXACTK_PLUGIN_VERSION,
                                                          exactk_plugin_cuda,
                                                          0,
                                                          "cub_segmented_sort",
                                                          "CUB " TEXT(CUB_VERSION),
                                                          promises};
    return &description;
}

extern "C" int exactk_plugin_supports(const exactk_plugin_problem *problem) {
    return problem->rows > 0 && problem->width > elements_most / problem->rows ? too_large : 0;
}

extern "C" std::int64_t exactk_plugin_workspace(const exactk_plugin_problem *problem) {
    if (problem->rows == 0 || problem->width == 0)
        return 0;
    Arrays arrays;
    const cudaError_t error = lay_out(*problem, nullptr, arrays);
    return error == cudaSuccess ? arrays.total : -std::int64_t{error};
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    const auto on = static_cast<cudaStream_t>(stream);
    const auto rows = static_cast<unsigned>(problem->rows);
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    Arrays arrays{};
    if (problem->width > 0) {
        cudaError_t error = lay_out(*problem, workspace, arrays);
        if (error != cudaSuccess)
            return error;
        copy_rows<<<rows, threads, 0, on>>>(*problem, arrays);
        error = sort(*problem, arrays, arrays.temporary_bytes, arrays.temporary, on);
        if (error != cudaSuccess)
            return error;
    }
    take_first<<<rows, threads, 0, on>>>(*problem, *outputs, arrays);
    return cudaGetLastError();
}

extern "C" const char *exactk_plugin_status_text(int code) {
    if (code == too_large)
        return "rows * width is above 2^27, and each element is copied four times";
    return cudaGetErrorString(static_cast<cudaError_t>(code < 0 ? -code : code));
}
