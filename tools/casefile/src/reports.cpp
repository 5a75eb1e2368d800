// Makes the rows of public bug reports by their formulas.
// Spec: contract/C3 C4. Layer: tools/casefile.
#include "reports.hpp"

#include <bit>

namespace exactk::casefile {

namespace {

constexpr std::uint32_t quiet_nan = 0x7FC00000u; // bound: the default NaN of IEEE 754 binary32

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// 100 rising winners among zeros: more ties than a tie list holds.
std::uint32_t a5(std::uint64_t i) {
    return bits_of(i % 83 == 7 && i < 8300 ? 1.0f + static_cast<float>(i) / 128.0f : 0.0f);
}

/// bfloat16: sixty-four values, each as often as the others.
std::uint32_t a6(std::uint64_t i) { return bits_of(static_cast<float>(i % 64) / 64.0f) >> 16; }

/// 1024 winners, a plateau of 20000 ones, the rest below.
std::uint32_t a8(std::uint64_t i) {
    const std::uint64_t p = 29 * i % 131072;
    return bits_of(p < 1024 ? 2.0f + static_cast<float>(p) / 131072.0f : p < 21024 ? 1.0f : -1.0f);
}

/// 3000 of 4096 scores are NaN.
std::uint32_t d4(std::uint64_t i) {
    return 11 * i % 4096 < 3000 ? quiet_nan : bits_of(static_cast<float>(i));
}

/// A hundred values: ties at every cut.
std::uint32_t f3(std::uint64_t i) {
    // i is below 2^31 and so 7 i^2 below 2^65; the row is at most 65536 long in the report, the rest wraps around.
    return bits_of(static_cast<float>((7 * i * i + i) % 65521 / 650));
}

/// 705 distinct fractions in no order; a division is rounded in one way only.
std::uint32_t g4(std::uint64_t i) { return bits_of(static_cast<float>(263 * i % 705) / 7.0f); }

/// Five infinities among zeros.
std::uint32_t a5_inf(std::uint64_t i) {
    return i == 8000 || i == 8001 || i == 8100 || i == 8200 || i == 8319
               ? positive_infinity_bits[static_cast<int>(ScoreType::float32)]
               : 0u;
}

struct Report {
    const char *name;
    ScoreType type;
    std::uint32_t (*bits)(std::uint64_t);
};

constexpr ScoreType f32 = ScoreType::float32;
constexpr Report reports[] = {{"A5", f32, a5}, {"A5inf", f32, a5_inf}, {"A6", ScoreType::bfloat16, a6},
                              {"A8", f32, a8}, {"D4", f32, d4},        {"F3", f32, f3},
                              {"G4", f32, g4}};

const Report *find_report(const std::string &name) {
    for (const Report &report : reports) {
        if (name == report.name) {
            return &report;
        }
    }
    return nullptr;
}

} // namespace

bool is_report(const std::string &name) { return find_report(name) != nullptr; }

Defect make_report(const CaseFile &one, std::vector<std::uint32_t> &bits) {
    const Report *report = find_report(one.generator.arguments[0]);
    if (report->type != one.type) {
        return {DefectKind::bad_generator, 0,
                std::string("report ") + report->name + " is about " +
                    score_type_names[static_cast<int>(report->type)]};
    }
    for (std::size_t i = 0; i < bits.size(); ++i) {
        bits[i] = report->bits(i);
    }
    return {};
}

} // namespace exactk::casefile
