# Suites without a goal: in the company of another kernel, and the mix of shapes that a server has.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

import math

from report import judge, markdown

MOST = 0.95  # convention: the ratio that 95 of 100 calls stay within


def weighted(pairs: list) -> tuple:
    """Geometric mean, the least ratio that MOST of the weight stays within, and the greatest, of (ratio, weight)."""
    total = sum(weight for _, weight in pairs)
    mean = math.exp(sum(weight * math.log(ratio) for ratio, weight in pairs) / total)
    passed = 0.0
    for ratio, weight in sorted(pairs):
        passed += weight
        if passed >= MOST * total * (1 - 1e-12):  # bound: sums of weights are rounded
            break
    return mean, ratio, max(ratio for ratio, weight in pairs if weight > 0)


def part(line) -> str:
    """What the suite's names of lengths begin with."""
    return line["lengths"].split(":")[0]


def served(tables: list) -> list:
    text = ["Time / floor over the mix, each cell by its weight: geometric mean / what 95 % stay within / worst.", ""]
    if any(line.weight is None for table in tables for line in table.lines):
        text += ["A table has no column `weight`: its cells count alike.", ""]
    rows = []
    variants = dict.fromkeys((line["variant"], None) for table in tables for line in table.lines)
    parts = dict.fromkeys((line["variant"], part(line)) for table in tables for line in table.lines)
    for name, wanted in [*variants, *parts]:
        row = [name, wanted or "all"]
        for table in tables:
            lines = [line for line in table.lines if line["variant"] == name and wanted in (None, part(line))]
            pairs = [(line.ratio, 1.0 if line.weight is None else line.weight) for line in lines]
            if sum(weight for _, weight in pairs) > 0:
                worst = max((line for line in lines if line.weight != 0), key=lambda line: line.ratio)
                row += [len(lines), " / ".join(markdown.number(value) for value in weighted(pairs)),
                        f"rows {worst.rows} n {worst.n} k {worst.k}"]
            else:
                row += [len(lines), "-", "-"]
        rows.append(row)
    titles = ["variant", "part"]
    for run in range(len(tables)):
        titles += [title if len(tables) == 1 else f"{title}, run {run + 1}" for title in ("cells", "ratio", "worst cell")]
    return text + markdown.table(titles, rows)


def company(tables: list) -> list:
    """By the column `held` where there is one, else by variant: both name the share that the other kernel holds."""
    def share(line) -> str:
        return line.fields.get("held") or line["variant"]

    runs = len(tables)
    lines = [[line for line in table.lines if line.to_base is not None and line["base"] == "alone"] for table in tables]
    if not any(lines):
        return ["No variant has the base `alone`.", ""]
    rows = [[name, max(sum(share(line) == name for line in one) for one in lines),
             *(markdown.spread([line.to_base for line in one if share(line) == name]) for one in lines)]
            for name in dict.fromkeys(share(line) for one in lines for line in one)]
    slower = [line for pair in judge.paired(tables) for line in pair if line is not None and line.to_base is not None]
    greatest = max(slower, key=lambda line: line.to_base)
    return (["Time while another kernel holds a share of the device / time alone. There is no goal.", ""]
            + markdown.table(["held", "cells", *markdown.per_run("to alone", runs)], rows)
            + [f"Greatest: {greatest.to_base:.2f}, rows {greatest.rows} n {greatest.n} k {greatest.k}, {share(greatest)}.", ""])
