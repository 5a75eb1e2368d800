// Builds the lists: shapes of serving stacks, with their widths, lengths, tails and hostile scores.
// Spec: contract/C1 C2 C4 C11. Layer: tools/profiles.
#include <exactk/profiles.hpp>

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include <exactk/contract/text.hpp>

#include "lengths.hpp"

namespace exactk::profiles {

namespace {

/// Elements of a case at most: what a CPU makes, judges and copies in a second or two.
constexpr std::int64_t elements_max = std::int64_t{1} << 24; // convention: 64 rows of 262,144

/// Scores that are met in a stack, or that have broken one. In the order in which cases take them.
constexpr std::array<const char *, 10> families = {
    "normal",     "relu_plateau", "quantised",  "boundary_ties", "winners_last",
    "narrow_bin", "above_65504",  "two_values", "all_equal",     "inf_mixed"};

/// Counts up through lists of choices: each list turns at a pace of its own, so that pairs of choices meet.
template <class Value, std::size_t count>
Value turn(const std::array<Value, count> &choices, int number, int pace) {
    return choices[static_cast<std::size_t>((number * pace + number / static_cast<int>(count)) %
                                            static_cast<int>(count))];
}

/// What makes a case apart from its number.
struct Recipe {
    std::int64_t rows = 1;
    std::int64_t width = 0;
    std::int64_t k = 0;
    Lengths lengths = Lengths::equal;
    std::int64_t length = 0; ///< what the lengths are made of; 0: the width
    ScoreType type = ScoreType::float32;
    std::int64_t extra_pitch = 0;
};

/// Rows that fit the largest case.
std::int64_t rows_within(std::int64_t rows, std::int64_t width) {
    return std::max<std::int64_t>(1, std::min(rows, elements_max / std::max<std::int64_t>(width, 1)));
}

ProfileCase make(const std::string &profile, int number, std::uint64_t seed, const Recipe &recipe) {
    ProfileCase made;
    made.id = fmt::format("{}/{}", profile, number);
    casefile::CaseFile &one = made.one;
    one.type = recipe.type;
    one.width = recipe.width;
    one.pitch = recipe.width + recipe.extra_pitch;
    one.rows = rows_within(recipe.rows, one.pitch);
    one.k = recipe.k;
    one.output_gap =
        number % 5 == 4 ? 3 : 0; // convention: output rows that do not lie side by side, now and then
    one.wants_scores = number % 3 == 2;
    const std::int64_t length = recipe.length == 0 ? recipe.width : recipe.length;
    one.lengths = lengths_of(recipe.lengths, one.rows, std::min(length, one.width), one.k, number);
    one.generated = true;
    const char *const family = families[static_cast<std::size_t>(number) % families.size()];
    // Ties at the cut: as many as slots and a few more, or ten times as many.
    const std::int64_t population = number % 4 < 2 ? one.k + 7 : 10 * one.k + 1;
    one.generator = {"family", {std::to_string(seed), family, std::to_string(population)}, 0};
    made.words =
        fmt::format("{} row{} of {}, {} {} in a width of {}, k {}, {}", one.rows, one.rows == 1 ? "" : "s",
                    family, name(recipe.lengths), length, one.width, one.k, exactk::name(one.type));
    return made;
}

using Recipes = std::vector<Recipe>;

/// Decode of sparse attention: width is the model's maximum, lengths are far shorter; 2044 is an odd k that was asked for.
Recipes dsa_decode() {
    constexpr std::array<std::int64_t, 9> rows = {1, 8, 64, 65, 2, 16, 32, 4, 128};
    constexpr std::array<std::int64_t, 4> widths = {131072, 32768, 262144, 65536};
    constexpr std::array<std::int64_t, 4> ks = {2048, 512, 1024, 2044};
    constexpr std::array<std::int64_t, 5> lengths = {4096, 32768, 8192, 131072, 1024};
    constexpr std::array<Lengths, 9> shapes = {
        Lengths::equal,           Lengths::uniform,  Lengths::near,
        Lengths::half_long,       Lengths::one_long, Lengths::half_short_rows,
        Lengths::most_short_rows, Lengths::padded,   Lengths::all_short_rows};
    Recipes list;
    for (int number = 0; number < 60; ++number) {
        list.push_back({turn(rows, number, 1), turn(widths, number, 1), turn(ks, number, 1),
                        turn(shapes, number, 1), turn(lengths, number, 1), ScoreType::float32, 0});
    }
    return list;
}

/// Chunked prefill: rows times width is an area, lengths form a triangle; odd pitches.
Recipes dsa_prefill() {
    constexpr std::array<std::int64_t, 5> widths = {8192, 16384, 32768, 65536, 131072};
    constexpr std::array<std::int64_t, 3> ks = {2048, 512, 1024};
    Recipes list;
    for (int number = 0; number < 30; ++number) {
        const std::int64_t width = turn(widths, number, 1);
        const std::int64_t area = elements_max >> (number % 3 * 2);
        list.push_back({area / width, width, turn(ks, number, 1),
                        number % 4 == 3 ? Lengths::first_chunk : Lengths::triangle, 0, ScoreType::float32,
                        number % 2 == 0 ? 0 : number});
    }
    return list;
}

/// Contexts pooled by four, and a consumer of a fixed 16,384 in 16 bits.
Recipes v4_decode() {
    constexpr std::array<std::int64_t, 7> rows = {1, 4, 16, 64, 65, 128, 8};
    constexpr std::array<std::int64_t, 4> widths = {65536, 16384, 262144, 32768};
    constexpr std::array<std::int64_t, 2> ks = {512, 1024};
    constexpr std::array<Lengths, 5> shapes = {Lengths::equal, Lengths::near, Lengths::uniform,
                                               Lengths::most_short_rows, Lengths::padded};
    Recipes list;
    for (int number = 0; number < 36; ++number) {
        const bool consumer = number % 4 == 3;
        list.push_back({turn(rows, number, 1), consumer ? 16384 : turn(widths, number, 1),
                        consumer ? 512 : turn(ks, number, 1), turn(shapes, number, 1), 0,
                        consumer          ? ScoreType::bfloat16
                        : number % 5 == 4 ? ScoreType::float16
                                          : ScoreType::float32,
                        0});
    }
    return list;
}

/// Speculative decode: rows are requests times drafted tokens, lengths grow by one within a request, and may be below zero.
Recipes mtp() {
    constexpr std::array<std::int64_t, 5> drafts = {2, 4, 6, 3, 8};
    constexpr std::array<std::int64_t, 6> requests = {1, 10, 16, 4, 32, 2};
    constexpr std::array<std::int64_t, 3> widths = {32768, 131072, 65536};
    constexpr std::array<std::int64_t, 3> ks = {2048, 512, 1024};
    Recipes list;
    for (int number = 0; number < 30; ++number) {
        const std::int64_t next = turn(drafts, number, 1);
        list.push_back({next * turn(requests, number, 1), turn(widths, number, 1), turn(ks, number, 1),
                        next == 6   ? Lengths::drafts_of_6
                        : next == 4 ? Lengths::drafts_of_4
                                    : Lengths::drafts_of_2,
                        number % 3 == 0 ? 700 : 16384, ScoreType::float32, 0});
    }
    return list;
}

/// Merging the local winners of ranks: short rows, k of them or fewer per rank.
Recipes dcp_merge() {
    constexpr std::array<std::int64_t, 4> rows = {8, 1, 32, 16};
    constexpr std::array<std::int64_t, 3> widths = {8192, 4096, 16384};
    constexpr std::array<std::int64_t, 2> ks = {2048, 1024};
    Recipes list;
    for (int number = 0; number < 20; ++number) {
        list.push_back({turn(rows, number, 1), turn(widths, number, 1), turn(ks, number, 1),
                        number % 2 == 0 ? Lengths::full : Lengths::near, 0, ScoreType::float32, 0});
    }
    return list;
}

/// Blocks instead of tokens: short rows, many of them, k 16 and 64.
Recipes small_k() {
    constexpr std::array<std::int64_t, 4> rows = {64, 512, 2048, 1};
    constexpr std::array<std::int64_t, 4> widths = {8192, 1024, 128, 4096};
    constexpr std::array<std::int64_t, 2> ks = {16, 64};
    Recipes list;
    for (int number = 0; number < 24; ++number) {
        list.push_back({turn(rows, number, 1), turn(widths, number, 1), turn(ks, number, 1),
                        number % 3 == 0 ? Lengths::uniform : Lengths::full, 0,
                        number % 4 == 3 ? ScoreType::bfloat16 : ScoreType::float32, number % 2});
    }
    return list;
}

/// Where shipped kernels change their way or fill a list, one below and one above, with lengths from anywhere.
Recipes adversarial() {
    constexpr std::array<std::int64_t, 10> widths = {16385, 4097,  2049, 3709,  16384,
                                                     8193,  32769, 4096, 65537, 131073};
    constexpr std::array<std::int64_t, 6> rows = {33, 1, 65, 8, 64, 3};
    constexpr std::array<std::int64_t, 5> ks = {2048, 512, 1, 1024, 2044};
    constexpr std::array<Lengths, 4> shapes = {Lengths::full, Lengths::wild, Lengths::padded,
                                               Lengths::uniform};
    Recipes list;
    for (int number = 0; number < 80; ++number) {
        list.push_back({turn(rows, number, 1), turn(widths, number, 1), turn(ks, number, 1),
                        turn(shapes, number, 1), 0, ScoreType::float32, number % 7});
    }
    return list;
}

struct Entry {
    Profile profile;
    Recipes (*recipes)();
};

const std::vector<Entry> &entries() {
    static const std::vector<Entry> list = {
        {{"dsa-decode", "sparse attention, one token a row: k 512 to 2048, width the model's maximum", 60},
         dsa_decode},
        {{"dsa-prefill", "sparse attention, chunks of prompts: triangles of lengths, odd pitches", 60},
         dsa_prefill},
        {{"v4-decode", "contexts pooled by four, and consumers of 16,384 in bfloat16: k 512 and 1024", 60},
         v4_decode},
        {{"mtp", "speculative decode: lengths that grow by one within a request, some below zero", 60}, mtp},
        {{"dcp-merge", "merging the winners of ranks: rows of 4096 to 16,384", 30}, dcp_merge},
        {{"small-k", "blocks: k 16 and 64 of up to 8192, many rows", 30}, small_k},
        {{"adversarial", "widths beside those at which kernels switch, lengths from anywhere", 60},
         adversarial},
    };
    return list;
}

std::int64_t work_of(const ProfileCase &made) { return made.one.rows * (made.one.pitch + made.one.k); }

/// The cases of CI: the small ones of all profiles, in turn.
std::vector<ProfileCase> mixed(std::uint64_t seed) {
    constexpr std::size_t each = 20; // convention: some hundred and forty cases
    std::vector<ProfileCase> list;
    for (const Entry &entry : entries()) {
        std::vector<ProfileCase> cases = cases_of(entry.profile, seed);
        cases.resize(std::min(cases.size(), each));
        std::move(cases.begin(), cases.end(), std::back_inserter(list));
    }
    return list;
}

} // namespace

const std::vector<Profile> &profiles() {
    static const std::vector<Profile> list = [] {
        std::vector<Profile> all;
        for (const Entry &entry : entries()) {
            all.push_back(entry.profile);
        }
        all.push_back({"ci-cpu", "the small cases of all others, for 30 s of a CPU", 30});
        all.push_back({"ci-gpu", "the cases of all others, for 60 s of a GPU", 60});
        return all;
    }();
    return list;
}

const Profile *find(const std::string &name) {
    const auto found = std::find_if(profiles().begin(), profiles().end(),
                                    [&](const Profile &profile) { return profile.name == name; });
    return found == profiles().end() ? nullptr : &*found;
}

std::vector<ProfileCase> cases_of(const Profile &profile, std::uint64_t seed) {
    std::vector<ProfileCase> list;
    if (profile.name == "ci-cpu") {
        list = mixed(seed);
    } else if (profile.name == "ci-gpu") {
        for (const Entry &entry : entries()) {
            std::vector<ProfileCase> cases = cases_of(entry.profile, seed);
            std::move(cases.begin(), cases.end(), std::back_inserter(list));
        }
    }
    for (const Entry &entry : entries()) {
        const Recipes recipes = entry.profile.name == profile.name ? entry.recipes() : Recipes{};
        for (std::size_t number = 0; number < recipes.size(); ++number) {
            list.push_back(make(profile.name, static_cast<int>(number), seed, recipes[number]));
        }
    }
    std::stable_sort(list.begin(), list.end(), [](const ProfileCase &one, const ProfileCase &other) {
        return work_of(one) < work_of(other);
    });
    return list;
}

} // namespace exactk::profiles
