"""The struct at the head of the memory that the tool shares with a worker, by its offsets; and that memory.

Spec: contract/C1 to C9. Layer: tools/python. It says again what tools/foreign/include/exactk/foreign/wire.hpp says; a test
holds the two to each other by `python3 -m exactk.wire`, which prints lines "name offset bytes". All numbers are
little-endian.
"""

import ctypes
import mmap
import os
import struct
import weakref

MAGIC = b"exactkW1"
VERSION = 2  # convention: counted up with wire.hpp
WIRE_BYTES = 16384  # bound: what the tool reserves for the struct
PAGE_BYTES = 4096  # bound: of the machines that the tool runs on
MEMORY_DESCRIPTOR = 3  # convention: as in wire.hpp
SOCKET_DESCRIPTOR = 4  # convention: as in wire.hpp

# name: (offset, format of the module struct without its byte order)
OFFSETS = {
    "magic": (0, "8s"),
    "version": (8, "I"),
    "request": (12, "I"),
    "type": (16, "I"),
    "smallest": (20, "I"),
    "ties_high": (24, "I"),
    "by_rank": (28, "I"),
    "nan_smallest": (32, "I"),
    "fill_index": (36, "i"),
    "fill_score": (40, "I"),
    "has_lengths": (44, "I"),
    "wants_scores": (48, "I"),
    "poison": (52, "I"),
    "guard_pages": (56, "I"),
    "device": (60, "i"),
    "total_bytes": (64, "q"),
    "rows": (72, "q"),
    "width": (80, "q"),
    "pitch": (88, "q"),
    "k": (96, "q"),
    "index_pitch": (104, "q"),
    "score_pitch": (112, "q"),
    "call": (120, "q"),
    "regions": (128, "8q"),
    "reply": (192, "I"),
    "status": (196, "i"),
    "signal": (200, "i"),
    "fault_place": (204, "I"),
    "fault_part": (208, "I"),
    "fault_writes": (212, "I"),
    "fault_distance": (216, "q"),
    "memory": (224, "I"),
    "way": (228, "I"),
    "name": (232, "128s"),
    "release": (360, "256s"),
    "promises": (616, "4096s"),
    "text": (4712, "2048s"),
    "which": (6760, "I"),
    "turns": (6764, "I"),
    "rounds": (6768, "I"),
    "series": (6772, "I"),
    "sample_nanoseconds": (6776, "q"),
    "calls": (6784, "2I"),
    "at": (6792, "I"),
    "nanoseconds": (6800, "256d"),
}

REQUEST_SUPPORTS, REQUEST_RUN, REQUEST_DESCRIBE, REQUEST_TIME, REQUEST_KEPT = range(1, 6)
SERIES_FIRST, SERIES_LAST, SERIES_GRAPH = 1, 2, 4  # bound: bits, as in wire.hpp
ROUNDS_MOST = 128  # convention: as in wire.hpp
(REPLY_READY, REPLY_ANSWERED, REPLY_NOT_SUPPORTED, REPLY_REFUSED, REPLY_RAISED, REPLY_DEVICE_ERROR, REPLY_NOT_LOADED,
 REPLY_UNUSABLE) = range(1, 9)
PART_LENGTHS, PART_SCORES, PART_INDICES, PART_OUT_SCORES = range(4)
PART_NAMES = ("lengths", "scores", "indices", "output scores")
MEMORIES = ("host", "cuda")  # convention: by the numbers of exactk_plugin.h


def size_of(name: str) -> int:
    return struct.calcsize("<" + OFFSETS[name][1])


def fits(name: str, text: str) -> bool:
    """Whether a text fits its field with the zero behind it."""
    return len(text.encode()) < size_of(name)


MAP_NORESERVE = 0x4000  # bound: of Linux; the module mmap has it from Python 3.12 on


class Unmapped(Exception):
    """The shared memory cannot be had."""


def _mapped(descriptor: int, size: int):
    """Shared memory as an array of bytes, unmapped when it and all arrays of it are gone. The module mmap would keep a
    second descriptor, under a low number, where a user's function might meet it."""
    if os.fstat(descriptor).st_size < size:
        raise Unmapped(f"the shared memory has {os.fstat(descriptor).st_size} bytes and not {size}")
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    address = libc.mmap(None, size, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED | MAP_NORESERVE, descriptor, 0)
    if address == ctypes.c_void_p(-1).value:
        raise Unmapped(f"no {size} bytes of address space: {os.strerror(ctypes.get_errno())}")
    array = (ctypes.c_char * size).from_address(address)
    weakref.finalize(array, libc.munmap, address, size).atexit = False
    return array


class Memory:
    """The shared memory of a descriptor. `memory["rows"]` reads a field of the struct, and an assignment writes it."""

    def __init__(self, descriptor: int):
        self._descriptor = descriptor
        self.map = _mapped(descriptor, WIRE_BYTES)

    def follow(self) -> None:
        """Maps anew what has grown. The old map stays for as long as an array of it lives, which a user may keep."""
        wanted = self["total_bytes"]
        if wanted > len(self.map):
            self.map = _mapped(self._descriptor, wanted)

    def __getitem__(self, name: str):
        offset, form = OFFSETS[name]
        values = struct.unpack_from("<" + form, self.map, offset)
        return values[0] if len(values) == 1 else values

    def __setitem__(self, name: str, value) -> None:
        offset, form = OFFSETS[name]
        if isinstance(value, str):
            # Cut between characters; the last byte stays 0.
            value = value.encode()[:size_of(name) - 1].decode(errors="ignore").encode()
        values = value if isinstance(value, (tuple, list)) else (value,)
        struct.pack_into("<" + form, self.map, offset, *values)

    def region(self, part: int) -> tuple[int, int]:
        """Offset and bytes of a part."""
        numbers = self["regions"]
        return numbers[2 * part], numbers[2 * part + 1]


class Line:
    """The socket, on which single bytes say that it is the other's turn."""

    def __init__(self, descriptor: int):
        self._descriptor = descriptor

    def wait(self) -> bool:
        """Waits for the tool; False if it has closed its end."""
        return os.read(self._descriptor, 1) != b""

    def answer(self) -> None:
        os.write(self._descriptor, b"a")

    def close(self) -> None:
        os.close(self._descriptor)


if __name__ == "__main__":
    for field, (place, _) in OFFSETS.items():
        print(field, place, size_of(field))
