"""Takes clauses and laws away in a copy of the tree, and sees the check name what is missing."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "gates"))
import claims  # noqa: E402
from planted import PlantedTree  # noqa: E402


class Claims(PlantedTree):
    def rules(self) -> set[str]:
        return {violation.rule for violation in claims.check(self.root)}

    def words(self) -> str:
        return "\n".join(str(violation) for violation in claims.check(self.root))

    def test_the_tree_itself_is_clean(self):
        self.assertEqual("", self.words())

    def test_a_new_clause_that_no_law_claims_is_named(self):
        self.plant("docs/contract.md", "\n**C19 Colour.** Answers are green.\n")
        self.assertEqual({"unclaimed"}, self.rules())
        self.assertIn("C19", self.words())

    def test_a_clause_with_one_law_is_missed_when_it_goes(self):
        self.change("tools/laws/src/laws/bits.cpp", '"bits", "C9"', '"bits", "C8"')
        self.change("tools/laws/src/laws/truth.cpp", "C7 C9 C12 C13 C14\",", "C7 C12 C13 C14\",")
        self.change("tools/laws/src/laws/judge.cpp", 'C6 C7 C9"', 'C6 C7"')
        self.assertIn("no law claims C9", self.words())

    def test_a_law_that_is_not_listed_claims_nothing(self):
        self.change("tools/laws/src/laws.cpp", "refusal_law,", "")
        self.assertIn("refusal_law is not in", self.words())
        self.assertIn("no law claims C18", self.words())

    def test_a_clause_that_there_is_not_and_a_wrong_spec_line_are_named(self):
        self.change("tools/laws/src/laws/fill.cpp", '"fill", "C7"', '"fill", "C7 C77"')
        self.assertEqual({"clause", "spec"}, self.rules())

    def test_a_listed_law_without_a_definition_is_named(self):
        self.change("tools/laws/src/laws.cpp", "refusal_law,", "refusal_law, lost_law,")
        self.assertEqual({"unlisted"}, self.rules())

    def test_a_law_that_the_table_does_not_name_and_one_that_it_names_wrongly_are_named(self):
        for old, new in ((" number writes refusal |", " writes refusal |"), (" | reads |", " | reads bits |"),
                         (" | reads |", " |")):
            before = (self.root / "docs/contract.md").read_text()
            self.change("docs/contract.md", old, new)
            self.assertEqual({"table"}, self.rules(), old)
            (self.root / "docs/contract.md").write_text(before)


if __name__ == "__main__":
    unittest.main()
