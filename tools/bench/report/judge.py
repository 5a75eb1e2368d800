# Says whether a cell is beyond a goal: in every run and by more than noise, or in one run only and so undecided.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import Callable, NamedTuple

from report import goals

WITHIN, NOISE, UNDECIDED = "within", "within noise", "undecided"
BEYOND, BEYOND_ONCE = "beyond", "beyond, one run"


class Measure(NamedTuple):
    value: float
    limit: float
    noise: float

    @property
    def above(self) -> bool:
        return self.value > self.limit

    @property
    def above_noise(self) -> bool:
        return self.value > self.limit * (1 + self.noise)


def noise(us: float, other_us: float) -> float:
    """What two times may differ by without a reason."""
    return goals.NOISE_SHORT if us < goals.SHORT_US and other_us < goals.SHORT_US else goals.NOISE


def verdict(measures: list, runs: int) -> str:
    """Of one cell, from the runs that have it; runs is how many there are of its suite."""
    if not any(measure.above for measure in measures):
        return WITHIN
    if not any(measure.above_noise for measure in measures):
        return NOISE
    if len(measures) == runs and all(measure.above_noise for measure in measures):
        return BEYOND if runs > 1 else BEYOND_ONCE
    return UNDECIDED


@dataclass(frozen=True)
class Cell:
    """One variant of a cell over the runs: None for a run that lacks it."""
    lines: tuple
    measures: tuple
    verdict: str

    @property
    def line(self):
        return next(line for line in self.lines if line is not None)

    @property
    def worst(self) -> float:
        return max(measure.value / measure.limit for measure in self.measures if measure is not None)


def paired(tables: list) -> list:
    """The lines of the same variant of the same cell, one of each table or None, in the order of rows, n, k."""
    by_table = [{line.key: line for line in table.lines} for table in tables]
    keys = sorted({key for lines in by_table for key in lines})
    return [tuple(lines.get(key) for lines in by_table) for key in keys]


def judged(tables: list, measure: Callable, wanted: Callable = lambda line: True) -> list:
    cells = []
    for lines in paired(tables):
        if wanted(next(line for line in lines if line is not None)):
            measures = tuple(measure(line) if line is not None else None for line in lines)
            found = [one for one in measures if one is not None]
            cells.append(Cell(lines, measures, verdict(found, len(tables))))
    return cells


def values(cells: list, run: int) -> list:
    return [cell.measures[run].value for cell in cells if cell.measures[run] is not None]


def count(cells: list, *verdicts: str) -> int:
    return sum(cell.verdict in verdicts for cell in cells)


def above(cells: list, noise_too: bool = True) -> list:
    """Those above their limit in any run, worst first, then by rows, n, k."""
    left_out = (WITHIN,) if noise_too else (WITHIN, NOISE)
    return sorted((cell for cell in cells if cell.verdict not in left_out), key=lambda cell: (-cell.worst, cell.line.key))


def verdict_of_all(cells: list, statistic: Callable, limit: float, runs: int) -> str:
    """Of a figure over many cells. Its noise is that of its noisiest cell, since nobody knows which one moved it."""
    measures = []
    for run in range(runs):
        found = values(cells, run)
        if found:
            widest = max(cell.measures[run].noise for cell in cells if cell.measures[run] is not None)
            measures.append(Measure(statistic(found), limit, widest))
    return verdict(measures, runs)


STATISTICS = (("minimum", min), ("median", statistics.median), ("maximum", max))
