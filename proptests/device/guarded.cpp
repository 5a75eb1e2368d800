// Maps and unmaps by CUDA's virtual memory functions.
// Spec: contract/C10. Layer: proptests/device.
#include "guarded.hpp"

#include <stdexcept>

#include <cudaTypedefs.h>
#include <cuda_runtime_api.h>

#include "cuda.hpp"

namespace exactk::device_tests {

namespace {

/// A driver function by name, as it was in CUDA 10.2, which had the first ones for virtual memory.
template <class Function> Function entry(const char *name) {
    void *address = nullptr;
    cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
    check(cudaGetDriverEntryPointByVersion(name, &address, 10020, cudaEnableDefault, &found), name);
#else
    check(cudaGetDriverEntryPoint(name, &address, cudaEnableDefault, &found), name);
#endif
    if (found != cudaDriverEntryPointSuccess || address == nullptr) {
        throw std::runtime_error(std::string("the driver has no ") + name);
    }
    return reinterpret_cast<Function>(address);
}

struct Driver {
    PFN_cuMemGetAllocationGranularity_v10020 granularity =
        entry<PFN_cuMemGetAllocationGranularity_v10020>("cuMemGetAllocationGranularity");
    PFN_cuMemAddressReserve_v10020 reserve = entry<PFN_cuMemAddressReserve_v10020>("cuMemAddressReserve");
    PFN_cuMemAddressFree_v10020 free = entry<PFN_cuMemAddressFree_v10020>("cuMemAddressFree");
    PFN_cuMemCreate_v10020 create = entry<PFN_cuMemCreate_v10020>("cuMemCreate");
    PFN_cuMemRelease_v10020 release = entry<PFN_cuMemRelease_v10020>("cuMemRelease");
    PFN_cuMemMap_v10020 map = entry<PFN_cuMemMap_v10020>("cuMemMap");
    PFN_cuMemUnmap_v10020 unmap = entry<PFN_cuMemUnmap_v10020>("cuMemUnmap");
    PFN_cuMemSetAccess_v10020 set_access = entry<PFN_cuMemSetAccess_v10020>("cuMemSetAccess");
    PFN_cuMemGetAccess_v10020 get_access = entry<PFN_cuMemGetAccess_v10020>("cuMemGetAccess");
};

const Driver &driver() {
    static const Driver functions;
    return functions;
}

void check_driver(CUresult result, const char *call) {
    if (result != CUDA_SUCCESS) {
        throw std::runtime_error(std::string(call) + ": CUresult " + std::to_string(result));
    }
}

/// Memory of device 0, where all tests run.
CUmemLocation location() {
    CUmemLocation place{};
    place.type = CU_MEM_LOCATION_TYPE_DEVICE;
    place.id = 0;
    return place;
}

CUmemAllocationProp properties() {
    CUmemAllocationProp wanted{};
    wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.location = location();
    return wanted;
}

/// Whether kernels can read and write there.
bool accessible(CUdeviceptr address) {
    unsigned long long flags = 0;
    const CUmemLocation place = location();
    const CUresult result = driver().get_access(&flags, &place, address);
    return result == CUDA_SUCCESS && flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
}

} // namespace

Guarded::Guarded(std::size_t bytes, int parts) : parts_(parts) {
    check(cudaFree(nullptr), "cudaFree"); // makes the context that driver functions need
    const CUmemAllocationProp wanted = properties();
    std::size_t granule = 0;
    check_driver(driver().granularity(&granule, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
                 "cuMemGetAllocationGranularity");
    part_bytes_ = (bytes + granule - 1) / granule * granule;
    range_bytes_ = stride() * (static_cast<std::size_t>(parts) + 2);
    check_driver(driver().reserve(&base_, range_bytes_, 0, 0, 0), "cuMemAddressReserve");
    try {
        for (int part = 0; part < parts; ++part) {
            map(part);
        }
    } catch (...) {
        release();
        throw;
    }
}

Guarded::~Guarded() { release(); }

void Guarded::map(int part) {
    const CUdeviceptr first = reinterpret_cast<CUdeviceptr>(begin(part));
    const CUmemAllocationProp wanted = properties();
    CUmemGenericAllocationHandle handle = 0;
    check_driver(driver().create(&handle, part_bytes_, &wanted, 0), "cuMemCreate");
    const CUresult result = driver().map(first, part_bytes_, 0, handle, 0);
    (void)driver().release(handle); // the mapping keeps the memory
    check_driver(result, "cuMemMap");
    ++mapped_;
    CUmemAccessDesc access{};
    access.location = location();
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    check_driver(driver().set_access(first, part_bytes_, &access, 1), "cuMemSetAccess");
}

void Guarded::release() {
    // A lost device refuses all of these, and then the process has nothing to give back.
    for (int part = 0; part < mapped_; ++part) {
        (void)driver().unmap(reinterpret_cast<CUdeviceptr>(begin(part)), part_bytes_);
    }
    if (base_ != 0) {
        (void)driver().free(base_, range_bytes_);
    }
}

std::byte *Guarded::begin(int part) const {
    const std::size_t offset = stride() * (static_cast<std::size_t>(part) + 1);
    return reinterpret_cast<std::byte *>(base_ + offset);
}

std::string Guarded::difference() const {
    for (int part = 0; part < parts_; ++part) {
        const CUdeviceptr first = reinterpret_cast<CUdeviceptr>(begin(part));
        const CUdeviceptr end = first + part_bytes_;
        if (!accessible(first) || !accessible(end - 1)) {
            return "part " + std::to_string(part) + " is not mapped as a whole";
        }
        if (accessible(first - 1) || accessible(end)) {
            return "what lies beside part " + std::to_string(part) + " is mapped";
        }
    }
    return "";
}

} // namespace exactk::device_tests
