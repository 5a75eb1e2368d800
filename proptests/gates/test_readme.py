"""Pages with true and false commands: the false ones are caught."""

import pathlib
import tempfile
import unittest

import readme_test


class Readme(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        (self.root / "scripts").mkdir()
        (self.root / "elsewhere").mkdir()
        (self.root / "elsewhere/tool").write_text("#!/bin/sh\necho built\n")
        (self.root / "elsewhere/tool").chmod(0o755)
        (self.root / "data.txt").write_text("one\ntwo\nthree\n")
        self.said: list[str] = []

    def problems(self, block: str, extra: str = "") -> list[str]:
        (self.root / "README.md").write_text(f"{extra}text\n\n```console\n{block}\n```\n")
        return readme_test.check(self.root, self.root / "elsewhere", pages=("README.md",), say=self.said.append)

    def test_true_pages_pass(self):
        for block in ("$ cat data.txt\none\ntwo\nthree", "$ cat data.txt\none\n...\nthree", "$ cat data.txt",
                      "$ echo it took 17 ms\nit took ... ms", "$ echo no; exit 3\nno\n# exit 3", "$ build/tool\nbuilt",
                      "$ echo a \\\n> b\na b", "$ echo one\none\n\n$ echo two\ntwo", "$ echo error >&2\nerror"):
            self.assertEqual([], self.problems(block), block)

    def test_false_pages_fail(self):
        for block in ("$ cat data.txt\none\ntwo", "$ cat data.txt\ntwo\n...", "$ echo x\ny", "$ false", "$ true\n# exit 1",
                      "$ exit 2\n# exit 1", "$ no_such_command", "$ echo a.c\nabc", "$ echo one\none\n$ echo two\none",
                      "$ true\nsomething"):
            self.assertNotEqual([], self.problems(block), block)

    def test_a_page_without_commands_fails(self):
        (self.root / "README.md").write_text("```sh\n$ false\n```\n")
        self.assertNotEqual([], readme_test.check(self.root, self.root, pages=("README.md",), say=self.said.append))

    def test_a_missing_page_fails(self):
        (self.root / "README.md").write_text("```console\n$ true\n```\n")
        self.assertEqual([f"{page} does not exist" for page in readme_test.PAGES[1:]],
                         readme_test.check(self.root, self.root, say=self.said.append))

    def test_a_long_readme_fails(self):
        self.assertEqual([], self.problems("$ true", "x\n" * 145))
        self.assertNotEqual([], self.problems("$ true", "x\n" * 146))

    def test_an_unclosed_block_and_output_before_a_command_are_errors(self):
        with self.assertRaises(SystemExit):
            readme_test.commands("README.md", "```console\n$ true\n")
        with self.assertRaises(SystemExit):
            readme_test.commands("README.md", "```console\nx\n$ true\n```\n")

    def test_the_scripts_that_run_the_tests_are_looked_at_and_this_is_said(self):
        block = "$ scripts/quickstart\n$ true"
        self.assertTrue(any("does not exist" in problem for problem in self.problems(block)))
        script = self.root / "scripts/quickstart"
        script.write_text("#!/bin/bash\nfalse\n")
        self.assertTrue(any("not executable" in problem for problem in self.problems(block)))
        script.chmod(0o755)
        self.assertEqual([], self.problems(block))
        self.assertTrue(any("NOT RUN" in text for text in self.said))
        script.write_text("#!/bin/bash\nif true; then\n")
        self.assertTrue(any("syntax error" in problem for problem in self.problems(block)))

    def test_what_a_command_writes_does_not_land_in_the_checkout(self):
        self.assertEqual([], self.problems("$ echo x > made.txt\n$ cat made.txt\nx"))
        self.assertFalse((self.root / "made.txt").exists())


if __name__ == "__main__":
    unittest.main()
