# Suites whose cells are held against another variant of the same cell: hostile, ragged, width, sawtooth, types, ties.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

import re
import statistics

from report import goals, judge, markdown
from report.tables import ReportError


def to_base(tables: list, group, limit, wanted, median_goal: float | None = None, noise_too: bool = True) -> list:
    """A line a group with the spread of to_base, then the cells above their goal. What no base was timed for counts as
    left out. noise_too: whether those above by no more than noise are listed, too; where the goal is equality, they are
    what equal times look like."""
    runs = len(tables)
    cells = judge.judged(tables, lambda line: judge.Measure(line.to_base, limit(line), judge.noise(line.us, line.base_us)),
                         lambda line: wanted(line) and line.to_base is not None)
    if not cells:
        return ["No such cells.", ""]
    rows = []
    for name in dict.fromkeys(group(cell.line) for cell in cells):
        found = [cell for cell in cells if group(cell.line) == name]
        limits = sorted({limit(cell.line) for cell in found})
        row = [name, len(found), *(markdown.spread(judge.values(found, run)) for run in range(runs)),
               " to ".join(dict.fromkeys(markdown.number(one) for one in (limits[0], limits[-1]))),
               *(sum(one.measures[run] is not None and one.measures[run].above for one in found) for run in range(runs)),
               markdown.outcome(found)]
        if median_goal is not None:
            row.append(judge.verdict_of_all(found, statistics.median, median_goal, runs))
        rows.append(row)
    titles = ["variant", "cells", *markdown.per_run("to base", runs), "goal", *markdown.per_run("above", runs), "cells are"]
    if median_goal is not None:
        titles.append(f"median, goal {median_goal:.2f}")
    return markdown.table(titles, rows) + markdown.cell_list(cells, runs, "to base", "base us", lambda line: line.base_us,
                                                             noise_too=noise_too)


def variant(line) -> str:
    return line["variant"]


def hostile(tables: list) -> list:
    return (["Time / time with normal scores: minimum / median / maximum. Each cell has a goal, and so has the median of each "
             "kind of scores.", ""]
            + to_base(tables, variant, lambda line: goals.HOSTILE_EACH, lambda line: True, goals.HOSTILE_MEDIAN))


def uneven(line) -> bool:
    return line["lengths"] not in ("even", "none")


def ragged(tables: list) -> list:
    own = [[line for line in table.lines if line.to_base is not None and not uneven(line)] for table in tables]
    rows = [[name, *(markdown.spread([line.to_base for line in lines if variant(line) == name]) for lines in own)]
            for name in dict.fromkeys(variant(line) for lines in own for line in lines)]
    text = ["Time with uneven lengths / time with even ones of the same total under the same plan.", ""]
    text += to_base(tables, variant, lambda line: goals.RAGGED, uneven)
    if rows:
        text += ["Even lengths planned for their own width, for which there is no goal:", ""]
        text += markdown.table(["variant", *markdown.per_run("to base", len(tables))], rows)
    return text


def width(tables: list) -> list:
    def wider(line) -> bool:
        return int(line["width"]) > line.n

    return (["Time planned for the great width / time planned for the own width, by length.", ""]
            + to_base(tables, lambda line: f"n {line.n}", lambda line: goals.WIDTH, wider))


_PLACE = re.compile(r"(n|k|rows) (\d+)")


def neighbour(line) -> int:
    """The value of the axis at the base."""
    match = _PLACE.fullmatch(line["base"])
    if not match:
        raise ReportError("base_unknown", "sawtooth.csv", None, f"'{line['base']}' is no 'n NUMBER', 'k NUMBER' or 'rows "
                                                                "NUMBER'; bring report.py in line with the suite")
    return int(match.group(2))


def sawtooth(tables: list) -> list:
    """What is larger than its neighbour may take its part more."""
    def axis(line) -> str:
        return line["base"].split(" ")[0]

    def limit(line) -> float:
        return goals.SAWTOOTH * max(1.0, getattr(line, axis(line)) / neighbour(line))

    for table in tables:
        for line in table.lines:
            if line["base"]:
                neighbour(line)
    return (["Time / time of the neighbour at the power of two, which is the base. What has more n, rows or k than the "
             "neighbour may take as many times its time.", ""]
            + to_base(tables, lambda line: f"{axis(line)} beside", limit, lambda line: True, noise_too=False))


def bound_by_bytes(tables: list) -> set:
    """Cells whose float32 is near enough to its floor in each run that has it."""
    near, far = set(), set()
    for table in tables:
        for line in table.lines:
            if line["type"] == "float32":
                (near if line.ratio <= goals.TYPES_BOUND_RATIO else far).add((line.rows, line.n, line.k))
    return near - far


def types(tables: list) -> list:
    bound = bound_by_bytes(tables)
    return (["Time / time of float32. Every cell, never slower:", ""]
            + to_base(tables, variant, lambda line: goals.TYPES_EACH, lambda line: True, noise_too=False)
            + [f"Cells that bytes bound: float32 takes at most {goals.TYPES_BOUND_RATIO:.2f} floors, so half of the bytes "
               "can give what the goal asks:", ""]
            + to_base(tables, variant, lambda line: goals.TYPES_BOUND, lambda line: (line.rows, line.n, line.k) in bound))


def ties(tables: list) -> list:
    return (["Time with ties high / time with ties low.", ""]
            + to_base(tables, variant, lambda line: goals.TIES, lambda line: True, noise_too=False))
