// Numbers and objects as the reports write them.
// Spec: contract/C12 C13. Layer: tools/cli.
#include "text.hpp"

#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/contract/certificate.hpp>

namespace exactk::cli {

namespace {

float half_to_float(std::uint32_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    const std::uint32_t exponent = bits >> 10 & 0x1Fu;
    const std::uint32_t fraction = bits & 0x3FFu;
    if (exponent == 0) {
        // A multiple of 2^-24, which is a normal float32, so flush-to-zero modes do not touch it.
        const float magnitude = static_cast<float>(fraction) * 0x1p-24f; // bound: least float16 above 0
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112; // bound: biases 15 and 127
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

float to_float(ScoreType type, std::uint32_t bits) {
    switch (type) {
    case ScoreType::float32: return std::bit_cast<float>(bits);
    case ScoreType::float16: return half_to_float(bits);
    case ScoreType::bfloat16: return std::bit_cast<float>(bits << 16);
    }
    return 0.0f;
}

bool is_nan_pattern(float value) {
    return (std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFFu) > 0x7F800000u; // bound: IEEE 754
}

} // namespace

std::string decimal(ScoreType type, std::uint32_t bits) {
    const float value = to_float(type, bits);
    return is_nan_pattern(value) ? "nan" : fmt::format("{}", value);
}

std::string hex(std::uint64_t value, int bits) { return fmt::format("0x{:0{}X}", value, (bits + 3) / 4); }

std::string hex_bits(ScoreType type, std::uint32_t bits) {
    return hex(bits, score_bits[static_cast<int>(type)]);
}

std::string status_names(std::uint32_t status) {
    struct Named {
        RowStatus bit;
        const char *name;
    };
    constexpr Named names[] = {
        {row_empty, "EMPTY"},
        {row_all_selected, "ALL_SELECTED"},
        {row_nan_present, "NAN_PRESENT"},
        {row_inf_present, "INF_PRESENT"},
        {row_length_clamped, "LENGTH_CLAMPED"},
        {row_boundary_tie, "BOUNDARY_TIE"},
    };
    std::string text;
    for (const Named &named : names) {
        if ((status & named.bit) == 0)
            continue;
        if (!text.empty())
            text += ' ';
        text += named.name;
    }
    return text;
}

std::string json_text(const nlohmann::ordered_json &json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace exactk::cli
