// Asks a question again with one thing changed, to see what a wrong answer is about.
// Spec: contract/C1 C3 C4 C6 C7 C11 C15. Layer: tools/probes.
#include <exactk/probes.hpp>

#include <algorithm>
#include <cstring>
#include <functional>

#include <exactk/line_allocator.hpp>
#include <exactk/promise.hpp>

namespace exactk::probes {

namespace {

std::int64_t element_bytes(ScoreType type) { return score_bytes[static_cast<std::size_t>(type)]; }

constexpr std::uintptr_t line = 64; // bound: what LineAllocator aligns to
constexpr std::int64_t gap_most =
    1 << 20; // convention: rows farther apart are brought together, for want of memory

/// A copy of a problem that can be changed. Rows lie as far apart as they did, and the first score as far from a 64-byte boundary,
/// unless that is to change. What lies beyond a row's length stays as it was.
class Copy {
public:
    explicit Copy(const Problem &of, bool dense = false, bool aligned = false) : problem_(of) {
        const std::int64_t element = element_bytes(of.type);
        const bool keep_pitch = !dense && of.pitch <= of.width + gap_most;
        const std::int64_t pitch = keep_pitch ? of.pitch : of.width;
        const std::int64_t phase =
            aligned ? 0 : static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(of.scores) % line);
        bytes_.resize(static_cast<std::size_t>(of.rows * pitch * element + phase) + 1);
        first_ = bytes_.data() + phase;
        for (std::int64_t row = 0; row < of.rows && of.width > 0; ++row) {
            std::memcpy(first_ + row * pitch * element,
                        static_cast<const std::byte *>(of.scores) + row * of.pitch * element,
                        static_cast<std::size_t>(of.width * element));
        }
        problem_.pitch = pitch;
        problem_.scores = first_;
        if (of.lengths != nullptr) {
            lengths_.assign(of.lengths, of.lengths + of.rows);
            problem_.lengths = lengths_.data();
        }
    }
    Copy(const Copy &) = delete;
    Copy &operator=(const Copy &) = delete;

    Problem &problem() { return problem_; }
    std::vector<std::int32_t> &lengths() { return lengths_; }

    /// Calls `change(bits)` for every element that a row has.
    template <class Change> void change_scores(const Change &change) {
        const std::int64_t element = element_bytes(problem_.type);
        for (std::int64_t row = 0; row < problem_.rows; ++row) {
            for (std::int64_t i = 0; i < row_elements(problem_, row); ++i) {
                std::byte *const at = first_ + (row * problem_.pitch + i) * element;
                std::uint32_t bits = 0;
                std::memcpy(&bits, at, static_cast<std::size_t>(element));
                bits = change(bits);
                std::memcpy(at, &bits, static_cast<std::size_t>(element));
            }
        }
    }

private:
    std::vector<std::byte, LineAllocator<std::byte>> bytes_;
    std::byte *first_ = nullptr;
    std::vector<std::int32_t> lengths_;
    Problem problem_;
};

std::uint32_t sign_of(ScoreType type) { return type == ScoreType::float32 ? 0x80000000u : 0x8000u; }

std::uint32_t infinity_of(ScoreType type) {
    return type == ScoreType::float32 ? 0x7F800000u : type == ScoreType::float16 ? 0x7C00u : 0x7F80u;
}

bool right(const Implementation &implementation, const subject::Asked &asked) {
    const subject::Outcome outcome = subject::run(implementation, Plan{}, asked, nullptr);
    return outcome.not_run.empty() && outcome.problems.empty();
}

/// One thing to change. `change` says whether it changes anything of the question at hand.
struct Experiment {
    const char *name;
    const char *words;
    std::function<bool(Copy &copy, subject::Asked &asked)> change;
    bool dense = false;   ///< rows side by side
    bool aligned = false; ///< the first score at a multiple of 64 bytes
};

/// Whether any element is one that the predicate means.
template <class Predicate> bool any_score(Copy &copy, const Predicate &predicate) {
    bool found = false;
    copy.change_scores([&](std::uint32_t bits) {
        found = found || predicate(bits);
        return bits;
    });
    return found;
}

bool clamp_lengths(Copy &copy, subject::Asked &) {
    bool changed = false;
    for (std::int32_t &length : copy.lengths()) {
        const auto inside =
            static_cast<std::int32_t>(std::clamp<std::int64_t>(length, 0, copy.problem().width));
        changed = changed || inside != length;
        length = inside;
    }
    return changed;
}

bool without_negative_zeros(Copy &copy, subject::Asked &) {
    const std::uint32_t sign = sign_of(copy.problem().type);
    if (!any_score(copy, [&](std::uint32_t bits) { return bits == sign; })) {
        return false;
    }
    copy.change_scores([&](std::uint32_t bits) { return bits == sign ? 0 : bits; });
    return true;
}

/// NaNs become numbers beyond all others at the end at which the policy has them: the right answer stays as it is.
bool without_nans(Copy &copy, subject::Asked &) {
    const ScoreType type = copy.problem().type;
    const std::uint32_t infinity = infinity_of(type);
    const auto is_nan = [&](std::uint32_t bits) { return (bits & ~sign_of(type)) > infinity; };
    if (!any_score(copy, is_nan)) {
        return false;
    }
    const bool high = copy.problem().options.nan_policy == NanPolicy::largest;
    copy.change_scores(
        [&](std::uint32_t bits) { return is_nan(bits) ? infinity | (high ? 0 : sign_of(type)) : bits; });
    return true;
}

/// Infinities become the numbers next to them.
bool without_infinities(Copy &copy, subject::Asked &) {
    const ScoreType type = copy.problem().type;
    const std::uint32_t infinity = infinity_of(type);
    const auto is_infinity = [&](std::uint32_t bits) { return (bits & ~sign_of(type)) == infinity; };
    if (!any_score(copy, is_infinity)) {
        return false;
    }
    copy.change_scores([&](std::uint32_t bits) { return is_infinity(bits) ? bits - 1 : bits; });
    return true;
}

bool was_apart(Copy &, subject::Asked &asked) { return asked.problem.pitch != asked.problem.width; }

bool was_beside_a_line(Copy &, subject::Asked &asked) {
    return reinterpret_cast<std::uintptr_t>(asked.problem.scores) % line != 0;
}

const std::vector<Experiment> &experiments() {
    static const std::vector<Experiment> list = {
        {"depends_on_alignment", "with the first score at a multiple of 64 bytes it is right",
         was_beside_a_line, false, true},
        {"depends_on_pitch", "with rows side by side it is right", was_apart, true, true},
        {"length_not_clamped", "with the lengths brought into 0 to width it is right", clamp_lengths},
        {"signed_zero", "with +0 for every -0 it is right", without_negative_zeros},
        {"nan_order", "with infinities for the NaNs it is right", without_nans},
        {"infinity_as_padding", "with finite numbers for the infinities it is right", without_infinities},
    };
    return list;
}

/// The question in memory of its own, with one thing changed.
bool mended_by(const Experiment &experiment, const Implementation &implementation,
               const subject::Asked &asked) {
    Copy copy(asked.problem, experiment.dense, experiment.aligned);
    subject::Asked changed = asked;
    if (!experiment.change(copy, changed)) {
        return false;
    }
    changed.problem = copy.problem();
    changed.input.clear();
    return right(implementation, changed);
}

bool process_ended(const subject::Outcome &outcome) {
    return std::any_of(outcome.faults.begin(), outcome.faults.end(), [](const std::string &fault) {
        return fault == "crashed" || fault == "timed_out" || fault == "device_error";
    });
}

/// Whether each of the first rows is answered right alone.
bool rows_right_alone(const Implementation &implementation, const subject::Asked &asked) {
    constexpr std::int64_t rows_most = 80; // convention: a cause is not worth more time
    bool all_right = true;
    for (std::int64_t row = 0; all_right && row < std::min(asked.problem.rows, rows_most); ++row) {
        subject::Asked alone = asked;
        alone.input.clear();
        alone.problem.rows = 1;
        alone.problem.scores = static_cast<const std::byte *>(asked.problem.scores) +
                               row * asked.problem.pitch * element_bytes(asked.problem.type);
        if (asked.problem.lengths != nullptr) {
            alone.problem.lengths = asked.problem.lengths + row;
        }
        all_right = right(implementation, alone);
    }
    return all_right;
}

/// Whether the question is answered wrong once the process has met one with other winners.
bool wrong_after_another(const Implementation &implementation, const subject::Asked &asked) {
    Copy copy(asked.problem);
    copy.change_scores([&](std::uint32_t bits) { return bits ^ sign_of(asked.problem.type); });
    subject::Asked other = asked;
    other.problem = copy.problem();
    other.input.clear();
    subject::run(implementation, Plan{}, other, nullptr);
    return !right(implementation, asked);
}

} // namespace

Cause cause_of(const Implementation &implementation, const subject::Asked &asked,
               const subject::Outcome &outcome) {
    // The same process first, if there still is one.
    if (!process_ended(outcome) && right(implementation, asked)) {
        return wrong_after_another(implementation, asked)
                   ? Cause{"depends_on_history",
                           "asked again it is right, and after another question it is wrong"}
                   : Cause{"comes_and_goes", "asked again, the same process answers right"};
    }
    if (implementation.renew) {
        implementation.renew();
        if (right(implementation, asked)) {
            return {"depends_on_history", "a new process answers the same question right"};
        }
    }
    for (const Experiment &experiment : experiments()) {
        if (mended_by(experiment, implementation, asked)) {
            return {experiment.name, experiment.words};
        }
    }
    if (asked.problem.rows > 1 && rows_right_alone(implementation, asked)) {
        return {"depends_on_batch", "each of its rows alone is answered right"};
    }
    return {};
}

} // namespace exactk::probes
