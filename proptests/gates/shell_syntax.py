"""Every shell script of the tree passes `bash -n`, and those that are run by name are executable."""

import pathlib
import re
import stat
import subprocess
import sys

import project_tree
from project_tree import Violation


def scripts(root: pathlib.Path) -> list[str]:
    """Shell scripts, told by suffix or first line."""
    return [path for path, text in project_tree.texts(root)
            if path.endswith(".sh") or re.match(r"#!.*\b(ba|da)?sh\b", text)]


def check(root: pathlib.Path) -> list[Violation]:
    found = []
    for path in scripts(root):
        syntax = subprocess.run(["bash", "-n", root / path], stderr=subprocess.PIPE, text=True, check=False)
        if syntax.returncode:
            found.append(Violation(path, 1, "syntax", syntax.stderr.strip()))
        run_by_name = project_tree.read(root, path).startswith("#!")
        if run_by_name and not (root / path).stat().st_mode & stat.S_IXUSR:
            found.append(Violation(path, 1, "mode", "has a #! line and is not executable"))
    return found


def main(arguments: list[str]) -> int:
    root = project_tree.root_argument(arguments)
    names = scripts(root)
    for needed in ("scripts/quickstart", "scripts/test", ".ci/run"):
        if needed not in names:
            print(f"shell_syntax: {needed} is missing")
            return 1
    return project_tree.report("shell_syntax", check(root), " ".join(names))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
