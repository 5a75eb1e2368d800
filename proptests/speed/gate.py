"""What tests of exactk bench have in common: how it is asked, functions for it, and how what it says is read.

Spec: contract/C15. Layer: proptests/speed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy  # noqa: F401 the Python functions need it; without it these tests fail, they are not skipped

EXACTK, PLUGINS, PAGE = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
SMALL = ("small-k/12", "small-k/6", "small-k/22")  # one row of 4096: k 16, 64 and 64
ATTEMPTS = 5  # convention: a machine is hardly disturbed so often at the wrong time
BUDGET = 0.3  # convention: seconds, enough for some rounds of some cases on a machine at rest

MODULE = (pathlib.Path(__file__).parent.parent / "foreign" / "stable.py").read_text() + '''
def returning(scores, lengths, k, out_indices):
    answer = np.empty_like(out_indices)
    stable(scores, lengths, k, answer)
    return answer
returning.exactk_promises = stable.exactk_promises

def twice(scores, lengths, k, out_indices):
    stable(scores, lengths, k, out_indices)
    stable(scores, lengths, k, out_indices)
twice.exactk_promises = stable.exactk_promises

calls = 0

def late(scores, lengths, k, out_indices):
    """Writes nothing from its 7th call on where k is 16, and raises from its 7th where k is 64."""
    global calls
    calls += 1
    if calls <= 6:
        stable(scores, lengths, k, out_indices)
    elif k == 64:
        raise ValueError("no top-k any more")
late.exactk_promises = stable.exactk_promises

def rots(scores, lengths, k, out_indices):
    """Raises from its 7th call on in a process, whatever it is asked."""
    global calls
    calls += 1
    if calls > 6:
        raise ValueError("out of order")
    stable(scores, lengths, k, out_indices)
rots.exactk_promises = stable.exactk_promises
'''

SLOW_TO_LOAD = '''
import time
time.sleep(1.5)
from mine import stable, twice
'''

AGEING = '''
import os
import time
from mine import stable, twice
old = os.path.exists("seen")
open("seen", "w").close()

def ageing(scores, lengths, k, out_indices):
    """Twice the work of the other; in a second process much slower, so that no series fits."""
    if old:
        time.sleep(0.1)
    twice(scores, lengths, k, out_indices)
ageing.exactk_promises = stable.exactk_promises
'''

SETS_FLOATS = '''
import ctypes
from mine import stable
libm = ctypes.CDLL("libm.so.6")
ROUNDING = libm.fegetround()

def sets(scores, lengths, k, out_indices):
    """Leaves a rounding that is not that of the process: upward on x86 and on AArch64."""
    stable(scores, lengths, k, out_indices)
    libm.fesetround(0x800 if __import__("platform").machine() == "x86_64" else 0x400000)

def needs(scores, lengths, k, out_indices):
    if libm.fegetround() != ROUNDING:
        raise ValueError("another rounding")
    stable(scores, lengths, k, out_indices)
sets.exactk_promises = needs.exactk_promises = stable.exactk_promises
'''


def plugin(name):
    return f"plugin:{PLUGINS / ('timed_' + name)}.so"


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in (("mine", MODULE), ("slow", SLOW_TO_LOAD), ("old", AGEING), ("rounding", SETS_FLOATS)):
            (self.folder / f"{name}.py").write_text(text)

    def run_bench(self, mine, other, *words, only=SMALL, profile="small-k", budget=BUDGET):
        cases = [word for case in only for word in ("--only", case)]
        return subprocess.run([str(EXACTK), "bench", "--impl", mine, "--against", other, "--profile", profile, "--budget",
                               str(budget), "--python", sys.executable, *cases, *map(str, words)],
                              capture_output=True, cwd=self.folder, timeout=240)

    def bench(self, *arguments, fail_above="1.05", **named):
        """Exit code and JSON."""
        limit = () if fail_above is None else ("--fail-above", fail_above)
        done = self.run_bench(*arguments, "--json", *limit, **named)
        self.assertEqual(done.stderr, b"")
        return done.returncode, json.loads(done.stdout)

    def refused(self, *arguments, **named):
        done = self.run_bench(*arguments, **named)
        self.assertEqual((done.returncode, done.stdout), (2, b""), done)
        return done.stderr.decode()

    def until(self, wanted, *arguments, never=None, budget=BUDGET, **named):
        """Asks until the verdicts are as wanted, each time with twice the budget; what never comes is a failure, and so is what
        never may come."""
        for attempt in range(ATTEMPTS):
            code, report = self.bench(*arguments, budget=budget * 2**attempt, **named)
            self.assertNotIn(never, verdicts(report), report)
            if wanted(verdicts(report)):
                break
        self.assertTrue(wanted(verdicts(report)), report)
        return code, report


def verdicts(report):
    return [case["verdict"] for case in report["cases"]]


def by_case(report):
    return {case["case"]: case for case in report["cases"]}
