// The twentieth public report: a path that needs more shared memory than a family of devices has.
// Spec: contract/C15 C18. Layer: proptests/device.
#include "report_20.hpp"
#include "device_batch.hpp"
#include "host_batch.hpp"
#include "plans.hpp"

namespace exactk::device_tests {

namespace {

constexpr std::int64_t rows = 8;       // bound: the report's
constexpr std::int64_t width = 65536;  // bound: the report's
constexpr std::int64_t k = 128;        // bound: the report's
constexpr std::int64_t small_kib = 99; // bound: what the report's family lets a CTA have

std::string too_much(const device::Form &form, const char *which, const device::Profile &profile) {
    if (form.shared_bytes <= profile.shared_bytes_optin) {
        return "";
    }
    return std::string(profile.name) + ": the " + which + " form needs " + std::to_string(form.shared_bytes) +
           " bytes of shared memory of " + std::to_string(profile.shared_bytes_optin);
}

/// No form of any plan of the shape asks for more than the device that it is made for has.
std::string plans_fit(device::Shape shape) {
    int plans = 0;
    for (const device::Profile &profile : device::profiles()) {
        if (profile.shared_bytes_optin > small_kib * 1024 ||
            device::supports(shape, profile).code != StatusCode::ok) {
            continue;
        }
        for (int type = 0; type < score_type_count; ++type) {
            for (const Order order : {Order::index, Order::rank}) {
                shape.type = static_cast<ScoreType>(type);
                shape.options.order = order;
                for (const NamedWishes &named : all_wishes()) {
                    if (!possible(named.wishes, profile)) {
                        continue; // a wish that this profile refuses by name; proptests/device_plan holds it to that
                    }
                    const device::Plan plan = plan_for(shape, profile, named);
                    ++plans;
                    std::string text = too_much(plan.first, "first", profile);
                    text += plan.has_fallback ? too_much(plan.fallback, "second", profile) : "";
                    if (!text.empty()) {
                        return named.name + ": " + text;
                    }
                }
            }
        }
    }
    return plans == 0 ? "no profile has " + std::to_string(small_kib) + " KiB" : "";
}

/// The device at hand, as if it were of the report's family.
device::Profile as_small(device::Profile profile) {
    profile.name = "this device with 99 KiB";
    profile.shared_bytes_optin = small_kib * 1024;
    profile.shared_bytes_sm = (small_kib + 1) * 1024;
    return profile;
}

/// The report's call failed without capture and within.
std::string run_captured(DeviceBatch &batch, const device::Plan &plan, const Image &image) {
    const Stream stream;
    batch.upload(plan, image, stream.get());
    stream.synchronise();
    Status status;
    Graph graph(stream, [&](cudaStream_t capturing) { status = batch.launch(plan, image, capturing); });
    if (status.code != StatusCode::ok) {
        return refusal(status);
    }
    graph.launch(stream);
    return batch.difference(image, stream.get());
}

} // namespace

void report_20_cases(Context &context) {
    HostBatch host(ScoreType::float32, rows, width, k);
    cases::Engine engine = cases::engine_for(20, 0);
    for (std::int64_t row = 0; row < rows; ++row) {
        host.make_row(row, row % 2 == 0 ? cases::Family::normal : cases::Family::boundary_ties, width, 400,
                      engine);
    }
    const Problem problem = host.problem();
    Wanted wanted;
    wanted.facts = true;
    const Image image(problem, wanted, poisons[0]);
    const std::string name = "report_20_a_path_that_needs_more_shared_memory_than_there_is: ";
    context.run(name + "plans for devices with 99 KiB", [&] { return plans_fit(shape_of(problem)); });
    DeviceBatch batch;
    const device::Profile small = as_small(context.profile());
    for (const NamedWishes &named : all_wishes()) {
        if (!possible(named.wishes, small)) {
            context.left_out(name + named.name, "this device has no clusters of that size");
            continue;
        }
        context.run(name + named.name,
                    [&] { return batch.run(plan_for(shape_of(problem), small, named), image); });
        context.run(name + named.name + ", captured",
                    [&] { return run_captured(batch, plan_for(shape_of(problem), small, named), image); });
    }
    context.run(name + "more than the device has, by force", [&]() -> std::string {
        // The report's fault itself: the limit must be told by name, and nothing be written.
        device::Plan plan = plan_for(shape_of(problem), small, all_wishes()[1]);
        plan.first.shared_bytes = context.profile().shared_bytes_optin + 1024;
        batch.upload(plan, image, nullptr);
        const Status status = batch.launch(plan, image, nullptr);
        (void)batch.difference(image, nullptr); // downloads the block
        if (status.code != StatusCode::unsupported_device) {
            return "not refused as unsupported_device";
        }
        return batch.after() == image.before() ? "" : "memory was written";
    });
}

} // namespace exactk::device_tests
