"""The tool's side of the talk with a Python worker, as small as it gets: starts one, asks it, looks at its answer.

Spec: contract/C8 C10. Layer: proptests/foreign_python. It has the struct of wire.hpp in words of its own, so that a wrong
offset in exactk/wire.py is no secret between the two.
"""

import ctypes
import fcntl
import mmap
import os
import select
import signal
import socket
import sys
import tempfile
import time
import unittest

import numpy as np  # without numpy these tests fail, they are not skipped

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "tools", "python")
PAGE = 4096  # bound: of the machines that the tests run on
HEAD = 16384  # bound: what the struct gets
POISON = 0xA5  # convention: what the tool writes
HIGH = 100  # bound: above the descriptors that a worker is given
POISON_INDEX = -1515870811  # bound: four bytes of POISON
SECONDS = 60  # convention: loading PyTorch takes several

SUPPORTS, RUN, DESCRIBE, TIME, KEPT = 1, 2, 3, 4, 5
BESIDE, CAPTURE, REPLAY = 1, 2, 3
ANSWERED, NOT_SUPPORTED, RAISED, UNUSABLE = 2, 3, 5, 8
READY, NOT_LOADED, DEVICE_ERROR = 1, 7, 6
TYPES = {np.dtype(np.float32): 0, np.dtype(np.float16): 1, np.dtype(np.uint16): 2}


class Wire(ctypes.LittleEndianStructure):
    _fields_ = ([("magic", ctypes.c_char * 8)]
                + [(name, ctypes.c_uint32) for name in ("version", "request", "type", "smallest", "ties_high", "by_rank",
                                                        "nan_smallest")]
                + [("fill_index", ctypes.c_int32)]
                + [(name, ctypes.c_uint32) for name in ("fill_score", "has_lengths", "wants_scores", "poison",
                                                        "guard_pages")]
                + [("device", ctypes.c_int32)]
                + [(name, ctypes.c_int64) for name in ("total_bytes", "rows", "width", "pitch", "k", "index_pitch",
                                                       "score_pitch", "call")]
                + [("regions", ctypes.c_int64 * 8), ("reply", ctypes.c_uint32), ("status", ctypes.c_int32),
                   ("signal", ctypes.c_int32), ("fault_place", ctypes.c_uint32), ("fault_part", ctypes.c_uint32),
                   ("fault_writes", ctypes.c_uint32), ("fault_distance", ctypes.c_int64), ("memory", ctypes.c_uint32),
                   ("way", ctypes.c_uint32), ("name", ctypes.c_char * 128), ("release", ctypes.c_char * 256),
                   ("promises", ctypes.c_char * 4096), ("text", ctypes.c_char * 2048)]
                + [(name, ctypes.c_uint32) for name in ("which", "turns", "rounds", "series")]
                + [("sample_nanoseconds", ctypes.c_int64), ("calls", ctypes.c_uint32 * 2), ("at", ctypes.c_uint32),
                   ("reserved_too", ctypes.c_uint32), ("nanoseconds", ctypes.c_double * 256)])


class Ended(Exception):
    """The worker ended, or was ended after `seconds`. `code`: minus the signal, or its exit code."""

    def __init__(self, code: int, timed_out: bool):
        super().__init__(f"worker ended with {code}" + (", too slow" if timed_out else ""))
        self.code, self.timed_out = code, timed_out


class Answer:
    pass


class Tool:
    def __init__(self, callable_name: str, signature: str = "plain", *words: str, path=(), version: int = 2):
        self.file = fcntl.fcntl(os.memfd_create("call"), fcntl.F_DUPFD_CLOEXEC, HIGH)
        os.ftruncate(self.file, HEAD)
        self.map = mmap.mmap(self.file, HEAD)
        wire = self.wire()
        wire.magic, wire.version, wire.total_bytes = b"exactkW1", version, HEAD
        self.socket, other = socket.socketpair()
        other_high = fcntl.fcntl(other.fileno(), fcntl.F_DUPFD_CLOEXEC, HIGH)
        self.log = tempfile.TemporaryFile()
        folders = os.pathsep.join([PACKAGE, HERE, *path])
        environment = {**os.environ, "PYTHONPATH": folders, "LC_ALL": "C.UTF-8"}
        environment.pop("PYTHONUNBUFFERED", None)  # it would hide what a worker does not flush
        command = [sys.executable, "-B", "-m", "exactk.worker", "--callable", callable_name, "--signature", signature, *words]
        self.process = os.posix_spawn(
            sys.executable, command, environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, self.file, 3), (os.POSIX_SPAWN_DUP2, other_high, 4),
                          (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                          (os.POSIX_SPAWN_DUP2, self.log.fileno(), 2)])
        other.close()
        os.close(other_high)
        self.wait(SECONDS)

    def wire(self) -> Wire:
        return Wire.from_buffer(self.map)

    def text(self) -> str:
        return self.wire().text.decode()

    def printed(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def wait(self, seconds: float) -> None:
        ready, _, _ = select.select([self.socket], [], [], seconds)
        if not ready:
            os.kill(self.process, signal.SIGKILL)
        elif self.socket.recv(1) == b"a":
            return
        raise Ended(self.code(), not ready)

    def code(self) -> int:
        """Waits for the end of the process."""
        _, status = os.waitpid(self.process, 0)
        self.process = 0
        return os.waitstatus_to_exitcode(status)

    def close(self) -> int:
        """Closes the socket, on which the worker is to end; its exit code, or the signal that it took."""
        self.socket.close()
        self.log.close()
        if self.file >= 0:
            os.close(self.file)
            self.file = -1
        for _ in range(200):
            if self.process == 0:
                return 0
            pid, status = os.waitpid(self.process, os.WNOHANG)
            if pid:
                self.process = 0
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        os.kill(self.process, signal.SIGKILL)
        return self.code()

    def run(self, scores, k: int, lengths=None, *, request: int = RUN, pitch: int = 0, index_gap: int = 0,
            wants_scores: bool = False, guards: bool = True, at_end: bool = True, last_row: int = -1,
            seconds: float = SECONDS, way: int = 0, **options) -> Answer:
        """Lays out a problem as the tool does, asks, and takes the answer apart. `last_row`: that many scores of it exist."""
        rows, width = scores.shape
        pitch, index_pitch, item = pitch or width, k + index_gap, scores.itemsize
        present = ((rows - 1) * pitch + (width if last_row < 0 else last_row)) * item if rows and width else 0
        slots = (rows - 1) * index_pitch + k if rows and k else 0
        sizes = [4 * rows if lengths is not None else 0, present, 4 * slots, item * slots if wants_scores else 0]
        offsets, total = [], HEAD
        for size, unit in zip(sizes, (4, item, 4, item)):
            pages = -(-max(size, 1) // PAGE) * PAGE
            offsets.append(total + PAGE + ((pages - size) // unit * unit if at_end else 0))
            total += pages + 2 * PAGE
        if total > len(self.map):
            os.ftruncate(self.file, total)
            self.map = mmap.mmap(self.file, total)
        wire, memory = self.wire(), np.frombuffer(self.map, np.uint8)
        memory[HEAD:] = POISON
        image = np.full(max(present, rows * pitch * item), POISON, np.uint8).view(scores.dtype)
        for row in range(rows):
            image[row * pitch:row * pitch + width] = scores[row]
        memory[offsets[1]:offsets[1] + present] = image.view(np.uint8)[:present]
        if lengths is not None:
            memory[offsets[0]:offsets[0] + 4 * rows] = np.array(lengths, np.int32).view(np.uint8)
        before = memory.copy()
        for name in ("smallest", "ties_high", "by_rank", "nan_smallest", "device"):
            setattr(wire, name, int(options.pop(name, 0)))
        wire.fill_index, wire.fill_score = options.pop("fill_index", -1), options.pop("fill_score", 0)
        assert not options, options
        wire.request, wire.type, wire.rows, wire.width, wire.pitch, wire.k = request, TYPES[scores.dtype], rows, width, pitch, k
        wire.has_lengths, wire.wants_scores, wire.poison = int(lengths is not None), int(wants_scores), POISON
        wire.guard_pages, wire.index_pitch, wire.score_pitch, wire.total_bytes = int(guards), index_pitch, index_pitch, total
        wire.regions[:] = [number for region in zip(offsets, sizes) for number in region]
        wire.reply, wire.text, wire.call, wire.way = 0, b"", wire.call + 1, way
        self.socket.send(b"r")
        self.wait(seconds)

        answer = Answer()
        answer.reply, answer.text = wire.reply, self.text()
        slot_view = lambda part, kind: np.ndarray((rows, k), kind, memory.data, offsets[part], (
            index_pitch * np.dtype(kind).itemsize, np.dtype(kind).itemsize)).copy() if rows * k else np.empty((rows, k), kind)
        answer.indices = slot_view(2, np.int32)
        answer.bits = slot_view(3, f"u{item}") if wants_scores else None
        # Where something changed that is no slot.
        changed = memory != before
        changed[:HEAD] = False
        for part, unit in ((2, 4), (3, item)):
            for row in range(rows if sizes[part] else 0):
                first = offsets[part] + row * index_pitch * unit
                changed[first:first + k * unit] = False
        answer.changed = [tuple(int(offset - offsets[part]) for part in range(4) if offsets[part] <= offset < offsets[part]
                                + sizes[part]) or "outside" for offset in np.flatnonzero(changed)]
        answer.scores_changed = bool(changed[offsets[1]:offsets[1] + present].any())
        answer.lengths_changed = bool(changed[offsets[0]:offsets[0] + sizes[0]].any())
        answer.others_changed = int(changed.sum()) - int(changed[offsets[1]:offsets[1] + present].sum()) - int(
            changed[offsets[0]:offsets[0] + sizes[0]].sum())
        return answer


class ToolCase(unittest.TestCase):
    """A test whose tools are ready, closed behind it, and answer without a word."""

    def ready(self, tool):
        self.addCleanup(tool.close)
        self.assertEqual(tool.wire().reply, READY, tool.text())
        return tool

    def answers(self, tool, *arguments, **named):
        answer = tool.run(*arguments, **named)
        self.assertEqual((answer.reply, answer.text), (ANSWERED, ""))
        self.assertEqual(answer.changed, [])
        return answer
