# Exit codes of help, version and wrong usage.
# Spec: contract/C17 C18. Layer: proptests/cli.
import os
import re
import signal
import subprocess
import time

import numpy as np

import support


class Usage(support.Case):
    def setUp(self):
        super().setUp()
        self.scores = self.save("s.npy", np.float32([[1, 2, 3]]))
        self.indices = self.save("i.npy", np.int32([[2]]))
        self.topk = ["topk", "--scores", self.scores, "--k", 1, "--out", self.path("o.npy")]
        self.verify = ["verify", "--scores", self.scores, "--indices", self.indices]
        self.trace = ["trace", "--scores", self.scores, "--row", 0, "--k", 1]

    def test_the_base_commands_succeed(self):
        for command in (self.topk, self.verify, self.trace):
            self.succeeds(*command)

    def test_help_succeeds_everywhere(self):
        self.assertIn("verify", self.succeeds("--help"))
        for command, flag in (("topk", "--certificate"), ("verify", "--repeatable"), ("trace", "--row")):
            text = self.succeeds(command, "--help")
            self.assertIn(flag, text)
            self.assertIn("--scores", text)

    def test_version_names_library_contract_and_parts(self):
        lines = self.succeeds("--version").splitlines()
        self.assertRegex(lines[0], r"^exactk \d+\.\d+\.\d+$")
        self.assertEqual(lines[1], "contract 1.0")
        for part in ("cpu: yes", "model: yes", "judge: yes"):
            self.assertIn(part, lines)
        self.assertEqual(sum(line.startswith("oracles: ") for line in lines), 1)

    def test_no_or_unknown_or_two_commands_are_errors(self):
        self.ends(2, stderr="subcommand")
        self.ends(2, "sort", stderr="'sort' is neither a command nor a flag")
        self.ends(2, "--bogus", stderr="'--bogus' is neither a command nor a flag")
        self.ends(2, *self.topk, *self.verify)

    def test_unknown_flags_are_errors_that_name_them(self):
        for command in (self.topk, self.verify, self.trace):
            self.ends(2, *command, "--bogus", stderr="--bogus")
            self.ends(2, *command, "stray", stderr="stray")
            self.ends(2, *command, "-x", stderr="-x")

    def test_misplaced_flags_are_errors_that_name_them(self):
        for flag in (["--repeatable"], ["--json"], ["--indices", self.indices], ["--row", 0]):
            self.ends(2, *self.topk, *flag, stderr=flag[0])
        for flag in (["--impl", "cpu"], ["--ctas", 1], ["--digits", "8"], ["--digest"], ["--out", "x"]):
            self.ends(2, *self.verify, *flag, stderr=flag[0])
        for flag in (["--impl", "model"], ["--digest"], ["--values", "x"], ["--repeatable"]):
            self.ends(2, *self.trace, *flag, stderr=flag[0])
        self.ends(2, "--k", 1, *self.topk)

    def test_plan_flags_need_the_model(self):
        for flag in (["--ctas", 1], ["--digits", "8,8,8,8"]):
            for implementation in ([], ["--impl", "cpu"]):
                self.ends(2, *self.topk, *flag, *implementation, stderr="are for --impl model; --impl is cpu")
            self.succeeds(*self.topk, *flag, "--impl", "model")

    def test_missing_and_repeated_flags_are_errors(self):
        for left_out in ("--scores", "--k", "--out"):
            at = self.topk.index(left_out)
            self.ends(2, *self.topk[:at], *self.topk[at + 2:], stderr=left_out)
        for left_out in ("--scores", "--indices"):
            at = self.verify.index(left_out)
            self.ends(2, *self.verify[:at], *self.verify[at + 2:], stderr=left_out)
        self.ends(2, *self.topk, "--k", 2, stderr="--k")
        self.ends(2, *self.topk, "--ties", stderr="--ties")

    def boolean_flags(self):
        """[base command, flag] of every flag that takes no value, as the help pages list them."""
        plan = ["plan", "--rows", 1, "--width", 4, "--k", 1, "--profile", "h200"]
        bases = [self.topk, self.verify, self.trace, plan]
        if "check: yes" in self.succeeds("--version"):
            bases.append(["check", "--only", "all_equal/1", "--impl", "cpu"])
        return [(base, flag) for base in bases for flag in
                re.findall(r"^  (--[a-z-]+) {2,}[A-Z]", self.succeeds(base[0], "--help"), re.MULTILINE)]

    def test_flags_without_a_value_are_taken_once_and_take_none(self):
        flags = self.boolean_flags()
        known = [("topk", "--smallest"), ("topk", "--digest"), ("verify", "--json"), ("verify", "--repeatable"),
                 ("trace", "--json"), ("plan", "--smallest"), ("plan", "--json")]
        if "check: yes" in self.succeeds("--version"):
            known.append(("check", "--no-exhibits"))
        for flag in known:
            self.assertIn(flag, [(base[0], name) for base, name in flags])
        for base, flag in flags:
            self.assertIn(self.run_program(*base, flag).returncode, (0, 1, 3), (base, flag))  # taken
            with self.subTest(command=base[0], flag=flag):
                self.ends(2, *base, flag, flag, stderr=flag)
                for value in ("false", "true", "1", "0", ""):
                    self.ends(2, *base, f"{flag}={value}", stderr=f"exactk: {flag} takes no value")

    def test_what_was_not_expected_is_named_as_it_was_written(self):
        self.ends(2, *self.trace, "--out", 3, "stray", stderr="exactk: not expected: --out 3 stray\n")
        self.ends(2, *self.verify, "--ctas=3", stderr="exactk: not expected: --ctas=3\n")

    def test_wrong_values_are_errors_that_name_the_flag(self):
        for flag, value in (("--ties", "any"), ("--order", "any"), ("--nan", "low"), ("--dtype", "f64"),
                            ("--impl", "gpu")):
            self.ends(2, *self.topk, flag, value, stderr=flag)
        for flag, value in (("--ties", "none"), ("--order", "up")):
            self.ends(2, *self.verify, flag, value, stderr=flag)
        for flag in ("--out", "--values", "--certificate", "--lengths", "--scores"):
            others = ["--scores", self.scores, "--out", self.path("o.npy")]
            if flag in others:
                del others[others.index(flag):others.index(flag) + 2]
            self.ends(2, "topk", "--k", 1, *others, flag, "", stderr=f"{flag}: the value is empty")
        for digits in ("8,8,,8", ",8", "8,", "eight", "8;8", "8,08,8,8", "8,-0,8", "8,0x8", "8,99999999999999999999"):
            self.ends(2, *self.topk, "--impl", "model", "--digits", digits, stderr="is not a list of numbers")

    def numeric_flags(self):
        """[command, flag, type] of every flag that takes a number, as the help pages list them."""
        commands = re.findall(r"^  (\w+) {2,}\S", self.succeeds("--help").split("Subcommands:")[1], re.MULTILINE)
        return [(command, flag, kind) for command in commands for flag, kind in
                re.findall(r"^  (--[a-z-]+) (INT|UINT|FLOAT)\b", self.succeeds(command, "--help"), re.MULTILINE)]

    def test_every_number_is_whole_and_decimal(self):
        flags = self.numeric_flags()
        known = [("topk", "--k"), ("topk", "--ctas"), ("verify", "--k"), ("trace", "--k"), ("trace", "--row"),
                 ("trace", "--ctas")]
        if "check: yes" in self.succeeds("--version"):
            known += [("check", "--seed"), ("check", "--cases"), ("check", "--budget")]
        for flag in known:
            self.assertIn(flag, [(command, name) for command, name, _ in flags])
        wrong = ["x", "", "-", "0x10", "010", "00", "-0", "+1", "1e3", " 1", "1 ", "1x", "nan", "inf"]
        for command, flag, kind in flags:
            more = {"INT": ["1.5", "99999999999999999999", "-010"], "UINT": ["1.5", "99999999999999999999", "-1"],
                    "FLOAT": ["-1", "-nan", "-inf", "infinity", "1.", ".5", "00.5", "1e400", "9" * 400]}
            for value in wrong + more[kind]:
                with self.subTest(command=command, flag=flag, value=value):
                    self.ends(2, command, f"{flag}={value}", stderr=flag)

    def test_the_numbers_of_check_are_taken_as_given(self):
        if "check: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles and so no check")
        base = ["check", "--no-exhibits", "--impl", "cpu", "--only", "all_equal"]
        text = self.succeeds(*base, "--seed", (1 << 64) - 1, "--cases", 1, "--budget", 1000.5)
        self.assertIn(f"seed {(1 << 64) - 1}: 1 cases run, 0 not run (budget 1000.5 s)", text)
        self.ends(3, *base, "--cases", 1, "--budget", 0)
        self.ends(2, *base, "--cases", 1000001, stderr="--cases")
        self.ends(2, *base[:-1], "all_equal/007", stderr="--only all_equal/007 is neither")

    def test_check_runs_no_case_and_no_implementation_twice(self):
        if "check: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles and so no check")
        base = ["check", "--no-exhibits", "--budget", 1000, "--cases", 2]
        for only in (["normal/1", "normal"], ["normal", "normal/1"], ["normal/1", "normal/1"], ["normal", "normal"]):
            flags = [word for one in only for word in ("--only", one)]
            self.ends(2, *base, "--impl", "cpu", *flags,
                      stderr=f"exactk: --only {only[1]} names a case that --only {only[0]} names too\n")
        text = self.succeeds(*base, "--impl", "cpu", "--only", "normal/2", "--only", "normal", "--only", "all_equal/1")
        self.assertIn("4 cases run", text)
        self.ends(2, *base, "--only", "normal", "--impl", "cpu,model,cpu", stderr="exactk: --impl names cpu twice\n")
        self.ends(2, *base, "--only", "normal", "--impl", "cpu", "--impl", "model", stderr="--impl")
        for names in ("", "cpu,", ",cpu", "nosuch"):
            self.ends(2, *base, "--only", "normal", "--impl", names, stderr="--impl")
        self.ends(2, *base, "--impl", "nosuch", stderr="exactk: --impl nosuch is no implementation of this build")

    def test_messages_are_short_and_begin_alike(self):
        if "check: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles and so no check")
        for flags in (["--budget", -1], ["--cases", -1], ["--only", "nosuch"], ["--budget", "1e400"]):
            done = self.run_program("check", *flags)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertTrue(done.stderr.startswith("exactk: "), done.stderr)
            self.assertLess(len(done.stderr.splitlines()[0]), 120)

    def test_an_interrupted_check_reports_what_it_ran(self):
        if "check: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles and so no check")
        child = subprocess.Popen([support.PROGRAM, "check", "--impl", "cpu", "--only", "all_equal", "--cases", "1000000",
                                  "--budget", "100"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        time.sleep(2)  # convention: long enough for the first cases, far less than the budget
        child.send_signal(signal.SIGINT)
        text, errors = child.communicate(timeout=60)
        self.assertEqual((child.returncode, errors), (130, "exactk: interrupted\n"))
        closing = re.search(r"(\d+) cases run, (\d+) not run .* 0 of 0 exhibits caught\n$", text)
        self.assertGreater(int(closing[1]), 0)
        self.assertEqual(int(closing[1]) + int(closing[2]), 1000000)

    def test_check_of_which_nothing_was_run_is_no_success(self):
        if "check: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles and so no check")
        text = self.ends(3, "check", "--impl", "cpu,rank", "--only", "normal/5", "--no-exhibits", "--budget", 1000)
        self.assertIn("nothing was run of rank", text)

    def test_nothing_is_written_on_a_usage_error(self):
        self.ends(2, *self.topk, "--bogus")
        self.assertFalse(os.path.exists(self.path("o.npy")))

    def test_a_report_that_cannot_be_printed_is_no_success(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([support.PROGRAM, *map(str, self.verify)], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"standard output cannot be written", done.stderr)


if __name__ == "__main__":
    support.main()
