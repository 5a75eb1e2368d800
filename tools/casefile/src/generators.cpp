// Makes rows from whole numbers, so that no compiler and no library has a say in their bits.
// Spec: contract/C3 C4. Layer: tools/casefile.
#include "generators.hpp"

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

#include <exactk/casefile/input.hpp>
#ifdef EXACTK_HAVE_CASES
#include <exactk/cases/case.hpp>
#endif

#include "reports.hpp"
#include "values.hpp"

namespace exactk::casefile {

namespace {

constexpr std::int64_t anything = std::numeric_limits<std::int64_t>::max();

/// What an argument of a generator is.
struct Argument {
    enum class Kind : std::uint8_t { number, seed, bits, family, drawn, report } kind;
    std::int64_t least;
    std::int64_t greatest;
};

struct Known {
    const char *name;
    const char *usage;
    std::vector<Argument> arguments;
};

using Kind = Argument::Kind;

constexpr std::int64_t exact_max = std::int64_t{1} << 24; // bound: float32 holds every whole number up to it

const std::vector<Known> &known_generators() {
    static const std::vector<Known> list = {
        {"case", "case SEED FAMILY/NUMBER", {{Kind::seed, 0, 0}, {Kind::drawn, 0, 0}}},
        {"family",
         "family SEED FAMILY POPULATION",
         {{Kind::seed, 0, 0}, {Kind::family, 0, 0}, {Kind::number, 0, width_max}}},
        {"numbers",
         "numbers FIRST STEP",
         {{Kind::number, -exact_max, exact_max}, {Kind::number, -exact_max, exact_max}}},
        {"patterns",
         "patterns BITS STEP MULTIPLIER SHIFT MODULUS",
         {{Kind::bits, 0, 0},
          {Kind::number, 0, UINT32_MAX},
          {Kind::number, 0, UINT32_MAX},
          {Kind::number, 0, 31},
          {Kind::number, 0, UINT32_MAX}}},
        {"report", "report NAME", {{Kind::report, 0, 0}}},
    };
    return list;
}

const Known *find_known(const std::string &name) {
    for (const Known &known : known_generators()) {
        if (name == known.name) {
            return &known;
        }
    }
    return nullptr;
}

/// Seeds have all of 64 bits, so they are no numbers as the other arguments are.
bool read_seed(const std::string &word, std::uint64_t &seed) {
    const char *const last = word.data() + word.size();
    const auto [next, error] = std::from_chars(word.data(), last, seed);
    return error == std::errc() && next == last && std::to_string(seed) == word;
}

[[maybe_unused]] std::uint64_t seed_of(const CaseFile &one) {
    std::uint64_t seed = 0;
    (void)read_seed(one.generator.arguments[0], seed); // checked already
    return seed;
}

/// A family's name; builds without drawn cases take any word for one and refuse when it comes to making rows.
bool is_family([[maybe_unused]] const std::string &word) {
#ifdef EXACTK_HAVE_CASES
    cases::Family family{};
    return cases::parse(word, family);
#else
    return true;
#endif
}

bool is_drawn(const std::string &word) {
#ifdef EXACTK_HAVE_CASES
    cases::Family family{};
    int number = 0;
    return cases::parse_id(word, family, number);
#else
    return word.find('/') != std::string::npos;
#endif
}

Defect check_argument(const CaseFile &one, const Line &line, const std::string &word,
                      const Argument &argument) {
    std::int64_t number = 0;
    std::uint64_t bits = 0;
    switch (argument.kind) {
    case Kind::number: return read_number(line, word, argument.least, argument.greatest, number);
    case Kind::seed:
        return read_seed(word, bits)
                   ? Defect{}
                   : Defect{DefectKind::bad_generator, line.number,
                            "'" + word + "' is no seed, a whole number of 64 bits from 0 on"};
    case Kind::bits:
        return read_hex(word, hex_digits(one.type), bits)
                   ? Defect{}
                   : Defect{DefectKind::bad_generator, line.number,
                            "'" + word + "' is no pattern of the type"};
    case Kind::family:
        return is_family(word)
                   ? Defect{}
                   : Defect{DefectKind::bad_generator, line.number, "'" + word + "' is no family of rows"};
    case Kind::drawn:
        return is_drawn(word) ? Defect{}
                              : Defect{DefectKind::bad_generator, line.number,
                                       "'" + word + "' is no drawn case such as normal/3"};
    case Kind::report:
        return is_report(word)
                   ? Defect{}
                   : Defect{DefectKind::bad_generator, line.number,
                            "'" + word + "' is no row of a public report; docs/case-files.md lists them"};
    }
    return {};
}

/// The numbers of a generator whose arguments were checked.
std::int64_t number_of(const CaseFile &one, std::size_t argument) {
    std::int64_t number = 0;
    const Line line = {0, "scores", {}};
    // The argument was read once already, when the case was checked.
    (void)read_number(line, one.generator.arguments[argument], std::numeric_limits<std::int64_t>::min(),
                      anything, number);
    return number;
}

Defect make_numbers(const CaseFile &one, std::vector<std::uint32_t> &bits) {
    const std::int64_t first = number_of(one, 0);
    const std::int64_t step = number_of(one, 1);
    const std::int64_t n = static_cast<std::int64_t>(bits.size());
    // Steps are at most 2^24 and rows at most 2^31 long, so nothing overflows.
    if (n > 0 && (first + step * (n - 1) > exact_max || first + step * (n - 1) < -exact_max)) {
        return {DefectKind::bad_generator, 0, "numbers beyond 2^24, which float32 cannot tell apart"};
    }
    for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t value = first + step * i;
        if (!encode_exact(static_cast<float>(value), one.type, bits[static_cast<std::size_t>(i)])) {
            return {DefectKind::bad_generator, 0,
                    std::to_string(value) + " is no number that " +
                        score_type_names[static_cast<int>(one.type)] + " holds exactly"};
        }
    }
    return {};
}

void make_patterns(const CaseFile &one, std::vector<std::uint32_t> &bits) {
    std::uint64_t first = 0;
    (void)read_hex(one.generator.arguments[0], hex_digits(one.type), first);
    const auto step = static_cast<std::uint64_t>(number_of(one, 1));
    const auto multiplier = static_cast<std::uint64_t>(number_of(one, 2));
    const auto shift = static_cast<unsigned>(number_of(one, 3));
    const auto modulus = static_cast<std::uint64_t>(number_of(one, 4));
    const std::uint64_t mask = (std::uint64_t{1} << score_bits[static_cast<int>(one.type)]) - 1;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        // i is below 2^31 and the multiplier below 2^32; the rest is meant modulo the pattern's width.
        std::uint64_t place = multiplier * i >> shift;
        place = modulus == 0 ? place : place % modulus;
        bits[i] = static_cast<std::uint32_t>((first + step * place) & mask);
    }
}

Defect make_family([[maybe_unused]] const CaseFile &one, [[maybe_unused]] std::int64_t row,
                   [[maybe_unused]] std::vector<std::uint32_t> &bits) {
#ifdef EXACTK_HAVE_CASES
    cases::RowShape shape;
    (void)cases::parse(one.generator.arguments[1], shape.family); // checked already
    shape.type = one.type;
    shape.n = static_cast<std::int64_t>(bits.size());
    shape.k = one.k;
    shape.population = number_of(one, 2);
    shape.towards_smallest = one.options.direction == Direction::smallest;
    cases::Engine engine = cases::engine_for(seed_of(one), static_cast<std::uint64_t>(row));
    bits = cases::make_row(shape, engine);
    return {};
#else
    return {DefectKind::unsupported, 0, "this build has no families of rows (Eigen was not found)"};
#endif
}

} // namespace

bool encode_exact(float value, ScoreType type, std::uint32_t &bits) {
    const std::uint32_t wide = std::bit_cast<std::uint32_t>(value);
    bits = wide;
    if (type == ScoreType::float32) {
        return true;
    }
    if (type == ScoreType::bfloat16) {
        bits = wide >> 16;
        return (wide & 0xFFFFu) == 0;
    }
    const std::uint32_t sign = wide >> 16 & 0x8000u;
    const int exponent = static_cast<int>(wide >> 23 & 0xFFu) - 112; // bound: biases 127 and 15
    if ((wide & 0x7FFFFFFFu) == 0) {
        bits = sign;
        return true;
    }
    bits = sign | static_cast<std::uint32_t>(exponent) << 10 | (wide >> 13 & 0x3FFu);
    return exponent >= 1 && exponent <= 30 && (wide & 0x1FFFu) == 0; // bound: float16's normal numbers
}

std::vector<std::string> generator_names() {
    std::vector<std::string> names;
    for (const Known &known : known_generators()) {
        names.emplace_back(known.name);
    }
    return names;
}

Defect check_generator(const CaseFile &one, int line) {
    const Known *known = find_known(one.generator.name);
    if (known == nullptr) {
        std::string names;
        for (const std::string &name : generator_names()) {
            names += (names.empty() ? "" : ", ") + name;
        }
        return {DefectKind::bad_generator, line,
                "there is no generator '" + one.generator.name.substr(0, 40) + "'; there are " + names};
    }
    if (one.generator.arguments.size() != known->arguments.size()) {
        return {DefectKind::bad_generator, line,
                std::string("write generator ") + known->usage + " hash 0x..."};
    }
    const Line place = {line, "scores", {}};
    for (std::size_t argument = 0; argument < known->arguments.size(); ++argument) {
        if (Defect bad =
                check_argument(one, place, one.generator.arguments[argument], known->arguments[argument])) {
            return bad;
        }
    }
    return {};
}

bool makes_memory(const CaseFile &one) { return one.generator.name == "case"; }

Defect make_row(const CaseFile &one, std::int64_t row, std::vector<std::uint32_t> &bits) {
    bits.assign(static_cast<std::size_t>(one.n(row)), 0);
    if (one.generator.name == "family") {
        return make_family(one, row, bits);
    }
    if (one.generator.name == "numbers") {
        return make_numbers(one, bits);
    }
    if (one.generator.name == "patterns") {
        make_patterns(one, bits);
        return {};
    }
    return make_report(one, bits);
}

Defect make_memory([[maybe_unused]] const CaseFile &one, [[maybe_unused]] std::vector<std::byte> &memory) {
#ifdef EXACTK_HAVE_CASES
    cases::Family family{};
    int number = 0;
    (void)cases::parse_id(one.generator.arguments[1], family, number); // checked already
    const cases::Case drawn = cases::make_case(seed_of(one), family, number);
    const auto differs = [&](const char *what, std::int64_t theirs, std::int64_t mine) {
        return Defect{DefectKind::bad_generator, 0,
                      "case " + one.generator.arguments[1] + " has " + what + " " + std::to_string(theirs) +
                          ", the file says " + std::to_string(mine) +
                          "; it was written for another version of the generator"};
    };
    const struct {
        const char *what;
        std::int64_t theirs;
        std::int64_t mine;
    } shapes[] = {{"type", static_cast<std::int64_t>(drawn.type), static_cast<std::int64_t>(one.type)},
                  {"rows", drawn.rows, one.rows},
                  {"width", drawn.width, one.width},
                  {"pitch", drawn.pitch, one.pitch},
                  {"offset", drawn.misaligned_rows ? 1 : 0, one.offset},
                  {"k", drawn.k, one.k}};
    for (const auto &shape : shapes) {
        if (shape.theirs != shape.mine) {
            return differs(shape.what, shape.theirs, shape.mine);
        }
    }
    if (drawn.lengths != one.lengths) {
        return {DefectKind::bad_generator, 0,
                "case " + one.generator.arguments[1] + " has other lengths than the file"};
    }
    const cases::Batch batch(drawn);
    memory.assign(batch.bytes().begin(), batch.bytes().end());
    return {};
#else
    return {DefectKind::unsupported, 0, "this build has no drawn cases (Eigen was not found)"};
#endif
}

} // namespace exactk::casefile
