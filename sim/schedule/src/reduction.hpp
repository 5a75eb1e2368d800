// Which lane may go first without losing an end: persistent sets of one step.
// Spec: algorithm/B1 B2 B3. Layer: sim.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/schedule/machine.hpp>

namespace exactk::schedule {

/// For a state it looks for a lane whose next operation commutes with all that other lanes can do before this lane
/// moves: then it is enough to go on with that lane alone. What others can do is bounded by the barrier that they
/// cannot pass without this lane, and by the objects (a histogram, a share, a list, the slots) that the protocol
/// touches up to there. The steps form no cycle, so nothing is put off for ever. Lists are known only as they are without
/// a fault.
class Reduction {
public:
    explicit Reduction(const Machine &machine);

    /// The lane, or -1: all enabled steps must be followed.
    int single(const State &state) const;

private:
    /// Sets of objects, one bit each.
    struct Touched {
        std::uint64_t reads = 0;
        std::uint64_t writes = 0;
        std::uint64_t adds = 0;
    };

    /// What a lane may touch after `interval` barriers and before the next.
    Touched touched_in(int lane, int interval) const;
    Touched touched_by_round(int lane, int round) const;
    /// With lists, all intervals of a lane.
    void add_intervals_with_lists(int lane);
    bool commutes(const State &state, int lane) const;
    bool sync_commutes(const State &state, int lane) const;
    Touched next_of(const State &state, int lane) const;
    std::uint64_t histogram(int owner, int buffer) const;
    std::uint64_t share(int owner) const;
    std::uint64_t list(int owner) const; ///< and its number
    std::uint64_t histograms(int owner) const;

    const Machine &machine_;
    bool usable_;
    bool barriers_block_; ///< no lane passes a barrier at which another has not arrived
    int intervals_;
    std::vector<Touched> touched_; ///< [ctas, intervals] from the interval on if barriers do not block
};

} // namespace exactk::schedule
