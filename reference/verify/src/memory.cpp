// Judges memory around the outputs and the input itself: no byte of either may have changed.
// Spec: contract/C8. Layer: reference/verify.
#include <string>

#include "faults.hpp"
#include "rules.hpp"

namespace exactk::verify {
namespace {

/// Counts bytes that differ; `first` gets the offset of the first one.
template <class Differs>
std::int64_t count_bytes(std::int64_t count, std::int64_t &first, const Differs &differs) {
    std::int64_t changed = 0;
    for (std::int64_t at = 0; at < count; ++at) {
        if (!differs(at))
            continue;
        if (changed == 0)
            first = at;
        ++changed;
    }
    return changed;
}

void add_bytes(Fault fault, std::int64_t changed, std::int64_t first, const std::string &where,
               Ledger &ledger) {
    EXACTK_VERIFY_WHEN(outside_forgiven, return;)
    if (changed == 0)
        return;
    ledger.add(fault, {}, changed, [&] {
        Example example;
        example.detail = "byte " + std::to_string(first) + " " + where + " changed";
        return example;
    });
}

} // namespace

void judge_memory(const Answer &answer, Ledger &ledger) {
    for (const PoisonedRegion &region : answer.outside) {
        std::int64_t first = 0;
        const std::int64_t changed = count_bytes(
            region.count, first, [&](std::int64_t at) { return region.bytes[at] != region.poison; });
        add_bytes(Fault::wrote_outside, changed, first, region.where, ledger);
    }
    for (std::size_t image = 0; image < answer.input.size(); ++image) {
        const InputImage &input = answer.input[image];
        std::int64_t first = 0;
        const std::int64_t changed = count_bytes(
            input.count, first, [&](std::int64_t at) { return input.now[at] != input.before[at]; });
        add_bytes(Fault::input_changed, changed, first, "of input " + std::to_string(image), ledger);
    }
}

} // namespace exactk::verify
