// A programmatic plan behind a kernel that writes its problem late: on a stream, in a graph, and twice in turn.
// Spec: contract/C15. Layer: proptests/device.
#include <cstring>
#include <functional>

#include "device_batch.hpp"
#include "hostile.hpp"
#include "late_copy.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

constexpr int poison_byte = 0xA5; // convention: lengths are then negative, and rows have nothing to select

/// The image's problem, which lies before its outputs, in a place of its own, and poison where the plan will look.
void hide_problem(DeviceBatch &batch, const Image &image, Buffer &hidden, const Stream &stream) {
    const std::size_t bytes = image.outputs_offset();
    hidden.reserve(bytes);
    check(cudaMemcpyAsync(hidden.data(), batch.block(), bytes, cudaMemcpyDeviceToDevice, stream.get()),
          "cudaMemcpy of the problem");
    check(cudaMemsetAsync(batch.block(), poison_byte, bytes, stream.get()), "cudaMemset");
    stream.synchronise();
}

/// Launches twice behind a late copy, so that the second launch writes where the first one does.
Status launch_behind_copy(DeviceBatch &batch, const Buffer &hidden, const device::Plan &plan,
                          const Image &image, cudaStream_t stream) {
    late_copy(batch.block(), hidden.data(), image.outputs_offset(), stream);
    const Status status = batch.launch(plan, image, stream);
    return status.code == StatusCode::ok ? batch.launch(plan, image, stream) : status;
}

/// That a kernel which does not wait is seen: else the cases above show nothing.
std::string control(const Stream &stream) {
    Buffer from(64);
    Buffer hidden(64);
    Buffer seen(64);
    check(cudaMemsetAsync(from.data(), poison_byte, from.size(), stream.get()), "cudaMemset");
    check(cudaMemsetAsync(hidden.data(), 0, hidden.size(), stream.get()), "cudaMemset");
    // Once before, since loading a kernel takes longer than the copy is late.
    early_look(reinterpret_cast<std::uint32_t *>(seen.data()), hidden.data(), stream.get());
    stream.synchronise();
    late_copy(from.data(), hidden.data(), hidden.size(), stream.get());
    early_look(reinterpret_cast<std::uint32_t *>(seen.data()), from.data(), stream.get());
    stream.synchronise();
    std::uint32_t word = 0;
    std::uint32_t poison = 0;
    std::memset(&poison, poison_byte, sizeof poison);
    check(cudaMemcpy(&word, seen.data(), sizeof word, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return word == poison ? "" : "a kernel that does not wait came after the late copy all the same";
}

/// Every hostile batch under every plan. With facts no thread leaves a CTA whose row needs fewer.
void behind_late_copies(Context &context, const Stream &stream, bool facts) {
    const std::string asked = facts ? "" : ", indices alone";
    DeviceBatch batch;
    Buffer hidden;
    for (const Hostile &one : hostile_batches()) {
        Wanted wanted;
        wanted.scores = facts;
        wanted.facts = facts;
        const Image image(one.host.problem(), wanted, poisons[0]);
        std::vector<NamedWishes> list = all_wishes_and_shared();
        for (NamedWishes &named : list) {
            named.wishes.programmatic = true;
        }
        const auto body = [&](const device::Plan &plan, bool captured) -> std::string {
            batch.upload(plan, image, stream.get());
            hide_problem(batch, image, hidden, stream);
            Status status;
            const auto enqueue = [&](cudaStream_t on) {
                status = launch_behind_copy(batch, hidden, plan, image, on);
            };
            if (captured) {
                Graph graph(stream, enqueue);
                graph.launch(stream);
                stream.synchronise();
            } else {
                enqueue(stream.get());
            }
            return status.code == StatusCode::ok ? batch.difference(image, stream.get()) : refusal(status);
        };
        for_each_plan(context, std::string(one.name) + " behind a late copy" + asked, one.host.problem(),
                      list, [&](const device::Plan &plan) { return body(plan, false); });
        for_each_plan(context, std::string(one.name) + " in a graph" + asked, one.host.problem(), list,
                      [&](const device::Plan &plan) { return body(plan, true); });
    }
}

} // namespace

void order_suite(Context &context) {
    const Stream stream;
    if (can_overlap()) {
        context.run("control", [&] { return control(stream); });
    } else {
        context.left_out("control", "code for parts older than 9.0 cannot be launched early");
    }
    behind_late_copies(context, stream, true);
    behind_late_copies(context, stream, false);
}

} // namespace exactk::device_tests
