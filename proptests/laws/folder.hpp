// A folder for what a test writes.
// Spec: contract/C15. Layer: proptests/laws.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include <unistd.h>

namespace testing {

/// A folder that goes when the test ends.
class Folder {
public:
    Folder() {
        static std::atomic<int> number{0};
        path_ = std::filesystem::temp_directory_path() /
                ("exactk-campaign-" + std::to_string(static_cast<long>(::getpid())) + "-" +
                 std::to_string(++number));
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    std::string operator/(const std::string &name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

} // namespace testing
