// The tiny row or rows that a schedule is about, and what the model says of them.
// Spec: algorithm/S2 to S8 F1 F5 O1 O2 O4, contract/C5 C12. Layer: sim.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>

#include <exactk/schedule/setup.hpp>

namespace exactk::schedule {

/// What a CTA has learnt when it is done; compared with the model's trace. With lists (Form::cluster_list) all of it,
/// O4 too, is in the digest, row after row, and the other fields are 0.
struct Observation {
    std::uint32_t rounds = 0;     ///< digest of O1 of all rounds that ran, as the CTA saw them
    std::uint16_t prefix = 0;     ///< after the last round
    std::uint16_t quota = 0;      ///< S6
    std::uint16_t above_base = 0; ///< S7
    std::uint16_t equal_base = 0; ///< S7

    friend bool operator==(const Observation &, const Observation &) = default;
};

/// O1 of one round as far as a digest has it. `counts` are those of the round's bins, in ascending digits.
struct RoundSeen {
    const std::uint16_t *counts = nullptr;
    int bins = 0;
    std::uint16_t digit = 0;
    std::uint16_t population = 0;
    std::uint16_t above = 0;
    std::uint16_t open = 0;
    std::uint16_t prefix = 0;
    bool skip = false;
};

/// Adds a round to the digest of the rounds before it; the first has 0 before it.
std::uint32_t add_round(std::uint32_t digest, const RoundSeen &round);

/// What a CTA knows of a row's list at B3 and after the rounds on it (F5 to F7 O4).
struct ListSeen {
    std::uint32_t kept = 0;      ///< M
    std::uint32_t kept_base = 0; ///< of them, how many the CTAs before this one listed
    bool fell_back = false;
    std::uint32_t base = 0; ///< the fields from here on are 0 in a row that falls back
    std::uint32_t top = 0;
    bool few = false;
};

/// Adds to the digest what is known of a row's list, before the row's rounds, and what a row ends with.
std::uint32_t add_list(std::uint32_t digest, const ListSeen &list);
std::uint32_t add_end(std::uint32_t digest, const Observation &row);

/// Rows of float16 scores, all of length n, direction `largest`, order `index`, cut by the plain cut of S3. One row but
/// for Form::cluster_list. Elements are numbered through, element i of row r being r * n + i.
struct Instance {
    int rows = 1;
    int n = 0;
    int k = 0;
    Ties ties = Ties::low;
    std::vector<std::uint16_t> patterns; ///< [rows * n] scores
    std::vector<std::uint16_t> keys;     ///< [rows * n] canonical keys (C12)
    std::vector<int> chunks;             ///< [ctas + 1]
    std::vector<int> digits;             ///< [rounds] widths; their sum is 16
    std::vector<int> shifts;             ///< [rounds] position of the digit's lowest bit
    /// [rounds] the digit values that occur in the rows at all, ascending: the bins that a histogram needs.
    std::vector<std::vector<std::uint16_t>> bins;
    int stride = 0;     ///< most bins of any round
    int rounds_run = 0; ///< fewer than the plan's if S6 skips; of several rows: in the last one

    // Form::cluster_list alone.
    bool listed = false;              ///< a list is made of each row
    std::uint16_t threshold = 0;      ///< T of F5, forced
    int capacity = 0;                 ///< L of F5
    std::vector<bool> falls_back;     ///< [rows] what the model does
    std::vector<int> fallback_rounds; ///< [rows] rounds after the fall-back; 0 if the row does not fall back

    std::vector<std::uint16_t> slots;  ///< [rows * k] the model's answer
    std::vector<Observation> expected; ///< [ctas] the model's trace

    int digit(int element, int round) const;
    /// Position of the element's digit among the bins of the round.
    int bin(int element, int round) const;
};

/// Whether a list holds the element (F5).
inline bool kept(const Instance &instance, int element) {
    return instance.keys[static_cast<std::size_t>(element)] >= instance.threshold;
}

/// The problem and the plan that the model was asked. The problem's scores are those of the instance.
Problem problem_of(const Instance &instance);
Plan plan_of(const Setup &setup, const Instance &instance);

inline constexpr int list_cells =
    3; // bound: make_instance lists no more in a chunk of a row that does not fall back

/// The row of a setup whose fields are legal. It depends on ctas, rounds and seed only, and for Form::cluster_list on
/// the form. At least two CTAs hold an
/// element equal to the last winner, fewer of which are selected than there are, so that ties count. Rows whose seed is
/// 1 modulo 4 have 2 elements per CTA and two digit values per round, the smallest case worth exploring; 2: more of
/// both; 3: some CTAs have empty chunks; 0: all equal elements are selected, so that S6 may skip.
/// With lists there are `list_rows` rows of at least 36 scores, one k and one threshold. The middle row keeps at most
/// `list_cells` elements per CTA, among them the winners, and is listed. So is the first unless seed / 4 is odd: then it
/// keeps more than the list holds. The last keeps fewer than k. In seeds that are 1 modulo 4 each CTA keeps two elements
/// of a row that is listed; 3: some keep none; 0: all equal elements are selected.
/// Throws std::logic_error if the model refuses the row, which would be a defect here.
Instance make_instance(const Setup &setup);

} // namespace exactk::schedule
