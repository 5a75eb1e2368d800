"""exactk campaign as a user meets it: totals, files, refusals, and Ctrl-C with a resumption."""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""
TINY = ["--length", "2", "--rows", "200", "--wide", "0", "--spaces", "1", "--schedules", "0", "--jobs", "1"]


class Campaign(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, "campaign", *arguments], cwd=self.folder, text=True, timeout=200,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    @staticmethod
    def counts(text: str) -> list[list[str]]:
        """The table's lines without the seconds."""
        return [line.split()[:-1] for line in text.splitlines() if line[:1].islower() and "/" in line]

    def test_totals_are_printed_and_written(self):
        done = self.run_program(*TINY, "--json-file", "totals.json", "--label", "commit abc")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("complete, 0 failures", done.stdout)
        totals = json.loads((self.folder / "totals.json").read_text())
        self.assertTrue(totals["complete"])
        self.assertEqual(totals["label"], "commit abc")
        self.assertEqual([part["part"] for part in totals["parts"]], ["small", "rows", "spaces"])
        for part in totals["parts"]:
            self.assertEqual(part["units"], part["units_done"])
            self.assertGreater(part["cases"], 0)

    def test_schedules_of_every_form_are_run_in_any_number(self):
        sizes = ["--length", "0", "--rows", "0", "--wide", "0", "--spaces", "0", "--schedules"]
        for number in ("1", "2000"):
            done = self.run_program(*sizes, number)
            self.assertEqual(done.returncode, 0, done.stderr)
            for form in ("cluster", "kernel", "cooperative", "spin", "cluster_list"):
                self.assertRegex(done.stdout, rf"\nform {form}: [1-9]\d* schedules of 16 CTAs miss a fault of depth 2 with a "
                                 r"probability of at most \d")
        done = self.run_program(*sizes, "2000", "--budget", "0.000001")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("\nform cluster_list: not run\n", done.stdout)

    def test_ctrl_c_gives_up_a_space_within_a_second(self):
        program = subprocess.Popen([PROGRAM, "campaign", "--length", "0", "--rows", "0", "--wide", "0", "--spaces", "2",
                                    "--schedules", "0", "--jobs", "1", "--state", "state"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        state = self.folder / "state"
        while program.poll() is None and (not state.exists() or state.read_text().count("\ndone") < 16):
            time.sleep(0.01)  # behind the small spaces come those of many seconds
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        start = time.monotonic()
        _, errors = program.communicate(timeout=100)
        self.assertEqual(program.returncode, 130, errors)
        self.assertLess(time.monotonic() - start, 5)  # a second, on a machine that others use, too

    def test_an_interrupted_campaign_goes_on_where_it_was(self):
        sizes = ["--length", "3", "--rows", "600", "--wide", "0", "--spaces", "0", "--schedules", "0", "--jobs", "2"]
        program = subprocess.Popen([PROGRAM, "campaign", *sizes, "--state", "state"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        state = self.folder / "state"
        while program.poll() is None and (not state.exists() or state.read_text().count("\n") < 5):
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        told, errors = program.communicate(timeout=100)
        self.assertEqual(program.returncode, 130, errors)
        self.assertIn("not complete", told)
        self.assertIn("goes on from state", errors)
        before = state.read_text()
        second = self.run_program(*sizes, "--state", "state")
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertTrue(state.read_text().startswith(before))
        self.assertEqual(self.counts(second.stdout), self.counts(self.run_program(*sizes).stdout))
        units = [tuple(line.split()[1:3]) for line in state.read_text().splitlines()[1:]]
        self.assertEqual(len(units), len(set(units)), "a unit was done twice")

    def test_a_budget_that_is_over_leaves_it_incomplete(self):
        done = self.run_program(*TINY, "--budget", "0.000001")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("not complete", done.stdout)

    def test_wrong_usage_is_refused(self):
        for arguments, words in ((["--full", "--rows", "3"], "without effect"), (["--length", "9"], "--length"),
                                 (["--spaces", "3"], "--spaces"), (["--rows", "-1"], "--rows"),
                                 (["--seed", "-1"], "--seed"), (["--state", ""], "--state")):
            done = self.run_program(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(words, done.stderr)
        (self.folder / "state").write_text("exactk campaign 1 of something else\n")
        done = self.run_program(*TINY, "--state", "state")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another campaign", done.stderr)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
