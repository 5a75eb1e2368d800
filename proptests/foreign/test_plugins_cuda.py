"""On a GPU: each planted plug-in gets its verdict by name, and no legal one, nor the skeleton, gets an alarm.

Spec: contract/C1 C4 C8 C10 C15. Layer: proptests/foreign. Arguments: the tool, the folder of the plug-ins and, if it is not on the
path, the CUDA compiler. Without a GPU nothing is tested: then that is said with the number of tests, and the exit code is 77.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

EXACTK, PLUGINS = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
NVCC = sys.argv[3] if len(sys.argv) > 3 else shutil.which("nvcc")
SKIPPED = 77  # convention: what CMakeLists.txt says of the exit code

# The verdicts by one of which each planted fault is to be named. Others may stand beside it.
BROKEN = {
    "first_come_ties": {"wrong_tie", "not_repeatable"},
    "hang": {"timed_out"},
    "illegal_address": {"device_error"},
    "second_stream": {"depends_on_stream"},
    "stateful_replay": {"depends_on_graph"},
    "write_past_end": {"wrote_outside"},
}
FOUND_BY_PROBES = {"second_stream", "stateful_replay"}
LEGAL = {"lazy_memory", "own_stream", "top_k"}
# Answers of the probes that only a GPU has: 12 times 8 rows on one stream and on two; a capture and 12 replays of 9 rows.
ANSWERS = {"stream": 192, "graph": 117}
CASES = "8"  # convention: a family's first cases show each planted fault


def run(*words, folder=None):
    done = subprocess.run([str(EXACTK), *map(str, words)], capture_output=True, text=True, cwd=folder, timeout=240)
    return done.returncode, done.stdout, done.stderr


def check(plugin, *words, folder=None):
    return run("check", "--impl", f"plugin:{plugin}", "--cases", CASES, "--no-exhibits", *words, folder=folder)


def verdicts(text):
    return set(re.findall(r"^  verdict (\w+):", text, re.MULTILINE))


def passed_and_failed(text):
    line = next(line for line in text.splitlines() if line.startswith("plugin:"))
    return tuple(map(int, line.split()[3:5]))


class OnDevice(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def broken(self, name, *words):
        code, text, error = check(PLUGINS / f"broken_cuda_{name}.so", *words, folder=self.folder)
        self.assertEqual(code, 1, text + error)
        self.assertTrue(BROKEN[name] & verdicts(text), text)
        return text

    def legal(self, plugin):
        code, text, error = check(plugin, folder=self.folder)
        self.assertEqual(code, 0, text + error)
        self.assertEqual(verdicts(text), set(), text)
        self.assertRegex(text, r"by its promise: [1-9]\d* runs passed, 0 failed; by the full contract: 0 failed")
        for probe in ("history", "position", "width", "pitch", "alignment", "neighbours", "stream", "graph"):
            self.assertRegex(text, rf"probe {probe} +passed, {ANSWERS.get(probe, '[1-9]')}")
        self.assertRegex(text, r"probe offset +not run")


class Broken(OnDevice):
    def test_all_that_are_built_are_known(self):
        for kind, names in (("broken", BROKEN), ("legal", LEGAL)):
            built = {path.stem for path in PLUGINS.glob(f"{kind}_cuda_*.so")}
            self.assertEqual(built, {f"{kind}_cuda_{name}" for name in names})

    def test_each_gets_its_verdict_by_name(self):
        for name in sorted(set(BROKEN) - {"hang", "illegal_address"}):
            with self.subTest(name):
                # Probes only for those that drawn cases do not find.
                self.broken(name, *(() if name in FOUND_BY_PROBES else ("--no-probes",)))

    def test_a_process_whose_device_is_lost_is_followed_by_another(self):
        text = self.broken("illegal_address")
        passed, failed = passed_and_failed(text)
        self.assertGreater(failed, 1, text)
        self.assertGreater(passed, 1, text)
        # All that is asked with lengths is right, the probes' questions too.
        self.assertRegex(text, r"probe graph +passed")

    def test_a_kernel_that_hangs_is_ended_and_the_run_goes_on(self):
        text = self.broken("hang", "--no-probes", "--time-out", "1", "--budget", "20")
        passed, failed = passed_and_failed(text)
        self.assertGreater(failed, 1, text)
        self.assertGreater(passed, 1, text)
        self.assertEqual(verdicts(text), {"timed_out"}, text)

    def test_a_finding_is_reproduced_by_its_line(self):
        for name in ("illegal_address", "write_past_end"):
            with self.subTest(name):
                text = self.broken(name, "--no-probes")
                again = re.search(r"^  again: exactk (.*)$", text, re.MULTILINE).group(1)
                code, more, _ = run(*again.split(), "--no-probes", folder=self.folder)
                self.assertEqual(code, 1, more)
                self.assertTrue(BROKEN[name] & verdicts(more), more)


class Legal(OnDevice):
    def test_none_gets_an_alarm(self):
        for name in sorted(LEGAL):
            with self.subTest(name):
                self.legal(PLUGINS / f"legal_cuda_{name}.so")

    def test_the_skeleton_is_right_as_it_stands(self):
        if NVCC is None:
            self.skipTest("no CUDA compiler (nvcc)")
        code, text, error = run("new-plugin", "mine", "--cuda", folder=self.folder)
        self.assertEqual(code, 0, text + error)
        subprocess.run([NVCC, "-O2", "-shared", "-Xcompiler", "-fPIC", "mine.cu", "-o", "libmine.so"], cwd=self.folder,
                       check=True, timeout=240)
        self.legal("./libmine.so")


def no_device():
    """Why there is none; "" if there is one."""
    code, text, error = check(PLUGINS / "legal_cuda_top_k.so", "--only", "normal/0", "--no-probes")
    found = re.search(r"no CUDA device: .*|has no CUDA.*", text + error)
    return found.group() if code == 3 and found else ""


def main() -> int:
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    if reason := no_device():
        print(f"no GPU here: left out {tests.countTestCases()} of {tests.countTestCases()} tests: {reason}")
        return SKIPPED
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    for test, reason in result.skipped:
        print(f"left out: 1 test ({test}): {reason}")
    print(f"left out altogether: {len(result.skipped)} of {tests.countTestCases()} tests")
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
