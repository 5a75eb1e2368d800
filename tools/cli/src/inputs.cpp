// Input files as the contract's data.
// Spec: contract/C1 C2 C11 C18. Layer: tools/cli.
#include "inputs.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include <exactk/cli/session.hpp>
#include <exactk/contract/text.hpp>

namespace exactk::cli {

namespace {

ScoreType score_type(const std::string &path, npy::Element element, const std::string &dtype) {
    struct Accepted {
        npy::Element element;
        const char *dtype;
        ScoreType type;
    };
    constexpr Accepted table[] = {{npy::Element::float32, "f32", ScoreType::float32},
                                  {npy::Element::float16, "f16", ScoreType::float16},
                                  {npy::Element::uint16, "bf16", ScoreType::bfloat16}};
    for (const Accepted &entry : table) {
        if (entry.element != element)
            continue;
        if (dtype.empty() && element == npy::Element::uint16)
            refuse(path + ": holds uint16 elements; pass --dtype bf16 if they are bfloat16 bit patterns");
        if (!dtype.empty() && dtype != entry.dtype)
            refuse(fmt::format("{}: --dtype {} does not match the file, which holds {} elements (--dtype {})",
                               path, dtype, npy::name(element), entry.dtype));
        return entry.type;
    }
    refuse_unsupported(fmt::format("{}: scores of type {} are not supported; known are float32, float16 and "
                                   "uint16 with --dtype bf16",
                                   path, npy::name(element)));
}

std::int32_t saturate(std::int64_t value) {
    constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t greatest = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::clamp(value, least, greatest));
}

} // namespace

npy::Array load(const std::string &path) {
    npy::Array array;
    if (const npy::Defect bad = array.load(path)) {
        const bool unsupported = bad.kind == npy::DefectKind::unsupported;
        throw Refusal{unsupported ? exit_inconclusive : exit_refused, describe(bad, path)};
    }
    return array;
}

Scores load_scores(const std::string &path, const std::string &dtype) {
    Scores scores;
    scores.array = load(path);
    scores.type = score_type(path, scores.array.element(), dtype);
    const std::vector<std::int64_t> &shape = scores.array.shape();
    if (shape.empty() || shape.size() > 2)
        refuse(fmt::format("{}: scores have shape {}; they must be [n] or [rows, n]", path,
                           npy::shape_text(shape)));
    scores.rows = shape.size() == 2 ? shape[0] : 1;
    scores.width = shape.back();
    if (scores.width > width_max)
        refuse(describe(Status{StatusCode::out_of_limits, "width", scores.width, width_max}));
    return scores;
}

npy::Array load_lengths_array(const std::string &path, std::int64_t rows) {
    npy::Array array = load(path);
    if (array.element() != npy::Element::int32 && array.element() != npy::Element::int64)
        refuse_unsupported(fmt::format("{}: lengths of type {} are not supported; known are int32 and int64",
                                       path, npy::name(array.element())));
    if (array.shape().size() != 1 || array.shape()[0] != rows)
        refuse(fmt::format("{}: lengths have shape {}; the scores have {} rows, so it must be [{}]", path,
                           npy::shape_text(array.shape()), rows, rows));
    return array;
}

std::vector<std::int32_t> load_lengths(const std::string &path, std::int64_t rows) {
    std::vector<std::int32_t> lengths;
    if (path.empty())
        return lengths;
    const npy::Array array = load_lengths_array(path, rows);
    const bool wide = array.element() == npy::Element::int64;
    lengths.resize(static_cast<std::size_t>(rows));
    const auto *from32 = reinterpret_cast<const std::int32_t *>(array.data());
    const auto *from64 = reinterpret_cast<const std::int64_t *>(array.data());
    for (std::size_t r = 0; r < lengths.size(); ++r)
        lengths[r] = wide ? saturate(from64[r]) : from32[r];
    return lengths;
}

void check_k(std::int64_t k) {
    if (k < 0 || k > k_max)
        refuse(describe(Status{StatusCode::out_of_limits, "k", k, k < 0 ? 0 : k_max}));
}

Problem make_problem(const Scores &scores, const std::vector<std::int32_t> &lengths, std::int64_t k,
                     const Options &options) {
    // Checked here too, since outputs of size k are allocated before any implementation is called.
    check_k(k);
    Problem problem;
    problem.scores = scores.array.data();
    problem.type = scores.type;
    problem.rows = scores.rows;
    problem.width = scores.width;
    problem.pitch = scores.width;
    problem.lengths = lengths.empty() ? nullptr : lengths.data();
    problem.k = k;
    problem.options = options;
    return problem;
}

dump::Tensor tensor(npy::Array &&array, const std::string &path) {
    return dump::tensor_of(std::make_shared<const npy::Array>(std::move(array)), path);
}

void refuse_if(const dump::Defect &bad) {
    if (bad)
        refuse(dump::describe(bad));
}

npy::Element element_of(ScoreType type) {
    switch (type) {
    case ScoreType::float32: return npy::Element::float32;
    case ScoreType::float16: return npy::Element::float16;
    case ScoreType::bfloat16: return npy::Element::uint16;
    }
    refuse("a score type without a file type");
}

std::size_t output_bytes(std::int64_t rows, std::int64_t each, std::int64_t bytes) {
    const long double memory =
        static_cast<long double>(sysconf(_SC_PHYS_PAGES)) * static_cast<long double>(sysconf(_SC_PAGESIZE));
    const long double wanted =
        static_cast<long double>(rows) * static_cast<long double>(each) * static_cast<long double>(bytes);
    if (wanted > memory)
        refuse(fmt::format("{} rows of {} outputs of {} bytes are more than the memory of this machine", rows,
                           each, bytes));
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(each) * static_cast<std::size_t>(bytes);
}

} // namespace exactk::cli
