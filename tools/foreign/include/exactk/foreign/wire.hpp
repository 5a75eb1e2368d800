// What the tool and a worker process say to each other: one struct at the head of shared memory, one byte each way.
// Spec: contract/C1 to C9. Layer: tools/foreign.
//
// The tool starts a worker with two open files: descriptor 3, shared memory that begins with a Wire; descriptor 4, a socket.
// The worker loads what it was told to on its command line, one implementation or two, fills in the description of the first,
// sets `reply`, and sends one byte.
// From then on: the tool fills in a request, sends one byte, and waits for one; the memory may have grown in between, so
// the worker maps anew what is longer than before. When the socket ends the worker ends. All numbers are little-endian.
// tools/python/exactk/worker.py reads the same struct by its offsets, which proptests/foreign holds to these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace exactk::foreign {

inline constexpr std::uint32_t wire_version = 2;  // convention: counted up by every change of this file
inline constexpr std::int64_t wire_bytes = 16384; // bound: pages of 4096 that the struct takes
inline constexpr std::int64_t page_bytes =
    4096;                                       // bound: a multiple of the page of every machine this runs on
inline constexpr int memory_descriptor = 3;     // convention: the first free one
inline constexpr int socket_descriptor = 4;     // convention: the next
inline constexpr std::size_t text_bytes = 2048; // convention: words for a person
inline constexpr std::size_t promises_bytes = 4096; // convention: a screenful of lines

enum class Request : std::uint32_t {
    none = 0,
    supports = 1, ///< would the problem be taken?
    run = 2,      ///< answer it
    describe =
        3,    ///< fill in the description of `which`; the text names the device that it runs on, if it does
    time = 4, ///< rounds of timed calls, as the fields of a series say
    kept = 5  ///< put into the outputs what `which` had written in the last round of the series
};

/// Rounds that one request can ask for.
inline constexpr std::size_t rounds_most = 128; // convention: what fits the wire and is waited for

// Bits of Wire::series.
inline constexpr std::uint32_t series_first =
    1; // bound: a bit; memory is made, and the arrays are those of the wire
inline constexpr std::uint32_t series_last =
    2; // bound: a bit; outputs of the last round are kept, memory is looked at
inline constexpr std::uint32_t series_graph = 4; // bound: a bit; launches of a captured graph are timed

enum class Reply : std::uint32_t {
    none = 0,          ///< the worker ended before it could say anything
    ready = 1,         ///< loaded; the description is filled in
    answered = 2,      ///< the outputs are written; to `supports`: yes
    not_supported = 3, ///< the implementation does not take this problem, by its own word
    refused = 4,       ///< it took the problem and then answered with an error
    raised = 5,        ///< it ended with an exception
    device_error = 6,  ///< the device reports an error that stays; the worker ends after this
    not_loaded = 7,    ///< it could not be loaded; the worker ends after this
    unusable =
        8 ///< the worker cannot make such a call (no memory, no device); no fault of the implementation
};

/// Regions of the shared memory. Unused ones have no bytes.
enum class Part : std::uint32_t { lengths = 0, scores = 1, indices = 2, out_scores = 3 };
inline constexpr int part_count = 4; // bound: one past the last Part

/// Where a region lies. Before and behind it are `band` bytes that hold `poison`, as far as they are not unmapped.
struct Region {
    std::int64_t offset = 0; ///< from the start of the shared memory
    std::int64_t bytes = 0;
};

/// What a fault in memory was about, told by the worker's signal handler.
enum class FaultPlace : std::uint32_t {
    none = 0,
    elsewhere = 1, ///< no address that has to do with the call
    before = 2,    ///< the unmapped page before a region
    behind = 3     ///< the unmapped page behind a region
};

struct Wire {
    // Written by the tool.
    std::array<char, 8> magic{}; ///< "exactkW1"
    std::uint32_t version = wire_version;
    Request request = Request::none;
    std::uint32_t type = 0; ///< as in exactk_plugin.h, like the next four
    std::uint32_t smallest = 0;
    std::uint32_t ties_high = 0;
    std::uint32_t by_rank = 0;
    std::uint32_t nan_smallest = 0;
    std::int32_t fill_index = -1;
    std::uint32_t fill_score = 0;
    std::uint32_t has_lengths = 0;
    std::uint32_t wants_scores = 0;
    std::uint32_t poison = 0;      ///< one byte, which fills what nobody may write
    std::uint32_t guard_pages = 0; ///< 1: the pages next to `regions` are to be unmapped while the call runs
    std::int32_t device = 0;
    std::int64_t total_bytes = 0; ///< of the shared memory
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t pitch = 0;
    std::int64_t k = 0;
    std::int64_t index_pitch = 0;
    std::int64_t score_pitch = 0;
    std::int64_t call = 0; ///< counts calls to this worker
    std::array<Region, part_count> regions{};

    // Written by the worker.
    Reply reply = Reply::none;
    std::int32_t status = 0; ///< the implementation's own code
    std::int32_t signal = 0; ///< what ended the worker, if it saw it
    FaultPlace fault_place = FaultPlace::none;
    std::uint32_t fault_part = 0;    ///< a Part, where the place is at a region
    std::uint32_t fault_writes = 0;  ///< 1: it was a write
    std::int64_t fault_distance = 0; ///< bytes from the region's nearer end
    std::uint32_t memory = 0;        ///< as in exactk_plugin.h: where the implementation wants its arrays
    std::uint32_t way = 0;           ///< a Way::How, written by the tool
    std::array<char, 128> name{};
    std::array<char, 256> release{};
    std::array<char, promises_bytes> promises{}; ///< empty: none stated
    std::array<char, text_bytes> text{};         ///< words that belong to the reply

    // Of two implementations in one process, and of series of timed calls. Written by the tool.
    std::uint32_t which = 0;  ///< 0 or 1: the implementation that a request is about
    std::uint32_t turns = 0;  ///< 1: rounds of `which` alone; 2: of both, `which` first in the first round
    std::uint32_t rounds = 0; ///< 1 to rounds_most
    std::uint32_t series = 0; ///< bits above
    std::int64_t sample_nanoseconds = 0; ///< what the calls of one sample are to take at least
    std::array<std::uint32_t, 2>
        calls{}; ///< in a sample, by implementation; 0: the worker finds out and writes it

    // Written by the worker.
    std::uint32_t at = 0; ///< the implementation that was called last
    std::uint32_t reserved = 0;
    std::array<std::array<double, 2>, rounds_most> nanoseconds{}; ///< of a call: by round and implementation
};
static_assert(sizeof(Wire) <= wire_bytes);

} // namespace exactk::foreign
