"""Records one in N calls of a live top-k, for `exactk blame` to compare with those of another run (docs/recordings.md).

Spec: contract/C1 C2 C9 C14. Layer: tools/python. Nothing here raises into a recorded call: what goes wrong is counted, and
told by close(). Only setting up raises, for settings that make no sense.

    with exactk.record.Recorder("run_a", every=100, disk_bytes=1 << 30, operator="torch.topk") as recorder:
        topk = recorder.wrap(torch.topk, arguments="torch")
        ...
"""

import atexit
import functools
import os
import platform
import queue
import sys
import threading

import numpy as np

from exactk import record_files as files
from exactk import record_snapshot as snapshot
from exactk.record_files import Unusable
from exactk.record_places import OUTPUTS, ROLES, Places, returned

__all__ = ["Recorder", "Unusable", "returned"]

HEAD_BYTES = 16384  # convention: what recording.json may take of the disk cap
ERRORS_KEPT = 8  # convention: texts of errors that are kept; the others are counted
CHOICES = {"direction": ("largest", "smallest"), "nan": ("largest", "smallest"), "ties": (None, "low", "high", "any"),
           "order": (None, "index", "rank", "any"), "index_base": ("window", "row")}


class Held:
    """A sampled call: its inputs as they were before it ran, then its outputs."""

    def __init__(self, number, inputs):
        scores = inputs.get("scores")
        if scores is None:
            raise Unusable("there are no scores")
        scores = snapshot.matrix("scores", scores)
        self.number, self.type_name = number, snapshot.score_type(scores)
        self.width = int(scores.shape[1])
        self.rows = int(scores.shape[0]) if inputs.get("rows") is None else int(inputs["rows"])
        if not 0 <= self.rows <= scores.shape[0]:
            raise Unusable(f"there are {scores.shape[0]} rows of scores, not {self.rows}")
        self.has_starts = inputs.get("starts") is not None
        self.page_size = inputs.get("page_size")
        self.cut, self.kept, self.outputs = None, {}, {}
        sides = {name: inputs.get(name) for name in ("lengths", "starts", "ends")}
        if not any(map(snapshot.on_device, (scores, *sides.values()))):
            bounds = files.windows(self.rows, self.width, *(self._host(side) for side in sides.values()))
            self.cut = (*bounds, *files.cut(snapshot.host_view(scores), bounds[0], bounds[2]))
        else:
            self.kept = {name: snapshot.keep(side) for name, side in sides.items()}
            self.kept["scores"] = snapshot.keep(scores[:self.rows])
        self.kept["page_table"] = snapshot.keep(inputs.get("page_table"))

    @staticmethod
    def _host(array):
        return None if array is None else snapshot.host_view(array)

    def put_outputs(self, outputs) -> None:
        for name, array in outputs.items():
            if array is None:
                continue
            array = snapshot.matrix(name, array)
            if array.shape[0] < self.rows:
                raise Unusable(f"there are {array.shape[0]} rows of {name} for {self.rows} rows of scores")
            if name == "values" and snapshot.score_type(array) != self.type_name:
                raise Unusable(f"values are {array.dtype}, the scores {self.type_name}")
            self.outputs[name] = snapshot.keep(array[:self.rows])
        if "indices" not in self.outputs:
            raise Unusable("there are no indices")

    def files(self, k, index_base, page_size, streams):
        """The call's files, and how many slots were in no page. In the recorder's thread."""
        kept = {name: snapshot.fetched(part, streams) for name, part in {**self.kept, **self.outputs}.items()}
        if self.cut is None:
            bounds = files.windows(self.rows, self.width, kept["lengths"], kept["starts"], kept["ends"])
            self.cut = (*bounds, *files.cut(kept["scores"], bounds[0], bounds[2]))
        first, length, n, flat, offsets = self.cut
        slots = slice(None) if k is None else slice(0, k)
        indices, lost = files.logical(kept["indices"][:, slots], first, n, index_base, kept["page_table"],
                                      self.page_size if self.page_size is not None else page_size)
        values = kept["values"][:, slots] if "values" in kept else None
        if values is not None and values.shape != indices.shape:
            raise Unusable(f"values have shape {values.shape}, indices {indices.shape}")
        starts = first if self.has_starts else None
        return files.call_files(self.number, self.type_name, self.width, flat, offsets, length, starts, indices, values), lost


class Recorder:
    def __init__(self, folder, every=100, disk_bytes=1 << 30, k=None, *, operator="", direction="largest", nan="largest",
                 ties=None, order=None, index_base="window", page_size=None, versions=None, pending_bytes=1 << 29,
                 tell=None):
        """every: calls number 0, every, 2 * every and so on are sampled. disk_bytes: at most so much is written. k: only so many
        slots of each row; default: all. ties, order: what the operator promises, None if not known. index_base: whether indices
        count from a row's start ("window") or from column 0 ("row"). page_size: scores to a page, where a page table is among
        the arguments. versions: more versions by name. pending_bytes: samples are left out while so much waits to be written.
        tell: gets the words of close(); default: standard error."""
        options = {"direction": direction, "nan": nan, "ties": ties, "order": order, "index_base": index_base}
        for name, value in options.items():
            if value not in CHOICES[name]:
                raise ValueError(f"{name}={value!r} is none of {', '.join(map(repr, CHOICES[name]))}")
        for name, value, least in (("every", every, 1), ("disk_bytes", disk_bytes, 0), ("pending_bytes", pending_bytes, 0),
                                   ("k", k, 0), ("page_size", page_size, 1)):
            if value is None and name in ("k", "page_size"):
                continue
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise ValueError(f"{name}={value!r} is no whole number from {least} on")
        folder = os.fspath(folder)
        if os.path.isdir(folder) and os.listdir(folder):
            raise FileExistsError(f"{folder} is not empty; every recording has a folder of its own")
        os.makedirs(os.path.join(folder, "calls"))
        self._folder, self._every, self._cap, self._k = os.path.abspath(folder), every, disk_bytes, k
        self._base, self._page_size, self._pending_most = index_base, page_size, pending_bytes
        self._facts = {"operator": operator, "every": every, "options": {"k": k, **options, "page_size": page_size}}
        self._versions = dict(versions or {})
        self._tell = tell or (lambda words: print(words, file=sys.stderr))
        self._lock, self._queue, self._streams = threading.Lock(), queue.SimpleQueue(), {}
        self._next, self._pending, self._bytes = 0, 0, HEAD_BYTES
        self._full = self._closed = False
        self._counts = dict.fromkeys(("seen", "sampled", "recorded", "over_disk_cap", "busy", "capturing", "raised",
                                      "slots_in_no_page", "errors"), 0)
        self._errors: list[str] = []
        self._process = os.getpid()
        files.write_head(self._folder, self._head(False))
        self._thread = threading.Thread(target=self._write_all, name="exactk-record", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def wrap(self, function, arguments):
        """A function that does what `function` does, and records. arguments: where scores, indices and so on are in a call
        (exactk.record_places), or the name of a signature that is known there."""
        if not callable(function):
            raise TypeError(f"wrap() takes a function, not {type(function).__name__}")
        places = Places(function, arguments)

        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            held = self._begin(None, lambda: places.inputs(args, kwargs))
            try:
                result = function(*args, **kwargs)
            except BaseException:
                if held is not None:
                    self._count("raised")
                raise
            if held is not None:
                self._end(held, lambda: places.outputs(args, kwargs, result))
            return result

        return wrapped

    def call(self, number=None, **arrays):
        """Records a call that has been made, if its number is one to sample: scores, indices, and as far as there are lengths,
        starts, ends, rows, page_table, page_size, values. number: its place in the stream of calls; default: the next."""
        def inputs():
            if not set(arrays) <= set(ROLES):
                raise Unusable(f"{', '.join(sorted(set(arrays) - set(ROLES)))}: no such array; known are {', '.join(ROLES)}")
            return {name: part for name, part in arrays.items() if name not in OUTPUTS}

        held = self._begin(number, inputs)
        if held is not None:
            self._end(held, lambda: {name: part for name, part in arrays.items() if name in OUTPUTS})

    def close(self) -> dict:
        """Writes what waits, tells what was left out, and returns the counts. A second time it only returns them."""
        with self._lock:
            first, self._closed = not self._closed, True
        if first and os.getpid() == self._process:
            atexit.unregister(self.close)
            self._queue.put(None)
            self._thread.join()
            try:
                files.write_head(self._folder, self._head(True))
            except OSError as error:
                self._error(None, error)
            words = self._words()
            if words:
                self._tell(words)
        return {**self._counts, "bytes": self._bytes, "first_errors": list(self._errors)}

    def _words(self) -> str:
        """What a user must know of a recording that is not all that was asked for; empty if there is nothing."""
        reasons = {"over_disk_cap": f"left out above disk_bytes={self._cap}",
                   "busy": f"left out while more than pending_bytes={self._pending_most} waited",
                   "capturing": "left out while a CUDA graph was captured", "raised": "raised in the recorded function",
                   "slots_in_no_page": "slots were in no page of the page table", "errors": "could not be recorded"}
        parts = [f"{self._counts[name]} {text}" for name, text in reasons.items() if self._counts[name]]
        if not parts:
            return ""
        counts = f"{self._counts['recorded']} of {self._counts['sampled']} sampled calls are recorded"
        return "\n  ".join([f"exactk.record: {self._folder}: {counts}; {'; '.join(parts)}", *self._errors])

    def _head(self, closed: bool) -> dict:
        versions = {"python": platform.python_version(), "numpy": np.__version__}
        torch = sys.modules.get("torch")
        if torch is not None:
            versions["torch"] = str(getattr(torch, "__version__", "unknown"))
            versions["cuda"] = str(getattr(getattr(torch, "version", None), "cuda", None))
        return {**self._facts, "versions": {**versions, **{name: str(text) for name, text in self._versions.items()}},
                "closed": closed, "counts": {**self._counts, "bytes": self._bytes}, "first_errors": self._errors}

    def _count(self, name, by=1) -> None:
        with self._lock:
            self._counts[name] += by

    def _error(self, number, error) -> None:
        with self._lock:
            self._counts["errors"] += 1
            if len(self._errors) < ERRORS_KEPT:
                where = "" if number is None else f"call {number}: "
                self._errors.append(f"{where}{type(error).__name__}: {' '.join(str(error).split())}")

    def _begin(self, number, inputs):
        """Counts a call; the Held of a sampled one, or None."""
        try:
            with self._lock:
                number = self._next if number is None else int(number)
                self._next = number + 1
                self._counts["seen"] += 1
                if self._closed or number % self._every != 0 or os.getpid() != self._process:
                    return None
                self._counts["sampled"] += 1
                if self._full:
                    self._counts["over_disk_cap"] += 1
                    return None
            if not 0 <= number <= files.NUMBER_MOST:
                raise Unusable(f"a call's number is from 0 to {files.NUMBER_MOST}")
            found = inputs()
            if snapshot.is_capturing(found.values()):
                self._count("capturing")
                return None
            if self._pending + snapshot.bytes_of(found.get("scores", 0)) > self._pending_most:
                self._count("busy")
                return None
            return Held(number, found)
        except Exception as error:  # whatever it is, the caller's call goes on
            self._error(number, error)
            return None

    def _end(self, held, outputs) -> None:
        try:
            held.put_outputs(outputs())
            size = held.cut[3].nbytes if held.cut is not None else held.rows * held.width * files.SCORE_TYPES[
                held.type_name].itemsize
            with self._lock:
                self._pending += size
            self._queue.put((held, size))
        except Exception as error:
            self._error(held.number, error)

    def _write_all(self) -> None:
        while (job := self._queue.get()) is not None:
            held, size = job
            try:
                self._write(held)
            except Exception as error:
                self._error(held.number, error)
            finally:
                with self._lock:
                    self._pending -= size
            del held, job  # or a copy on a device would live until the next call

    def _write(self, held) -> None:
        if self._full:
            self._count("over_disk_cap")
            return
        call, lost = held.files(self._k, self._base, self._page_size, self._streams)
        size = files.size_of(call)
        if self._bytes + size > self._cap:
            self._full = True
            self._count("over_disk_cap")
            return
        files.write_call(self._folder, held.number, call)
        with self._lock:
            self._bytes += size
            self._counts["recorded"] += 1
            self._counts["slots_in_no_page"] += lost
