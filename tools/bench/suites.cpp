// The list of suites, and those whose cells are points with one plan each or kinds of scores.
// Spec: contract/C3 C4 C15. Layer: tools/bench.
#include "suites.hpp"

#include <exactk/contract/text.hpp>

namespace exactk::bench {

const std::vector<Suite> &suites() {
    constexpr float plans_drop = 2.0f; // convention: a plan so much slower than the automatic one is no rival
    static const std::vector<Suite> all = {
        {"grid", "rows x n x k", grid_cells, 0},
        {"smallk", "k of 16, 64 and 1024, and many short rows", smallk_cells, 0},
        {"width", "short lengths in rows of 1M against rows planned for their own width", width_cells, 0},
        {"ties", "ties high against ties low", ties_cells, 0},
        {"hostile", "other scores against normal ones", hostile_cells, 0},
        {"types", "16-bit scores against 32-bit scores", types_cells, 0},
        {"sawtooth", "n, rows and k beside powers of two", sawtooth_cells, 0},
        {"ragged", "uneven lengths against even rows of the same total bytes", ragged_cells, 0},
        {"plans", "all plans that can be forced against the automatic one", plans_cells, plans_drop},
        {"company", "another kernel holds a quarter or half of the SMs, against none", company_cells, 0},
        {"served", "a mix of a server's shapes, each cell with a weight", served_cells, 0},
        {"pdl", "the grid's points with programmatic dependent launch against without", pdl_cells, 0},
    };
    return all;
}

std::vector<std::int64_t> chosen(const std::vector<std::int64_t> &selected,
                                 const std::vector<std::int64_t> &own) {
    return selected.empty() ? own : selected;
}

std::vector<Point> points(const Selection &selection, const std::vector<std::int64_t> &rows,
                          const std::vector<std::int64_t> &n, const std::vector<std::int64_t> &k) {
    std::vector<Point> found;
    for (const std::int64_t row_count : chosen(selection.rows, rows)) {
        for (const std::int64_t length : chosen(selection.n, n)) {
            for (const std::int64_t slots : chosen(selection.k, k)) {
                if (row_count <= selection.rows_max && slots < length &&
                    row_count * length * 4 <= static_cast<std::int64_t>(pool_bytes)) {
                    found.push_back({row_count, length, slots});
                }
            }
        }
    }
    return found;
}

std::vector<Point> few_points(const Selection &selection) {
    return points(selection, {1, 8, 64, 256, 1024}, {4096, 16384, 65536, 262144}, {512, 2048});
}

Request request_at(const Point &point) {
    Request request;
    request.rows = point.rows;
    request.width = point.n;
    request.k = point.k;
    return request;
}

std::string text_of(const Point &point) {
    return "rows " + std::to_string(point.rows) + " n " + std::to_string(point.n) + " k " +
           std::to_string(point.k);
}

Cell cell_of(const std::string &name, const std::vector<Request> &requests) {
    return {name, [requests](Session &session) {
                std::vector<Variant> variants;
                for (const Request &request : requests) {
                    variants.push_back(make_variant(session, request));
                }
                return variants;
            }};
}

namespace {

/// A cell of one variant with the selected scores.
Cell plain_cell(const Selection &selection, const Point &point) {
    Request request = request_at(point);
    request.distribution = selection.distribution;
    request.type = selection.type;
    return {text_of(point), [request](Session &session) {
                std::vector<Variant> variants;
                variants.push_back(make_variant(session, request));
                return variants;
            }};
}

} // namespace

std::vector<Point> grid_points(const Selection &selection) {
    constexpr std::int64_t long_rows_max = 8;    // convention: rows of more than 262,144 come in few
    constexpr std::int64_t many_rows_n = 262144; // convention: the longest that come in many
    std::vector<Point> found;
    for (const Point &point :
         points(selection, {1, 4, 8, 32, 64, 128, 256, 1024, 4096},
                {4096, 8192, 16384, 32768, 65536, 131072, 262144, 1048576}, {512, 2048})) {
        if (point.n <= many_rows_n || point.rows <= long_rows_max) {
            found.push_back(point);
        }
    }
    return found;
}

std::vector<Cell> grid_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point : grid_points(selection)) {
        cells.push_back(plain_cell(selection, point));
    }
    return cells;
}

std::vector<Cell> smallk_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point :
         points(selection, {1, 8, 64, 256, 1024}, {4096, 16384, 65536, 262144}, {16, 64, 1024})) {
        cells.push_back(plain_cell(selection, point));
    }
    if (selection.rows.empty()) {
        for (const Point &point :
             points(selection, {4096, 8192, 16384, 32768}, {1024, 2048, 4096, 8192}, {16, 64, 512})) {
            cells.push_back(plain_cell(selection, point));
        }
    }
    return cells;
}

std::vector<Cell> ties_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Distribution distribution : {Distribution::ties16, Distribution::normal}) {
        for (const Point &point : few_points(selection)) {
            Request low = request_at(point);
            low.distribution = distribution;
            low.floor_key = "all";
            low.name = std::string(name(distribution)) + " low";
            Request high = low;
            high.ties = Ties::high;
            high.name = std::string(name(distribution)) + " high";
            high.base = low.name;
            cells.push_back(cell_of(text_of(point), {low, high}));
        }
    }
    return cells;
}

std::vector<Cell> hostile_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point : few_points(selection)) {
        std::vector<Request> requests;
        for (int number = 0; number < distribution_count; ++number) {
            Request request = request_at(point);
            request.distribution = static_cast<Distribution>(number);
            request.name = name(request.distribution);
            request.base = number == 0 ? "" : name(Distribution::normal);
            request.floor_key = "all";
            requests.push_back(request);
        }
        cells.push_back(cell_of(text_of(point), requests));
    }
    return cells;
}

std::vector<Cell> types_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point : few_points(selection)) {
        std::vector<Request> requests;
        for (int number = 0; number < score_type_count; ++number) {
            Request request = request_at(point);
            request.type = static_cast<ScoreType>(number);
            request.name = exactk::name(request.type);
            request.base = number == 0 ? "" : exactk::name(ScoreType::float32);
            requests.push_back(request);
        }
        cells.push_back(cell_of(text_of(point), requests));
    }
    return cells;
}

} // namespace exactk::bench
