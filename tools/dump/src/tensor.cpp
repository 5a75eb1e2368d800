// Opens arrays by name, whatever file they are in.
// Spec: contract/C11. Layer: tools/dump.
#include <exactk/dump/tensor.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

#include <exactk/npy.hpp>

#include "safetensors.hpp"

namespace exactk::dump {

namespace {

constexpr const char *element_names[] = {"float32", "float16", "bfloat16",    "uint16",
                                         "int32",   "int64",   "another type"};
constexpr std::int64_t element_sizes[] = {4, 2, 2, 2, 4, 8, 0}; // bound: the types' widths
constexpr const char *suffix = ".safetensors";

Element element_of(npy::Element element) {
    switch (element) {
    case npy::Element::float32: return Element::float32;
    case npy::Element::float16: return Element::float16;
    case npy::Element::uint16: return Element::uint16;
    case npy::Element::int32: return Element::int32;
    case npy::Element::int64: return Element::int64;
    case npy::Element::uint64: return Element::other;
    }
    return Element::other;
}

/// Whether a name stays within its folder, links apart.
bool stays_inside(const std::filesystem::path &path) {
    if (path.empty() || path.is_absolute())
        return false;
    for (const std::filesystem::path &part : path)
        if (part == "..")
            return false;
    return true;
}

Defect open_npy(const std::string &path, Tensor &tensor) {
    auto array = std::make_shared<npy::Array>();
    if (const npy::Defect bad = array->load(path)) {
        const bool system = bad.kind == npy::DefectKind::inaccessible;
        const bool type = bad.kind == npy::DefectKind::unsupported;
        return {system ? DefectKind::unreadable
                : type ? DefectKind::unsupported
                       : DefectKind::malformed,
                path, (system ? "" : "byte " + std::to_string(bad.where) + ": ") + bad.what,
                system ? "name a file that is there and can be read"
                : type ? "known are float32, float16, uint16, int32 and int64"
                       : "write the file again, or copy it again from where it came"};
    }
    tensor = tensor_of(std::move(array), path);
    return {};
}

} // namespace

const char *name(Element element) { return element_names[static_cast<int>(element)]; }

std::int64_t bytes_of(Element element) { return element_sizes[static_cast<int>(element)]; }

std::int64_t Tensor::count() const {
    // Nothing times anything is nothing, also where the other extents alone would not fit.
    if (std::find(shape.begin(), shape.end(), 0) != shape.end())
        return 0;
    std::int64_t product = 1;
    for (const std::int64_t extent : shape)
        product *= extent;
    return product;
}

Tensor tensor_of(std::shared_ptr<const npy::Array> array, std::string where) {
    Tensor tensor;
    tensor.where = std::move(where);
    tensor.element = element_of(array->element());
    tensor.type = npy::name(array->element());
    tensor.shape = array->shape();
    tensor.data = array->data();
    tensor.mapped = array->mapped();
    tensor.owner = std::move(array);
    return tensor;
}

Store::Store(std::string folder) : folder_(std::move(folder)) {}
Store::~Store() = default;
Store::Store(Store &&) noexcept = default;
Store &Store::operator=(Store &&) noexcept = default;

Defect Store::open(const std::string &name, Tensor &tensor) {
    tensor = Tensor();
    const std::size_t behind = name.find(std::string(suffix) + "#");
    const std::size_t end = behind == std::string::npos ? name.size() : behind + std::string(suffix).size();
    const std::string file = name.substr(0, end);
    if (!stays_inside(file))
        return {DefectKind::malformed, folder_, "names the file " + file, "name files below the folder"};
    const std::string path = (std::filesystem::path(folder_) / file).string();
    if (!file.ends_with(suffix))
        return open_npy(path, tensor);
    std::shared_ptr<const Safetensors> &kept = files_[path];
    if (!kept) {
        auto fresh = std::make_shared<Safetensors>();
        if (Defect bad = fresh->open(path))
            return bad;
        kept = std::move(fresh);
    }
    if (Defect bad = kept->find(path, end == name.size() ? "" : name.substr(end + 1), tensor))
        return bad;
    tensor.owner = kept;
    return {};
}

} // namespace exactk::dump
