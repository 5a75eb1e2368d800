// Batches on which a filter meets every number of kept elements, and thresholds that keep a chosen number.
// Spec: algorithm/F1 F2 F3 F5 F6 F7. Layer: proptests/device.
#pragma once

#include <string>
#include <vector>

#include <exactk/contract/trace.hpp>
#include <exactk/device.hpp>

#include "host_batch.hpp"

namespace exactk::device_tests {

/// The list that these batches are made for: rows at, below and above this length are among them.
inline constexpr std::int64_t filter_batch_list =
    1024; // convention: long enough for what a sample keeps of k = 250
/// Elements of their long rows. The batches are wider: plans are for the width, and those for rows that one CTA could list
/// whole take no sample to speak of.
inline constexpr std::int64_t filter_batch_length =
    6000; // convention: several lists long, and no longer than a grid's one CTA takes

struct FilterBatch {
    std::string name;
    HostBatch host;
};

/// n distinct patterns of positive numbers in a mixed order; `stride` and n have no common factor. Sixteen at a time are
/// neighbours, and from group to group it is `distance`, so that a digit of 11 bits cannot tell those of one group
/// apart (F7). n / 16 * distance must stay below the patterns that are left below infinity.
std::vector<std::uint32_t> grouped_patterns(ScoreType type, std::int64_t n, std::int64_t stride,
                                            std::uint32_t distance);

/// n patterns near each other, `burst` of which are much better and lie where no sample of at most filter_batch_list
/// elements looks, so that a sample does not know of the row's largest keys. With `far` they are of the other sign and huge:
/// from the others' keys to theirs is more than half of all keys.
std::vector<std::uint32_t> burst_patterns(ScoreType type, Direction direction, std::int64_t n,
                                          std::int64_t burst, bool far);

/// Two batches of every type, one with ties `low`, one with ties `high`, order `rank` and direction `smallest`. The keys
/// of row 0 are distinct and stand in groups of 16 near each other; the other rows have ties, lengths at the list's
/// capacity and at k.
std::vector<FilterBatch> filter_batches();

/// The same for k = 20 and with bursts of 20, 25 and 40 elements: the largest digit of a sampled row is full, is ranked,
/// and is looked at again, near and far.
std::vector<FilterBatch> burst_batches();

/// Rows of zeros of both signs, subnormals beside them, numbers, infinities and NaNs, for k within the zeros. One batch a type,
/// direction and policy of NaNs.
std::vector<FilterBatch> zero_batches();

/// Rows far shorter than the batch is wide, so that they take fewer samples than a plan for that width would take of its
/// longest rows. One batch a type.
std::vector<FilterBatch> wide_batches();

/// Thresholds at, one below and one above the key of every value where a test of scores changes its form, a -0 that kept
/// its sign among them: zeros, the subnormals beside them, the infinities and the numbers before them.
std::vector<std::uint32_t> edge_thresholds(ScoreType type, Direction direction);

/// The key that exactly `kept` of the row's eligible elements reach; one above all keys for 0. `host` holds host
/// pointers. Throws where ties at the cut leave no such key.
std::uint32_t threshold_keeping(const Problem &host, std::int64_t row, std::int64_t kept);

/// Which ways through the filter rows have taken, so that a set of cases that misses one is seen.
class FilterPaths {
public:
    /// `form` is the one that the trace is of.
    void add(const RowTrace &row, const device::Form &form);
    /// The ways that no row took, in words; empty if none.
    std::string missing() const;

private:
    static constexpr int count = 16; // bound: the words in the source
    bool met_[count] = {};
};

} // namespace exactk::device_tests
