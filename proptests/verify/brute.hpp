// The definitions of the contract, tried out pair by pair on small rows: what is right, what a fault is.
// Spec: contract/C1 to C9, C15. Layer: proptests/verify.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include <exactk/verify.hpp>

namespace exactk::verify::test {

/// The row's first m elements by rank, from a stable sort of indices in tie order.
inline std::vector<std::int64_t> by_rank(const std::vector<int> &heights, std::int64_t m, bool high) {
    std::vector<std::int64_t> order(heights.size());
    std::iota(order.begin(), order.end(), 0);
    if (high)
        std::reverse(order.begin(), order.end());
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t one, std::int64_t other) {
        return heights[static_cast<std::size_t>(one)] > heights[static_cast<std::size_t>(other)];
    });
    order.resize(static_cast<std::size_t>(m));
    return order;
}

/// An answer that the demand accepts.
inline std::vector<std::int64_t> truth(const std::vector<int> &heights, std::int64_t k, std::int64_t fill,
                                       const Demand &demand) {
    const std::int64_t m = std::min(k, static_cast<std::int64_t>(heights.size()));
    std::vector<std::int64_t> answer = by_rank(heights, m, demand.ties == TiesDemand::high);
    if (demand.order == OrderDemand::index)
        std::sort(answer.begin(), answer.end());
    answer.resize(static_cast<std::size_t>(k), fill);
    return answer;
}

/// Whether an answer is right: against the stable sort, with no thought of faults.
inline bool right(const std::vector<int> &heights, std::int64_t fill, const Demand &demand,
                  const std::vector<std::int64_t> &answer) {
    const auto k = static_cast<std::int64_t>(answer.size());
    std::vector<std::int64_t> due = truth(heights, k, fill, demand);
    if (demand.ties != TiesDemand::any && demand.order != OrderDemand::any)
        return answer == due;
    const auto m = static_cast<std::ptrdiff_t>(std::min(answer.size(), heights.size()));
    if (!std::equal(answer.begin() + m, answer.end(), due.begin() + m))
        return false;
    std::vector<std::int64_t> held(answer.begin(), answer.begin() + m);
    due.resize(static_cast<std::size_t>(m));
    std::vector<std::int64_t> sorted = held;
    std::sort(sorted.begin(), sorted.end());
    if (demand.ties != TiesDemand::any) {
        std::sort(due.begin(), due.end());
        return sorted == due;
    }
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return false;
    const auto n = static_cast<std::int64_t>(heights.size());
    std::vector<int> held_heights;
    std::vector<int> due_heights;
    for (std::size_t at = 0; at < held.size(); ++at) {
        if (held[at] < 0 || held[at] >= n)
            return false;
        held_heights.push_back(heights[static_cast<std::size_t>(held[at])]);
        due_heights.push_back(heights[static_cast<std::size_t>(due[at])]);
    }
    if (demand.order == OrderDemand::index && sorted != held)
        return false;
    if (demand.order == OrderDemand::rank && !std::is_sorted(held_heights.rbegin(), held_heights.rend()))
        return false;
    std::sort(held_heights.begin(), held_heights.end());
    std::sort(due_heights.begin(), due_heights.end());
    return held_heights == due_heights;
}

/// What a row's answer is charged with.
struct Charges {
    std::array<std::int64_t, fault_count> count{};
    std::int64_t lost = 0;
    std::int64_t best_rank = -1;

    std::int64_t &of(Fault fault) { return count[static_cast<std::size_t>(fault)]; }
    bool operator==(const Charges &) const = default;
};

/// What a slot before m counts as when runs are compared: an element, or what else was written.
struct Held {
    std::int64_t index = 0;
    bool selected = false;
};

inline void charge_members(const std::vector<int> &heights, std::int64_t m, const std::vector<Held> &held,
                           const Demand &demand, Charges &charges) {
    std::vector<std::int64_t> in;
    for (const Held &slot : held)
        if (slot.selected)
            in.push_back(slot.index);
    const auto height = [&](std::int64_t index) { return heights[static_cast<std::size_t>(index)]; };
    const auto precedes = [&](std::int64_t one, std::int64_t other) {
        return demand.ties == TiesDemand::low ? one < other : one > other;
    };
    std::vector<std::int64_t> out;
    for (std::int64_t index = 0; index < static_cast<std::int64_t>(heights.size()); ++index)
        if (std::find(in.begin(), in.end(), index) == in.end())
            out.push_back(index);
    if (!in.empty()) {
        int worst = height(in.front());
        for (const std::int64_t index : in)
            worst = std::min(worst, height(index));
        std::map<int, std::int64_t, std::greater<>> population;
        std::map<int, std::int64_t> selected;
        for (const int of_element : heights)
            population[of_element] += 1;
        for (const std::int64_t index : in)
            selected[height(index)] += 1;
        std::int64_t rank = 0;
        for (const auto &[group, size] : population) {
            const std::int64_t lost = std::min(size, m - rank) - selected[group];
            if (group > worst && lost > 0) {
                if (charges.lost == 0)
                    charges.best_rank = rank;
                charges.lost += lost;
            }
            rank += size;
        }
        charges.of(Fault::missing_winner) += charges.lost;
    }
    for (const std::int64_t index : in)
        charges.of(Fault::wrong_tie) +=
            demand.ties != TiesDemand::any && std::any_of(out.begin(), out.end(), [&](std::int64_t other) {
                return height(other) == height(index) && precedes(other, index);
            });
    for (std::size_t at = 1; at < in.size(); ++at) {
        const bool same = height(in[at - 1]) == height(in[at]);
        const bool ranked = same ? demand.ties == TiesDemand::any || precedes(in[at - 1], in[at])
                                 : height(in[at - 1]) > height(in[at]);
        charges.of(Fault::wrong_order) += (demand.order == OrderDemand::index && in[at - 1] > in[at]) ||
                                          (demand.order == OrderDemand::rank && !ranked);
    }
}

/// Charges of one row of one run without poison; `held` gets what the slots before m count as.
inline Charges charge(const std::vector<int> &heights, std::int64_t fill, const Demand &demand,
                      const std::vector<std::int64_t> &answer, std::vector<Held> &held) {
    Charges charges;
    const auto n = static_cast<std::int64_t>(heights.size());
    const auto m = std::min(answer.size(), heights.size());
    held.clear();
    for (std::size_t slot = 0; slot < answer.size(); ++slot) {
        const std::int64_t index = answer[slot];
        if (slot >= m) {
            charges.of(Fault::wrong_padding) += index != fill;
            continue;
        }
        const bool legal = index >= 0 && index < n;
        const bool seen = legal && std::any_of(held.begin(), held.end(),
                                               [&](const Held &earlier) { return earlier.index == index; });
        held.push_back({index, legal && !seen});
        charges.of(Fault::wrong_padding) += !legal && index == fill;
        charges.of(Fault::out_of_range) += !legal && index != fill;
        charges.of(Fault::duplicate) += seen;
    }
    charge_members(heights, static_cast<std::int64_t>(m), held, demand, charges);
    return charges;
}

/// Whether two runs of a row agree in what the demand fixes.
inline bool agree(const std::vector<int> &heights, const Demand &demand, const std::vector<Held> &one,
                  const std::vector<Held> &other) {
    using Symbol = std::pair<bool, std::int64_t>;
    const auto symbols = [&](const std::vector<Held> &held) {
        std::vector<Symbol> all;
        for (const Held &slot : held) {
            const bool by_value = slot.selected && demand.ties == TiesDemand::any;
            all.emplace_back(by_value, by_value ? heights[static_cast<std::size_t>(slot.index)] : slot.index);
        }
        if (demand.ties == TiesDemand::any || demand.order == OrderDemand::any)
            std::sort(all.begin(), all.end());
        return all;
    };
    return symbols(one) == symbols(other);
}

/// A report's counts in the same shape.
inline Charges reported(const Report &report) {
    Charges charges;
    for (const Finding &finding : report.findings) {
        charges.of(finding.fault) += finding.occurrences;
        if (finding.fault == Fault::missing_winner) {
            charges.lost = finding.winners_lost;
            charges.best_rank = finding.worst_rank_lost;
        }
    }
    return charges;
}

} // namespace exactk::verify::test
