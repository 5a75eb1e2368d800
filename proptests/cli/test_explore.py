# exactk explore: usage, what it finds with and without planted faults, residency, tokens, replays and case files.
# Spec: algorithm/S4 to S8 F5 B1 B2 B3, contract/C15 C17 C18. Layer: proptests/cli.
import json
import math
import os
import re

import support

FORMS = ("cluster", "kernel", "cooperative", "spin", "cluster_list")


class Explore(support.Case):
    def run_program(self, *arguments):
        """Case files land in the test's folder."""
        if arguments[0] == "explore" and not {"--replay", "--cases-dir"} & set(arguments):
            arguments = (*arguments, "--cases-dir", self.path("cases"))
        return super().run_program(*arguments)

    def case_files(self, folder="cases"):
        return sorted(os.listdir(self.path(folder))) if os.path.exists(self.path(folder)) else []

    def report(self, code, *flags):
        return json.loads(self.ends(code, "explore", *flags, "--json"))

    def refused(self, *flags, stderr):
        self.assertEqual(self.ends(2, "explore", *flags, stderr=stderr), "")

    def tokens(self, text):
        return re.findall(r"^  exactk explore --replay (\S+)$", text, re.MULTILINE)

    def test_all_schedules_of_every_form_give_one_outcome(self):
        for form in FORMS:
            for mode in ("--exhaustive", "--delayed"):
                rounds = 2 if form == "cluster_list" else 3
                report = self.report(0, "--form", form, "--ctas", 3, "--rounds", rounds, mode)
                self.assertEqual((report["verdict"], report["faults"], report["refused"]), ("passed", [], None))
                self.assertEqual((report["form"], report["ctas"], report["rounds"]), (form, 3, rounds))
                self.assertEqual(report["delayed"], mode == "--delayed")
                space = report["space"]
                self.assertEqual((space["complete"], space["outcomes"], space["stuck"], space["wrong"]),
                                 (True, 1, 0, 0))
                self.assertGreater(int(space["interleavings"]), 10**20)
                self.assertGreater(space["steps"], space["states"])
                self.assertEqual((report["race_checker"]["runs"], report["race_checker"]["racy"]), (1, 0))
                self.assertIsNone(report["pct"])
                self.assertEqual(self.case_files(), [])

    def test_text_and_json_tell_the_same(self):
        flags = ["--form", "cooperative", "--ctas", 3, "--rounds", 2, "--exhaustive"]
        space = self.report(0, *flags)["space"]
        text = self.succeeds("explore", *flags)
        self.assertIn(f"exhaustive: {space['states']} states, {space['steps']} steps, ", text)
        digits = space["interleavings"]
        shown = digits if len(digits) <= 20 else f"{digits[0]}.{digits[1:3]}e{len(digits) - 1}"
        self.assertIn(f" {shown} interleavings\n", text)
        self.assertTrue(text.endswith("verdict: passed\n"))

    def test_a_reduced_space_is_smaller_and_says_so(self):
        flags = ["--form", "kernel", "--ctas", 4, "--rounds", 3, "--exhaustive"]
        full, reduced = self.report(0, *flags), self.report(0, *flags, "--reduce")
        self.assertEqual((full["reduced"], reduced["reduced"]), (False, True))
        self.assertLess(reduced["space"]["states"], full["space"]["states"])
        self.assertEqual(reduced["space"]["outcomes"], 1)
        self.assertIn("exhaustive, reduced: ", self.succeeds("explore", *flags, "--reduce"))

    def test_a_space_that_is_too_large_is_inconclusive(self):
        flags = ["--form", "kernel", "--ctas", 4, "--rounds", 4, "--exhaustive", "--states", 100]
        self.assertEqual(self.report(3, *flags)["verdict"], "inconclusive")
        self.assertIn("the space is larger; nothing is known of the rest\n", self.ends(3, "explore", *flags))

    def test_mutants_are_found_and_their_tokens_show_them(self):
        for form, mutant, word in (("cluster", "no_b1", "race: "), ("kernel", "one_buffer_too_few", "wrong answer: "),
                                   ("cooperative", "leader_resets", "stuck: "), ("spin", "first_come_slots", "wrong"),
                                   ("cluster", "b2_acquire_scope_cta", "race: "), ("cluster_list", "no_b3", "race: "),
                                   ("cluster_list", "fallback_by_own_number", "stuck: "),
                                   ("cluster_list", "list_before_await", "wrong answer: "),
                                   ("cluster_list", "list_await_scope_cta", "race: ")):
            flags = ["explore", "--form", form, "--ctas", 2, "--rounds", 3, "--mutant", mutant, "--exhaustive"]
            text = self.ends(1, *flags)
            self.assertIn(word, text)
            self.assertTrue(text.endswith("verdict: failed\n"))
            found = json.loads(self.ends(1, *flags, "--json"))
            self.assertEqual([fault["token"] for fault in found["faults"]], self.tokens(text))
            for fault in found["faults"]:
                told = self.ends(1, "explore", "--replay", fault["token"])
                self.assertIn(f"fault: {fault['text']}\nverdict: failed\n", told)
                self.assertNotIn("the token ends here", told)

    def test_a_fault_that_walk_and_race_checker_find_alike_is_told_once(self):
        for form, mutant in (("cluster", "no_b1_last_round"), ("kernel", "share_missing")):
            found = self.report(1, "--form", form, "--ctas", 2, "--mutant", mutant, "--exhaustive")
            self.assertEqual(len(found["faults"]), 1)
            self.assertEqual((found["race_checker"]["racy"], found["space"]["wrong"] > 0), (1, True))
        found = self.report(1, "--form", "kernel", "--ctas", 3, "--mutant", "no_b1", "--exhaustive")
        self.assertEqual(len({fault["token"] for fault in found["faults"]}), 2)

    def test_too_few_buffers_show_from_three_rounds_on(self):
        for form in ("kernel", "cooperative", "spin"):
            for rounds, code in ((2, 0), (3, 1)):
                self.report(code, "--form", form, "--ctas", 3, "--rounds", rounds, "--mutant", "one_buffer_too_few", "--exhaustive")
        self.report(1, "--form", "cluster", "--ctas", 3, "--rounds", 2, "--mutant", "one_buffer_too_few", "--exhaustive")

    def test_delays_show_a_missing_release(self):
        flags = ["--form", "cooperative", "--ctas", 2, "--rounds", 1, "--mutant", "b1_no_release"]
        strong = self.report(1, *flags, "--exhaustive")
        self.assertEqual((strong["space"]["wrong"], strong["race_checker"]["racy"]), (0, 1))
        delayed = self.report(1, *flags, "--delayed")
        self.assertGreater(delayed["space"]["wrong"], 0)
        told = self.ends(1, "explore", "--replay", delayed["faults"][0]["token"])
        self.assertRegex(told, r"CTA \d's write to bin \d of histogram 0 becomes visible")

    def test_random_runs_print_what_they_can_miss(self):
        flags = ["--form", "kernel", "--ctas", 16, "--rounds", 3, "--pct", 200, "--depth", 2]
        pct = self.report(0, *flags)["pct"]
        self.assertEqual((pct["runs"], pct["depth"], pct["stuck"], pct["wrong"]), (200, 2, 0, 0))
        self.assertLessEqual(pct["longest"], pct["steps_max"])
        bound = (1 - 1 / (16 * pct["steps_max"])) ** 200
        self.assertEqual(f"{pct['missed_at_most']:.9f}", f"{bound:.9f}")
        self.assertIn(f"among 16 CTAs and {pct['steps_max']} steps is missed with a probability of at most "
                      f"{bound:.9g}\n", self.succeeds("explore", *flags))
        found = self.report(1, *flags[:1], "cooperative", "--ctas", 3, "--pct", 20000, "--depth", 2,
                            "--mutant", "generation_before_reset")
        self.assertLess(found["pct"]["runs"], 20000)
        self.assertIn("stuck: ", found["faults"][0]["text"])
        self.assertTrue(math.isfinite(found["pct"]["missed_at_most"]))

    def test_with_fewer_places_one_form_is_stuck_one_goes_on_and_two_are_refused(self):
        flags = ["--ctas", 4, "--rounds", 2, "--resident", 3]
        stuck = self.report(1, "--form", "spin", *flags, "--exhaustive")
        self.assertEqual((stuck["resident"], stuck["space"]["stuck"]), (3, stuck["space"]["ends"]))
        self.assertIn("no place on the device gets free", stuck["faults"][0]["text"])
        self.assertIn("gets a place on the device\n", self.ends(1, "explore", "--replay", stuck["faults"][0]["token"]))
        self.assertEqual(self.report(0, "--form", "kernel", *flags, "--exhaustive")["verdict"], "passed")
        for form, word in (("cluster", "scheduled as a whole"), ("cluster_list", "scheduled as a whole"),
                           ("cooperative", "refused unless all CTAs fit")):
            for mode in (["--exhaustive"], ["--delayed"], ["--pct", 5]):
                report = self.report(0, "--form", form, *flags, *mode)
                self.assertEqual((report["verdict"], report["space"], report["pct"]), ("refused", None, None))
                self.assertIn(word, report["refused"])
            self.assertIn("launch refused: ", self.succeeds("explore", "--form", form, *flags, "--exhaustive"))
        self.report(0, "--form", "spin", "--ctas", 3, "--resident", 3, "--exhaustive")

    def test_rows_with_lists_say_which_of_them_fall_back(self):
        for seed, rows in ((1, [False, False, True]), (5, [True, False, True])):
            flags = ["--form", "cluster_list", "--ctas", 2, "--seed", seed, "--exhaustive"]
            row = self.report(0, *flags)["row"]
            self.assertEqual((row["rows"], row["falls_back"]), (3, rows))
            falling = ", ".join(str(number) for number, falls in enumerate(rows) if falls)
            text = self.succeeds("explore", *flags)
            self.assertIn(f"\nrows: 3 of {row['n']} float16 scores, k {row['k']}, ties {row['ties']}, digits 8 8; "
                          f"threshold {row['threshold']}; falls back: row {falling}\n", text)
        row = self.report(0, "--form", "cluster", "--ctas", 2, "--exhaustive")["row"]
        self.assertEqual((row["rows"], row["threshold"], row["falls_back"]), (1, None, []))

    def test_each_fault_has_a_case_file_that_replay_knows(self):
        for form, mutant in (("cluster_list", "no_list_await"), ("spin", "no_b2")):
            folder = self.path(form)
            flags = ["explore", "--form", form, "--ctas", 3, "--mutant", mutant, "--exhaustive", "--cases-dir", folder]
            text = self.ends(1, *flags)
            files = re.findall(r"^  case file: (.+)$", text, re.MULTILINE)
            self.assertEqual(len(files), len(self.tokens(text)))
            self.assertEqual(sorted(map(os.path.basename, files)), self.case_files(form))
            report = json.loads(self.ends(1, *flags, "--json"))
            self.assertEqual([fault["case_file"] for fault in report["faults"]], files)
            self.assertEqual(sorted(map(os.path.basename, files)), self.case_files(form))  # the same bytes, no new file
            for fault in report["faults"]:
                told = self.succeeds("replay", fault["case_file"])
                self.assertIn("\n  passed  cpu\n", told)
                self.assertRegex(told, r"\n  passed  model \(ctas 3 digits 8,8 direct"
                                 + (" whole 0 list 32 sample 32 threshold 0x" if form == "cluster_list" else ""))
                token = re.search(r"^  not run schedule: exactk explore --replay (\S+) walks through it$", told,
                                  re.MULTILINE).group(1)
                with open(fault["case_file"]) as file:
                    lines = file.read().splitlines()
                self.assertIn(f"schedule {token}", lines)
                self.assertIn(f"note explore: {fault['text']}", lines)
                walked = self.ends(1, "explore", "--replay", token)
                self.assertIn(f"fault: {fault['text']}\nverdict: failed\n", walked)
                full = self.ends(1, "explore", "--replay", fault["token"])  # the file's token only leaves out the end
                self.assertEqual(walked.replace("the token ends here; the rest lets the lowest CTA that can move move\n", ""),
                                 full)

    def test_a_long_schedule_gives_way_to_a_short_one_with_the_same_kind_of_fault(self):
        report = self.report(1, "--form", "cluster_list", "--ctas", 48, "--mutant", "no_b3", "--pct", 5)
        fault = report["faults"][0]
        self.assertGreater(len(fault["token"]), 512)
        with open(fault["case_file"]) as file:
            lines = file.read().splitlines()
        self.assertIn("schedule x1:cluster_list:48:2:1:0:no_b3:strong:-", lines)
        walked = self.ends(1, "explore", "--replay", "x1:cluster_list:48:2:1:0:no_b3:strong:-")
        shown = re.search(r"^fault: (.*)$", walked, re.MULTILINE).group(1)
        self.assertIn(f"note explore: {shown}"[:400], "\n".join(lines))

    def test_a_fault_without_a_case_file_says_why(self):
        flags = ["--form", "cooperative", "--ctas", 64, "--mutant", "first_come_slots", "--pct", 5]
        fault = self.report(1, *flags)["faults"][0]  # a run without choices has no fault, and the token is too long
        self.assertIsNone(fault["case_file"])
        self.assertRegex(self.ends(1, "explore", *flags),
                         r"\n  case file: none, its token has \d{3,} characters, and a case file holds 512\n")
        with open(self.path("taken"), "w"):
            pass
        text = self.ends(1, "explore", "--form", "kernel", "--ctas", 2, "--mutant", "no_b1", "--exhaustive",
                         "--cases-dir", self.path("taken"))
        self.assertIn("  case file: none, ", text)
        self.assertTrue(text.endswith("verdict: failed\n"))

    def test_a_replay_is_told_step_by_step(self):
        text = self.succeeds("explore", "--replay", "x1:kernel:2:1:1:0:none:strong:1,0")
        lines = text.splitlines()
        self.assertRegex(lines[0], r"^row: 4 float16 scores, k \d, ties (low|high)$")
        self.assertIn("   0  CTA 1 arrives at the start barrier; the counter holds 1", lines)
        self.assertEqual(lines[-1], "verdict: passed")
        slots = next(line for line in lines if line.startswith("slots: "))
        self.assertIn(slots.replace("slots", "model"), lines)
        report = json.loads(self.succeeds("explore", "--json", "--replay", "x1:kernel:2:1:1:0:none:strong:1,0"))
        self.assertEqual((report["text"], report["verdict"]), (text, "passed"))

    def test_tokens_that_are_none_are_refused(self):
        self.refused("--replay", "", stderr="--replay: the value is empty")
        self.refused("--replay", "x1:spin:4", stderr="--replay: x1:spin:4 is no schedule: it has 3 fields, not 9\n")
        self.refused("--replay", "x9:spin:4:2:1:0:none:strong:0", stderr="its version is 'x9'")
        self.refused("--replay", "x1:spin:4:2:1:0:none:strong:7", stderr="'7' is no choice")
        self.refused("--replay", "x1:kernel:2:1:1:0:none:strong:1x2", stderr="--replay: choice 1 cannot be done")
        self.refused("--replay", "x1:cluster:4:1:1:3:none:strong:-", stderr="--replay: the launch is refused")

    def test_one_mode_is_needed_and_flags_have_limits(self):
        base = ["--form", "kernel"]
        self.refused(stderr="exactk: --form is required, or --replay\n")
        for modes in ([], ["--exhaustive", "--delayed"], ["--exhaustive", "--pct", 1], ["--delayed", "--pct", 1]):
            self.refused(*base, *modes, stderr="one of --exhaustive, --delayed and --pct is required, and only one\n")
        for flag, bad, limit in (("--ctas", 1, 2), ("--ctas", 65, 64), ("--rounds", 0, 1), ("--rounds", 9, 8),
                                 ("--resident", 0, 1), ("--resident", 5, 4), ("--states", 0, 1)):
            self.refused(*base, flag, bad, "--exhaustive", stderr=f"exactk: {flag} is {bad}; the limit is {limit}\n")
        self.refused(*base, "--pct", 0, stderr="exactk: --pct is 0; the limit is 1\n")
        self.refused(*base, "--pct", 1, "--depth", 9, stderr="exactk: --depth is 9; the limit is 8\n")
        self.refused(*base, "--exhaustive", "--depth", 2, stderr="exactk: --depth is for --pct\n")
        self.refused(*base, "--delayed", "--reduce", stderr="exactk: --reduce is for --exhaustive\n")
        self.refused(*base, "--pct", 1, "--states", 9, stderr="exactk: --states is for --exhaustive and --delayed\n")
        self.refused("--form", "grid", "--exhaustive", stderr="--form")
        self.refused(*base, "--exhaustive", "--mutant", "no_exit_barrier",
                     stderr="exactk: --mutant no_exit_barrier is none of form kernel; those are none, no_start_barrier, ")
        for form in FORMS:  # before any way to go through schedules is asked for
            self.refused("--form", form, "--mutant", "x", stderr=f"exactk: --mutant x is none of form {form}; those are none, ")
        self.refused(*base, "--exhaustive", "--seed", -1, stderr="--seed")
        self.refused(*base, "--exhaustive", "--k", 3, stderr="exactk: not expected: --k")
        for flag in ("--exhaustive", "--delayed", "--reduce", "--json"):
            self.refused(*base, f"{flag}=true", stderr=f"exactk: {flag} takes no value")
        self.refused(*base, "--exhaustive", "--cases-dir", "", stderr="--cases-dir: the value is empty")
        for other in (["--form", "kernel"], ["--ctas", 3], ["--exhaustive"], ["--pct", 1], ["--states", 3],
                      ["--cases-dir", "d"]):
            self.refused("--replay", "x1:kernel:2:1:1:0:none:strong:-", *other,
                         stderr=f"exactk: {other[0]} is without effect beside --replay")


if __name__ == "__main__":
    support.main()
