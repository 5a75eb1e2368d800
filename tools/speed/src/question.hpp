// One case as both implementations are asked it: the same question, which each of them takes.
// Spec: contract/C1 to C9 C11. Layer: tools/speed.
#pragma once

#include <memory>
#include <string>

#include <exactk/casefile/input.hpp>
#include <exactk/profiles.hpp>
#include <exactk/promise.hpp>
#include <exactk/subject.hpp>

namespace exactk::speed {

/// A case in memory.
struct Question {
    std::unique_ptr<casefile::Input> input;
    subject::Asked asked;
    std::string why; ///< it cannot be asked; empty: it can
};

/// The question that both promises leave, or why there is none. Memory that cannot be had is thrown as std::bad_alloc.
Question question_of(profiles::ProfileCase one, const Promise &mine, const Promise &other);

} // namespace exactk::speed
