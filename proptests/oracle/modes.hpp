// Switches flush-to-zero and denormals-are-zero on for a scope.
// Spec: contract/C15. Layer: proptests/oracle.
#pragma once

#include <cstdint>

#if !defined(__SSE2__)
#error "the tests of flushed subnormals set the modes in MXCSR; give them the control register of this target"
#endif
#include <xmmintrin.h>

namespace exactk::oracle::test {

class FlushedSubnormals {
public:
    FlushedSubnormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | flush_to_zero | denormals_are_zero); }
    ~FlushedSubnormals() { _mm_setcsr(before_); }
    FlushedSubnormals(const FlushedSubnormals &) = delete;
    FlushedSubnormals &operator=(const FlushedSubnormals &) = delete;

private:
    static constexpr unsigned flush_to_zero = 0x8000u;      // bound: bit 15 of MXCSR
    static constexpr unsigned denormals_are_zero = 0x0040u; // bound: bit 6 of MXCSR
    unsigned before_;
};

} // namespace exactk::oracle::test
