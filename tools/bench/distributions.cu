// Fills pools with scores; each score is a function of its position and of the layout.
// Spec: contract/C3 C15. Layer: tools/bench.
#include "distributions.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace exactk::bench {

namespace {

__device__ std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

/// A sum of twelve uniform numbers, of mean 0 and deviation 1.
__device__ float normal_at(std::uint64_t position) {
    std::uint64_t z = position * 0x9E3779B97F4A7C15ull + 0x1234567ull;
    float sum = 0.0f;
    for (int part = 0; part < 3; ++part) {
        z = mixed(z);
        for (int quarter = 0; quarter < 4; ++quarter) {
            sum += static_cast<float>(z >> (16 * quarter) & 0xFFFF);
        }
    }
    return (sum - 6.0f * 65536.0f) / 65536.0f;
}

/// Random bits that have nothing to do with normal_at.
__device__ std::uint64_t bits_at(std::uint64_t position) {
    return mixed(mixed(position + 0x5851F42D4C957F2Dull) + 0x14057B7EF767814Full);
}

/// The normal score below which (column + 1/2) / n of all are, so that a row of them is sorted.
__device__ float quantile(std::size_t column, std::size_t n) {
    return static_cast<float>(normcdfinv((static_cast<double>(column) + 0.5) / static_cast<double>(n)));
}

__device__ float clustered_at(std::size_t position, std::size_t row, std::size_t column,
                              const Layout &layout) {
    const std::size_t wanted = layout.k + layout.k / 4;
    const std::size_t run = wanted < layout.n ? wanted : layout.n;
    const std::size_t begin = bits_at(row ^ 0x7777777777ull) % (layout.n - run + 1);
    const bool inside = column >= begin && column < begin + run;
    return normal_at(position) + (inside ? 16.0f : 0.0f);
}

__device__ float score_at(Distribution distribution, std::size_t position, const Layout &layout) {
    const std::size_t in_slice = position % layout.slice;
    const std::size_t column = in_slice % layout.n;
    const std::size_t row = position / layout.slice * layout.rows + in_slice / layout.n;
    switch (distribution) {
    case Distribution::normal: return normal_at(position);
    case Distribution::ties16: return static_cast<float>(bits_at(position) & 15);
    case Distribution::ties2: return static_cast<float>(bits_at(position) & 1);
    case Distribution::equal: return 0.5f;
    case Distribution::zeros: return (bits_at(position) & 1) != 0 ? -0.0f : 0.0f;
    case Distribution::relu: return fmaxf(0.0f, normal_at(position) - 2.0f);
    case Distribution::half_neginf:
        return (bits_at(position) & 1) != 0 ? __int_as_float(static_cast<int>(0xFF800000u))
                                            : normal_at(position);
    case Distribution::clustered: return clustered_at(position, row, column, layout);
    case Distribution::ascending: return quantile(column, layout.n);
    case Distribution::descending: return quantile(layout.n - 1 - column, layout.n);
    case Distribution::lognormal: return expf(6.0f * normal_at(position));
    case Distribution::narrow: return __int_as_float(0x3F800000 + static_cast<int>(bits_at(position) & 8191));
    }
    return 0.0f;
}

__device__ void put(float *data, std::size_t i, float score) { data[i] = score; }
__device__ void put(__half *data, std::size_t i, float score) { data[i] = __float2half_rn(score); }
__device__ void put(__nv_bfloat16 *data, std::size_t i, float score) { data[i] = __float2bfloat16_rn(score); }

template <class Element>
__global__ void fill_kernel(Distribution distribution, Element *data, Layout layout) {
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < layout.count;
         i += stride) {
        put(data, i, score_at(distribution, i, layout));
    }
}

template <class Element>
void launch_typed(Distribution distribution, void *data, const Layout &layout, cudaStream_t stream) {
    fill_kernel<<<1024, 256, 0, stream>>>(distribution, static_cast<Element *>(data), layout);
}

} // namespace

void launch_fill(Distribution distribution, ScoreType type, void *data, const Layout &layout,
                 cudaStream_t stream) {
    switch (type) {
    case ScoreType::float32: return launch_typed<float>(distribution, data, layout, stream);
    case ScoreType::float16: return launch_typed<__half>(distribution, data, layout, stream);
    case ScoreType::bfloat16: return launch_typed<__nv_bfloat16>(distribution, data, layout, stream);
    }
}

} // namespace exactk::bench
