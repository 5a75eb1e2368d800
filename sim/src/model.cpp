// The bit-exact model: the steps in order, row by row.
// Spec: algorithm/S0 to S12 F1 to F7, contract/C8 C10 C15 C18. Layer: sim.
#include <exactk/sim.hpp>

#include <algorithm>
#include <new>
#include <optional>
#include <stdexcept>

#include "arguments.hpp"
#include "emission.hpp"
#include "facts.hpp"
#include "faults.hpp"
#include "filter.hpp"
#include "rounds.hpp"
#include "row.hpp"
#include "scratch.hpp"
#include "shares.hpp"
#include "sortable.hpp"

namespace exactk::sim {
namespace {

/// A call: what was asked for, with the plan's defaults in place.
struct Call {
    const Problem &problem;
    const Outputs &outputs;
    const Plan &plan;
    std::span<const int> digits;
    int key_bits;
    InfinityKeys infinities;
    bool facts; ///< certificate, status bits or a trace are wanted
};

/// C10: a row's scores are read as keys if the rounds, the facts or the rank order need them.
bool reads_keys(const Call &call, const Row &row) {
    if (row.n == 0) {
        return false;
    }
    return row.has_rounds() || call.facts || (row.m > 0 && call.problem.options.order == Order::rank);
}

/// Grows an array of the scratch; it never shrinks, since a later call may need the room again.
template <class Element> void grow(std::vector<Element> &array, std::int64_t size) {
    if (array.size() < static_cast<std::size_t>(size)) {
        array.resize(static_cast<std::size_t>(size));
    }
}

/// Grows the scratch to what the largest row needs, so that no row can run out of memory.
void prepare_scratch(const Call &call, Scratch &scratch) {
    std::int64_t keys = 0;
    std::int64_t selected = 0;
    std::int64_t listed = 0;
    std::int64_t samples = 0;
    for (std::int64_t r = 0; r < call.problem.rows; ++r) {
        const Row row = row_of(call.problem, r);
        keys = std::max(keys, reads_keys(call, row) ? row.n : 0);
        selected = std::max(selected, row.has_rounds() ? row.m : 0);
        const Filtering filtering = filtering_of(call.plan, row);
        if (filtering != Filtering::none) {
            const bool whole = filtering == Filtering::listed_whole;
            listed = std::max(listed, whole ? row.n : std::min(call.plan.filter.list, row.n));
        }
        if (filtering == Filtering::sampled && !call.plan.filter.forced) {
            samples = call.plan.filter.sample;
        }
        if (call.problem.lengths == nullptr) {
            break; // all rows are alike
        }
    }
    grow(scratch.keys, keys);
    grow(scratch.list, listed);
    grow(scratch.samples, samples);
    if (call.plan.emission == Plan::Emission::merge) {
        grow(scratch.runs, selected);
    }
    int widest = *std::max_element(call.digits.begin(), call.digits.end());
    scratch.kept.clear();
    if (listed > 0) {
        widest = std::max(widest, list_digit_bits);
        scratch.kept.resize(static_cast<std::size_t>(call.plan.ctas) + 1);
    }
    scratch.cta_counts.reserve(widest);
    scratch.row_counts.reserve(widest);
    scratch.chunks.resize(static_cast<std::size_t>(call.plan.ctas) + 1);
    scratch.shares.resize(static_cast<std::size_t>(call.plan.ctas));
}

/// Gives a trace room for the rounds that a row may have: those on the row unless it is listed whole, those on its
/// list if it is filtered at all.
void prepare_rounds(const Call &call, const Row &row, std::vector<RoundTrace> &rounds) {
    const Filtering filtering = filtering_of(call.plan, row);
    const std::size_t on_row = filtering == Filtering::listed_whole ? 0 : call.digits.size();
    const std::size_t on_list =
        filtering == Filtering::none ? 0 : static_cast<std::size_t>(list_rounds_max(call.key_bits));
    rounds.resize(std::max(on_row, on_list));
    for (std::size_t round = 0; round < rounds.size(); ++round) {
        const int row_bits = round < on_row ? call.digits[round] : 0;
        const int list_bits = round < on_list ? list_digit_bits : 0;
        rounds[round].histogram.reserve(std::size_t{1} << std::max(row_bits, list_bits));
    }
}

/// Gives every trace the room that its row can fill, for the same reason.
void prepare_traces(const Call &call, std::vector<RowTrace> &traces) {
    traces.clear();
    traces.resize(static_cast<std::size_t>(call.problem.rows));
    for (std::int64_t r = 0; r < call.problem.rows; ++r) {
        const Row row = row_of(call.problem, r);
        RowTrace &trace = traces[static_cast<std::size_t>(r)];
        trace.row = r;
        trace.n = row.n;
        trace.m = row.m;
        trace.key_bits = call.key_bits;
        trace.short_row = row.is_short;
        if (row.has_rounds()) {
            prepare_rounds(call, row, trace.rounds);
            trace.ctas.resize(static_cast<std::size_t>(call.plan.ctas));
        }
    }
}

/// S4 to S6, or the filter in their place; `filter` is what is known of it.
Cut find_cut_of_row(const Call &call, Scratch &scratch, const Row &row, FilterTrace &filter,
                    RowTrace *trace) {
    const Ties ties = EXACTK_SIM_FAULT(ties_vary_by_call, call.problem.options.ties,
                                       faults::calls % 2 == 0 ? Ties::low : Ties::high);
    const Filtering filtering = filtering_of(call.plan, row); // F1
    if (filtering != Filtering::none) {
        filter = list_row(scratch, call.plan.filter, filtering, row, call.infinities);
    }
    if (filter.used && !filter.fell_back) {
        return find_cut_on_list(scratch, filter, row.m, call.key_bits, ties, trace);
    }
    return find_cut(scratch, row.m, call.digits, call.key_bits, ties, trace);
}

/// S3 to S8: finds the cut and writes the selected indices, ascending.
Cut select(const Call &call, Scratch &scratch, const Row &row, std::int32_t *slots, RowTrace *trace) {
    cut_chunks(scratch, call.plan, row.n);
    FilterTrace filter;
    const Cut cut = find_cut_of_row(call, scratch, row, filter, trace);
    find_shares(scratch, cut);
    if (trace != nullptr) {
        observe_shares(scratch, *trace);
        trace->filter = filter;
        if (filter.used) {
            observe_kept(scratch, *trace);
        }
    }
    if (call.plan.emission == Plan::Emission::direct) {
        emit_direct(scratch, cut, slots);
    } else {
        emit_merged(scratch, cut, slots);
    }
    return cut;
}

/// S11: certificate and status bits; `classes` are the status bits that loading the keys gave.
Certificate facts_of(const Scratch &scratch, const Row &row, const Cut &cut, std::uint32_t classes,
                     std::span<const std::int32_t> selected) {
    Certificate certificate;
    if (row.m > 0) {
        const bool at_hand = row.has_rounds() && !cut.skipped;
        certificate = at_hand ? certificate_at_hand(cut) : certificate_counted(scratch, row.n, selected);
    }
    certificate.status = classes;
    certificate.status |= row.m == 0 ? row_empty : 0u;
    certificate.status |= row.is_short ? row_all_selected : 0u;
    certificate.status |= row.length_clamped ? row_length_clamped : 0u;
    certificate.status |= EXACTK_SIM_FAULT(boundary_tie_when_full, certificate.population > certificate.quota,
                                           row.m > 0 && certificate.population >= certificate.quota)
                              ? row_boundary_tie
                              : 0u;
    return certificate;
}

void run_row(const Call &call, Scratch &scratch, std::int64_t r, RowTrace *trace) {
    const Problem &problem = call.problem;
    const Outputs &outputs = call.outputs;
    const Row row = row_of(problem, r); // S0
    const std::span<std::int32_t> slots = slots_of(problem, outputs, r);
    const std::span<std::int32_t> selected = slots.first(static_cast<std::size_t>(row.m));
    std::uint32_t classes = 0;
    EXACTK_SIM_ONLY(faults::now = {row.n, row.m};)
    EXACTK_SIM_WHEN(
        short_row_skipped, if (row.n < call.plan.ctas) { return; })
    EXACTK_SIM_WHEN(
        input_zeros_made_positive,
        faults::make_positive(const_cast<std::byte *>(row.scores), row.n,
                              static_cast<std::size_t>(score_bytes[static_cast<int>(problem.type)]));)
    if (reads_keys(call, row)) {
        classes = load_keys(row.scores, row.n, problem.type, problem.options, scratch.keys.data()); // S2
    }
    Cut cut;
    if (row.has_rounds()) {
        cut = select(call, scratch, row, slots.data(), trace); // S3 to S8
    } else {
        emit_all(slots, row.m); // S1
    }
    if (EXACTK_SIM_FAULT(short_row_not_ranked, problem.options.order == Order::rank,
                         problem.options.order == Order::rank && !row.is_short)) {
        sort_by_rank(scratch, selected, problem.options.ties); // S9
    }
    fill_indices(slots, row.m, problem.options); // S10
    if (outputs.scores != nullptr) {
        write_scores(row.scores, slots, row.m, problem.type, problem.options,
                     score_slots_of(problem, outputs, r));
    }
    if (call.facts) {
        const Certificate certificate = facts_of(scratch, row, cut, classes, selected); // S11
        if (outputs.certificates != nullptr) {
            outputs.certificates[r] = certificate;
        }
        if (outputs.status != nullptr) {
            outputs.status[r] = certificate.status;
        }
        if (trace != nullptr) {
            trace->certificate = certificate;
        }
    }
    EXACTK_SIM_WHEN(
        all_nan_index_max,
        if (faults::all_nan(row.scores, row.n,
                            static_cast<std::size_t>(score_bytes[static_cast<int>(problem.type)]),
                            positive_infinity_bits[static_cast<int>(problem.type)])) {
            std::fill(selected.begin(), selected.end(), 0x7FFFFFFF);
        })
    EXACTK_SIM_WHEN(
        unconverged_filled, if (row.has_rounds() && !cut.skipped) {
            std::fill(selected.end() - static_cast<std::ptrdiff_t>(cut.quota), selected.end(),
                      problem.options.fill_index);
        })
    EXACTK_SIM_WHEN(
        gap_written, if (problem.k > 0 && r + 1 < problem.rows && outputs.index_pitch > problem.k) {
            slots.data()[problem.k] = problem.options.fill_index;
        })
    if (outputs.digests != nullptr) {
        outputs.digests[r] = row_digest(slots); // S12
    }
}

} // namespace

Model::Model() = default;
Model::~Model() = default;
Model::Model(Model &&) noexcept = default;
Model &Model::operator=(Model &&) noexcept = default;

Status Model::topk(const Problem &problem, const Outputs &outputs, const Plan &plan,
                   std::vector<RowTrace> *traces) {
    if (const Status status = check_arguments(problem, outputs); status.code != StatusCode::ok) {
        return status;
    }
    if (const Status status = check_plan(problem, plan); status.code != StatusCode::ok) {
        return status;
    }
    const bool row_facts = outputs.certificates != nullptr || outputs.status != nullptr;
    if (problem.k == 0 && !row_facts && outputs.digests == nullptr && traces == nullptr) {
        return {}; // No row has anything written, so none is walked: there may be more than a walk could end.
    }
    const int key_bits = score_bits[static_cast<int>(problem.type)];
    const Call call{problem,
                    outputs,
                    plan,
                    plan.digits.empty() ? default_digits(key_bits) : std::span<const int>(plan.digits),
                    key_bits,
                    infinity_keys(problem.type, problem.options),
                    row_facts || traces != nullptr};
    const char *wanted = "scratch";
    try {
        if (scratch_ == nullptr) {
            scratch_ = std::make_unique<Scratch>();
        }
        prepare_scratch(call, *scratch_);
        if (traces != nullptr) {
            wanted = "traces";
            prepare_traces(call, *traces);
        }
    } catch (const std::bad_alloc &) {
        if (traces != nullptr) {
            traces->clear();
        }
        return {StatusCode::out_of_memory, wanted, 0, 0};
    } catch (const std::length_error &) { // more traces than a vector can ever hold
        if (traces != nullptr) {
            traces->clear();
        }
        return {StatusCode::out_of_memory, wanted, 0, 0};
    }
    EXACTK_SIM_ONLY(++faults::calls;)
    for (std::int64_t r = 0; r < problem.rows; ++r) {
        run_row(call, *scratch_, r, traces != nullptr ? &(*traces)[static_cast<std::size_t>(r)] : nullptr);
    }
    return {};
}

Status topk(const Problem &problem, const Outputs &outputs, const Plan &plan, std::vector<RowTrace> *traces) {
    return Model().topk(problem, outputs, plan, traces);
}

} // namespace exactk::sim
