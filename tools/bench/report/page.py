# The page: head of every table, then a section a suite; what was not run is said in its place.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

from report import goals, markdown, peers as against_peers, plans, regions, served, suites
from report.tables import SUITES

SECTIONS = (("grid", "Regions against the goals", regions.grid),
            ("hostile", "Hostile scores", suites.hostile),
            ("ragged", "Ragged batches", suites.ragged),
            ("width", "Width", suites.width),
            ("sawtooth", "Beside powers of two", suites.sawtooth),
            ("types", "16-bit scores", suites.types),
            ("smallk", "Small k", regions.smallk),
            ("ties", "Ties", suites.ties),
            ("plans", "Regret of the automatic plan", plans.section),
            ("company", "In company", served.company),
            ("served", "A server's mix", served.served),
            ("pdl", "Programmatic dependent launch", regions.pdl))


def not_run(runs: list) -> list:
    """Names of the missing tables: of a run where there are two."""
    return [f"{suite}.csv" + (f" of run {number}" if len(runs) > 1 else "")
            for suite in SUITES for number, tables in enumerate(runs, start=1) if tables[suite] is None]


def head(runs: list) -> list:
    rows = [[suite, number, *(tables[suite].head[key] for key in ("commit", "date", "device", "driver", "launch_gap_us")),
             len(tables[suite].lines)]
            for suite in SUITES for number, tables in enumerate(runs, start=1) if tables[suite] is not None]
    text = markdown.table(["suite", "run", "commit", "date", "device", "driver", "launch gap us", "lines"], rows)
    for column, what in ((4, "devices"), (5, "drivers"), (2, "commits")):
        names = list(dict.fromkeys(row[column] for row in rows))
        if len(names) > 1:
            text += [f"**The tables are of {len(names)} {what}:** {'; '.join(names)}. What stands side by side across them is not "
                     "like with like.", ""]
    lacking = not_run(runs)
    text += [f"**Not run:** {', '.join(lacking)}." if lacking else "Every suite was run.", ""]
    for suite in SUITES:
        for number, tables in enumerate(runs, start=1):
            for status, count in (tables[suite].refused if tables[suite] else {}).items():
                text += [f"**Left out of {suite}, run {number}:** {count} lines with the status `{status}`.", ""]
    return text


def method(runs: list) -> list:
    said = (f"Goals are the project's own convention. Noise is {goals.NOISE:.0%}, and {goals.NOISE_SHORT:.0%} where both "
            f"times that are divided are below {goals.SHORT_US:.0f} us. ")
    if len(runs) > 1:
        said += ("A cell is *beyond* a goal if it is in both runs by more than noise, *undecided* if it is in one run "
                 "only or missing in a run, *within noise* if it is above the goal by no more than noise. A suite that one run lacks is judged by the "
                 "other alone, and it says so.")
    else:
        said += ("There is one run: *beyond, one run* is what is above a goal by more than noise, *within noise* what is "
                 "above by less. A second run has to confirm it.")
    return [said, ""]


def suite_section(suite: str, title: str, make, runs: list) -> list:
    tables = [run[suite] for run in runs if run[suite] is not None and run[suite].lines]
    text = [f"## {title}", ""]
    if not tables:
        return text + [f"`{suite}.csv` was not run, or holds no timed line.", ""]
    if len(tables) < len(runs):
        only = next(number for number, run in enumerate(runs, start=1) if run[suite] in tables)
        text += [f"**Run {only} only:** the other one has no timed line of `{suite}.csv`.", ""]
    return text + make(tables)


def peer_section(runs: list, peers) -> list:
    if peers is None:
        return ["## Against peers", "", "Not compared: no table of peers was given (`--peers`).", ""]
    return suite_section("grid", "Against peers", lambda tables: against_peers.section(tables, peers), runs)


def lines(runs: list, peers, map_said: str) -> list:
    text = head(runs) + method(runs)
    for suite, title, make in SECTIONS:
        text += suite_section(suite, title, make, runs)
        if suite == "grid":
            text += ["## Map", "", map_said, ""] + peer_section(runs, peers)
    return text[:-1]
