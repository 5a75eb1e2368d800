// Plans whose first form this device cannot launch: the second one runs with the same bytes, or a refusal says why.
// Spec: contract/C8 C15 C18. Layer: proptests/device.
#include <functional>
#include <memory>

#include "device_batch.hpp"
#include "host_batch.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

constexpr std::int64_t rows = 6;      // convention: any number of long and short rows
constexpr std::int64_t width = 70000; // convention: rows that do not fit one CTA's shared memory
constexpr std::int64_t k = 300;       // convention: any number well below the width

/// More shared memory than CUDA lets a CTA of this device have, whatever was opted in to.
std::int64_t too_many_shared_bytes(const device::Profile &profile) {
    return profile.shared_bytes_optin + 1024;
}

HostBatch make_batch(ScoreType type, Order order) {
    HostBatch host(type, rows, width, k);
    host.options().order = order;
    cases::Engine engine = cases::engine_for(71, static_cast<std::uint64_t>(type));
    for (std::int64_t row = 0; row < rows; ++row) {
        host.make_row(row, row % 2 == 0 ? cases::Family::normal : cases::Family::boundary_ties, width, 900,
                      engine);
        host.set_length(row, static_cast<std::int32_t>(width - row * 11000));
    }
    host.set_length(rows - 1, -1);
    return host;
}

/// A plan is made by the planner and then changed, or made for a device that claims more than there is.
struct Unlaunchable {
    std::string name;
    std::function<device::Plan(const device::Shape &)> plan;
};

/// A change of a plan's first form after which CUDA refuses it.
struct Change {
    const char *name;
    std::function<void(device::Form &, const device::Profile &)> apply;
};

const std::vector<Change> &changes() {
    static const std::vector<Change> list = {
        {"a cluster of 32 CTAs",
         [](device::Form &form, const device::Profile &) {
             form.strategy = device::Strategy::row_per_cluster;
             form.ctas = 32;
         }},
        {"more shared memory than there is",
         [](device::Form &form, const device::Profile &profile) {
             form.shared_bytes = too_many_shared_bytes(profile);
         }},
    };
    return list;
}

/// Plans with a second form that this device can launch: those of a device with clusters, whether it has them or not.
std::vector<Unlaunchable> with_second_form(const device::Profile &profile) {
    std::vector<Unlaunchable> list;
    for (const Change &change : changes()) {
        for (const int ctas : {2, 8}) {
            list.push_back({std::string(change.name) + ", planned as " + std::to_string(ctas),
                            [&change, ctas, profile](const device::Shape &shape) {
                                NamedWishes named;
                                named.wishes.automatic = false;
                                named.wishes.strategy = device::Strategy::row_per_cluster;
                                named.wishes.ctas = ctas;
                                device::Profile claiming = profile;
                                claiming.cluster_ctas_portable = 8;
                                claiming.cluster_ctas_max = 16;
                                device::Plan plan = plan_for(shape, claiming, named);
                                change.apply(plan.first, profile);
                                return plan;
                            }});
        }
    }
    return list;
}

std::string sticky() {
    const cudaError_t left = cudaPeekAtLastError();
    return left == cudaSuccess ? "" : std::string("an error is left behind: ") + cudaGetErrorName(left);
}

/// Launched, and compared; the refusal that was handled must not be there for the next caller to find.
std::string run_second_form(DeviceBatch &batch, const device::Plan &plan, const Image &image) {
    if (!plan.has_fallback) {
        return "the plan has no second form";
    }
    (void)cudaGetLastError();
    batch.upload(plan, image, nullptr);
    const std::string refused = refusal(batch.launch(plan, image, nullptr));
    if (!refused.empty()) {
        return refused;
    }
    const std::string left = sticky();
    return left.empty() ? batch.difference(image, nullptr) : left;
}

/// The same in a capture: the refusal must not spoil it, and what was captured is the second form and nothing else.
std::string capture_second_form(DeviceBatch &batch, const device::Plan &plan, const Image &image) {
    const Stream stream;
    batch.upload(plan, image, stream.get());
    stream.synchronise();
    Status status;
    std::string left;
    Graph graph(stream, [&](cudaStream_t capturing) {
        status = batch.launch(plan, image, capturing);
        left = sticky();
    });
    if (status.code != StatusCode::ok || !left.empty()) {
        return refusal(status) + left;
    }
    for (int replay = 0; replay < 2; ++replay) {
        batch.upload_outputs(image, stream.get());
        graph.launch(stream);
        const std::string difference = batch.difference(image, stream.get());
        if (!difference.empty()) {
            return "replay " + std::to_string(replay) + ": " + difference;
        }
    }
    device::Plan second = plan;
    second.first = plan.fallback;
    second.has_fallback = false;
    const Graph alone(stream,
                      [&](cudaStream_t capturing) { status = batch.launch(second, image, capturing); });
    if (status.code != StatusCode::ok || alone.nodes() != graph.nodes()) {
        return "captured were " + std::to_string(graph.nodes().first) + " nodes; the second form alone has " +
               std::to_string(alone.nodes().first);
    }
    return "";
}

/// `unsupported_device` with CUDA's error, no byte of outputs or input changed, and no error left behind.
std::string expect_refusal(DeviceBatch &batch, const device::Plan &plan, const Image &image) {
    (void)cudaGetLastError();
    batch.upload(plan, image, nullptr);
    const Status status = batch.launch(plan, image, nullptr);
    if (status.code != StatusCode::unsupported_device) {
        return std::string("answered ") + describe(status) + " instead of unsupported_device";
    }
    if (status.value == cudaSuccess) {
        return "the refusal has no cudaError_t";
    }
    const std::string left = sticky();
    (void)batch.difference(image, nullptr); // downloads the block; unwritten outputs are no answer
    return !left.empty() ? left : batch.after() == image.before() ? "" : "memory was written";
}

void refused_plans(Context &context, DeviceBatch &batch, const Problem &problem, const Image &image,
                   const std::string &name) {
    const device::Profile &profile = context.profile();
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        if (!possible(named.wishes, profile)) {
            context.left_out(name + named.name, "this device has no clusters of that size");
            continue;
        }
        context.run(name + "no form can be launched, " + named.name, [&] {
            device::Plan plan = plan_for(shape_of(problem), profile, named);
            plan.first.shared_bytes = too_many_shared_bytes(profile);
            plan.fallback.shared_bytes = too_many_shared_bytes(profile);
            return expect_refusal(batch, plan, image);
        });
    }
    context.run(name + "a device with twice the shared memory is claimed", [&] {
        device::Profile claiming = profile;
        claiming.shared_bytes_optin = 2 * profile.shared_bytes_optin;
        claiming.shared_bytes_sm = 2 * profile.shared_bytes_sm;
        device::Plan plan = plan_for(shape_of(problem), claiming, wishes_of_each_strategy()[1]);
        if (plan.first.shared_bytes <= profile.shared_bytes_optin) {
            plan.first.shared_bytes = too_many_shared_bytes(profile); // a planner that needs no more
        }
        return expect_refusal(batch, plan, image);
    });
}

/// Clusters as this device claims them, and of a size that it may need an attribute for: whatever CUDA says, and
/// whatever the kernels were compiled for, the bytes are right.
void claimed_clusters(Context &context, DeviceBatch &batch, const Problem &problem, const Image &image,
                      const std::string &name) {
    for (const int ctas : {2, 8, 16}) {
        for (const int portable : {8, 16}) {
            context.run(name + "clusters of " + std::to_string(ctas) + " where " + std::to_string(portable) +
                            " are said to be portable",
                        [&] {
                            NamedWishes named;
                            named.wishes.automatic = false;
                            named.wishes.strategy = device::Strategy::row_per_cluster;
                            named.wishes.ctas = ctas;
                            device::Profile claiming = context.profile();
                            claiming.cluster_ctas_portable = portable;
                            claiming.cluster_ctas_max = 16;
                            const device::Plan plan = plan_for(shape_of(problem), claiming, named);
                            return run_second_form(batch, plan, image);
                        });
        }
    }
}

} // namespace

void fallback_suite(Context &context) {
    DeviceBatch batch;
    Wanted wanted;
    wanted.scores = true;
    wanted.facts = true;
    for (const ScoreType type : {ScoreType::float32, ScoreType::bfloat16}) {
        for (const Order order : {Order::index, Order::rank}) {
            const HostBatch host = make_batch(type, order);
            const Problem problem = host.problem();
            const Image image(problem, wanted, poisons[0]);
            const std::string name = std::string(exactk::name(type)) + " by " + exactk::name(order) + ": ";
            claimed_clusters(context, batch, problem, image, name);
            for (const Unlaunchable &one : with_second_form(context.profile())) {
                context.run(name + one.name,
                            [&] { return run_second_form(batch, one.plan(shape_of(problem)), image); });
                context.run(name + one.name + ", captured",
                            [&] { return capture_second_form(batch, one.plan(shape_of(problem)), image); });
            }
            refused_plans(context, batch, problem, image, name);
        }
    }
}

} // namespace exactk::device_tests
