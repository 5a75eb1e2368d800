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

constexpr std::int64_t workspace_bytes_most = std::int64_t{1} << 40; // convention: far above any memory

/// By the two runs of a question, which have poisons of their own.
int dirt_of(const foreign::Wire &wire) { return workspace_dirt[wire.poison % 2]; }

std::uintptr_t number(const void *address) { return reinterpret_cast<std::uintptr_t>(address); }

std::byte *page_of(std::byte *address) {
    return address - number(address) % static_cast<std::uintptr_t>(foreign::page_bytes);
}

std::byte *page_behind(std::byte *address) { return page_of(address + foreign::page_bytes - 1); }

} // namespace

HostMemory::HostMemory(const Mapped &mapped, std::int64_t workspace_bytes)
    : mapped_(mapped), workspace_bytes_(workspace_bytes) {
    const foreign::Wire &wire = mapped.wire();
    if (workspace_bytes_ > workspace_bytes_most) {
        wrong_ = "a workspace of " + std::to_string(workspace_bytes_) + " bytes is more than a call is given";
        return;
    }
    // All that lies behind the wire is unmapped, what earlier and larger calls have left there too; then the arrays are given back.
    protect(mapped.bytes + foreign::wire_bytes, mapped.bytes + mapped.count, PROT_NONE);
    std::byte *from = mapped.bytes + foreign::wire_bytes;
    for (std::uint32_t part = 0; part < foreign::part_count; ++part) {
        const foreign::Region &region = wire.regions[part];
        std::byte *const first = mapped.bytes + region.offset;
        std::byte *const last = first + region.bytes;
        const bool output = part == static_cast<std::uint32_t>(foreign::Part::indices) ||
                            part == static_cast<std::uint32_t>(foreign::Part::out_scores);
        // Of an array without bytes nothing may be touched.
        std::byte *const page = page_of(first);
        std::byte *const pages_end = region.bytes > 0 ? page_behind(last) : page;
        protect(page, pages_end, PROT_READ | PROT_WRITE);
        const bool is_last = part + 1 == foreign::part_count;
        std::byte *const to =
            is_last ? mapped.bytes + mapped.count
                    : page_of(mapped.bytes + wire.regions[part + 1].offset) - foreign::page_bytes;
        forbid_range(from, page, part, false, first, output);
        forbid_range(pages_end, to, part, true, last, output);
        from = to;
    }
    if (workspace_bytes_ > 0) {
        make_workspace(wire);
    }
    forbid(forbidden_, forbidden_count_);
}

void HostMemory::make_workspace(const foreign::Wire &wire) {
    const std::int64_t pages =
        (workspace_bytes_ + foreign::page_bytes - 1) / foreign::page_bytes * foreign::page_bytes;
    workspace_map_bytes_ = pages + 2 * foreign::page_bytes;
    void *const made = mmap(nullptr, static_cast<std::size_t>(workspace_map_bytes_), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) {
        wrong_ = "no memory for a workspace of " + std::to_string(workspace_bytes_) + " bytes";
        return;
    }
    workspace_map_ = static_cast<std::byte *>(made);
    std::byte *const first = workspace_map_ + foreign::page_bytes;
    std::memset(first, dirt_of(wire), static_cast<std::size_t>(pages));
    workspace_ = first + (pages - workspace_bytes_) / workspace_alignment * workspace_alignment;
    std::byte *const end = first + pages;
    protect(workspace_map_, first, PROT_NONE);
    protect(end, end + foreign::page_bytes, PROT_NONE);
    forbid_range(workspace_map_, first, workspace_part, false, workspace_, true);
    forbid_range(end, end + foreign::page_bytes, workspace_part, true, workspace_ + workspace_bytes_, true);
}

HostMemory::~HostMemory() {
    forbid(nullptr, 0);
    protect(mapped_.bytes + foreign::wire_bytes, mapped_.bytes + mapped_.count, PROT_READ | PROT_WRITE);
    if (workspace_map_ != nullptr) {
        munmap(workspace_map_, static_cast<std::size_t>(workspace_map_bytes_));
    }
}

void HostMemory::protect(std::byte *first, std::byte *last, int what) {
    if (first < last && mprotect(first, static_cast<std::size_t>(last - first), what) != 0) {
        wrong_ = "pages next to an array cannot be unmapped";
    }
}

/// Writes down that nobody may touch what lies between, and which array it belongs to.
void HostMemory::forbid_range(std::byte *first, std::byte *last, std::uint32_t part, bool behind,
                              std::byte *edge, bool writes) {
    if (forbidden_count_ < forbidden_most) {
        forbidden_[forbidden_count_] = {number(first), number(last), part, behind, number(edge), writes};
        ++forbidden_count_;
    } else {
        wrong_ = "more arrays than there are";
    }
}

Call HostMemory::call() const {
    const foreign::Wire &wire = mapped_.wire();
    std::array<std::byte *, foreign::part_count> places{};
    for (std::size_t part = 0; part < places.size(); ++part) {
        places[part] = mapped_.bytes + wire.regions[part].offset;
    }
    Call call = call_at(wire, places);
    call.workspace = workspace_;
    call.workspace_bytes = workspace_bytes_;
    return call;
}

std::string HostMemory::damage() const {
    if (workspace_ == nullptr) {
        return "";
    }
    const auto dirt = static_cast<std::byte>(dirt_of(mapped_.wire()));
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
