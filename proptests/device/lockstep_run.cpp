// Runs the model and the tapped kernels on one image and finds where they part.
// Spec: algorithm/S0 to S12 O1 O2 O3. Layer: proptests/device.
#include "lockstep_run.hpp"

#include <cstring>
#include <stdexcept>

#include <exactk/contract/text.hpp>
#include <exactk/lockstep.hpp>
#include <exactk/sim.hpp>

#include "observe/trace_reader.hpp"

namespace exactk::device_tests {

const std::vector<RowTrace> &ModelTraces::under(int ctas, const std::vector<int> &digits) {
    const auto key = std::make_pair(ctas, digits);
    if (const auto found = made_.find(key); found != made_.end()) {
        return found->second;
    }
    Plan plan;
    plan.ctas = ctas;
    plan.digits = digits;
    std::vector<std::byte> block = image_.before();
    std::vector<RowTrace> traces;
    const Status status =
        sim::topk(image_.problem(block.data()), image_.outputs(block.data()), plan, &traces);
    if (status.code != StatusCode::ok) {
        throw std::runtime_error("the model refused: " + describe(status));
    }
    const std::string difference = image_.difference(block);
    if (!difference.empty()) {
        throw std::runtime_error("the model and the CPU path differ: " + difference);
    }
    return made_[key] = std::move(traces);
}

std::vector<RowTrace> ModelTraces::expected(const device::Plan &plan) {
    std::vector<RowTrace> traces = under(plan.first.ctas, plan.digits);
    if (plan.first.ctas == 1) {
        return traces;
    }
    const std::vector<RowTrace> &alone = under(1, plan.digits);
    for (std::size_t row = 0; row < traces.size(); ++row) {
        if (traces[row].n <= plan.first.cta_length_max) {
            traces[row] = alone[row];
        }
    }
    return traces;
}

Finding Lockstep::run(const device::Plan &plan, ModelTraces &model, int fault) {
    const Image &image = model.image();
    const std::vector<RowTrace> expected = model.expected(plan);
    const std::size_t ctas = static_cast<std::size_t>(plan.first.ctas);
    const std::size_t row_bytes = expected.size() * sizeof(device::TapRow);
    const std::size_t cta_bytes = expected.size() * ctas * sizeof(device::TapCta);
    rows_.reserve(row_bytes);
    ctas_.reserve(cta_bytes);
    check(cudaMemset(rows_.data(), 0, row_bytes), "cudaMemset of the tap");
    check(cudaMemset(ctas_.data(), 0, cta_bytes), "cudaMemset of the tap");
    const device::Tap tap = {reinterpret_cast<device::TapRow *>(rows_.data()),
                             reinterpret_cast<device::TapCta *>(ctas_.data()), plan.first.ctas, fault};
    batch_.upload(plan, image, nullptr);
    const std::string refused = refusal(batch_.launch(plan, image, nullptr, &tap));
    if (!refused.empty()) {
        return {"refused", refused};
    }
    const std::string difference = batch_.difference(image, nullptr);

    std::vector<device::TapRow> tap_rows(expected.size());
    std::vector<device::TapCta> tap_ctas(expected.size() * ctas);
    check(cudaMemcpy(tap_rows.data(), rows_.data(), row_bytes, cudaMemcpyDeviceToHost),
          "cudaMemcpy of the tap");
    check(cudaMemcpy(tap_ctas.data(), ctas_.data(), cta_bytes, cudaMemcpyDeviceToHost),
          "cudaMemcpy of the tap");
    std::vector<std::byte> block = batch_.after();
    const Certificate *const certificates = image.outputs(block.data()).certificates;
    for (std::size_t row = 0; row < expected.size(); ++row) {
        const device::ReadTrace read = device::read_trace(
            tap_rows[row], tap_ctas.data() + row * ctas, plan.first.ctas, expected[row].key_bits,
            expected[row].row, certificates == nullptr ? nullptr : certificates + row);
        const auto divergence =
            lockstep::first_divergence(expected[row], read.trace, {certificates != nullptr});
        if (divergence.has_value()) {
            // What the reader could not make sense of often explains a divergence, so it is told along with it.
            return {std::string(divergence->step) + " " + divergence->field,
                    lockstep::describe(*divergence) +
                        (read.malformed.empty() ? "" : " (" + read.malformed + ")")};
        }
        if (!read.malformed.empty()) {
            return {"malformed tap", "row " + std::to_string(row) + ": " + read.malformed};
        }
    }
    return difference.empty() ? Finding{} : Finding{"outputs", difference};
}

} // namespace exactk::device_tests
