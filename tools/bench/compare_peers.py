# Sets our times beside those of recorded peers, region by region, by the read floor and in microseconds.
# Spec: contract/C15. Layer: tools/bench.
"""Usage: compare_peers.py OURS.csv PEERS.csv

OURS.csv is a table of device_bench's suite "grid" (normal scores, float32). PEERS.csv has the columns dist, peer, rows,
n, k, status, cold_median_us; its floor is the fastest peer of the same rows and n whose name begins with "read",
whatever its k: a read has none. The peers were recorded in another process, where an empty kernel of a graph took another time than in ours, so neither measure is side by side:
the ratio to the floor is soft where the floor is short (a launch is most of it), microseconds are off by up to the
difference of the launch gaps. Both are printed. What is behind by one measure only is undecided.
"""

from __future__ import annotations

import collections
import csv
import statistics
import sys

# What the recorded check of answers says: these give the contract's set in ascending order, ...
CONTRACT = {"vllm_det": "vdet", "fi_det_small": "fiDS"}
# ... these were seen to give wrong values on some scores, ...
INEXACT = ("sgl_v2", "sgl_v2_nopdl", "vllm_stock", "vllm_coop")
# ... and these are no top-k with indices.
NO_TOPK = ("empty", "bar", "clu", "cub_topk_keys")
MEASURES = (("ratio to its own floor", "ratio"), ("microseconds", "us"))


def region(rows: int, n: int) -> str:
    if rows <= 128 and n <= 16384:
        return "rows <= 128, n <= 16K"
    if rows <= 8:
        return "rows <= 8, n = 1M" if n > 262144 else "rows <= 8, n 32K to 262K"
    if rows <= 128:
        return "rows 32 to 128, n >= 32K"
    return "rows >= 256, n <= 8192" if n <= 8192 else "rows >= 256, n >= 16K"


def table(path: str):
    """The lines that begin with "#", and the others as dicts."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = file.readlines()
    head = [line.rstrip("\n") for line in lines if line.startswith("#")]
    return head, list(csv.DictReader(line for line in lines if not line.startswith("#")))


def read_peers(path: str):
    """Times by cell and peer, and the floor by rows and n."""
    cells, floors = collections.defaultdict(dict), {}
    for line in table(path)[1]:
        if line["dist"] != "normal" or line["status"] != "ok":
            continue
        rows, n, us = int(line["rows"]), int(line["n"]), float(line["cold_median_us"])
        if line["peer"].startswith("read"):
            floors[rows, n] = min(us, floors.get((rows, n), us))
        else:
            cells[rows, n, int(line["k"])][line["peer"]] = us
    return cells, floors


def fastest(times: dict[str, float], floor: float, names) -> dict | None:
    found = [(us, peer) for peer, us in times.items() if peer in names]
    if not found:
        return None
    us, peer = min(found)
    return {"us": us, "ratio": us / floor, "peer": peer}


def compare(line: dict[str, str], times: dict[str, float], floor: float | None) -> dict | None:
    """Our cell with the fastest exact peer and the fastest with the same contract; None if none was recorded."""
    exact = [peer for peer in times if peer not in INEXACT and not peer.startswith(NO_TOPK)]
    if floor is None or not exact:
        return None
    return {"ours": {"us": float(line["exactk_us"]), "ratio": float(line["exactk_us"]) / float(line["floor_us"])},
            "exact": fastest(times, floor, exact),
            "contract": fastest(times, floor, CONTRACT),
            "floors": (float(line["floor_us"]), floor),
            "plan": f"{line['strategy']} {line['ctas']} x {line['threads']}"}


def spread(values: list[float]) -> str:
    if not values:
        return "none"
    return f"{min(values):.2f} / {statistics.median(values):.2f} / {max(values):.2f}"


def print_regions(cells: dict, measure: str) -> None:
    by_region = collections.defaultdict(list)
    for (rows, n, _), cell in cells.items():
        by_region[region(rows, n)].append(cell)
    print(f"  {'region':26} {'cells':>5}  {'ours':24} {'fastest exact':24} {'fastest, same contract':24} behind")
    for name, found in by_region.items():
        columns = [spread([cell[who][measure] for cell in found if cell[who]]) for who in ("ours", "exact", "contract")]
        behind = [sum(bool(cell[who]) and cell["ours"][measure] > cell[who][measure] for cell in found)
                  for who in ("exact", "contract")]
        print(f"  {name:26} {len(found):5d}  {columns[0]:24} {columns[1]:24} {columns[2]:24} "
              f"{behind[0]} exact, {behind[1]} same contract")


def print_behind(cells: dict, who: str, measure: str) -> None:
    behind = [(cell["ours"][measure] / cell[who][measure], key) for key, cell in cells.items()
              if cell[who] and cell["ours"][measure] > cell[who][measure]]
    print(f"  {len(behind)} of {sum(bool(cell[who]) for cell in cells.values())} cells are behind the fastest "
          f"{'exact peer' if who == 'exact' else 'peer with the same contract'}" + (", worst first" if behind else ""))
    for factor, key in sorted(behind, reverse=True):
        cell = cells[key]
        other = next(name for _, name in MEASURES if name != measure)
        both = cell["ours"][other] > cell[who][other]
        print(f"    {factor:.2f} x {cell[who]['peer']:18} rows {key[0]} n {key[1]} k {key[2]}: "
              f"{cell['ours']['us']:.2f} against {cell[who]['us']:.2f} us, floors {cell['floors'][0]:.2f} and "
              f"{cell['floors'][1]:.2f} ({cell['plan']})" + ("" if both else "; by this measure only"))


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__.split("\n", maxsplit=1)[0], file=sys.stderr)
        return 2
    peers, floors = read_peers(arguments[1])
    head, lines = table(arguments[0])
    for line in head:
        print(line)
    cells, alone = {}, 0
    for line in lines:
        if line.get("dist", "normal") != "normal" or line.get("type", "float32") != "float32" or not line["exactk_us"]:
            continue
        if line.get("suite", "grid") not in ("grid", "smallk"):
            print(f"error: a table of the suite {line['suite']}; this compares the grid", file=sys.stderr)
            return 2
        key = int(line["rows"]), int(line["n"]), int(line["k"])
        found = compare(line, peers.get(key, {}), floors.get(key[:2]))
        if found is None:
            alone += 1
        else:
            cells[key] = found
    if not cells:
        print("error: no cell has recorded peers; nothing was compared", file=sys.stderr)
        return 1
    print("Peers: recorded in another process; no side-by-side run. Minimum / median / maximum over the cells.")
    print(f"Floors: ours {spread([cell['floors'][0] for cell in cells.values()])} us, "
          f"theirs {spread([cell['floors'][1] for cell in cells.values()])} us. "
          f"Cells without recorded peers: {alone}. Same contract: {', '.join(CONTRACT.values())}.")
    for title, measure in MEASURES:
        print(f"\n{title}; peers recorded in another process")
        print_regions(cells, measure)
        print_behind(cells, "exact", measure)
        print_behind(cells, "contract", measure)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
