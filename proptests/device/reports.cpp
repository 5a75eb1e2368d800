// The inputs of the public bug reports on every strategy and CTA count.
// Spec: contract/C1 C2 C3 C4 C5 C7 C15 C18. Layer: proptests/device.
#include <algorithm>
#include <bit>
#include <numeric>

#include "device_batch.hpp"
#include "host_batch.hpp"
#include "lettered.hpp"
#include "plans.hpp"
#include "report_20.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

using public_reports::Lettered;

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

std::vector<std::int32_t> indices_of(const DeviceBatch &batch, const Image &image, std::int64_t row,
                                     std::int64_t k) {
    std::vector<std::byte> block = batch.after();
    const Outputs outputs = image.outputs(block.data());
    const std::int32_t *const first = outputs.indices + row * outputs.index_pitch;
    return {first, first + k};
}

/// Equal to the CPU path in every byte, and right by what is known of the answer without any path.
std::string run_lettered(DeviceBatch &batch, const device::Plan &plan, const Image &image,
                         const Lettered &input) {
    const std::string difference = batch.run(plan, image);
    if (!difference.empty()) {
        return difference;
    }
    const std::vector<std::int32_t> indices = indices_of(batch, image, 0, input.k);
    if (indices.front() != input.first || indices.back() != input.last) {
        return "first and last index are " + std::to_string(indices.front()) + " and " +
               std::to_string(indices.back());
    }
    const std::string hash = public_reports::sha12(indices);
    return hash == input.sha12 ? "" : "SHA-256 begins with " + hash + " instead of " + input.sha12;
}

void lettered_cases(Context &context, DeviceBatch &batch) {
    for (const Lettered &input : public_reports::lettered_inputs()) {
        HostBatch host(input.type, 1, input.width, input.k);
        host.options().nan_policy = input.nan_policy;
        std::vector<std::uint32_t> row = input.row;
        if (input.width > static_cast<std::int64_t>(row.size())) {
            host.set_length(0, static_cast<std::int32_t>(row.size()));
        }
        host.set_row(0, row);
        Wanted wanted;
        wanted.facts = true;
        const Image image(host.problem(), wanted, poisons[0]);
        for_each_plan(context, input.name, host.problem(), all_wishes(),
                      [&](const device::Plan &plan) { return run_lettered(batch, plan, image, input); });
    }
}

/// Ramps 0, 1, 2, ...: the winners of a row of length n are its last k, so the answer is known without any path.
void ramp_case(Context &context, DeviceBatch &batch, const std::string &name, std::int64_t width,
               std::int64_t k, const std::vector<std::int32_t> &lengths,
               const std::vector<NamedWishes> &wishes) {
    const std::int64_t rows = static_cast<std::int64_t>(lengths.size());
    HostBatch host(ScoreType::float32, rows, width, k, 3);
    std::vector<std::uint32_t> ramp;
    for (std::int64_t i = 0; i < width; ++i) {
        ramp.push_back(bits_of(static_cast<float>(i)));
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        host.set_row(row, ramp);
        host.set_length(row, lengths[static_cast<std::size_t>(row)]);
    }
    Wanted wanted;
    wanted.facts = true;
    const Image image(host.problem(), wanted, poisons[1]);
    for_each_plan(context, name, host.problem(), wishes, [&](const device::Plan &plan) -> std::string {
        const std::string difference = batch.run(plan, image);
        if (!difference.empty()) {
            return difference;
        }
        std::vector<std::byte> block = batch.after();
        const std::int32_t *const indices = image.outputs(block.data()).indices;
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t n = std::clamp<std::int64_t>(lengths[static_cast<std::size_t>(row)], 0, width);
            const std::int64_t m = std::min(k, n);
            for (std::int64_t slot = 0; slot < k; ++slot) {
                if (indices[row * k + slot] != (slot < m ? n - m + slot : -1)) {
                    return "row " + std::to_string(row) + " slot " + std::to_string(slot) + " is " +
                           std::to_string(indices[row * k + slot]);
                }
            }
        }
        return "";
    });
}

} // namespace

void reports_suite(Context &context) {
    DeviceBatch batch;
    lettered_cases(context, batch);
    ramp_case(context, batch, "padded lengths -1, 0, over-long", 4096, 512,
              {-1, 0, 4096, 4097, INT32_MAX, INT32_MIN, 1}, all_wishes());
    ramp_case(context, batch, "length k + 1", 4096, 2048, {2049, 2048, 2047}, all_wishes());
    ramp_case(context, batch, "chunks that begin beyond a short row", 131072, 2048, {131072, 100, 4096, 1},
              all_wishes());
    ramp_case(context, batch, "k above the width", 700, 2048, {700, 699, -1}, all_wishes());
    std::vector<std::int32_t> mixed;
    for (int row = 0; row < 64; ++row) {
        mixed.push_back(row % 2 == 0 ? 60001 - row : 7 * row);
    }
    ramp_case(context, batch, "long and short rows in one launch", 60001, 512, mixed, all_wishes());
    report_20_cases(context);
    ramp_case(context, batch, "65,536 rows", 1000, 10, std::vector<std::int32_t>(65536, 1000),
              wishes_of_each_strategy());
    ramp_case(context, batch, "one row more than a grid dimension holds", 40, 3,
              std::vector<std::int32_t>(65537, 40), wishes_of_each_strategy());
}

} // namespace exactk::device_tests
