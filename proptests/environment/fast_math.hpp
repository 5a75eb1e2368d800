// Tells whether the library at hand was compiled under -ffast-math after all.
// Spec: contract/C15. Layer: proptests/environment.
#pragma once

namespace environment {

/// What the compiler says of the options of the source that is part of each variant library.
bool library_has_fast_math();

} // namespace environment
