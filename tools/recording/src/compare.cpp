// Names what parts a row of two recordings, from its scores and slots.
// Spec: contract/C3 C4 C5 C12 C14. Layer: tools/recording.
#include <exactk/recording/compare.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

namespace exactk::recording {

namespace {

/// The canonical key of C12: a larger one is preferred, and equal ones are one value.
std::uint32_t key_of(ScoreType type, std::uint32_t bits, Direction direction, NanPolicy nan_policy) {
    const int width = score_bits[static_cast<int>(type)];
    const std::uint32_t all = width == 32 ? 0xFFFFFFFFu : (1u << width) - 1;
    const std::uint32_t sign = 1u << (width - 1);
    const std::uint32_t magnitude = bits & (all ^ sign);
    std::uint32_t key = 0;
    if (magnitude > positive_infinity_bits[static_cast<int>(type)])
        key = nan_policy == NanPolicy::largest ? all : 0;
    else if (magnitude == 0 || (bits & sign) == 0)
        key = magnitude + sign;
    else
        key = all - bits;
    return direction == Direction::largest ? key : all - key;
}

/// One side's slots beside the scores, which are the same on both sides.
struct Side {
    const Call &call;
    std::int64_t row;

    bool is_element(std::int64_t index) const { return index >= 0 && index < call.n(row); }

    Place place(std::int64_t slot) const {
        Place place;
        place.slot = slot;
        place.index = call.slots(row)[slot];
        place.score_known = is_element(place.index);
        if (place.score_known)
            place.score_bits = call.score(row, place.index);
        return place;
    }
};

/// Where the first of the indices stands.
Place first_of(const Side &side, const std::vector<std::int32_t> &sorted) {
    const std::int32_t *slots = side.call.slots(side.row);
    for (std::int64_t slot = 0; slot < side.call.k; ++slot) {
        if (std::binary_search(sorted.begin(), sorted.end(), slots[slot]))
            return side.place(slot);
    }
    return {};
}

std::vector<std::int32_t> sorted_slots(const Call &call, std::int64_t row) {
    std::vector<std::int32_t> slots(call.slots(row), call.slots(row) + call.k);
    std::sort(slots.begin(), slots.end());
    return slots;
}

std::int64_t elements_of(const Side &side, const std::vector<std::int32_t> &slots) {
    return std::count_if(slots.begin(), slots.end(),
                         [&](std::int32_t index) { return side.is_element(index); });
}

/// Whether an element stands in two slots.
bool has_twice(const Side &side, const std::vector<std::int32_t> &sorted) {
    for (auto at = sorted.begin(); (at = std::adjacent_find(at, sorted.end())) != sorted.end(); ++at) {
        if (side.is_element(*at))
            return true;
    }
    return false;
}

void compare_scores(const Call &a, const Call &b, std::int64_t row, Difference &found) {
    found.kind = Kind::scores_differ;
    const std::int64_t shared = std::min(found.n_a, found.n_b);
    for (std::int64_t i = 0; i < shared; ++i) {
        if (a.score(row, i) == b.score(row, i))
            continue;
        if (found.count++ == 0) {
            found.a = {-1, i, true, a.score(row, i)};
            found.b = {-1, i, true, b.score(row, i)};
        }
    }
}

/// The sets differ: only among equals of the cut, or otherwise.
void compare_sets(const Side &a, const Side &b, Direction direction, NanPolicy nan_policy,
                  Difference &found) {
    const Call &call = a.call;
    const auto key = [&](std::int64_t index) {
        return key_of(call.type, call.score(a.row, index), direction, nan_policy);
    };
    const std::int64_t m = std::min(call.k, found.n_a);
    std::uint32_t cut = 0;
    if (m > 0) {
        std::vector<std::uint32_t> keys(static_cast<std::size_t>(found.n_a));
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = key(static_cast<std::int64_t>(i));
        std::nth_element(keys.begin(), keys.begin() + (m - 1), keys.end(), std::greater<>());
        cut = keys[static_cast<std::size_t>(m - 1)];
        std::int64_t at = 0;
        while (key(at) != cut)
            ++at;
        found.cut_known = true;
        found.cut_bits = call.score(a.row, at);
    }
    const std::vector<std::int32_t> slots_a = sorted_slots(call, a.row);
    const std::vector<std::int32_t> slots_b = sorted_slots(b.call, b.row);
    std::vector<std::int32_t> only_a, only_b;
    std::set_difference(slots_a.begin(), slots_a.end(), slots_b.begin(), slots_b.end(),
                        std::back_inserter(only_a));
    std::set_difference(slots_b.begin(), slots_b.end(), slots_a.begin(), slots_a.end(),
                        std::back_inserter(only_b));
    found.count = static_cast<std::int64_t>(only_a.size());
    found.a = first_of(a, only_a);
    found.b = first_of(b, only_b);
    const auto equals_cut = [&](std::int32_t index) { return a.is_element(index) && key(index) == cut; };
    const auto is_worse = [&](std::int32_t index) { return a.is_element(index) && key(index) < cut; };
    // An element that one side holds twice is among what the other has less of, and yet not lost there.
    const auto lost = [&](const std::vector<std::int32_t> &slots) {
        return [&, cut](std::int32_t index) {
            return a.is_element(index) && key(index) > cut &&
                   !std::binary_search(slots.begin(), slots.end(), index);
        };
    };
    // What stands in slots [m, k) is not judged, so that two fills make no side wrong.
    found.wrong_a = has_twice(a, slots_a) || elements_of(a, slots_a) < m;
    found.wrong_b = has_twice(b, slots_b) || elements_of(b, slots_b) < m;
    const bool ties_only = !found.wrong_a && !found.wrong_b &&
                           std::all_of(only_a.begin(), only_a.end(), equals_cut) &&
                           std::all_of(only_b.begin(), only_b.end(), equals_cut);
    const auto any = [](const std::vector<std::int32_t> &indices, const auto &is) {
        return std::any_of(indices.begin(), indices.end(), is);
    };
    found.wrong_a = found.wrong_a || any(only_a, is_worse) || any(only_b, lost(slots_a));
    found.wrong_b = found.wrong_b || any(only_b, is_worse) || any(only_a, lost(slots_b));
    found.kind = ties_only ? Kind::tie_only : Kind::set_differs;
}

} // namespace

const char *name(Kind kind) {
    switch (kind) {
    case Kind::same: return "same";
    case Kind::scores_differ: return "scores_differ";
    case Kind::set_differs: return "set_differs";
    case Kind::tie_only: return "tie_only";
    case Kind::order_differs: return "order_differs";
    case Kind::values_differ: return "values_differ";
    }
    return "unknown";
}

Difference compare(const Call &a, const Call &b, std::int64_t row, Direction direction,
                   NanPolicy nan_policy) {
    Difference found;
    found.n_a = a.n(row);
    found.n_b = b.n(row);
    const Side side_a{a, row}, side_b{b, row};
    const auto differs = [&](int which) { return a.digest(row, which) != b.digest(row, which); };
    const auto first_slots = [&](Kind kind, const auto &parts) {
        for (std::int64_t slot = 0; slot < a.k; ++slot) {
            if (!parts(slot))
                continue;
            if (found.count++ == 0) {
                found.kind = kind;
                found.a = side_a.place(slot);
                found.b = side_b.place(slot);
            }
        }
    };
    if (differs(digest_of_input)) {
        compare_scores(a, b, row, found);
    } else if (differs(digest_of_set)) {
        compare_sets(side_a, side_b, direction, nan_policy, found);
    } else if (differs(digest_of_sequence)) {
        first_slots(Kind::order_differs,
                    [&](std::int64_t slot) { return a.slots(row)[slot] != b.slots(row)[slot]; });
    } else if (a.has_values && b.has_values) {
        first_slots(Kind::values_differ,
                    [&](std::int64_t slot) { return a.value(row, slot) != b.value(row, slot); });
        if (found.kind == Kind::values_differ) {
            found.a.score_bits = a.value(row, found.a.slot);
            found.b.score_bits = b.value(row, found.b.slot);
            found.a.score_known = found.b.score_known = true;
        }
    }
    return found;
}

} // namespace exactk::recording
