# Ratios to the floor by region against the goals: the suites grid, smallk and pdl.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

import compare_peers

from report import goals, judge, markdown


def region(line) -> str:
    return compare_peers.region(line.rows, line.n)


def is_grid_cell(line) -> bool:
    """Normal float32 scores with a k that the goals are set for."""
    return line["dist"] == "normal" and line["type"] == "float32" and line.k in goals.GOAL_KS


def region_table(cells_by_name: dict, goal_of, runs: int) -> list:
    rows = []
    for name, cells in cells_by_name.items():
        goal = goal_of(name)
        median = [judge.Cell(cell.lines, tuple(one and one._replace(limit=goal.median) for one in cell.measures),
                             judge.verdict([one._replace(limit=goal.median) for one in cell.measures if one], runs))
                  for cell in cells]
        by_verdict: dict = {}
        for (which, statistic), limit in zip(judge.STATISTICS, goal):
            by_verdict.setdefault(judge.verdict_of_all(cells, statistic, limit, runs), []).append(which)
        rows.append([name, len(cells), " / ".join(markdown.number(limit) for limit in goal),
                     *(markdown.spread(judge.values(cells, run)) for run in range(runs)),
                     "; ".join(f"{said}: {', '.join(which)}" for said, which in by_verdict.items()),
                     *(sum(value > goal.median for value in judge.values(cells, run)) for run in range(runs)),
                     markdown.outcome(median), markdown.outcome(cells)])
    titles = ["region", "cells", "goal", *markdown.per_run("ratio", runs), "verdict",
              *markdown.per_run("cells above the goal's median", runs), "against the goal's median",
              "against the goal's maximum"]
    return markdown.table(titles, rows)


def grouped(tables: list, which: str, wanted) -> dict:
    """Cells by region, in the order of the goals; "plain" or "pdl" goals. Regions without such a goal are left out."""
    def measure(line):
        return judge.Measure(line.ratio, getattr(goals.REGIONS[region(line)], which).maximum,
                             judge.noise(line.us, line.floor_us))

    cells = judge.judged(tables, measure,
                         lambda line: wanted(line) and getattr(goals.REGIONS[region(line)], which) is not None)
    by_region = {name: [cell for cell in cells if region(cell.line) == name] for name in goals.REGIONS}
    return {name: found for name, found in by_region.items() if found}


def against_goals(tables: list, which: str, wanted) -> list:
    runs = len(tables)
    by_region = grouped(tables, which, wanted)
    if not by_region:
        return ["No cell has a goal.", ""]
    found = [cell for cells in by_region.values() for cell in cells]
    left_out = sum(not wanted(lines[0] or lines[-1]) for lines in judge.paired(tables))
    said = [f"{left_out} other cells of these tables have no goal.", ""] if left_out else []
    return (region_table(by_region, lambda name: getattr(goals.REGIONS[name], which), runs) + said
            + [f"Cells above the goal's maximum: {markdown.outcome(found)}.", ""]
            + markdown.cell_list(found, runs, "ratio", "floor us", lambda line: line.floor_us, region, "region"))


def grid(tables: list) -> list:
    return (["Time / floor, minimum / median / maximum over the cells of a region, normal float32 scores, k = "
             f"{' and '.join(map(str, goals.GOAL_KS))}.", ""] + against_goals(tables, "plain", is_grid_cell))


def smallk(tables: list) -> list:
    text = ["The goals are set for other k; these cells stand beside them all the same.", ""]
    for k in sorted({line.k for table in tables for line in table.lines}):
        text += [f"k = {k}:", ""] + against_goals(tables, "plain", lambda line, k=k: line.k == k)
    return text


def pdl(tables: list) -> list:
    """Judged are the variants that name a base, which is then the launch without; all, if none names one."""
    based = any(line["base"] for table in tables for line in table.lines)

    def wanted(line):
        return is_grid_cell(line) and bool(line["base"]) == based

    text = ["Time / floor where launches overlap, against the goals for that.", ""]
    if not based:
        text += ["No variant names a base, so all are held against the goals.", ""]
    for name in dict.fromkeys(line["variant"] for table in tables for line in table.lines if wanted(line)):
        text += [f"Variant {name}:", ""]
        text += against_goals(tables, "pdl", lambda line, name=name: wanted(line) and line["variant"] == name)
    return text
