// Exact top-k of every row of a batch on one CPU thread: the library's fallback where there is no device.
// Spec: contract/C1 to C18, algorithm/S0 to S12. Layer: reference/cpu.
#pragma once

#include <cstdint>

#include <exactk/contract/options.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/contract/status.hpp>

namespace exactk::cpu {

/// Finds the top k of each row and writes indices and whatever else `outputs` asks for.
///
/// Shapes. `problem.scores` is [rows, width] with `pitch`, `problem.lengths` [rows] or null,
/// `outputs.indices` [rows, k] with `index_pitch`, `outputs.scores` [rows, k] with `score_pitch` or null;
/// `certificates`, `status` and `digests` are [rows] or null. All pitches count elements, not bytes. k may
/// exceed the width; every one of the k slots of every row is written, the gaps up to the pitch are not
/// touched.
///
/// Alignment. Every base pointer is aligned to its own element (2 or 4 bytes for scores, 4 for indices,
/// lengths and status, 8 for certificates and digests); rows need no more than that.
///
/// Reads. No element outside [0, n) of a row is read. A row with n <= k reads no score at all unless output
/// scores, certificates, status or rank order are asked for.
///
/// Errors. Before anything is written the call is refused, with the argument's name as in "problem.pitch" or
/// "outputs.indices", in this order: `unsupported_type`; `out_of_limits` (rows below 0, width or k outside
/// [0, 2^31-1]); `unknown_option`; `pitch_too_small` (pitch below the width, index_pitch below k, score_pitch
/// below k if scores are given); `null_pointer` (scores with rows and width above 0, indices with rows and k
/// above 0); `misaligned`; `extent_overflow` (((rows-1)*pitch + row) elements do not fit 2^63-1 bytes, or
/// run past the end of the address space; `value` is the pitch); `overlap` (an output's extent, its pitch
/// gaps included, meets that of the scores, the lengths or another output; `limit` is the other's address).
/// `out_of_memory`: no scratch memory; nothing was written then, for no row.
///
/// Complexity. O(n + k) per row; rank order adds O(m log m), where the m = min(k, n) selected elements and
/// nothing else are sorted. A row with n > k is read once if k is small against n, else twice, and then a few
/// times more in its shrinking survivors; values decide only how fast these thin. Certificates and status
/// read it once more.
///
/// Memory. One allocation per call at most of each: 4 bytes per element of the longest row with n > k > 0,
/// and for rank order 8 bytes per slot of the largest m. Memory not needed by the data at hand is never
/// touched. A few KiB of stack.
///
/// Threads. No global state and no threads of its own: calls whose outputs do not overlap may run at once,
/// also on the same scores. Only integer operations touch scores, so floating point modes cannot matter.
Status topk(const Problem &problem, const Outputs &outputs) noexcept;

/// Top k of float32 rows, in the argument order of a CUB or PyTorch call.
///
/// `scores` is [rows, width], row r beginning at scores + r * pitch; `indices` is [rows, k] with
/// `index_pitch`; `values`, if not null, is [rows, k] with `value_pitch` and gets the selected scores' own
/// bits; `lengths`, if not null, is [rows]. Pitches count elements. A refusal names arguments as the other
/// overload does: `values` is "outputs.scores", `value_pitch` "outputs.score_pitch". In all else the same.
Status topk(const float *scores, std::int64_t rows, std::int64_t width, std::int64_t pitch, std::int64_t k,
            std::int32_t *indices, std::int64_t index_pitch, float *values = nullptr,
            std::int64_t value_pitch = 0, const Options &options = {},
            const std::int32_t *lengths = nullptr) noexcept;

/// Top k of rows of 16-bit scores, given as their bit patterns; `type` says how to read them.
///
/// `type` is `ScoreType::float16` or `ScoreType::bfloat16`; anything else is refused as `unsupported_type`.
/// Shapes, pitches, alignment (2 bytes for scores and values), refusals and cost as above.
Status topk(const std::uint16_t *scores, ScoreType type, std::int64_t rows, std::int64_t width,
            std::int64_t pitch, std::int64_t k, std::int32_t *indices, std::int64_t index_pitch,
            std::uint16_t *values = nullptr, std::int64_t value_pitch = 0, const Options &options = {},
            const std::int32_t *lengths = nullptr) noexcept;

} // namespace exactk::cpu
