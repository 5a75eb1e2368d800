// Law of the judge: it accepts exactly the true answer, and no neighbour of it.
// Spec: contract/C3 C4 C5 C6 C7 C9. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

/// An answer in the judge's own form, which can be changed.
struct Judged {
    const CaseFile &one;
    std::vector<std::int32_t> indices;
    std::vector<std::byte> scores; ///< [rows, k] of the case's type, or empty

    std::size_t place(std::int64_t row, std::int64_t slot) const {
        return static_cast<std::size_t>(row * one.k + slot);
    }
};

std::vector<std::byte> packed(const std::vector<std::uint32_t> &scores, ScoreType type) {
    std::vector<std::byte> bytes;
    const int element = score_bytes[static_cast<std::size_t>(type)];
    for (const std::uint32_t bits : scores) {
        for (int byte = 0; byte < element; ++byte) {
            bytes.push_back(static_cast<std::byte>(bits >> (8 * byte)));
        }
    }
    return bytes;
}

verify::Verdict verdict_on(const Judge &judge, const Problem &problem, const Judged &judged) {
    verify::Answer told;
    told.indices = judged.indices.data();
    told.index_pitch = judged.one.k;
    told.index_run_pitch = judged.one.rows * judged.one.k;
    if (!judged.scores.empty()) {
        told.scores = judged.scores.data();
        told.score_pitch = judged.one.k;
        told.score_run_pitch = told.index_run_pitch;
    }
    verify::Demand demand;
    const Options &options = problem.options;
    demand.order = options.order == Order::index ? verify::OrderDemand::index : verify::OrderDemand::rank;
    demand.ties = options.ties == Ties::low ? verify::TiesDemand::low : verify::TiesDemand::high;
    return judge(problem, told, demand).verdict;
}

/// The selected slots again in the sequence that was asked for, so that a swapped tie is nothing but a swapped tie.
void resequence(Judged &judged, std::int64_t row) {
    const CaseFile &one = judged.one;
    std::int32_t *const slots = judged.indices.data() + row * one.k;
    const auto before = [&](std::int32_t a, std::int32_t b) {
        const auto key = [&](std::int32_t index) {
            return key_of(row_of(one, row)[static_cast<std::size_t>(index)], one.type, one.options);
        };
        if (one.options.order == Order::index || key(a) == key(b)) {
            return one.options.order == Order::index || one.options.ties == Ties::low ? a < b : a > b;
        }
        return key(a) > key(b);
    };
    std::sort(slots, slots + m_of(one, row), before);
}

/// An element that is not selected; -1 if there is none. With `like` at least 0 one that ties with that element.
std::int32_t unselected(const Judged &judged, std::int64_t row, std::int32_t like, Engine &engine) {
    const CaseFile &one = judged.one;
    const std::vector<std::uint32_t> &scores = row_of(one, row);
    std::vector<bool> taken(scores.size(), false);
    for (std::int64_t slot = 0; slot < m_of(one, row); ++slot) {
        taken[static_cast<std::size_t>(judged.indices[judged.place(row, slot)])] = true;
    }
    std::vector<std::int32_t> free;
    const auto key = [&](std::int32_t index) {
        return key_of(scores[static_cast<std::size_t>(index)], one.type, one.options);
    };
    for (std::int32_t index = 0; index < static_cast<std::int32_t>(scores.size()); ++index) {
        if (!taken[static_cast<std::size_t>(index)] && (like < 0 || key(index) == key(like))) {
            free.push_back(index);
        }
    }
    return free.empty() ? -1 : free[below(engine, free.size())];
}

/// A way to change one row; false if the row cannot be changed so.
struct Neighbour {
    const char *what;
    bool (*change)(Judged &judged, std::int64_t row, Engine &engine);
    bool of_scores = false; ///< else it is judged without scores, which would give away a changed index
};

std::byte *score_of(Judged &judged, std::int64_t row, std::int64_t slot) {
    const auto element = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(judged.one.type)]);
    return judged.scores.data() + judged.place(row, slot) * element;
}

/// Bit 0 is the lowest of the pattern, which packed() put first.
void flip(Judged &judged, std::int64_t row, std::int64_t slot, std::uint64_t bit) {
    score_of(judged, row, slot)[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
}

bool is_zero(Judged &judged, std::int64_t row, std::int64_t slot) {
    const std::byte *const score = score_of(judged, row, slot);
    std::uint32_t bits = 0;
    for (int byte = 0; byte < score_bytes[static_cast<std::size_t>(judged.one.type)]; ++byte) {
        bits |= std::to_integer<std::uint32_t>(score[byte]) << (8 * byte);
    }
    return (bits & ~format_of(judged.one.type).sign) == 0;
}

std::int64_t any_slot(const Judged &judged, std::int64_t row, Engine &engine) {
    return uniform(engine, 0, m_of(judged.one, row) - 1);
}

const Neighbour neighbours[] = {
    {"two slots swapped",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         const std::int64_t m = m_of(judged.one, row);
         if (m < 2) {
             return false;
         }
         const std::int64_t first = uniform(engine, 0, m - 2);
         std::swap(judged.indices[judged.place(row, first)],
                   judged.indices[judged.place(row, uniform(engine, first + 1, m - 1))]);
         return true;
     }},
    {"an index replaced",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         const std::int32_t other = unselected(judged, row, -1, engine);
         if (m_of(judged.one, row) == 0 || other < 0) {
             return false;
         }
         judged.indices[judged.place(row, any_slot(judged, row, engine))] = other;
         resequence(judged, row);
         return true;
     }},
    {"a tie taken wrongly",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         const std::int64_t m = m_of(judged.one, row);
         if (m == 0) {
             return false;
         }
         // The last winner by rank: the smallest key of those selected.
         std::int64_t worst = 0;
         const auto key = [&](std::int64_t slot) {
             const std::int32_t index = judged.indices[judged.place(row, slot)];
             return key_of(row_of(judged.one, row)[static_cast<std::size_t>(index)], judged.one.type,
                           judged.one.options);
         };
         for (std::int64_t slot = 1; slot < m; ++slot) {
             worst = key(slot) < key(worst) ? slot : worst;
         }
         std::int32_t &index = judged.indices[judged.place(row, worst)];
         const std::int32_t other = unselected(judged, row, index, engine);
         if (other < 0) {
             return false;
         }
         index = other;
         resequence(judged, row);
         return true;
     }},
    {"an index dropped",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         if (m_of(judged.one, row) == 0) {
             return false;
         }
         std::int32_t &index = judged.indices[judged.place(row, any_slot(judged, row, engine))];
         const bool other = index != judged.one.options.fill_index;
         index = judged.one.options.fill_index;
         return other;
     }},
    {"an index doubled",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         if (m_of(judged.one, row) < 2) {
             return false;
         }
         const std::int64_t slot = uniform(engine, 1, m_of(judged.one, row) - 1);
         judged.indices[judged.place(row, slot)] = judged.indices[judged.place(row, slot - 1)];
         return true;
     }},
    {"an index beyond the row",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         if (m_of(judged.one, row) == 0) {
             return false;
         }
         judged.indices[judged.place(row, any_slot(judged, row, engine))] =
             once_in(engine, 2) ? static_cast<std::int32_t>(judged.one.n(row)) : -7;
         return true;
     }},
    {"a fill that is none",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         const std::int64_t m = m_of(judged.one, row);
         if (m == judged.one.k) {
             return false;
         }
         judged.indices[judged.place(row, uniform(engine, m, judged.one.k - 1))] ^= 1;
         return true;
     }},
    {"a score with another bit",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         if (judged.scores.empty()) {
             return false;
         }
         const std::int64_t slot = uniform(engine, 0, judged.one.k - 1);
         const auto bits = static_cast<std::uint64_t>(format_of(judged.one.type).bits);
         // Of a zero nothing but the sign leaves its value as it is, so that only a comparison of bits can tell.
         flip(judged, row, slot, is_zero(judged, row, slot) ? bits - 1 : below(engine, bits));
         return true;
     },
     true},
    {"a score of the other sign",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         if (judged.scores.empty()) {
             return false;
         }
         const auto bits = static_cast<std::uint64_t>(format_of(judged.one.type).bits);
         flip(judged, row, uniform(engine, 0, judged.one.k - 1), bits - 1);
         return true;
     },
     true},
    {"a zero of the other sign",
     [](Judged &judged, std::int64_t row, Engine &engine) {
         std::vector<std::int64_t> zeros;
         for (std::int64_t slot = 0; slot < judged.one.k && !judged.scores.empty(); ++slot) {
             if (is_zero(judged, row, slot)) {
                 zeros.push_back(slot);
             }
         }
         if (zeros.empty()) {
             return false;
         }
         const auto bits = static_cast<std::uint64_t>(format_of(judged.one.type).bits);
         flip(judged, row, zeros[below(engine, zeros.size())], bits - 1);
         return true;
     },
     true},
};

/// One of the rows that can be changed so, if three draws of a row find one: changes it and returns its number, or -1.
std::int64_t change_some_row(const Neighbour &neighbour, Judged &judged, Engine &engine) {
    constexpr int draws = 3; // convention: most rows can be changed in most ways
    for (int draw = 0; draw < draws; ++draw) {
        const std::int64_t row = uniform(engine, 0, judged.one.rows - 1);
        if (neighbour.change(judged, row, engine)) {
            return row;
        }
    }
    return -1;
}

std::string broken(const Implementation &implementation, const CaseFile &one, std::uint64_t seed) {
    return judge_broken(verify::judge, implementation, one, seed);
}

} // namespace

std::string judge_broken(const Judge &judge, const Implementation &implementation, const CaseFile &given,
                         std::uint64_t seed) {
    constexpr std::uint64_t judge_stream = 0x4A5544; // convention: any number that no case uses
    Engine engine = cases::engine_for(seed, judge_stream);
    const CaseFile one = spelled_out(given);
    const Memory memory(one, {});
    const Answer found = answer(implementation, one);
    if (found.refused()) {
        return refusal(found);
    }
    const Judged right{one, found.indices, packed(found.scores, one.type)};
    if (verdict_on(judge, memory.problem(), right) != verify::Verdict::passed) {
        return "the judge does not accept the answer";
    }
    for (const Neighbour &neighbour : neighbours) {
        // Of scores several neighbours are drawn, since most bits are the same to a judge that sees them at all.
        const int draws = neighbour.of_scores ? 3 : 1; // convention: each costs a judgement of the batch
        for (int draw = 0; draw < draws && one.k > 0; ++draw) {
            Judged wrong = right;
            if (!neighbour.of_scores) {
                wrong.scores.clear();
            }
            const std::int64_t row = change_some_row(neighbour, wrong, engine);
            if (row >= 0 && verdict_on(judge, memory.problem(), wrong) != verify::Verdict::failed) {
                return std::string("the judge accepts ") + neighbour.what + " in row " + std::to_string(row);
            }
        }
    }
    return "";
}

constinit const Law judge_law = {"judge", "C3 C4 C5 C6 C7 C9",
                                 "The judge accepts the answer, and no neighbour of it.", broken};

} // namespace exactk::laws
