// Tells whether the library at hand was compiled under -ffast-math after all.
// Spec: contract/C15. Layer: proptests/environment.
#include "fast_math.hpp"

namespace environment {

bool library_has_fast_math() {
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
    return true;
#else
    return false;
#endif
}

} // namespace environment
