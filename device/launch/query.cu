// Reads a device's facts.
// Spec: contract/C18. Layer: device.
#include <exactk/device.hpp>

#include <cuda_runtime_api.h>

namespace exactk::device {

namespace {

/// Reads one attribute; false if CUDA refuses.
bool attribute(int device, cudaDeviceAttr which, int &value) {
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess;
}

} // namespace

Status query_profile(int device, Profile &profile) {
    int major = 0;
    int minor = 0;
    int sms = 0;
    int optin = 0;
    int shared = 0;
    int threads = 0;
    int clusters = 0;
    int cooperative = 0;
    const bool read = attribute(device, cudaDevAttrComputeCapabilityMajor, major) &&
                      attribute(device, cudaDevAttrComputeCapabilityMinor, minor) &&
                      attribute(device, cudaDevAttrMultiProcessorCount, sms) &&
                      attribute(device, cudaDevAttrMaxSharedMemoryPerBlockOptin, optin) &&
                      attribute(device, cudaDevAttrMaxSharedMemoryPerMultiprocessor, shared) &&
                      attribute(device, cudaDevAttrMaxThreadsPerMultiProcessor, threads) &&
                      attribute(device, cudaDevAttrClusterLaunch, clusters) &&
                      attribute(device, cudaDevAttrCooperativeLaunch, cooperative);
    if (!read) {
        cudaGetLastError();
        return {StatusCode::unsupported_device, "device", device, 0};
    }
    profile.name = "queried";
    profile.compute_capability = 10 * major + minor;
    profile.sms = sms;
    profile.shared_bytes_optin = optin;
    profile.shared_bytes_sm = shared;
    profile.threads_per_sm = threads;
    // Whether clusters can be launched is a fact of its own; only data-centre parts have been seen to take
    // sixteen CTAs.
    profile.cluster_ctas_portable = clusters != 0 ? 8 : 0;
    profile.cluster_ctas_max = clusters != 0 ? (major == 9 || major == 10 ? 16 : 8) : 0;
    profile.cooperative_launch = cooperative != 0;
    profile.source = "read from the device by the CUDA runtime";
    return {};
}

} // namespace exactk::device
