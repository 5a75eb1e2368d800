# What the tests of the program share: running it, files for it, and an answer computed by numpy.
# Spec: contract/C1 to C14. Layer: proptests/cli.
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np  # without numpy these tests fail, they are not skipped

PROGRAM = ""
EXAMPLES = ""


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def save(self, name, array):
        np.save(self.path(name), array)
        return self.path(name)

    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120)

    def succeeds(self, *arguments):
        done = self.run_program(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def ends(self, code, *arguments, stderr=None):
        """Runs, expects the exit code and (a part of) standard error; returns standard output."""
        done = self.run_program(*arguments)
        self.assertEqual(done.returncode, code, (arguments, done.stdout, done.stderr))
        if stderr is not None:
            self.assertIn(stderr, done.stderr)
        return done.stdout

    def verdict(self, code, *arguments):
        """Runs verify --json, expects the exit code; returns the object."""
        return json.loads(self.ends(code, "verify", "--json", *arguments))

    def left_over(self):
        return sorted(name for name in os.listdir(self.folder) if ".tmp-" in name)


def fault_names(report):
    return [fault["name"] for fault in report["faults"]]


def widen(bits, dtype):
    """Scores as float64 from their patterns; exact for all three types."""
    with np.errstate(invalid="ignore"):  # signalling NaNs become quiet ones, which is all that is needed here
        if dtype == "f32":
            return bits.view(np.float32).astype(np.float64)
        if dtype == "f16":
            return bits.view(np.float16).astype(np.float64)
        return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def order_of(values, smallest=False, nan="largest", ties="low"):
    """Indices of one row in the order of C5, by numpy's stable sort."""
    index = np.arange(len(values))
    is_nan = np.isnan(values)
    rank = np.where(is_nan, 0.0, values) + 0.0  # +0.0 makes the two zeros one
    nan_class = np.where(is_nan, 1 if nan == "largest" else -1, 0)
    if not smallest:
        rank, nan_class = -rank, -nan_class
    return np.lexsort((index if ties == "low" else -index, rank, nan_class))


def expected(values, k, length=None, order="index", **options):
    """Indices [k] of one row."""
    width = len(values)
    n = width if length is None else min(max(int(length), 0), width)
    chosen = order_of(values[:n], **options)[:k]
    if order == "index":
        chosen = np.sort(chosen)
    return np.concatenate([chosen, np.full(k - len(chosen), -1)]).astype(np.int32)


MASK = (1 << 64) - 1


def mix64(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def row_digest(indices):
    total = mix64(len(indices))
    for slot, index in enumerate(indices):
        total += mix64((slot << 32) + (int(index) & 0xFFFFFFFF))
    return total & MASK


def batch_digest(digests):
    return sum(mix64(digest ^ mix64(row)) for row, digest in enumerate(digests)) & MASK


def table_of(text):
    """Fault lines of verify's text as dictionaries of the fields that JSON has too."""
    faults = []
    line_form = re.compile(r"^(\w+) +((?:C\d+ ?)+) +(\d+) +(\d+)  run (\S+) row (\S+) slot (\S+) index (-?\d+)"
                           r"(?: score (\S+) \((0x[0-9A-F]+)\))?(?:: (.*))?$")
    for line in text.splitlines():
        found = line_form.match(line)
        if found:
            number = lambda word: None if word == "-" else int(word)
            score = {"decimal": found[9], "bits": found[10]} if found[9] else None
            faults.append({"name": found[1], "clauses": found[2].split(), "rows_hit": int(found[3]),
                           "occurrences": int(found[4]),
                           "first": {"run": number(found[5]), "row": number(found[6]), "slot": number(found[7]),
                                     "index": int(found[8]), "score": score, "detail": found[11] or ""}})
        lost = re.match(r"^  winners lost (\d+), worst rank lost (\S+) ", line)
        if lost:
            faults[-1]["winners_lost"] = int(lost[1])
            faults[-1]["worst_rank_lost"] = None if lost[2] == "-" else int(lost[2])
    return faults


def main():
    global PROGRAM, EXAMPLES
    PROGRAM, EXAMPLES = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main(module="__main__")
