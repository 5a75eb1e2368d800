"""Pages next to a call's arrays, unmapped while the call runs.

Spec: contract/C8 C10 C11. Layer: tools/python. A function that touches one ends its process by SIGSEGV, with a Python
traceback on standard error. Python's handlers do not see the address, so the tool learns the signal and not the place.
"""

import contextlib
import ctypes
import mmap
import os

from exactk import wire

PROT_NONE = 0  # bound: of Linux; mmap has no name for it


def pages_beside(offset: int, size: int) -> list[int]:
    """Offsets of the page before a region's first page and of the one behind its last."""
    first = offset // wire.PAGE_BYTES * wire.PAGE_BYTES
    behind = -(-(offset + size) // wire.PAGE_BYTES) * wire.PAGE_BYTES
    return [first - wire.PAGE_BYTES, behind]


@contextlib.contextmanager
def unmapped(memory: wire.Memory, wanted: bool):
    """Takes away the pages beside all regions that have bytes, and gives them back."""
    pages = []
    if wanted:
        for part in range(len(wire.PART_NAMES)):
            offset, size = memory.region(part)
            if size > 0:
                pages += [page for page in pages_beside(offset, size)
                          if wire.WIRE_BYTES <= page <= len(memory.map) - wire.PAGE_BYTES]
    if not pages:
        yield
        return
    start = ctypes.addressof(memory.map)
    try:
        for page in pages:
            _protect(start + page, PROT_NONE)
        yield
    finally:
        for page in pages:
            _protect(start + page, mmap.PROT_READ | mmap.PROT_WRITE)


def _protect(address: int, what: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    if libc.mprotect(address, wire.PAGE_BYTES, what) != 0:
        raise OSError(ctypes.get_errno(), "mprotect: " + os.strerror(ctypes.get_errno()))
