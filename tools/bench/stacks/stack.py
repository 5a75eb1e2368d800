# The libraries libstack_PEER.so for served.py, by ctypes.
# Spec: contract/C15. Layer: tools/bench.
"""Loads stacks behind the interface of stack.h.

Run alone, `stack.py FOLDER` loads all of the folder and asks each for its items, its sizes and a refusal. No GPU is
needed for it.
"""

import ctypes
import glob
import os
import sys

NOT_SUPPORTED = 801  # bound: cudaErrorNotSupported
INVALID_VALUE = 1  # bound: cudaErrorInvalidValue


class Stack:
    """One library. Pointers are addresses; run and prepare return a cudaError_t."""

    def __init__(self, path: str):
        c = ctypes.CDLL(path)
        number, long, pointer = ctypes.c_int, ctypes.c_long, ctypes.c_void_p
        for name, result, arguments in (
                ("name", ctypes.c_char_p, []), ("version", ctypes.c_char_p, []), ("note", ctypes.c_char_p, []),
                ("items", number, []), ("item", ctypes.c_char_p, [number]), ("default", number, [number]),
                ("supports", number, [number, long, long, long]),
                ("workspace", ctypes.c_size_t, [number, long, long, long]),
                ("prepare", number, [number, pointer, long, long, long, pointer, pointer]),
                ("run", number, [number, pointer, pointer, long, long, long, long, pointer, pointer, pointer])):
            function = getattr(c, "stack_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, "c_" + name, function)
        self.name, self.version = self.c_name().decode(), self.c_version().decode()
        self.items = [self.c_item(item).decode() for item in range(self.c_items())]

    def note(self) -> str:
        return self.c_note().decode()

    def default(self, phase: int) -> str:
        """The item that the stack calls by itself, or ""."""
        item = self.c_default(phase)
        return self.items[item] if item >= 0 else ""


def load_all(folder: str) -> list[Stack]:
    return [Stack(path) for path in sorted(glob.glob(os.path.join(folder, "libstack_*.so")))]


def self_check(folder: str) -> None:
    stacks = load_all(folder)
    if not stacks:
        raise SystemExit(f"error: no_library: no libstack_*.so in {folder}")
    for stack in stacks:
        by_itself = [stack.default(phase) for phase in (0, 1)]
        print(f"{stack.name} {stack.version}: {', '.join(stack.items)}; by itself: decode {by_itself[0]}, "
              f"prefill {by_itself[1]}; {stack.note()}")
        for number, item in enumerate(stack.items):
            shapes = [(1, 65536, 512), (8, 131072, 2048), (64, 131072, 2048), (4096, 16384, 2048), (8, 262144, 1000)]
            said = [f"{rows}x{width} k {k}: " + (f"{stack.c_workspace(number, rows, width, k)} bytes"
                                                 if stack.c_supports(number, rows, width, k) else "no")
                    for rows, width, k in shapes]
            print(f"  {item}: " + "; ".join(said))
            code = stack.c_run(number, None, None, 8, 64, 64, 65, None, None, None)
            if code != INVALID_VALUE:
                raise SystemExit(f"error: k above the width gave {code} and not {INVALID_VALUE}")


if __name__ == "__main__":
    self_check(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
