# Tables of the page, and the columns that each run has in them.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

import re
import statistics

from report import judge

_FIGURES = re.compile(r"[-\d./ ]+")


def table(titles: list, rows: list) -> list:
    """Text to the left, figures to the right."""
    texts = [[str(value) for value in row] for row in rows]
    marks = ["---:" if all(_FIGURES.fullmatch(row[column]) for row in texts) else "---" for column in range(len(titles))]
    return ["| " + " | ".join(titles) + " |", "| " + " | ".join(marks) + " |",
            *("| " + " | ".join(row) + " |" for row in texts), ""]


def per_run(title: str, runs: int) -> list:
    return [title] if runs == 1 else [f"{title}, run {run + 1}" for run in range(runs)]


def number(value: float | None, places: int = 2) -> str:
    return "-" if value is None else f"{value:.{places}f}"


def spread(found: list) -> str:
    if not found:
        return "-"
    return f"{min(found):.2f} / {statistics.median(found):.2f} / {max(found):.2f}"


def outcome(cells: list) -> str:
    """How many cells are beyond their goal, how many nobody knows of, and how many are as good as at it."""
    beyond = judge.count(cells, judge.BEYOND, judge.BEYOND_ONCE)
    return (f"{beyond} beyond, {judge.count(cells, judge.UNDECIDED)} undecided, {judge.count(cells, judge.NOISE)} within noise, "
            f"of {len(cells)}")


def cell_list(cells: list, runs: int, value: str, against: str, against_us, names=lambda line: line["variant"],
              named: str = "variant", noise_too: bool = True) -> list:
    """The cells above their limit in any run, each with its figures of every run."""
    found = judge.above(cells, noise_too)
    if not found:
        return ["No cell is above its goal" + (".", " by more than noise.")[not noise_too], ""]
    titles = ["rows", "n", "k", named, *per_run("us", runs), *per_run(against, runs), *per_run(value, runs), "goal",
              "verdict"]
    rows = []
    for cell in found:
        limits = sorted({measure.limit for measure in cell.measures if measure is not None})
        rows.append([cell.line.rows, cell.line.n, cell.line.k, names(cell.line),
                     *(number(line and line.us) for line in cell.lines),
                     *(number(line and against_us(line)) for line in cell.lines),
                     *(number(measure and measure.value) for measure in cell.measures),
                     " or ".join(number(limit) for limit in limits), cell.verdict])
    return table(titles, rows)
