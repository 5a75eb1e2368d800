// Walks the rows of an entry in blocks, so that what is resident does not grow with the rows.
// Spec: contract/C1. Layer: tools/dump.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include <exactk/dump/entry.hpp>

namespace exactk::dump {

/// Consecutive rows.
struct Rows {
    std::int64_t first = 0;
    std::int64_t count = 0;
};

/// Calls work(thread, rows) for blocks that make up all rows, each once, in no fixed order, from `threads` threads numbered
/// from 0; with one thread from the caller's, in ascending order. Where the system has no more threads, fewer run. Behind each block its pages of mapped files are given back
/// to the system, which keeps them as long as it likes: the process holds some 4 MiB a thread, or a row. An exception of
/// `work` ends the walk and is thrown again.
void walk(const Entry &entry, int threads, const std::function<void(int, Rows)> &work);

inline constexpr int threads_most = 1024; // convention: more than machines have

/// As many of `threads` as a walk can use, 1 to threads_most: each has at least a block.
int threads_for(const Entry &entry, int threads);

/// Reads bytes once in sequence, as memory likes it best: judges and counters begin with elements all over a row.
void fetch(const std::byte *from, std::int64_t size);

/// As many threads as the machine runs at once, at least one.
int threads_of_machine();

} // namespace exactk::dump
