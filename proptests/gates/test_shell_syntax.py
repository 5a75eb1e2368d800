"""Plants broken shell scripts and sees them named."""

import unittest

import shell_syntax
from planted import PlantedTree


class ShellSyntax(PlantedTree):
    def rules(self) -> list[tuple[str, str]]:
        return [(violation.rule, violation.path) for violation in shell_syntax.check(self.root)]

    def test_the_tree_itself_is_clean(self):
        self.assertEqual([], self.rules())

    def test_a_script_that_does_not_parse_is_caught(self):
        self.plant("scripts/lib/planted.sh", "if true; then\n")
        self.assertEqual([("syntax", "scripts/lib/planted.sh")], self.rules())

    def test_a_script_that_cannot_be_run_is_caught(self):
        self.plant("scripts/planted", "#!/usr/bin/env bash\ntrue\n")
        self.assertEqual([("mode", "scripts/planted")], self.rules())
        (self.root / "scripts/planted").chmod(0o755)
        self.assertEqual([], self.rules())


if __name__ == "__main__":
    unittest.main()
