"""All of the shared memory but a call's arrays, unmapped while the call runs.

Spec: contract/C8 C10 C11. Layer: tools/python. A function that touches one ends its process by SIGSEGV, with a Python
traceback on standard error. Python's handlers do not see the address, so the tool learns the signal and not the place.
"""

import contextlib
import ctypes
import mmap
import os

from exactk import wire

PROT_NONE = 0  # bound: of Linux; mmap has no name for it


def pages_of(offset: int, size: int) -> tuple[int, int]:
    """Offsets of a region's first page and of the one behind its last."""
    first = offset // wire.PAGE_BYTES * wire.PAGE_BYTES
    return first, -(-(offset + size) // wire.PAGE_BYTES) * wire.PAGE_BYTES


@contextlib.contextmanager
def unmapped(memory: wire.Memory, wanted: bool):
    """Takes away all behind the wire but the pages of regions that have bytes, and gives it back. What an earlier and larger call
    has left is taken away, too."""
    if not wanted:
        yield
        return
    kept = sorted(pages_of(*memory.region(part)) for part in range(len(wire.PART_NAMES)) if memory.region(part)[1] > 0)
    start, whole = ctypes.addressof(memory.map), (wire.WIRE_BYTES, len(memory.map))
    try:
        at = whole[0]
        for first, last in kept + [(whole[1], whole[1])]:
            _protect(start + at, first - at, PROT_NONE)
            at = max(at, last)
        yield
    finally:
        _protect(start + whole[0], whole[1] - whole[0], mmap.PROT_READ | mmap.PROT_WRITE)


def _protect(address: int, size: int, what: int) -> None:
    if size <= 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    if libc.mprotect(address, size, what) != 0:
        raise OSError(ctypes.get_errno(), "mprotect: " + os.strerror(ctypes.get_errno()))
