# The C interface of exactk for side_by_side.py, by ctypes.
# Spec: contract/C15 C18. Layer: tools/bench.
"""Structs and calls of bindings/c/include/exactk.h, as far as the bench needs them.

Run alone, `c_interface.py FOLDER` loads libexactk_c.so of that folder, asks it for a plan and for a small answer on the
CPU, and compares that with what the contract says. No GPU is needed for it.
"""

import ctypes
import glob
import os
import sys

TYPES = {"float32": 0, "float16": 1, "bfloat16": 2}
ELEMENT_BYTES = {"float32": 4, "float16": 2, "bfloat16": 2}


class Sized(ctypes.Structure):
    """A struct whose first field is its own size."""

    def __init__(self, **fields):
        super().__init__(size=ctypes.sizeof(type(self)), **fields)


class Status(Sized):
    _fields_ = [("size", ctypes.c_uint32), ("code", ctypes.c_int32), ("argument", ctypes.c_char_p),
                ("value", ctypes.c_int64), ("limit", ctypes.c_int64)]


class Problem(Sized):
    _fields_ = [("size", ctypes.c_uint32), ("type", ctypes.c_uint32), ("scores", ctypes.c_void_p),
                ("rows", ctypes.c_int64), ("width", ctypes.c_int64), ("pitch", ctypes.c_int64), ("k", ctypes.c_int64),
                ("lengths", ctypes.c_void_p), ("options", ctypes.c_void_p)]


class Outputs(Sized):
    _fields_ = [("size", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("indices", ctypes.c_void_p),
                ("index_pitch", ctypes.c_int64), ("scores", ctypes.c_void_p), ("score_pitch", ctypes.c_int64),
                ("certificates", ctypes.c_void_p), ("status", ctypes.c_void_p), ("digests", ctypes.c_void_p)]


class Shape(Sized):
    _fields_ = [("size", ctypes.c_uint32), ("type", ctypes.c_uint32), ("rows", ctypes.c_int64),
                ("width", ctypes.c_int64), ("k", ctypes.c_int64), ("options", ctypes.c_void_p)]


class Profile(Sized):
    _fields_ = [("size", ctypes.c_uint32), ("compute_capability", ctypes.c_int32), ("sms", ctypes.c_int32),
                ("threads_per_sm", ctypes.c_int32), ("shared_bytes_optin", ctypes.c_int64),
                ("shared_bytes_sm", ctypes.c_int64), ("cluster_ctas_portable", ctypes.c_int32),
                ("cluster_ctas_max", ctypes.c_int32), ("cooperative_launch", ctypes.c_uint32),
                ("reserved", ctypes.c_uint32), ("name", ctypes.c_char_p), ("source", ctypes.c_char_p)]


class Wishes(Sized):
    _fields_ = [("size", ctypes.c_uint32), ("strategy_given", ctypes.c_uint32), ("strategy", ctypes.c_uint32),
                ("ctas", ctypes.c_int32), ("sms_max", ctypes.c_int32), ("no_filter", ctypes.c_uint32),
                ("resident_keys_max", ctypes.c_int64), ("list_entries_max", ctypes.c_int64),
                ("programmatic", ctypes.c_uint32), ("reserved", ctypes.c_uint32)]


class Refused(RuntimeError):
    """A call that the library refused; the text is the library's own sentence."""


def load(folder: str, name: str) -> ctypes.CDLL:
    """Loads name.so, or name.so.VERSION, of the folder."""
    found = sorted(glob.glob(os.path.join(folder, name + ".so*")))
    if not found:
        raise SystemExit(f"error: no_library: {name}.so is not in {folder}")
    return ctypes.CDLL(found[0])


class Library:
    """libexactk_c.so of a folder."""

    def __init__(self, folder: str):
        self.c = load(folder, "libexactk_c")
        pointer, size = ctypes.c_void_p, ctypes.c_int64
        self.c.exactk_library_version.restype = ctypes.c_char_p
        self.c.exactk_contract_version.restype = ctypes.c_char_p
        for name, arguments in {
                "exactk_status_describe": [pointer, pointer, ctypes.c_size_t, pointer, pointer],
                "exactk_profile_query": [ctypes.c_int32, pointer, pointer],
                "exactk_profile_by_name": [ctypes.c_char_p, pointer, pointer],
                "exactk_plan_create": [pointer, pointer, pointer, pointer, pointer],
                "exactk_plan_describe": [pointer, pointer, ctypes.c_size_t, pointer, pointer],
                "exactk_plan_workspace_bytes": [pointer, pointer, pointer],
                "exactk_launch": [pointer, pointer, pointer, pointer, size, pointer, pointer],
                "exactk_topk_cpu": [pointer, pointer, pointer]}.items():
            function = getattr(self.c, name)
            function.argtypes = arguments
            function.restype = ctypes.c_int32
        self.c.exactk_plan_destroy.argtypes = [pointer]
        self.c.exactk_plan_destroy.restype = None

    def call(self, name: str, *arguments) -> None:
        status = Status()
        if getattr(self.c, name)(*arguments, ctypes.byref(status)) != 0:
            text = ctypes.create_string_buffer(1024)
            self.c.exactk_status_describe(ctypes.byref(status), text, len(text), None, None)
            raise Refused(f"{name}: {text.value.decode()}")

    def versions(self) -> str:
        return f"{self.c.exactk_library_version().decode()}, contract {self.c.exactk_contract_version().decode()}"

    def profile(self, name: str = "") -> Profile:
        """The profile of that name, or of device 0 of this machine."""
        profile = Profile()
        if name:
            self.call("exactk_profile_by_name", name.encode(), ctypes.byref(profile))
        else:
            self.call("exactk_profile_query", 0, ctypes.byref(profile))
        return profile


class Plan:
    """A plan of the library for rows without gaps and the contract's default options."""

    def __init__(self, library: Library, profile: Profile, kind: str, rows: int, width: int, k: int,
                 programmatic: bool = False):
        self.library = library
        self.handle = ctypes.c_void_p()
        self.kind, self.rows, self.width, self.k = kind, rows, width, k
        shape = Shape(type=TYPES[kind], rows=rows, width=width, k=k)
        wishes = Wishes(programmatic=1 if programmatic else 0)
        library.call("exactk_plan_create", ctypes.byref(shape), ctypes.byref(profile), ctypes.byref(wishes),
                     ctypes.byref(self.handle))
        needed = ctypes.c_int64()
        library.call("exactk_plan_workspace_bytes", self.handle, ctypes.byref(needed))
        self.workspace_bytes = needed.value

    def close(self) -> None:
        self.library.c.exactk_plan_destroy(self.handle)
        self.handle = ctypes.c_void_p()

    def describe(self) -> str:
        text = ctypes.create_string_buffer(1 << 16)
        self.library.call("exactk_plan_describe", self.handle, text, len(text), None)
        return text.value.decode()

    def launch(self, scores: int, indices: int, workspace: int, stream: int) -> None:
        """All four are addresses: scores [rows, width], indices [rows, k], the workspace and the stream."""
        problem = Problem(type=TYPES[self.kind], scores=scores, rows=self.rows, width=self.width, pitch=self.width,
                          k=self.k)
        outputs = Outputs(indices=indices, index_pitch=self.k)
        self.library.call("exactk_launch", self.handle, ctypes.byref(problem), ctypes.byref(outputs), workspace,
                          self.workspace_bytes, stream)


def self_check(folder: str) -> None:
    library = Library(folder)
    plan = Plan(library, library.profile("h200"), "float32", 8, 65536, 2048)
    if "row_per_" not in plan.describe() or "programmatic" in plan.describe():
        raise SystemExit(f"error: a plan without a strategy, or with another launch: {plan.describe()}")
    plan.close()
    plan = Plan(library, library.profile("h200"), "float32", 8, 65536, 2048, True)
    if "launch: programmatic" not in plan.describe():
        raise SystemExit(f"error: a programmatic plan does not say so: {plan.describe()}")
    plan.close()
    scores = (ctypes.c_float * 5)(1, 2, 5, 4, 5)  # the example of C5
    indices = (ctypes.c_int32 * 7)(*([99] * 7))
    problem = Problem(type=0, scores=ctypes.addressof(scores), rows=1, width=5, pitch=5, k=6)
    outputs = Outputs(indices=ctypes.addressof(indices), index_pitch=6)
    library.call("exactk_topk_cpu", ctypes.byref(problem), ctypes.byref(outputs))
    if list(indices) != [0, 1, 2, 3, 4, -1, 99]:
        raise SystemExit(f"error: wrong answer {list(indices)}")
    problem.k = outputs.index_pitch = 3
    library.call("exactk_topk_cpu", ctypes.byref(problem), ctypes.byref(outputs))
    if list(indices)[:3] != [2, 3, 4]:
        raise SystemExit(f"error: wrong answer {list(indices)[:3]}")
    problem.pitch = 4
    try:
        library.call("exactk_topk_cpu", ctypes.byref(problem), ctypes.byref(outputs))
    except Refused as refusal:
        print(f"exactk {library.versions()}: structs and calls fit; a refusal reads: {refusal}")
    else:
        raise SystemExit("error: a pitch below the width was not refused")


if __name__ == "__main__":
    self_check(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
