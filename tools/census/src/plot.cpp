// Plots as SVG.
// Spec: contract/C2. Layer: tools/census.
#include "plot.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "wording.hpp"

namespace exactk::census {

namespace {

constexpr double width = 720;       // convention: of a plot, in its own units
constexpr double height = 260;      // convention: of a histogram
constexpr double left = 64;         // convention: room for the numbers of rows
constexpr double right = 16;        // convention: room behind the last bar
constexpr double top = 40;          // convention: room for the marks' numbers
constexpr double bottom = 56;       // convention: room for the buckets' numbers and the axis
constexpr double line_height = 24;  // convention: of a bar of shares
constexpr double words_width = 280; // convention: room for their words

/// How many bytes the UTF-8 character at the start takes, or 0 if there is none that a page may hold.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&text](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
    };
    const unsigned first = byte(0);
    if (first < 0x80)
        return first >= 0x20 && first != 0x7F ? 1 : 0;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size)
        return 0;
    unsigned code = first & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0u) != 0x80u)
            return 0;
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return code < least[size] || code > 0x10FFFF || surrogate || (code >= 0x80 && code < 0xA0) ? 0 : size;
}

/// Where a number stands among the buckets, counted from bucket 0: whole numbers are edges of buckets.
double bucket_place(std::int64_t number) {
    return number == 0 ? 0 : 1 + std::log2(static_cast<double>(number));
}

int bucket_of(std::int64_t number) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(number)));
}

/// A bucket's name under its bar.
std::string bucket_words(int bucket) {
    if (bucket == 0)
        return "0";
    const std::int64_t first = std::int64_t{1} << (bucket - 1);
    if (first < 1024)
        return std::to_string(first);
    return first < 1048576 ? fmt::format("{}Ki", first / 1024) : fmt::format("{}Mi", first / 1048576);
}

std::string svg_head(const std::string &id, const std::string &title, double svg_height) {
    return fmt::format("<svg id=\"{0}\" role=\"img\" aria-labelledby=\"{0}-title\" viewBox=\"0 0 {1} {2}\">\n"
                       "<title id=\"{0}-title\">{3}</title>\n",
                       id, width, svg_height, escaped(title));
}

std::string text_at(double x, double y, const char *anchor, const std::string &words, const char *name = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, name,
                       escaped(words));
}

std::string marks_svg(const std::vector<Mark> &marks, int first, double step) {
    std::string svg;
    double free_from = 0; // where the numbers above the plot end
    for (const Mark &mark : marks) {
        const double x = left + (bucket_place(mark.at) - first) * step;
        svg +=
            fmt::format("<line class=\"mark\" data-at=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\">"
                        "<title>{}</title></line>\n",
                        mark.at, x, x, top - 8, height - bottom, escaped(mark.words));
        const std::string number = grouped(mark.at);
        const double half = 4.0 * static_cast<double>(number.size());
        svg += text_at(x, x - half < free_from ? top - 24 : top - 12, "middle", number,
                       " class=\"mark-number\"");
        free_from = x + half;
    }
    return svg;
}

} // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = character_bytes(text.substr(at));
        switch (bytes == 0 ? '\0' : text[at]) {
        case '\0': out += "\xEF\xBF\xBD"; break;
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += text.substr(at, bytes);
        }
        at += std::max<std::size_t>(bytes, 1);
    }
    return out;
}

std::string histogram(const std::string &id, const std::string &title, const std::string &axis,
                      const std::vector<Bucket> &buckets, const std::vector<Mark> &marks) {
    std::string svg = svg_head(id, title, height);
    if (buckets.empty())
        return svg + text_at(width / 2, height / 2, "middle", "no rows", " class=\"none\"") + "</svg>\n";
    int first = bucket_of(buckets.front().range.least);
    int last = bucket_of(buckets.back().range.least);
    for (const Mark &mark : marks) {
        first = std::min(first, bucket_of(mark.at));
        last = std::max(last, bucket_of(mark.at));
    }
    std::int64_t most = 1;
    for (const Bucket &bucket : buckets)
        most = std::max(most, bucket.rows);
    const double step = (width - left - right) / (last - first + 1);
    const double floor = height - bottom;
    svg += fmt::format("<path class=\"axis\" d=\"M{0} {1}V{2}H{3}\"/>\n", left, top, floor, width - right);
    svg += text_at(left - 8, top + 4, "end", grouped(most)) + text_at(left - 8, floor, "end", "0");
    svg += fmt::format(
        "<text transform=\"translate(14 {:.1f}) rotate(-90)\" text-anchor=\"middle\">rows</text>\n",
        (top + floor) / 2);
    svg += text_at((left + width - right) / 2, height - 8, "middle", axis);
    for (int bucket = first; bucket <= last; ++bucket)
        svg += text_at(left + (bucket - first) * step, floor + 18, "middle", bucket_words(bucket));
    for (const Bucket &bucket : buckets) {
        const double x = left + (bucket_of(bucket.range.least) - first) * step;
        const double tall = (floor - top) * static_cast<double>(bucket.rows) / static_cast<double>(most);
        svg += fmt::format(
            "<rect class=\"bar\" data-least=\"{}\" data-greatest=\"{}\" data-rows=\"{}\" x=\"{:.1f}\" "
            "y=\"{:.2f}\" width=\"{:.1f}\" height=\"{:.2f}\"><title>{} to {}: {} rows</title></rect>\n",
            bucket.range.least, bucket.range.greatest, bucket.rows, x + 1, floor - tall,
            std::max(step - 2, 1.0), tall, grouped(bucket.range.least), grouped(bucket.range.greatest),
            grouped(bucket.rows));
    }
    return svg + marks_svg(marks, first, step) + "</svg>\n";
}

std::string share_bars(const std::string &id, const std::string &title, const std::vector<Bar> &bars) {
    const double tall = line_height * static_cast<double>(bars.size()) + 48;
    const double room = width - words_width - 88;
    std::string svg = svg_head(id, title, tall);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Bar &bar = bars[i];
        const double y = 8 + line_height * static_cast<double>(i);
        const double part =
            bar.whole == 0 ? 0 : static_cast<double>(bar.part) / static_cast<double>(bar.whole);
        svg += text_at(words_width - 8, y + 15, "end", bar.words);
        svg += fmt::format(
            "<rect class=\"bar\" data-key=\"{}\" data-rows=\"{}\" data-of=\"{}\" x=\"{}\" y=\"{}\" "
            "width=\"{:.2f}\" height=\"{}\"><title>{} of {} rows</title></rect>\n",
            escaped(bar.key), bar.part, bar.whole, words_width, y + 3, room * part, line_height - 6,
            grouped(bar.part), grouped(bar.whole));
        svg += text_at(words_width + room * part + 6, y + 15, "start", share(bar.part, bar.whole));
    }
    const double floor = tall - 40;
    svg +=
        fmt::format("<path class=\"axis\" d=\"M{0} 8V{1}H{2}\"/>\n", words_width, floor, words_width + room);
    svg += text_at(words_width, floor + 16, "middle", "0 %") +
           text_at(words_width + room, floor + 16, "middle", "100 %");
    return svg + text_at(words_width + room / 2, floor + 34, "middle", "share of rows") + "</svg>\n";
}

} // namespace exactk::census
