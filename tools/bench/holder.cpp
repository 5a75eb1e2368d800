// Starts the holder, waits for it with a limit, and releases it.
// Spec: contract/C15. Layer: tools/bench.
#include "holder.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "company.hpp"
#include "session.hpp"

namespace exactk::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto arrival_limit =
    std::chrono::seconds(2); // convention: placing CTAs on an idle device takes microseconds
constexpr auto replay_limit = std::chrono::seconds(
    2); // convention: hundreds of times the longest replay, and a tenth of hold_seconds_max

std::uint32_t read(std::uint32_t &word) {
    return std::atomic_ref<std::uint32_t>(word).load(std::memory_order_acquire);
}

/// Whether `done` came true before the limit.
template <typename Done> bool await(Clock::duration limit, const Done &done) {
    const Clock::time_point begin = Clock::now();
    while (!done()) {
        if (Clock::now() - begin > limit) {
            return false;
        }
        std::this_thread::yield();
    }
    return true;
}

} // namespace

Holder::Holder(const device::Profile &profile)
    : sms_max_(profile.sms), shared_bytes_(static_cast<int>(profile.shared_bytes_optin)) {
    int ctas_per_sm = 0;
    EXACTK_CHECK_CUDA(prepare_holder(shared_bytes_, ctas_per_sm));
    // Each CTA of any kernel takes some shared memory of its SM, so an SM without any left takes no CTA.
    const std::int64_t left = profile.shared_bytes_sm - profile.shared_bytes_optin;
    constexpr std::int64_t reserve = 1024; // bound: what CUDA takes of an SM's shared memory per CTA
    if (ctas_per_sm != 1 || left >= 2 * reserve) {
        std::fprintf(stderr, "error: holder_leaves_room: %d CTAs of %d bytes fit an SM, which has %lld\n",
                     ctas_per_sm, shared_bytes_, static_cast<long long>(profile.shared_bytes_sm));
        std::exit(1);
    }
    const std::size_t count = 1 + 2 * static_cast<std::size_t>(sms_max_);
    void *memory = nullptr;
    EXACTK_CHECK_CUDA(cudaHostAlloc(&memory, count * sizeof(std::uint32_t), cudaHostAllocMapped));
    words_ = static_cast<std::uint32_t *>(memory);
    std::fill(words_, words_ + count, 0u);
    EXACTK_CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

Holder::~Holder() {
    EXACTK_CHECK_CUDA(cudaStreamDestroy(stream_));
    EXACTK_CHECK_CUDA(cudaFreeHost(words_));
}

int Holder::held() const {
    int count = 0;
    for (int number = 0; number < sms_; ++number) {
        count += read(words_[1 + number]) == turn_ ? 1 : 0;
    }
    return count;
}

void Holder::hold(int sms) {
    EXACTK_CHECK_CUDA(cudaDeviceSynchronize());
    sms_ = std::min(sms, sms_max_);
    ++turn_;
    void *device_words = nullptr;
    EXACTK_CHECK_CUDA(cudaHostGetDevicePointer(&device_words, words_, 0));
    auto *const seen = static_cast<std::uint32_t *>(device_words);
    const HolderWords words{seen, seen + 1, seen + 1 + sms_max_};
    EXACTK_CHECK_CUDA(launch_holder(words, turn_, sms_, shared_bytes_, stream_));
    if (!await(arrival_limit, [this] { return held() == sms_; })) {
        const int placed = held();
        release();
        std::fprintf(stderr, "error: holder_not_resident: %d of %d CTAs were placed in time\n", placed, sms_);
        std::exit(1);
    }
}

bool Holder::release() {
    std::atomic_ref<std::uint32_t>(words_[0]).store(turn_, std::memory_order_seq_cst);
    EXACTK_CHECK_CUDA(cudaStreamSynchronize(stream_));
    std::uint32_t *const overdue = words_ + 1 + sms_max_;
    return std::none_of(overdue, overdue + sms_, [this](std::uint32_t &word) { return read(word) == turn_; });
}

HeldReplay replay_held(Session &session, TimedGraph &graph, int sms, bool keep) {
    Holder &holder = session.holder();
    holder.hold(sms);
    graph.start();
    const bool ended = await(replay_limit, [&graph] { return graph.ended(); });
    const bool held_to_the_end = holder.release();
    HeldReplay replay;
    if (ended && held_to_the_end) {
        replay.us = graph.finish(keep);
        return replay;
    }
    graph.kept().clear();
    replay.us = graph.finish(!ended && held_to_the_end);
    replay.status = held_to_the_end ? "waited for the holder" : "the holder left before it was released";
    return replay;
}

} // namespace exactk::bench
