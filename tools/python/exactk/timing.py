"""Rounds of timed calls of one function, or of two in turn, with the same arrays.

Spec: contract/C8 C15. Layer: tools/python. It does for functions what tools/worker/src/series.hpp does for plug-ins. Timed is
the function's call and nothing else: arrays are there, and what it returns is looked at in the last round alone. On a GPU
the time is that between two events of the current stream; on the host a steady clock's, without the garbage collector.
"""

import gc
import time

from exactk import floats, guard, wire
from exactk.problem import Problem, Unusable

CALLS_MOST = 65536  # convention: as in series.cpp
REPEATS = 3  # convention: as in series.cpp
INPUT_PARTS = (wire.PART_SCORES, wire.PART_LENGTHS)
OUTPUT_PARTS = (wire.PART_INDICES, wire.PART_OUT_SCORES)


class HostClock:
    """Nanoseconds of calls on the host."""

    def measure(self, call, count: int):
        """The nanoseconds of `count` calls one after the other, and what the last returned."""
        returned = None
        collects = gc.isenabled()
        gc.disable()
        try:
            start = time.perf_counter_ns()
            for _ in range(count):
                returned = call()
            return time.perf_counter_ns() - start, returned
        finally:
            if collects:
                gc.enable()


class DeviceClock:
    """Nanoseconds that the current stream takes."""

    def __init__(self, torch):
        self.torch = torch

    def measure(self, call, count: int):
        cuda, returned = self.torch.cuda, None
        cuda.synchronize()
        first, last = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
        first.record()
        for _ in range(count):
            returned = call()
        last.record()
        last.synchronize()
        return first.elapsed_time(last) * 1e6, returned  # bound: nanoseconds in a millisecond


class Series:
    """A series over as many requests as it takes. `loaded`: the functions' signatures and where their arrays are."""

    def __init__(self, memory: wire.Memory, loaded):
        self.memory, self.loaded = memory, loaded
        self.problem, self.prepared, self.inputs, self.blank, self.kept_bytes = None, {}, {}, {}, {}

    def leave(self) -> None:
        """Lets go of all arrays; what was kept stays."""
        self.problem, self.prepared, self.inputs = None, {}, {}

    def _begin(self) -> None:
        self.problem, self.prepared, self.kept_bytes = Problem(self.memory), {}, {}
        # On a GPU each has copies of the input: one that is as it was is not to hide what the other did to its own.
        on_cuda = any(loaded[1] for loaded in self.loaded)
        self.inputs = {part: self.problem.flat(part).copy() for part in INPUT_PARTS} if on_cuda else {}
        self.blank = {part: self.problem.flat(part).copy() for part in OUTPUT_PARTS}

    def _put_outputs(self, outputs) -> None:
        for part, content in outputs.items():
            if content.size != self.problem.flat(part).size:
                raise Unusable("what was kept has another size than the outputs")
            self.problem.flat(part)[...] = content

    def _turn(self, which: int, keep: bool) -> float:
        """Nanoseconds of a call."""
        self.memory["at"] = which
        signature, on_cuda = self.loaded[which][:2]
        with floats.entered(signature.floats):
            if which not in self.prepared:
                self.prepared[which] = signature.prepare(self.problem, on_cuda)
            prepared = self.prepared[which]
            clock = DeviceClock(signature.torch) if on_cuda else HostClock()
            clock.measure(prepared.call, 1)  # is not counted: it meets what the other's calls have left in caches
            calls = list(self.memory["calls"])
            if calls[which] == 0:
                calls[which] = self._calls_for(clock, prepared.call)
                self.memory["calls"] = calls
            if keep:  # what is kept was written in this sample, since nothing was there before
                self._put_outputs(self.blank)
                if prepared.stage is not None:
                    prepared.stage.poison_outputs()
            nanoseconds, returned = clock.measure(prepared.call, calls[which])
            if keep:
                self._finish(prepared, returned)
                self.kept_bytes[which] = {part: self.problem.flat(part).copy() for part in OUTPUT_PARTS}
        return nanoseconds / calls[which]

    def _finish(self, prepared, returned) -> None:
        """Ends the calls of one. What it has changed of its copies of the input goes to the shared memory, where the tool sees it."""
        if prepared.stage is not None:
            prepared.stage.held_against = self.inputs
        prepared.finish(returned)

    def _calls_for(self, clock, call) -> int:
        count = 1
        while self._is_short(clock, call, count) and count < CALLS_MOST:
            count *= 2
        return count

    def _is_short(self, clock, call, count: int) -> bool:
        """Whether one of a few samples is too short: a disturbance makes a sample longer and none shorter."""
        return any(clock.measure(call, count)[0] < self.memory["sample_nanoseconds"] for _ in range(REPEATS))

    def time(self) -> None:
        """The rounds of the request in the wire; times and calls go there."""
        which, turns, rounds, series = (self.memory[name] for name in ("which", "turns", "rounds", "series"))
        if not (which < len(self.loaded) and turns in (1, len(self.loaded)) and 1 <= rounds <= wire.ROUNDS_MOST):
            raise Unusable("no such rounds")
        if series & wire.SERIES_GRAPH:
            raise Unusable("a Python function is not captured into a graph")
        if series & wire.SERIES_FIRST:
            self._begin()
        elif self.problem is None:
            raise Unusable("no series was begun")
        times = list(self.memory["nanoseconds"])
        on_cuda = self.loaded[which][1]
        with guard.unmapped(self.memory, bool(self.problem.guard_pages) and not on_cuda):
            for number in range(rounds):
                for turn in range(turns):
                    # By turns each is the first of a round.
                    now = which if turns == 1 else (which + number + turn) % 2
                    keep = bool(series & wire.SERIES_LAST) and number + 1 == rounds
                    times[2 * number + now] = self._turn(now, keep)
        self.memory["nanoseconds"] = times

    def kept(self) -> None:
        """What `which` had written in the last round goes into the outputs of the shared memory."""
        which = self.memory["which"]
        if which not in self.kept_bytes:
            raise Unusable("nothing was kept")
        self.problem = Problem(self.memory)
        self._put_outputs(self.kept_bytes[which])
        self.problem = None
