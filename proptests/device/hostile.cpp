// Makes the hostile batches.
// Spec: contract/C15. Layer: proptests/device.
#include "hostile.hpp"

namespace exactk::device_tests {

std::vector<Hostile> hostile_batches() {
    using cases::Family;
    constexpr std::int64_t rows = 8;
    constexpr std::int64_t width = 40000; // several chunks and warps, and still quick
    std::vector<Hostile> list;
    for (const Family family :
         {Family::all_equal, Family::boundary_ties, Family::narrow_bin, Family::relu_plateau}) {
        Hostile hostile = {cases::name(family), HostBatch(ScoreType::float32, rows, width, 2048)};
        hostile.host.options().ties = list.size() % 2 == 0 ? Ties::low : Ties::high;
        cases::Engine engine = cases::engine_for(23, static_cast<std::uint64_t>(family));
        for (std::int64_t row = 0; row < rows; ++row) {
            hostile.host.make_row(row, family, width, 9000, engine);
        }
        hostile.host.set_length(3, 5000);
        list.push_back(std::move(hostile));
    }
    return list;
}

} // namespace exactk::device_tests
