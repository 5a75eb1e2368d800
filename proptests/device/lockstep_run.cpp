// Runs the model and the tapped kernels on one image and finds where they part.
// Spec: algorithm/S0 to S12 F1 to F7 O1 O2 O3 O4. Layer: proptests/device.
#include "lockstep_run.hpp"

#include <cstring>
#include <stdexcept>

#include <exactk/contract/text.hpp>
#include <exactk/lockstep.hpp>
#include <exactk/sim.hpp>

#include "observe/trace_reader.hpp"

namespace exactk::device_tests {

namespace {

/// A form's filter in the model's words.
FilterPlan filter_of(const device::Form &form, ForcedThreshold forced) {
    FilterPlan filter;
    filter.whole = form.whole;
    // Without a sample the list is that of the rounds, which no trace tells of.
    filter.list = form.sample > 0 ? form.list_entries : 0;
    filter.sample = form.sample;
    filter.forced = form.sample > 0 && forced.has_value();
    filter.threshold = filter.forced ? *forced : 0;
    return filter;
}

} // namespace

const std::vector<RowTrace> &ModelTraces::under(int ctas, const std::vector<int> &digits,
                                                const FilterPlan &filter) {
    const Key key{ctas, digits, filter.whole, filter.list, filter.sample, filter.forced, filter.threshold};
    if (const auto found = made_.find(key); found != made_.end()) {
        return found->second;
    }
    Plan plan;
    plan.ctas = ctas;
    plan.digits = digits;
    plan.filter = filter;
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

std::vector<RowTrace> ModelTraces::expected(const device::Plan &plan, ForcedThreshold forced) {
    const device::Form &form = plan.first;
    const FilterPlan filter = filter_of(form, forced);
    if (form.strategy == device::Strategy::row_per_cta) {
        return under(1, plan.digits, filter);
    }
    const bool grid = form.strategy == device::Strategy::row_per_grid;
    std::vector<RowTrace> traces = under(form.ctas, plan.digits, grid ? FilterPlan{} : filter);
    const std::vector<RowTrace> &alone = under(1, plan.digits, filter);
    for (std::size_t row = 0; row < traces.size(); ++row) {
        if (traces[row].n <= form.cta_length_max) {
            traces[row] = alone[row];
        }
    }
    return traces;
}

Finding Lockstep::run(const device::Plan &plan, ModelTraces &model, int fault, ForcedThreshold forced) {
    const Image &image = model.image();
    const std::vector<RowTrace> expected = model.expected(plan, forced);
    const std::size_t ctas = static_cast<std::size_t>(plan.first.ctas);
    const std::size_t row_bytes = expected.size() * sizeof(device::TapRow);
    const std::size_t cta_bytes = expected.size() * ctas * sizeof(device::TapCta);
    rows_.reserve(row_bytes);
    ctas_.reserve(cta_bytes);
    check(cudaMemset(rows_.data(), 0, row_bytes), "cudaMemset of the tap");
    check(cudaMemset(ctas_.data(), 0, cta_bytes), "cudaMemset of the tap");
    device::Tap tap;
    tap.rows = reinterpret_cast<device::TapRow *>(rows_.data());
    tap.ctas = reinterpret_cast<device::TapCta *>(ctas_.data());
    tap.ctas_max = plan.first.ctas;
    tap.fault = fault;
    tap.threshold_forced = forced.has_value() ? 1 : 0;
    tap.threshold = forced.value_or(0);
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
