// Counts cases, prints failures, and notices when the device is lost.
// Spec: contract/C1 to C18. Layer: proptests/device.
#include "runner.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#include <cuda_runtime.h>

#include <exactk/contract/text.hpp>

namespace exactk::device_tests {

namespace {

/// Failing cases printed per suite; all are counted.
constexpr std::int64_t failures_shown_max = 20; // convention: what a person reads; the rest is usually alike

void closing_line(std::int64_t passed, std::int64_t failed) {
    std::printf("%lld passed, %lld failed\n", static_cast<long long>(passed), static_cast<long long>(failed));
    std::fflush(stdout);
}

} // namespace

void Context::begin_suite(const std::string &name) {
    suite_ = name;
    suite_passed_ = suite_failed_ = 0;
    suite_left_out_.clear();
}

void Context::end_suite(double seconds) {
    if (suite_failed_ > failures_shown_max) {
        std::printf("%s: %lld more failures are not shown\n", suite_.c_str(),
                    static_cast<long long>(suite_failed_ - failures_shown_max));
    }
    if (suite_passed_ + suite_failed_ == 0) {
        // A suite in which nothing ran must not look like one in which all was well.
        fail("suite", "no case ran");
    }
    std::int64_t left_out = 0;
    for (const auto &[reason, entry] : suite_left_out_) {
        left_out += entry.first;
        std::printf("left out of %s: %lld, such as \"%s\": %s\n", suite_.c_str(),
                    static_cast<long long>(entry.first), entry.second.c_str(), reason.c_str());
    }
    std::printf("suite %-10s %8lld passed %8lld failed %8lld left out %8.1f s\n", suite_.c_str(),
                static_cast<long long>(suite_passed_), static_cast<long long>(suite_failed_),
                static_cast<long long>(left_out), seconds);
    std::fflush(stdout);
}

void Context::fail(const std::string &name, const std::string &what) {
    ++failed_;
    ++suite_failed_;
    if (suite_failed_ <= failures_shown_max) {
        std::printf("FAILED %s: %s: %s\n", suite_.c_str(), name.c_str(), what.c_str());
        std::fflush(stdout);
    }
}

void Context::run(const std::string &name, const std::function<std::string()> &body) {
    if (lost_) {
        fail(name, "not run: the device was lost in an earlier case");
        return;
    }
    std::string problem;
    try {
        problem = body();
    } catch (const std::exception &error) {
        problem = error.what();
    }
    // Whatever the body forgot to ask for shows here; an error that stays has lost the device.
    const cudaError_t late = cudaDeviceSynchronize();
    if (late != cudaSuccess) {
        problem += std::string(problem.empty() ? "" : "; ") + "then " + cudaGetErrorName(late);
        (void)cudaGetLastError();
        lost_ = cudaDeviceSynchronize() != cudaSuccess;
    }
    (void)cudaGetLastError(); // an error of a call that failed as it should is not the next case's
    if (!problem.empty()) {
        fail(name, problem);
        return;
    }
    ++passed_;
    ++suite_passed_;
}

void Context::left_out(const std::string &name, const std::string &reason) {
    std::pair<std::int64_t, std::string> &entry = suite_left_out_[reason];
    if (++entry.first == 1) {
        entry.second = name;
    }
}

void Context::note(const std::string &text) {
    std::printf("%s: %s\n", suite_.c_str(), text.c_str());
    std::fflush(stdout);
}

int run_suites(const std::vector<Suite> &suites, const Settings &settings) {
    if (settings.list) {
        for (const Suite &suite : suites) {
            std::printf("%-10s %s\n", suite.name, suite.description);
        }
        return 0;
    }
    int devices = 0;
    const cudaError_t found = cudaGetDeviceCount(&devices);
    if (found != cudaSuccess || devices == 0) {
        std::printf("no GPU here (%s): nothing was run\n", cudaGetErrorName(found));
        closing_line(0, settings.allow_no_device ? 0 : 1);
        return settings.allow_no_device ? 0 : 1;
    }
    device::Profile profile;
    const Status status = device::query_profile(0, profile);
    if (status.code != StatusCode::ok) {
        std::printf("FAILED query_profile: %s\n", describe(status).c_str());
        closing_line(0, 1);
        return 1;
    }
    if (!settings.profile.empty()) {
        profile = *device::find_profile(settings.profile); // the command line has looked it up
    }
    std::printf("device %s: compute capability %d, %d SMs, clusters up to %d; seed %llu\n", profile.name,
                profile.compute_capability, profile.sms, profile.cluster_ctas_max,
                static_cast<unsigned long long>(settings.seed));
    Context context(settings, profile);
    for (const Suite &suite : suites) {
        const std::vector<std::string> &chosen = settings.suites;
        if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), suite.name) == chosen.end()) {
            continue;
        }
        const auto start = std::chrono::steady_clock::now();
        context.begin_suite(suite.name);
        try {
            suite.run(context);
        } catch (const std::exception &error) {
            const std::string what = error.what();
            context.run("outside of cases", [&] { return what; });
        }
        context.end_suite(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    closing_line(context.passed(), context.failed());
    return context.failed() == 0 && context.passed() > 0 ? 0 : 1;
}

} // namespace exactk::device_tests
