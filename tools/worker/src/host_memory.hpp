// A call's arrays where they lie in shared memory, all else of it unmapped while the call runs, and a workspace.
// Spec: contract/C8 C10 C11. Layer: tools/worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "fault_report.hpp"
#include "question.hpp"

namespace exactk::worker {

/// The memory shared with the tool.
struct Mapped {
    std::byte *bytes = nullptr;
    std::int64_t count = 0;
    foreign::Wire &wire() const { return *reinterpret_cast<foreign::Wire *>(bytes); }
};

/// Host memory of one call. Made before exactk_plugin_run, and gone after it.
class HostMemory {
public:
    HostMemory(const Mapped &mapped, std::int64_t workspace_bytes);
    ~HostMemory();
    HostMemory(const HostMemory &) = delete;
    HostMemory &operator=(const HostMemory &) = delete;

    /// "" or why there is none.
    const std::string &wrong() const { return wrong_; }
    /// Pointers of the call.
    Call call() const;
    /// After the call: "" or what it did to memory that no page guards.
    std::string damage() const;

private:
    void make_workspace(const foreign::Wire &wire);
    void protect(std::byte *first, std::byte *last, int what);
    void forbid_range(std::byte *first, std::byte *last, std::uint32_t part, bool behind, std::byte *edge,
                      bool writes);

    const Mapped &mapped_;
    std::int64_t workspace_bytes_;
    std::byte *workspace_map_ = nullptr;
    std::int64_t workspace_map_bytes_ = 0;
    std::byte *workspace_ = nullptr;
    std::string wrong_;
    Forbidden forbidden_[forbidden_most];
    int forbidden_count_ = 0;
};

} // namespace exactk::worker
