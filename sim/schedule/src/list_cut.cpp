// Finds the cut in a list that is sorted first, so that digits and prefixes are runs of it.
// Spec: algorithm/S5 S6 F6 F7 F8. Layer: sim.
#include "list_cut.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>

namespace exactk::schedule {
namespace {

constexpr int near_reach = (1 << 13) - 1; // bound: F6, 16-bit keys
constexpr int digit_bits = 11;            // bound: F6
constexpr std::ptrdiff_t few_max = 32;    // bound: F7

using Run = std::span<const std::uint16_t>; // keys, descending

std::uint16_t number16(std::ptrdiff_t value) { return static_cast<std::uint16_t>(value); }

/// Keys of a descending run that are at least the one given.
std::ptrdiff_t reached(Run run, int key) {
    return std::partition_point(run.begin(), run.end(), [key](std::uint16_t one) { return one >= key; }) -
           run.begin();
}

/// F7 on the candidates of the last round.
void rank_few(Run candidates, ListCut &cut) {
    const std::size_t place = std::min<std::size_t>(cut.open, candidates.size()) - 1;
    const int pivot = candidates[place];
    const std::ptrdiff_t larger = reached(candidates, pivot + 1);
    cut.few = true;
    cut.prefix = number16(pivot);
    cut.above = number16(cut.above + larger);
    cut.open = number16(cut.open - larger);
    cut.population = number16(reached(candidates, pivot) - larger);
}

/// One round, S4 to S6, by the digit that lies `shift` bits up. Returns the candidates with the digit chosen.
Run do_round(Run candidates, int k, int shift, int width, ListCut &cut) {
    ListRound round;
    const std::uint32_t mask = (1u << width) - 1;
    const auto digit_of = [&](std::uint16_t key) {
        return static_cast<std::uint32_t>(key - cut.base) >> shift & mask;
    };
    std::size_t chosen_at = 0;
    std::size_t chosen_size = 0;
    bool chosen = false;
    for (std::size_t at = 0; at < candidates.size();) {
        std::size_t end = at;
        while (end < candidates.size() && digit_of(candidates[end]) == digit_of(candidates[at])) {
            ++end;
        }
        round.counts.push_back(static_cast<std::uint16_t>(end - at));
        if (!chosen) {
            chosen_at = at;
            chosen_size = end - at;
            chosen = end >= cut.open;
        }
        at = end;
    }
    std::reverse(round.counts.begin(), round.counts.end());
    const std::uint32_t digit = digit_of(candidates[chosen_at]);
    cut.prefix = static_cast<std::uint16_t>(cut.prefix + (digit << shift));
    cut.population = static_cast<std::uint16_t>(chosen_size);
    cut.above = static_cast<std::uint16_t>(cut.above + chosen_at);
    cut.open = static_cast<std::uint16_t>(cut.open - chosen_at);
    cut.skipped = cut.population == cut.open;
    if (cut.skipped) {
        cut.above = number16(k);
        cut.open = 0;
    }
    round.round = {nullptr,        0,          static_cast<std::uint16_t>(digit),
                   cut.population, cut.above,  cut.open,
                   cut.prefix,     cut.skipped};
    cut.rounds.push_back(std::move(round));
    return candidates.subspan(chosen_at, chosen_size);
}

} // namespace

ListCut cut_of_list(std::vector<std::uint16_t> list, int k) {
    ListCut cut;
    if (list.empty()) {
        return cut;
    }
    std::sort(list.begin(), list.end(), std::greater<>());
    cut.top = list.front();
    const int near = std::max(0, cut.top - near_reach);
    const bool minority = 2 * k < static_cast<int>(list.size());
    const int least = list.back();
    cut.base = number16(minority && reached(list, near) >= k ? std::max(near, least) : least);
    cut.prefix = cut.base;
    cut.open = number16(k);
    Run candidates(list.data(), static_cast<std::size_t>(reached(list, cut.base)));
    int open_bits = std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(cut.top - cut.base))));
    while (!cut.few) {
        const int width = std::min(open_bits, digit_bits);
        open_bits -= width;
        candidates = do_round(candidates, k, open_bits, width, cut);
        if (cut.skipped || open_bits == 0) {
            break;
        }
        if (std::ssize(candidates) <= few_max) {
            rank_few(candidates, cut);
        } else if (candidates.front() == candidates.back()) { // F8
            cut.prefix = candidates.front();
            break;
        }
    }
    return cut;
}

} // namespace exactk::schedule
