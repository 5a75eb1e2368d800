# The shapes that serving stacks send to a top-k, and what share of a headline each has.
# Spec: contract/C15. Layer: tools/bench.
"""Cells of served.py: decode, speculative decode, chunked prefill, long decode, and the merge of context parallelism.

Width is apart from lengths: a decode step is planned for the longest context that the model allows, whatever the rows
hold. Run alone, it prints the cells and checks them; no GPU is needed for it.
"""

import dataclasses
import random
import sys

# convention: the share of a group in a headline; its cells have equal parts of it
SHARES = {"decode": 0.40, "spec": 0.15, "prefill": 0.30, "long": 0.10, "merge": 0.05}
SEED = 1  # convention: of the lengths that are drawn; a cell's own name is added
DECODE, PREFILL = 0, 1  # bound: stack_phase of stack.h


@dataclasses.dataclass(frozen=True)
class Cell:
    """`lengths` says how the lengths are made from `top`, in the words that make_lengths knows."""
    group: str
    rows: int
    width: int
    k: int
    lengths: str
    top: int
    next_n: int = 1

    @property
    def name(self) -> str:
        return f"{self.group}_{self.rows}x{self.width}_k{self.k}_{self.lengths}_{self.top}" + (
            f"_next{self.next_n}" if self.next_n > 1 else "")

    @property
    def phase(self) -> int:
        return PREFILL if self.group == "prefill" else DECODE


def make_lengths(cell: Cell) -> list[int]:
    """One length per row."""
    draw = random.Random(f"{SEED} {cell.name}")
    top, k = cell.top, cell.k
    if cell.lengths == "full":
        return [cell.width] * cell.rows
    if cell.lengths == "equal":
        return [top] * cell.rows
    if cell.lengths == "near":  # 80 to 100 % of the top
        return [draw.randint(top * 8 // 10, top) for _ in range(cell.rows)]
    if cell.lengths == "uniform":
        return [draw.randint(k, top) for _ in range(cell.rows)]
    if cell.lengths == "from8k":
        return [draw.randint(8192, top) for _ in range(cell.rows)]
    if cell.lengths == "one_long":  # one row of the top, the others of 4096
        return [top if row == cell.rows // 2 else 4096 for row in range(cell.rows)]
    if cell.lengths == "mostly_short":  # 93 % of the rows hold no more than k
        long_rows = max(1, round(cell.rows * 0.07))
        return [top if row < long_rows else draw.randint(1, k) for row in range(cell.rows)]
    if cell.lengths == "spec":  # next_n rows of a request, each a token longer than the one before
        requests = [draw.randint(top * 8 // 10, top) for _ in range(cell.rows // cell.next_n)]
        return [max(0, length - cell.next_n + token + 1) for length in requests for token in range(cell.next_n)]
    if cell.lengths == "triangle":  # the last rows of a prompt of `top` tokens, each sees those before it
        return [top - cell.rows + row + 1 for row in range(cell.rows)]
    raise ValueError(cell.lengths)


def all_cells() -> list[Cell]:
    """The groups take turns, so that a run that ends early has some of each."""
    groups: dict[str, list[Cell]] = {group: [] for group in SHARES}
    for rows, lengths in ((1, "equal"), (8, "near"), (32, "uniform"), (64, "equal")):
        for top in (4096, 32768, 131072):
            for k in (512, 2048):
                groups["decode"].append(Cell("decode", rows, 131072, k, lengths, top))
    groups["decode"] += [Cell("decode", 16, 262144, 1024, "near", 65536),
                         Cell("decode", 32, 262144, 2048, "from8k", 262144),
                         Cell("decode", 64, 262144, 2048, "one_long", 262144),
                         Cell("decode", 64, 65536, 512, "mostly_short", 32768)]
    for requests, next_n in ((16, 2), (10, 6), (16, 6), (32, 4), (64, 4)):
        for top, k in ((16384, 512), (65536, 2048)):
            groups["spec"].append(Cell("spec", requests * next_n, 131072, k, "spec", top, next_n))
    # Scores of 512 MiB, of 64 MiB, a first chunk, and two that are larger than vLLM allows.
    for rows, width, k in ((8192, 16384, 2048), (1024, 131072, 2048), (256, 65536, 512), (2048, 65536, 2048),
                           (1024, 16384, 512), (4096, 32768, 2048), (128, 131072, 512), (512, 262144, 2048),
                           (8192, 8192, 2048), (512, 32768, 512), (256, 524288, 2048), (64, 262144, 512),
                           (128, 1048576, 2048), (4096, 65536, 2048), (1024, 262144, 2048)):
        groups["prefill"].append(Cell("prefill", rows, width, k, "triangle", width))
    for rows in (1, 8, 32):
        for top in (262144, 524288, 1048576):
            groups["long"].append(Cell("long", rows, 1048576, 2048, "equal" if rows == 1 else "near", top))
    groups["long"].append(Cell("long", 8, 1048576, 512, "near", 1048576))
    for rows, width in ((1, 8192), (16, 8192), (32, 16384), (4096, 8192)):
        groups["merge"].append(Cell("merge", rows, width, 2048, "full", width))
    cells = []
    while any(groups.values()):
        for group in groups.values():
            if group:
                cells.append(group.pop(0))
    return cells


def weights(cells: list[Cell]) -> dict[str, float]:
    """The weight of each cell by name; those of a group add up to its share."""
    counts = {group: sum(cell.group == group for cell in cells) for group in SHARES}
    return {cell.name: SHARES[cell.group] / counts[cell.group] for cell in cells}


def self_check() -> None:
    cells = all_cells()
    if len({cell.name for cell in cells}) != len(cells):
        raise SystemExit("error: two cells have one name")
    if abs(sum(weights(cells).values()) - 1.0) > 1e-9:
        raise SystemExit("error: weights do not add up to 1")
    for cell in cells:
        lengths = make_lengths(cell)
        if len(lengths) != cell.rows or min(lengths) < 0 or max(lengths) > cell.width or cell.k > cell.width:
            raise SystemExit(f"error: lengths do not fit: {cell.name}")
        print(f"{cell.name:50} {min(lengths):8d} to {max(lengths):8d}  weight {weights(cells)[cell.name]:.4f}")
    print(f"{len(cells)} cells")


if __name__ == "__main__":
    self_check()
    sys.exit(0)
