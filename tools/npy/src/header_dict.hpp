// Parser of the Python literal in a .npy header: a dict with the keys descr, fortran_order and shape.
// Spec: contract/C11. Layer: tools/npy.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <exactk/npy/header.hpp>

namespace exactk::npy {

/// Reads the dict in `text`, whose first byte stands at `base` in the file. Fills descriptor, fortran_order
/// and shape. Iterative, reads only `text`, and allocates no more than the text is long.
class HeaderDict {
public:
    HeaderDict(std::string_view text, std::size_t base, Header &header)
        : text_(text), base_(base), header_(header) {}

    Defect parse();

private:
    Defect entry();
    Defect descriptor();
    Defect structured();
    Defect order();
    Defect shape();
    Defect dimension();
    Defect string(std::string &value);

    void skip_space();
    bool take(char wanted);
    bool take(std::string_view word);
    bool at_end() const { return at_ >= text_.size(); }
    std::string found() const;
    Defect defect(std::string what) const { return defect_at(at_, std::move(what)); }
    Defect defect_at(std::size_t at, std::string what) const {
        return {DefectKind::malformed, base_ + at, std::move(what)};
    }

    std::string_view text_;
    std::size_t base_;
    Header &header_;
    std::size_t at_ = 0;
    bool seen_descriptor_ = false;
    bool seen_order_ = false;
    bool seen_shape_ = false;
};

} // namespace exactk::npy
