"""A call's arrays as tensors of PyTorch, on the host or on a CUDA device, and what came of them.

Spec: contract/C7 C8 C9 C11. Layer: tools/python. On the host, scores and lengths are views of the shared memory. On a device
they are copies with bands of poison around them, at an address as aligned as the shared memory's; afterwards all that
changed goes back, so that the tool sees it. Outputs that a function is given are dense, as the stacks' operators want
them, with bands around, and are copied into the slots. PyTorch is imported by the one who needs it and passed along.
"""

import numpy as np

from exactk import wire
from exactk.problem import Problem, Unusable, WrongResult

BAND_BYTES = 4096  # convention: as much as the tool keeps around the arrays of the shared memory
ALIGNMENT_BYTES = 256  # bound: at most what PyTorch's allocator aligns to
STAGED_BYTES_MOST = 1 << 32  # convention: copying more to a device takes longer than a call may


class WroteOutside(Exception):
    """The function changed bytes around an array."""


class Banded:
    """Bytes with a band of poison on both sides."""

    def __init__(self, torch, device, size: int, poison: int, lead: int):
        self.begin, self.end, self.poison = BAND_BYTES + lead, BAND_BYTES + lead + size, poison
        self.flat = torch.full((self.end + BAND_BYTES,), poison, dtype=torch.uint8, device=device)

    def matrix(self, kind, rows: int, columns: int, pitch: int):
        if rows == 0 or columns == 0:
            return self.flat.new_empty_strided((rows, columns), (pitch, 1), dtype=kind)
        size = ((rows - 1) * pitch + columns) * kind.itemsize
        return self.flat[self.begin:self.begin + size].view(kind).as_strided((rows, columns), (pitch, 1))

    def changed_outside(self, name: str, end: int) -> list[str]:
        """Words for what changed before `begin` and from `end` on."""
        words = []
        for band, where in ((self.flat[:self.begin], "before"), (self.flat[end:], "behind")):
            count = int((band != self.poison).sum())
            if count:
                words.append(f"{count} bytes {where} {name}")
        return words


class Stage:
    """The tensors of one call. finish() ends it."""

    def __init__(self, torch, problem: Problem, on_cuda: bool, own_base: bool = False):
        """own_base: scores begin where the allocator puts them, whatever the alignment in the shared memory."""
        self.torch, self.problem, self.own_base = torch, problem, own_base
        self.on_cuda = on_cuda
        self.device = torch.device("cuda", problem.device) if on_cuda else torch.device("cpu")
        self.score_type = (torch.float32, torch.float16, torch.bfloat16)[problem.type]
        self.held_against = {}  # by part: the input as it was, if others may have changed the shared memory since
        self._inputs: list[tuple[int, Banded]] = []
        self._outputs: list[tuple[object, Banded]] = []

    def _banded(self, size: int, lead: int) -> Banded:
        if size > STAGED_BYTES_MOST:
            raise Unusable(f"{size} bytes of one array; this worker copies at most {STAGED_BYTES_MOST}")
        try:
            return Banded(self.torch, self.device, size, self.problem.poison, lead)
        except self.torch.cuda.OutOfMemoryError as error:
            raise Unusable(f"no memory for {size} bytes on {self.device}: {error}") from error

    def _copied(self, part: int, kind, rows: int, columns: int, pitch: int):
        offset, size = self.problem.region(part)
        # A region may end before the last row's end, at that row's length; then poison is there.
        extent = ((rows - 1) * pitch + columns) * kind.itemsize if rows and columns else 0
        banded = self._banded(max(size, extent), 0 if self.own_base else offset % ALIGNMENT_BYTES)
        banded.flat[banded.begin:banded.begin + size].copy_(self.torch.from_numpy(self.problem.flat(part)))
        self._inputs.append((part, banded))
        return banded.matrix(kind, rows, columns, pitch)

    def scores(self):
        """[rows, width] with the pitch as the stride of rows."""
        problem, torch = self.problem, self.torch
        if self.on_cuda:
            return self._copied(wire.PART_SCORES, self.score_type, problem.rows, problem.width, problem.pitch)
        scores = problem.scores
        if scores.size == 0:  # of which numpy keeps no strides
            return torch.empty_strided(scores.shape, (problem.pitch, 1), dtype=self.score_type)
        if self.score_type == torch.bfloat16:  # which numpy has not
            return torch.from_numpy(scores.view(np.int16)).view(torch.bfloat16)
        return torch.from_numpy(scores)

    def lengths(self):
        """[rows] of int32; where the problem has none, every length is the width."""
        problem, torch = self.problem, self.torch
        if not problem.has_lengths:
            return torch.full((problem.rows,), problem.width, dtype=torch.int32, device=self.device)
        if self.on_cuda:
            return self._copied(wire.PART_LENGTHS, torch.int32, 1, problem.rows, problem.rows)[0]
        return torch.from_numpy(problem.lengths)

    def out_indices(self, translate=None):
        """Slots to write, dense and poisoned. `translate` makes indices, in a numpy array, of what is found there."""
        problem = self.problem
        banded = self._banded(problem.rows * problem.k * self.torch.int32.itemsize, 0)
        self._outputs.append((translate, banded))
        return banded.matrix(self.torch.int32, problem.rows, problem.k, problem.k)

    def refill(self, problem: Problem) -> None:
        """What the shared memory holds now goes into the same tensors; nothing has been written."""
        for part, banded in self._inputs:
            size = problem.region(part)[1]
            banded.flat[banded.begin:banded.begin + size].copy_(self.torch.from_numpy(problem.flat(part)))
        self.poison_outputs()

    def poison_outputs(self) -> None:
        """As if nothing had been written."""
        for _, banded in self._outputs:
            banded.flat.fill_(banded.poison)

    def put_returned(self, values, indices) -> None:
        """Puts returned tensors into the slots; values as their bits."""
        torch, problem = self.torch, self.problem
        for name, tensor in (("values", values), ("indices", indices)):
            if not isinstance(tensor, torch.Tensor):
                raise WrongResult(f"returned {name} are {type(tensor).__name__}; wanted is a tensor")
        if indices.dtype.is_floating_point or indices.dtype.is_complex or indices.dtype == torch.bool:
            raise WrongResult(f"returned indices of type {indices.dtype}; wanted are whole numbers, e.g. torch.int64")
        problem.put_indices(indices.cpu().numpy())
        if problem.wants_scores:
            if values.dtype != self.score_type:
                raise WrongResult(f"returned values of type {values.dtype}; the scores are {self.score_type}")
            bits = torch.int32 if self.score_type == torch.float32 else torch.int16
            problem.put_score_bits(values.detach().cpu().contiguous().view(bits).numpy().view(problem.bit_type))

    def finish(self) -> None:
        """Waits for the device; copies back outputs and what changed of the input; tells what else changed."""
        if self.on_cuda:
            self.torch.cuda.synchronize(self.device)
        problem, words = self.problem, []
        for part, banded in self._inputs:
            size = problem.region(part)[1]
            now, was = banded.flat[banded.begin:banded.begin + size].cpu().numpy(), problem.flat(part)
            changed = now != self.held_against.get(part, was)
            was[changed] = now[changed]
            words += banded.changed_outside(wire.PART_NAMES[part], banded.begin + size)
        for translate, banded in self._outputs:
            slots = banded.matrix(self.torch.int32, problem.rows, problem.k, problem.k).cpu().numpy()
            problem.put_indices(slots if translate is None else translate(slots))
            words += banded.changed_outside("indices", banded.end)
        if words:
            raise WroteOutside(", ".join(words))
