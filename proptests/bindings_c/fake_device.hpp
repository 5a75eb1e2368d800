// A device room that writes down what it is asked, so that what the C interface hands on can be seen without a GPU.
// Spec: contract/C18. Layer: proptests/bindings_c.
#pragma once

#include <cstdint>

#include <exactk/device.hpp>

namespace bindings_c_test {

/// The last arguments of the functions of <exactk/device.hpp>, and what those answer next.
struct Heard {
    exactk::device::Shape shape;
    exactk::device::Profile profile;
    exactk::device::Wishes wishes;
    exactk::device::Plan plan;
    exactk::Problem problem;
    exactk::Outputs outputs;
    void *workspace = nullptr;
    std::int64_t workspace_bytes = 0;
    void *stream = nullptr;
    std::int64_t numbers[3] = {0, 0, 0};
    int calls = 0;
    exactk::Status answer;
    bool throws = false; ///< something that no library throws
};

Heard &heard();

} // namespace bindings_c_test
