# exactk lockstep: usage, refusals, and what it answers where it cannot run.
# Spec: contract/C17 C18, algorithm/O1 O2 O4. Layer: proptests/cli.
import json
import re

import numpy as np

import support


class Lockstep(support.Case):
    def setUp(self):
        super().setUp()
        self.scores = self.save("s.npy", np.arange(12, dtype=np.float32).reshape(3, 4))
        self.base = ["lockstep", "--scores", self.scores, "--k", 2]
        self.runs = self.can_run()

    def can_run(self):
        """Whether this build on this machine can run it; said aloud once, so that nobody takes a refusal for a run."""
        return self.run_program(*self.base).returncode != 3

    def refused(self, *flags, stderr):
        """Refused with exit code 2 whether there is a GPU or not, and nothing is reported."""
        self.assertEqual(self.ends(2, *flags, stderr=stderr), "")

    def test_without_a_gpu_it_ends_with_3_and_names_the_reason(self):
        if self.runs:
            self.skipTest("this machine has a GPU and this build has kernels")
        for flags in (self.base, ["lockstep", "--cases", 1], ["lockstep", "--only", "normal/3", "--json"],
                      [*self.base, "--fault", 1, "--threshold", "0xBF801800", "--list", 64, "--json"],
                      [*self.base, "--strategy", "row_per_cluster", "--ctas", 4, "--profile", "h200"]):
            done = self.run_program(*flags)
            self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
            self.assertEqual(done.stderr, "exactk: lockstep needs a GPU and a build with kernels: unsupported_device: "
                             "CUDA device 0 cannot be asked: there is none here, or this build has no kernels\n")

    def test_with_a_gpu_kernels_and_model_agree(self):
        if not self.runs:
            self.skipTest("no GPU here, or a build without kernels: nothing was run")
        self.assertIn("1 cases, 3 rows, 0 diverged", self.succeeds(*self.base))
        report = json.loads(self.succeeds("lockstep", "--cases", 2, "--json"))
        self.assertEqual((report["diverged"], report["not_run"]), ([], 0))

    def test_with_a_gpu_a_planted_fault_is_named(self):
        if not self.runs:
            self.skipTest("no GPU here, or a build without kernels: nothing was run")
        long = self.save("l.npy", np.arange(4096, dtype=np.float32))
        gap = 5  # bound: fault_chunk_gap of device/observe/faults.hpp
        text = self.ends(1, "lockstep", "--scores", long, "--k", 64, "--fault", gap, "--no-filter")
        self.assertRegex(text, r"^diverged .*: row 0 .*: expected \w+, got \w+\n")

    def test_scores_and_k_are_needed_unless_cases_are_drawn(self):
        self.refused("lockstep", stderr="exactk: --scores is required, or --cases\n")
        self.refused("lockstep", "--scores", self.scores, stderr="exactk: --k is required, or --cases\n")
        self.refused("lockstep", "--k", 2, stderr="exactk: --scores is required, or --cases\n")
        self.refused(*self.base, "--seed", 2, stderr="exactk: --seed is for --cases and --only\n")

    def test_drawn_cases_bring_their_own_problem(self):
        for flags in (["--scores", self.scores], ["--k", 1], ["--lengths", self.scores], ["--dtype", "f32"],
                      ["--smallest"], ["--nan", "largest"], ["--ties", "low"], ["--order", "rank"]):
            for drawn in (["--cases", 1], ["--only", "normal/3"]):
                self.refused("lockstep", *drawn, *flags,
                             stderr=f"exactk: {flags[0]} is not for drawn cases, which bring their own\n")
        self.refused("lockstep", "--cases", 1, "--only", "normal/3", stderr="so there is no --cases beside it\n")
        self.refused("lockstep", "--cases", 0, stderr="exactk: --cases is 0; the limit is 1\n")
        self.refused("lockstep", "--cases", 1000001, stderr="--cases")

    def test_a_case_that_is_none_is_named(self):
        if "check: yes" not in self.succeeds("--version"):
            self.skipTest("this build has no oracles and so no drawn cases")
        for only in ("normal", "normal/007", "nosuch/1", "normal/", "/1"):
            self.refused("lockstep", "--only", only, stderr=f"exactk: --only {only} is no case such as normal/3\n")

    def test_wishes_are_checked_as_far_as_no_gpu_is_needed(self):
        for flag in ("--ctas", "--resident"):
            for value in (0, -1):
                self.refused(*self.base, flag, value, stderr=f"exactk: {flag} is {value}; the limit is 1\n")
        self.refused(*self.base, "--strategy", "row_per_warp", stderr="--strategy")
        self.refused(*self.base, "--list", 64, "--no-filter", stderr="exactk: --list is without effect beside")
        self.refused(*self.base, "--threshold", "0x1", "--no-filter", stderr="exactk: --threshold is without effect beside")
        self.refused(*self.base, "--profile", "h2000",
                     stderr="exactk: --profile h2000 is not known; the known ones are a100, ")
        self.refused(*self.base, "--profile", "a100", "--strategy", "row_per_cluster", "--ctas", 4,
                     stderr="exactk: illegal_plan: --strategy is row_per_cluster; this device has no clusters, ")
        for list_ in (-32, -1, 0, 1, 33, 65503, 65536, 1 << 62):
            self.refused(*self.base, "--list", list_,
                         stderr=f"exactk: --list is {list_}; it must be a multiple of 32 from 32 to 65504\n")
        long = self.save("l.npy", np.arange(100000, dtype=np.float32))
        self.refused("lockstep", "--scores", long, "--k", 2, "--profile", "h200", "--list", 65504,
                     stderr="exactk: illegal_plan: --list is 65504; it must be at most ")
        self.refused(*self.base, "--ctas", 1 << 31, stderr="exactk: --ctas: 2147483648 is outside ")
        self.ends(3, *self.base, "--profile", "v100", stderr="exactk: v100: unsupported_device")

    def test_faults_and_thresholds_have_limits(self):
        self.refused(*self.base, "--fault", -1, stderr="exactk: --fault is -1; the limit is 0\n")
        done = self.run_program(*self.base, "--fault", 1000)
        last = int(re.fullmatch(r"exactk: --fault is 1000; the limit is (\d+)\n", done.stderr)[1])
        self.assertEqual(done.returncode, 2)
        self.refused(*self.base, "--fault", last + 1, stderr=f"the limit is {last}\n")
        self.assertNotEqual(self.run_program(*self.base, "--fault", last).returncode, 2)
        for key in ("7", "0x", "0xG", "0x123456789", "-0x1", "0x-1", "0X1", "0x1 ", " 0x1", "BF801800"):
            self.refused(*self.base, "--threshold", key, stderr=f"exactk: --threshold {key} is no key such as")
        self.refused(*self.base, "--threshold", "", stderr="--threshold: the value is empty")
        half = self.save("h.npy", np.float16([1, 2, 3]))
        for key in ("0x10000", "0xFFFFFFFF"):
            self.refused("lockstep", "--scores", half, "--k", 1, "--threshold", key,
                         stderr=f"exactk: --threshold is {key}, but keys of float16 scores have 16 bits\n")
        self.refused(*self.base, "--fault", 1 << 31, stderr="exactk: --fault: 2147483648 is outside ")

    def test_files_are_refused_as_everywhere(self):
        self.refused("lockstep", "--scores", self.path("none.npy"), "--k", 1, stderr="none.npy")
        self.refused(*self.base, "--lengths", self.save("l.npy", np.int32([1, 2])), stderr="so it must be [3]")
        self.refused("lockstep", "--scores", self.scores, "--k", -1, stderr="exactk: out_of_limits: k is -1")
        self.refused(*self.base, "--dtype", "bf16", stderr="--dtype")
        self.ends(3, "lockstep", "--scores", self.save("d.npy", np.float64([1])), "--k", 1, stderr="d.npy")

    def test_flags_of_other_commands_are_errors(self):
        for flag in (["--impl", "cpu"], ["--digits", "8,8,8,8"], ["--out", "x"], ["--row", 0], ["--sms", 1], ["stray"]):
            self.refused(*self.base, *flag, stderr=f"exactk: not expected: {flag[0]}")
        for flag in ("--json", "--no-filter", "--smallest"):
            self.refused(*self.base, flag, flag, stderr=flag)
            self.refused(*self.base, f"{flag}=true", stderr=f"exactk: {flag} takes no value")


if __name__ == "__main__":
    support.main()
