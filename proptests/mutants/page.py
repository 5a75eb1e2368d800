"""docs/mutants.md speaks of exactly the mutants and mechanisms that there are, and of no survivor.

usage: page.py ROOT EXACTK-MUTANTS
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

MUTANTS_LEAST = 64  # bound: the campaign's aim
CITED_LEAST = 28  # bound: the campaign's aim
ROOMS = {"Model": "model", "CPU path": "cpu", "Judge": "judge", "Protocol": "protocol"}


def listed(program: str) -> dict[str, str]:
    """Ids of the program's mutants, with what is said of each."""
    text = subprocess.run([program, "--list"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[0]: line for line in text.splitlines()}


def rows(page: str) -> dict[str, list[str]]:
    """Cells of each mutant's row by id."""
    found: dict[str, list[str]] = {}
    for title, room in ROOMS.items():
        part = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
        for line in part.group(1).splitlines() if part else []:
            if match := re.match(r"\| `(\w+)` \|", line):
                found[f"{room}/{match.group(1)}"] = [cell.strip() for cell in line.strip("|").split(" | ")]
    return found


def mechanisms(program: str) -> dict[str, str]:
    """Words of the program's mechanisms by name."""
    text = subprocess.run([program, "--mechanisms"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return dict(re.split(r" +", line, maxsplit=1) for line in text.splitlines())


def mechanism_problems(page: str, known: dict[str, str]) -> list[str]:
    """What the table of mechanisms lacks, has too much or says otherwise; a new law is one, too."""
    part = re.search(r"^## What looks\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    shown = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", part.group(1) if part else "", re.MULTILINE))
    return [f"the mechanism {name} is " + (
        "not on the page" if name not in shown else "on the page and not in the program" if name not in known else
        f"said to be something else on the page: {shown[name]}")
        for name in sorted(known.keys() | shown.keys()) if known.get(name) != shown.get(name)]


def problems_of(page: str, known: dict[str, str]) -> list[str]:
    problems = []
    shown = rows(page)
    for name in sorted(known.keys() ^ shown.keys()):
        problems.append(f"{name} is " + ("not on the page" if name in known else "on the page and not in the program"))
    for name, cells in shown.items():
        words = cells[2]
        if name in known and words not in known[name]:
            problems.append(f"{name} is said to be something else on the page: {words}")
        if len(cells) != 9 or "SURVIVES" in cells[4] or not cells[4]:
            problems.append(f"{name} is not killed on the page")
        alone = len(cells) == 9 and "," not in cells[4]
        if alone and f"- `{name}`: " not in page:
            problems.append(f"{name} is killed by one mechanism on the page, and no note says why")
    cited = sum(1 for cells in shown.values() if cells[3])
    if len(known) < MUTANTS_LEAST or cited < CITED_LEAST:
        problems.append(f"{len(known)} mutants, {cited} of them with a source; at least {MUTANTS_LEAST} and {CITED_LEAST}")
    return problems


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    known = listed(arguments[1])
    looking = mechanisms(arguments[1])
    page = (pathlib.Path(arguments[0]) / "docs/mutants.md").read_text(encoding="utf-8")
    problems = problems_of(page, known) + mechanism_problems(page, looking)
    for problem in problems:
        print(problem)
    print(f"page: {len(problems)} problems; {len(known)} mutants, {len(looking)} mechanisms")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
