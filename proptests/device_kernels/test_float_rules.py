"""The rule about flushing catches what it must: each test plants one fault and sees it named."""

import unittest
from unittest import mock

import float_rules

COMMANDS = [{"file": "/k/row.cu", "directory": "/b", "command": "/bin/nvcc -I'/a b' -ftz=false -c /k/row.cu"}]


def said(*values):
    """A dry run with one compilation of device code for each value of -ftz; None: nothing is said of it."""
    return "\n".join(["#$ _SPACE_= ", '#$ gcc -D"x" -E row.cu',
                      *('#$ "$CICC_PATH/cicc" -arch compute_90a ' + ("" if value is None else f"-ftz={value} ") +
                        "-fmad=1 row.cpp1.ii" for value in values), "#$ ptxas -ftz_unknown row.ptx"])


class FloatRules(unittest.TestCase):
    def check(self, answer, commands=COMMANDS, sources=("/k/row.cu",)):
        with mock.patch.object(float_rules, "dry_run", answer):
            return float_rules.check(commands, list(sources))

    def test_what_is_right_passes_and_every_set_of_flags_is_asked_before_the_projects_own(self):
        asked = []

        def answer(command, folder):
            asked.append((command, folder))
            return said(0, 0)

        self.assertEqual(self.check(answer), [])
        rest = ["-I/a b", "-ftz=false", "-c", "/k/row.cu"]
        self.assertEqual(asked, [(["/bin/nvcc", *flags, *rest], "/b") for flags in
                                 ([], ["-use_fast_math"], ["-ftz=true"], ["--ftz", "true"])])

    def test_flushing_as_the_build_has_it(self):
        self.assertIn("/k/row.cu: subnormals are flushed, as the build has it", self.check(lambda *_: said(1)))

    def test_flushing_that_a_user_can_bring_about(self):
        found = self.check(lambda command, _: said(1 if "-use_fast_math" in command else 0))
        self.assertEqual(found, ["/k/row.cu: subnormals are flushed, with -use_fast_math"])

    def test_flushing_for_one_architecture_of_two(self):
        self.assertIn("subnormals are flushed", self.check(lambda *_: said(0, 1))[0])

    def test_flushing_in_one_of_two_builds_of_a_source(self):
        again = {**COMMANDS[0], "command": "/bin/nvcc -c /k/row.cu"}
        for commands in ([COMMANDS[0], again], [again, COMMANDS[0]]):
            found = self.check(lambda command, _: said(0 if "-ftz=false" in command else 1), commands)
            self.assertIn("/k/row.cu: subnormals are flushed, as the build has it", found)

    def test_a_compiler_that_says_nothing(self):
        for answer, fault in ((said(None), "does not say whether"), (said(0, None), "does not say whether"),
                              (said(), "tells of no device code"), ("", "tells of no device code")):
            self.assertIn(fault, self.check(lambda *_, answer=answer: answer)[0])

    def test_a_compiler_that_refuses_says_nothing(self):
        self.assertEqual(float_rules.dry_run(["sh", "-c", "echo -ftz=0; exit 1"], "/"), "")

    def test_a_source_that_is_not_built_and_no_source_at_all(self):
        answer = lambda *_: said(0)
        self.assertEqual(self.check(answer, sources=["/k/row.cu", "/k/more.cu"]),
                         ["/k/more.cu: there is no compile command for it"])
        self.assertEqual(self.check(answer, sources=[]), ["no source was named, which is no check"])


if __name__ == "__main__":
    unittest.main()
