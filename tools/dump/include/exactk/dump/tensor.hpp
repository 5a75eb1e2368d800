// An array from a .npy file or from a .safetensors file, mapped.
// Spec: contract/C11. Layer: tools/dump.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <exactk/dump/defect.hpp>
#include <exactk/npy.hpp>

namespace exactk::dump {

/// Element types that dumps are made of. A .npy file has no bfloat16; there uint16 stands for it.
enum class Element : std::uint8_t { float32 = 0, float16, bfloat16, uint16, int32, int64, other };

/// Name as messages write it, e.g. "bfloat16".
const char *name(Element element);
/// Bytes of one element; 0 for `other`.
std::int64_t bytes_of(Element element);

/// Elements in C order. They may have any alignment where they come from a .safetensors file.
struct Tensor {
    std::string where; ///< as messages name it: path, or path#tensor
    Element element = Element::other;
    std::string type; ///< as the file names it
    std::vector<std::int64_t> shape;
    const std::byte *data = nullptr;
    bool mapped = false; ///< `data` lies in a mapped file, so that its pages can be given back
    std::shared_ptr<const void> owner;

    std::int64_t count() const; ///< product of the shape
};

/// The elements of an array that is loaded already; `where` is what messages name it.
Tensor tensor_of(std::shared_ptr<const npy::Array> array, std::string where);

class Safetensors;

/// Opens the arrays of one folder; a .safetensors file is read once, however many of its tensors are asked for.
class Store {
public:
    explicit Store(std::string folder);
    ~Store();
    Store(Store &&) noexcept;
    Store &operator=(Store &&) noexcept;

    /// `name` is a file of the folder: "scores.npy", or "batch.safetensors#logits" for one tensor of several.
    /// A name that leads out of the folder is refused.
    Defect open(const std::string &name, Tensor &tensor);

private:
    std::string folder_;
    std::map<std::string, std::shared_ptr<const Safetensors>> files_;
};

} // namespace exactk::dump
