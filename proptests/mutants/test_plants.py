"""plain_sources and page catch what is planted into copies of what they read."""

import pathlib
import shutil
import tempfile
import unittest

import page
import plain_sources

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = "c++"


class PlainSources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for part in ("reference/contract", "reference/oracle", "reference/verify"):
            shutil.copytree(ROOT / part, self.root / part)
        self.header = self.root / "reference/verify/src/faults.hpp"
        self.source = self.root / "reference/verify/src/judge.cpp"

    def found(self):
        return plain_sources.check_room(self.root, "reference/verify", COMPILER, "judge.cpp")

    def change(self, path, old, new):
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def test_the_sources_as_they_are_pass(self):
        self.assertEqual(self.found(), [])

    def test_a_macro_that_leaves_more_than_the_right_code_is_named(self):
        self.change(self.header, "#define EXACTK_VERIFY_FAULT(name, right, wrong) right",
                    "#define EXACTK_VERIFY_FAULT(name, right, wrong) (false ? (wrong) : (right))")
        self.assertTrue(any("judge.cpp is not what it is without its switches" in line for line in self.found()))

    def test_code_beside_the_switches_that_knows_of_faults_is_named(self):
        self.change(self.source, "Report judge(", "#ifdef EXACTK_VERIFY_FAULT\nint knows = 1;\n#endif\nReport judge(")
        self.assertTrue(any("judge.cpp" in line for line in self.found()))

    def test_a_fault_without_a_place_and_a_place_without_a_fault_are_named(self):
        self.change(self.header, "    first_row_only,\n", "    first_row_only,\n    nowhere,\n")
        self.assertIn("reference/verify: nowhere is declared and has no place", self.found())
        self.change(self.header, "    nowhere,\n", "    elsewhere,\n")
        self.change(self.source, "VERIFY_FAULT(second_run_forgiven, run > 0, false)", "VERIFY_FAULT(elsewhere, run > 0, false)")
        self.assertEqual(self.found(), ["reference/verify: second_run_forgiven is declared and has no place"])

    def test_more_than_three_at_a_site_are_named(self):
        nested = "EXACTK_VERIFY_FAULT(a, EXACTK_VERIFY_FAULT(b, EXACTK_VERIFY_FAULT(c, EXACTK_VERIFY_FAULT(d, 1, 2), 3), 4), 5)"
        self.assertEqual(plain_sources.deepest(nested, "VERIFY"), 4)

    def test_switches_are_taken_out_whole(self):
        text = "x = EXACTK_SIM_FAULT(a, f(1, 2), g(3)) + h[EXACTK_SIM_HELD(i, n)]; EXACTK_SIM_WHEN(b, y(1); z(\",)\");)"
        self.assertEqual(plain_sources.without_switches(text, "SIM").split(), "x = f(1, 2) + h[i];".split())


class Page(unittest.TestCase):
    known = {"model/a": "model/a S1 one thing (vLLM #1)", "judge/b": "judge/b C1 another"}
    text = ("## Model\n\n| mutant |\n|---|\n| `a` | S1 | one thing | vLLM #1 (1) | truth, lockstep | 1 | 0.00 | 2, 1 | 0.01 |\n\n"
            "## Judge\n\n| `b` | C1 | another |  | judge | 1 | 0.00 | 2, 1 | 0.01 |\n\n- `judge/b`: why\n")

    def problems(self, text):
        return [line for line in page.problems_of(text, self.known) if "at least 64" not in line]

    def test_a_page_of_these_mutants_passes(self):
        self.assertEqual(self.problems(self.text), [])

    def test_a_page_is_held_to_the_numbers_wanted(self):
        self.assertTrue(any("at least 64" in line for line in page.problems_of(self.text, self.known)))

    def test_missing_and_surplus_mutants_are_named(self):
        self.assertEqual(self.problems(self.text.replace("`b` |", "`c` |")),
                         ["judge/b is not on the page", "judge/c is on the page and not in the program",
                          "judge/c is killed by one mechanism on the page, and no note says why"])

    def test_other_words_survivors_and_single_killers_are_named(self):
        self.assertIn("model/a is said to be something else on the page: some thing",
                      self.problems(self.text.replace("one thing", "some thing")))
        self.assertIn("model/a is not killed on the page", self.problems(self.text.replace("truth, lockstep", "SURVIVES")))
        self.assertIn("judge/b is killed by one mechanism on the page, and no note says why",
                      self.problems(self.text.replace("- `judge/b`: why", "")))

    def test_mechanisms_that_are_missing_surplus_or_said_otherwise_are_named(self):
        looking = {"truth": "Every output is that of an oracle.", "races": "the race checker"}
        table = ("## What looks\n\n| mechanism | what |\n|---|---|\n| `truth` | Every output is that of an oracle. |\n"
                 "| `races` | the race checker |\n\n## Weak judges\n\n| `overlap` | passes |\n")
        self.assertEqual(page.mechanism_problems(table, looking), [])
        self.assertEqual(page.mechanism_problems(table, looking | {"ties": "Mirrored."}), ["the mechanism ties is not on the page"])
        self.assertEqual(page.mechanism_problems(table, {"truth": looking["truth"]}),
                         ["the mechanism races is on the page and not in the program"])
        self.assertEqual(page.mechanism_problems(table.replace("that of an", "an"), looking),
                         ["the mechanism truth is said to be something else on the page: Every output is an oracle."])
        self.assertEqual(len(page.mechanism_problems("", looking)), 2)


if __name__ == "__main__":
    unittest.main()
