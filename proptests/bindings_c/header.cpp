// The header of the C interface as C++11 and nothing newer: that it compiles is the test.
// Spec: contract/C18. Layer: proptests/bindings_c.
#include <exactk.h>

static_assert(sizeof(exactk_certificate) == 24, "C12");
