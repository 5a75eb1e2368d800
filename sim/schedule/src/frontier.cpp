// A hash table of packed states, and numbers that fit how many schedules there are.
// Spec: contract/C15. Layer: sim.
#include "frontier.hpp"

#include <algorithm>
#include <cstring>

namespace exactk::schedule {
namespace {

constexpr std::size_t word = 8;               // bound: bytes of the words that are hashed
constexpr std::size_t places_at_first = 1024; // convention: a power of two; it grows with the states

std::uint64_t hash(const std::byte *bytes, std::size_t count) {
    std::uint64_t h = count;
    for (std::size_t at = 0; at < count; at += word) {
        std::uint64_t piece = 0;
        std::memcpy(&piece, bytes + at, std::min(word, count - at));
        h = (h ^ piece) * 0xA0761D6478BD642Fu;
        h ^= h >> 31;
    }
    return h * 0xE7037ED1A0B428DBu;
}

std::size_t round_up(std::size_t bytes) { return (bytes + word - 1) / word * word; }

} // namespace

void add_to(std::uint32_t *sum, const std::uint32_t *number, std::size_t digits) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        carry += std::uint64_t{sum[i]} + number[i];
        sum[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
}

std::string decimal(BigNumber number) {
    constexpr std::uint64_t billion = 1'000'000'000; // bound: nine decimal digits, the most that fit 32 bits
    std::string digits;
    while (std::any_of(number.begin(), number.end(), [](std::uint32_t digit) { return digit != 0; })) {
        std::uint64_t rest = 0;
        for (std::size_t i = number.size(); i-- > 0;) {
            rest = rest << 32 | number[i];
            number[i] = static_cast<std::uint32_t>(rest / billion);
            rest %= billion;
        }
        std::string piece = std::to_string(rest);
        digits = std::string(9 - piece.size(), '0') + piece + digits;
    }
    const std::size_t first = digits.find_first_not_of('0');
    return first == std::string::npos ? "0" : digits.substr(first);
}

Frontier::Frontier(const Machine &machine, std::size_t digits) : digits_(digits), table_(places_at_first, 0) {
    const State state = machine.initial();
    cell_bytes_ = state.cells.size() * sizeof(std::uint16_t);
    lane_bytes_ = state.lanes.size() * sizeof(Lane);
    buffer_bytes_ = state.buffers.size() * sizeof(StoreBuffer);
    stride_ = round_up(cell_bytes_ + lane_bytes_ + buffer_bytes_);
}

void Frontier::clear() {
    packed_.clear();
    paths_.clear();
    hashes_.clear();
    parents_.clear();
    std::fill(table_.begin(), table_.end(), 0u);
}

void Frontier::rehash(std::size_t places) {
    table_.assign(places, 0);
    for (std::size_t number = 0; number < hashes_.size(); ++number) {
        std::size_t place = hashes_[number] & (places - 1);
        while (table_[place] != 0) {
            place = (place + 1) & (places - 1);
        }
        table_[place] = static_cast<std::uint32_t>(number) + 1;
    }
}

void Frontier::add(const State &state, const std::uint32_t *paths, Parent parent) {
    const std::size_t begin = packed_.size();
    packed_.resize(begin + stride_); // the bytes behind the state are 0
    std::byte *const bytes = packed_.data() + begin;
    std::memcpy(bytes, state.cells.data(), cell_bytes_);
    std::memcpy(bytes + cell_bytes_, state.lanes.data(), lane_bytes_);
    if (buffer_bytes_ > 0) {
        std::memcpy(bytes + cell_bytes_ + lane_bytes_, state.buffers.data(), buffer_bytes_);
    }
    const std::uint64_t h = hash(bytes, stride_);
    std::size_t place = h & (table_.size() - 1);
    for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1)) {
        const std::size_t number = table_[place] - 1;
        if (hashes_[number] == h && std::memcmp(packed_.data() + number * stride_, bytes, stride_) == 0) {
            packed_.resize(begin);
            add_to(paths_.data() + number * digits_, paths, digits_);
            return;
        }
    }
    hashes_.push_back(h);
    parents_.push_back(parent);
    paths_.insert(paths_.end(), paths, paths + digits_);
    table_[place] = static_cast<std::uint32_t>(hashes_.size());
    if (hashes_.size() * 2 > table_.size()) {
        rehash(table_.size() * 2);
    }
}

void Frontier::load(std::size_t number, State &state) const {
    const std::byte *const bytes = packed_.data() + number * stride_;
    std::memcpy(state.cells.data(), bytes, cell_bytes_);
    std::memcpy(state.lanes.data(), bytes + cell_bytes_, lane_bytes_);
    if (buffer_bytes_ > 0) {
        std::memcpy(state.buffers.data(), bytes + cell_bytes_ + lane_bytes_, buffer_bytes_);
    }
}

} // namespace exactk::schedule
