// Suites about shapes: width against length, sizes beside powers of two, uneven lengths.
// Spec: contract/C1 C10 C11 C15. Layer: tools/bench.
#include "suites.hpp"

#include <algorithm>
#include <cstdio>
#include <random>

namespace exactk::bench {

namespace {

std::string numbered(const char *what, std::int64_t value) { return what + std::to_string(value); }

} // namespace

std::vector<Cell> width_cells(const Selection &selection) {
    constexpr std::int64_t wide = 1048576; // convention: what a server with long contexts allocates
    std::vector<Cell> cells;
    for (const Point &point :
         points(selection, {1, 8, 32, 64}, {4096, 8192, 16384, 32768, 65536, 131072, 262144}, {512, 2048})) {
        const std::vector<std::int32_t> lengths(static_cast<std::size_t>(point.rows),
                                                static_cast<std::int32_t>(point.n));
        Request dense = request_at(point);
        dense.floor_key = "all";
        dense.name = "dense";
        // The same places in rows of the great pitch: own plan, own plan with lengths, and the great width's plan.
        Request own = dense;
        own.name = "own width";
        own.base = dense.name;
        own.pitch = wide;
        own.step = point.n;
        Request own_lengths = own;
        own_lengths.name = "own width + lengths";
        own_lengths.base = own.name;
        own_lengths.lengths = lengths;
        own_lengths.lengths_name = "even";
        Request greatest = own_lengths;
        greatest.name = "width 1M + lengths";
        greatest.base = own.name;
        greatest.width = wide;
        greatest.n = point.n;
        cells.push_back(cell_of(text_of(point), {dense, own, own_lengths, greatest}));
    }
    return cells;
}

std::vector<Cell> sawtooth_cells(const Selection &selection) {
    std::vector<Cell> cells;
    const auto add = [&cells](const Point &middle, const char *axis, std::int64_t Point::*member,
                              const std::vector<std::int64_t> &values) {
        std::vector<Request> requests;
        for (const std::int64_t value : values) {
            Point point = middle;
            point.*member = value;
            Request request = request_at(point);
            request.name = numbered(axis, value);
            request.base = value == middle.*member ? "" : numbered(axis, middle.*member);
            requests.push_back(request);
        }
        cells.push_back(cell_of(std::string(axis) + "beside " + text_of(middle), requests));
    };
    for (const Point &point : points(selection, {1, 64, 256}, {8192, 16384, 32768, 65536, 262144}, {2048})) {
        add(point, "n ", &Point::n,
            {point.n - point.n / 4, point.n - 1, point.n, point.n + 1, point.n + 4, point.n + point.n / 4,
             point.n + point.n / 2});
    }
    for (const Point &point : points(selection, {1, 64}, {8192, 65536}, {512})) {
        add(point, "k ", &Point::k,
            {1, 2, 31, 100, 511, 512, 513, 777, 1023, 1024, 1025, 1536, 2047, 2048, 2049});
    }
    for (const Point &point : points(selection, {64}, {8192, 32768, 131072}, {2048})) {
        add(point, "rows ", &Point::rows,
            {1,  2,  3,  7,   8,   9,   15,  16,  17,  31,  33,  63,  64,  65,
             66, 67, 99, 100, 127, 129, 131, 132, 133, 255, 264, 265, 396, 397});
    }
    return cells;
}

namespace {

using Lengths = std::vector<std::int32_t>;

struct Kind {
    const char *name;
    Lengths (*make)(std::int64_t rows, std::int64_t width, std::int64_t k);
};

constexpr std::int64_t short_part = 16;       // convention: a short row is this part of the width
constexpr std::uint32_t lengths_seed = 20261; // convention: any value; the same lengths each time

std::int32_t narrowed(std::int64_t value) { return static_cast<std::int32_t>(value); }

Lengths filled(std::int64_t rows, std::int64_t value) {
    return Lengths(static_cast<std::size_t>(rows), narrowed(value));
}

/// 1 to the width. The generator's own numbers are used, since distributions differ among libraries.
Lengths uniform(std::int64_t rows, std::int64_t width, std::int64_t) {
    std::mt19937 random(lengths_seed);
    Lengths lengths = filled(rows, 0);
    for (std::int32_t &length : lengths) {
        length = narrowed(1 + static_cast<std::int64_t>(random()) % width);
    }
    return lengths;
}

/// Each row is long or short, as a coin falls.
Lengths bimodal(std::int64_t rows, std::int64_t width, std::int64_t) {
    std::mt19937 random(lengths_seed);
    Lengths lengths = filled(rows, width / short_part);
    for (std::int32_t &length : lengths) {
        length = random() % 2 == 0 ? narrowed(width) : length;
    }
    return lengths;
}

/// The first half is long, the second short.
Lengths half_long(std::int64_t rows, std::int64_t width, std::int64_t) {
    Lengths lengths = filled(rows, width / short_part);
    std::fill(lengths.begin(), lengths.begin() + rows / 2, narrowed(width));
    return lengths;
}

/// One long row in the middle of short ones.
Lengths one_long(std::int64_t rows, std::int64_t width, std::int64_t) {
    Lengths lengths = filled(rows, width / short_part);
    lengths[lengths.size() / 2] = narrowed(width);
    return lengths;
}

/// 93 of 100 rows have n <= k, k/2 to k; every fourteenth is long.
Lengths mostly_within_k(std::int64_t rows, std::int64_t width, std::int64_t k) {
    constexpr std::int64_t one_in = 14; // convention: 7 of 100, as in a batch of mostly fresh requests
    std::mt19937 random(lengths_seed);
    Lengths lengths = filled(rows, width);
    for (std::int64_t row = 0; row < rows; ++row) {
        if (row % one_in != one_in / 2) {
            lengths[static_cast<std::size_t>(row)] =
                narrowed(k / 2 + 1 + static_cast<std::int64_t>(random()) % (k - k / 2));
        }
    }
    return lengths;
}

const std::vector<Kind> &kinds() {
    static const std::vector<Kind> all = {{"uniform", uniform},
                                          {"bimodal", bimodal},
                                          {"half long", half_long},
                                          {"one long", one_long},
                                          {"93 % within k", mostly_within_k}};
    return all;
}

/// Uneven rows, even rows of the same total under the same plan, and even rows planned for their own width.
std::vector<Request> ragged_requests(const Point &point, const Kind &kind) {
    constexpr std::int64_t granule = 4; // convention: even rows are whole vectors
    Request ragged = request_at(point);
    ragged.name = kind.name;
    ragged.lengths = kind.make(point.rows, point.n, point.k);
    ragged.lengths_name = kind.name;
    ragged.floor_key = kind.name;
    std::int64_t total = 0; // what has to be read: rows with n <= k need no scores
    for (const std::int32_t length : ragged.lengths) {
        total += length > point.k ? length : 0;
    }
    const std::int64_t mean = (total / point.rows + granule - 1) / granule * granule;
    if (mean <= point.k) {
        std::printf("left out: %s, %s: even rows of the same total would be within k\n",
                    text_of(point).c_str(), kind.name);
        return {};
    }
    Request even = ragged;
    even.name = std::string(kind.name) + ": even";
    even.lengths = filled(point.rows, mean);
    even.lengths_name = "even";
    even.n = mean;
    Request own = request_at(point);
    own.name = std::string(kind.name) + ": even; own width";
    own.width = mean;
    own.floor_key = kind.name;
    ragged.base = even.name;
    own.base = even.name;
    return {even, ragged, own};
}

} // namespace

std::vector<Cell> ragged_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point : points(selection, {32, 128, 512}, {65536, 262144}, {512, 2048})) {
        std::vector<Request> requests;
        for (const Kind &kind : kinds()) {
            for (const Request &request : ragged_requests(point, kind)) {
                requests.push_back(request);
            }
        }
        if (!requests.empty()) {
            cells.push_back(cell_of(text_of(point), requests));
        }
    }
    return cells;
}

} // namespace exactk::bench
