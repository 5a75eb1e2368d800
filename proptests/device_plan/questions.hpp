// Questions for the planner: all known devices, shapes at edges and at random, wishes; and planning that must work.
// Spec: contract/C1 C2, algorithm/S3. Layer: proptests/device_plan.
#pragma once

#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <rapidcheck.h>

#include <exactk/contract/text.hpp>
#include <exactk/device.hpp>

namespace exactk::device::tests {

struct Question {
    Shape shape;
    Profile profile;
    Wishes wishes;
};

inline std::string to_text(const Question &question) {
    const Shape &shape = question.shape;
    const Wishes &wishes = question.wishes;
    std::ostringstream text;
    const Profile &profile = question.profile;
    text << profile.name << " (" << profile.compute_capability << " " << profile.sms << " "
         << profile.threads_per_sm << " " << profile.shared_bytes_optin << " " << profile.shared_bytes_sm
         << " " << profile.cluster_ctas_portable << " " << profile.cluster_ctas_max << ") "
         << exactk::name(shape.type) << " rows " << shape.rows << " width " << shape.width << " k " << shape.k
         << " order " << exactk::name(shape.options.order) << " automatic " << wishes.automatic
         << " strategy " << name(wishes.strategy) << " ctas " << wishes.ctas << " sms_max " << wishes.sms_max
         << " resident_keys_max " << wishes.resident_keys_max << " list_entries_max "
         << wishes.list_entries_max << " filter " << wishes.filter;
    return text.str();
}

/// All known devices that are answered yes, and one that offers next to nothing beyond what is needed.
inline std::vector<Profile> able_profiles() {
    std::vector<Profile> able;
    for (const Profile &profile : profiles()) {
        if (std::string(profile.name) != "v100")
            able.push_back(profile);
    }
    Profile least = *find_profile("a100");
    least.name = "least";
    least.sms = 1;
    least.threads_per_sm = 1024;
    least.shared_bytes_optin = 48 * 1024;
    least.shared_bytes_sm = 64 * 1024;
    able.push_back(least);
    Profile odd = *find_profile("h200");
    odd.name = "odd";
    odd.sms = 64;
    odd.cluster_ctas_portable = 1;
    odd.cluster_ctas_max = 2;
    able.push_back(odd);
    Profile narrow = *find_profile("h200"); // has larger clusters than it can run at a time
    narrow.name = "narrow";
    narrow.sms = 2;
    narrow.threads_per_sm = 1024;
    able.push_back(narrow);
    return able;
}

inline const std::vector<std::int64_t> &edge_rows() {
    static const std::vector<std::int64_t> rows = {0,
                                                   1,
                                                   2,
                                                   3,
                                                   4,
                                                   5,
                                                   7,
                                                   8,
                                                   9,
                                                   16,
                                                   23,
                                                   24,
                                                   53,
                                                   54,
                                                   65,
                                                   66,
                                                   67,
                                                   107,
                                                   108,
                                                   131,
                                                   132,
                                                   133,
                                                   263,
                                                   264,
                                                   265,
                                                   4096,
                                                   1 << 20,
                                                   INT32_MAX,
                                                   std::int64_t{1} << 40,
                                                   INT64_MAX};
    return rows;
}

inline const std::vector<std::int64_t> &edge_widths() {
    static const std::vector<std::int64_t> widths = {
        0,      1,      31,     32,     1024,    1025,    4096,          4097,     8192,
        8193,   16383,  16384,  16385,  19968,   32768,   32769,         52736,    65536,
        131072, 262144, 524287, 524288, 1 << 20, 1 << 26, INT32_MAX - 1, INT32_MAX};
    return widths;
}

inline const std::vector<std::int64_t> &edge_k() {
    static const std::vector<std::int64_t> numbers = {0, 1, 2048, 30000, INT32_MAX};
    return numbers;
}

inline Shape make_shape(ScoreType type, std::int64_t rows, std::int64_t width, std::int64_t k, Order order) {
    Shape shape;
    shape.type = type;
    shape.rows = rows;
    shape.width = width;
    shape.k = k;
    shape.options.order = order;
    return shape;
}

/// Calls visit(Question) for every able device and every combination of edges, without wishes.
template <class Visit> void for_each_edge(Visit visit) {
    for (const Profile &profile : able_profiles())
        for (const ScoreType type : {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16})
            for (const Order order : {Order::index, Order::rank})
                for (const std::int64_t rows : edge_rows())
                    for (const std::int64_t width : edge_widths())
                        for (const std::int64_t k : edge_k())
                            visit(Question{make_shape(type, rows, width, k, order), profile, {}});
}

/// A number of [0, most], small, middling and large ones alike, or an edge.
inline std::int64_t any_number(std::int64_t most, const std::vector<std::int64_t> &edges) {
    if (*rc::gen::inRange(0, 3) == 0) {
        const std::int64_t edge = *rc::gen::elementOf(edges);
        return edge <= most ? edge : most;
    }
    const int bits = *rc::gen::inRange(0, 63);
    const std::int64_t top = std::int64_t{1} << bits;
    const std::int64_t number = *rc::gen::inRange<std::int64_t>(0, top);
    return number <= most ? number : most;
}

inline Shape any_shape() {
    Shape shape = make_shape(*rc::gen::element(ScoreType::float32, ScoreType::float16, ScoreType::bfloat16),
                             any_number(INT64_MAX, edge_rows()), any_number(INT32_MAX, edge_widths()),
                             any_number(INT32_MAX, edge_k()), *rc::gen::element(Order::index, Order::rank));
    shape.options.direction = *rc::gen::element(Direction::largest, Direction::smallest);
    shape.options.ties = *rc::gen::element(Ties::low, Ties::high);
    shape.options.nan_policy = *rc::gen::element(NanPolicy::largest, NanPolicy::smallest);
    return shape;
}

/// Also wishes that cannot be fulfilled.
inline Wishes any_wishes() {
    Wishes wishes;
    wishes.automatic = *rc::gen::arbitrary<bool>();
    wishes.strategy =
        *rc::gen::element(Strategy::row_per_cta, Strategy::row_per_cluster, Strategy::row_per_grid);
    wishes.ctas = *rc::gen::element(0, 0, 0, 1, 2, 3, 4, 8, 16, 17, 32, 1000, 1024, 1025);
    wishes.sms_max = *rc::gen::element(0, 0, 1, 2, 3, 7, 64, 131, 132, 1000);
    wishes.resident_keys_max = *rc::gen::element(0, 0, 1, 33, 1000, 1 << 20);
    wishes.list_entries_max = *rc::gen::element(0, 0, 32, 64, 1024, 8192, 16384, 65504);
    wishes.filter = *rc::gen::inRange(0, 4) != 0;
    return wishes;
}

/// A device of which some figures are anything at all: what none has, what lies at a limit, what overflows.
inline Profile any_profile() {
    Profile profile = *rc::gen::elementOf(able_profiles());
    const auto change = [](auto &figure, std::int64_t limit) {
        using Figure = std::remove_reference_t<decltype(figure)>;
        constexpr auto most = std::numeric_limits<Figure>::max();
        const auto at = static_cast<Figure>(limit);
        const std::vector<Figure> choices = {at,   at / 2 + 1,   at + 1,    0,        1, -1, 8, 1024, 30000,
                                             most, most / 2 + 1, most / 16, -most - 1};
        if (*rc::gen::inRange(0, 8) == 0)
            figure = *rc::gen::elementOf(choices);
    };
    change(profile.compute_capability, profile_compute_capability_limit);
    change(profile.sms, profile_sms_limit);
    change(profile.threads_per_sm, profile_threads_per_sm_limit);
    change(profile.shared_bytes_sm, profile_shared_bytes_sm_limit);
    change(profile.shared_bytes_optin, profile_shared_bytes_optin_limit);
    change(profile.cluster_ctas_max, profile_cluster_ctas_limit);
    change(profile.cluster_ctas_portable, profile_cluster_ctas_limit);
    return profile;
}

inline Question any_question() {
    return Question{any_shape(), *rc::gen::elementOf(able_profiles()), any_wishes()};
}

inline bool same(const Form &one, const Form &other) {
    return one.strategy == other.strategy && one.ctas == other.ctas && one.threads == other.threads &&
           one.groups == other.groups && one.resident_keys == other.resident_keys &&
           one.list_entries == other.list_entries && one.cta_length_max == other.cta_length_max &&
           one.shared_bytes == other.shared_bytes && one.workspace_bytes == other.workspace_bytes &&
           one.nodes == other.nodes;
}

inline bool same(const Status &one, const Status &other) {
    return one.code == other.code && one.value == other.value && one.limit == other.limit &&
           std::string(one.argument == nullptr ? "" : one.argument) ==
               (other.argument == nullptr ? "" : other.argument);
}

} // namespace exactk::device::tests
