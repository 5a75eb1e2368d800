// Verifies, captures and replays the variants of a cell.
// Spec: contract/C7 C10 C15. Layer: tools/bench.
#include "cell.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>

#include <exactk/contract/text.hpp>
#include <exactk/cpu.hpp>

#include "holder.hpp"
#include "read_floor.hpp"

namespace exactk::bench {

namespace {

using Key = std::tuple<const void *, std::int64_t, std::int64_t, ScoreType, Ties>;

/// What the CPU path answers, each row asked for once.
class Answers {
public:
    const std::vector<std::int32_t> &of(const Variant &variant, int number, std::int64_t row) {
        const Request &request = variant.request;
        const std::int64_t n = variant.length(row);
        const unsigned char *scores = variant.place(number) + row * request.pitch * variant.element_bytes();
        const Key key{scores, n, request.k, request.type, request.ties};
        const auto known = answers_.find(key);
        if (known != answers_.end()) {
            return known->second;
        }
        // Held as 32-bit words, so that they are aligned for every type.
        std::vector<std::uint32_t> host(static_cast<std::size_t>((n * variant.element_bytes() + 3) / 4));
        EXACTK_CHECK_CUDA(cudaMemcpy(host.data(), scores,
                                     static_cast<std::size_t>(n * variant.element_bytes()),
                                     cudaMemcpyDeviceToHost));
        std::vector<std::int32_t> answer(static_cast<std::size_t>(request.k));
        Problem problem;
        problem.scores = host.data();
        problem.type = request.type;
        problem.rows = 1;
        problem.width = problem.pitch = n;
        problem.k = request.k;
        problem.options = variant.options();
        Outputs outputs;
        outputs.indices = answer.data();
        outputs.index_pitch = request.k;
        const Status status = cpu::topk(problem, outputs);
        if (status.code != StatusCode::ok) {
            std::fprintf(stderr, "error: the CPU path: %s\n", describe(status).c_str());
            std::exit(1);
        }
        return answers_.emplace(key, std::move(answer)).first->second;
    }

private:
    std::map<Key, std::vector<std::int32_t>> answers_;
};

/// The first row and the last, a longest and a shortest.
std::set<std::int64_t> rows_to_compare(const Variant &variant) {
    std::set<std::int64_t> rows{0, variant.request.rows - 1};
    const std::vector<std::int32_t> &lengths = variant.request.lengths;
    if (!lengths.empty()) {
        const auto [low, high] = std::minmax_element(lengths.begin(), lengths.end());
        rows.insert(low - lengths.begin());
        rows.insert(high - lengths.begin());
    }
    return rows;
}

struct Run {
    Session &session;
    std::int32_t *indices;
    void *workspace;
    Answers answers;

    Status launch(const Variant &variant, int number) const {
        Outputs outputs;
        outputs.indices = indices;
        outputs.index_pitch = variant.request.k;
        return device::launch(variant.plan, variant.problem(number), outputs, workspace,
                              device::workspace_bytes(variant.plan), session.stream());
    }

    std::size_t index_bytes(const Variant &variant) const {
        return static_cast<std::size_t>(variant.request.rows * variant.request.k) * sizeof(std::int32_t);
    }

    void compare(const Variant &variant, int number, const char *when) {
        const Request &request = variant.request;
        for (const std::int64_t row : rows_to_compare(variant)) {
            std::vector<std::int32_t> got(static_cast<std::size_t>(request.k));
            EXACTK_CHECK_CUDA(
                cudaMemcpy(got.data(), indices + row * request.k, got.size() * 4, cudaMemcpyDeviceToHost));
            if (got != answers.of(variant, number, row)) {
                std::fprintf(
                    stderr,
                    "WRONG ANSWER %s: variant %s, %s %s, rows=%lld width=%lld n=%lld k=%lld row=%lld "
                    "slice=%d\n",
                    when, request.name.c_str(), name(request.distribution), exactk::name(request.type),
                    static_cast<long long>(request.rows), static_cast<long long>(request.width),
                    static_cast<long long>(variant.length(row)), static_cast<long long>(request.k),
                    static_cast<long long>(row), number);
                std::exit(1);
            }
        }
    }

    void poison(const Variant &variant) const {
        EXACTK_CHECK_CUDA(cudaMemsetAsync(indices, 0x5A, index_bytes(variant), session.stream()));
    }

    /// Launches on the first and the last slice; what a launch that may be refused says becomes the status.
    void verify(Variant &variant) {
        for (const int number : {0, variant.slices - 1}) {
            poison(variant);
            const Status status = launch(variant, number);
            if (status.code != StatusCode::ok) {
                variant.status = describe(status);
                if (!variant.may_be_refused) {
                    std::fprintf(stderr, "error: launch of %s: %s\n", variant.request.name.c_str(),
                                 variant.status.c_str());
                    std::exit(1);
                }
                return;
            }
            EXACTK_CHECK_CUDA(cudaStreamSynchronize(session.stream()));
            compare(variant, number, "before timing");
        }
    }

    void capture(Variant &variant) {
        variant.timed = session.capture(variant.calls(), [&](int number) {
            const Status status = launch(variant, number);
            if (status.code != StatusCode::ok) {
                std::fprintf(stderr, "error: captured launch of %s: %s\n", variant.request.name.c_str(),
                             describe(status).c_str());
                std::exit(1);
            }
        });
    }
};

struct Floor {
    std::string key;
    std::vector<std::unique_ptr<TimedGraph>> graphs;
    float us = 0;
};

std::string floor_key(const Variant &variant) {
    return variant.request.floor_key.empty() ? "of " + variant.request.name : variant.request.floor_key;
}

std::vector<Floor> capture_floors(Session &session, const std::vector<Variant> &variants) {
    std::vector<Floor> floors;
    for (const Variant &variant : variants) {
        const bool known = std::any_of(floors.begin(), floors.end(),
                                       [&](const Floor &floor) { return floor.key == floor_key(variant); });
        if (known || variant.status != "ok") {
            continue;
        }
        Floor floor;
        floor.key = floor_key(variant);
        const auto bytes = static_cast<std::size_t>(variant.read_elements * variant.element_bytes());
        for (const int per_sm : floor_ctas_per_sm) {
            floor.graphs.push_back(session.capture(variant.calls(), [&](int number) {
                launch_floor(variant.place(number), bytes, session.profile().sms, per_sm, session.sink(),
                             session.stream());
            }));
        }
        floors.push_back(std::move(floor));
    }
    return floors;
}

/// One replay in the company that the variant asks for. Here `us` is the last replay's; what is kept decides in the end.
void replay(Session &session, Variant &variant, bool keep) {
    if (variant.request.held_sms == 0) {
        variant.us = variant.timed->replay(keep);
        return;
    }
    const HeldReplay held = replay_held(session, *variant.timed, variant.request.held_sms, keep);
    variant.us = held.us;
    variant.status = held.status;
}

void replay_in_turn(Session &session, const CellSettings &settings, std::vector<Floor> &floors,
                    std::vector<Variant> &variants) {
    for (Variant &variant : variants) {
        if (variant.status == "ok" && variant.request.held_sms > 0) {
            session.holder();             // making it loads a kernel, and the first replay uploads the graph:
            variant.timed->replay(false); // both may wait for kernels that run, so nothing is held yet
        }
    }
    float first_us = 0;
    for (int round = 0; round < settings.replays + warm_up_replays; ++round) {
        const bool keep = round >= warm_up_replays;
        for (Floor &floor : floors) {
            for (const auto &graph : floor.graphs) {
                graph->replay(keep);
            }
        }
        for (Variant &variant : variants) {
            if (variant.status != "ok") {
                continue;
            }
            const bool dropped = settings.drop_factor > 0 && variant.us > settings.drop_factor * first_us;
            if (dropped && round > warm_up_replays) {
                continue;
            }
            replay(session, variant, keep);
            if (&variant == variants.data()) {
                first_us = variant.us;
            }
        }
    }
}

} // namespace

void run_cell(Session &session, const CellSettings &settings, std::vector<Variant> &variants) {
    std::size_t indices = 0;
    std::size_t bytes = 0;
    for (const Variant &variant : variants) {
        indices = std::max(indices, static_cast<std::size_t>(variant.request.rows * variant.request.k));
        bytes = std::max(bytes, static_cast<std::size_t>(device::workspace_bytes(variant.plan)));
    }
    Run run{session, session.indices(indices), session.workspace(bytes), {}};
    for (Variant &variant : variants) {
        run.verify(variant);
    }
    std::vector<Floor> floors = capture_floors(session, variants);
    for (Variant &variant : variants) {
        if (variant.status == "ok") {
            run.capture(variant);
        }
    }
    replay_in_turn(session, settings, floors, variants);
    for (Floor &floor : floors) {
        floor.us = median(floor.graphs.front()->kept());
        for (const auto &graph : floor.graphs) {
            floor.us = std::min(floor.us, median(graph->kept()));
        }
    }
    for (Variant &variant : variants) {
        if (variant.timed == nullptr) {
            continue;
        }
        const auto floor = std::find_if(floors.begin(), floors.end(),
                                        [&](const Floor &one) { return one.key == floor_key(variant); });
        variant.floor_us = floor->us;
        run.poison(variant);
        if (variant.status == "ok") {
            replay(session, variant, false);
        } else {
            variant.timed->replay(false);
        }
        run.compare(variant, variant.calls() - 1, "after timing");
        variant.us = variant.has_times() ? median(variant.timed->kept()) : 0.0f;
    }
}

float measure_launch_gap(Session &session, int replays) {
    const auto graph = session.capture(slices_max, [&](int) { launch_empty(session.stream()); });
    for (int round = 0; round < replays + warm_up_replays; ++round) {
        graph->replay(round >= warm_up_replays);
    }
    return median(graph->kept());
}

} // namespace exactk::bench
