// Facts about known devices, as data with their sources.
// Spec: contract/C18. Layer: device.
#include "plan/profiles.hpp"

namespace exactk::device {

namespace {

constexpr std::int64_t kib = 1024; // bound: bytes of a KiB

Profile make(const char *name, int compute_capability, int sms, std::int64_t optin_kib, std::int64_t sm_kib,
             int threads_per_sm, const char *source) {
    Profile profile;
    profile.name = name;
    profile.compute_capability = compute_capability;
    profile.sms = sms;
    profile.shared_bytes_optin = optin_kib * kib;
    profile.shared_bytes_sm = sm_kib * kib;
    profile.threads_per_sm = threads_per_sm;
    profile.cooperative_launch = true;
    profile.source = source;
    return profile;
}

Profile with_clusters(Profile profile, int portable, int largest) {
    profile.cluster_ctas_portable = portable;
    profile.cluster_ctas_max = largest;
    return profile;
}

std::vector<Profile> make_profiles() {
    const char *const guide = "CUDA C++ programming guide, technical specifications per compute capability; "
                              "SMs: data sheet; not measured";
    const char *const guide_sxm = "CUDA C++ programming guide, technical specifications per compute "
                                  "capability; SMs: data sheet, SXM form; "
                                  "not measured";
    return {
        make("a100", 80, 108, 163, 164, 2048, guide),
        make("rtx4090", 89, 128, 99, 100, 1536, guide),
        make("l40s", 89, 142, 99, 100, 1536, guide),
        make("gb10", 121, 48, 99, 100, 1536,
             "CUDA C++ programming guide; no clusters, though newer than compute capability 9.0: one "
             "rejected a cluster "
             "launch (design notes of this project); SMs: data sheet"),
        with_clusters(make("h100", 90, 132, 227, 228, 2048, guide_sxm), 8, 16),
        with_clusters(make("h200", 90, 132, 227, 228, 2048, guide_sxm), 8, 16),
        with_clusters(make("b200", 100, 148, 227, 228, 2048, guide_sxm), 8, 16),
        make("rtx5090", 120, 170, 99, 100, 1536,
             "CUDA C++ programming guide; clusters recorded as none since no launch on one is known to this "
             "project; "
             "SMs: data sheet; not measured"),
        make("v100", 70, 80, 96, 96, 2048, guide),
    };
}

} // namespace

const std::vector<Profile> &profiles() {
    static const std::vector<Profile> known = make_profiles();
    return known;
}

const Profile *find_profile(const std::string &name) {
    for (const Profile &profile : profiles()) {
        if (name == profile.name)
            return &profile;
    }
    return nullptr;
}

const char *name(Strategy strategy) {
    switch (strategy) {
    case Strategy::row_per_cta: return "row_per_cta";
    case Strategy::row_per_cluster: return "row_per_cluster";
    case Strategy::row_per_grid: return "row_per_grid";
    }
    return "unknown";
}

} // namespace exactk::device
