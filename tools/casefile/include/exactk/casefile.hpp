// A case in a small text file: a problem, a plan, what broke and what is right; read strictly, written in one way.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>

namespace exactk::casefile {

/// Newest version of the format; this library reads all. A file's first line has the oldest in which the case can be
/// said, so that older programs read what they can: 2 for a case that names a law or an implementation, else 1.
inline constexpr int format_version = 2; // convention: counted up by every change of meaning

/// Limits of what a file can hold. What is beyond them belongs into `.npy` files.
inline constexpr std::int64_t rows_max = 16777216;      // convention: 2^24, far above any grid dimension
inline constexpr std::int64_t elements_max = 268435456; // convention: rows * pitch, 1 GiB of float32
inline constexpr std::int64_t slots_max = 67108864;     // convention: rows * (k + gap), 256 MiB of indices
inline constexpr std::int64_t listed_max = 1048576;     // convention: scores or indices spelled out
inline constexpr std::int64_t offset_max = 63;          // convention: beyond the longest line, in elements
inline constexpr std::int64_t gap_max = 65536;          // convention: any gap shows what a gap shows
inline constexpr std::size_t note_length_max = 400;     // convention: a few lines on a screen
inline constexpr std::size_t schedule_length_max = 512; // convention: keeps a file near 1 KB
inline constexpr std::size_t name_length_max = 64;      // convention: names are words
inline constexpr std::size_t file_bytes_max = 67108864; // convention: far above two full lists

/// A row's scores by name instead of by bits: made again wherever the file is read, and held to `hash`.
struct Generator {
    std::string name;                   ///< one of generator_names()
    std::vector<std::string> arguments; ///< words, as docs/case-files.md says for each name
    /// FNV-1a (64 bits) of the rows' bits in [0, n), row by row, each score little end first: a generator that has
    /// changed since the file was written is an error, not another case.
    std::uint64_t hash = 0;

    friend bool operator==(const Generator &, const Generator &) = default;
};

/// What the file says is right.
struct Expected {
    enum class Kind : std::uint8_t { none = 0, indices = 1, digests = 2 } kind = Kind::none;
    std::vector<std::vector<std::int32_t>> indices; ///< [rows][k]
    std::vector<std::uint64_t> digests;             ///< [rows] of C14

    friend bool operator==(const Expected &, const Expected &) = default;
};

/// One case. Plain data; parse() gives only cases that C18 does not refuse.
struct CaseFile {
    std::string note;         ///< printable ASCII, no blank at either end; empty: none
    std::vector<int> clauses; ///< numbers of the broken clauses, ascending, e.g. {3, 5}; empty: none named

    std::string law;            ///< the law that was broken, a word that is opaque here; empty: none
    std::uint64_t law_seed = 0; ///< what the law drew from; without a law it has no meaning
    std::string implementation; ///< which implementation was at fault, likewise; empty: none named

    ScoreType type = ScoreType::float32;
    std::int64_t rows = 1; ///< at least 1
    std::int64_t width = 0;
    std::int64_t pitch = 0;
    std::int64_t offset = 0;           ///< elements from a 64-byte boundary to the first score
    std::vector<std::int32_t> lengths; ///< [rows]; empty: none given
    std::int64_t k = 0;
    Options options;
    bool wants_scores = false;   ///< output scores are asked for
    bool wants_facts = false;    ///< certificates, status and digests are asked for
    std::int64_t output_gap = 0; ///< elements between k and the output pitches

    Plan plan;            ///< for what follows a plan; the others do not look at it
    std::string schedule; ///< token of `exactk explore`, opaque here; empty: none

    bool generated = false;
    Generator generator;                            ///< if `generated`
    std::vector<std::vector<std::uint32_t>> scores; ///< else [rows][n]: bit patterns in the low bits

    Expected expected;

    /// The version of the format that this case is written in.
    int version() const;
    /// A row's n (C1).
    std::int64_t n(std::int64_t row) const;
    /// Fields without a meaning are not compared: fill bits that are not given, a threshold that is not forced,
    /// a seed without a law.
    friend bool operator==(const CaseFile &, const CaseFile &);
};

/// How a text or a case failed. The names stand in messages and do not change.
enum class DefectKind : std::uint8_t {
    none = 0,
    malformed_line,      ///< not ASCII, no line feed at the end, stray blanks, too long
    bad_first_line,      ///< not a case file
    unsupported_version, ///< a case file of another version
    unknown_key,
    duplicate_key,
    missing_key,
    malformed_value, ///< a value that cannot be read
    out_of_range,    ///< a number outside its limits
    wrong_count,     ///< a list of another length than other lines demand
    illegal_plan,    ///< digits, bounds or a filter that no implementation takes
    bad_generator,   ///< unknown, wrong arguments, or it makes other rows than the file was written for
    unsupported,     ///< sound, but this build cannot make it
};

/// What is wrong, where, and what to do.
struct [[nodiscard]] Defect {
    DefectKind kind = DefectKind::none;
    int line = 0; ///< from 1; 0: no line is at fault
    std::string what;

    explicit operator bool() const { return kind != DefectKind::none; }
};

const char *name(DefectKind kind);
/// "line 7: out_of_range: k is -1; the limit is 0".
std::string describe(const Defect &defect);

/// Reads a text. Unless it is without defect, `out` is not to be used.
Defect parse(std::string_view text, CaseFile &out);

/// The text of a case, the only one of its kind: parse(print(c)) is c, and print of what a printed text is read as is
/// that text. Of a case that check() does not pass, the text is not one that parse() takes.
std::string print(const CaseFile &one);

/// Whether a case made by a program is one that a file can hold.
Defect check(const CaseFile &one);

/// A note's text from any other: printable ASCII, cut to note_length_max.
std::string as_note(std::string_view text);

/// FNV-1a of Generator::hash, begun with `hash_start` and continued over words of `bytes` bytes.
inline constexpr std::uint64_t hash_start = 0xCBF29CE484222325u; // bound: FNV-1a's offset basis
std::uint64_t add_to_hash(std::uint64_t hash, std::uint32_t bits, int bytes);

/// Digest of a row of indices (C14).
std::uint64_t row_digest(const std::int32_t *indices, std::int64_t k);

} // namespace exactk::casefile
