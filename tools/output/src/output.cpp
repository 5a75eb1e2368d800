// Probes names for files, and writes texts under a temporary name.
// Spec: contract/C18. Layer: tools/output.
#include <exactk/output.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace exactk::output {

namespace {

namespace fs = std::filesystem;

constexpr int temporary_names_max = 1000; // convention: more leftovers than this mean that something is wrong

std::string with_reason(const char *what) { return std::string(what) + ": " + std::strerror(errno); }

/// Creates a file that was not there beside this name, with the mode that the user's umask gives; -1 if none can be.
int create_beside(const std::string &path, std::string &temporary) {
    for (int attempt = 0; attempt < temporary_names_max; ++attempt) {
        temporary = path + ".tmp-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
        const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) {
            return file;
        }
    }
    return -1;
}

/// The file that a name leads to; says what is wrong with it, or "".
std::string target_of(const std::string &path, std::string &target) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    const bool exists = fs::exists(status);
    if (exists && !fs::is_regular_file(status)) {
        return "is no regular file";
    }
    if (!exists && fs::is_symlink(fs::symlink_status(path, error))) {
        return "is a link that leads to no file";
    }
    target = exists ? fs::canonical(path, error).string() : path;
    return target.empty() || target.back() == '/' ? "is no usable file name" : "";
}

bool write_all(int file, const std::string &text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = ::write(file, text.data() + done, text.size() - done);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        done += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
    return true;
}

/// Makes a file of that name in passing.
std::string probe(const std::string &path) {
    std::string temporary;
    const int file = create_beside(path, temporary);
    if (file < 0) {
        return with_reason("cannot be created");
    }
    close(file);
    unlink(temporary.c_str());
    return "";
}

} // namespace

std::string why_unwritable(const std::string &path) {
    std::string target;
    const std::string problem = target_of(path, target);
    return problem.empty() ? probe(target) : problem;
}

std::string write_whole(const std::string &path, const std::string &text) {
    std::string target;
    if (std::string problem = target_of(path, target); !problem.empty()) {
        return problem;
    }
    std::string temporary;
    const int file = create_beside(target, temporary);
    if (file < 0) {
        return with_reason("cannot be created");
    }
    std::string problem = write_all(file, text) ? "" : with_reason("cannot be written");
    if (close(file) != 0 && problem.empty()) {
        problem = with_reason("cannot be written");
    }
    if (problem.empty() && std::rename(temporary.c_str(), target.c_str()) != 0) {
        problem = with_reason("cannot be replaced");
    }
    if (!problem.empty()) {
        unlink(temporary.c_str());
    }
    return problem;
}

std::string why_no_folder(const std::string &folder) {
    std::error_code error;
    fs::path nearest = fs::absolute(folder, error).lexically_normal();
    while (!fs::exists(fs::symlink_status(nearest, error)) && nearest.has_relative_path()) {
        nearest = nearest.parent_path();
    }
    if (!fs::is_directory(nearest, error)) {
        return nearest.string() + " is no folder";
    }
    const std::string problem = probe((nearest / "exactk").string());
    return problem.empty() ? "" : "a file in " + nearest.string() + " " + problem;
}

bool same_file(const std::string &one, const std::string &other) {
    std::error_code error;
    if (fs::equivalent(one, other, error) && !error) {
        return true;
    }
    const auto place = [&error](const std::string &path) {
        fs::path found = fs::weakly_canonical(fs::absolute(path, error), error);
        return found.has_filename() ? found : found.parent_path(); // "cases/" is "cases"
    };
    return place(one) == place(other);
}

} // namespace exactk::output
