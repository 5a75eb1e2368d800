// Rows that begin or end at an unmapped page: whatever is read outside [0, n) there loses the device.
// Spec: contract/C2 C10 C11 C15. Layer: proptests/device.
#include <array>
#include <cstdio>
#include <memory>

#include <unistd.h>

#include <exactk/cases/family.hpp>

#include "device_batch.hpp"
#include "guarded.hpp"
#include "host_batch.hpp"
#include "observe/faults.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

constexpr std::int64_t n_max = 300000; // convention: rows of several lists and chunks
constexpr int rows_max = 3; // convention: enough that a CTA, a cluster and a grid take rows in turn
constexpr std::int64_t many_rows_n_max = 20000; // convention: longer rows come alone, for time
constexpr std::int64_t shifts = 8;              // bound: elements of two bytes in a load of 16

/// Where the row lies in its part.
struct Place {
    bool at_end = false;
    std::int64_t shift = 0; ///< elements between the part's begin and the row's, where it is not at the end
    bool reaches_beyond = false; ///< the width covers unmapped addresses, and lengths say where rows end
};

/// One batch in guarded memory: the same rows as the image's, each in a part of its own.
struct Question {
    std::string name;
    std::unique_ptr<HostBatch> host;
    Place place;
    std::int64_t n = 0;
};

std::size_t element_bytes(ScoreType type) {
    return static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(type)]);
}

/// Where the row's first element lies.
std::byte *row_begin(const Guarded &memory, const Question &question, std::int64_t row) {
    const std::size_t element = element_bytes(question.host->problem().type);
    const std::size_t offset = question.place.at_end
                                   ? memory.part_bytes() - static_cast<std::size_t>(question.n) * element
                                   : static_cast<std::size_t>(question.place.shift) * element;
    return memory.begin(static_cast<int>(row)) + offset;
}

/// The question's shape in guarded memory, for a plan or a call.
Problem in_guarded(const Guarded &memory, const Question &question, Problem problem) {
    problem.scores = row_begin(memory, question, 0);
    problem.pitch = static_cast<std::int64_t>(memory.stride() / element_bytes(problem.type));
    if (question.place.reaches_beyond) {
        problem.width = problem.pitch;
    }
    return problem;
}

void upload_rows(const Guarded &memory, const Question &question) {
    const Problem host = question.host->problem();
    const std::size_t bytes = static_cast<std::size_t>(question.n) * element_bytes(host.type);
    for (std::int64_t row = 0; row < host.rows; ++row) {
        const std::byte *const from =
            static_cast<const std::byte *>(host.scores) + static_cast<std::size_t>(row) * bytes;
        check(cudaMemcpy(row_begin(memory, question, row), from, bytes, cudaMemcpyHostToDevice),
              "cudaMemcpy of a row");
    }
}

/// Launches on the image's block, but for the scores, whose place `changed` gives; compares every byte of the block.
template <class Changed>
std::string run_elsewhere(DeviceBatch &batch, const device::Plan &plan, const Image &image, Changed changed,
                          const device::Tap *tap = nullptr) {
    batch.upload(plan, image, nullptr);
    const Problem problem = changed(image.problem(batch.block()));
    const Outputs outputs = image.outputs(batch.block());
    void *const workspace = batch.workspace().data();
    const std::int64_t bytes = batch.workspace().bytes();
    const std::string refused = refusal(
        tap == nullptr ? device::launch(plan, problem, outputs, workspace, bytes, nullptr)
                       : device::launch_tapped(plan, problem, outputs, workspace, bytes, nullptr, *tap));
    return refused.empty() ? batch.difference(image, nullptr) : refused;
}

std::int64_t k_of(std::int64_t n, std::size_t number) {
    const std::array<std::int64_t, 4> small = {1, n / 2 + 1, n, n + 3};
    const std::array<std::int64_t, 4> large = {512, 1, 2048, 100};
    const std::size_t turn = number / 4 + 3 * number; // places come four by four
    return n <= 100 ? small[turn % small.size()] : large[turn % large.size()];
}

Question make_question(ScoreType type, std::int64_t n, Place place, std::size_t number) {
    const std::int64_t rows = n <= many_rows_n_max ? rows_max : 1;
    Question question;
    question.n = n;
    question.place = place;
    question.host = std::make_unique<HostBatch>(type, rows, n, k_of(n, number));
    Options &options = question.host->options();
    if (number % 3 == 0) {
        options.order = Order::rank;
        options.ties = Ties::high;
    }
    cases::Engine engine = cases::engine_for(67, number);
    constexpr cases::Family families[] = {cases::Family::normal, cases::Family::boundary_ties,
                                          cases::Family::quantised};
    for (std::int64_t row = 0; row < rows; ++row) {
        question.host->make_row(row, families[(static_cast<std::size_t>(row) + number) % 3], n, n / 3 + 1,
                                engine);
        if (place.reaches_beyond) {
            question.host->set_length(row, static_cast<std::int32_t>(n));
        }
    }
    question.name = std::string(name(type)) + " n=" + std::to_string(n) +
                    " k=" + std::to_string(question.host->problem().k) +
                    (place.at_end ? " at the mapping's end"
                                  : " " + std::to_string(place.shift) + " after the mapping's begin") +
                    (place.reaches_beyond ? ", width beyond it" : "");
    return question;
}

/// Small n at either end, with every shift in turn; long ones with every shift. Each with and without a width beyond
/// what is mapped.
std::vector<std::pair<std::int64_t, Place>> lengths_and_places() {
    std::vector<std::pair<std::int64_t, Place>> list;
    const auto add = [&list](std::int64_t n, bool at_end, std::int64_t shift) {
        list.push_back({n, {at_end, shift, false}});
        list.push_back({n, {at_end, shift, true}});
    };
    for (std::int64_t n = 1; n <= 70; ++n) {
        add(n, true, 0);
        add(n, false, n % shifts);
    }
    for (const std::int64_t n : {4095, 4096, 4097, 16383, 16384, 16385, 65537}) {
        add(n, true, 0);
        for (std::int64_t shift = 0; shift < shifts; ++shift) {
            add(n, false, shift);
        }
    }
    for (std::int64_t shift = 0; shift < shifts; ++shift) {
        // At the end the row's begin is shifted by what the row has less.
        add(n_max - shift, true, 0);
        add(n_max, false, shift);
    }
    return list;
}

std::vector<NamedWishes> bounds_wishes(bool quick) {
    std::vector<NamedWishes> list = wishes_of_each_strategy();
    if (quick) {
        return list;
    }
    for (NamedWishes &named : filter_wishes()) {
        list.push_back(std::move(named));
    }
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        list.push_back(sharing_every_row(with_resident_keys(named, 64)));
    }
    return list;
}

void all_questions(Context &context, const Guarded &memory, ScoreType type) {
    DeviceBatch batch;
    std::size_t number = 0;
    for (const auto &[n, place] : lengths_and_places()) {
        const Question question = make_question(type, n, place, ++number);
        Wanted wanted;
        wanted.scores = true;
        wanted.facts = number % 5 != 1;
        const Image image(question.host->problem(), wanted, poisons[number % 2]);
        for_each_plan(context, question.name, in_guarded(memory, question, question.host->problem()),
                      bounds_wishes(context.settings().quick), [&](const device::Plan &plan) {
                          upload_rows(memory, question);
                          return run_elsewhere(batch, plan, image, [&](const Problem &problem) {
                              return in_guarded(memory, question, problem);
                          });
                      });
    }
}

/// Rows of n <= k elements whose set alone is asked for, and rows of none: not one score is read (C10).
void unread_rows(Context &context, const Guarded &memory) {
    DeviceBatch batch;
    for (const std::int64_t n : {std::int64_t{0}, std::int64_t{40}}) {
        HostBatch host(ScoreType::float32, rows_max, 40, 64);
        for (std::int64_t row = 0; row < rows_max; ++row) {
            host.set_length(row, static_cast<std::int32_t>(n));
        }
        const Image image(host.problem(), Wanted{}, poisons[0]);
        for_each_plan(context, "rows of " + std::to_string(n) + " elements that are not mapped at all",
                      host.problem(), wishes_of_each_strategy(), [&](const device::Plan &plan) {
                          return run_elsewhere(batch, plan, image, [&](Problem problem) {
                              problem.scores = memory.begin(0) + memory.part_bytes();
                              problem.pitch = static_cast<std::int64_t>(memory.stride() / 4);
                              return problem;
                          });
                      });
    }
}

/// A kernel that looks at the element at n, at the mapping's end. This process has lost its device afterwards.
void spring_trap(Context &context, const Guarded &memory) {
    context.run("a planted read of the element at n", [&] {
        const Question question = make_question(ScoreType::float32, 4096, {true, 0, true}, 2);
        const Problem host = question.host->problem();
        const Image image(host, Wanted{}, poisons[0]);
        upload_rows(memory, question);
        const NamedWishes one_cta = without_filter(wishes_of_each_strategy()[1]);
        const device::Plan plan =
            plan_for(shape_of(in_guarded(memory, question, host)), context.profile(), one_cta);
        const Buffer tap_rows(static_cast<std::size_t>(host.rows) * sizeof(device::TapRow));
        const Buffer tap_ctas(static_cast<std::size_t>(host.rows) * sizeof(device::TapCta));
        device::Tap tap;
        tap.rows = reinterpret_cast<device::TapRow *>(tap_rows.data());
        tap.ctas = reinterpret_cast<device::TapCta *>(tap_ctas.data());
        tap.ctas_max = 1;
        tap.fault = device::fault_reads_past_length;
        DeviceBatch batch;
        return run_elsewhere(
            batch, plan, image, [&](const Problem &problem) { return in_guarded(memory, question, problem); },
            &tap);
    });
}

/// The same in a process of its own: it must end with an illegal access, or no case of this suite can see one.
std::string trap_of_another_process() {
    std::array<char, 4096> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
    if (length <= 0) {
        return "the executable's own path cannot be read";
    }
    const std::string command =
        "'" + std::string(path.data(), static_cast<std::size_t>(length)) + "' --suite bounds --trap 2>&1";
    std::FILE *const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) {
        return "the process cannot be started";
    }
    std::string said;
    std::array<char, 256> part{};
    while (std::fgets(part.data(), static_cast<int>(part.size()), pipe) != nullptr) {
        said += part.data();
    }
    const int code = pclose(pipe);
    // The second is what memory checkers make of it.
    const bool caught = said.find("cudaErrorIllegalAddress") != std::string::npos ||
                        said.find("cudaErrorLaunchFailure") != std::string::npos;
    return code != 0 && caught ? "" : "the planted read was not seen; the process said: " + said;
}

} // namespace

void bounds_suite(Context &context) {
    std::unique_ptr<Guarded> memory;
    context.run("map the memory", [&] {
        // Room for the longest row behind the largest shift.
        memory = std::make_unique<Guarded>(static_cast<std::size_t>((n_max + shifts) * 4), rows_max);
        return memory->difference();
    });
    if (memory == nullptr) {
        return; // told as a failure
    }
    if (context.settings().trap) {
        spring_trap(context, *memory);
        return;
    }
    context.run("a planted read of the element at n is an illegal access", trap_of_another_process);
    unread_rows(context, *memory);
    for (int type = 0; type < score_type_count; ++type) {
        all_questions(context, *memory, static_cast<ScoreType>(type));
    }
}

} // namespace exactk::device_tests
