"""Python functions through the tool: judged, told apart, ended, and their promises taken.

Spec: contract/C4 C5 C8 C15. Layer: proptests/foreign.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

EXACTK = sys.argv[1]

MODULE = (pathlib.Path(__file__).parent / "stable.py").read_text() + '''
import time

def drops_one(scores, lengths, k, out_indices):
    stable(scores, lengths, k, out_indices)
    if k > 1:
        out_indices[:, 0] = out_indices[:, 1]
drops_one.exactk_promises = stable.exactk_promises

def raises(scores, lengths, k, out_indices):
    raise ValueError("no top-k today")

def hangs(scores, lengths, k, out_indices):
    time.sleep(1000)

def unpromised(scores, lengths, k, out_indices):
    stable(scores, lengths, k, out_indices)
    if not hasattr(unpromised, "calls"):
        unpromised.calls = 0
    unpromised.calls += 1
    if unpromised.calls % 2 == 0:
        out_indices[:] = out_indices[:, ::-1].copy() if k and (out_indices >= 0).all() else out_indices
'''


class Python(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "mine.py").write_text(MODULE)

    def check(self, name, *words, module="mine"):
        done = subprocess.run([EXACTK, "check", "--impl", f"python:{module}:{name}", "--python", sys.executable,
                               "--cases", "3", "--no-exhibits", *words],
                              capture_output=True, text=True, cwd=self.folder, timeout=200)
        return done.returncode, done.stdout, done.stderr

    def test_a_right_function_passes_with_all_probes(self):
        code, text, error = self.check("stable")
        self.assertEqual(code, 0, text + error)
        self.assertIn("ties low", text)
        self.assertRegex(text, r"by its promise: [1-9]\d* runs passed, 0 failed; by the full contract: 0 failed")
        for probe in ("history", "position", "width", "pitch", "neighbours", "offset"):
            self.assertRegex(text, rf"probe {probe} +passed")

    def test_the_function_that_comes_with_it_keeps_its_promise(self):
        code, text, error = self.check("argpartition", "--no-probes", module="exactk.callables")
        self.assertEqual(code, 0, text + error)
        self.assertRegex(text, r"promises types float32 float16, ties any, order any, nan largest")
        self.assertRegex(text, r"by its promise: [1-9]\d* runs passed, 0 failed; by the full contract: [1-9]\d* failed")

    def test_what_is_wrong_is_named(self):
        for name, verdict, words in (("drops_one", "duplicate", ()), ("raises", "raised", ()),
                                     ("hangs", "timed_out", ("--time-out", "0.2", "--budget", "2")),
                                     ("unpromised", "not_repeatable", ())):
            with self.subTest(name):
                code, text, error = self.check(name, "--no-probes", *words)
                self.assertEqual(code, 1, text + error)
                self.assertIn(verdict, re.findall(r"^  verdict (\w+):", text, re.MULTILINE))
        self.assertRegex(self.check("raises", "--no-probes")[1], r"ValueError: no top-k today.*mine\.py:\d+")

    def test_what_cannot_be_loaded_is_said(self):
        for name, words in (("missing", "missing"), ("np", "np")):
            code, text, error = self.check(name)
            self.assertEqual((code, text), (2, ""))
            self.assertIn(words, error)
        done = subprocess.run([EXACTK, "check", "--impl", "python:mine:stable", "--python", "no-such-python"],
                              capture_output=True, text=True, cwd=self.folder, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no-such-python", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
