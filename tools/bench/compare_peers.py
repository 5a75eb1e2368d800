# Sets our ratios to the read floor beside those of recorded peers, region by region.
# Spec: contract/C15. Layer: tools/bench.
"""Usage: compare_peers.py OURS.csv PEERS.csv

PEERS.csv has the columns dist, peer, rows, n, k, status, cold_median_us; its floor is the fastest peer whose name
begins with "read". Both sides are divided by their own floor, since they were measured in different processes: what
is printed is marked so and is no side-by-side run.
"""

import collections
import csv
import statistics
import sys

CONTRACT = ("vdet", "fiDS", "vllm_det", "fi_det_small")
INEXACT = ("sgl", "sglP", "sgl_v2", "sgl_v2_nopdl", "vllm", "vllm_stock", "coop", "vllm_coop")


def region(rows: int, n: int) -> str:
    if rows <= 128 and n <= 16384:
        return "rows <= 128, n <= 16K"
    if rows <= 8:
        return "rows <= 8, n = 1M" if n > 262144 else "rows <= 8, n 32K to 262K"
    if rows <= 128:
        return "rows 32 to 128, n >= 32K"
    return "rows >= 256, n <= 8192" if n <= 8192 else "rows >= 256, n >= 16K"


def peers_by_cell(path: str):
    cells = collections.defaultdict(dict)
    with open(path, newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            if line["dist"] == "normal" and line["status"] == "ok":
                cells[int(line["rows"]), int(line["n"]), int(line["k"])][line["peer"]] = float(line["cold_median_us"])
    return cells


def main(ours_path: str, peers_path: str) -> None:
    peers = peers_by_cell(peers_path)
    regions = collections.defaultdict(list)
    behind = []
    with open(ours_path, newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            cell = int(line["rows"]), int(line["n"]), int(line["k"])
            times = peers.get(cell, {})
            floors = [us for peer, us in times.items() if peer.startswith("read")]
            others = {peer: us for peer, us in times.items() if not peer.startswith(("read", "empty", "bar", "cl"))}
            exact = {peer: us for peer, us in others.items() if peer not in INEXACT}
            ratio = float(line["ratio"])
            best = min(exact.values()) / min(floors) if floors and exact else None
            contract = [us / min(floors) for peer, us in others.items() if peer in CONTRACT] if floors else []
            regions[region(cell[0], cell[1])].append((ratio, best, min(contract) if contract else None))
            if best is not None and ratio > best:
                behind.append((ratio / best, cell, min(exact, key=exact.get), line["strategy"], line["ctas"]))
    print("multiples of the read floor; peers from a recorded run of another process")
    for name, rows in regions.items():
        mine = [row[0] for row in rows]
        exact = [row[1] for row in rows if row[1] is not None]
        contract = [row[2] for row in rows if row[2] is not None]
        show = lambda v: f"{min(v):.2f} / {statistics.median(v):.2f} / {max(v):.2f}" if v else "none"
        print(f"{name:28} ours {show(mine):22} fastest exact {show(exact):22} same contract {show(contract)}")
    print(f"{len(behind)} cells behind the fastest exact peer, worst first")
    for factor, cell, peer, strategy, ctas in sorted(behind, reverse=True)[:40]:
        print(f"  {factor:.2f} x {peer:14} rows {cell[0]} n {cell[1]} k {cell[2]} ({strategy} {ctas})")


if __name__ == "__main__":
    main(*sys.argv[1:3])
