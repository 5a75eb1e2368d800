// The numbers of one form of a plan: threads, keys on chip, shared memory, groups, workspace, nodes.
// Spec: algorithm/S3 S4 S9, contract/C15. Layer: device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <exactk/device.hpp>

namespace exactk::device {

/// Rows up to this n are done by one CTA in a form in which CTAs share rows.
inline constexpr std::int64_t shared_row_length_min =
    8192; // measured: at 16,384 a cluster was 5 % faster than one CTA of it
/// Most workspace of any plan.
inline constexpr std::int64_t workspace_limit = std::int64_t{1} << 20; // convention: design notes, 1 MiB
/// Kernels of row_per_grid that a batch of rows has beside one a round: begin, share, emit.
inline constexpr int grid_nodes_extra = 3; // bound: launch/launch.cu
/// Most rounds of any digit plan.
inline constexpr int rounds_max = 3; // bound: 11, 11 and 10 bits

/// What the forms of one plan have in common. Refers to nothing; arguments were checked before.
struct Setting {
    Shape shape;
    Profile profile;
    std::vector<int> digits;
    int key_bytes = 4;
    int sms = 0;                         ///< SMs that the plan may use
    bool sms_limited = false;            ///< fewer than there are: then a CTA counts as an SM
    std::int64_t resident_keys_wish = 0; ///< 0: as many as fit
    std::int64_t list_entries_cap = 0;   ///< 0: none
    bool filter = true;                  ///< whether one is wished for
};

Setting make_setting(const Shape &shape, const Profile &profile, const Wishes &wishes);

/// The longest chunk of the plain cut (S3).
std::int64_t chunk_length_max(std::int64_t width, int ctas);

/// Bytes of workspace of one row in flight of row_per_grid.
std::int64_t grid_row_workspace(const Setting &setting, int ctas);

/// Most rows that row_per_grid can be planned for: above, the number of nodes is not an int.
std::int64_t grid_rows_max(const Setting &setting, int ctas);

/// Kernels of row_per_grid for one batch of rows in flight; rank order has one more, which sorts. Where certificates,
/// status or digests are asked for, which a plan does not know, a batch has that one too.
int grid_nodes_per_batch(std::size_t rounds, Order order);

/// Batches that do all rows.
std::int64_t grid_batches(std::int64_t rows, std::int64_t rows_in_flight);

/// A form by strategy and CTAs per row, both legal, rows within grid_rows_max for row_per_grid.
Form make_form(const Setting &setting, Strategy strategy, int ctas);

} // namespace exactk::device
