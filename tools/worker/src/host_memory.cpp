// Unmaps the pages next to a call's arrays and makes a workspace between two such pages.
// Spec: contract/C8 C10 C11. Layer: tools/worker.
#include "host_memory.hpp"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace exactk::worker {

namespace {

constexpr std::int64_t workspace_alignment = 256; // bound: exactk_plugin.h promises it
/// What a workspace holds before a call: neither zeros nor what the call before has left.
constexpr int workspace_dirt[2] = {0xC3, 0x7E}; // convention: any two bytes; as floats they are large numbers

std::uintptr_t number(const void *address) { return reinterpret_cast<std::uintptr_t>(address); }

std::byte *page_of(std::byte *address) {
    return address - number(address) % static_cast<std::uintptr_t>(foreign::page_bytes);
}

std::byte *page_behind(std::byte *address) { return page_of(address + foreign::page_bytes - 1); }

} // namespace

HostMemory::HostMemory(const Mapped &mapped, std::int64_t workspace_bytes)
    : mapped_(mapped), workspace_bytes_(workspace_bytes) {
    const foreign::Wire &wire = mapped.wire();
    for (std::uint32_t part = 0; part < foreign::part_count; ++part) {
        const foreign::Region &region = wire.regions[part];
        if (region.offset <= 0) {
            continue;
        }
        std::byte *const first = mapped.bytes + region.offset;
        const bool output = part == static_cast<std::uint32_t>(foreign::Part::indices) ||
                            part == static_cast<std::uint32_t>(foreign::Part::out_scores);
        guard(first, first + region.bytes, part, output);
    }
    if (workspace_bytes_ > 0) {
        const std::int64_t pages =
            (workspace_bytes_ + foreign::page_bytes - 1) / foreign::page_bytes * foreign::page_bytes;
        workspace_map_bytes_ = pages + 2 * foreign::page_bytes;
        void *const made = mmap(nullptr, static_cast<std::size_t>(workspace_map_bytes_),
                                PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (made == MAP_FAILED) {
            wrong_ = "no memory for a workspace of " + std::to_string(workspace_bytes_) + " bytes";
            return;
        }
        workspace_map_ = static_cast<std::byte *>(made);
        std::byte *const first = workspace_map_ + foreign::page_bytes;
        std::memset(first, workspace_dirt[wire.call % 2], static_cast<std::size_t>(pages));
        workspace_ = first + (pages - workspace_bytes_) / workspace_alignment * workspace_alignment;
        guard(workspace_, workspace_ + workspace_bytes_, workspace_part, true);
    }
    forbid(forbidden_, forbidden_count_);
}

HostMemory::~HostMemory() {
    forbid(nullptr, 0);
    for (int range = 0; range < forbidden_count_; ++range) {
        const Forbidden &at = forbidden_[range];
        if (at.part != workspace_part) {
            mprotect(reinterpret_cast<void *>(at.first), at.last - at.first, PROT_READ | PROT_WRITE);
        }
    }
    if (workspace_map_ != nullptr) {
        munmap(workspace_map_, static_cast<std::size_t>(workspace_map_bytes_));
    }
}

/// Unmaps the page before the one where the array begins, and the one behind the one where it ends.
void HostMemory::guard(std::byte *first, std::byte *last, std::uint32_t part, bool writes) {
    std::byte *const before = page_of(first);
    // An array without bytes has a page all the same.
    std::byte *const behind = std::max(page_behind(last), before + (first == last ? foreign::page_bytes : 0));
    const Forbidden ranges[2] = {
        {number(before - foreign::page_bytes), number(before), part, false, number(first), writes},
        {number(behind), number(behind + foreign::page_bytes), part, true, number(last), writes}};
    for (const Forbidden &range : ranges) {
        if (mprotect(reinterpret_cast<void *>(range.first), range.last - range.first, PROT_NONE) != 0) {
            wrong_ = "a page next to an array cannot be unmapped";
            return;
        }
        if (forbidden_count_ < forbidden_most) {
            forbidden_[forbidden_count_] = range;
            ++forbidden_count_;
        } else {
            wrong_ = "more arrays than there are";
        }
    }
}

Call HostMemory::call() const {
    const foreign::Wire &wire = mapped_.wire();
    const auto at = [&](foreign::Part part) {
        return mapped_.bytes + wire.regions[static_cast<std::size_t>(part)].offset;
    };
    Call call;
    call.problem = question_of(wire);
    call.problem.scores = at(foreign::Part::scores);
    call.problem.lengths =
        wire.has_lengths == 1 ? reinterpret_cast<const std::int32_t *>(at(foreign::Part::lengths)) : nullptr;
    call.outputs = outputs_of(wire);
    call.outputs.indices = reinterpret_cast<std::int32_t *>(at(foreign::Part::indices));
    call.outputs.scores = wire.wants_scores == 1 ? at(foreign::Part::out_scores) : nullptr;
    call.workspace = workspace_;
    call.workspace_bytes = workspace_bytes_;
    return call;
}

std::string HostMemory::damage() const {
    if (workspace_ == nullptr) {
        return "";
    }
    const auto dirt = static_cast<std::byte>(workspace_dirt[mapped_.wire().call % 2]);
    const std::byte *const map_end = workspace_map_ + workspace_map_bytes_ - foreign::page_bytes;
    const auto clean = [&](const std::byte *from, const std::byte *to) {
        return std::all_of(from, to, [&](std::byte byte) { return byte == dirt; });
    };
    if (!clean(workspace_map_ + foreign::page_bytes, workspace_)) {
        return "bytes changed before the workspace";
    }
    return clean(workspace_ + workspace_bytes_, map_end) ? "" : "bytes changed behind the workspace";
}

} // namespace exactk::worker
