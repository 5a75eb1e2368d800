"""Calls of a function on a second stream, and as graphs that are captured once and replayed.

Spec: contract/C8 C15. Layer: tools/python. It does for functions what tools/worker/src/main.cpp does for plug-ins, by
PyTorch's streams and graphs (torch.cuda, as its documentation has them, read 2026-11-30). Only arrays on a GPU have them.
"""

from exactk import loading
from exactk.problem import Problem, Unusable

PLAIN, BESIDE, CAPTURE, REPLAY = range(4)  # bound: numbers of Way::How in exactk/implementations.hpp
# What a captured call holds on to, beside the contents of its arrays.
SHAPE = ("type", "rows", "width", "pitch", "k", "index_pitch", "score_pitch", "has_lengths", "wants_scores", "smallest",
         "by_rank", "ties_high", "nan_smallest", "fill_index", "fill_score", "poison")
NOT_CAPTURED = "not_captured: "  # convention: as in process.cpp
JUNK = 0x5B  # convention: a byte that neither poison of the tool is


class NotCaptured(Exception):
    """The function does what cannot be captured. PyTorch does not come out of a capture that failed: its current stream
    stays the captured one, and its allocator goes on capturing. So the process has to end."""


def lost_capture(text: bytes) -> bool:
    """Whether these words of a reply say that a capture failed."""
    return text.startswith(NOT_CAPTURED.encode())


class Ways:
    """Streams and at most one graph, of one function."""

    def __init__(self, signature):
        self.signature, self.torch = signature, signature.torch
        self.streams = ()
        self.graph = None  # with all that it refers to: (graph, problem's shape, prepared, what the call returned)

    def _open(self) -> None:
        if not self.streams:
            self.streams = (self.torch.cuda.Stream(), self.torch.cuda.Stream())

    def answer(self, problem: Problem, way: int) -> None:
        """Answers the problem that way, and sees to it that the answer is in the slots."""
        self._open()
        if way == REPLAY:
            self._replay(problem)
            return
        self.graph = None
        if way == CAPTURE:
            self._capture(problem)
        elif way == BESIDE:
            self._beside(problem)
        else:
            raise Unusable(f"way {way} of a call is not known to this worker")

    def _beside(self, problem: Problem) -> None:
        """The call on the second stream, while the same question is under way on the first."""
        torch = self.torch
        first = self.signature.prepare(problem, True)
        second = self.signature.prepare(problem, True)
        torch.cuda.synchronize()  # arrays were filled on the current stream
        with torch.cuda.stream(self.streams[0]):
            first.call()
        with torch.cuda.stream(self.streams[1]):
            returned = second.call()
        torch.cuda.synchronize()
        second.finish(returned)

    def _capture(self, problem: Problem) -> None:
        """Captured after calls of the same, as servers do: what a function makes once and keeps is no part of a graph."""
        torch = self.torch
        prepared = self.signature.prepare(problem, True)
        torch.cuda.synchronize()
        with torch.cuda.stream(self.streams[0]):
            prepared.call()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        there = self._storages()
        try:
            with torch.cuda.graph(graph, stream=self.streams[0]):
                returned = prepared.call()
        except Exception as error:  # whatever ends a capture says why
            raise NotCaptured(loading.words(error)) from error
        self.graph = (graph, self._shape(problem), prepared, returned, self._made(returned, there))
        self._replay(problem)

    def _storages(self):
        """Segments of memory that are there before a capture: what lies in them no replay makes anew."""
        return [(segment["address"], segment["address"] + segment["total_size"])
                for segment in self.torch.cuda.memory_snapshot()]

    def _made(self, returned, there):
        """Of the returned tensors those whose memory the capture has made."""
        parts = returned if isinstance(returned, (tuple, list)) else (returned,)
        inside = lambda place: any(first <= place < end for first, end in there)
        return [part for part in parts if isinstance(part, self.torch.Tensor) and part.numel() and not inside(part.data_ptr())]

    def _shape(self, problem: Problem):
        return [getattr(problem, name) for name in SHAPE]

    def _replay(self, problem: Problem) -> None:
        """The kept graph, in its memory with what the arrays hold now."""
        if self.graph is None or self._shape(problem) != self.graph[1]:
            raise Unusable("no graph was captured for arrays of these sizes")
        graph, _, prepared, returned, made = self.graph
        prepared.stage.refill(problem)
        for part in made:  # what a replay does not write is not to look like an answer
            part.view(self.torch.uint8).fill_(JUNK)
        if prepared.renew is not None:
            prepared.renew()
        self.torch.cuda.synchronize()
        graph.replay()
        self.torch.cuda.synchronize()
        prepared.finish(returned)
