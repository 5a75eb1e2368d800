// A .safetensors file: eight bytes of a header's length, the header in JSON, and the tensors' bytes.
// Spec: contract/C11. Layer: tools/dump.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <exactk/dump/tensor.hpp>
#include <exactk/npy.hpp>

namespace exactk::dump {

/// Source of the format: huggingface/safetensors, README.md, "Format". Tensors of types that are not judged are known
/// by name and shape, so that a message can say what is there.
class Safetensors {
public:
    /// Maps the file, and holds every tensor's offsets to its shape and to the file's size.
    Defect open(const std::string &path);

    /// The tensor without its owner, or a defect that names those that are there.
    Defect find(const std::string &path, const std::string &name, Tensor &tensor) const;

private:
    Defect read_header(const std::string &path);
    npy::Mapping mapping_;
    std::map<std::string, Tensor> tensors_;
};

} // namespace exactk::dump
