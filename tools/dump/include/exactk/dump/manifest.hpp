// What manifest.json says of the dumps in its folder, as written: nothing is opened yet.
// Spec: contract/C1 C3 C4 C6 C7 C15. Layer: tools/dump.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/dump/defect.hpp>
#include <exactk/verify.hpp>

namespace exactk::dump {

inline constexpr int manifest_version = 1; // convention: docs/dumps.md

/// What a manifest says that someone found about an answer. It is held against what the judge finds.
enum class Claim : std::uint8_t {
    run_to_run_identical = 0, ///< all runs have the same bytes
    values_exact,        ///< the selected values are those of the k best elements, and so are output scores
    set_is_lowest_index, ///< and among equals the lowest indices were taken
    ascending,           ///< indices ascend in each row
};
inline constexpr int claim_count = 4; // bound: one past the last Claim
const char *name(Claim claim);

/// One entry. Names of files are as Store takes them; empty: not given.
struct Described {
    std::string name; ///< for reports; of the indices' file where there is none
    std::string producer;
    std::string scores;
    std::string indices;
    std::string values;
    std::string lengths;
    std::string starts;
    std::string ends;
    std::string page_table;
    std::string table_rows;
    std::string dtype;                ///< float32, float16, bfloat16
    std::optional<std::int64_t> rows; ///< these four are held to the files
    std::optional<std::int64_t> width;
    std::optional<std::int64_t> runs;
    std::optional<std::int64_t> k; ///< without indices: that of a census
    std::int64_t page_size = 1;    ///< scores to a page
    std::int64_t fill = -1;        ///< of slots without an element (C7)
    bool counts_from_row = false;  ///< index_base "row": indices count from column 0, not from the start
    // What the answer is held to; nothing: as the caller asks.
    std::optional<Direction> direction;
    std::optional<NanPolicy> nan_policy;
    std::optional<verify::TiesDemand> ties;
    std::optional<verify::OrderDemand> order;
    std::optional<bool> repeatable;
    std::optional<bool> claims[claim_count];
};

/// Reads a manifest: an array of entries, or an object with `format` "exactk dump", `version` and `dumps`. A key that is
/// not known is a defect, save `notes` and `versions`, which may hold anything.
Defect read_manifest(const std::string &path, std::vector<Described> &entries);

} // namespace exactk::dump
