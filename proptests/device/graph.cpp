// A launch captured once at a large width and replayed with other lengths, scores and workspace content.
// Spec: contract/C1 C8 C15. Layer: proptests/device.
#include <algorithm>
#include <memory>

#include "device_batch.hpp"
#include "host_batch.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

constexpr std::int64_t rows = 8;                      // convention: enough to mix lengths in one replay
constexpr std::int64_t width = std::int64_t{1} << 20; // convention: what an engine's longest context needs
constexpr int score_sets = 3;                         // convention: scores change from replay to replay
constexpr std::byte dirts[2] = {std::byte{0xFF},
                                std::byte{0x3C}}; // convention: workspace content between replays

/// What is asked for. Where facts are, no thread leaves a CTA whose row is short.
struct Asked {
    const char *name;
    std::int64_t k;
    bool facts;
};
constexpr Asked askings[] = {{"k 2048 with facts", 2048, true},     // convention: that of sparse attention
                             {"k 100, indices alone", 100, false}}; // convention: below a warp's strip of 512

/// One strategy's launch as a graph over the block that all share.
struct Captured {
    std::string name;
    device::Plan plan;
    Workspace workspace;
    std::unique_ptr<Graph> graph;
};

std::vector<HostBatch> make_score_sets(std::int64_t k) {
    std::vector<HostBatch> sets;
    for (int set = 0; set < score_sets; ++set) {
        HostBatch host(ScoreType::float32, rows, width, k);
        cases::Engine engine = cases::engine_for(31, static_cast<std::uint64_t>(set));
        for (std::int64_t row = 0; row < rows; ++row) {
            const auto family = static_cast<cases::Family>((row + set * 5) % cases::family_count);
            host.make_row(row, family, width, 100000, engine);
            host.set_length(row, static_cast<std::int32_t>(width));
        }
        sets.push_back(std::move(host));
    }
    return sets;
}

/// Lengths at which anything changes: the contract's, and those at which a plan takes another path.
std::vector<std::int64_t> boundaries(const std::vector<Captured> &list, std::int64_t k) {
    std::vector<std::int64_t> lengths = {0,         -1, INT32_MIN, INT32_MAX, width, width + 1,
                                         width - 1, 1,  k - 1,     k,         k + 1, 3000};
    for (const Captured &captured : list) {
        const device::Form &form = captured.plan.first;
        // 16: elements that a thread holds of a shorter row listed whole; 32 times that are a warp's, and others leave.
        for (const std::int64_t edge :
             {form.cta_length_max, form.resident_keys, form.resident_keys * form.ctas,
              std::int64_t{form.threads}, form.whole, 16 * std::int64_t{form.threads}, std::int64_t{16 * 32},
              std::int64_t{2 * 16 * 32}, std::int64_t{4 * 16 * 32}}) {
            for (const std::int64_t length : {edge - 1, edge, edge + 1}) {
                lengths.push_back(std::clamp<std::int64_t>(length, -1, width));
            }
        }
    }
    return lengths;
}

/// What the plan says, and one kernel more a batch where row_per_grid is asked for facts, which a plan does not know.
std::size_t expected_nodes(const device::Plan &plan, const Outputs &outputs) {
    const device::Form &form = plan.first;
    const bool facts =
        outputs.certificates != nullptr || outputs.status != nullptr || outputs.digests != nullptr;
    std::int64_t nodes = form.nodes;
    if (form.strategy == device::Strategy::row_per_grid && facts &&
        plan.shape.options.order == Order::index) {
        nodes += (plan.shape.rows + form.groups - 1) / form.groups;
    }
    return static_cast<std::size_t>(nodes);
}

std::string capture(Captured &captured, const Image &image, const Buffer &block, const Stream &stream) {
    captured.workspace.prepare(captured.plan, dirts[0], stream.get());
    stream.synchronise();
    Status status;
    captured.graph = std::make_unique<Graph>(stream, [&](cudaStream_t capturing) {
        status = device::launch(captured.plan, image.problem(block.data()), image.outputs(block.data()),
                                captured.workspace.data(), captured.workspace.bytes(), capturing);
    });
    if (status.code != StatusCode::ok) {
        return refusal(status);
    }
    const auto [nodes, kernels] = captured.graph->nodes();
    const std::size_t expected = expected_nodes(captured.plan, image.outputs(block.data()));
    if (nodes != kernels || nodes != expected) {
        return "the graph has " + std::to_string(nodes) + " nodes, " + std::to_string(kernels) +
               " of them kernels; expected are " + std::to_string(expected) + " kernels";
    }
    return "";
}

/// `after` is scratch, kept between calls because it is large.
std::string replay(Captured &captured, const Image &image, const Buffer &block, const Stream &stream,
                   int number, std::vector<std::byte> &after) {
    if (captured.graph == nullptr) {
        return "not replayed: its capture failed";
    }
    const std::size_t from = image.outputs_offset();
    check(cudaMemcpyAsync(block.data() + from, image.before().data() + from, image.before().size() - from,
                          cudaMemcpyHostToDevice, stream.get()),
          "cudaMemcpy of the outputs");
    captured.workspace.prepare(captured.plan, dirts[number % 2], stream.get());
    captured.graph->launch(stream);
    stream.synchronise();
    after.resize(image.before().size());

    check(cudaMemcpy(after.data(), block.data(), after.size(), cudaMemcpyDeviceToHost),
          "cudaMemcpy of the block");
    const std::string difference = image.difference(after);
    return difference.empty() ? captured.workspace.difference(stream.get()) : difference;
}

Image next_image(std::vector<HostBatch> &sets, const std::vector<std::int64_t> &lengths, int number,
                 bool facts, cases::Engine &engine) {
    HostBatch &host = sets[static_cast<std::size_t>(number % score_sets)];
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::size_t turn = static_cast<std::size_t>(number * rows + row);
        // Every second row walks the boundaries, the others are drawn; mostly short, as in serving.
        const std::uint64_t most = std::uint64_t{1} << (10 + cases::below(engine, 11));
        const std::int64_t length = turn % 2 == 0 ? lengths[(turn / 2) % lengths.size()]
                                                  : static_cast<std::int64_t>(cases::below(engine, most + 1));
        host.set_length(row, static_cast<std::int32_t>(length));
    }
    Wanted wanted;
    wanted.scores = facts;
    wanted.facts = facts;
    return Image(host.problem(), wanted, poisons[number % 2]);
}

void replay_all(Context &context, const Asked &asked) {
    const std::string of = std::string(", ") + asked.name;
    std::vector<HostBatch> sets = make_score_sets(asked.k);
    std::vector<Captured> list;
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        if (!possible(named.wishes, context.profile())) {
            context.left_out(named.name, "this device has no clusters of that size");
            continue;
        }
        Captured captured;
        captured.name = named.name;
        captured.plan = plan_for(shape_of(sets[0].problem()), context.profile(), named);
        list.push_back(std::move(captured));
    }
    const std::vector<std::int64_t> lengths = boundaries(list, asked.k);
    cases::Engine engine = cases::engine_for(context.settings().seed, 0x62);
    const Stream stream;
    Buffer block;
    {
        const Image image = next_image(sets, lengths, 0, asked.facts, engine);
        block.reserve(image.before().size());
        for (Captured &captured : list) {
            context.run("capture " + captured.name + of,
                        [&] { return capture(captured, image, block, stream); });
        }
    }
    std::vector<std::byte> after;
    const int replays = std::max(20, std::min(200, context.settings().repeats));
    for (int number = 0; number < replays; ++number) {
        const Image image = next_image(sets, lengths, number, asked.facts, engine);
        check(cudaMemcpy(block.data(), image.before().data(), image.before().size(), cudaMemcpyHostToDevice),
              "cudaMemcpy of the block");
        for (Captured &captured : list) {
            context.run("replay " + std::to_string(number) + " of " + captured.name + of,
                        [&] { return replay(captured, image, block, stream, number, after); });
        }
    }
}

} // namespace

void graph_suite(Context &context) {
    for (const Asked &asked : askings) {
        replay_all(context, asked);
    }
}

} // namespace exactk::device_tests
