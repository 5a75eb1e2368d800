// Facts about devices, and whether they can run a problem.
// Spec: contract/C18. Layer: bindings.
#include <string>

#include <exactk.h>
#include <exactk/device.hpp>

#include "convert.hpp"
#include "guard.hpp"

using exactk::Status;
using exactk::StatusCode;
namespace bindings = exactk::bindings;
namespace device = exactk::device;

namespace {

/// Fills a caller's profile with what `find` finds. The struct is checked first, so that a refusal is the same
/// whether or not there is such a device.
template <class Find>
int32_t find_profile(exactk_profile *profile, exactk_status *status, Find find) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        exactk_profile before;
        const Status taken = bindings::take(profile, before);
        if (taken.code != StatusCode::ok)
            return taken;
        device::Profile found;
        const Status answer = find(found);
        if (answer.code == StatusCode::ok)
            bindings::give_profile(found, profile);
        return answer;
    });
}

} // namespace

int32_t exactk_profile_count(size_t *count, exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        if (count == nullptr)
            return bindings::refuse(StatusCode::null_pointer, "count", 0, 0);
        *count = device::profiles().size();
        return {};
    });
}

int32_t exactk_profile_at(size_t position, exactk_profile *profile, exactk_status *status) noexcept {
    return find_profile(profile, status, [&](device::Profile &found) -> Status {
        const auto &known = device::profiles();
        if (position >= known.size())
            return bindings::refuse(StatusCode::out_of_limits, "position", bindings::as_value(position),
                                    bindings::as_value(known.size()) - 1);
        found = known[position];
        return {};
    });
}

int32_t exactk_profile_by_name(const char *name, exactk_profile *profile, exactk_status *status) noexcept {
    return find_profile(profile, status, [&](device::Profile &found) -> Status {
        if (name == nullptr)
            return bindings::refuse(StatusCode::null_pointer, "name", 0, 0);
        const device::Profile *const known = device::find_profile(name);
        if (known == nullptr)
            return bindings::refuse(StatusCode::unknown_option, "name", -1,
                                    bindings::as_value(device::profiles().size()) - 1);
        found = *known;
        return {};
    });
}

int32_t exactk_profile_query(int32_t device_number, exactk_profile *profile, exactk_status *status) noexcept {
    return find_profile(profile, status, [&](device::Profile &found) -> Status {
        return device::query_profile(device_number, found);
    });
}

int32_t exactk_supports(const exactk_shape *shape, const exactk_profile *profile,
                        exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        device::Shape asked;
        device::Profile facts;
        Status refusal = bindings::convert(shape, asked);
        if (refusal.code == StatusCode::ok)
            refusal = bindings::convert(profile, facts);
        return refusal.code == StatusCode::ok ? device::supports(asked, facts) : refusal;
    });
}
