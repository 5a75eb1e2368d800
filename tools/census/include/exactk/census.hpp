// Counts how often known hazards of top-k kernels occur in rows of scores.
// Spec: contract/C2 C3 C5 C12. Layer: tools/census.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <exactk/census/capacities.hpp>
#include <exactk/census/coarse.hpp>
#include <exactk/census/spread.hpp>
#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

namespace exactk::census {

/// Where a row is: numbers that its source gives. Rows are ordered by them, in this order.
struct RowName {
    std::int64_t source = 0;
    std::int64_t call = 0;
    std::int64_t row = 0;
    auto operator<=>(const RowName &) const = default;
};

/// Rows in which something occurs.
struct Occurrence {
    std::int64_t rows = 0;
    RowName first; ///< the least of their names
    RowName worst; ///< the least name of those with the most elements
    std::int64_t worst_elements = 0;

    void add(std::int64_t elements, const RowName &name); ///< nothing if `elements` is 0
    void merge(const Occurrence &other);
    bool operator==(const Occurrence &) const = default;
};

/// Scores of a kind: how many, and in which rows.
struct Kind {
    std::int64_t elements = 0;
    Occurrence rows;

    void add(std::int64_t count, const RowName &name);
    void merge(const Kind &other);
    bool operator==(const Kind &) const = default;
};

/// The bin that holds the cut, under one width of coarse key.
struct BinSpread {
    Spread population; ///< elements in that bin
    Spread above;      ///< elements in bins preferred to it
    bool operator==(const BinSpread &) const = default;
};

/// All that was counted. A row *has a cut* if 0 < k < n: its cut is the value of the k-th best score, which is where
/// the selected part ends. What is said of cuts is counted over the rows that have one, the rest over all rows.
struct Facts {
    std::int64_t rows = 0;
    std::int64_t scores = 0;        ///< elements of all rows
    Spread lengths;                 ///< n of each row
    std::int64_t empty = 0;         ///< rows with n = 0
    std::int64_t all_selected = 0;  ///< rows with n <= k, the empty ones too: there is nothing to select
    std::int64_t without_slots = 0; ///< rows with k = 0 < n
    std::int64_t with_cut = 0;

    Spread plateau; ///< elements whose value is the cut's, both zeros being one value and all NaNs one
    Occurrence
        ties; ///< rows with more of these than slots are left for: which are taken is the tie rule's choice
    Spread tie_population;  ///< plateau of those rows
    Occurrence cut_at_zero; ///< rows whose cut is zero, by elements that are zero
    Occurrence cut_at_nan;  ///< likewise
    Occurrence cut_at_positive_infinity;
    Occurrence cut_at_negative_infinity;
    Occurrence
        cut_beyond_half; ///< rows whose cut is finite and of magnitude above 65504, by elements of its value

    std::array<BinSpread, bin_width_count> bins{}; ///< by bin_widths
    std::array<Occurrence, capacity_count>
        exceeded{}; ///< by capacities(): rows that exceed it, by population
    std::array<std::int64_t, capacity_count> on_path{}; ///< rows with a cut whose length takes that path

    Kind zeros; ///< of either sign
    Kind nans;
    Kind positive_infinities;
    Kind negative_infinities;
    Kind beyond_half; ///< finite, of magnitude above 65504: a float16 cannot hold them

    void merge(const Facts &other);
    bool operator==(const Facts &) const = default;
};

/// Counts rows of one type under one k, direction and NaN policy (the other options are without effect). A counter
/// belongs to one thread; those of several threads are merged, and the facts are the same whatever the number of
/// threads and the order of rows. It needs memory for one row's candidates, and no more with more rows.
class Counter {
public:
    /// `k` is 0 to k_max.
    Counter(ScoreType type, const Options &options, std::int64_t k);
    ~Counter();
    Counter(Counter &&) noexcept;
    Counter &operator=(Counter &&) noexcept;

    /// Counts one row. `scores` are its n eligible elements one after the other, bit patterns of the type, of any
    /// alignment; n is 0 to width_max, and with n = 0 `scores` may be null. No two rows have one name.
    void add(const std::byte *scores, std::int64_t n, const RowName &name);

    /// Adds what another counter of the same question has counted.
    void merge(const Counter &other);

    const Facts &facts() const;

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

} // namespace exactk::census
