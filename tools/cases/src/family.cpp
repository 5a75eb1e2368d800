// Makes the rows of each family as bit patterns of the score type.
// Spec: contract/C3 C4 C5. Layer: tools/cases.
#include <exactk/cases/family.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include <Eigen/Core>

namespace exactk::cases {

namespace {

constexpr const char *family_names[family_count] = {
    "normal",       "all_equal", "two_values",   "boundary_ties", "narrow_bin",
    "descending",   "ascending", "winners_last", "above_65504",   "relu_plateau",
    "signed_zeros", "nan_mixed", "inf_mixed",    "subnormal",     "quantised"};

/// Fields of a format, for making patterns directly.
struct Format {
    int fraction_bits;
    std::uint32_t exponent_max; ///< the all-ones exponent: infinities and NaNs
    std::uint32_t sign;
};

Format format_of(ScoreType type) {
    switch (type) {
    case ScoreType::float32: return {23, 255, 0x80000000u};
    case ScoreType::float16: return {10, 31, 0x8000u};
    case ScoreType::bfloat16: return {7, 255, 0x8000u};
    }
    return {23, 255, 0x80000000u};
}

/// Rounds to the type; Eigen's conversions, which no implementation under test uses.
std::uint32_t encode(float value, ScoreType type) {
    switch (type) {
    case ScoreType::float32: return std::bit_cast<std::uint32_t>(value);
    case ScoreType::float16: return Eigen::half(value).x;
    case ScoreType::bfloat16: return Eigen::bfloat16(value).value;
    }
    return 0;
}

/// Twelve uniform numbers added: bell-shaped with variance 1, exact in integers.
float bell(Engine &engine) {
    std::int64_t sum = 0;
    for (int part = 0; part < 3; ++part) {
        std::uint64_t word = engine();
        for (int quarter = 0; quarter < 4; ++quarter) {
            sum += static_cast<std::int64_t>(word & 0xFFFFu);
            word >>= 16;
        }
    }
    return static_cast<float>(sum - 6 * 65536) / 65536.0f;
}

using Row = std::vector<std::uint32_t>;

void shuffle(Row &row, Engine &engine) {
    for (std::size_t left = row.size(); left > 1; --left) {
        std::swap(row[left - 1], row[below(engine, left)]);
    }
}

/// One in `parts` of the elements, at random places, becomes a pattern made by `make`.
template <class Make> void sprinkle(Row &row, Engine &engine, std::uint64_t parts, Make make) {
    for (std::uint32_t &bits : row) {
        if (below(engine, parts) == 0) {
            bits = make();
        }
    }
}

Row bell_row(const RowShape &shape, Engine &engine) {
    Row row(static_cast<std::size_t>(shape.n));
    for (std::uint32_t &bits : row) {
        bits = encode(bell(engine), shape.type);
    }
    return row;
}

Row boundary_ties(const RowShape &shape, Engine &engine) {
    const std::int64_t n = shape.n;
    const std::int64_t m = std::clamp<std::int64_t>(shape.k, 1, std::max<std::int64_t>(n, 1));
    const std::int64_t population =
        std::clamp<std::int64_t>(shape.population, 1, std::max<std::int64_t>(n, 1));
    // The tie group takes ranks [above, above + population) and the cut m lies in or at the end of it.
    const std::int64_t above_least = std::max<std::int64_t>(0, m - population);
    const std::int64_t above_most = std::min(m - 1, n - population);
    std::int64_t above = std::max<std::int64_t>(above_most, 0);
    if (above_most > above_least) {
        above = above_least + static_cast<std::int64_t>(
                                  below(engine, static_cast<std::uint64_t>(above_most - above_least + 1)));
    }
    Row row(static_cast<std::size_t>(n));
    for (std::int64_t rank = 0; rank < n; ++rank) {
        float value = 1.0f;
        if (rank < above) {
            value = 2.0f + static_cast<float>(below(engine, 64));
        } else if (rank >= above + population) {
            value = -1.0f - static_cast<float>(below(engine, 64));
        }
        row[static_cast<std::size_t>(rank)] = encode(value, shape.type);
    }
    shuffle(row, engine);
    return row;
}

/// Patterns that share all but the low bits: one coarse bin of any kernel that looks at the upper ones.
Row narrow_bin(const RowShape &shape, Engine &engine) {
    const Format format = format_of(shape.type);
    const int low_bits = std::min(format.fraction_bits, 10);
    const std::uint32_t one = encode(1.0f, shape.type);
    Row row(static_cast<std::size_t>(shape.n));
    for (std::uint32_t &bits : row) {
        bits = one + static_cast<std::uint32_t>(below(engine, std::uint64_t{1} << low_bits));
    }
    return row;
}

/// Positive finite patterns in rising order, as far apart as the type allows.
Row ascending(const RowShape &shape) {
    const Format format = format_of(shape.type);
    const std::uint64_t count = std::uint64_t{format.exponent_max} << format.fraction_bits;
    Row row(static_cast<std::size_t>(shape.n));
    for (std::size_t index = 0; index < row.size(); ++index) {
        // The product stays below 2^63: count is below 2^31 and n at most 2^31.
        row[index] = static_cast<std::uint32_t>(count * index / row.size());
    }
    return row;
}

Row winners_last(const RowShape &shape, Engine &engine) {
    Row row = bell_row(shape, engine);
    const std::int64_t m = std::min(shape.k, shape.n);
    for (std::int64_t index = shape.n - m; index < shape.n; ++index) {
        row[static_cast<std::size_t>(index)] =
            encode(16.0f + static_cast<float>(below(engine, 256)) / 16.0f, shape.type);
    }
    return row;
}

Row above_65504(const RowShape &shape, Engine &engine) {
    const Format format = format_of(shape.type);
    const std::uint32_t infinity = format.exponent_max << format.fraction_bits;
    Row row(static_cast<std::size_t>(shape.n));
    const float base = 65505.0f + static_cast<float>(below(engine, 1u << 16));
    for (std::size_t index = 0; index < row.size(); ++index) {
        if (shape.type == ScoreType::float16) {
            row[index] = infinity - 1 - static_cast<std::uint32_t>(below(engine, 64));
        } else {
            row[index] = encode(base + static_cast<float>(below(engine, 1u << 20)), shape.type);
        }
    }
    return row;
}

Row nan_mixed(const RowShape &shape, Engine &engine) {
    const Format format = format_of(shape.type);
    const std::uint32_t infinity = format.exponent_max << format.fraction_bits;
    const std::uint64_t payloads = (std::uint64_t{1} << format.fraction_bits) - 1;
    Row row = bell_row(shape, engine);
    sprinkle(row, engine, 1 + below(engine, 8), [&] {
        const std::uint32_t sign = below(engine, 2) == 0 ? 0 : format.sign;
        return sign | infinity | static_cast<std::uint32_t>(1 + below(engine, payloads));
    });
    return row;
}

Row inf_mixed(const RowShape &shape, Engine &engine) {
    const Format format = format_of(shape.type);
    const std::uint32_t infinity = format.exponent_max << format.fraction_bits;
    Row row = bell_row(shape, engine);
    sprinkle(row, engine, 1 + below(engine, 8),
             [&] { return (below(engine, 2) == 0 ? 0 : format.sign) | infinity; });
    return row;
}

Row subnormal(const RowShape &shape, Engine &engine) {
    const Format format = format_of(shape.type);
    const std::uint64_t smallest_normals = std::uint64_t{2} << format.fraction_bits;
    // Half of the rows stay within a few patterns of zero, so that ties and neighbours meet.
    const std::uint64_t span = below(engine, 2) == 0 ? 16 : smallest_normals;
    Row row(static_cast<std::size_t>(shape.n));
    for (std::uint32_t &bits : row) {
        const std::uint32_t sign = below(engine, 2) == 0 ? 0 : format.sign;
        bits = sign | static_cast<std::uint32_t>(below(engine, span));
    }
    return row;
}

/// Rows made of few values by drawing one per element.
Row of_few_values(const RowShape &shape, Engine &engine) {
    const std::uint32_t sign = format_of(shape.type).sign;
    const std::uint32_t first = encode(bell(engine), shape.type);
    const std::uint32_t second = encode(bell(engine), shape.type);
    const std::uint64_t parts = 1 + below(engine, 128);
    Row row(static_cast<std::size_t>(shape.n), first);
    switch (shape.family) {
    case Family::two_values: sprinkle(row, engine, 2, [&] { return second; }); break;
    case Family::relu_plateau:
        std::fill(row.begin(), row.end(), 0u);
        sprinkle(row, engine, parts, [&] { return encode(std::abs(bell(engine)), shape.type); });
        break;
    case Family::signed_zeros:
        for (std::uint32_t &bits : row) {
            bits = below(engine, 2) == 0 ? 0u : sign;
        }
        sprinkle(row, engine, parts, [&] { return encode(bell(engine), shape.type); });
        break;
    case Family::quantised:
        for (std::uint32_t &bits : row) {
            bits = encode(std::floor(bell(engine) * 8.0f) / 8.0f, shape.type);
        }
        break;
    default: break;
    }
    return row;
}

Row make(const RowShape &shape, Engine &engine) {
    switch (shape.family) {
    case Family::normal: return bell_row(shape, engine);
    case Family::all_equal:
    case Family::two_values:
    case Family::relu_plateau:
    case Family::signed_zeros:
    case Family::quantised: return of_few_values(shape, engine);
    case Family::boundary_ties: return boundary_ties(shape, engine);
    case Family::narrow_bin: return narrow_bin(shape, engine);
    case Family::ascending: return ascending(shape);
    case Family::descending: {
        Row row = ascending(shape);
        std::reverse(row.begin(), row.end());
        return row;
    }
    case Family::winners_last: return winners_last(shape, engine);
    case Family::above_65504: return above_65504(shape, engine);
    case Family::nan_mixed: return nan_mixed(shape, engine);
    case Family::inf_mixed: return inf_mixed(shape, engine);
    case Family::subnormal: return subnormal(shape, engine);
    }
    return {};
}

} // namespace

const char *name(Family family) {
    const int number = static_cast<int>(family);
    return number < family_count ? family_names[number] : "unknown";
}

bool parse(const std::string &text, Family &family) {
    for (int number = 0; number < family_count; ++number) {
        if (text == family_names[number]) {
            family = static_cast<Family>(number);
            return true;
        }
    }
    return false;
}

Engine engine_for(std::uint64_t seed, std::uint64_t stream) {
    std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                        static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
    return Engine(words);
}

std::uint64_t below(Engine &engine, std::uint64_t bound) {
    // Rejection keeps it uniform: draws from the incomplete last span are thrown away.
    const std::uint64_t spare = (0 - bound) % bound;
    std::uint64_t draw = engine();
    while (draw < spare) {
        draw = engine();
    }
    return draw % bound;
}

std::vector<std::uint32_t> make_row(const RowShape &shape, Engine &engine) {
    Row row = make(shape, engine);
    if (shape.towards_smallest) {
        const std::uint32_t sign = format_of(shape.type).sign;
        for (std::uint32_t &bits : row) {
            bits ^= sign;
        }
    }
    return row;
}

} // namespace exactk::cases
