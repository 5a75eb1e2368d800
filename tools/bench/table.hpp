// The table that a suite writes, its head, and the summary at its end.
// Spec: contract/C15. Layer: tools/bench.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "session.hpp"
#include "variant.hpp"

namespace exactk::bench {

class Table {
public:
    /// Begins the file with lines "# key: value": suite, commit, device, driver, L2 flush, launch gap. Ends the program
    /// where it cannot be written.
    Table(const std::string &path, const std::string &suite, Session &session, int replays,
          float launch_gap_us);
    ~Table();
    Table(const Table &) = delete;
    Table &operator=(const Table &) = delete;

    /// Writes one line for each variant of a cell.
    void add(const std::vector<Variant> &cell);
    /// Prints what each variant takes against its base (minimum, median and maximum over the cells), and how many
    /// have no such time. For the suite "plans" also what the automatic plan loses against the best.
    void print_summary() const;

private:
    void add_regret(const std::vector<Variant> &cell);

    std::FILE *file_ = nullptr;
    std::string suite_;
    std::map<std::string, std::vector<float>> to_base_;
    std::vector<float> regrets_;
    int not_ok_ = 0;
};

} // namespace exactk::bench
