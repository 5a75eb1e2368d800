// What the drawing of one row and that of rows with lists share.
// Spec: algorithm/S2 S3 S4, contract/C12. Layer: sim.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/schedule/instance.hpp>

#include "random.hpp"

namespace exactk::schedule {

/// How the rows of a seed look; see make_instance.
struct RowKind {
    bool small;
    bool empty_chunks; ///< with lists: chunks of which nothing is listed
    bool all_equals;
};
RowKind row_kind(std::uint64_t seed);

/// Digits as equal as 16 bits allow.
void cut_digits(const Setup &setup, Instance &instance);

/// Digit values that the row may have in a round: two or three. Those of the first round keep away from the ends, so
/// that no key is that of an infinity or a NaN, and later ones from all ones, so that none is 0x7FFF, which no score
/// has.
std::vector<std::uint16_t> draw_palette(int round, int width, bool small, Random &random);

/// The float16 pattern whose key (C12, direction `largest`) this is.
std::uint16_t pattern_of(std::uint16_t key);

/// Drops the digit values that no element has.
void keep_used_bins(Instance &instance);

/// Draws what make_instance says of Form::cluster_list, up to the model's answer: n, k, ties, keys, digits, bins,
/// threshold and capacity.
void draw_list_rows(const Setup &setup, const RowKind &kind, Random &random, Instance &instance);

/// Fills in the model's answer and trace. Throws as make_instance.
void ask_model(const Setup &setup, Instance &instance);

} // namespace exactk::schedule
