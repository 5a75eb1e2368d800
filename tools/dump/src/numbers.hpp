// Integers of mapped arrays, which may have any alignment.
// Spec: contract/C1. Layer: tools/dump.
#pragma once

#include <cstdint>
#include <cstring>

#include <exactk/dump/tensor.hpp>

namespace exactk::dump {

/// Element `at` of a tensor of int32 or int64.
inline std::int64_t integer_at(const Tensor &tensor, std::int64_t at) {
    if (tensor.element == Element::int64) {
        std::int64_t value = 0;
        std::memcpy(&value, tensor.data + at * std::int64_t{sizeof value}, sizeof value);
        return value;
    }
    std::int32_t value = 0;
    std::memcpy(&value, tensor.data + at * std::int64_t{sizeof value}, sizeof value);
    return value;
}

} // namespace exactk::dump
