// The suites: which variants each cell of a suite has.
// Spec: contract/C15. Layer: tools/bench.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "session.hpp"
#include "variant.hpp"

namespace exactk::bench {

/// What the command line says about cells; an empty list leaves the suite's own.
struct Selection {
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> n;
    std::vector<std::int64_t> k;
    std::int64_t rows_max = 1 << 20;
    Distribution distribution = Distribution::normal; ///< for grid, smallk, plans and pdl
    ScoreType type = ScoreType::float32;              ///< for grid, smallk, plans and pdl
};

/// A cell that has not been made yet: making it fills pools.
struct Cell {
    std::string name;
    std::function<std::vector<Variant>(Session &)> make;
};

struct Suite {
    const char *name;
    const char *what;
    std::vector<Cell> (*cells)(const Selection &selection);
    float drop_factor; ///< as in CellSettings
};

const std::vector<Suite> &suites();

std::vector<Cell> grid_cells(const Selection &selection);
std::vector<Cell> smallk_cells(const Selection &selection);
std::vector<Cell> ties_cells(const Selection &selection);
std::vector<Cell> hostile_cells(const Selection &selection);
std::vector<Cell> types_cells(const Selection &selection);
std::vector<Cell> width_cells(const Selection &selection);
std::vector<Cell> sawtooth_cells(const Selection &selection);
std::vector<Cell> ragged_cells(const Selection &selection);
std::vector<Cell> plans_cells(const Selection &selection);
std::vector<Cell> company_cells(const Selection &selection);
std::vector<Cell> served_cells(const Selection &selection);
std::vector<Cell> pdl_cells(const Selection &selection);

/// rows, n and k of a cell.
struct Point {
    std::int64_t rows;
    std::int64_t n;
    std::int64_t k;
};
/// The selected list, or the suite's own.
std::vector<std::int64_t> chosen(const std::vector<std::int64_t> &selected,
                                 const std::vector<std::int64_t> &own);
/// All points of three lists with k < n, whose rows are within `selection.rows_max` and whose scores of 32 bits are
/// within a pool.
std::vector<Point> points(const Selection &selection, const std::vector<std::int64_t> &rows,
                          const std::vector<std::int64_t> &n, const std::vector<std::int64_t> &k);
/// The points of the suite grid.
std::vector<Point> grid_points(const Selection &selection);
/// The points of the suites that compare kinds of scores: few rows to many, short to long.
std::vector<Point> few_points(const Selection &selection);
Request request_at(const Point &point);
std::string text_of(const Point &point);
/// A cell of automatic plans.
Cell cell_of(const std::string &name, const std::vector<Request> &requests);

} // namespace exactk::bench
