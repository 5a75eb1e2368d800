"""exactk mutants as a user meets it: lists, one mutant, what it refuses, and that a survivor fails.

usage: test_command.py EXACTK
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

EXACTK = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else None


def run(*words):
    return subprocess.run([EXACTK, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


class Command(unittest.TestCase):
    def ends(self, code, *words):
        done = run("mutants", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_the_list_is_that_of_the_program_beside(self):
        beside = subprocess.run([EXACTK.parent / "exactk-mutants", "--list"], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(self.ends(0, "--list").stdout, beside.stdout)
        self.assertGreater(len(beside.stdout.splitlines()), 64)

    def test_a_mutant_is_killed_and_its_counterexample_is_a_case_file(self):
        report = json.loads(self.ends(0, "--only", "cpu/sixteen_bits_sorted", "--json").stdout)
        self.assertEqual((report["verdict"], report["failures"], len(report["mutants"])), ("passed", [], 1))
        one = report["mutants"][0]
        self.assertEqual((one["mutant"], one["killed"], one["source"]), ("cpu/sixteen_bits_sorted", True, "dogacel, blog"))
        self.assertGreaterEqual(len(one["killers"]), 2)
        self.assertLessEqual(one["keys"], 16)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "one.case"
            path.write_text(one["counterexample"])
            replayed = run("replay", path)
            self.assertEqual(replayed.returncode, 0, replayed.stdout + replayed.stderr)

    def test_a_counterexample_of_the_protocol_is_a_token(self):
        one = json.loads(self.ends(0, "--only", "protocol/no_b2", "--json").stdout)["mutants"][0]
        self.assertEqual(run("explore", "--replay", one["counterexample"].strip()).returncode, 1)

    def test_a_survivor_fails(self):
        done = self.ends(1, "--only", "model/target_without_spread", "--seconds", "0.000001")
        self.assertIn("SURVIVES", done.stdout)
        self.assertIn("failure: model/target_without_spread survives\n", done.stdout)
        self.assertTrue(done.stdout.endswith("verdict: failed\n"))

    def test_a_page_of_some_mutants_and_unknown_words_are_refused(self):
        self.assertIn("is no mutant and no room", self.ends(2, "--only", "nothing").stderr)
        self.assertIn("--write is for all mutants", self.ends(2, "--only", "cpu", "--write", "x.md").stderr)
        self.assertIn("--seconds 0 is no number above 0", self.ends(2, "--seconds", 0).stderr)
        self.assertIn("--bogus", self.ends(2, "--bogus").stderr)

    def test_lists_take_no_other_flag(self):
        for flag in ("--list", "--mechanisms"):
            for other in (["--json"], ["--brief"], ["--only", "cpu"], ["--write", "x.md"], ["--seconds", 60]):
                done = self.ends(2, flag, *other)
                self.assertIn(f"{flag} takes no other flag beside it", done.stderr)
                self.assertEqual(done.stdout, "")
        self.ends(2, "--list", "--mechanisms")
        self.assertFalse(pathlib.Path("x.md").exists())

    def test_mechanisms_are_listed(self):
        lines = self.ends(0, "--mechanisms").stdout.splitlines()
        self.assertIn("truth        Every output is, byte for byte, that of an oracle.", lines)
        self.assertTrue(lines[-1].startswith("random "))

    def test_a_page_that_cannot_be_written_is_refused_at_once(self):
        for path in ("/proc/page.md", "no/such/folder/page.md", "/dev/null", "."):
            start = time.monotonic()
            done = self.ends(2, "--write", path)
            self.assertIn(f"--write: {path} ", done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertLess(time.monotonic() - start, 5)

    def test_capacities_and_weak_judges_have_names(self):
        report = json.loads(self.ends(0, "--only", "capacities", "--brief", "--json").stdout)
        self.assertIn("model/counts_wrap", [one["mutant"] for one in report["mutants"]])
        self.assertNotIn("model/threshold_strict", [one["mutant"] for one in report["mutants"]])
        self.assertEqual(report["weak_judges"], [])
        report = json.loads(self.ends(0, "--only", "weak_judges", "--json").stdout)
        self.assertEqual(report["mutants"], [])
        self.assertEqual([judge["name"] for judge in report["weak_judges"]], ["overlap", "closeness", "values", "twice"])
        for judge in report["weak_judges"]:
            self.assertGreater(len(judge["missed"]), 10)


if __name__ == "__main__":
    unittest.main()
