"""exactk bench: no wrong answer gets a time, and what goes wrong while it is timed has a name, whose it is, and loses no other case.

Spec: contract/C5 C8 C15 C18. Layer: proptests/speed. A machine that others use makes intervals wide: a test that needs a
fault to come in time asks again, with a larger budget. No test says how long something takes.
"""

import sys
import unittest

from gate import ATTEMPTS, BUDGET, Gate, SMALL, by_case, plugin, verdicts


class Checks(Gate):
    def test_a_wrong_answer_gets_no_time(self):
        code, report = self.bench(plugin("wrong"), plugin("once"))
        self.assertEqual((code, set(verdicts(report)), report["ratios"]), (1, {"not_timed"}, None))
        self.assertEqual(report["counts"]["a_failed"], len(SMALL))
        for case in report["cases"]:
            self.assertIn("missing_winner", case["a"]["faults"])
            self.assertRegex(case["why"], r"^A failed its check \(.*missing_winner")
            self.assertIsNone(case["first"])
        # Of the one that it is held against, it leaves nothing to time and is no failure of the one under test.
        code, report = self.bench(plugin("once"), plugin("wrong"))
        self.assertEqual((code, report["counts"]["a_failed"], report["counts"]["b_failed"]), (3, 0, len(SMALL)))

    def late(self, fault, *names, words=(), budget=BUDGET):
        """Both sides: who is at fault has the name, the other has none, and the case without the fault keeps its answers."""
        for side, pair in (("a", (plugin(fault), plugin("once"))), ("b", (plugin("once"), plugin(fault)))):
            with self.subTest(fault, side=side):
                for attempt in range(ATTEMPTS):
                    _, report = self.bench(*pair, *words, fail_above="1000", only=SMALL[:2], budget=budget * 2**attempt)
                    cases, other = by_case(report), "b" if side == "a" else "a"
                    if set(SMALL[:2]) == set(cases) and cases["small-k/12"][side]["faults"]:
                        break  # else it was too short for the case to be run, or for the fault to come
                self.assertEqual(cases["small-k/12"]["verdict"], "not_timed", report)
                for name in names:
                    self.assertIn(name, cases["small-k/12"][side]["faults"])
                self.assertRegex(cases["small-k/12"][side]["words"], "^(while it was timed|in the last timed call), ")
                self.assertEqual(cases["small-k/12"][other]["faults"], [])
                self.assertEqual([cases["small-k/6"][either]["faults"] for either in "ab"], [[], []])
                self.assertEqual([report["counts"][f"{either}_failed"] for either in (side, other)], [1, 0])

    def test_a_crash_while_timed_has_a_name_and_loses_no_other_case(self):
        self.late("late_crash", "crashed")

    def test_a_hang_while_timed_has_a_name_and_loses_no_other_case(self):
        self.late("late_hang", "timed_out", words=("--time-out", "0.2"), budget=1.2)

    def test_a_call_that_is_slow_is_no_hang(self):
        # 300 of the 400 ms that it may take; before a series all is counted in such calls.
        for pair in (("slow", "slow"), ("slow", "once"), ("once", "slow")):
            _, report = self.bench(*map(plugin, pair), "--time-out", "0.4", only=SMALL[:1], budget=1)
            case = report["cases"][0]
            self.assertEqual([case["a"]["faults"], case["b"]["faults"], case["nobodys"]], [[], [], False], case)
            self.assertRegex(case["why"], "15 rounds would take")

    def test_a_timed_call_that_writes_nothing_is_found(self):
        self.late("late_nothing", "slot_unwritten")

    def test_a_timed_call_that_answers_otherwise_is_found(self):
        self.late("late_wrong", "duplicate")

    def test_a_timed_call_that_changes_the_input_is_found_with_whose_it_is(self):
        self.late("late_input", "input_changed")

    def test_an_error_of_a_timed_call_is_found(self):
        self.late("late_error", "refused")

    def test_damage_that_begins_late_is_found_with_whose_it_is(self):
        self.late("later_input", "input_changed", budget=1)

    def test_an_answer_of_the_other_that_is_not_there_any_more_is_no_fault_of_its_own(self):
        self.late("late_again", "crashed")

    def test_what_a_thread_of_one_does_is_not_put_down_to_the_other(self):
        for side, pair in (("b", (plugin("order_A"), plugin("thread"))), ("a", (plugin("thread"), plugin("order_A")))):
            _, report = self.bench(*pair, only=SMALL[:1], fail_above="1000", budget=1)
            other = "b" if side == "a" else "a"
            case = report["cases"][0]
            self.assertEqual((case[side]["faults"], case[other]["faults"]), (["crashed"], []), case)

    def test_what_neither_does_alone_is_counted_and_is_not_green(self):
        code, report = self.bench(plugin("together_A"), plugin("together_B"), only=SMALL[:2], budget=1)
        self.assertEqual((code, report["counts"]["nobodys"], set(verdicts(report))), (3, 2, {"not_timed"}))
        for case in report["cases"]:
            self.assertEqual((case["nobodys"], case["a"]["faults"], case["b"]["faults"]), (True, [], []))
            self.assertRegex(case["why"], "^in a process of both, when B was called, .*; neither of them does that alone$")
        printed = self.run_bench(plugin("together_A"), plugin("together_B"), only=SMALL[:2]).stdout
        self.assertIn(b"in 2 both did together what NEITHER DOES ALONE", printed)

    def test_each_has_a_floating_point_environment_of_its_own(self):
        pairs = ((plugin("floats_kept"), plugin("floats_sets")), (plugin("floats_sets"), plugin("floats_kept")),
                 ("python:rounding:needs", "python:rounding:sets"), ("python:rounding:sets", "python:rounding:needs"))
        for pair in pairs:
            with self.subTest(pair):
                code, report = self.until(lambda found: found == ["within"], *pair, only=SMALL[:1], fail_above="1000")
                self.assertEqual((code, report["one_process"]), (0, True))

    def test_a_process_in_which_something_went_wrong_is_not_used_again(self):
        # Asked anew in the same process it would fail its check, before anything is timed.
        _, report = self.bench("python:mine:rots", "python:mine:stable", only=SMALL[:2], budget=2)
        for case in report["cases"]:
            self.assertEqual((case["a"]["faults"], case["b"]["faults"]), (["raised"], []))
            self.assertRegex(case["a"]["words"], "^while it was timed, ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
