// The bit-exact model: docs/algorithm.md run one CTA after another on the host, with its trace.
// Spec: algorithm/S0 to S12 F1 to F8 B1 B2 B3 O1 O2 O3 O4, contract/C1 to C18. Layer: sim.
#pragma once

#include <memory>
#include <vector>

#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>
#include <exactk/contract/trace.hpp>

namespace exactk::sim {

struct Scratch;

/// A model that keeps its scratch between calls, so that small rows cost no allocation. A call's answer does
/// not depend on the calls before it. One object serves one thread at a time; two objects share nothing.
class Model {
public:
    Model();
    ~Model();
    Model(Model &&) noexcept;
    Model &operator=(Model &&) noexcept;

    /// Answers `problem` into `outputs` as `plan` says; the answer is the contract's under every legal plan.
    /// Shapes, types and alignments are those of Problem and Outputs.
    ///
    /// `traces`, if given, becomes [rows]; a trace holds the certificate, so it reads every eligible element.
    /// Without it no trace work is done. A row that falls back (F3, F5, F6) has the trace that it has without a
    /// filter, but for O4.
    ///
    /// Refused before anything is written, `*traces` included: what C18 names, and as illegal_plan with
    /// argument "plan.ctas", "plan.digits", plan_digit_sum, "plan.filter.whole", "plan.filter.list",
    /// "plan.filter.sample", "plan.bounds" or plan_bound_count a plan outside the words of Plan. A forced threshold
    /// may be any number; F4 puts it between the infinities. Array extents count as a whole, gaps between rows
    /// included: two arrays whose rows interleave are refused as overlap.
    /// out_of_memory ("scratch" or "traces"): nothing was written either, but `*traces` is then empty.
    ///
    /// Time: rows * (rounds * (n + ctas + occupied digit values) + k), plus the sort of m for order `rank`. A row
    /// that is filtered costs n + S + ctas for it; its rounds cost M in place of n. If it falls back they cost n,
    /// and M more for the one round on the list after which F6 makes it.
    /// Memory: 4 bytes per element of the longest row that is read, one histogram of the widest digit for the
    /// row and one for the CTA at hand, 24 bytes per CTA, and for emission `merge` 4 bytes per selected
    /// element. Where a row is filtered also 4 bytes per element that can be listed (n of a row listed whole, else
    /// min(L, n)), 4 per sample, 8 per CTA, and digits of 11 bits count among the digits. All of it is reserved before
    /// the first row.
    Status topk(const Problem &problem, const Outputs &outputs, const Plan &plan,
                std::vector<RowTrace> *traces = nullptr);

private:
    std::unique_ptr<Scratch> scratch_;
};

/// Model::topk with a model of its own.
Status topk(const Problem &problem, const Outputs &outputs, const Plan &plan,
            std::vector<RowTrace> *traces = nullptr);

} // namespace exactk::sim
