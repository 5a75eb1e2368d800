// Input files as the contract's data: scores with their type, lengths, and checks of memory.
// Spec: contract/C1 C2 C11 C18. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/dump.hpp>
#include <exactk/npy.hpp>

namespace exactk::cli {

/// Loads a file or throws Refusal: exit 3 for element types that no command reads, exit 2 for anything else.
npy::Array load(const std::string &path);

/// The same for lengths [rows], of int32 or int64.
npy::Array load_lengths_array(const std::string &path, std::int64_t rows);

/// Scores [rows, width], or [width] for one row; pitch is the width.
struct Scores {
    npy::Array array;
    ScoreType type = ScoreType::float32;
    std::int64_t rows = 0;
    std::int64_t width = 0;
};

/// `dtype` is empty, f32, f16 or bf16. Throws Refusal.
Scores load_scores(const std::string &path, const std::string &dtype);

/// Lengths [rows] as int32, saturated: the clamp of C1 makes the two equivalent. Empty path: none.
std::vector<std::int32_t> load_lengths(const std::string &path, std::int64_t rows);

/// Throws Refusal if k is outside C2.
void check_k(std::int64_t k);

/// A problem over loaded files, which must outlive it. Throws Refusal if k is outside C2.
Problem make_problem(const Scores &scores, const std::vector<std::int32_t> &lengths, std::int64_t k,
                     const Options &options);

/// A loaded file as the tensor of a dump's entry; `path` is what messages name it.
dump::Tensor tensor(npy::Array &&array, const std::string &path);

/// Throws Refusal with the defect's words, if it is one.
void refuse_if(const dump::Defect &bad);

/// Element type of a file that holds scores of this type.
npy::Element element_of(ScoreType type);

/// rows * each * bytes, or a Refusal if that is more than this machine's memory.
std::size_t output_bytes(std::int64_t rows, std::int64_t each, std::int64_t bytes);

} // namespace exactk::cli
