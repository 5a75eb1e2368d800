"""A copy of the tree in which a test plants what a gate must catch."""

import pathlib
import shutil
import tempfile
import unittest

import project_tree

ROOT = pathlib.Path(__file__).parents[2].resolve()


class PlantedTree(unittest.TestCase):
    """Gives each test `self.root`, a copy of the project's files without its history."""

    FOLDERS = ("reference", "sim", "device", "tools", "proptests", "cmake", "docs", "scripts", "bindings")

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name) / "tree"
        for path in project_tree.files(ROOT):
            if path.startswith(tuple(f"{folder}/" for folder in self.FOLDERS)) and not path.endswith(".npy"):
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, self.root / path)

    def plant(self, path: str, text: str) -> None:
        """Adds text to the end of a file, which is made if there is none."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        before = target.read_text() if target.exists() else ""
        target.write_text(before + text)

    def change(self, path: str, old: str, new: str) -> None:
        before = (self.root / path).read_text()
        self.assertIn(old, before, f"nothing to change in {path}")
        (self.root / path).write_text(before.replace(old, new, 1))
