// Makes the crafted rows.
// Spec: algorithm/S0 to S9 F2, contract/C1 C3 C4 C6. Layer: proptests/device.
#include "crafted.hpp"

#include <bit>

#include <exactk/cases/sampling.hpp>

namespace exactk::device_tests {

namespace {

using cases::Family;

constexpr std::int64_t width = 20000; // convention: several warps' segments in each of up to 16 CTAs
constexpr std::int64_t k = 512;       // convention: any number well below the width

using Row = std::vector<std::uint32_t>;

std::uint32_t float32_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// `winners` scores from 2.0 up that share their first digit, spread over the row, among distinct smaller ones. The
/// least winner has only zeros below the first digit, so that its key equals the prefix of that round.
Row edge_of_a_digit(std::int64_t winners) {
    Row row;
    for (std::int64_t i = 0; i < width; ++i) {
        row.push_back(float32_bits(0.5f) + static_cast<std::uint32_t>(i));
    }
    for (std::int64_t winner = 0; winner < winners; ++winner) {
        row[static_cast<std::size_t>(winner * (width / winners) + 3)] =
            float32_bits(2.0f) + static_cast<std::uint32_t>(winner);
    }
    return row;
}

/// A row that its own sample misleads: 400 of the 1024 samples have one key, which is better than all others, and no other
/// element has it. So it looks heavy, though fewer than k elements have it and the row must fall back.
Row misleading(ScoreType type, Direction direction) {
    constexpr std::int64_t samples = 1024; // bound: s for this width; its square is at least 32 widths
    const std::uint32_t one = type == ScoreType::float32 ? 0x3F800000u : 0x3C00u; // positive in all types
    Row row;
    for (std::int64_t i = 0; i < width; ++i) {
        const std::uint32_t away = 1 + static_cast<std::uint32_t>(i % 200);
        row.push_back(direction == Direction::largest ? one - away : one + away);
    }
    std::int64_t number = 0;
    for (const std::int64_t place : cases::sampled_places(samples, width)) {
        if (number++ * 25 % 64 < 25) {
            row[static_cast<std::size_t>(place)] = one;
        }
    }
    return row;
}

/// NaNs of both signs with payloads, more of them than k.
Row many_nans(std::uint32_t infinity, std::uint32_t sign, cases::Engine &engine) {
    Row row;
    for (std::int64_t i = 0; i < width; ++i) {
        const std::uint32_t payload = 1 + static_cast<std::uint32_t>(cases::below(engine, 60));
        row.push_back((i % 11 == 0 ? infinity + payload : 3u * payload) | (i % 2 == 0 ? sign : 0u));
    }
    return row;
}

void fill(HostBatch &host, ScoreType type, cases::Engine &engine) {
    const bool wide = type == ScoreType::float32;
    const std::uint32_t sign = wide ? 0x80000000u : 0x8000u;
    const std::uint32_t infinity = positive_infinity_bits[static_cast<std::size_t>(type)];
    host.make_row(0, Family::boundary_ties, width, 900, engine);
    host.make_row(1, Family::all_equal, width, 1, engine);
    host.make_row(2, Family::signed_zeros, width, 1, engine);
    host.set_row(3, many_nans(infinity, sign, engine));
    host.make_row(4, Family::quantised, width, 1, engine);
    host.set_length(4, -1);
    host.make_row(5, Family::normal, width, 1, engine);
    host.set_length(5, static_cast<std::int32_t>(k - 5));
    host.make_row(6, Family::normal, width, 1, engine);
    host.set_length(6, INT32_MAX);
    if (wide) {
        host.set_row(7, edge_of_a_digit(k));
        host.set_row(8, edge_of_a_digit(k + 1));
    } else {
        host.make_row(7, Family::narrow_bin, width, 1, engine);
        host.make_row(8, Family::winners_last, width, 1, engine);
    }
    // Beyond this row's length stands its largest score, so that reading on is seen whatever the direction: the
    // histogram counts one element too many.
    host.make_row(9, Family::quantised, width - 1001, 1, engine);
    host.set_length(9, static_cast<std::int32_t>(width - 1001));
    host.make_row(10, Family::two_values, width, 1, engine);
    host.make_row(11, Family::relu_plateau, width, 1, engine);
    host.set_length(11, static_cast<std::int32_t>(k + 1));
    host.set_row(12, misleading(type, host.options().direction));
}

} // namespace

std::vector<Crafted> crafted_batches() {
    std::vector<Crafted> list;
    for (int number = 0; number < 4; ++number) {
        const ScoreType type = number < 2 ? ScoreType::float32 : static_cast<ScoreType>(number - 1);
        Crafted crafted = {std::string("crafted ") + name(type), HostBatch(type, 13, width, k, 5)};
        Options &options = crafted.host.options();
        options.ties = number % 2 == 0 ? Ties::low : Ties::high;
        options.order = number % 2 == 0 ? Order::index : Order::rank;
        options.direction = number == 2 ? Direction::smallest : Direction::largest;
        crafted.name += std::string(" ties=") + name(options.ties) + " order=" + name(options.order);
        cases::Engine engine = cases::engine_for(11, static_cast<std::uint64_t>(number));
        fill(crafted.host, type, engine);
        list.push_back(std::move(crafted));
    }
    return list;
}

} // namespace exactk::device_tests
