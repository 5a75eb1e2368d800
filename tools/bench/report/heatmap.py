# The heat map: rows x n, a panel for each k; time / floor, and time / fastest exact peer where peers are given.
# Spec: contract/C15. Layer: tools/bench.
"""Text stays text and figures are rounded before they are drawn, so that equal tables give equal bytes."""
from __future__ import annotations

import io

from report import peers as against_peers
from report import regions

CELL_INCHES = (0.62, 0.34)  # convention: room for four characters of the size below
MARGIN_INCHES = (1.5, 1.1)  # convention: room for the names of an axis
FONT_POINTS = 7  # convention: any legible size
# Colours end where further ones say no more: 1 is the floor itself, and above 5 all is far from it.
RATIO_RANGE = (1.0, 5.0)  # convention: the greatest goal is 4
PEER_RANGE = (0.25, 4.0)  # convention: a quarter to four times the peer's time, even on both sides of 1


def available() -> bool:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def ratios(table) -> dict:
    return {(line.rows, line.n, line.k): line.ratio for line in table.lines if regions.is_grid_cell(line)}


def peer_factors(table, peers) -> dict:
    return {key: against_peers.factor(cell, "exact", "us") for key, cell in against_peers.compared(table, peers).items()
            if key[2] in regions.goals.GOAL_KS}


def bands(runs: list, peers) -> list:
    """(title, values by (rows, n, k), whether against a peer): one row of panels each."""
    found = []
    grids = [(number, run["grid"]) for number, run in enumerate(runs, start=1) if run["grid"] is not None]
    for number, table in grids:
        found.append((f"time / floor{f', run {number}' if len(runs) > 1 else ''}", ratios(table), False))
    for number, table in grids if peers is not None else []:
        found.append((f"time / fastest exact peer{f', run {number}' if len(runs) > 1 else ''}",
                      peer_factors(table, peers), True))
    return [band for band in found if band[1]]


def ink(colour) -> str:
    """Black or white, whichever is read more easily on a colour."""
    red, green, blue = colour[:3]
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"


def panel(axes, values: dict, k: int, rows: list, ns: list, scale) -> None:
    from matplotlib import patches
    for (row_count, n, of_k), value in sorted(values.items()):
        if of_k == k:
            x, y = ns.index(n), rows.index(row_count)
            colour = scale.to_rgba(round(value, 2))
            axes.add_patch(patches.Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white", linewidth=0.5))
            axes.text(x + 0.5, y + 0.5, f"{value:.2f}", ha="center", va="center", color=ink(colour))
    axes.set_xlim(0, len(ns))
    axes.set_ylim(len(rows), 0)
    axes.set_xticks([x + 0.5 for x in range(len(ns))], [str(n) for n in ns], rotation=45, ha="right")
    axes.set_yticks([y + 0.5 for y in range(len(rows))], [str(count) for count in rows])
    axes.set_xlabel("n")
    axes.set_ylabel("rows")


def drawn(runs: list, peers) -> str | None:
    """The map as SVG; None without matplotlib or without cells."""
    found = bands(runs, peers)
    if not found or not available():
        return None
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import cm, colors, figure
    keys = sorted({key for _, values, _ in found for key in values})
    rows, ns, ks = (sorted({key[axis] for key in keys}) for axis in range(3))
    settings = dict(matplotlib.rcParamsDefault, **{"svg.hashsalt": "exactk", "svg.fonttype": "none",
                                                   "font.size": FONT_POINTS, "backend": "svg"})
    with matplotlib.rc_context(settings):
        size = (len(ks) * (len(ns) * CELL_INCHES[0] + MARGIN_INCHES[0]),
                len(found) * (len(rows) * CELL_INCHES[1] + MARGIN_INCHES[1]))
        drawing = figure.Figure(figsize=size, constrained_layout=True)
        grid = drawing.subplots(len(found), len(ks), squeeze=False)
        for across, (title, values, against_peer) in zip(grid, found):
            norm = colors.LogNorm(*(PEER_RANGE if against_peer else RATIO_RANGE), clip=True)
            scale = cm.ScalarMappable(norm, matplotlib.colormaps["RdBu_r" if against_peer else "cividis_r"])
            for axes, k in zip(across, ks):
                panel(axes, values, k, rows, ns, scale)
                axes.set_title(f"{title}, k = {k}")
        text = io.StringIO()
        drawing.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
