# Exit codes of help, version and wrong usage.
# Spec: contract/C17 C18. Layer: proptests/cli.
import os
import subprocess

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

    def test_wrong_values_are_errors_that_name_the_flag(self):
        for flag, value in (("--ties", "any"), ("--order", "any"), ("--nan", "low"), ("--dtype", "f64"),
                            ("--impl", "gpu")):
            self.ends(2, *self.topk, flag, value, stderr=flag)
        for flag, value in (("--ties", "none"), ("--order", "up")):
            self.ends(2, *self.verify, flag, value, stderr=flag)
        for value in ("x", "1.5", "", "-", "0x10", "010", "-0", "+1", "1e3", "99999999999999999999"):
            self.ends(2, *self.topk[:3], "--k", value, *self.topk[5:], stderr="--k")
        for flag in ("--out", "--values", "--certificate", "--lengths", "--scores"):
            others = ["--scores", self.scores, "--out", self.path("o.npy")]
            if flag in others:
                del others[others.index(flag):others.index(flag) + 2]
            self.ends(2, "topk", "--k", 1, *others, flag, "", stderr=f"{flag}: the value is empty")
        for digits in ("8,8,,8", ",8", "8,", "eight", "8;8"):
            self.ends(2, *self.topk, "--impl", "model", "--digits", digits, stderr="is not a list of numbers")

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
