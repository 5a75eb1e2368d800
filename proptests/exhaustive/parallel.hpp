// Runs independent tasks on all cores; failures come back as text, since Boost.Test is not thread-safe.
// Spec: contract/C15. Layer: proptests/exhaustive.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace exactk::exhaustive {

/// What the tasks found wrong; all are counted, the first few are kept.
class Failures {
public:
    void add(const std::string &text) {
        const std::lock_guard<std::mutex> lock(mutex_);
        ++count_;
        constexpr std::size_t kept_max = 10; // convention: enough to see a pattern; the count is complete
        if (texts_.size() < kept_max) {
            texts_.push_back(text);
        } else {
            ++not_kept_;
        }
    }
    std::size_t count() const { return count_; }
    std::string text() const {
        std::string all;
        for (const std::string &one : texts_) {
            all += "\n  " + one;
        }
        return all + (not_kept_ == 0 ? "" : "\n  and " + std::to_string(not_kept_) + " more");
    }

private:
    std::mutex mutex_;
    std::size_t count_ = 0;
    std::size_t not_kept_ = 0;
    std::vector<std::string> texts_;
};

/// Calls task(0) ... task(count - 1), each once, on as many threads as there are cores.
inline void for_all(std::size_t count, const std::function<void(std::size_t)> &task) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t number = next++; number < count; number = next++) {
            task(number);
        }
    };
    std::vector<std::thread> threads;
    for (unsigned core = 1; core < std::thread::hardware_concurrency(); ++core) {
        threads.emplace_back(work);
    }
    work();
    for (std::thread &thread : threads) {
        thread.join();
    }
}

} // namespace exactk::exhaustive
