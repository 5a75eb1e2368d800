"""Every clause of docs/contract.md is claimed by at least one law, and every law claims clauses that there are.

The last column of the page's table "Where each clause is checked" names just the laws that claim the clause.

Read from the sources: a law is a definition `constinit const Law NAME_law = {"name", "C3 C5", ...` in
tools/laws/src/laws, and counts only if tools/laws/src/laws.cpp lists it.
"""

from __future__ import annotations

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "gates"))
import project_tree  # noqa: E402
from project_tree import Violation  # noqa: E402

LAWS = "tools/laws/src/laws/"
LIST = "tools/laws/src/laws.cpp"

_LAW = re.compile(r'\bconst Law (?P<variable>\w+_law)\s*=\s*\{\s*"(?P<name>[^"]*)"\s*,\s*"(?P<clauses>[^"]*)"')
_ROW = re.compile(r"^\| (?P<clause>C\d+) \|.*\| (?P<laws>[a-z ]*) \|$", re.MULTILINE)
_CLAUSE = re.compile(r"^\*\*(C\d+) ", re.MULTILINE)


def check(root: pathlib.Path) -> list[Violation]:
    clauses = _CLAUSE.findall(project_tree.read(root, "docs/contract.md"))
    listed = set(re.findall(r"\b(?!find_)\w+_law\b", project_tree.without_comments(project_tree.read(root, LIST))))
    found, claimed, names = [], {}, set()
    for path in project_tree.files(root):
        if not path.startswith(LAWS):
            continue
        text = project_tree.read(root, path)
        spec = set(re.findall(r"\bC\d+\b", text.split("\n")[1]))
        for match in _LAW.finditer(project_tree.without_comments(text)):
            line = project_tree.line_of(text, match.start())
            own = set(match["clauses"].split())
            if match["variable"] not in listed:
                found.append(Violation(path, line, "unlisted", f"{match['variable']} is not in {LIST}"))
                continue
            names.add(match["variable"])
            for clause in own:
                claimed.setdefault(clause, set()).add(match["name"])
            for clause in sorted(own - set(clauses)):
                found.append(Violation(path, line, "clause", f"docs/contract.md has no {clause}"))
            for clause in sorted(own - spec):
                found.append(Violation(path, line, "spec", f"{clause} does not stand in the file's Spec line"))
    for name in sorted(listed - names):
        found.append(Violation(LIST, 1, "unlisted", f"{name} has no definition under {LAWS}"))
    for clause in clauses:
        if clause not in claimed:
            found.append(Violation("docs/contract.md", 1, "unclaimed", f"no law claims {clause}"))
    rows = {match["clause"]: set(match["laws"].split())
            for match in _ROW.finditer(project_tree.read(root, "docs/contract.md"))}
    for clause in clauses:
        if clause in claimed and rows.get(clause) != claimed[clause]:
            found.append(Violation("docs/contract.md", 1, "table",
                                   f"the laws of {clause} are {' '.join(sorted(claimed[clause]))}"))
    if not clauses:
        found.append(Violation("docs/contract.md", 1, "unclaimed", "there are no clauses to claim"))
    return found


def main(arguments: list[str]) -> int:
    root = project_tree.root_argument(arguments)
    return project_tree.report("claims", check(root), f"the laws in {LAWS}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
