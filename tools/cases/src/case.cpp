// Draws the shape, options and plans of a case.
// Spec: contract/C1 to C15. Layer: tools/cases.
#include <exactk/cases/case.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace exactk::cases {

namespace {

template <class T, std::size_t count> T pick(Engine &engine, const std::array<T, count> &choices) {
    return choices[below(engine, count)];
}

std::int64_t uniform(Engine &engine, std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(below(engine, static_cast<std::uint64_t>(last - first + 1)));
}

/// Most elements of a case: keeps one case below about a tenth of a second in every implementation.
constexpr std::int64_t elements_max = std::int64_t{1} << 18; // convention: any value works, this one is quick

/// Row widths at which shipped kernels switch paths or fill a fixed list, and their neighbours.
constexpr std::array<std::int64_t, 12> width_cuts{256,  512,  2047, 2048, 2049,  3708,
                                                  3709, 4096, 4097, 8192, 16384, 16385};

std::int64_t draw_width(Engine &engine) {
    switch (below(engine, 4)) {
    case 0: return uniform(engine, 0, 9);
    case 1: return pick(engine, width_cuts);
    default: {
        // Log-uniform up to 65,536.
        const std::int64_t scale = std::int64_t{1} << below(engine, 17);
        return uniform(engine, scale / 2, scale);
    }
    }
}

std::int64_t draw_k(Engine &engine, std::int64_t width) {
    switch (below(engine, 8)) {
    case 0: return uniform(engine, 0, 2);
    case 1: return std::max<std::int64_t>(0, width - 1 + uniform(engine, 0, 2));
    case 2: return pick(engine, std::array<std::int64_t, 4>{512, 1024, 2044, 2048});
    case 3: return std::int64_t{1} << below(engine, 12);
    case 4: return width + uniform(engine, 1, 40);
    default: return uniform(engine, 0, std::max<std::int64_t>(width, 1));
    }
}

std::int64_t draw_population(Engine &engine, std::int64_t width, std::int64_t k) {
    switch (below(engine, 5)) {
    case 0: return uniform(engine, 1, 3);
    case 1: return std::max<std::int64_t>(1, k + uniform(engine, -1, 1));
    case 2: return pick(engine, width_cuts);
    case 3: return std::max<std::int64_t>(1, width);
    default: return uniform(engine, 1, std::max<std::int64_t>(width, 1));
    }
}

std::int32_t draw_length(Engine &engine, std::int64_t width, std::int64_t k) {
    switch (below(engine, 8)) {
    case 0: return static_cast<std::int32_t>(uniform(engine, -4, 1));
    case 1: return static_cast<std::int32_t>(std::min<std::int64_t>(k + uniform(engine, 0, 1), width));
    case 2: return static_cast<std::int32_t>(width);
    case 3: return pick(engine, std::array<std::int32_t, 3>{INT32_MAX, INT32_MIN, -1});
    default: return static_cast<std::int32_t>(uniform(engine, 0, width));
    }
}

Options draw_options(Engine &engine) {
    Options options;
    // Defaults half of the time: they are what serving stacks use.
    if (below(engine, 2) == 0) {
        return options;
    }
    options.direction = below(engine, 2) == 0 ? Direction::largest : Direction::smallest;
    options.ties = below(engine, 2) == 0 ? Ties::low : Ties::high;
    options.order = below(engine, 2) == 0 ? Order::index : Order::rank;
    options.nan_policy = below(engine, 2) == 0 ? NanPolicy::largest : NanPolicy::smallest;
    if (below(engine, 4) == 0) {
        options.fill_index = static_cast<std::int32_t>(uniform(engine, -9, -2));
        options.fill_score_given = true;
        options.fill_score_bits = 0x3A5Au; // convention: any will do, position tells the fill
    }
    return options;
}

} // namespace

std::vector<int> random_digits(Engine &engine, int key_bits) {
    static const std::vector<std::vector<int>> plans32 = {
        {8, 8, 8, 8}, {11, 11, 10}, {12, 12, 8}, {16, 16}, {4, 4, 4, 4, 4, 4, 4, 4}, {10, 11, 11}};
    static const std::vector<std::vector<int>> plans16 = {{8, 8}, {11, 5}, {5, 11}, {16}, {4, 4, 4, 4}};
    const std::vector<std::vector<int>> &plans = key_bits == 32 ? plans32 : plans16;
    const std::uint64_t draw = below(engine, plans.size() + 2);
    if (draw < plans.size()) {
        return plans[draw];
    }
    std::vector<int> digits;
    for (int left = key_bits; left > 0; left -= digits.back()) {
        digits.push_back(static_cast<int>(uniform(engine, 1, std::min(left, 12))));
    }
    return digits;
}

Plan random_plan(Engine &engine, ScoreType type, std::int64_t width) {
    Plan plan;
    switch (below(engine, 6)) {
    case 0: plan.ctas = 1; break;
    case 1: plan.ctas = static_cast<int>(uniform(engine, 65, cta_count_max)); break;
    case 2: plan.ctas = pick(engine, std::array<int, 6>{2, 3, 7, 8, 16, 64}); break;
    default: plan.ctas = static_cast<int>(uniform(engine, 2, 64)); break;
    }
    plan.digits = random_digits(engine, score_bits[static_cast<int>(type)]);
    plan.emission = below(engine, 2) == 0 ? Plan::Emission::direct : Plan::Emission::merge;
    if (below(engine, 3) == 0) {
        plan.bounds.resize(static_cast<std::size_t>(plan.ctas) + 1);
        for (std::int64_t &bound : plan.bounds) {
            bound = uniform(engine, 0, width);
        }
        std::sort(plan.bounds.begin(), plan.bounds.end());
        plan.bounds.front() = 0;
        plan.bounds.back() = width;
    }
    return plan;
}

Case make_case(std::uint64_t seed, Family family, int number) {
    Case one;
    one.seed = seed;
    one.family = family;
    one.number = number;
    Engine engine =
        engine_for(seed, static_cast<std::uint64_t>(number) * 64 + static_cast<std::uint64_t>(family));
    one.type = static_cast<ScoreType>(below(engine, 2) == 0 ? 0 : below(engine, score_type_count));
    one.width = draw_width(engine);
    one.k = draw_k(engine, one.width);
    one.population = draw_population(engine, one.width, one.k);
    one.rows = pick(engine, std::array<std::int64_t, 6>{1, 2, 3, 5, 8, 33});
    one.rows =
        std::max<std::int64_t>(1, std::min(one.rows, elements_max / std::max<std::int64_t>(one.width, 1)));
    one.pitch = one.width + pick(engine, std::array<std::int64_t, 4>{0, 0, 1, 13});
    if (below(engine, 2) == 0) {
        for (std::int64_t row = 0; row < one.rows; ++row) {
            one.lengths.push_back(draw_length(engine, one.width, one.k));
        }
    }
    one.options = draw_options(engine);
    one.output_gap = pick(engine, std::array<std::int64_t, 3>{0, 1, 7});
    one.misaligned_rows = below(engine, 2) == 0;
    // Asked for in most cases; rows that need no scores (C10) take another path when they are not.
    one.wants_scores = below(engine, 4) != 0;
    one.wants_facts = below(engine, 4) != 0;
    constexpr int plans_per_case = 3; // convention: enough to compare plans with each other
    for (int plan = 0; plan < plans_per_case; ++plan) {
        one.plans.push_back(random_plan(engine, one.type, one.width));
    }
    return one;
}

std::string id(const Case &one) { return std::string(name(one.family)) + "/" + std::to_string(one.number); }

bool parse_id(const std::string &text, Family &family, int &number) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos || !parse(text.substr(0, slash), family)) {
        return false;
    }
    const char *const first = text.data() + slash + 1;
    const char *const last = text.data() + text.size();
    const std::from_chars_result result = std::from_chars(first, last, number);
    // As everywhere on the command line: no leading zeros, and one way to write a number.
    return result.ec == std::errc{} && result.ptr == last && number >= 0 && std::to_string(number) == first;
}

std::string describe(const Case &one) {
    std::string text = std::string(name(one.type)) + " rows=" + std::to_string(one.rows) +
                       " width=" + std::to_string(one.width) + " k=" + std::to_string(one.k);
    text += one.lengths.empty() ? "" : " ragged";
    text += std::string(" ") + name(one.options.direction) + " ties=" + name(one.options.ties) +
            " order=" + name(one.options.order) + " nan=" + name(one.options.nan_policy);
    if (one.family == Family::boundary_ties) {
        text += " population=" + std::to_string(one.population);
    }
    return text;
}

std::string describe(const Plan &plan) {
    std::string text = "--ctas " + std::to_string(plan.ctas) + " --digits ";
    for (std::size_t digit = 0; digit < plan.digits.size(); ++digit) {
        text += (digit == 0 ? "" : ",") + std::to_string(plan.digits[digit]);
    }
    text += plan.emission == Plan::Emission::merge ? " merge" : " direct";
    return text + (plan.bounds.empty() ? "" : " own-bounds");
}

Batch::Batch(const Case &one) {
    const std::size_t type = static_cast<std::size_t>(one.type);
    const std::size_t element = static_cast<std::size_t>(score_bytes[type]);
    const std::size_t extent = static_cast<std::size_t>(one.rows * one.pitch);
    const std::size_t offset = one.misaligned_rows ? element : 0;
    Engine engine =
        engine_for(one.seed ^ 0x5C09E5ull, // convention: another stream than make_case's
                   static_cast<std::uint64_t>(one.number) * 64 + static_cast<std::uint64_t>(one.family));
    bytes_.resize(offset + extent * element);
    for (std::byte &byte : bytes_) { // garbage everywhere; rows overwrite their [0, n)
        byte = static_cast<std::byte>(below(engine, 256));
    }
    lengths_ = one.lengths;
    lengths_before_ = lengths_;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        std::int64_t n = one.width;
        if (!lengths_.empty()) {
            n = std::clamp<std::int64_t>(lengths_[static_cast<std::size_t>(row)], 0, one.width);
        }
        RowShape shape{one.family, one.type,       n,
                       one.k,      one.population, one.options.direction == Direction::smallest};
        const std::vector<std::uint32_t> patterns = make_row(shape, engine);
        std::byte *target = bytes_.data() + offset + static_cast<std::size_t>(row * one.pitch) * element;
        for (const std::uint32_t bits : patterns) {
            for (std::size_t byte = 0; byte < element; ++byte) { // little end first, as everywhere here
                *target++ = static_cast<std::byte>(bits >> (8 * byte));
            }
        }
        elements_ += n;
        quadratic_work_ += n * n;
    }
    before_ = bytes_;
    problem_.scores = bytes_.data() + offset;
    problem_.type = one.type;
    problem_.rows = one.rows;
    problem_.width = one.width;
    problem_.pitch = one.pitch;
    problem_.lengths = lengths_.empty() ? nullptr : lengths_.data();
    problem_.k = one.k;
    problem_.options = one.options;
}

} // namespace exactk::cases
