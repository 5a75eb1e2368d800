// Which questions a promise speaks of, and what the answers are held to.
// Spec: contract/C1 C2 C3 C4 C6 C7 C15. Layer: tools/promise.
#include <exactk/promise.hpp>

#include <algorithm>
#include <cstring>

#include <exactk/contract/text.hpp>

namespace exactk {

namespace {

std::string limits(const char *what, std::int64_t value, const Range &range) {
    if (value < range.least) {
        return what + (" " + std::to_string(value)) + " is below " + std::to_string(range.least);
    }
    if (value > range.most) {
        return what + (" " + std::to_string(value)) + " is above " + std::to_string(range.most);
    }
    return "";
}

/// Whether the bits are a NaN's: all ones in the exponent and something in the fraction.
bool is_nan(ScoreType type, const void *score) {
    if (type == ScoreType::float32) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, score, sizeof bits);
        return (bits & 0x7FFFFFFFu) > 0x7F800000u;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, score, sizeof bits);
    return (bits & 0x7FFFu) > (type == ScoreType::float16 ? 0x7C00u : 0x7F80u);
}

bool has_nan(const Problem &problem) {
    const std::int64_t bytes = score_bytes[static_cast<std::size_t>(problem.type)];
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const auto *scores = static_cast<const char *>(problem.scores) + row * problem.pitch * bytes;
        for (std::int64_t i = 0; i < row_elements(problem, row); ++i) {
            if (is_nan(problem.type, scores + i * bytes)) {
                return true;
            }
        }
    }
    return false;
}

std::string outside_lengths(const Promise &promise, const Problem &problem) {
    if (promise.lengths == Promise::Lengths::no && problem.lengths != nullptr) {
        return "lengths are given";
    }
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t given = problem.lengths == nullptr ? problem.width : problem.lengths[row];
        if (promise.lengths == Promise::Lengths::inside && (given < 0 || given > problem.width)) {
            return "row " + std::to_string(row) + " has length " + std::to_string(given) + " in a width of " +
                   std::to_string(problem.width);
        }
        if (!promise.short_rows && row_elements(problem, row) < problem.k) {
            return "row " + std::to_string(row) + " has " + std::to_string(row_elements(problem, row)) +
                   " elements, fewer than k " + std::to_string(problem.k);
        }
    }
    return "";
}

} // namespace

Problem as_asked(const Promise &promise, const Problem &problem) {
    Problem asked = problem;
    asked.options.direction = promise.direction.value_or(problem.options.direction);
    asked.options.ties = promise.ties.value_or(problem.options.ties);
    asked.options.order = promise.order.value_or(problem.options.order);
    asked.options.nan_policy = promise.nan.value_or(problem.options.nan_policy);
    if (promise.fill != Promise::Fill::asked) {
        asked.options.fill_index = -1;
        asked.options.fill_score_given = false;
    }
    if (!promise.pitch_any && problem.rows <= 1) {
        asked.pitch = problem.width; // of a single row the pitch is never walked
    }
    return asked;
}

std::string outside(const Promise &promise, const Problem &problem) {
    if (!promise.types[static_cast<std::size_t>(problem.type)]) {
        return std::string("scores are ") + name(problem.type);
    }
    for (const std::string &words :
         {limits("k", problem.k, promise.k), limits("width", problem.width, promise.n),
          limits("rows", problem.rows, promise.rows)}) {
        if (!words.empty()) {
            return words;
        }
    }
    if (!promise.pitch_any && problem.pitch != problem.width) {
        return "pitch " + std::to_string(problem.pitch) + " is not the width " +
               std::to_string(problem.width);
    }
    const std::int64_t row_bytes = problem.pitch * score_bytes[static_cast<std::size_t>(problem.type)];
    if (promise.alignment > 0 && problem.rows > 1 && row_bytes % promise.alignment != 0) {
        return "rows lie " + std::to_string(row_bytes) + " bytes apart, no multiple of " +
               std::to_string(promise.alignment);
    }
    if (std::string words = outside_lengths(promise, problem); !words.empty()) {
        return words;
    }
    return promise.nan_undefined && has_nan(problem) ? "there is a NaN" : "";
}

std::int64_t row_elements(const Problem &problem, std::int64_t row) {
    return problem.lengths == nullptr ? problem.width
                                      : std::clamp<std::int64_t>(problem.lengths[row], 0, problem.width);
}

std::uint32_t fill_score(const Problem &problem) {
    if (problem.options.fill_score_given) {
        return problem.options.fill_score_bits;
    }
    const std::uint32_t infinity[] = {0x7F800000u, 0x7C00u, 0x7F80u};
    const std::uint32_t sign[] = {0x80000000u, 0x8000u, 0x8000u};
    const auto type = static_cast<std::size_t>(problem.type);
    return infinity[type] | (problem.options.direction == Direction::largest ? sign[type] : 0u);
}

verify::Demand contracted(const Options &asked) {
    verify::Demand demand;
    demand.order = asked.order == Order::index ? verify::OrderDemand::index : verify::OrderDemand::rank;
    demand.ties = asked.ties == Ties::low ? verify::TiesDemand::low : verify::TiesDemand::high;
    demand.repeatable = true;
    return demand;
}

verify::Demand promised(const Promise &promise, const Options &asked) {
    verify::Demand demand = contracted(asked);
    demand.order = promise.order_any ? verify::OrderDemand::any : demand.order;
    demand.ties = promise.ties_any ? verify::TiesDemand::any : demand.ties;
    demand.repeatable = promise.repeatable != Promise::Repeatable::no;
    return demand;
}

} // namespace exactk
