// Law of reads: what lies beyond the lengths, between and before the rows changes nothing.
// Spec: contract/C10 C15. Layer: tools/laws.
#include "law_list.hpp"

namespace exactk::laws {

namespace {

/// Elements behind the row's end in its own width, whatever lengths the case had.
CaseFile with_room(const CaseFile &one, Engine &engine) {
    CaseFile wide = one;
    wide.lengths.clear();
    for (std::int64_t row = 0; row < one.rows; ++row) {
        wide.lengths.push_back(static_cast<std::int32_t>(one.n(row)));
    }
    const std::int64_t more = uniform(engine, 1, 40);
    wide.width += more;
    wide.pitch += more;
    if (!wide.plan.bounds.empty()) {
        wide.plan.bounds.back() += more;
    }
    return wide;
}

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const CaseFile wide = with_room(one, engine);
    const Answer clean = answer(implementation, wide);
    for (int attempt = 0; attempt < 2; ++attempt) {
        Around around;
        around.garbage = engine() | 1u;
        if (std::string words = difference(answer(implementation, wide, around), clean); !words.empty()) {
            return "with other scores beyond the lengths, " + words;
        }
    }
    if (one.options.order != Order::index) {
        return "";
    }
    // The set of a row with n <= k does not hang on its scores, so other scores give the same indices.
    CaseFile other = asking(wide, false, false);
    for (std::vector<std::uint32_t> &row : other.scores) {
        if (static_cast<std::int64_t>(row.size()) <= other.k) {
            for (std::uint32_t &bits : row) {
                bits = static_cast<std::uint32_t>(engine()) & (format_of(one.type).sign - 1);
            }
        }
    }
    const std::string words = difference(answer(implementation, other), clean);
    return words.empty() ? "" : "with other scores in rows that are selected whole, " + words;
}

} // namespace

constinit const Law reads_law = {"reads", "C10 C15",
                                 "Garbage and NaNs beyond the lengths and between the rows change nothing.",
                                 on<broken>};

} // namespace exactk::laws
