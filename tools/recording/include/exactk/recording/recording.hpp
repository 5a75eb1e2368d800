// A recording of a live top-k, as a folder: what was recorded, and its calls one at a time.
// Spec: contract/C1 C2 C3 C9 C14. Layer: tools/recording.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/npy.hpp>
#include <exactk/recording/defect.hpp>

namespace exactk::recording {

inline constexpr int format_version = 1; // convention: counted up with tools/python/exactk/record_files.py

/// What recording.json says.
struct Facts {
    std::string operator_name;
    std::vector<std::pair<std::string, std::string>> versions;
    Direction direction = Direction::largest;
    NanPolicy nan_policy = NanPolicy::largest;
    std::string ties;             ///< low, high, any; empty: not known
    std::string order;            ///< index, rank, any; empty: not known
    std::int64_t slots_most = -1; ///< only so many slots of a row were recorded; -1: all
    std::int64_t every = 1;
    bool closed = false;       ///< the recorder ended as it should; otherwise the counts are not known
    std::int64_t seen = 0;     ///< calls, sampled or not
    std::int64_t short_of = 0; ///< sampled calls that are not there, for whatever reason
};

/// One call. Rows and slots are looked at where the files are mapped.
struct Call {
    std::int64_t number = 0;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t k = 0;
    ScoreType type = ScoreType::float32;
    bool has_values = false;
    npy::Array scores;  ///< the rows' valid windows, one behind the other
    npy::Array offsets; ///< int64 [rows + 1]
    npy::Array lengths; ///< int64 [rows], as given
    npy::Array indices; ///< int32 [rows, k]; they count from the window's start
    npy::Array values;  ///< [rows, k], if has_values
    npy::Array digests; ///< uint64 [rows, 3]: input, sequence, set

    std::int64_t n(std::int64_t row) const;
    std::int64_t length(std::int64_t row) const;
    const std::byte *row_scores(std::int64_t row) const;
    std::uint32_t score(std::int64_t row, std::int64_t index) const;
    const std::int32_t *slots(std::int64_t row) const;
    std::uint32_t value(std::int64_t row, std::int64_t slot) const; ///< only if has_values
    std::uint64_t digest(std::int64_t row, int which) const;
};

inline constexpr int digest_of_input = 0;    // bound: column of digests.npy
inline constexpr int digest_of_sequence = 1; // bound: column of digests.npy
inline constexpr int digest_of_set = 2;      // bound: column of digests.npy
inline constexpr int digest_columns = 3;     // bound: one past the last column

class Recording {
public:
    /// Reads recording.json and the names of the calls.
    Defect open(const std::string &folder);

    /// Maps the files of a call and holds them to each other and to its digests.
    Defect load(std::int64_t number, Call &call) const;

    const std::string &folder() const { return folder_; }
    const Facts &facts() const { return facts_; }
    /// In ascending order.
    const std::vector<std::int64_t> &numbers() const { return numbers_; }
    /// Calls that a process that was killed left unfinished; they are not among the numbers.
    std::int64_t unfinished() const { return unfinished_; }

private:
    std::string folder_;
    Facts facts_;
    std::vector<std::int64_t> numbers_;
    std::int64_t unfinished_ = 0;
};

} // namespace exactk::recording
