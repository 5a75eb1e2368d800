// Places a variant's rows in a pool and plans it.
// Spec: contract/C10 C15. Layer: tools/bench.
#include "variant.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <exactk/contract/text.hpp>

namespace exactk::bench {

namespace {

constexpr std::int64_t slice_granule = 64; // convention: slices begin at multiples of so many elements

/// How many calls find different places, and how far places that do not meet are apart.
void place_slices(Variant &variant) {
    const Request &request = variant.request;
    const std::int64_t extent = request.rows * request.pitch;
    variant.slice_elements = (extent + slice_granule - 1) / slice_granule * slice_granule;
    const std::int64_t pool = static_cast<std::int64_t>(pool_bytes) / variant.element_bytes();
    if (request.step == 0) {
        variant.slices = static_cast<int>(std::min(std::int64_t{slices_max}, pool / variant.slice_elements));
        return;
    }
    // The last block of rows is followed by room for the columns by which a place is shifted.
    const std::int64_t shifts = request.pitch / request.step;
    const std::int64_t blocks = std::max(std::int64_t{0}, (pool - request.pitch) / variant.slice_elements);
    variant.slices = static_cast<int>(std::min(std::int64_t{slices_max}, blocks * shifts));
}

Layout layout_of(const Variant &variant) {
    const Request &request = variant.request;
    Layout layout;
    layout.slice = static_cast<std::size_t>(variant.slice_elements);
    layout.count = layout.slice * static_cast<std::size_t>(std::max(1, variant.slices));
    layout.n = static_cast<std::size_t>(request.pitch);
    layout.rows = static_cast<std::size_t>(request.rows);
    layout.k = static_cast<std::size_t>(request.k);
    return layout;
}

} // namespace

const unsigned char *Variant::place(int number) const {
    const std::int64_t slice = number % slices;
    const std::int64_t shifts = request.step == 0 ? 1 : request.pitch / request.step;
    const std::int64_t elements = slice / shifts * slice_elements + slice % shifts * request.step;
    return scores + elements * element_bytes();
}

std::int64_t Variant::length(std::int64_t row) const {
    return request.lengths.empty() ? request.width : request.lengths[static_cast<std::size_t>(row)];
}

Options Variant::options() const {
    Options options;
    options.ties = request.ties;
    return options;
}

Problem Variant::problem(int number) const {
    Problem problem;
    problem.scores = place(number);
    problem.type = request.type;
    problem.rows = request.rows;
    problem.width = request.width;
    problem.pitch = request.pitch;
    problem.lengths = lengths.get();
    problem.k = request.k;
    problem.options = options();
    return problem;
}

bool make_variant(Session &session, const Request &request, const device::Wishes &wishes, Variant &variant) {
    variant.request = request;
    Request &asked = variant.request;
    asked.pitch = std::max(asked.pitch, asked.width);
    asked.n = asked.n == 0 ? asked.width : asked.n;
    device::Shape shape;
    shape.type = asked.type;
    shape.rows = asked.rows;
    shape.width = asked.width;
    shape.k = asked.k;
    shape.options = variant.options();
    const Status status = device::make_plan(shape, session.profile(), wishes, variant.plan);
    if (status.code != StatusCode::ok) {
        variant.status = describe(status);
        return false;
    }
    variant.plan.has_fallback = false;
    for (std::int64_t row = 0; row < asked.rows; ++row) {
        variant.read_elements += variant.length(row) > asked.k ? variant.length(row) : 0;
    }
    place_slices(variant);
    if (variant.slices == 0) {
        return true;
    }
    if (!asked.lengths.empty()) {
        variant.lengths = session.lengths(asked.lengths);
    }
    variant.scores = static_cast<const unsigned char *>(
        session.scores(asked.distribution, asked.type, layout_of(variant)));
    return true;
}

Variant make_variant(Session &session, const Request &request, const device::Wishes &wishes) {
    Variant variant;
    if (!make_variant(session, request, wishes, variant)) {
        std::fprintf(stderr, "error: no plan for %s: %s\n", request.name.c_str(), variant.status.c_str());
        std::exit(1);
    }
    return variant;
}

} // namespace exactk::bench
