# exactk replay: what it runs, what it says of a case, and which files it refuses.
# Spec: contract/C4 C15 C17 C18. Layer: proptests/cli.
import json
import os

import support

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpus")
SMALL = os.path.join(CORPUS, "report-07-f1-k2.case")
LONG = os.path.join(CORPUS, "report-06-f3.case")


class Replay(support.Case):
    def setUp(self):
        super().setUp()
        with open(SMALL) as file:
            self.text = file.read()

    def case(self, old="", new="", name="one.case"):
        """A file with the small case, in which one text stands for another."""
        self.assertIn(old, self.text)
        with open(self.path(name), "w", newline="") as file:
            file.write(self.text.replace(old, new) if old else self.text)
        return self.path(name)

    def refused(self, path, message):
        done = self.run_program("replay", path)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"exactk: {path}: {message}\n"))

    def runs(self, report):
        return {run["implementation"]: run for run in report["files"][0]["runs"]}

    def test_all_at_hand_are_run_and_the_rest_is_said(self):
        text = self.succeeds("replay", SMALL)
        lines = text.splitlines()
        self.assertEqual(lines[0], f"{SMALL}: float32, rows 1, width 5, k 2; largest, ties low, order index, nan largest; "
                         "expects indices")
        self.assertEqual(lines[1:3], ["  note: public report 7: the best one is the first of the best two", "  clause: C4"])
        for name in ("cpu", "model (ctas 3 digits default direct)"):
            self.assertIn(f"  passed  {name}", lines)
        self.assertRegex(text, r"\n  (passed|not run) +device")
        self.assertRegex(lines[-1], r"^1 case: \d+ runs passed, 0 failed, \d+ not run$")

    def test_text_and_json_say_the_same(self):
        report = json.loads(self.succeeds("replay", "--json", SMALL))
        self.assertEqual((report["command"], report["contract"], report["cases"], report["failed"]),
                         ("replay", "1.0", 1, 0))
        file = report["files"][0]
        self.assertEqual((file["file"], file["clauses"], file["type"], file["k"], file["expects"], file["schedule"]),
                         (SMALL, ["C4"], "float32", 2, "indices", None))
        runs = self.runs(report)
        self.assertEqual(runs["model"], {"implementation": "model", "plan": "ctas 3 digits default direct", "law": None,
                                         "result": "passed", "clauses": [], "words": [], "contract": None})
        text = self.succeeds("replay", SMALL)
        self.assertIn(f"{report['passed']} runs passed, {report['failed']} failed, {report['not_run']} not run", text)

    def test_a_wrong_answer_is_a_failure_with_its_clause(self):
        wrong = self.case("answer 2,4", "answer 2,3")
        text = self.ends(1, "replay", wrong)
        self.assertIn("  FAILED  cpu: C4: row 0 slot 1 holds 4, the file expects 3\n", text)
        report = json.loads(self.ends(1, "replay", "--json", "--impl", "cpu", wrong))
        self.assertEqual(self.runs(report)["cpu"]["clauses"], ["C4"])
        self.assertEqual((report["passed"], report["failed"]), (0, 1))
        # One failure among several files is a failure.
        self.ends(1, "replay", SMALL, wrong, SMALL)

    def test_named_implementations_alone_are_run(self):
        text = self.succeeds("replay", "--impl", "model,cpu", SMALL)
        self.assertEqual([line.split()[1] for line in text.splitlines() if line.startswith("  passed")], ["model", "cpu"])
        self.assertNotIn("device", text)
        self.ends(2, "replay", SMALL, "--impl", "cpu,cpu", stderr="exactk: --impl names cpu twice\n")
        self.ends(2, "replay", SMALL, "--impl", "gpu", stderr="exactk: --impl gpu is no implementation")
        for names in ("", "cpu,", ",cpu"):
            self.ends(2, "replay", SMALL, "--impl", names, stderr="--impl")

    def test_a_named_implementation_of_which_nothing_ran_is_no_success(self):
        text = self.succeeds("replay", LONG)
        self.assertIn("  not run rank: its rows are too long", text)
        if "oracles: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles")
        self.ends(3, "replay", "--impl", "cpu,rank", LONG)
        self.succeeds("replay", "--impl", "cpu,rank", LONG, SMALL)

    def test_a_schedule_is_told_and_not_run(self):
        text = self.succeeds("replay", self.case("filter none\n", "filter none\nschedule x1:ab\n"))
        self.assertIn("  not run schedule: exactk explore --replay x1:ab walks through it\n", text)

    def with_law(self, law="ties", seed=7):
        self.text = self.text.replace("case 1", "case 2").replace(
            "type float32\n", f"law {law}\nlaw_seed {seed}\nimplementation cpu\ntype float32\n")
        return self.case()

    def test_the_law_of_a_file_is_asked_of_the_same_implementations(self):
        path = self.with_law()
        if "oracles: yes" not in self.succeeds("--version"):
            self.assertIn("  not run cpu, law ties seed 7: this build has no laws\n", self.succeeds("replay", path))
            self.skipTest("this build has no laws")
        text = self.succeeds("replay", path)
        self.assertIn("  law: ties seed 7\n  seen of: cpu\n", text)
        for line in ("  passed  cpu\n", "  passed  cpu, law ties seed 7\n", "  passed  rank, law ties seed 7\n",
                     "  passed  model (ctas 3 digits default direct), law ties seed 7\n"):
            self.assertIn(line, text)
        self.assertRegex(text, r"  not run device, law ties seed 7: laws are asked")
        alone = self.succeeds("replay", "--impl", "cpu", path)
        self.assertIn("1 case: 2 runs passed, 0 failed, 0 not run", alone)
        report = json.loads(self.succeeds("replay", "--json", "--impl", "cpu", path))
        file = report["files"][0]
        self.assertEqual((file["law"], file["law_seed"], file["implementation"]), ("ties", 7, "cpu"))
        self.assertEqual([run["law"] for run in file["runs"]], [None, "ties seed 7"])

    def test_a_law_that_says_nothing_is_told_and_one_that_there_is_not_is_refused(self):
        if "oracles: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no laws")
        text = self.succeeds("replay", "--impl", "cpu,model", self.with_law("emission", 18446744073709551615))
        self.assertIn("  not run cpu, law emission seed 18446744073709551615: the law is about implementations that "
                      "follow a plan\n", text)
        self.text = self.text.replace("law emission", "law lawless")
        path = self.case()
        done = self.run_program("replay", path)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertTrue(done.stderr.startswith(f"exactk: {path}: law is 'lawless'; there are length, number, "), done.stderr)

    def test_malformed_files_are_refused_before_anything_is_run(self):
        for old, new, message in (
                ("exactk case 1", "exactk case 3",
                 "line 1: unsupported_version: the file has version 3; this program reads versions 1 to 2"),
                ("type float32\n", "law ties\ntype float32\n",
                 "line 4: unknown_key: 'law' is a key of version 2; the first line says version 1"),
                ("exactk case 1", "{", "line 1: bad_first_line: a case file begins with 'exactk case 1'"),
                ("k 2", "k -1", "line 10: out_of_range: k holds -1; the limit is 0"),
                ("gap 1", "gab 1", "line 17: unknown_key: 'gab' is no key; docs/case-files.md lists them"),
                ("gap 1\n", "", "line 25: missing_key: there is no line 'gap 0' or the like; add one"),
                ("width 5", "width 6", "line 7: out_of_range: pitch holds 5; the limit is 6")):
            self.refused(self.case(old, new), message)
        self.refused(self.path("none.case"), "malformed_line: there is no such file")
        self.refused(self.folder, "malformed_line: it is no regular file")
        done = self.run_program("replay", SMALL, self.case("k 2", "k x"))
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_a_generator_that_has_changed_is_refused(self):
        with open(LONG) as file:
            self.text = file.read()
        changed = self.case("hash 0x", "hash 0x0")  # one digit too many
        self.assertEqual(self.run_program("replay", changed).returncode, 2)
        at = self.text.index("hash 0x") + 7
        self.text = self.text[:at] + "0123456789ABCDEF" + self.text[at + 16:]
        done = self.run_program("replay", self.case())
        self.assertEqual(done.returncode, 2)
        line = self.text[:at].count("\n") + 1
        self.assertIn(f"line {line}: bad_generator: the generator makes rows with hash 0x", done.stderr)

    def test_usage(self):
        self.ends(2, "replay", stderr="files")
        self.ends(2, "replay", "", stderr="the value is empty")
        self.ends(2, "replay", SMALL, "--bogus", stderr="exactk: not expected: --bogus")
        self.ends(2, "replay", SMALL, "--json", "--json", stderr="--json")
        self.ends(2, "replay", SMALL, "--json=true", stderr="exactk: --json takes no value\n")
        self.assertIn("--impl", self.succeeds("replay", "--help"))


class CasesOfCheck(support.Case):
    def test_check_without_failures_makes_no_folder(self):
        if "check: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles and so no check")
        folder = self.path("cases")
        self.succeeds("check", "--only", "normal/1", "--no-exhibits", "--cases-dir", folder)
        self.assertFalse(os.path.exists(folder))
        self.ends(2, "check", "--cases-dir", "", stderr="--cases-dir: the value is empty")


if __name__ == "__main__":
    support.main()
