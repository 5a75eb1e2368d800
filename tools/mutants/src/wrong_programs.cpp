// Wraps the oracle into wrong programs, and moves the arrays of a call about.
// Spec: contract/C1 C8 C11 C15 C18. Layer: tools/mutants.
#include "wrong_programs.hpp"

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include <exactk/casefile/input.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/implementations.hpp>
#include <exactk/subject.hpp>

namespace exactk::mutants {
namespace {

using Run = std::function<Status(const Problem &, const Outputs &, int call)>;

struct Program {
    verify::Fault fault; ///< what it does wrong
    Run run;
};

Status right(const Problem &problem, const Outputs &outputs) {
    return find_implementation("sort")->run(problem, outputs, Plan{});
}

/// There is a guard band before the outputs, so the byte is the judge's.
Status write_before(const Problem &problem, const Outputs &outputs, int) {
    const Status status = right(problem, outputs);
    outputs.indices[-1] = 0;
    return status;
}

/// The first call alone, since a second one would change it back.
Status change_input(const Problem &problem, const Outputs &outputs, int call) {
    const Status status = right(problem, outputs);
    auto *const first = static_cast<unsigned char *>(const_cast<void *>(problem.scores));
    *first = static_cast<unsigned char>(*first ^ (call == 0 ? 1u : 0u));
    return status;
}

Status leave_last(const Problem &problem, const Outputs &outputs, int) {
    std::int32_t &last = outputs.indices[problem.k - 1];
    const std::int32_t before = last;
    const Status status = right(problem, outputs);
    last = before;
    return status;
}

Status other_answer(const Problem &problem, const Outputs &outputs, int call) {
    const Status status = right(problem, outputs);
    outputs.indices[0] = call == 0 ? outputs.indices[0] : outputs.indices[0] ^ 1;
    return status;
}

verify::InputImage image(const auto &now, const auto &before) {
    return {reinterpret_cast<const std::byte *>(now.data()),
            reinterpret_cast<const std::byte *>(before.data()),
            static_cast<std::int64_t>(now.size() * sizeof(now[0]))};
}

/// Whether the words of a judged program name the fault.
bool named(const std::vector<std::string> &problems, verify::Fault fault) {
    for (const std::string &words : problems) {
        if (words.find("judged ") == 0 && words.find(verify::name(fault)) != std::string::npos) {
            return true;
        }
    }
    return false;
}

} // namespace

std::string programs_pass(const Mutant &mutant, std::int64_t limit, const casefile::CaseFile &one,
                          std::uint64_t) {
    const bool has_room = one.k > 0 && one.n(0) > 0 && !one.wants_scores && one.options.fill_index < 0;
    if (!has_room) {
        return ""; // output scores would be read by the index that is wrong; the planted answers have them
    }
    const Program programs[] = {{verify::Fault::wrote_outside, write_before},
                                {verify::Fault::input_changed, change_input},
                                {verify::Fault::slot_unwritten, leave_last},
                                {verify::Fault::not_repeatable, other_answer}};
    for (const Program &program : programs) {
        std::unique_ptr<casefile::Input> input;
        if (const casefile::Defect defect = casefile::materialise(one, input); defect) {
            return "";
        }
        const subject::Asked asked{
            input->problem(),
            one.output_gap,
            false,
            false,
            {image(input->bytes(), input->bytes_before()), image(input->lengths(), input->lengths_before())}};
        int call = 0;
        Implementation wrong;
        wrong.name = "wrong";
        wrong.run = [&](const Problem &problem, const Outputs &outputs, const Plan &) {
            return program.run(problem, outputs, call++);
        };
        const Switched on(mutant, limit);
        if (!named(subject::run(wrong, one.plan, asked, nullptr).problems, program.fault)) {
            return std::string("the judge does not name ") + verify::name(program.fault);
        }
    }
    return "";
}

namespace {

constexpr std::int64_t rows = 2;    // bound: as few as have a pitch
constexpr std::int64_t width = 6;   // convention: any
constexpr std::int64_t pitch = 8;   // convention: beyond the width
constexpr std::int64_t winners = 3; // convention: any

/// Memory of one call: everything lies in one block, each array in 64 bytes of its own.
struct Stage {
    static constexpr std::size_t part = 128; // convention: more than any array here takes
    alignas(64) std::array<std::byte, 8 * part> block{};

    std::byte *at(std::size_t number) { return block.data() + number * part; }
    Problem problem(const casefile::CaseFile &one) {
        Problem made;
        made.scores = at(1);
        made.type = one.type;
        made.rows = rows;
        made.width = width;
        made.pitch = pitch;
        made.k = winners;
        made.options = one.options;
        return made;
    }
    Outputs outputs() {
        Outputs made;
        made.indices = reinterpret_cast<std::int32_t *>(at(2));
        made.index_pitch = pitch;
        made.scores = at(3);
        made.score_pitch = pitch;
        made.certificates = reinterpret_cast<Certificate *>(at(4));
        made.status = reinterpret_cast<std::uint32_t *>(at(5));
        made.digests = reinterpret_cast<std::uint64_t *>(at(6));
        return made;
    }
};

struct Move {
    const char *what;
    StatusCode code;
    void (*make)(Stage &, Problem &, Outputs &);
};

/// Bytes of the scores: the last row ends with its width.
std::int64_t score_extent(const Problem &problem) {
    return ((rows - 1) * pitch + width) * score_bytes[static_cast<int>(problem.type)];
}

template <class T> void by_bytes(T *&pointer, std::int64_t bytes) {
    pointer =
        reinterpret_cast<T *>(reinterpret_cast<std::uintptr_t>(pointer) + static_cast<std::uintptr_t>(bytes));
}

constexpr Move moves[] = {
    {"nothing", StatusCode::ok, [](Stage &, Problem &, Outputs &) {}},
    {"indices that begin in the middle of the scores", StatusCode::overlap,
     [](Stage &stage, Problem &, Outputs &o) {
         o.indices = reinterpret_cast<std::int32_t *>(stage.at(1) + 8);
     }},
    {"indices that begin at the scores", StatusCode::overlap,
     [](Stage &stage, Problem &, Outputs &o) { o.indices = reinterpret_cast<std::int32_t *>(stage.at(1)); }},
    {"scores that begin in the middle of the indices", StatusCode::overlap,
     [](Stage &stage, Problem &p, Outputs &) { p.scores = stage.at(2) + 8; }},
    {"digests on the last index", StatusCode::overlap,
     [](Stage &stage, Problem &, Outputs &o) {
         o.digests = reinterpret_cast<std::uint64_t *>(stage.at(2) + 40);
     }},
    {"indices right behind the scores", StatusCode::ok,
     [](Stage &stage, Problem &p, Outputs &o) {
         o.indices = reinterpret_cast<std::int32_t *>(stage.at(1) + score_extent(p));
         o.index_pitch = winners;
     }},
    {"scores one byte off", StatusCode::misaligned,
     [](Stage &stage, Problem &p, Outputs &) { p.scores = stage.at(1) + 1; }},
    {"indices one byte off", StatusCode::misaligned,
     [](Stage &, Problem &, Outputs &o) { by_bytes(o.indices, 1); }},
    {"digests four bytes off", StatusCode::misaligned,
     [](Stage &, Problem &, Outputs &o) { by_bytes(o.digests, 4); }},
    {"a pitch of the width", StatusCode::ok, [](Stage &, Problem &p, Outputs &) { p.pitch = width; }},
    {"a pitch one below the width", StatusCode::pitch_too_small,
     [](Stage &, Problem &p, Outputs &) { p.pitch = width - 1; }},
    {"an index pitch of k", StatusCode::ok, [](Stage &, Problem &, Outputs &o) { o.index_pitch = winners; }},
};

} // namespace

std::string refused_wrongly(const Mutant &mutant, std::int64_t limit, const casefile::CaseFile &one,
                            std::uint64_t) {
    const Implementation &implementation = *find_implementation(mutant.room == Room::model ? "model" : "cpu");
    for (const Move &move : moves) {
        Stage stage;
        Problem problem = stage.problem(one);
        Outputs outputs = stage.outputs();
        move.make(stage, problem, outputs);
        Plan plan;
        plan.ctas = one.plan.ctas;
        const Switched on(mutant, limit);
        const Status status = implementation.run(problem, outputs, plan);
        if (status.code != move.code) {
            return std::string(move.what) + ": " + exactk::name(status.code) + " instead of " +
                   exactk::name(move.code);
        }
    }
    return "";
}

} // namespace exactk::mutants
