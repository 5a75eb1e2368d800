// Plans, their workspace, and launches of them.
// Spec: contract/C8 C18, algorithm/S3. Layer: bindings.
#include <memory>
#include <string>

#include <exactk.h>
#include <exactk/device.hpp>

#include "convert.hpp"
#include "guard.hpp"
#include "text.hpp"

using exactk::Status;
using exactk::StatusCode;
namespace bindings = exactk::bindings;
namespace device = exactk::device;

/// The library's plan with the text that its profile points to, which in C++ would be the caller's.
struct exactk_plan {
    std::string name;
    std::string source;
    device::Plan plan;
};

namespace {

Status null_pointer(const char *argument) {
    return bindings::refuse(StatusCode::null_pointer, argument, 0, 0);
}

Status create(const exactk_shape *shape, const exactk_profile *profile, const exactk_wishes *wishes,
              exactk_plan **plan) {
    if (plan == nullptr)
        return null_pointer("plan");
    *plan = nullptr;
    device::Shape asked;
    device::Profile facts;
    device::Wishes wished;
    Status refusal = bindings::convert(shape, asked);
    if (refusal.code == StatusCode::ok)
        refusal = bindings::convert(profile, facts);
    if (refusal.code == StatusCode::ok)
        refusal = bindings::convert(wishes, wished);
    if (refusal.code != StatusCode::ok)
        return refusal;
    auto made = std::make_unique<exactk_plan>();
    made->name = facts.name;
    made->source = facts.source;
    refusal = device::make_plan(asked, facts, wished, made->plan);
    if (refusal.code != StatusCode::ok)
        return refusal;
    made->plan.profile.name = made->name.c_str();
    made->plan.profile.source = made->source.c_str();
    *plan = made.release();
    return {};
}

} // namespace

int32_t exactk_plan_create(const exactk_shape *shape, const exactk_profile *profile,
                           const exactk_wishes *wishes, exactk_plan **plan, exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status { return create(shape, profile, wishes, plan); });
}

void exactk_plan_destroy(exactk_plan *plan) noexcept { delete plan; }

int32_t exactk_plan_describe(const exactk_plan *plan, char *buffer, size_t capacity, size_t *needed,
                             exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        if (plan == nullptr)
            return null_pointer("plan");
        const Status refusal = bindings::check_buffer(buffer, capacity, needed);
        if (refusal.code != StatusCode::ok)
            return refusal;
        return bindings::write_text(device::describe(plan->plan), buffer, capacity, needed);
    });
}

int32_t exactk_plan_workspace_bytes(const exactk_plan *plan, int64_t *bytes, exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        if (plan == nullptr)
            return null_pointer("plan");
        if (bytes == nullptr)
            return null_pointer("bytes");
        *bytes = device::workspace_bytes(plan->plan);
        return {};
    });
}

int32_t exactk_workspace_bytes_max(int64_t rows, int64_t width, int64_t k, const exactk_profile *profile,
                                   int64_t *bytes, exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        device::Profile facts;
        const Status refusal = bindings::convert(profile, facts);
        if (refusal.code != StatusCode::ok)
            return refusal;
        if (bytes == nullptr)
            return null_pointer("bytes");
        std::int64_t most = 0;
        const Status answer = device::workspace_bytes_max(rows, width, k, facts, most);
        if (answer.code == StatusCode::ok)
            *bytes = most;
        return answer;
    });
}

int32_t exactk_launch(const exactk_plan *plan, const exactk_problem *problem, const exactk_outputs *outputs,
                      void *workspace, int64_t workspace_bytes, void *stream,
                      exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        if (plan == nullptr)
            return null_pointer("plan");
        exactk::Problem asked;
        exactk::Outputs answers;
        Status refusal = bindings::convert(problem, asked);
        if (refusal.code == StatusCode::ok)
            refusal = bindings::convert(outputs, answers);
        if (refusal.code != StatusCode::ok)
            return refusal;
        return device::launch(plan->plan, asked, answers, workspace, workspace_bytes, stream);
    });
}
