# Makes one page of tables and a heat map from the tables that device_bench wrote, and holds them against the goals.
# Spec: contract/C15. Layer: tools/bench.
"""Usage: report.py FOLDER [--second FOLDER2] [--peers PEERS.csv] [--out OUTFOLDER]

FOLDER holds tables of device_bench by suite: grid.csv, hostile.csv and so on. FOLDER2 holds the same suites of a second
run: a cell is then called beyond a goal only if it is in both runs, by more than noise. PEERS.csv is what
compare_peers.py reads. OUTFOLDER (FOLDER if left out) gets report.md and heatmap.svg. A suite that is missing is named in
the report.

Exit codes: 0 all written; 1 no table found, nothing written; 2 usage or bad input, nothing written; 3 the report is
written, the heat map is not.
"""

import argparse
import pathlib
import sys

from report import heatmap, page, tables
from report.tables import ReportError

TITLE = "# The benches' tables against the goals"
NO_MAP = ("No heat map was drawn: matplotlib was not found. Install python3-matplotlib (docs/dependencies.md) and run this "
          "again with the Python that has it.")


def arguments_of(words: list) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="report.py", description="Tables and a heat map from device_bench's tables.",
                                     epilog="Exit codes: 0 all written; 1 no table found; 2 usage or bad input; "
                                            "3 the report is written, the heat map is not.")
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="tables by suite: grid.csv, hostile.csv, ...")
    parser.add_argument("--second", type=pathlib.Path, metavar="FOLDER2", help="the same suites of a second run")
    parser.add_argument("--peers", type=pathlib.Path, metavar="PEERS.csv", help="recorded times of other kernels")
    parser.add_argument("--out", type=pathlib.Path, metavar="OUTFOLDER", help="where to write; FOLDER if left out")
    return parser.parse_args(words)


def write(path: pathlib.Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReportError("not_written", path, None, f"{error.strerror}; name another folder with --out") from error


def run(options: argparse.Namespace) -> int:
    runs = [tables.read_folder(folder) for folder in (options.folder, options.second) if folder is not None]
    peers = tables.read_peers(options.peers) if options.peers is not None else None
    if not any(runs[0].values()):
        print(f"error: nothing_to_report: {options.folder}: no table of a suite lies there; the names looked for are "
              f"{', '.join(suite + '.csv' for suite in runs[0])}", file=sys.stderr)
        return 1
    out = options.out if options.out is not None else options.folder
    svg = heatmap.drawn(runs, peers)
    said = "![time / floor over rows, n and k](heatmap.svg)"
    if svg is None:
        said = NO_MAP if not heatmap.available() else "No heat map was drawn: there are no cells of the suite grid."
    text = "\n".join([TITLE, "", *page.lines(runs, peers, said), ""])
    map_path = out / "heatmap.svg"
    if svg is None:
        # A map of other tables beside this report would be taken for its own.
        map_path.unlink(missing_ok=True)
    else:
        write(map_path, svg)
    write(out / "report.md", text)
    for name in page.not_run(runs):
        print(f"not run: {name}", file=sys.stderr)
    if svg is None:
        print(said, file=sys.stderr)
    return 0 if svg is not None else 3


def main(words: list) -> int:
    try:
        return run(arguments_of(words))
    except ReportError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
