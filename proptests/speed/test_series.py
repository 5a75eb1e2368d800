"""Series of Python functions, without a GPU: what each does to its own copy of the input is seen, and samples are long enough.

Spec: contract/C8 C15. Layer: proptests/speed. Copies on a GPU are arrays of numpy here, with as much of a tensor's interface as
the end of a series needs.
"""

import sys
import types
import unittest

import numpy as np

sys.path.insert(0, sys.argv[1])
from exactk import tensors, timing, wire

CONTENT = np.arange(16, dtype=np.uint8)


class Copy:
    """An array on a device, between its bands."""

    begin = 0

    def __init__(self, content):
        self.content = content.copy()
        self.flat = self

    def __getitem__(self, _):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self.content

    def changed_outside(self, _name, _end):
        return []


def stage_of(problem, damage):
    """A stage with scores on a device; `damage`: place and value that a call changes in them."""
    stage = tensors.Stage(types.SimpleNamespace(
        float32=None, float16=None, bfloat16=None, device=lambda *_: None, cuda=types.SimpleNamespace(synchronize=lambda _: None)),
        problem, True)
    banded = Copy(CONTENT)
    for at, value in damage.items():
        banded.content[at] = value
    stage._inputs.append((wire.PART_SCORES, banded))
    return stage


def after(*damages):
    """What the shared memory holds when the calls of all have ended, in this order."""
    shared = CONTENT.copy()
    problem = types.SimpleNamespace(type=0, device=0, region=lambda _: (0, shared.size), flat=lambda _: shared)
    memory = types.SimpleNamespace()
    series = timing.Series(memory, [])
    series.inputs = {wire.PART_SCORES: CONTENT.copy()}
    for damage in damages:
        stage = stage_of(problem, damage)
        series._finish(types.SimpleNamespace(stage=stage, finish=lambda _, one=stage: one.finish()), None)
    return shared


class Inputs(unittest.TestCase):
    def test_a_copy_that_is_as_it_was_hides_nothing(self):
        for damages in (({3: 0x5C}, {}), ({}, {3: 0x5C}), ({3: 0x5C}, {3: 0x5C})):
            with self.subTest(damages):
                self.assertEqual(np.flatnonzero(after(*damages) != CONTENT).tolist(), [3])

    def test_what_both_change_is_seen_of_both(self):
        self.assertEqual(np.flatnonzero(after({3: 0x5C}, {5: 0x5C}) != CONTENT).tolist(), [3, 5])

    def test_what_nobody_changes_stays(self):
        self.assertTrue(np.array_equal(after({}, {}), CONTENT))

    def test_an_ordinary_call_puts_back_what_it_changed(self):
        shared = CONTENT.copy()
        problem = types.SimpleNamespace(type=0, device=0, region=lambda _: (0, shared.size), flat=lambda _: shared)
        stage_of(problem, {7: 0}).finish()
        self.assertEqual(np.flatnonzero(shared != CONTENT).tolist(), [7])


class Counts(unittest.TestCase):
    def count(self, disturbed):
        """Calls of a sample of 500 us, of calls of 10 us, where measurements with these numbers take 3 ms longer."""
        measured = []

        def measure(_call, count):
            measured.append(count)
            return count * 10_000 + (3_000_000 if len(measured) - 1 in disturbed else 0), None

        series = timing.Series({"sample_nanoseconds": 500_000}, [])
        return series._calls_for(types.SimpleNamespace(measure=measure), None)

    def test_one_disturbance_or_two_do_not_make_samples_short(self):
        for disturbed in ((), (0,), (1,), (0, 1), (2, 5)):
            self.assertEqual(self.count(disturbed), 64, disturbed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
