// Makes the lettered rows from their formulas and hashes answers.
// Spec: contract/C3 C4 C5. Layer: proptests/public_reports.
#include "lettered.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

#include <openssl/evp.h>

namespace exactk::public_reports {

namespace {

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

constexpr std::uint32_t quiet_nan = 0x7FC00000u; // bound: the default NaN of IEEE 754 binary32

/// A row of n patterns by formula.
template <class Formula> std::vector<std::uint32_t> row_of(std::int64_t n, Formula formula) {
    std::vector<std::uint32_t> row;
    row.reserve(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
        row.push_back(formula(static_cast<std::uint64_t>(i)));
    }
    return row;
}

/// bfloat16 patterns of numbers that bfloat16 holds exactly.
std::uint32_t exact_bfloat16(float value) { return bits_of(value) >> 16; }

std::vector<std::uint32_t> a1(std::int64_t n) {
    return row_of(n, [](std::uint64_t i) { return static_cast<std::uint32_t>(0x3F800000u + 125u * i); });
}

std::vector<std::uint32_t> a8() {
    return row_of(131072, [](std::uint64_t i) {
        const std::uint64_t p = (29 * i) % 131072;
        return bits_of(p < 1024 ? 2.0f + static_cast<float>(p) / 131072.0f : p < 21024 ? 1.0f : -1.0f);
    });
}

std::vector<std::uint32_t> d4() {
    return row_of(4096, [](std::uint64_t i) {
        return (11 * i) % 4096 < 3000 ? quiet_nan : bits_of(static_cast<float>(i));
    });
}

std::vector<std::uint32_t> floats(std::initializer_list<float> values) {
    std::vector<std::uint32_t> row;
    for (const float value : values) {
        row.push_back(bits_of(value));
    }
    return row;
}

std::vector<Lettered> make() {
    constexpr ScoreType f32 = ScoreType::float32;
    constexpr NanPolicy up = NanPolicy::largest;
    const std::uint32_t low = bits_of(-INFINITY);
    const auto ramp = [](float base, float step) {
        return [=](std::uint64_t i) { return bits_of(base + step * static_cast<float>(i)); };
    };
    std::vector<Lettered> list;
    list.push_back({"A1 n=16385", f32, a1(16385), 16385, 2048, up, 14337, 16384, "305ae539d823"});
    list.push_back({"A1 n=16384", f32, a1(16384), 16384, 2048, up, 14336, 16383, "624800105d83"});
    list.push_back({"A1 n=4097", f32, a1(4097), 4097, 512, up, 3585, 4096, "eac95a285204"});
    list.push_back({"A1 n=3709", f32, a1(3709), 3709, 512, up, 3197, 3708, "5f2ed854463f"});
    list.push_back({"A1p", f32,
                    row_of(32770,
                           [](std::uint64_t i) {
                               return static_cast<std::uint32_t>(0x3F800000u + 62u * ((5003 * i) % 32770));
                           }),
                    32770, 2048, up, 13, 32750, "b5baff597a7a"});
    list.push_back(
        {"A2", f32, row_of(4096, ramp(806736.0f, -1.0f)), 806736, 512, up, 0, 511, "d1db81dae1e4"});
    list.push_back(
        {"A2r8", f32, row_of(8192, ramp(798545.0f, 1.0f)), 8192, 512, up, 7680, 8191, "a536bb0ef225"});
    list.push_back({"A4", f32,
                    row_of(32768,
                           [](std::uint64_t i) {
                               return static_cast<std::uint32_t>(0x3F900000u | (((40503 * i) >> 4) & 0x3FFu));
                           }),
                    32768, 2048, up, 2, 32751, "8fc71b02e95b"});
    list.push_back({"A5", f32,
                    row_of(8320,
                           [](std::uint64_t i) {
                               return bits_of(i % 83 == 7 && i < 8300 ? 1.0f + static_cast<float>(i) / 128.0f
                                                                      : 0.0f);
                           }),
                    8320, 2048, up, 0, 8224, "5dfa18b681e8"});
    list.push_back(
        {"A6", ScoreType::bfloat16,
         row_of(65536, [](std::uint64_t i) { return exact_bfloat16(static_cast<float>(i % 64) / 64.0f); }),
         65536, 1024, up, 63, 65535, "e8b2f095641d"});
    list.push_back({"A8", f32, a8(), 131072, 2048, up, 0, 126587, "a9bd06044b79"});
    list.push_back({"F1 k=1", f32, floats({1, 2, 5, 4, 5}), 5, 1, up, 2, 2, "26b25d457597"});
    list.push_back({"F1 k=2", f32, floats({1, 2, 5, 4, 5}), 5, 2, up, 2, 4, "5821e0d4c400"});
    list.push_back(
        {"F3", f32,
         row_of(65536,
                [](std::uint64_t i) { return bits_of(static_cast<float>(((7 * i * i + i) % 65521) / 650)); }),
         65536, 512, up, 335, 63976, "b818c33f52eb"});
    list.push_back({"F4", f32, floats({3, 2, 3, 2, 1, 1}), 6, 2, up, 0, 2, "2fcd151b8295"});
    list.push_back({"G3",
                    ScoreType::bfloat16,
                    {exact_bfloat16(-3.5f), exact_bfloat16(-1.5f), exact_bfloat16(-7.5f),
                     exact_bfloat16(0.5f), exact_bfloat16(-2.5f)},
                    5,
                    3,
                    up,
                    1,
                    4,
                    "28b7693c3d76"});
    list.push_back(
        {"G4", f32,
         row_of(705, [](std::uint64_t i) { return bits_of(static_cast<float>((263 * i) % 705) / 7.0f); }),
         705, 705, up, 0, 704, "3c18eb27538e"});
    list.push_back({"G5", f32, row_of(700, ramp(0.0f, 1.0f)), 700, 2048, up, 0, -1, "1decd2f54137"});
    list.push_back({"C6", f32, {bits_of(0.5f), low, low, low, low}, 5, 3, up, 0, 2, "ad5dc1478de0"});
    const std::vector<std::uint32_t> d1 = {bits_of(0.5f), quiet_nan, quiet_nan, quiet_nan, quiet_nan};
    list.push_back({"D1 largest", f32, d1, 5, 3, up, 1, 3, "4636993d3e1d"});
    list.push_back({"D1 smallest", f32, d1, 5, 3, NanPolicy::smallest, 0, 2, "ad5dc1478de0"});
    list.push_back({"D4 largest", f32, d4(), 4096, 2048, up, 0, 2745, "3ade6a49c2a0"});
    list.push_back({"D4 smallest", f32, d4(), 4096, 2048, NanPolicy::smallest, 0, 4095, "77f525e0ee90"});
    const std::vector<std::uint32_t> d5(4096, quiet_nan);
    list.push_back({"D5 largest", f32, d5, 4096, 512, up, 0, 511, "d1db81dae1e4"});
    list.push_back({"D5 smallest", f32, d5, 4096, 512, NanPolicy::smallest, 0, 511, "d1db81dae1e4"});
    return list;
}

} // namespace

const std::vector<Lettered> &lettered_inputs() {
    static const std::vector<Lettered> list = make();
    return list;
}

std::vector<Lettered> lettered(const std::string &prefix) {
    std::vector<Lettered> found;
    for (const Lettered &input : lettered_inputs()) {
        if (input.name.compare(0, prefix.size(), prefix) == 0) {
            found.push_back(input);
        }
    }
    return found;
}

std::string sha12(const std::vector<std::int32_t> &indices) {
    std::vector<unsigned char> bytes;
    bytes.reserve(indices.size() * 4);
    for (const std::int32_t index : indices) {
        const std::uint32_t word = static_cast<std::uint32_t>(index);
        for (int byte = 0; byte < 4; ++byte) {
            bytes.push_back(static_cast<unsigned char>(word >> (8 * byte)));
        }
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned int length = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), &length, EVP_sha256(), nullptr) != 1) {
        return "no SHA-256 here";
    }
    std::string text;
    for (std::size_t byte = 0; byte < 6; ++byte) {
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", hash[byte]);
        text += digits.data();
    }
    return text;
}

} // namespace exactk::public_reports
