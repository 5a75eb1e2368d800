// Plots as SVG inside a page, made of text alone.
// Spec: contract/C2. Layer: tools/census.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <exactk/census/spread.hpp>

namespace exactk::census {

/// Text as HTML holds it; what is no UTF-8, or no character of a page, becomes U+FFFD.
std::string escaped(std::string_view text);

/// A vertical line at a number.
struct Mark {
    std::int64_t at = 0;
    std::string words;
};

/// Bars of rows over numbers in buckets of powers of two, with lines at the marks. `id` is the element's.
std::string histogram(const std::string &id, const std::string &title, const std::string &axis,
                      const std::vector<Bucket> &buckets, const std::vector<Mark> &marks);

/// One bar of a share.
struct Bar {
    std::string key;
    std::string words;
    std::int64_t part = 0;
    std::int64_t whole = 0;
};

/// Horizontal bars of part / whole from 0 to 100 %.
std::string share_bars(const std::string &id, const std::string &title, const std::vector<Bar> &bars);

} // namespace exactk::census
