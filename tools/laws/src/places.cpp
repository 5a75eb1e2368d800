// Puts winners first, last, one to a chunk, or across a chunk's edge.
// Spec: contract/C4 C5, algorithm/S3 F2. Layer: tools/laws.
#include "places.hpp"

#include <algorithm>

#include <exactk/cases/sampling.hpp>
#include <functional>
#include <utility>

#include "rows.hpp"

namespace exactk::laws {

namespace {

using Chunks = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// An edge between two chunks that lies inside the row, or its middle.
std::int64_t inner_edge(const Chunks &chunks, std::int64_t n, Engine &engine) {
    std::vector<std::int64_t> edges;
    for (const auto &[first, last] : chunks) {
        if (last > 0 && last < n) {
            edges.push_back(last);
        }
    }
    return edges.empty() ? n / 2 : edges[below(engine, edges.size())];
}

/// All indices, the first ones of all chunks before the second ones, and so on.
std::vector<std::int64_t> round_robin(Chunks chunks, std::int64_t n, Engine &engine) {
    std::vector<std::int64_t> order;
    order.reserve(static_cast<std::size_t>(n));
    const bool from_the_end = once_in(engine, 2);
    while (!chunks.empty()) {
        std::erase_if(chunks, [](const auto &chunk) { return chunk.first >= chunk.second; });
        for (auto &[first, last] : chunks) {
            order.push_back(from_the_end ? --last : first++);
        }
    }
    return order;
}

/// The winners as one run that begins at `start`, the others around it.
std::vector<std::uint32_t> with_run_at(const std::vector<std::uint32_t> &row, std::int64_t winners,
                                       std::int64_t start) {
    std::vector<std::uint32_t> placed(row.begin() + winners, row.end());
    placed.insert(placed.begin() + start, row.begin(), row.begin() + winners);
    return placed;
}

/// The best at the places of the row's sample, as many as it has at most; the others anywhere.
std::vector<std::uint32_t> with_best_sampled(const std::vector<std::uint32_t> &best_first, Engine &engine) {
    constexpr std::int64_t sample_max = 1024; // convention: as make_filter has it at most
    constexpr std::int64_t square_share = 32; // bound: s in the algorithm's table before F1
    const std::int64_t n = static_cast<std::int64_t>(best_first.size());
    std::int64_t samples = filter_piece;
    while (samples < sample_max && samples * samples < square_share * n) {
        samples *= 2;
    }
    std::vector<bool> taken(best_first.size(), false);
    std::vector<std::uint32_t> placed(best_first.size());
    std::size_t next = 0;
    if (n >= samples) {
        for (const std::int64_t place : cases::sampled_places(samples, n)) {
            placed[static_cast<std::size_t>(place)] = best_first[next++];
            taken[static_cast<std::size_t>(place)] = true;
        }
    }
    std::vector<std::uint32_t> others(best_first.begin() + static_cast<std::ptrdiff_t>(next),
                                      best_first.end());
    shuffle(engine, others.data(), others.size());
    next = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (!taken[i]) {
            placed[i] = others[next++];
        }
    }
    return placed;
}

} // namespace

void sort_best_first(std::vector<std::uint32_t> &row, ScoreType type, const Options &options) {
    // Key and bits in one number: no two different elements are equal, so every library sorts them alike.
    std::vector<std::uint64_t> packed;
    packed.reserve(row.size());
    for (const std::uint32_t bits : row) {
        packed.push_back(key_of(bits, type, options) << 32 | bits);
    }
    std::sort(packed.begin(), packed.end(), std::greater<>());
    std::transform(packed.begin(), packed.end(), row.begin(),
                   [](std::uint64_t one) { return static_cast<std::uint32_t>(one); });
}

std::vector<std::uint32_t> put_in_place(const Knobs &knobs, const Plan &plan, std::vector<std::uint32_t> row,
                                        std::int64_t winners, Engine &engine) {
    const std::int64_t n = static_cast<std::int64_t>(row.size());
    const std::size_t count = static_cast<std::size_t>(winners);
    switch (knobs.place) {
    case Place::spread: shuffle(engine, row.data(), row.size()); return row;
    case Place::sorted: sort_best_first(row, knobs.type, knobs.options); return row;
    case Place::rising:
        sort_best_first(row, knobs.type, knobs.options);
        std::reverse(row.begin(), row.end());
        return row;
    case Place::sampled:
        sort_best_first(row, knobs.type, knobs.options);
        return with_best_sampled(row, engine);
    default: break;
    }
    shuffle(engine, row.data(), count);
    shuffle(engine, row.data() + count, row.size() - count);
    switch (knobs.place) {
    case Place::last: return with_run_at(row, winners, n - winners);
    case Place::straddle: {
        const std::int64_t edge = inner_edge(chunks_of(plan, n), n, engine);
        return with_run_at(row, winners, std::clamp<std::int64_t>(edge - winners / 2, 0, n - winners));
    }
    case Place::per_chunk: {
        const std::vector<std::int64_t> order = round_robin(chunks_of(plan, n), n, engine);
        std::vector<std::uint32_t> placed(row.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            placed[static_cast<std::size_t>(order[i])] = row[i];
        }
        return placed;
    }
    default: return row;
    }
}

} // namespace exactk::laws
