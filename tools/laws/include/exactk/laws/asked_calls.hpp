// One list of calls that are refused and of calls just within the limits, each with what every implementation answers.
// Spec: contract/C11 C15 C18. Layer: tools/laws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/implementations.hpp>

namespace exactk::laws {

/// A good call of two rows with lengths and every output, in one block of memory: so arrays can be made to meet, and a
/// refused call cannot write unseen near any of them.
class Stage {
public:
    /// Of the plan CTAs and emission are taken; the rest of a plan belongs to some width.
    Stage(ScoreType type, const Options &options, const Plan &given);
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;

    /// Whether no byte of the memory, inputs included, is another than before the call.
    bool untouched() const;
    /// A place behind all arrays, for scores whose extent is large and whose elements are few.
    std::byte *spare() { return memory_ + spare_at; }

    /// Arrays as counts alone: no rows' content, nothing optional.
    void keep_only_counts();
    /// One row of which nothing is read, and one slot.
    void one_empty_row();

    Problem problem;
    Outputs outputs;
    Plan plan;

private:
    static constexpr std::size_t room =
        128; // convention: for each array and before the first; none has more than 72
    static constexpr std::size_t spare_at = 8 * room;   // bound: seven arrays
    static constexpr std::size_t bytes = spare_at + 64; // bound: the elements that are read of spare scores
    alignas(64) std::byte memory_[bytes];
    std::byte before_[bytes];
};

/// One call.
struct AskedCall {
    const char *group; ///< e.g. "overlaps"
    std::string what;  ///< e.g. "outputs.indices on the beginning of problem.scores"
    bool of_plan;      ///< only implementations that follow the plan look at it
    bool refused;      ///< else it is a good call
    /// Changes the good call, and returns the status that C18 asks for: code, argument, value and limit.
    std::function<Status(Stage &)> change;
    /// A good call with an array that reaches to where no memory is, of which nothing is read or written there: whoever
    /// reads beyond a row's length crashes.
    bool far = false;
};

/// All of them. A workspace is no argument of Implementation: the device library has one, and its own tests. Lengths may
/// always be null, so no call is refused for that.
const std::vector<AskedCall> &asked_calls();

/// What the implementation does wrong on this call, in words, or empty: another code, argument, value or limit, or a
/// refusal that wrote something. An implementation that follows a pointer which it must refuse may crash here.
std::string answered_wrongly(const Implementation &implementation, const AskedCall &call, ScoreType type,
                             const Options &options, const Plan &plan);

} // namespace exactk::laws
