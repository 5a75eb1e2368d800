// What the planner asks of a profile beyond its figures.
// Spec: contract/C18. Layer: device.
#pragma once

#include <exactk/device.hpp>

namespace exactk::device {

/// Oldest compute capability that is answered yes.
inline constexpr int compute_capability_min =
    80; // convention: the oldest part that the kernels are built for
/// Largest cluster that any kernel is launched with.
inline constexpr int cluster_ctas_limit = 16; // bound: CUDA, with the non-portable attribute

/// Whether clusters of more than one CTA can be launched. Told by the profile's own figures, never by its compute
/// capability.
inline bool has_clusters(const Profile &profile) { return profile.cluster_ctas_max >= 2; }

} // namespace exactk::device
