// Makes cases from problems in memory and files from cases.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#include <exactk/casefile/store.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace exactk::casefile {

namespace {

constexpr int names_max = 10000; // convention: more files of one name mean that something is wrong

std::string system_word() { return std::strerror(errno); }

/// The whole file, or false.
bool read_file(const std::string &path, std::string &text) {
    std::ifstream file(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    return file.is_open() && !file.bad();
}

std::string file_name(const std::string &stem) {
    std::string name;
    for (const char letter : stem) {
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                           (letter >= '0' && letter <= '9') || letter == '_' || letter == '.';
        name += plain ? letter : '-';
    }
    return name;
}

/// Writes to a file that was just made; what cannot be written whole does not stay.
std::string write_all(int file, const std::string &path, const std::string &text) {
    std::size_t done = 0;
    std::string reason;
    while (done < text.size() && reason.empty()) {
        const ssize_t written = ::write(file, text.data() + done, text.size() - done);
        if (written >= 0) {
            done += static_cast<std::size_t>(written);
        } else if (errno != EINTR) {
            reason = path + " cannot be written: " + system_word();
        }
    }
    if (::close(file) != 0 && reason.empty()) {
        reason = path + " cannot be written: " + system_word();
    }
    if (!reason.empty()) {
        ::unlink(path.c_str());
    }
    return reason;
}

} // namespace

Defect from_problem(const Problem &problem, const Plan &plan, std::int64_t only_row, CaseFile &out) {
    out = CaseFile{};
    const std::int64_t first = std::max<std::int64_t>(only_row, 0);
    out.type = problem.type;
    out.rows = only_row >= 0 ? 1 : problem.rows;
    out.width = problem.width;
    out.pitch = problem.pitch;
    out.k = problem.k;
    out.options = problem.options;
    out.wants_scores = true;
    out.wants_facts = true;
    out.plan = plan;
    const std::int64_t element = score_bytes[static_cast<int>(problem.type)];
    const auto address = reinterpret_cast<std::uintptr_t>(problem.scores);
    out.offset = static_cast<std::int64_t>(address % 64) / element; // bound: the line that offsets count from
    std::int64_t listed = 0;
    for (std::int64_t row = first; row < first + out.rows; ++row) {
        if (problem.lengths != nullptr) {
            out.lengths.push_back(problem.lengths[row]);
        }
        const std::int64_t n = out.n(row - first);
        listed += n;
        if (listed > listed_max) {
            return {DefectKind::out_of_range, 0,
                    "more than " + std::to_string(listed_max) +
                        " scores, which is what a case file can hold"};
        }
        const auto *source = static_cast<const std::byte *>(problem.scores) + row * problem.pitch * element;
        std::vector<std::uint32_t> bits(static_cast<std::size_t>(n));
        for (std::uint32_t &one : bits) {
            std::memcpy(&one, source, static_cast<std::size_t>(element)); // little-endian machines only
            source += element;
        }
        out.scores.push_back(std::move(bits));
    }
    return check(out);
}

Stored store(const CaseFile &one, const std::string &folder, const std::string &stem) {
    if (const Defect bad = check(one)) {
        return {"", describe(bad)};
    }
    const std::string text = print(one);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return {"", folder + " cannot be made: " + error.message()};
    }
    const std::string base = (std::filesystem::path(folder) / file_name(stem)).string();
    for (int number = 1; number <= names_max; ++number) {
        const std::string path = base + (number == 1 ? "" : "-" + std::to_string(number)) + ".case";
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) {
            const std::string reason = write_all(file, path, text);
            return {reason.empty() ? path : "", reason};
        }
        if (errno != EEXIST) {
            return {"", path + " cannot be made: " + system_word()};
        }
        std::string before;
        if (read_file(path, before) && before == text) {
            return {path, ""};
        }
    }
    return {"", base + ".case and " + std::to_string(names_max - 1) + " more names are taken"};
}

Stored store_schedule(const Problem &problem, const Plan &plan, const std::string &token,
                      const std::string &note, const std::string &folder, const std::string &stem) {
    CaseFile one;
    if (const Defect bad = from_problem(problem, plan, -1, one)) {
        return {"", describe(bad)};
    }
    one.schedule = token;
    one.note = as_note(note);
    return store(one, folder, stem);
}

Defect load(const std::string &path, CaseFile &out) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::is_regular_file(status)) {
        return {DefectKind::malformed_line, 0,
                std::filesystem::exists(status) ? "it is no regular file" : "there is no such file"};
    }
    if (std::filesystem::file_size(path, error) > file_bytes_max) {
        return {DefectKind::malformed_line, 0,
                "it is larger than " + std::to_string(file_bytes_max) + " bytes; is it a case file?"};
    }
    std::string text;
    if (!read_file(path, text)) {
        return {DefectKind::malformed_line, 0, "it cannot be read: " + system_word()};
    }
    return parse(text, out);
}

} // namespace exactk::casefile
