// What launch must refuse: by code and argument, with nothing enqueued and no byte written.
// Spec: contract/C18. Layer: proptests/device.
#include <algorithm>
#include <limits>

#include "device_batch.hpp"
#include "host_batch.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

/// A launch that is right in everything until one thing is changed.
struct Call {
    device::Plan plan;
    Problem problem;
    Outputs outputs;
    std::byte *workspace = nullptr;
    std::int64_t workspace_bytes = 0;
};

struct Refusal {
    std::string what;
    std::vector<StatusCode> codes; ///< two where a change breaks two rules and the order is the launch's own
    std::string argument;          ///< part of the argument's name
    std::function<void(Call &)> change;
};

template <class Pointer> Pointer moved(Pointer pointer, std::ptrdiff_t bytes) {
    return reinterpret_cast<Pointer>(reinterpret_cast<std::uintptr_t>(pointer) +
                                     static_cast<std::uintptr_t>(bytes));
}

std::vector<Refusal> refusals_of_arguments() {
    using enum StatusCode;
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    const auto no_option = [](auto &option) { option = static_cast<std::decay_t<decltype(option)>>(2); };
    return {
        {"no scores", {null_pointer}, "problem.scores", [](Call &c) { c.problem.scores = nullptr; }},
        {"no indices", {null_pointer}, "outputs.indices", [](Call &c) { c.outputs.indices = nullptr; }},
        {"rows below 0", {out_of_limits}, "problem.rows", [](Call &c) { c.problem.rows = -1; }},
        {"width below 0", {out_of_limits}, "problem.width", [](Call &c) { c.problem.width = -1; }},
        {"k below 0", {out_of_limits}, "problem.k", [](Call &c) { c.problem.k = -1; }},
        {"width beyond 2^31 - 1",
         {out_of_limits, illegal_plan},
         "width",
         [](Call &c) { c.problem.width = c.problem.pitch = width_max + 1; }},
        {"k beyond 2^31 - 1",
         {out_of_limits, illegal_plan},
         "k",
         [](Call &c) { c.problem.k = c.outputs.index_pitch = c.outputs.score_pitch = k_max + 1; }},
        {"pitch below the width", {pitch_too_small}, "problem.pitch", [](Call &c) { --c.problem.pitch; }},
        {"index pitch below k",
         {pitch_too_small},
         "outputs.index_pitch",
         [](Call &c) { --c.outputs.index_pitch; }},
        {"score pitch below k",
         {pitch_too_small},
         "outputs.score_pitch",
         [](Call &c) { --c.outputs.score_pitch; }},
        {"unaligned scores",
         {misaligned},
         "problem.scores",
         [](Call &c) { c.problem.scores = moved(c.problem.scores, 2); }},
        {"unaligned lengths",
         {misaligned},
         "problem.lengths",
         [](Call &c) { c.problem.lengths = moved(c.problem.lengths, 2); }},
        {"unaligned indices",
         {misaligned},
         "outputs.indices",
         [](Call &c) { c.outputs.indices = moved(c.outputs.indices, 1); }},
        {"unaligned output scores",
         {misaligned},
         "outputs.scores",
         [](Call &c) { c.outputs.scores = moved(c.outputs.scores, 2); }},
        {"unaligned certificates",
         {misaligned},
         "outputs.certificates",
         [](Call &c) { c.outputs.certificates = moved(c.outputs.certificates, 4); }},
        {"unaligned status",
         {misaligned},
         "outputs.status",
         [](Call &c) { c.outputs.status = moved(c.outputs.status, 2); }},
        {"unaligned digests",
         {misaligned},
         "outputs.digests",
         [](Call &c) { c.outputs.digests = moved(c.outputs.digests, 4); }},
        {"an unknown type",
         {unsupported_type, illegal_plan},
         "type",
         [](Call &c) { c.problem.type = static_cast<ScoreType>(9); }},
        {"an unknown direction",
         {unknown_option, illegal_plan},
         "",
         [=](Call &c) { no_option(c.problem.options.direction); }},
        {"unknown ties",
         {unknown_option, illegal_plan},
         "",
         [=](Call &c) { no_option(c.problem.options.ties); }},
        {"an unknown order",
         {unknown_option, illegal_plan},
         "",
         [=](Call &c) { no_option(c.problem.options.order); }},
        {"an unknown NaN policy",
         {unknown_option, illegal_plan},
         "",
         [=](Call &c) { no_option(c.problem.options.nan_policy); }},
        {"an extent beyond 64 bits",
         {extent_overflow},
         "problem",
         [=](Call &c) { c.problem.pitch = huge / 4; }},
        {"an index extent beyond 64 bits",
         {extent_overflow},
         "outputs",
         [=](Call &c) { c.outputs.index_pitch = huge / 4; }},
        {"indices over the scores",
         {overlap},
         "outputs",
         [](Call &c) {
             c.outputs.indices =
                 const_cast<std::int32_t *>(static_cast<const std::int32_t *>(c.problem.scores));
         }},
        {"indices over the lengths",
         {overlap},
         "outputs",
         [](Call &c) { c.outputs.indices = const_cast<std::int32_t *>(c.problem.lengths); }},
        {"output scores over the indices",
         {overlap},
         "outputs",
         [](Call &c) { c.outputs.scores = c.outputs.indices; }},
    };
}

std::vector<Refusal> refusals_of_plans() {
    using enum StatusCode;
    return {
        {"no workspace",
         {null_pointer, workspace_too_small},
         "workspace",
         [](Call &c) { c.workspace = nullptr; }},
        {"a workspace one byte too small",
         {workspace_too_small},
         "workspace",
         [](Call &c) { --c.workspace_bytes; }},
        {"a workspace of no bytes",
         {workspace_too_small},
         "workspace",
         [](Call &c) { c.workspace_bytes = 0; }},
        {"an unaligned workspace", {misaligned}, "workspace", [](Call &c) { c.workspace += 8; }},
        {"a workspace over the outputs",
         {overlap},
         "workspace",
         [](Call &c) {
             // Aligned down to 16: still within the scores' block, so that it meets an array in any case.
             const auto indices = reinterpret_cast<std::uintptr_t>(c.outputs.indices) / 16 * 16;
             c.workspace = reinterpret_cast<std::byte *>(indices);
         }},
        {"a plan for fewer rows", {illegal_plan}, "", [](Call &c) { --c.plan.shape.rows; }},
        {"a plan for less width", {illegal_plan}, "", [](Call &c) { --c.plan.shape.width; }},
        {"a plan for a smaller k", {illegal_plan}, "", [](Call &c) { --c.plan.shape.k; }},
        {"a plan for another type",
         {illegal_plan},
         "",
         [](Call &c) { c.problem.type = ScoreType::bfloat16; }},
        {"a plan for another direction",
         {illegal_plan},
         "",
         [](Call &c) { c.problem.options.direction = Direction::smallest; }},
        {"a plan for other ties", {illegal_plan}, "", [](Call &c) { c.problem.options.ties = Ties::high; }},
        {"a plan for another order",
         {illegal_plan},
         "",
         [](Call &c) { c.problem.options.order = Order::rank; }},
        {"a plan for another NaN policy",
         {illegal_plan},
         "",
         [](Call &c) { c.problem.options.nan_policy = NanPolicy::smallest; }},
        {"a plan for another fill", {illegal_plan}, "", [](Call &c) { c.problem.options.fill_index = -2; }},
    };
}

/// Launches into a capture, so that anything that is enqueued is a node, and compares the memory.
std::string refused(const Refusal &refusal_wanted, Call call, const Image &image, const Buffer &block) {
    refusal_wanted.change(call);
    const Stream stream;
    Status status;
    const Graph graph(stream, [&](cudaStream_t capturing) {
        status = device::launch(call.plan, call.problem, call.outputs, call.workspace, call.workspace_bytes,
                                capturing);
    });
    const std::vector<StatusCode> &codes = refusal_wanted.codes;
    if (std::find(codes.begin(), codes.end(), status.code) == codes.end()) {
        return std::string("answered ") + name(status.code) + " instead of " + name(codes.front());
    }
    if (status.argument == nullptr ||
        std::string(status.argument).find(refusal_wanted.argument) == std::string::npos) {
        return std::string("names the argument ") +
               (status.argument == nullptr ? "not at all" : status.argument);
    }
    if (graph.nodes().first != 0) {
        return "enqueued " + std::to_string(graph.nodes().first) + " nodes";
    }
    std::vector<std::byte> after(image.before().size());
    check(cudaMemcpy(after.data(), block.data(), after.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return after == image.before() ? "" : "memory was written";
}

Call right_call(const device::Plan &plan, const Image &image, const Buffer &block,
                const Workspace &workspace) {
    return {plan, image.problem(block.data()), image.outputs(block.data()),
            static_cast<std::byte *>(workspace.data()), workspace.bytes()};
}

} // namespace

void refusals_suite(Context &context) {
    HostBatch host(ScoreType::float32, 6, 3000, 300);
    cases::Engine engine = cases::engine_for(41, 0);
    for (std::int64_t row = 0; row < 6; ++row) {
        host.make_row(row, cases::Family::quantised, 3000, 1, engine);
        host.set_length(row, 2500);
    }
    Wanted wanted;
    wanted.scores = true;
    wanted.facts = true;
    const Problem problem = host.problem();
    const Image image(problem, wanted, poisons[0]);
    Buffer block(image.before().size());
    check(cudaMemcpy(block.data(), image.before().data(), image.before().size(), cudaMemcpyHostToDevice),
          "cudaMemcpy");
    std::vector<Refusal> list = refusals_of_arguments();
    for (Refusal &refusal_wanted : refusals_of_plans()) {
        list.push_back(std::move(refusal_wanted));
    }
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        if (!possible(named.wishes, context.profile())) {
            context.left_out(named.name, "this device has no clusters of that size");
            continue;
        }
        const device::Plan plan = plan_for(shape_of(problem), context.profile(), named);
        Workspace workspace;
        workspace.prepare(plan, std::byte{0xFF}, nullptr);
        for (const Refusal &one : list) {
            const bool of_workspace = one.argument == "workspace";
            if (of_workspace && workspace.bytes() == 0) {
                context.left_out(named.name + ": " + one.what,
                                 "this plan needs no workspace; row_per_grid does");
                continue;
            }
            context.run(named.name + ": " + one.what, [&] {
                return refused(one, right_call(plan, image, block, workspace), image, block);
            });
        }
        // The same call unchanged runs: what was refused was refused for what was changed.
        DeviceBatch batch;
        context.run(named.name + ": the right call", [&] { return batch.run(plan, image); });
    }
}

} // namespace exactk::device_tests
