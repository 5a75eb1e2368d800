// Each fault that can be planted into tapped kernels is seen; without one nothing is.
// Spec: algorithm/S0 to S9 B1 B2 O1 O2. Layer: proptests/device.
#include <memory>
#include <set>

#include "crafted.hpp"
#include "lockstep_run.hpp"
#include "observe/faults.hpp"
#include "plans.hpp"
#include "suites.hpp"
#include "wide_pitch.hpp"

namespace exactk::device_tests {

namespace {

constexpr const char *fault_names[] = {"none",
                                       "length_unsigned",
                                       "k_unclamped",
                                       "raw_negative_zero",
                                       "nan_payload",
                                       "chunk_gap",
                                       "digit_shift",
                                       "stale_histogram",
                                       "missing_block_barrier",
                                       "missing_cluster_sum",
                                       "threshold_off_by_one",
                                       "skip_off_by_one",
                                       "never_skips_prefix",
                                       "share_without_last",
                                       "base_off_by_one",
                                       "first_come_tie",
                                       "high_as_low",
                                       "reads_past_length",
                                       "row_offset_32",
                                       "rank_by_index"};
static_assert(sizeof fault_names / sizeof fault_names[0] == device::fault_last, "a fault without a name");

/// Plans under which a fault is looked for: each strategy, with keys on chip and rescanned.
std::vector<NamedWishes> fault_wishes(const device::Profile &profile) {
    std::vector<NamedWishes> list;
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        if (possible(named.wishes, profile)) {
            list.push_back(named);
            list.push_back(with_resident_keys(named, 256));
        }
    }
    return list;
}

struct Prepared {
    std::string name;
    Problem problem; ///< points into `host`
    std::unique_ptr<Crafted> host;
    std::unique_ptr<Image> image;
    std::unique_ptr<ModelTraces> model;
};

std::vector<Prepared> prepare() {
    std::vector<Prepared> list;
    for (Crafted &crafted : crafted_batches()) {
        Prepared prepared;
        prepared.name = crafted.name;
        prepared.host = std::make_unique<Crafted>(std::move(crafted));
        prepared.problem = prepared.host->host.problem();
        Wanted wanted;
        wanted.scores = true;
        wanted.facts = true;
        prepared.image = std::make_unique<Image>(prepared.problem, wanted, poisons[0]);
        prepared.model = std::make_unique<ModelTraces>(*prepared.image);
        list.push_back(std::move(prepared));
    }
    return list;
}

/// Runs the fault on every batch under every plan; tells how often it was seen and where first.
std::string hunt(Context &context, Lockstep &lockstep, std::vector<Prepared> &list, int fault) {
    int runs = 0;
    int seen = 0;
    std::string first;
    std::set<std::string> fields;
    for (Prepared &prepared : list) {
        for (const NamedWishes &named : fault_wishes(context.profile())) {
            const device::Plan plan = plan_for(shape_of(prepared.problem), context.profile(), named);
            const Finding finding = lockstep.run(plan, *prepared.model, fault);
            if (finding.field == "refused") {
                return prepared.name + ": " + named.name + ": " + finding.text;
            }
            ++runs;
            if (!finding.text.empty()) {
                ++seen;
                fields.insert(finding.field);
                if (first.empty()) {
                    first = prepared.name + ": " + named.name + ": " + finding.text;
                }
            }
        }
    }
    if (fault == device::fault_none) {
        return first;
    }
    std::string all;
    for (const std::string &field : fields) {
        all += (all.empty() ? "" : ", ") + field;
    }
    context.note(std::string(fault_names[fault]) + " seen in " + std::to_string(seen) + " of " +
                 std::to_string(runs) + " runs, in " + (all.empty() ? "nothing" : all) + "; first: " + first);
    return seen == 0 ? "the planted fault was not seen" : "";
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
    Lockstep lockstep;
    std::vector<Prepared> list = prepare();
    for (int fault = device::fault_none; fault < device::fault_last; ++fault) {
        const std::string name = "fault " + std::to_string(fault) + " " + fault_names[fault];
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
