// Walks the rows of an entry in blocks, on several threads.
// Spec: contract/C1. Layer: tools/dump.
#include <exactk/dump/blocks.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "numbers.hpp"

namespace exactk::dump {

namespace {

constexpr std::int64_t block_bytes = std::int64_t{4}
                                     << 20; // convention: small beside memory, large beside a page

std::int64_t bytes_of_row(const Entry &entry) {
    const std::int64_t each = score_bytes[static_cast<int>(entry.type)];
    const std::int64_t scores = entry.offsets.data == nullptr
                                    ? entry.width
                                    : entry.scores.count() / std::max<std::int64_t>(entry.rows, 1);
    const std::int64_t slots = entry.runs * entry.columns;
    return scores * each + slots * bytes_of(entry.indices.element) +
           (entry.values.data == nullptr ? 0 : slots * each);
}

std::int64_t rows_of_block(const Entry &entry) {
    return entry.rows == 0
               ? 1
               : std::max<std::int64_t>(1, block_bytes / std::max<std::int64_t>(1, bytes_of_row(entry)));
}

// With a page the system maps others that are reached by the same page table, and none beyond: 2 MiB where pages have 4 KiB.
constexpr std::uintptr_t table_bytes = std::uintptr_t{2}
                                       << 20; // convention: only what stays resident depends on it

/// Gives back all pages of a mapped file that reading [from, from + size) can have mapped. They are mapped again where
/// they are needed again.
void release(const Tensor &tensor, std::int64_t from, std::int64_t size) {
    if (!tensor.mapped || size <= 0)
        return;
    static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto data = reinterpret_cast<std::uintptr_t>(tensor.data);
    const std::uintptr_t data_end =
        data + static_cast<std::uintptr_t>(tensor.count() * bytes_of(tensor.element));
    const std::uintptr_t begin = (data + static_cast<std::uintptr_t>(from)) / table_bytes * table_bytes;
    const std::uintptr_t behind =
        (data + static_cast<std::uintptr_t>(from + size) + table_bytes - 1) / table_bytes * table_bytes;
    const std::uintptr_t first = std::max(begin, (data + page - 1) / page * page);
    const std::uintptr_t end = std::min(behind, data_end / page * page);
    // Were it refused, more would stay resident, and nothing else would change.
    if (end > first)
        (void)madvise(reinterpret_cast<void *>(first), end - first, MADV_DONTNEED);
}

void release_rows(const Entry &entry, Rows rows) {
    const std::int64_t each = score_bytes[static_cast<int>(entry.type)];
    if (entry.offsets.data != nullptr) {
        const std::int64_t first = integer_at(entry.offsets, rows.first);
        release(entry.scores, first * each,
                (integer_at(entry.offsets, rows.first + rows.count) - first) * each);
    } else {
        release(entry.scores, rows.first * entry.width * each, rows.count * entry.width * each);
    }
    for (std::int64_t run = 0; run < entry.runs; ++run) {
        const std::int64_t first = (run * entry.rows + rows.first) * entry.columns;
        const std::int64_t count = rows.count * entry.columns;
        const std::int64_t index = bytes_of(entry.indices.element);
        release(entry.indices, first * index, count * index);
        release(entry.values, first * each, count * each);
    }
}

} // namespace

int threads_for(const Entry &entry, int threads) {
    const std::int64_t blocks = entry.rows / rows_of_block(entry) + 1;
    return static_cast<int>(
        std::clamp<std::int64_t>(std::min<std::int64_t>(threads, blocks), 1, threads_most));
}

void walk(const Entry &entry, int threads, const std::function<void(int, Rows)> &work) {
    const std::int64_t each = rows_of_block(entry);
    std::atomic<std::int64_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto run = [&](int thread) {
        try {
            for (;;) {
                const std::int64_t first = next.fetch_add(each);
                if (first >= entry.rows)
                    return;
                const Rows rows{first, std::min(each, entry.rows - first)};
                work(thread, rows);
                release_rows(entry, rows);
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = failure ? failure : std::current_exception();
            next.store(entry.rows);
        }
    };
    std::vector<std::thread> others;
    try {
        for (int thread = 1; thread < threads_for(entry, threads); ++thread)
            others.emplace_back(run, thread);
    } catch (const std::system_error &) {
        // The system has no more; those that run do the work.
    }
    run(0);
    for (std::thread &other : others)
        other.join();
    if (failure)
        std::rethrow_exception(failure);
}

void fetch(const std::byte *from, std::int64_t size) {
    constexpr std::int64_t line = 64; // convention: of most caches
    unsigned char seen = 0;
    for (std::int64_t at = 0; at < size; at += line)
        seen = static_cast<unsigned char>(seen | std::to_integer<unsigned char>(from[at]));
    static std::atomic<unsigned char> sink;
    sink.store(seen, std::memory_order_relaxed);
}

int threads_of_machine() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

} // namespace exactk::dump
