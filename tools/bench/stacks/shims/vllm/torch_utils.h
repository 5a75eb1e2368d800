// The part of PyTorch's stable C++ interface that vLLM's top-k launchers use, over plain pointers.
// Spec: contract/C15. Layer: tools/bench.
#ifndef EXACTK_BENCH_SHIM_TORCH_UTILS_H
#define EXACTK_BENCH_SHIM_TORCH_UTILS_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>

#include <cuda_runtime.h>

/// What the launchers refuse is thrown, and stack_vllm.cu returns cudaErrorInvalidValue.
struct StackRefusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};
#define STD_TORCH_CHECK(condition, ...)                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            throw StackRefusal(#condition);                                                                  \
        }                                                                                                    \
    } while (0)

namespace stack_shim {
struct Context {
    cudaStream_t stream = nullptr;
    char *free_memory = nullptr; ///< What torch::stable::empty gives out, from here on
    std::size_t free_bytes = 0;
};
inline thread_local Context context;
constexpr std::size_t alignment =
    256; // convention: of memory that is given out, as CUDA aligns an allocation
} // namespace stack_shim

inline cudaStream_t get_current_cuda_stream() { return stack_shim::context.stream; }

inline cudaDeviceProp *get_device_prop() {
    static cudaDeviceProp properties = [] {
        int device = 0;
        cudaDeviceProp found{};
        STD_TORCH_CHECK(cudaGetDevice(&device) == cudaSuccess);
        STD_TORCH_CHECK(cudaGetDeviceProperties(&found, device) == cudaSuccess);
        return found;
    }();
    return &properties;
}

namespace torch {
namespace headeronly {
enum class ScalarType { Byte, Int, Float };
} // namespace headeronly
namespace stable {
struct Device {};

/// A matrix of contiguous rows, or a list.
class Tensor {
public:
    Tensor(void *data, headeronly::ScalarType type, int dimensions, std::int64_t rows, std::int64_t columns,
           std::int64_t pitch)
        : data_(data), type_(type), dimensions_(dimensions), sizes_{rows, columns}, strides_{pitch, 1} {}
    std::int64_t size(std::int64_t which) const { return sizes_[which < 0 ? dimensions_ + which : which]; }
    std::int64_t stride(std::int64_t which) const { return strides_[which]; }
    std::int64_t dim() const { return dimensions_; }
    std::int64_t numel() const { return dimensions_ == 1 ? sizes_[0] : sizes_[0] * sizes_[1]; }
    bool is_cuda() const { return true; }
    bool is_contiguous() const { return dimensions_ == 1 || strides_[0] == sizes_[1]; }
    headeronly::ScalarType scalar_type() const { return type_; }
    int get_device_index() const { return 0; }
    Device device() const { return {}; }
    template <typename T> const T *const_data_ptr() const { return static_cast<const T *>(data_); }
    template <typename T> T *mutable_data_ptr() const { return static_cast<T *>(data_); }

private:
    void *data_;
    headeronly::ScalarType type_;
    int dimensions_;
    std::int64_t sizes_[2], strides_[2];
};

/// Gives out memory of the caller's workspace; all elements that are asked for have four bytes.
inline Tensor empty(std::initializer_list<std::int64_t> sizes, headeronly::ScalarType type, std::nullopt_t,
                    Device) {
    std::int64_t elements = 1;
    for (const std::int64_t size : sizes) {
        elements *= size;
    }
    stack_shim::Context &context = stack_shim::context;
    const std::size_t bytes = (static_cast<std::size_t>(elements) * 4 + stack_shim::alignment - 1) /
                              stack_shim::alignment * stack_shim::alignment;
    STD_TORCH_CHECK(bytes <= context.free_bytes);
    void *data = context.free_memory;
    context.free_memory += bytes;
    context.free_bytes -= bytes;
    return Tensor(data, type, 1, elements, 1, 1);
}

namespace accelerator {
struct DeviceGuard {
    explicit DeviceGuard(int) {}
};
} // namespace accelerator
} // namespace stable
} // namespace torch
#endif
