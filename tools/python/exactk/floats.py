"""The floating-point environment of the thread: rounding, traps, and on x86 whether subnormal numbers are flushed.

Spec: contract/C8. Layer: tools/python. Of two functions in one process neither is to meet what the other has set, as
torch.set_flush_denormal does; tools/worker/src/plugin.hpp does the same for plug-ins. By the C library's fegetenv and fesetenv.
"""

import contextlib
import ctypes

ENVIRONMENT_BYTES = 256  # bound: more than fenv_t has on any machine this runs on; 32 on x86-64, 8 on AArch64


def _mathematics():
    """The library with both functions: that of the process, as Python is linked with it, or the file; None if there is neither."""
    for name in (None, "libm.so.6"):
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        if hasattr(library, "fegetenv") and hasattr(library, "fesetenv"):
            return library
    return None  # then environments are shared, as in every process


LIBRARY = _mathematics()


def now():
    """The environment as it is, for entered()."""
    environment = (ctypes.c_uint64 * (ENVIRONMENT_BYTES // 8))()
    if LIBRARY is not None:
        LIBRARY.fegetenv(environment)
    return environment


@contextlib.contextmanager
def entered(environment):
    """Within it, the environment is this one, and what is changed stays there; outside of it nothing has changed."""
    outside = now()
    if LIBRARY is not None:
        LIBRARY.fesetenv(environment)
    try:
        yield
    finally:
        if LIBRARY is not None:
            LIBRARY.fegetenv(environment)
            LIBRARY.fesetenv(outside)
