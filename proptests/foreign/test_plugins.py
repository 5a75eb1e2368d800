"""Each planted plug-in gets its verdict by name, no legal one gets an alarm, and every finding can be run again.

Spec: contract/C1 C3 C4 C5 C6 C7 C8 C10 C11 C15. Layer: proptests/foreign.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

EXACTK, PLUGINS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])

# The verdict by which each planted fault is to be named. Others may stand beside it: a row that lost a winner has another set.
BROKEN = {
    "capped_bin": "missing_winner",
    "changes_input": "input_changed",
    "crash": "crashed",
    "depends_on_alignment": "depends_on_alignment",
    "depends_on_pitch": "depends_on_pitch",
    "depends_on_position": "depends_on_position",
    "first_come_ties": "wrong_tie",
    "forgotten_slot": "slot_unwritten",
    "hang": "timed_out",
    "int32_offset": "depends_on_offset",
    "nan_smallest_always": "nan_order",
    "padding_by_score": "infinity_as_padding",
    "rank_order": "wrong_order",
    "raw_negative_zero": "signed_zero",
    "read_past_length": "read_outside",
    "reads_empty": "read_outside",
    "repeated_index": "duplicate",
    "stale_output": "depends_on_history",
    "stateful_replay": "depends_on_history",
    "trusts_workspace": "not_repeatable",
    "unsigned_length": "length_not_clamped",
    "write_past_end": "wrote_outside",
    "writes_far": "wrote_outside",
}
# Legal ones that promise less than the contract, and fall short of it.
LESS_THAN_THE_CONTRACT = {"descending_index", "undefined_fill", "unrepeatable_ties"}
FOUND_BY_PROBES = {"depends_on_alignment", "depends_on_position", "int32_offset", "stateful_replay"}
CASES = "12"  # convention: the first cases of the families show each planted fault


def run(*words, folder=None):
    done = subprocess.run([str(EXACTK), *map(str, words)], capture_output=True, text=True, cwd=folder, timeout=240)
    return done.returncode, done.stdout, done.stderr


def check(plugin, *words, folder=None):
    cases = () if "--cases" in words else ("--cases", CASES)
    return run("check", "--impl", f"plugin:{PLUGINS / plugin}.so", *cases, "--no-exhibits", *words, folder=folder)


def verdicts(text):
    return set(re.findall(r"^  verdict (\w+):", text, re.MULTILINE))


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


class Broken(Folder):
    def test_each_gets_its_verdict_by_name(self):
        built = [path.stem.removeprefix("broken_") for path in PLUGINS.glob("broken_*.so")]
        # Those for a GPU are test_plugins_cuda.py's.
        self.assertEqual(sorted(name for name in built if not name.startswith("cuda_")), sorted(BROKEN))
        for plugin, name in BROKEN.items():
            with self.subTest(plugin):
                words = ("--time-out", "0.3", "--budget", "4") if plugin == "hang" else ()
                # Probes only for those that drawn cases do not find; `legal` runs all of them.
                words += () if plugin in FOUND_BY_PROBES else ("--no-probes",)
                code, text, _ = check("broken_" + plugin, *words, folder=self.folder)
                self.assertEqual(code, 1, text)
                self.assertIn(name, verdicts(text), text)

    def test_what_ends_a_process_loses_no_other_case(self):
        _, text, _ = check("broken_crash", folder=self.folder)
        line = next(line for line in text.splitlines() if line.startswith("plugin:"))
        passed, failed = map(int, line.split()[3:5])
        self.assertGreater(failed, 0)
        self.assertGreater(passed, 0, "cases after a crash were not run")

    def test_a_finding_is_reproduced_by_its_line_and_by_its_file(self):
        for plugin in ("capped_bin", "write_past_end", "depends_on_pitch", "depends_on_position", "stale_output"):
            with self.subTest(plugin):
                _, text, _ = check("broken_" + plugin, folder=self.folder)
                case, again = re.search(r"^FAILED (\S+) .*\n  again: exactk (.*)$", text, re.MULTILINE).groups()
                probes = () if case.startswith("probe/") else ("--no-probes",)
                code, more, _ = run(*again.split(), *probes, folder=self.folder)
                self.assertEqual(code, 1, more)
                self.assertIn(f"FAILED {case} ", more)
                file = re.search(r"^  case file: (.*)$", text, re.MULTILINE).group(1)
                if plugin != "stale_output":  # a file is one question, and this one needs two
                    code, more, _ = run("replay", file, "--impl", f"plugin:{PLUGINS}/broken_{plugin}.so",
                                        folder=self.folder)
                    self.assertEqual(code, 1, more)
                    self.assertIn("by the full contract: FAILED", more)


class Legal(Folder):
    def test_none_gets_an_alarm(self):
        found = sorted(path.stem for path in PLUGINS.glob("legal_*.so") if not path.stem.startswith("legal_cuda_"))
        self.assertGreaterEqual(len(found), 20)
        for plugin in found:
            with self.subTest(plugin):
                code, text, _ = check(plugin, "--cases", "6", folder=self.folder)
                self.assertEqual(code, 0, text)
                self.assertEqual(verdicts(text), set(), text)
                short = re.search(r"by the full contract: (\d+) failed", text).group(1) != "0"
                self.assertEqual(short, plugin.removeprefix("legal_") in LESS_THAN_THE_CONTRACT, text)

    def test_a_narrower_promise_of_ones_own_is_found_out(self):
        # Held to the full contract by a file, the odd order is a fault.
        promise = self.folder / "promise"
        promise.write_text("order asked\n")
        code, text, _ = check("legal_descending_index", "--promise", promise, folder=self.folder)
        self.assertEqual(code, 1, text)
        self.assertIn("wrong_order", verdicts(text))


class Profiles(Folder):
    def test_serving_shapes_pass_and_fail_as_they_should_with_lines_that_run_again(self):
        code, text, _ = run("check", "--profile", "ci-cpu", "--impl", f"plugin:{PLUGINS}/legal_c99.so", "--no-probes",
                            "--budget", "100", folder=self.folder)
        self.assertEqual(code, 0, text)
        self.assertRegex(text, r"\n  by its promise: 140 runs passed, 0 failed; by the full contract: 0 failed\n")
        code, text, _ = run("check", "--profile", "small-k,mtp", "--impl", f"plugin:{PLUGINS}/broken_unsigned_length.so",
                            "--no-probes", folder=self.folder)
        self.assertEqual(code, 1, text)
        again = re.search(r"^  again: exactk (check --seed 1 --profile mtp --only mtp/\d+ .*)$", text, re.MULTILINE).group(1)
        self.assertEqual(run(*again.split(), folder=self.folder)[0], 1)
        file = re.search(r"^  case file: (.*)$", text, re.MULTILINE).group(1)
        self.assertEqual(run("replay", file, "--impl", "cpu", folder=self.folder)[0], 0)
        self.assertEqual(run("replay", file, "--impl", f"plugin:{PLUGINS}/broken_unsigned_length.so",
                             folder=self.folder)[0], 1)

    def test_what_does_not_fit_the_budget_is_said(self):
        code, text, _ = run("check", "--profile", "dsa-decode", "--impl", f"plugin:{PLUGINS}/legal_c99.so", "--no-probes",
                            "--budget", "0", folder=self.folder)
        self.assertEqual(code, 3)
        self.assertIn("0 cases run, 60 not run (budget 0 s)", text)

    def test_names_that_are_none_are_refused(self):
        for words, said in ((("--profile", "nothing"), "there are dsa-decode"),
                            (("--profile", "mtp", "--only", "mtp/30"), "--only mtp/30 is no case"),
                            (("--profile", "mtp", "--only", "mtp/3", "--only", "mtp/3"), "named twice")):
            code, _, error = run("check", *words, folder=self.folder)
            self.assertEqual(code, 2)
            self.assertIn(said, error)


class Examples(Folder):
    def test_the_pytest_of_the_docs_passes_and_fails(self):
        path = pathlib.Path(__file__).parents[2] / "docs/examples/test_my_top_k.py"
        names = {}
        exec(compile(path.read_text(), str(path), "exec"), names)  # as pytest would, which need not be there
        test = names["test_my_top_k_keeps_its_promise"]
        os.environ["EXACTK"] = str(EXACTK)
        os.environ["MY_TOP_K"] = str(PLUGINS / "legal_c99.so")
        test(self.folder)
        os.environ["MY_TOP_K"] = str(PLUGINS / "broken_forgotten_slot.so")
        with self.assertRaises(AssertionError) as failure:
            test(self.folder)
        self.assertIn("slot_unwritten", str(failure.exception))


class Known(Folder):
    def test_known_failures_keep_a_run_green_until_something_changes(self):
        known = self.folder / "known"
        code, text, error = check("broken_capped_bin", "--write-known", known, folder=self.folder)
        self.assertEqual(code, 1, error)
        code, text, error = check("broken_capped_bin", "--known", known, folder=self.folder)
        self.assertEqual(code, 0, text + error)
        lines = known.read_text().splitlines()
        self.assertGreater(len(lines), 2)
        # A new failure: one that the file does not list.
        known.write_text("\n".join(lines[:-1]) + "\n")
        code, text, _ = check("broken_capped_bin", "--known", known, folder=self.folder)
        self.assertEqual(code, 1, text)
        # Something listed is mended: the same file for an implementation that is right.
        words = [line.split() for line in lines[1:]]
        right = f"plugin:{PLUGINS}/legal_c99.so"
        mended = "\n".join([lines[0]] + [f"{right} {word[1]} {word[2]}" for word in words[:2]]) + "\n"
        known.write_text(mended)
        code, text, _ = check("legal_c99", "--known", known, folder=self.folder)
        self.assertEqual(code, 1, text)
        self.assertEqual(text.count("MENDED"), 2, text)
        known.write_text(mended.replace("\n" + right, " sometimes\n" + right).replace(" sometimes", "", 1).rstrip() +
                         " sometimes\n")
        code, text, _ = check("legal_c99", "--known", known, folder=self.folder)
        self.assertEqual(text.count("MENDED"), 0, text)
        self.assertEqual(code, 0, text)

    def test_a_file_that_is_none_is_refused(self):
        known = self.folder / "known"
        for text, words in (("", "does not begin"), ("exactk-known 1 seed 2\n", "other scores"),
                            ("exactk-known 1 seed 1\nplugin:x case\n", "line 2"),
                            ("exactk-known 1 seed 1\na b c\na b d\n", "listed twice")):
            known.write_text(text)
            code, _, error = check("legal_c99", "--known", known, folder=self.folder)
            self.assertEqual(code, 2)
            self.assertIn(words, error)


class Refused(Folder):
    def test_what_cannot_be_loaded_is_said_with_the_reason(self):
        (self.folder / "no.so").write_text("no library")
        (self.folder / "promise").write_text("order rank\norder index\n")
        for words, said in (
                (("--impl", "plugin:./missing.so"), "missing.so"),
                (("--impl", "plugin:./no.so"), "no.so"),
                (("--impl", "python:nothing"), "plugin:PATH nor python:MODULE:FUNCTION"),
                (("--impl", f"plugin:{PLUGINS}/legal_c99.so", "--promise", "promise"), "line 2: order is there twice"),
                (("--impl", f"plugin:{PLUGINS}/legal_c99.so", "--promise", "missing"), "cannot be read")):
            with self.subTest(words):
                code, text, error = run("check", *words, folder=self.folder)
                self.assertEqual((code, text), (2, ""))
                self.assertIn(said, error)

    def test_a_hang_is_told_from_an_answer(self):
        case = pathlib.Path(sys.argv[3]) / "report-11-g5.case"
        code, text, _ = run("replay", case, "--impl", f"plugin:{PLUGINS}/broken_hang.so", "--time-out", "0.3")
        self.assertEqual(code, 1)
        self.assertIn("timed_out", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
