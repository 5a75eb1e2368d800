// Each fault that can be planted into tapped kernels is seen; without one nothing is.
// Spec: algorithm/S0 to S9 F2 F4 F5 F6 F7 F8 B1 B2 B3 O1 O2 O4. Layer: proptests/device.
#include <algorithm>
#include <memory>
#include <set>

#include "crafted.hpp"
#include "filter_batch.hpp"
#include "lockstep_run.hpp"
#include "observe/faults.hpp"
#include "plans.hpp"
#include "suites.hpp"
#include "wide_pitch.hpp"

namespace exactk::device_tests {

namespace {

/// A fault's name, and the steps at which at least one trace must first differ; none given: any.
struct FaultWords {
    const char *name;
    std::vector<std::string> steps = {};
};

const FaultWords &words_of(int fault) {
    static const FaultWords list[] = {
        {"none"},
        {"length_unsigned"},
        {"k_unclamped"},
        {"raw_negative_zero"},
        {"nan_payload"},
        {"chunk_gap"},
        {"digit_shift"},
        {"stale_histogram"},
        {"missing_block_barrier"},
        {"missing_cluster_sum"},
        {"threshold_off_by_one"},
        {"skip_off_by_one"},
        {"never_skips_prefix"},
        {"share_without_last"},
        {"base_off_by_one"},
        {"first_come_tie"},
        {"high_as_low"},
        {"reads_past_length"},
        {"row_offset_32"},
        {"rank_by_index"},
        {"filter_trusts_sample", {"F5"}},
        {"kept_base_off_by_one",
         {"F5", "F6", "S4", "S6", "S7"}}, // seen in what is done with a list that misses an element
        {"threshold_bin_high", {"F4"}},
        {"sample_shift", {"F4"}}, // the samples themselves are in no trace
        {"few_rank", {"F7", "S6"}},
        {"stale_bins", {"F6", "S4"}},
        {"noted_first"}, // places are in no trace, but the answer is wrong
        {"one_key_low", {"S6"}},
    };
    static_assert(sizeof list / sizeof list[0] == device::fault_last, "a fault without words");
    return list[fault];
}

/// Plans under which a fault is looked for: each strategy, with keys on chip and rescanned, sampled and without a
/// filter.
std::vector<NamedWishes> crafted_wishes() {
    std::vector<NamedWishes> list;
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        list.push_back(named);
        list.push_back(with_resident_keys(named, 256));
        list.push_back(without_filter(named));
        list.push_back(sharing_every_row(with_list(named, 2048)));
    }
    return list;
}

/// Each strategy with the list that the filter's batches are made for.
std::vector<NamedWishes> listing_wishes() {
    std::vector<NamedWishes> list;
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        const bool grid = named.wishes.strategy == device::Strategy::row_per_grid;
        list.push_back(with_list(grid ? named : sharing_every_row(named), filter_batch_list));
    }
    return list;
}

/// A batch, and the plans and thresholds under which it is run.
struct Prepared {
    std::string name;
    std::unique_ptr<HostBatch> host;
    Problem problem; ///< points into `host`
    std::unique_ptr<Image> image;
    std::unique_ptr<ModelTraces> model;
    std::vector<NamedWishes> wishes;
    std::vector<ForcedThreshold> thresholds = {ForcedThreshold{}};
};

Prepared prepared_of(const std::string &name, HostBatch host, std::vector<NamedWishes> wishes) {
    Prepared prepared;
    prepared.name = name;
    prepared.host = std::make_unique<HostBatch>(std::move(host));
    prepared.problem = prepared.host->problem();
    Wanted wanted;
    wanted.scores = true;
    wanted.facts = true;
    prepared.image = std::make_unique<Image>(prepared.problem, wanted, poisons[0]);
    prepared.model = std::make_unique<ModelTraces>(*prepared.image);
    prepared.wishes = std::move(wishes);
    return prepared;
}

/// The crafted batches, and the filter's with thresholds that keep one element too few and one too many.
std::vector<Prepared> prepare() {
    std::vector<Prepared> list;
    for (Crafted &crafted : crafted_batches()) {
        list.push_back(prepared_of(crafted.name, std::move(crafted.host), crafted_wishes()));
    }
    for (FilterBatch &batch : filter_batches()) {
        list.push_back(prepared_of(batch.name, std::move(batch.host), listing_wishes()));
        const Problem &problem = list.back().problem;
        for (const std::int64_t kept : {problem.k - 1, filter_batch_list + 1}) {
            list.back().thresholds.emplace_back(threshold_keeping(problem, 0, kept));
        }
    }
    return list;
}

/// What a hunt has found so far.
struct Bag {
    int runs = 0;
    int seen = 0;
    std::string first;
    std::set<std::string> fields;

    void add(const std::string &where, const Finding &finding) {
        ++runs;
        if (finding.text.empty()) {
            return;
        }
        ++seen;
        fields.insert(finding.field);
        if (first.empty()) {
            first = where + ": " + finding.text;
        }
    }
    bool named_at(const std::vector<std::string> &steps) const {
        return steps.empty() || std::any_of(fields.begin(), fields.end(), [&](const std::string &field) {
                   return std::any_of(steps.begin(), steps.end(), [&](const std::string &step) {
                       return field.rfind(step + " ", 0) == 0;
                   });
               });
    }
};

/// Runs the fault on every batch under every plan; tells how often it was seen and where first.
std::string hunt(Context &context, Lockstep &lockstep, std::vector<Prepared> &list, int fault) {
    Bag bag;
    for (Prepared &prepared : list) {
        for (const NamedWishes &named : prepared.wishes) {
            if (!possible(named.wishes, context.profile())) {
                continue; // told of at the suite's begin
            }
            const device::Plan plan = plan_for(shape_of(prepared.problem), context.profile(), named);
            for (const ForcedThreshold &threshold : prepared.thresholds) {
                const std::string where =
                    prepared.name + ": " + named.name + (threshold.has_value() ? ", threshold set" : "");
                const Finding finding = lockstep.run(plan, *prepared.model, fault, threshold);
                if (finding.field == "refused") {
                    return where + ": " + finding.text;
                }
                bag.add(where, finding);
            }
        }
    }
    if (fault == device::fault_none) {
        return bag.first;
    }
    std::string all;
    for (const std::string &field : bag.fields) {
        all += (all.empty() ? "" : ", ") + field;
    }
    const FaultWords &words = words_of(fault);
    context.note(std::string(words.name) + " seen in " + std::to_string(bag.seen) + " of " +
                 std::to_string(bag.runs) + " runs, in " + (all.empty() ? "nothing" : all) +
                 "; first: " + bag.first);
    if (bag.seen == 0) {
        return "the planted fault was not seen";
    }
    return bag.named_at(words.steps) ? "" : "seen, but never named at its step";
}

/// The fault of 32-bit offsets shows only in rows that lie far apart.
void hunt_wide_pitch(Context &context, const std::string &name) {
    if (!wide_pitch_fits()) {
        context.left_out(name, "needs " + std::to_string(wide_pitch_bytes() >> 30) + " GiB of device memory");
        return;
    }
    context.run(name, [&]() -> std::string {
        const NamedWishes one_cta = wishes_of_each_strategy()[1];
        const std::string seen = run_wide_pitch(context.profile(), one_cta, device::fault_row_offset_32);
        context.note("row_offset_32 seen in outputs; first: " + seen);
        if (seen.rfind("refused", 0) == 0) {
            return seen;
        }
        return seen.empty() ? "the planted fault was not seen" : "";
    });
}

} // namespace

void faults_suite(Context &context) {
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        if (!possible(named.wishes, context.profile())) {
            context.left_out(named.name, "this device has no clusters of that size");
        }
    }
    Lockstep lockstep;
    std::vector<Prepared> list = prepare();
    for (int fault = device::fault_none; fault < device::fault_last; ++fault) {
        const std::string name = "fault " + std::to_string(fault) + " " + words_of(fault).name;
        if (fault == device::fault_row_offset_32) {
            hunt_wide_pitch(context, name);
            continue;
        }
        context.run(name, [&] { return hunt(context, lockstep, list, fault); });
    }
    // A second look without a fault: nothing of the planted ones may have stayed.
    context.run("no fault, after all others",
                [&] { return hunt(context, lockstep, list, device::fault_none); });
}

} // namespace exactk::device_tests
