# The regret of the automatic plan: its time / the time of the best plan that could be forced.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

from typing import NamedTuple

from report import goals, judge, markdown


class Choice(NamedTuple):
    """The automatic plan of a cell beside the best one."""
    automatic: object
    best: object

    @property
    def regret(self) -> float:
        return self.automatic.us / self.best.us


def choices(table) -> tuple:
    """By cell, and the cells whose automatic plan was not timed."""
    cells: dict = {}
    for line in table.lines:
        cells.setdefault((line.rows, line.n, line.k, line["dist"], line["type"]), []).append(line)
    found, lacking = {}, []
    for key, lines in cells.items():
        automatic = [line for line in lines if not line["base"]]
        if automatic:
            found[key] = Choice(automatic[0], min(lines, key=lambda line: line.us))
        else:
            lacking.append(key)
    return found, lacking


def measure(choice: Choice) -> judge.Measure:
    return judge.Measure(choice.regret, goals.REGRET, judge.noise(choice.automatic.us, choice.best.us))


def rival(choice: Choice | None) -> str:
    if choice is None:
        return "-"
    return "the automatic one" if choice.best is choice.automatic else choice.best["variant"]


def section(tables: list) -> list:
    runs = len(tables)
    by_run = [choices(table) for table in tables]
    text = [f"Regret: time of the automatic plan / time of the best. The goal is {goals.REGRET:.2f}. The best of many noisy "
            "times is too good by about the noise.", ""]
    for run, (_, lacking) in enumerate(by_run):
        for rows, n, k, dist, kind in lacking:
            text += [f"Left out of run {run + 1}: rows {rows} n {n} k {k} ({dist}, {kind}), whose automatic plan was not "
                     "timed.", ""]
    cells = []
    for key in sorted({key for found, _ in by_run for key in found}):
        lines = tuple(found.get(key) for found, _ in by_run)
        measures = tuple(measure(choice) if choice else None for choice in lines)
        cells.append(judge.Cell(lines, measures, judge.verdict([one for one in measures if one], runs)))
    if not cells:
        return text + ["No cells.", ""]
    text += markdown.table(["cells", *markdown.per_run("regret, minimum / median / maximum", runs),
                            *markdown.per_run(f"above {goals.REGRET:.2f}", runs), "cells are"],
                           [[len(cells), *(markdown.spread(judge.values(cells, run)) for run in range(runs)),
                             *(sum(value > goals.REGRET for value in judge.values(cells, run)) for run in range(runs)),
                             markdown.outcome(cells)]])
    rows = []
    for cell in sorted(cells, key=lambda one: (-one.worst, one.line.automatic.key)):
        automatic = cell.line.automatic
        rows.append([automatic.rows, automatic.n, automatic.k,
                     *(choice.automatic.plan if choice else "-" for choice in cell.lines),
                     *(rival(choice) for choice in cell.lines),
                     *(markdown.number(choice and choice.automatic.us) for choice in cell.lines),
                     *(markdown.number(choice and choice.best.us) for choice in cell.lines),
                     *(markdown.number(one and one.value, 3) for one in cell.measures), cell.verdict])
    return text + markdown.table(["rows", "n", "k", *markdown.per_run("automatic", runs), *markdown.per_run("best", runs),
                                  *markdown.per_run("automatic us", runs), *markdown.per_run("best us", runs),
                                  *markdown.per_run("regret", runs), "verdict"], rows)
