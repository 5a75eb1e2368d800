// The suite of a server's mix: shapes whose lengths are not their width, each with a weight.
// Spec: contract/C10 C15. Layer: tools/bench.
#include "suites.hpp"

#include <algorithm>
#include <random>

namespace exactk::bench {

namespace {

using Lengths = std::vector<std::int32_t>;

// Per cent of a server's launches. convention: a guess at a mix of chats and long documents; no trace was counted.
constexpr double decode_share = 40;      // convention: as above
constexpr double speculative_share = 15; // convention: as above
constexpr double prefill_share = 30;     // convention: as above
constexpr double long_share = 10;        // convention: as above
constexpr double merge_share = 5;        // convention: as above

constexpr std::int64_t widths[] = {131072,
                                   1048576}; // convention: the longest context two servers are set up for
constexpr std::int64_t ks[] = {512, 2048};   // convention: what sparse attention selects
constexpr std::uint32_t lengths_seed = 41;   // convention: any value; the same lengths each time
constexpr std::int64_t width_max = 1048576;  // convention: long contexts end here
constexpr std::int64_t prefill_elements =
    134217728;                                // bound: 512 MiB of scores, to which servers cut their chunks
constexpr std::int64_t chunk_rows_max = 8192; // convention: tokens of a chunk

/// The lists below are longer than need be if all were crossed. Instead neighbours differ in everything that is cycled
/// through, so that each choice meets each other one about as often.
template <typename T, std::size_t count> T cycled(const T (&choices)[count], std::size_t number) {
    return choices[number % count];
}

Lengths filled(std::int64_t rows, std::int64_t length) {
    return Lengths(static_cast<std::size_t>(rows), static_cast<std::int32_t>(length));
}

/// Each from `low` to `high`. The generator's own numbers are used, since distributions differ among libraries.
Lengths drawn(std::int64_t rows, std::int64_t low, std::int64_t high, std::size_t number) {
    std::mt19937 random(lengths_seed + static_cast<std::uint32_t>(number));
    Lengths lengths = filled(rows, 0);
    for (std::int32_t &length : lengths) {
        length = static_cast<std::int32_t>(low + static_cast<std::int64_t>(random()) % (high - low + 1));
    }
    return lengths;
}

/// Requests of one age: a fifth younger at most.
Lengths close(std::int64_t rows, std::int64_t longest, std::size_t number) {
    return drawn(rows, longest - longest / 5, longest, number);
}

enum class Kind : std::uint8_t { equal, close, any };
constexpr Kind kinds[] = {Kind::equal, Kind::close, Kind::any};

void give_lengths(Request &request, const std::string &part, Kind kind, std::size_t number) {
    const std::int64_t longest = request.n;
    if (kind == Kind::equal) {
        request.lengths = filled(request.rows, longest);
        request.lengths_name = part + ": equal";
    } else if (kind == Kind::close) {
        request.lengths = close(request.rows, longest, number);
        request.lengths_name = part + ": 80 to 100 %";
    } else {
        request.lengths = drawn(request.rows, std::min(request.k, longest), longest, number);
        request.lengths_name = part + ": from k";
    }
}

Request wide_request(std::int64_t rows, std::int64_t longest, std::int64_t width, std::int64_t k) {
    Request request = request_at({rows, width, k});
    request.n = longest;
    return request;
}

/// One new token of each request.
std::vector<Request> decode() {
    std::vector<Request> requests;
    for (const std::int64_t rows : {1, 2, 4, 8, 16, 32, 64}) {
        for (const std::int64_t longest : {4096, 16384, 32768, 65536, 131072}) {
            const std::size_t number = requests.size();
            Request request = wide_request(rows, longest, cycled(widths, number / 2), cycled(ks, number));
            give_lengths(request, "decode", cycled(kinds, number), number);
            requests.push_back(request);
        }
    }
    return requests;
}

/// `tokens` guessed ones of each request, each of which sees one more than the one before.
Lengths guessed(std::int64_t batch, std::int64_t tokens, std::int64_t longest, std::size_t number) {
    Lengths lengths;
    for (const std::int32_t length : close(batch, longest, number)) {
        for (std::int64_t token = 0; token < tokens; ++token) {
            lengths.push_back(
                static_cast<std::int32_t>(std::max(std::int64_t{0}, length - tokens + token + 1)));
        }
    }
    return lengths;
}

std::vector<Request> speculative() {
    constexpr std::int64_t longests[] = {4096, 32768, 131072}; // convention: short, middle and long contexts
    std::vector<Request> requests;
    for (const std::int64_t batch : {8, 16, 32}) {
        for (const std::int64_t tokens : {2, 4, 6}) {
            const std::size_t number = requests.size();
            const std::int64_t longest = cycled(longests, number + number / 3);
            Request request =
                wide_request(batch * tokens, longest, cycled(widths, number / 2), cycled(ks, number));
            request.lengths = guessed(batch, tokens, longest, number);
            request.lengths_name = "speculative: " + std::to_string(batch) + " x " + std::to_string(tokens);
            requests.push_back(request);
        }
    }
    return requests;
}

/// The last chunk of a request, whose tokens see one more each, and one whose tokens all see the width.
std::vector<Request> prefill() {
    std::vector<Request> requests;
    for (const std::int64_t width : {8192, 16384, 32768, 65536, 131072, 262144}) {
        for (const bool triangular : {true, false}) {
            const std::size_t number = requests.size();
            const std::int64_t rows = std::min(chunk_rows_max, prefill_elements / width);
            Request request = wide_request(rows, width, width, cycled(ks, number + number / 2));
            request.lengths = filled(rows, width);
            request.lengths_name = triangular ? "prefill: triangular" : "prefill: full";
            for (std::int64_t row = 0; triangular && row < rows; ++row) {
                request.lengths[static_cast<std::size_t>(row)] =
                    static_cast<std::int32_t>(width - rows + row + 1);
            }
            requests.push_back(request);
        }
    }
    return requests;
}

std::vector<Request> long_decode() {
    std::vector<Request> requests;
    for (const std::int64_t rows : {1, 4, 8}) {
        for (const std::int64_t longest : {262144, 524288, 1048576}) {
            const std::size_t number = requests.size();
            Request request = wide_request(rows, longest, width_max, cycled(ks, number));
            give_lengths(request, "long", cycled(kinds, number + number / 3), number);
            requests.push_back(request);
        }
    }
    return requests;
}

/// The best k of each of 2, 4 or 8 ranks, of which the best k are wanted.
std::vector<Request> merges() {
    constexpr std::int64_t k = 2048; // convention: the greater one, since that is where a merge is long
    std::vector<Request> requests;
    for (const std::int64_t rows : {1, 8, 32, 1024}) {
        for (const std::int64_t ranks : {2, 4, 8}) {
            Request request = request_at({rows, ranks * k, k});
            request.n = request.width;
            request.lengths_name = "merge";
            requests.push_back(request);
        }
    }
    return requests;
}

bool is_in(const std::vector<std::int64_t> &selected, std::int64_t value) {
    return selected.empty() || std::find(selected.begin(), selected.end(), value) != selected.end();
}

/// Those of a part that were selected. The weight of one does not depend on which others were.
void add_part(const Selection &selection, double share, const std::vector<Request> &part,
              std::vector<Cell> &cells) {
    for (Request request : part) {
        request.weight = share / static_cast<double>(part.size());
        if (is_in(selection.rows, request.rows) && is_in(selection.n, request.n) &&
            is_in(selection.k, request.k) && request.rows <= selection.rows_max) {
            cells.push_back(cell_of(
                request.lengths_name + " " + text_of({request.rows, request.n, request.k}), {request}));
        }
    }
}

} // namespace

std::vector<Cell> served_cells(const Selection &selection) {
    std::vector<Cell> cells;
    add_part(selection, decode_share, decode(), cells);
    add_part(selection, speculative_share, speculative(), cells);
    add_part(selection, prefill_share, prefill(), cells);
    add_part(selection, long_share, long_decode(), cells);
    add_part(selection, merge_share, merges(), cells);
    return cells;
}

} // namespace exactk::bench
