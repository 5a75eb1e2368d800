# The suite grid beside recorded peers: cells behind the fastest exact one, and behind one with the same contract.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

import compare_peers

from report import judge, markdown, regions

RIVALS = (("exact", "the fastest exact peer"), ("contract", "the fastest peer with the same contract"))


def compared(table, peers) -> dict:
    """By (rows, n, k) what compare_peers says of the cell; cells without recorded peers are left out."""
    found = {}
    for line in table.lines:
        if line["dist"] == "normal" and line["type"] == "float32":
            key = line.rows, line.n, line.k
            cell = compare_peers.compare(line.fields, peers.cells.get(key, {}), peers.floors.get(key[:2]))
            if cell is not None:
                found[key] = cell
    return found


def factor(cell: dict, who: str, measure: str) -> float:
    return cell["ours"][measure] / cell[who][measure]


def verdict(cells: list, who: str, runs: int) -> str:
    """Behind is what is so by both measures in every run: neither measure is side by side."""
    by_measure = [judge.verdict([judge.Measure(factor(cell, who, measure), 1.0,
                                               judge.noise(cell["ours"]["us"], cell[who]["us"])) for cell in cells], runs)
                  for _, measure in compare_peers.MEASURES]
    if by_measure[0] == by_measure[1]:
        return by_measure[0]
    return judge.NOISE if set(by_measure) == {judge.WITHIN, judge.NOISE} else judge.UNDECIDED


def region_rows(by_run: list, measure: str) -> list:
    keys = sorted({key for found in by_run for key in found})
    rows = []
    for name in dict.fromkeys(compare_peers.region(rows, n) for rows, n, _ in keys):
        cells = [[cell for key, cell in found.items() if compare_peers.region(*key[:2]) == name] for found in by_run]
        # Both runs stand beside the same records; a run that lacks cells must not hide a peer's.
        recorded = {key: cell for found in by_run for key, cell in found.items() if compare_peers.region(*key[:2]) == name}
        row = [name, len(recorded), *(markdown.spread([cell["ours"][measure] for cell in one]) for one in cells)]
        for who, _ in RIVALS:
            row.append(markdown.spread([cell[who][measure] for cell in recorded.values() if cell[who]]))
        for who, _ in RIVALS:
            row += [sum(bool(cell[who]) and factor(cell, who, measure) > 1 for cell in one) for one in cells]
        rows.append(row)
    return rows


def behind(by_run: list, who: str, words: str) -> list:
    runs = len(by_run)
    rows, counts = [], {}
    for key in sorted({key for found in by_run for key in found}):
        of_runs = [found.get(key) for found in by_run]
        cells = [cell for cell in of_runs if cell and cell[who]]
        if not cells:
            continue
        factors = [max(factor(cell, who, measure) for cell in cells) for _, measure in compare_peers.MEASURES]
        if max(factors) <= 1:
            continue
        said = verdict(cells, who, runs)
        counts[said] = counts.get(said, 0) + 1
        peer = cells[0][who]
        rows.append((-max(factors), key, [*key, peer["peer"], markdown.number(peer["us"]), markdown.number(peer["ratio"]),
                    *(markdown.number(cell and cell["ours"]["us"]) for cell in of_runs),
                    *(markdown.number(cell and cell["ours"]["ratio"]) for cell in of_runs),
                    *(markdown.number(cell and factor(cell, who, "us")) for cell in of_runs),
                    *(markdown.number(cell and factor(cell, who, "ratio")) for cell in of_runs),
                    "behind" if said in (judge.BEYOND, judge.BEYOND_ONCE) else said]))
    if not rows:
        return [f"No cell is behind {words}.", ""]
    total = sum(counts.get(one, 0) for one in (judge.BEYOND, judge.BEYOND_ONCE))
    return ([f"Cells that are behind {words} by one measure at least: {len(rows)}, of which {total} behind by both, "
             f"{counts.get(judge.UNDECIDED, 0)} undecided, {counts.get(judge.NOISE, 0)} within noise.", ""]
            + markdown.table(["rows", "n", "k", "peer", "its us", "its ratio", *markdown.per_run("us", runs),
                              *markdown.per_run("ratio", runs), *markdown.per_run("us / its us", runs),
                              *markdown.per_run("ratio / its ratio", runs), "verdict"], [row for *_, row in sorted(rows)]))


def section(tables: list, peers) -> list:
    runs = len(tables)
    by_run = [compared(table, peers) for table in tables]
    if not any(by_run):
        return ["No cell has recorded peers.", ""]
    alone = [sum(regions.is_grid_cell(line) for line in table.lines) - sum(key[2] in regions.goals.GOAL_KS for key in found)
             for table, found in zip(tables, by_run)]
    text = [f"Peers of `{peers.name}` were recorded in another process, so neither measure is side by side. A cell is behind "
            "only if it is by both, in every run, by more than noise. Cells without recorded peers: "
            + ", ".join(str(number) for number in alone) + ". Same contract: "
            + ", ".join(compare_peers.CONTRACT.values()) + ".", ""]
    for title, measure in compare_peers.MEASURES:
        text += [f"By {title}, minimum / median / maximum:", ""]
        text += markdown.table(["region", "cells", *markdown.per_run("ours", runs), "fastest exact", "same contract",
                                *markdown.per_run("behind exact", runs), *markdown.per_run("behind same contract", runs)],
                               region_rows(by_run, measure))
    for who, words in RIVALS:
        text += behind(by_run, who, words)
    return text
