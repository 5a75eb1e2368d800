// One thing that is timed: rows, a plan and where the scores lie; and what came of it.
// Spec: contract/C15. Layer: tools/bench.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/device.hpp>

#include "distributions.hpp"
#include "session.hpp"

namespace exactk::bench {

/// What a variant is asked to be.
struct Request {
    std::string name = "auto";
    std::string base; ///< the variant of the same cell that it is compared with; empty: none
    Distribution distribution = Distribution::normal;
    ScoreType type = ScoreType::float32;
    std::int64_t rows = 1;
    std::int64_t width = 1; ///< the plan's and the problem's
    std::int64_t pitch = 0; ///< 0: the width
    std::int64_t n = 0;     ///< what the table says of lengths: the one that all rows have; 0: the width
    std::int64_t k = 1;
    Ties ties = Ties::low;
    std::vector<std::int32_t> lengths; ///< empty: no array is given
    std::string lengths_name = "none";
    /// Elements from one call's first row to the next one's; 0: slices do not meet. Less than rows * pitch where calls
    /// take other columns of the same wide rows: then it divides the pitch.
    std::int64_t step = 0;
    int held_sms = 0;  ///< replayed while another kernel holds so many SMs
    double weight = 1; ///< how much the cell counts in a sum over the suite
    /// Variants with one key are set against the floor of the first of them; empty: a floor of its own.
    std::string floor_key;
};

struct Variant {
    Request request;
    device::Plan plan;
    const unsigned char *scores = nullptr; ///< a pool's begin
    int slices = 0;                        ///< different places in the pool; 0: not even one fits
    std::int64_t slice_elements = 0;       ///< of places that do not meet
    std::int64_t read_elements = 0;        ///< elements that have to be read (C10): all of rows with n > k
    std::shared_ptr<std::int32_t> lengths;
    bool may_be_refused = false; ///< a refusal of its launch is a result, not an error

    std::string status = "ok";
    std::unique_ptr<TimedGraph> timed;
    float us = 0;
    float floor_us = 0;

    std::int64_t element_bytes() const { return score_bytes[static_cast<int>(request.type)]; }
    /// Whether a figure came of it; beside a status other than "ok" it is no time like the others.
    bool has_times() const { return timed != nullptr && !timed->kept().empty(); }
    int calls() const { return slices == 1 ? 2 : slices; }
    /// Where the scores of call `number` begin.
    const unsigned char *place(int number) const;
    std::int64_t length(std::int64_t row) const;
    Problem problem(int number) const;
    Options options() const;
};

/// Fills a pool and plans, automatically where nothing is wished for. Ends the program where there is no plan. The plan
/// has no fallback: a time under the name of a form that did not run would mislead.
Variant make_variant(Session &session, const Request &request, const device::Wishes &wishes = {});
/// The same, but false where the planner refuses the wishes.
bool make_variant(Session &session, const Request &request, const device::Wishes &wishes, Variant &variant);

} // namespace exactk::bench
