"""One request as numpy arrays over the shared memory, and the slots that an answer is put into.

Spec: contract/C1 C2 C7 C8 C9 C11. Layer: tools/python. Arrays are views: what a user's function changes, the tool sees.
"""

import numpy as np

from exactk import wire

INT32_LEAST, INT32_MOST = -(1 << 31), (1 << 31) - 1  # bound: of a slot
UNFIT_INDEX = -2  # convention: no index, and not the usual fill, so that it is judged out of range

# By the numbers of exactk_plugin.h. numpy has no bfloat16: these scores are their bits.
TYPE_NAMES = ("float32", "float16", "bfloat16")
SCORE_TYPES = (np.float32, np.float16, np.uint16)
BIT_TYPES = (np.uint32, np.uint16, np.uint16)


class WrongResult(Exception):
    """The function returned something that is no answer."""


class Unusable(Exception):
    """Such a call cannot be made here, through no fault of the function."""


class Problem:
    def __init__(self, memory: wire.Memory):
        self._memory = memory
        for name in ("type", "smallest", "ties_high", "by_rank", "nan_smallest", "fill_index", "fill_score", "has_lengths",
                     "wants_scores", "poison", "guard_pages", "device", "rows", "width", "pitch", "k", "index_pitch",
                     "score_pitch", "call"):
            setattr(self, name, memory[name])
        if self.type >= len(TYPE_NAMES):
            raise Unusable(f"score type {self.type} is not known to this worker")
        self.type_name = TYPE_NAMES[self.type]
        self.score_type = np.dtype(SCORE_TYPES[self.type])
        self.bit_type = np.dtype(BIT_TYPES[self.type])

    def region(self, part: int) -> tuple[int, int]:
        return self._memory.region(part)

    def flat(self, part: int):
        """A region's bytes."""
        offset, size = self.region(part)
        return self._array(part, np.uint8, (size,), (1,)) if size else np.empty(0, np.uint8)

    def _array(self, part: int, kind, shape, strides):
        try:
            return np.ndarray(shape, kind, buffer=self._memory.map, offset=self.region(part)[0], strides=strides)
        except (TypeError, ValueError) as error:
            raise Unusable(f"{wire.PART_NAMES[part]} do not fit the shared memory: {error}") from error

    def _matrix(self, part: int, kind, columns: int, pitch: int):
        kind = np.dtype(kind)
        if self.rows == 0 or columns == 0:
            return np.empty((self.rows, columns), kind)  # a region without bytes has no address
        return self._array(part, kind, (self.rows, columns), (pitch * kind.itemsize, kind.itemsize))

    @property
    def scores(self):
        """[rows, width]. What lies beyond a row's length may be unmapped, unless the promise is `reads width`."""
        return self._matrix(wire.PART_SCORES, self.score_type, self.width, self.pitch)

    @property
    def lengths(self):
        """[rows], or None if every length is the width."""
        if not self.has_lengths:
            return None
        return self._array(wire.PART_LENGTHS, np.int32, (self.rows,), (4,)) if self.rows else np.empty(0, np.int32)

    @property
    def indices(self):
        """The slots, [rows, k]."""
        return self._matrix(wire.PART_INDICES, np.int32, self.k, self.index_pitch)

    @property
    def out_scores(self):
        """The slots of scores, [rows, k], or None if none are asked for."""
        if not self.wants_scores:
            return None
        return self._matrix(wire.PART_OUT_SCORES, self.score_type, self.k, self.score_pitch)

    def fill_score_value(self):
        """The fill score as numpy has it: for bfloat16 its bits."""
        return np.array(self.fill_score, self.bit_type).view(self.score_type)[()]

    def put_indices(self, returned) -> None:
        """Puts a returned array into the slots. An index that fits no slot becomes one that is out of range."""
        if not isinstance(returned, np.ndarray):
            raise WrongResult(f"returned {type(returned).__name__}; wanted are indices in a numpy array, or None if they "
                              "were written into out_indices")
        if returned.dtype.kind not in "iu":
            raise WrongResult(f"returned indices of type {returned.dtype}; wanted are whole numbers, e.g. int32")
        self._same_shape("indices", returned.shape)
        unfit = (returned < INT32_LEAST) | (returned > INT32_MOST)
        fitting = returned.astype(np.int64)
        fitting[unfit] = UNFIT_INDEX
        self.indices[...] = fitting

    def put_score_bits(self, bits) -> None:
        """Puts the bits of returned scores, an array of unsigned numbers, into their slots (C9)."""
        self._same_shape("values", bits.shape)
        self.out_scores.view(self.bit_type)[...] = bits

    def _same_shape(self, what: str, shape) -> None:
        if tuple(shape) != (self.rows, self.k):
            raise WrongResult(f"returned {what} of shape {tuple(shape)}; wanted is [rows, k] = {(self.rows, self.k)}")
