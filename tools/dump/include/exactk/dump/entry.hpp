// One dump or one recorded call, opened: rows of scores with their windows, and an answer for them.
// Spec: contract/C1 C2 C3 C7 C9. Layer: tools/dump.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/dump/defect.hpp>
#include <exactk/dump/manifest.hpp>
#include <exactk/dump/tensor.hpp>
#include <exactk/verify.hpp>

namespace exactk::dump {

inline constexpr std::int64_t rows_most =
    2147483647; // convention: of a dump; rows without scores take no room in a file

/// The eligible elements of one row (C1).
struct Window {
    const std::byte *scores = nullptr; ///< [n], of any alignment
    std::int64_t start = 0;            ///< column of the first
    std::int64_t n = 0;
};

/// All that the files hold. Its arrays are mapped and live as long as it does.
struct Entry {
    std::string name;
    std::string producer;
    ScoreType type = ScoreType::float32;
    std::int64_t rows = 0;
    std::int64_t width = 0;        ///< most columns of a row
    std::int64_t runs = 0;         ///< 0: there are no indices
    std::int64_t columns = 0;      ///< slots of a row in the file
    std::optional<std::int64_t> k; ///< slots to judge, or those of a census
    Options options;               ///< direction, NaN policy, fill
    verify::Demand demand;
    std::string untold; ///< why the answer cannot be judged although it is there; empty: it can
    std::optional<bool> claims[claim_count];

    Tensor scores;  ///< [rows, width], or with offsets [sum of n]
    Tensor offsets; ///< int64 [rows + 1]: row r is scores[offsets[r]:offsets[r + 1]]; else empty
    Tensor lengths; ///< of any shape with `rows` elements, or empty; of the window, before the clamp
    Tensor starts;
    Tensor ends;       ///< instead of lengths
    Tensor indices;    ///< [rows, k] or [runs, rows, k]
    Tensor values;     ///< of the shape of the indices
    Tensor page_table; ///< [tables, pages]
    Tensor table_rows; ///< [rows]: which table is a row's; else the one of its own number, or the only one
    std::int64_t page_size = 1;
    bool counts_from_row = false;

    Window window(std::int64_t row) const;
    /// Slots that are asked for: k, or all columns.
    std::int64_t slots() const { return k.value_or(columns); }
    /// Whether rows can be judged as they lie in the files.
    bool is_plain() const;
};

/// What is asked where a manifest says nothing.
struct Asked {
    Direction direction = Direction::largest;
    NanPolicy nan_policy = NanPolicy::largest;
    verify::Demand demand;
    std::optional<std::int64_t> k;
};

/// Opens the files of one entry and holds them to each other.
Defect open(Store &store, const Described &described, const Asked &asked, Entry &entry);

/// Dumps and recordings are opened alike.
class Source {
public:
    Source();
    ~Source();

    /// Reads the folder's manifest.json, or else its recording.json. Of a manifest every entry is opened once, so that a
    /// defect is known before anything is judged; one that is `unsupported` comes from load().
    Defect open(const std::string &folder, const Asked &asked);

    /// Of a recording: what is missing in it, in words.
    std::vector<std::string> notes() const;
    std::int64_t count() const;
    bool is_recording() const;
    /// Name of an entry without opening it.
    std::string name_of(std::int64_t at) const;
    /// Of a recording: the number of a call.
    std::int64_t number_of(std::int64_t at) const;
    Defect load(std::int64_t at, Entry &entry);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace exactk::dump
