// Three rows of bfloat16, 2^31 elements apart, and three rows of indices, 2^30 apart.
// Spec: contract/C11, algorithm/S2. Layer: proptests/device.
#include "wide_pitch.hpp"

#include <vector>

#include "cuda.hpp"
#include "device_batch.hpp"
#include "host_batch.hpp"
#include "plans.hpp"

namespace exactk::device_tests {

namespace {

constexpr std::int64_t rows = 3;     // bound: row 2 is the first whose element offset passes 2^32
constexpr std::int64_t width = 5000; // convention: several warps' segments; any works
constexpr std::int64_t k = 300;      // convention: any below the width
constexpr std::int64_t score_pitch = (std::int64_t{1} << 31) + 128; // bound: row 2 begins past 2^32 elements
constexpr std::int64_t index_pitch = (std::int64_t{1} << 30) + 64;  // bound: row 1 begins past 2^32 bytes
constexpr std::int64_t score_bytes_apart = 2 * score_pitch;         // bound: bfloat16
constexpr std::size_t room = std::size_t{1} << 20; // convention: more than a row and its answer

} // namespace

std::size_t wide_pitch_bytes() {
    return static_cast<std::size_t>((rows - 1) * (score_bytes_apart + 4 * index_pitch)) + 2 * room;
}

bool wide_pitch_fits() {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free > wide_pitch_bytes() + (std::size_t{1} << 30);
}

std::string run_wide_pitch(const device::Profile &profile, const NamedWishes &named, int fault) {
    HostBatch host(ScoreType::bfloat16, rows, width, k);
    cases::Engine engine = cases::engine_for(7, 0);
    for (std::int64_t row = 0; row < rows; ++row) {
        host.make_row(row, cases::Family::quantised, width, 1, engine);
    }
    const Problem packed = host.problem();
    const Image image(packed, {}, poisons[0]);

    Buffer scores(static_cast<std::size_t>((rows - 1) * score_bytes_apart) + room);
    Buffer indices(static_cast<std::size_t>((rows - 1) * 4 * index_pitch) + room);
    for (std::int64_t row = 0; row < rows; ++row) {
        check(cudaMemcpy(scores.data() + row * score_bytes_apart,
                         static_cast<const std::byte *>(packed.scores) + row * width * 2, width * 2,
                         cudaMemcpyHostToDevice),
              "cudaMemcpy of a row");
        check(cudaMemset(indices.data() + row * index_pitch * 4, 0xA5, static_cast<std::size_t>(k) * 4),
              "cudaMemset");
    }
    Problem problem = packed;
    problem.scores = scores.data();
    problem.pitch = score_pitch;
    Outputs outputs;
    outputs.indices = reinterpret_cast<std::int32_t *>(indices.data());
    outputs.index_pitch = index_pitch;
    const device::Plan plan = plan_for(shape_of(problem), profile, named);
    Workspace workspace;
    workspace.prepare(plan, std::byte{0xFF}, nullptr);
    Buffer tap_rows(static_cast<std::size_t>(rows) * sizeof(device::TapRow));
    Buffer tap_ctas(static_cast<std::size_t>(rows * plan.first.ctas) * sizeof(device::TapCta));
    check(cudaMemset(tap_rows.data(), 0, tap_rows.size()), "cudaMemset");
    check(cudaMemset(tap_ctas.data(), 0, tap_ctas.size()), "cudaMemset");
    const device::Tap tap = {reinterpret_cast<device::TapRow *>(tap_rows.data()),
                             reinterpret_cast<device::TapCta *>(tap_ctas.data()), plan.first.ctas, fault};
    const Status status =
        fault == 0 ? device::launch(plan, problem, outputs, workspace.data(), workspace.bytes(), nullptr)
                   : device::launch_tapped(plan, problem, outputs, workspace.data(), workspace.bytes(),
                                           nullptr, tap);
    if (status.code != StatusCode::ok) {
        return refusal(status);
    }
    check(cudaDeviceSynchronize(), "the launch");
    std::vector<std::byte> wanted = image.expected();
    const std::int32_t *const expected = image.outputs(wanted.data()).indices;
    std::vector<std::int32_t> got(static_cast<std::size_t>(k));
    for (std::int64_t row = 0; row < rows; ++row) {
        check(cudaMemcpy(got.data(), indices.data() + row * index_pitch * 4, got.size() * 4,
                         cudaMemcpyDeviceToHost),
              "cudaMemcpy of an answer");
        for (std::int64_t slot = 0; slot < k; ++slot) {
            const std::int32_t right = expected[row * k + slot];
            if (got[static_cast<std::size_t>(slot)] != right) {
                return "indices row " + std::to_string(row) + " place " + std::to_string(slot) +
                       ": expected " + std::to_string(right) + ", got " +
                       std::to_string(got[static_cast<std::size_t>(slot)]);
            }
        }
    }
    return "";
}

} // namespace exactk::device_tests
