// Replays all case files of a folder on every implementation of this build and prints the bytes of all outputs as hashes.
// Spec: contract/C1 to C15. Layer: proptests/casefile.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/laws/replay.hpp>

namespace {

using namespace exactk;

constexpr std::size_t file_bytes_wanted = 2048; // convention: a case that was shrunk has about half of it

template <class Value> std::uint64_t add(std::uint64_t hash, const std::vector<Value> &values) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(values.data());
    for (std::size_t byte = 0; byte < values.size() * sizeof(Value); ++byte) {
        hash = casefile::add_to_hash(hash, bytes[byte], 1);
    }
    return casefile::add_to_hash(hash, static_cast<std::uint32_t>(values.size()), 4);
}

std::uint64_t hash_of(const subject::Recorded &outputs) {
    std::uint64_t hash = add(casefile::hash_start, outputs.indices);
    hash = add(hash, outputs.scores);
    hash = add(hash, outputs.certificates);
    hash = add(hash, outputs.status);
    return add(hash, outputs.digests);
}

/// The file's own problems: unreadable, not as it would be printed, too long, or without an answer to hold others to.
std::string problem_of(const std::string &path, casefile::CaseFile &one) {
    if (const casefile::Defect bad = casefile::load(path, one)) {
        return casefile::describe(bad);
    }
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (casefile::print(one) != text) {
        return "is not written as a case is printed";
    }
    if (text.size() > file_bytes_wanted) {
        return "is longer than " + std::to_string(file_bytes_wanted) + " bytes; use a generator";
    }
    if (one.expected.kind == casefile::Expected::Kind::none || one.clauses.empty() || one.note.empty()) {
        return "has no note, no clause or no expected answer";
    }
    return "";
}

struct Tally {
    int passed = 0;
    int failed = 0;
    int not_run = 0;
};

void replay_file(const std::string &path, const std::vector<const Implementation *> &list, Tally &tally) {
    const std::string name = std::filesystem::path(path).filename().string();
    casefile::CaseFile one;
    std::unique_ptr<casefile::Input> input;
    std::string problem = problem_of(path, one);
    if (problem.empty()) {
        const casefile::Defect bad = casefile::materialise(one, input);
        problem = bad ? casefile::describe(bad) : "";
    }
    if (!problem.empty()) {
        std::printf("%s FAILED: %s\n", name.c_str(), problem.c_str());
        ++tally.failed;
        return;
    }
    std::vector<casefile::Run> runs = casefile::replay(one, *input, list);
    for (casefile::Run &run : laws::replay_law(one, list)) {
        run.implementation += " law " + run.law;
        runs.push_back(std::move(run));
    }
    if (!laws::unknown_law(one).empty()) {
        std::printf("%s FAILED: %s\n", name.c_str(), laws::unknown_law(one).c_str());
        ++tally.failed;
    }
    for (const casefile::Run &run : runs) {
        tally.passed += run.result == casefile::Run::Result::passed ? 1 : 0;
        tally.failed += run.result == casefile::Run::Result::failed ? 1 : 0;
        tally.not_run += run.result == casefile::Run::Result::not_run ? 1 : 0;
        std::printf("%s %s %s %016" PRIX64, name.c_str(), run.implementation.c_str(),
                    casefile::name(run.result), hash_of(run.recorded));
        for (const std::string &word : run.words) {
            std::printf("; %s", word.c_str());
        }
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: replay_outputs FOLDER\n");
        return 2;
    }
    std::vector<std::string> files;
    for (const auto &entry : std::filesystem::directory_iterator(argv[1])) {
        if (entry.path().extension() == ".case") {
            files.push_back(entry.path().string());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<const Implementation *> list;
    for (const Implementation &implementation : implementations()) {
        list.push_back(&implementation);
    }
    Tally tally;
    for (const std::string &file : files) {
        replay_file(file, list, tally);
    }
    std::printf("%zu files: %d passed, %d failed, %d not run\n", files.size(), tally.passed, tally.failed,
                tally.not_run);
    return !files.empty() && tally.passed > 0 && tally.failed == 0 ? 0 : 1;
}
