// Makes the filter's batches and thresholds, and keeps count of the ways that rows took.
// Spec: algorithm/F1 F2 F3 F5 F6 F7. Layer: proptests/device.
#include "filter_batch.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <exactk/cases/sampling.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/implementations.hpp>

namespace exactk::device_tests {

namespace {

using cases::Family;

constexpr std::int64_t rows = 11;    // bound: the rows that `fill` makes
constexpr std::int64_t width = 9000; // convention: longer than any row that is listed whole beside others
constexpr std::int64_t k = 250;      // convention: no multiple of 16, so that the cut splits a group of keys
constexpr std::int64_t k_of_bursts = 20; // bound: below F7's 32, so that a full digit can be ranked
constexpr std::int64_t bursts[] = {k_of_bursts, 25, 40, 40, 60}; // bound: around k and F7's 32
constexpr std::size_t near_bursts = 3;                           // convention: the rest are far

/// Pattern of the largest finite number.
std::uint32_t largest_finite(ScoreType type) {
    constexpr std::uint32_t patterns[] = {0x7F7FFFFFu, 0x7BFFu, 0x7F7Fu}; // bound: float32, float16, bfloat16
    return patterns[static_cast<int>(type)];
}

/// Whether an element is in no sample that the list has room for (F2).
std::vector<bool> hidden_from_samples(std::int64_t n) {
    std::vector<bool> hidden(static_cast<std::size_t>(n), true);
    for (std::int64_t samples = filter_piece; samples <= std::min(filter_batch_list, n); samples *= 2) {
        for (const std::int64_t place : cases::sampled_places(samples, n)) {
            hidden[static_cast<std::size_t>(place)] = false;
        }
    }
    return hidden;
}

/// The row with its first element so much worse that it is far from the others, which keep F6 from beginning there.
std::vector<std::uint32_t> with_one_far(const HostBatch &host, std::vector<std::uint32_t> row) {
    const ScoreType type = host.problem().type;
    const std::uint32_t sign = std::uint32_t{1} << (score_bits[static_cast<int>(type)] - 1);
    const bool down = host.problem().options.direction == Direction::largest;
    row[0] = (down ? sign : 0u) | largest_finite(type);
    return row;
}

void fill(HostBatch &host, ScoreType type, cases::Engine &engine) {
    const bool wide = type == ScoreType::float32;
    constexpr std::int64_t list = filter_batch_list;
    constexpr std::int64_t n = filter_batch_length;
    for (std::int64_t row = 0; row < rows; ++row) {
        host.set_length(row, static_cast<std::int32_t>(n));
    }
    // Strides are coprime to the number of elements; the largest pattern stays below infinity.
    const std::vector<std::uint32_t> distinct = grouped_patterns(type, n, 2503, wide ? 0x10000u : 64u);
    host.set_row(0, distinct);
    host.set_row(1, distinct);
    host.set_length(1, static_cast<std::int32_t>(list + 1));
    host.set_row(2, with_one_far(host, grouped_patterns(type, list, 301, wide ? 0x10000u : 320u)));
    host.set_length(2, static_cast<std::int32_t>(list));
    host.make_row(3, Family::two_values, n, 1, engine);
    host.make_row(4, Family::all_equal, n, 1, engine);
    host.make_row(5, Family::quantised, n, 1, engine);
    host.make_row(6, Family::normal, n, 1, engine);
    host.make_row(7, Family::normal, n, 1, engine);
    host.set_length(7, static_cast<std::int32_t>(k + 1));
    host.make_row(8, Family::normal, n, 1, engine);
    host.set_length(8, static_cast<std::int32_t>(k));
    host.make_row(9, Family::all_equal, n, 1, engine);
    host.set_length(9, static_cast<std::int32_t>(list - 24));
    host.set_row(10, burst_patterns(type, host.options().direction, n, k + 50, false));
}

constexpr const char *paths[] = {"no filter",
                                 "listed whole",
                                 "sampled",
                                 "too few kept",
                                 "too many kept",
                                 "exactly m kept",
                                 "exactly L kept",
                                 "few ranked",
                                 "a skip on the list",
                                 "every digit of the list",
                                 "a target above the sample",
                                 "a whole list near its top",
                                 "a whole list not near its top",
                                 "a largest digit that is full",
                                 "a largest digit that is ranked",
                                 "a largest digit that is looked at again"};

} // namespace

std::vector<std::uint32_t> grouped_patterns(ScoreType type, std::int64_t n, std::int64_t stride,
                                            std::uint32_t distance) {
    const std::uint32_t first = type == ScoreType::float32 ? 0x3F000000u : 0x0400u;
    std::vector<std::uint32_t> row;
    for (std::int64_t i = 0; i < n; ++i) {
        const std::uint32_t place = static_cast<std::uint32_t>(i * stride % n);
        row.push_back(first + place / 16 * distance + place % 16);
    }
    return row;
}

std::vector<std::uint32_t> burst_patterns(ScoreType type, Direction direction, std::int64_t n,
                                          std::int64_t burst, bool far) {
    const bool wide = type == ScoreType::float32;
    const std::uint32_t sign = std::uint32_t{1} << (score_bits[static_cast<int>(type)] - 1);
    const std::uint32_t less = far ? sign | (wide ? 0x3F000000u : 0x3000u) : wide ? 0x3F000000u : 0x3000u;
    const std::uint32_t more = far ? (wide ? 0x7E000000u : 0x7800u) : wide ? 0x41000000u : 0x4400u;
    const bool down = direction == Direction::largest;
    const std::uint32_t turn = far && !down ? sign : 0;
    const std::vector<bool> hidden = hidden_from_samples(n);
    std::vector<std::uint32_t> row;
    std::int64_t left = burst;
    for (std::int64_t i = 0; i < n; ++i) {
        const bool better = hidden[static_cast<std::size_t>(i)] && left > 0;
        left -= better ? 1 : 0;
        const std::uint32_t step = static_cast<std::uint32_t>(better ? left : i * 5 % 251);
        // Near rows are turned around by swapping their halves, far ones by their signs.
        row.push_back(((better == (down || far) ? more : less) + step) ^ turn);
    }
    if (left > 0) {
        throw std::runtime_error("samples leave no room for a burst of " + std::to_string(burst));
    }
    return row;
}

namespace {

/// Batch number `number` of two a type; the second ones are turned around in every option.
FilterBatch empty_batch(const char *name_of_batch, int number, std::int64_t batch_rows,
                        std::int64_t batch_k) {
    const ScoreType type = static_cast<ScoreType>(number / 2);
    FilterBatch batch = {std::string(name_of_batch) + " " + name(type),
                         HostBatch(type, batch_rows, width, batch_k, 3)};
    if (number % 2 != 0) {
        Options &options = batch.host.options();
        options.ties = Ties::high;
        options.order = Order::rank;
        options.direction = Direction::smallest;
        batch.name += " ties=high order=rank direction=smallest";
    }
    return batch;
}

} // namespace

std::vector<FilterBatch> filter_batches() {
    std::vector<FilterBatch> list;
    for (int number = 0; number < 2 * score_type_count; ++number) {
        FilterBatch batch = empty_batch("filter batch", number, rows, k);
        cases::Engine engine = cases::engine_for(53, static_cast<std::uint64_t>(number));
        fill(batch.host, static_cast<ScoreType>(number / 2), engine);
        list.push_back(std::move(batch));
    }
    return list;
}

std::vector<FilterBatch> burst_batches() {
    std::vector<FilterBatch> list;
    for (int number = 0; number < 2 * score_type_count; ++number) {
        FilterBatch batch = empty_batch("burst batch", number, std::size(bursts), k_of_bursts);
        for (std::size_t row = 0; row < std::size(bursts); ++row) {
            const std::int64_t at = static_cast<std::int64_t>(row);
            batch.host.set_row(at, burst_patterns(static_cast<ScoreType>(number / 2),
                                                  batch.host.options().direction, filter_batch_length,
                                                  bursts[row], row >= near_bursts));
            batch.host.set_length(at, static_cast<std::int32_t>(filter_batch_length));
        }
        list.push_back(std::move(batch));
    }
    return list;
}

std::vector<FilterBatch> zero_batches() {
    // Below the zeros a threshold keeps about a list's length, above them fewer than k: both answers and both ways back.
    constexpr std::int64_t better =
        380; // convention: with the zeros and subnormals more than k, less than a list
    std::vector<FilterBatch> list;
    for (int number = 0; number < 4 * score_type_count; ++number) {
        const ScoreType type = static_cast<ScoreType>(number / 4);
        FilterBatch batch = {std::string("zero batch ") + name(type), HostBatch(type, 3, width, 500, 3)};
        Options &options = batch.host.options();
        options.direction = number % 2 != 0 ? Direction::smallest : Direction::largest;
        options.nan_policy = number % 4 > 1 ? NanPolicy::smallest : NanPolicy::largest;
        batch.name +=
            std::string(" direction=") + name(options.direction) + " nan=" + name(options.nan_policy);
        const std::uint32_t sign = std::uint32_t{1} << (score_bits[static_cast<int>(type)] - 1);
        const std::uint32_t infinity = largest_finite(type) + 1;
        const std::uint32_t good = options.direction == Direction::largest ? 0 : sign;
        const std::uint32_t bad = good ^ sign;
        for (std::int64_t row = 0; row < 3; ++row) {
            std::vector<std::uint32_t> patterns;
            for (std::int64_t i = 0; i < filter_batch_length; ++i) {
                // The stride is coprime to the length, so that every place is met once.
                const std::int64_t place = i * 2503 % filter_batch_length;
                const auto step = static_cast<std::uint32_t>(place % 97);
                patterns.push_back(place < better         ? good | (largest_finite(type) / 2 + step)
                                   : place < better + 100 ? (place % 2 != 0 ? sign : 0)
                                   : place < better + 150 ? good | 1
                                   : place < better + 200 ? bad | 1
                                   : place < better + 208 ? infinity | (place % 2 != 0 ? sign : 0)
                                   : place < better + 212 ? infinity + 1
                                                          : bad | (largest_finite(type) / 2 + step));
            }
            // The second has negative zeros alone, the third positive ones.
            for (std::uint32_t &pattern : patterns) {
                pattern = row > 0 && (pattern & ~sign) == 0 ? (row == 1 ? sign : 0) : pattern;
            }
            batch.host.set_row(row, patterns);
            batch.host.set_length(row, static_cast<std::int32_t>(filter_batch_length));
        }
        list.push_back(std::move(batch));
    }
    return list;
}

std::vector<FilterBatch> wide_batches() {
    // Around the lengths at which the samples of a row double.
    constexpr std::int32_t lengths[] = {9000, 65536, 65537, 131073};
    std::vector<FilterBatch> list;
    for (int number = 0; number < score_type_count; ++number) {
        const ScoreType type = static_cast<ScoreType>(number);
        FilterBatch batch = {std::string("wide batch ") + name(type),
                             HostBatch(type, std::size(lengths), 300000, 500, 3)};
        cases::Engine engine = cases::engine_for(59, static_cast<std::uint64_t>(number));
        for (std::size_t row = 0; row < std::size(lengths); ++row) {
            const auto at = static_cast<std::int64_t>(row);
            batch.host.make_row(at, Family::normal, lengths[row], 1, engine);
            batch.host.set_length(at, lengths[row]);
        }
        list.push_back(std::move(batch));
    }
    return list;
}

std::vector<std::uint32_t> edge_thresholds(ScoreType type, Direction direction) {
    const std::uint32_t sign = std::uint32_t{1} << (score_bits[static_cast<int>(type)] - 1);
    const std::uint32_t ones = sign | (sign - 1);
    std::vector<std::uint32_t> list;
    for (const std::uint32_t pattern : {0u, 1u, largest_finite(type), largest_finite(type) + 1}) {
        for (const std::uint32_t bits : {pattern, pattern | sign}) {
            const std::uint32_t upward = (bits & sign) != 0 ? ~bits & ones : bits | sign;
            const std::uint32_t key = direction == Direction::largest ? upward : ~upward & ones;
            for (const std::uint32_t beside : {key - 1, key, key + 1}) {
                list.push_back(beside & ones);
            }
        }
    }
    return list;
}

std::uint32_t threshold_keeping(const Problem &host, std::int64_t row, std::int64_t kept) {
    const auto type = static_cast<std::size_t>(host.type);
    Problem one = host;
    one.scores = static_cast<const std::byte *>(host.scores) + row * host.pitch * score_bytes[type];
    one.lengths = host.lengths == nullptr ? nullptr : host.lengths + row;
    one.rows = 1;
    one.k = kept == 0 ? 1 : kept;
    std::vector<std::int32_t> indices(static_cast<std::size_t>(one.k));
    Certificate certificate;
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = one.k;
    outputs.certificates = &certificate;
    const Status status = find_implementation("cpu")->run(one, outputs, Plan{});
    if (status.code != StatusCode::ok) {
        throw std::runtime_error("the CPU path refused a threshold's row: " + describe(status));
    }
    const std::uint64_t largest = (std::uint64_t{1} << score_bits[type]) - 1;
    if (kept == 0 ? certificate.pivot == largest
                  : std::int64_t{certificate.above} + certificate.population != kept) {
        throw std::runtime_error("no key is reached by exactly " + std::to_string(kept) + " elements");
    }
    return static_cast<std::uint32_t>(certificate.pivot + (kept == 0 ? 1 : 0));
}

void FilterPaths::add(const RowTrace &row, const device::Form &form) {
    static_assert(sizeof paths / sizeof paths[0] == count);
    if (row.short_row || row.m == 0) {
        return;
    }
    const FilterTrace &filter = row.filter;
    const std::int64_t list = form.list_entries;
    const bool whole = filter.used && row.ctas.size() == 1 && row.n <= form.whole;
    const bool listed = filter.used && !filter.fell_back;
    const bool found = filter.sampled && filter.lo != 0;
    const bool too_few = filter.kept < row.m;
    const bool too_many = filter.kept > list;
    const RoundTrace none;
    const RoundTrace &first = row.rounds.empty() ? none : row.rounds.front();
    const bool skip = !row.rounds.empty() && row.rounds.back().skip;
    const std::uint32_t reach = filter.top - filter.base;
    const bool near = reach == 0x3FFFFFFu || reach == 0x1FFFu; // F6, for either width of keys
    const bool largest = listed && filter.sampled && filter.base == filter.threshold &&
                         first.digit + std::uint64_t{1} == std::uint64_t{1} << first.digit_bits;
    const bool taken[] = {!filter.used,
                          whole,
                          listed && filter.sampled,
                          filter.fell_back && too_few && (found || !filter.sampled),
                          filter.fell_back && too_many,
                          listed && !whole && filter.kept == row.m,
                          listed && !whole && filter.kept == list,
                          listed && filter.few,
                          listed && skip,
                          listed && !filter.few && !skip,
                          filter.sampled && !found,
                          whole && near,
                          whole && !near,
                          largest && first.skip,
                          largest && filter.few && row.rounds.size() == 1,
                          listed && filter.sampled && filter.base != filter.threshold};
    static_assert(sizeof taken / sizeof taken[0] == count);
    for (int path = 0; path < count; ++path) {
        met_[path] = met_[path] || taken[path];
    }
}

std::string FilterPaths::missing() const {
    std::string text;
    for (int path = 0; path < count; ++path) {
        if (!met_[path]) {
            text += std::string(text.empty() ? "" : ", ") + paths[path];
        }
    }
    return text;
}

} // namespace exactk::device_tests
