// Parser of the Python literal in a .npy header.
// Spec: contract/C11. Layer: tools/npy.
#include "header_dict.hpp"

#include <limits>

namespace exactk::npy {

namespace {

/// Deepest nesting of brackets in a structured descriptor; deeper ones are refused.
constexpr std::size_t nesting_max = 64; // convention: real descriptors nest fewer than ten deep

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace

Defect HeaderDict::parse() {
    skip_space();
    if (!take('{'))
        return defect("the header must be a dict and begin with '{', but here is " + found());
    skip_space();
    while (!take('}')) {
        if (Defect bad = entry())
            return bad;
        skip_space();
        if (take(',')) {
            skip_space();
            continue;
        }
        if (at_end() || text_[at_] != '}')
            return defect("expected ',' or '}' after a value of the header, but here is " + found());
    }
    skip_space();
    if (!at_end())
        return defect("after the header's dict only white space may stand, but here is " + found());
    if (!seen_descriptor_)
        return defect_at(0, "the header lacks the key 'descr'");
    if (!seen_order_)
        return defect_at(0, "the header lacks the key 'fortran_order'");
    if (!seen_shape_)
        return defect_at(0, "the header lacks the key 'shape'");
    return {};
}

Defect HeaderDict::entry() {
    const std::size_t start = at_;
    std::string key;
    if (Defect bad = string(key))
        return bad;
    bool *seen = key == "descr"           ? &seen_descriptor_
                 : key == "fortran_order" ? &seen_order_
                 : key == "shape"         ? &seen_shape_
                                          : nullptr;
    if (seen == nullptr)
        return defect_at(start, "the header has an unknown key '" + key.substr(0, 40) + "'");
    if (*seen)
        return defect_at(start, "the header has the key '" + key + "' twice");
    *seen = true;
    skip_space();
    if (!take(':'))
        return defect("expected ':' after the key '" + key + "', but here is " + found());
    skip_space();
    if (seen == &seen_descriptor_)
        return descriptor();
    return seen == &seen_order_ ? order() : shape();
}

Defect HeaderDict::descriptor() {
    if (!at_end() && (text_[at_] == '[' || text_[at_] == '(' || text_[at_] == '{'))
        return structured();
    const std::size_t start = at_;
    if (Defect bad = string(header_.descriptor))
        return bad;
    if (header_.descriptor.empty())
        return defect_at(start, "the value of 'descr' is empty");
    return {};
}

// A structured descriptor is not read, only passed over, so that what follows can still be judged.
Defect HeaderDict::structured() {
    header_.descriptor = "structured";
    std::string open;
    do {
        if (at_end())
            return defect("the header ends inside the value of 'descr'");
        const char c = text_[at_];
        if (c == '\'' || c == '"') {
            std::string ignored;
            if (Defect bad = string(ignored))
                return bad;
            continue;
        }
        if (c == '[' || c == '(' || c == '{') {
            if (open.size() == nesting_max)
                return defect("the value of 'descr' is nested too deeply");
            open.push_back(c == '[' ? ']' : c == '(' ? ')' : '}');
        } else if (c == ']' || c == ')' || c == '}') {
            if (open.back() != c)
                return defect(std::string("the value of 'descr' closes with '") + c +
                              "' what it did not open");
            open.pop_back();
        }
        ++at_;
    } while (!open.empty());
    return {};
}

Defect HeaderDict::order() {
    if (take("True"))
        header_.fortran_order = true;
    else if (take("False"))
        header_.fortran_order = false;
    else
        return defect("the value of 'fortran_order' must be True or False, but here is " + found());
    return {};
}

Defect HeaderDict::shape() {
    header_.shape.clear();
    if (!take('('))
        return defect("the value of 'shape' must be a tuple and begin with '(', but here is " + found());
    skip_space();
    bool comma = true; // whether the last thing allows a further dimension
    while (!take(')')) {
        if (!comma)
            return defect("expected ',' or ')' in 'shape', but here is " + found());
        if (Defect bad = dimension())
            return bad;
        skip_space();
        comma = take(',');
        skip_space();
    }
    if (header_.shape.size() == 1 && !comma)
        return defect("the value of 'shape' is a number in parentheses, not a tuple; a comma is missing");
    return {};
}

Defect HeaderDict::dimension() {
    const std::size_t start = at_;
    if (!at_end() && text_[at_] == '-')
        return defect("'shape' holds a negative dimension");
    if (at_end() || !is_digit(text_[at_]))
        return defect("expected a dimension in 'shape', but here is " + found());
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    std::int64_t value = 0;
    while (!at_end() && is_digit(text_[at_])) {
        const std::int64_t digit = text_[at_] - '0';
        if (value > (limit - digit) / 10)
            return defect_at(start, "'shape' holds a dimension above 2^63 - 1");
        value = value * 10 + digit;
        ++at_;
    }
    if (text_[start] == '0' && at_ - start > 1)
        return defect_at(start, "'shape' holds a dimension with a leading zero");
    if (header_.shape.size() == dimensions_max)
        return defect_at(start, "'shape' has more than " + std::to_string(dimensions_max) + " dimensions");
    header_.shape.push_back(value);
    return {};
}

Defect HeaderDict::string(std::string &value) {
    if (at_end() || (text_[at_] != '\'' && text_[at_] != '"'))
        return defect("expected a quoted string, but here is " + found());
    const char quote = text_[at_];
    const std::size_t start = at_ + 1;
    for (at_ = start; !at_end() && text_[at_] != quote; ++at_) {
        if (text_[at_] == '\\' || text_[at_] == '\n')
            return defect("a string of the header holds a backslash or a line end");
    }
    if (at_end())
        return defect_at(start - 1, "the header ends inside a string");
    value.assign(text_.substr(start, at_ - start));
    ++at_;
    return {};
}

void HeaderDict::skip_space() {
    while (!at_end() && is_space(text_[at_]))
        ++at_;
}

bool HeaderDict::take(char wanted) {
    if (at_end() || text_[at_] != wanted)
        return false;
    ++at_;
    return true;
}

bool HeaderDict::take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word)
        return false;
    at_ += word.size();
    return true;
}

std::string HeaderDict::found() const {
    if (at_end())
        return "the header's end";
    return std::string("'") + text_[at_] + "'";
}

} // namespace exactk::npy
