// Broken: of equal scores those are taken whose threads come first; many blocks share a row, so that it varies.
// Spec: contract/C4 C15. Layer: proptests/plugins_cuda.
//
// The workspace holds the list, then of each row the last value that is selected, how many elements with that value are
// still wanted, and which elements were taken.
#include "top_k.cuh"

namespace {

constexpr unsigned blocks_a_row = 16; // convention: of the kernel in which threads race

struct Row {
    std::uint32_t value; ///< of the last selected; larger is preferred
    int wanted;
};

__device__ std::uint32_t value_at(const exactk_plugin_problem &problem, std::int64_t row,
                                  std::int64_t index) {
    return static_cast<std::uint32_t>(plugin::place_of(problem, row, index) >> 32);
}

__global__ void find_last(plugin::Call call, Row *rows) {
    const std::int64_t row = blockIdx.x;
    const std::int64_t n = plugin::length_of(call.problem, row);
    const std::int64_t m = n < call.problem.k ? n : call.problem.k;
    if (m == 0)
        return;
    const std::uint64_t place = plugin::place_of_rank(call.problem, row, n, m);
    const auto value = static_cast<std::uint32_t>(place >> 32);
    std::int64_t above = 0;
    for (std::int64_t index = threadIdx.x; index < n; index += plugin::threads)
        above += value_at(call.problem, row, index) > value ? 1 : 0;
    above = plugin::block_sum(above);
    if (threadIdx.x == 0)
        rows[row] = {value, static_cast<int>(m - above)};
}

__global__ void take(plugin::Call call, Row *rows, bool *taken) {
    const std::int64_t row = blockIdx.x;
    const std::int64_t n = plugin::length_of(call.problem, row);
    const std::int64_t step = std::int64_t{blocks_a_row} * plugin::threads;
    for (std::int64_t index = blockIdx.y * plugin::threads + threadIdx.x; index < n; index += step) {
        const std::uint32_t value = value_at(call.problem, row, index);
        taken[row * call.problem.width + index] =
            value > rows[row].value || (value == rows[row].value && atomicSub(&rows[row].wanted, 1) > 0);
    }
}

__global__ void list(plugin::Call call, const bool *taken) {
    const std::int64_t row = blockIdx.x;
    const bool *of_row = taken + row * call.problem.width;
    plugin::list_where(call.list + row * call.problem.k, plugin::length_of(call.problem, row),
                       [&](std::int64_t index) { return of_row[index]; });
}

/// Bytes of the list, up to where rows may begin.
std::int64_t rows_begin(const exactk_plugin_problem &problem) {
    return (plugin::list_bytes(problem) + 7) / 8 * 8;
}

} // namespace

EXACTK_CUDA_PLUGIN("broken_cuda_first_come_ties")

extern "C" std::int64_t exactk_plugin_workspace(const exactk_plugin_problem *problem) {
    return rows_begin(*problem) + problem->rows * (static_cast<std::int64_t>(sizeof(Row)) + problem->width);
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    const auto count = static_cast<unsigned>(problem->rows);
    const plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    auto *rows = reinterpret_cast<Row *>(static_cast<char *>(workspace) + rows_begin(*problem));
    auto *taken = reinterpret_cast<bool *>(rows + problem->rows);
    find_last<<<count, plugin::threads, 0, mine>>>(call, rows);
    take<<<dim3(count, blocks_a_row), plugin::threads, 0, mine>>>(call, rows, taken);
    list<<<count, plugin::threads, 0, mine>>>(call, taken);
    plugin::fill<<<count, plugin::threads, 0, mine>>>(call);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
