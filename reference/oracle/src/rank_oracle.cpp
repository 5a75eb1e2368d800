// The rank oracle: counts, for every element, the elements that beat it, and places it by that count.
// Spec: contract/C1 to C15. Layer: reference/oracle.
#include <exactk/oracle.hpp>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "arguments.hpp"
#include "rank_order.hpp"

namespace exactk::oracle {
namespace {

using rank::beats;
using rank::Value;

template <class Word> using Table = Eigen::Matrix<Word, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class Word> using Input = Eigen::Map<const Table<Word>, Eigen::Unaligned, Eigen::OuterStride<>>;
template <class Word> using Output = Eigen::Map<Table<Word>, Eigen::Unaligned, Eigen::OuterStride<>>;

/// The finaliser of C14.
std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u; // bound: C14
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu; // bound: C14
    return z ^ (z >> 31);                      // bound: C14
}

/// Answers a batch row by row; Word is the unsigned integer as wide as the score.
template <class Word> class RankRun {
public:
    RankRun(const Problem &problem, const Outputs &outputs)
        : problem_(problem), outputs_(outputs),
          input_(static_cast<const Word *>(problem.scores), problem.rows, problem.width,
                 Eigen::OuterStride<>(problem.pitch)),
          indices_(outputs.indices, problem.rows, problem.k, Eigen::OuterStride<>(outputs.index_pitch)),
          scores_(static_cast<Word *>(outputs.scores), problem.rows, problem.k,
                  Eigen::OuterStride<>(outputs.scores != nullptr ? outputs.score_pitch : problem.k)) {
        // All memory is had here, before the first write, so that running out of it leaves no half answer.
        std::int64_t longest = 0;
        for (std::int64_t row = 0; row < problem.rows; ++row) {
            longest = std::max(longest, needs_scores(eligible(row)) ? eligible(row) : 0);
        }
        values_.reserve(static_cast<std::size_t>(longest));
        ranks_.reserve(static_cast<std::size_t>(longest));
    }

    void answer_row(std::int64_t row) {
        const std::int64_t n = eligible(row);
        const std::int64_t m = std::min(problem_.k, n);
        if (needs_scores(n)) {
            widen_row(row, n);
            rank_row(m);
            place_by_rank(row, m);
        } else {
            // Everything is selected and its sequence is that of the indices (C10); m is 0 or n.
            for (std::int64_t element = 0; element < m; ++element) {
                indices_(row, element) = static_cast<std::int32_t>(element);
            }
        }
        write_scores_and_fill(row, m);
        write_facts(row, m);
    }

private:
    std::int64_t eligible(std::int64_t row) const {
        const std::int64_t width = problem_.width;
        return problem_.lengths == nullptr ? width
                                           : std::clamp<std::int64_t>(problem_.lengths[row], 0, width);
    }

    bool needs_scores(std::int64_t n) const {
        const bool needed_for_facts = outputs_.certificates != nullptr || outputs_.status != nullptr;
        const bool needed_for_set = problem_.k > 0 && n > problem_.k;
        const bool needed_for_slots =
            problem_.k > 0 && (problem_.options.order == Order::rank || outputs_.scores != nullptr);
        return needed_for_facts || needed_for_set || needed_for_slots;
    }

    void widen_row(std::int64_t row, std::int64_t n) {
        values_.clear();
        for (std::int64_t element = 0; element < n; ++element) {
            values_.push_back(rank::value_of(input_(row, element), problem_.type));
        }
    }

    /// Whether the element at index a stands before the one at index b: preferred value, then the tie rule.
    bool stands_before(std::size_t a, std::size_t b) const {
        if (beats(values_[a], values_[b], problem_.options)) {
            return true;
        }
        if (beats(values_[b], values_[a], problem_.options)) {
            return false;
        }
        return problem_.options.ties == Ties::low ? a < b : a > b;
    }

    void rank_row(std::int64_t m) {
        ranks_.clear();
        if (m == 0) {
            return; // Nothing is selected, so nobody's rank is asked for.
        }
        for (std::size_t element = 0; element < values_.size(); ++element) {
            std::int64_t beaten_by = 0;
            for (std::size_t other = 0; other < values_.size(); ++other) {
                beaten_by += stands_before(other, element) ? 1 : 0;
            }
            ranks_.push_back(beaten_by);
        }
    }

    void place_by_rank(std::int64_t row, std::int64_t m) {
        std::int64_t selected_before = 0;
        for (std::size_t element = 0; element < ranks_.size(); ++element) {
            if (ranks_[element] >= m) {
                continue;
            }
            const std::int64_t slot =
                problem_.options.order == Order::rank ? ranks_[element] : selected_before;
            indices_(row, slot) = static_cast<std::int32_t>(element);
            ++selected_before;
        }
    }

    void write_scores_and_fill(std::int64_t row, std::int64_t m) {
        const Options &options = problem_.options;
        const int type = static_cast<int>(problem_.type);
        const std::uint32_t worst = options.direction == Direction::largest ? negative_infinity_bits[type]
                                                                            : positive_infinity_bits[type];
        const auto fill = static_cast<Word>(options.fill_score_given ? options.fill_score_bits : worst);
        for (std::int64_t slot = 0; slot < problem_.k; ++slot) {
            if (slot >= m) {
                indices_(row, slot) = options.fill_index;
            }
            if (outputs_.scores != nullptr) {
                scores_(row, slot) = slot < m ? input_(row, indices_(row, slot)) : fill;
            }
        }
    }

    /// Certificate with its status bits: every field is a count over the row, as C12 and C13 word them.
    Certificate certify(std::int64_t row, std::int64_t m) const {
        Certificate facts;
        if (m > 0) {
            const auto last = std::find(ranks_.begin(), ranks_.end(), m - 1) - ranks_.begin();
            const Value &pivot = values_[static_cast<std::size_t>(last)];
            facts.pivot = rank::canonical_key(input_(row, last), problem_.type, problem_.options);
            for (std::size_t element = 0; element < values_.size(); ++element) {
                const bool above = beats(values_[element], pivot, problem_.options);
                const bool equal = !above && !beats(pivot, values_[element], problem_.options);
                facts.above += above ? 1u : 0u;
                facts.population += equal ? 1u : 0u;
                facts.quota += equal && ranks_[element] < m ? 1u : 0u;
            }
        }
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const auto any = [this](auto &&holds) { return std::any_of(values_.begin(), values_.end(), holds); };
        const auto set_if = [&facts](RowStatus bit, bool holds) { facts.status |= holds ? bit : 0u; };
        set_if(row_empty, m == 0);
        set_if(row_all_selected, std::cmp_less_equal(values_.size(), problem_.k));
        set_if(row_nan_present, any([](const Value &value) { return value.nan; }));
        set_if(row_inf_present, any([](const Value &value) {
                   return !value.nan && (value.number == infinity || value.number == -infinity);
               }));
        set_if(row_length_clamped, problem_.lengths != nullptr && problem_.lengths[row] != eligible(row));
        set_if(row_boundary_tie, m > 0 && facts.population > facts.quota);
        return facts;
    }

    void write_facts(std::int64_t row, std::int64_t m) {
        if (outputs_.certificates != nullptr || outputs_.status != nullptr) {
            const Certificate facts = certify(row, m);
            if (outputs_.certificates != nullptr) {
                outputs_.certificates[row] = facts;
            }
            if (outputs_.status != nullptr) {
                outputs_.status[row] = facts.status;
            }
        }
        if (outputs_.digests != nullptr) {
            std::uint64_t digest = mix64(static_cast<std::uint64_t>(problem_.k));
            for (std::int64_t slot = 0; slot < problem_.k; ++slot) {
                const auto index = static_cast<std::uint32_t>(indices_(row, slot));
                digest += mix64((static_cast<std::uint64_t>(slot) << 32) | index);
            }
            outputs_.digests[row] = digest;
        }
    }

    const Problem &problem_;
    const Outputs &outputs_;
    Input<Word> input_;
    Output<std::int32_t> indices_;
    Output<Word> scores_;
    std::vector<Value> values_;
    std::vector<std::int64_t> ranks_;
};

template <class Word> Status run(const Problem &problem, const Outputs &outputs) {
    RankRun<Word> batch(problem, outputs);
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        batch.answer_row(row);
    }
    return {};
}

} // namespace

Status rank_topk(const Problem &problem, const Outputs &outputs) {
    if (const Status status = check_arguments(problem, outputs); status.code != StatusCode::ok) {
        return status;
    }
    const bool slots_wanted = problem.k > 0;
    const bool facts_wanted =
        outputs.certificates != nullptr || outputs.status != nullptr || outputs.digests != nullptr;
    if (!slots_wanted && !facts_wanted) {
        return {}; // The rows, however many are claimed, have nothing to be asked.
    }
    try {
        return score_bytes[static_cast<int>(problem.type)] == sizeof(std::uint32_t)
                   ? run<std::uint32_t>(problem, outputs)
                   : run<std::uint16_t>(problem, outputs);
    } catch (const std::bad_alloc &) {
        return {StatusCode::out_of_memory, "scratch", problem.width, 0};
    }
}

} // namespace exactk::oracle
