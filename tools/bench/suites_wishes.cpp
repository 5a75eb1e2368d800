// Suites about how a launch is fitted into what else runs: beside a kernel that holds SMs, and behind the one before it.
// Spec: contract/C15, algorithm/S3. Layer: tools/bench.
#include "suites.hpp"

namespace exactk::bench {

namespace {

struct Wished {
    Request request;
    device::Wishes wishes;
};

Cell cell_of_wishes(const Point &point, const std::vector<Wished> &all) {
    return {text_of(point), [all](Session &session) {
                std::vector<Variant> variants;
                for (const Wished &one : all) {
                    variants.push_back(make_variant(session, one.request, one.wishes));
                }
                return variants;
            }};
}

constexpr int held_percents[] = {
    25, 50}; // convention: a guest that is seen, and one that takes as much as it leaves
constexpr int limited_percent = 50; // convention: where a limit on SMs has most to give

std::string held_name(int percent) { return "held " + std::to_string(percent) + " %"; }

/// Alone, in company by the same plan, and in company by a plan for the SMs that are left.
std::vector<Variant> make_company(Session &session, const Point &point) {
    constexpr int whole = 100; // bound: per cent
    const int sms = session.profile().sms;
    Request alone = request_at(point);
    alone.name = "alone";
    alone.floor_key = "all"; // measured alone: a held SM is a cost, and not one of the floor
    std::vector<Variant> variants;
    variants.push_back(make_variant(session, alone));
    for (const int percent : held_percents) {
        Request held = alone;
        held.name = held_name(percent);
        held.base = alone.name;
        held.held_sms = sms * percent / whole;
        variants.push_back(make_variant(session, held));
    }
    Request limited = alone;
    limited.name = held_name(limited_percent) + "; limit";
    limited.base = alone.name;
    limited.held_sms = sms * limited_percent / whole;
    device::Wishes wishes;
    wishes.sms_max = sms - limited.held_sms;
    variants.push_back(make_variant(session, limited, wishes));
    return variants;
}

} // namespace

std::vector<Cell> company_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point : points(selection, {1, 8, 64, 256, 4096}, {4096, 65536, 1048576}, {512, 2048})) {
        cells.push_back({text_of(point), [point](Session &session) { return make_company(session, point); }});
    }
    return cells;
}

std::vector<Cell> pdl_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point : grid_points(selection)) {
        Wished automatic{request_at(point), {}};
        automatic.request.name = "automatic";
        automatic.request.distribution = selection.distribution;
        automatic.request.type = selection.type;
        // One floor for both, without the attribute: that is what the goals are set against.
        automatic.request.floor_key = "all";
        Wished programmatic = automatic;
        programmatic.request.name = "programmatic";
        programmatic.request.base = automatic.request.name;
        programmatic.wishes.programmatic = true;
        cells.push_back(cell_of_wishes(point, {automatic, programmatic}));
    }
    return cells;
}

} // namespace exactk::bench
