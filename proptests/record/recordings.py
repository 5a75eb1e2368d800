"""What the tests of the recorder share: a recorder with a folder of its own, and its calls as numpy reads them.

Spec: contract/C9 C14. Layer: proptests/record.
"""

import json
import os
import sys
import tempfile
import unittest

import numpy as np  # without numpy these tests fail, they are not skipped

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "python")
sys.path.insert(0, PACKAGE)

from exactk import record  # noqa: E402


def bits(scores):
    scores = np.ascontiguousarray(scores)
    return scores.view(f"u{scores.dtype.itemsize}")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "run")
        self.told = []

    def recorder(self, every=1, **options):
        recorder = record.Recorder(self.folder, every=every, tell=self.told.append, **options)
        self.addCleanup(recorder.close)
        return recorder

    def closed(self, recorder, **wanted):
        """Closes, and expects these counts; all that are not named are 0 but seen, sampled, recorded and bytes."""
        counts = recorder.close()
        free = {"seen", "sampled", "recorded", "bytes", "first_errors"}
        found = {name: count for name, count in counts.items() if name in wanted or (name not in free and count)}
        self.assertEqual(found, wanted, counts)
        return counts

    def numbers(self):
        return sorted(int(name) for name in os.listdir(os.path.join(self.folder, "calls")) if not name.startswith("."))

    def stored(self, number):
        """The files of a call, by name without ending."""
        folder, found = os.path.join(self.folder, "calls", f"{number:012}"), {}
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if name == "call.json":
                with open(path, encoding="utf-8") as file:
                    found["call"] = json.load(file)
            else:
                found[name.removesuffix(".npy")] = np.load(path)
        return found

    def head(self):
        with open(os.path.join(self.folder, "recording.json"), encoding="utf-8") as file:
            return json.load(file)

    def same_bits(self, left, right):
        self.assertEqual((left.dtype, left.shape), (right.dtype, right.shape))
        self.assertEqual(left.tobytes(), right.tobytes())
