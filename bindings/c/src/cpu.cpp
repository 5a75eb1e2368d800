// The CPU path on host memory.
// Spec: contract/C8 C15 C18. Layer: bindings.
#include <exactk.h>
#include <exactk/cpu.hpp>

#include "convert.hpp"
#include "guard.hpp"

using exactk::Status;
using exactk::StatusCode;
namespace bindings = exactk::bindings;

int32_t exactk_topk_cpu(const exactk_problem *problem, const exactk_outputs *outputs,
                        exactk_status *status) noexcept {
    return bindings::guarded(status, [&]() -> Status {
        exactk::Problem asked;
        exactk::Outputs answers;
        Status refusal = bindings::convert(problem, asked);
        if (refusal.code == StatusCode::ok)
            refusal = bindings::convert(outputs, answers);
        return refusal.code == StatusCode::ok ? exactk::cpu::topk(asked, answers) : refusal;
    });
}
