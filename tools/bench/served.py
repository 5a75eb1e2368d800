# exactk and the top-k of serving stacks side by side, on the shapes that serving stacks send.
# Spec: contract/C1 C4 C5 C15. Layer: tools/bench.
"""Times exactk against every libstack_PEER.so of a folder. Needs PyTorch, a GPU, libexactk_c.so, libbench_peers.so.

Method as in side_by_side.py: calls of one graph take other slices of a pool, L2 is flushed before the first, all items
are replayed in turn, a time is the median over replays. Here rows have lengths in device memory, the same in all
slices, and what lies behind a row's length is NaN and +inf. The floor reads as many bytes as rows with n > k hold.

exactk's indices are compared with a stable sort before and after it is timed; a difference ends the program. For the
stacks `same_set` says whether theirs are the same set: they promise less, so a "no" is no fault of theirs.

The headline is exactk's time / the time of what a stack calls by itself: below 1 exactk is faster. Cells are weighted
by group (served_cells.py). Exit codes: 0 all cells ran; 1 an error; 3 cells were left out, and it is said which.
"""

import argparse
import ctypes
import csv
import math
import os
import statistics
import sys
import time

import torch

import c_interface
import side_by_side
from side_by_side import Bench, Item, Timed

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "stacks"))
# These two lie there.
import served_cells
import stack as stacks_module

INT_MAX = (1 << 31) - 1  # bound: of an int32
WORKSPACE_LEAST = 256  # convention: an address is asked for even where nothing is needed
READ_LEAST = 16  # bound: the floor reads vectors of 16 bytes
PERCENTILE = 0.95  # convention: of the headline


class RaggedPlan(c_interface.Plan):
    """A plan for rows whose lengths lie in device memory."""

    def launch_ragged(self, scores: int, lengths: int, indices: int, workspace: int, stream: int) -> None:
        problem = c_interface.Problem(type=c_interface.TYPES[self.kind], scores=scores, rows=self.rows,
                                      width=self.width, pitch=self.width, k=self.k, lengths=lengths)
        outputs = c_interface.Outputs(indices=indices, index_pitch=self.k)
        self.library.call("exactk_launch", self.handle, ctypes.byref(problem), ctypes.byref(outputs), workspace,
                          self.workspace_bytes, stream)


class Shape:
    """A cell on the GPU: its lengths, and a pool whose slices hold scores and, behind them, what must not count."""

    def __init__(self, bench: Bench, cell: served_cells.Cell):
        self.bench, self.cell = bench, cell
        lengths = served_cells.make_lengths(cell)
        self.full = all(length == cell.width for length in lengths)
        self.bytes_read = max(READ_LEAST, 4 * sum(length for length in lengths if length > cell.k) // 16 * 16)
        self.lengths = torch.tensor(lengths, dtype=torch.int32, device="cuda")
        self.slices = bench.slices(cell.rows, cell.width)
        stride = (cell.rows * cell.width + 63) // 64 * 64
        bench.pool[:self.slices * stride].normal_(generator=torch.Generator(device="cuda").manual_seed(1))
        columns = torch.arange(cell.width, device="cuda", dtype=torch.int32)
        behind = torch.where(columns % 2 == 0, math.nan, math.inf)
        at_once = max(1, side_by_side.SORTED_AT_ONCE // cell.width)
        for number in range(0 if self.full else self.slices):
            scores = self.slice(number)
            for first in range(0, cell.rows, at_once):
                part = scores[first:first + at_once]
                part.copy_(torch.where(columns < self.lengths[first:first + at_once, None], part, behind))
        torch.cuda.synchronize()

    def slice(self, number: int):
        return self.bench.slice(number, self.cell.rows, self.cell.width)

    def right_answer(self, number: int):
        """Ascending indices of the k greatest of each row, equals by position, then -1."""
        cell, scores, parts = self.cell, self.slice(number), []
        if self.full:
            return side_by_side.right_answer(scores, cell.k)
        columns = torch.arange(cell.width, device="cuda", dtype=torch.int32)
        at_once = max(1, side_by_side.SORTED_AT_ONCE // cell.width)
        for first in range(0, cell.rows, at_once):
            lengths = self.lengths[first:first + at_once, None]
            valid = torch.where(columns < lengths, scores[first:first + at_once] + 0.0, -math.inf)
            order = torch.sort(valid, dim=1, descending=True, stable=True).indices[:, :cell.k]
            parts.append(canonical(torch.where(order < lengths, order, -1)))
        return torch.cat(parts)


def canonical(indices):
    """A row's set as ascending int32 indices with -1 behind, whatever the order and the padding."""
    wide = torch.where(indices < 0, INT_MAX, indices.to(torch.int64))
    ordered = torch.sort(wide, dim=1).values
    return torch.where(ordered == INT_MAX, -1, ordered).to(torch.int32)


def exactk_item(shape: Shape, programmatic: bool):
    bench, cell = shape.bench, shape.cell
    plan = RaggedPlan(bench.library, bench.profile, bench.kind, cell.rows, cell.width, cell.k, programmatic)
    indices = torch.full((cell.rows, cell.k), -7, dtype=torch.int32, device="cuda")
    workspace = torch.empty(max(plan.workspace_bytes, WORKSPACE_LEAST), dtype=torch.uint8, device="cuda")

    def call(number: int) -> None:
        plan.launch_ragged(shape.slice(number).data_ptr(), shape.lengths.data_ptr(), indices.data_ptr(),
                           workspace.data_ptr(), bench.stream.cuda_stream)

    # As it is: the contract's order is ascending, so it is not sorted here.
    return Item("exactk", call, lambda: indices.clone()), indices, plan


def stack_item(shape: Shape, stack, number_of_item: int) -> Item:
    bench, cell = shape.bench, shape.cell
    size = (cell.rows, cell.width, cell.k)
    indices = torch.full((cell.rows, cell.k), -7, dtype=torch.int32, device="cuda")
    needed = stack.c_workspace(number_of_item, *size)
    workspace = torch.zeros(max(needed, WORKSPACE_LEAST), dtype=torch.uint8, device="cuda")
    lengths = [shape.lengths.data_ptr()]
    name = f"{stack.name}:{stack.items[number_of_item]}"

    def call(number: int) -> None:
        given = (shape.slice(number).data_ptr(), cell.rows, cell.width, cell.width, cell.k, indices.data_ptr(),
                 workspace.data_ptr(), bench.stream.cuda_stream)
        code = stack.c_run(number_of_item, given[0], lengths[0], *given[1:])
        if code == stacks_module.NOT_SUPPORTED and shape.full and lengths[0]:
            lengths[0] = None  # it takes no lengths, and there is none that it would need
            code = stack.c_run(number_of_item, given[0], None, *given[1:])
        if code != 0:
            raise RuntimeError(f"{name}: cudaError_t {code}")

    item = Item(name, call, lambda: canonical(indices))
    torch.cuda.synchronize()
    code = stack.c_prepare(number_of_item, lengths[0], *size, workspace.data_ptr(), bench.stream.cuda_stream)
    bench.stream.synchronize()
    if code not in (0, stacks_module.NOT_SUPPORTED):
        item.status = f"error: prepare: cudaError_t {code}"
    return item


def try_item(shape: Shape, item: Item, expected: dict) -> None:
    """warm_up of side_by_side.py; a stack that fails gets a status, unless the GPU is lost with it."""
    try:
        side_by_side.warm_up(shape.bench, item, expected, (shape.cell.rows, shape.cell.width, shape.cell.k))
        side_by_side.capture(shape.bench, item, shape.slices)
    except RuntimeError as error:
        if item.name == "exactk":
            raise
        item.status = "error: " + str(error).split("\n", maxsplit=1)[0]
    try:
        torch.cuda.synchronize()
    except RuntimeError as error:
        raise SystemExit(f"error: gpu_lost: {shape.cell.name}: {item.name}: {item.status} "
                         f"(--skip {item.name} leaves it out)") from error


def run_cell(bench: Bench, cell: served_cells.Cell, stacks: list, skipped: set[str],
             programmatic: bool) -> tuple[float, list[Item]]:
    shape = Shape(bench, cell)
    expected = {number: shape.right_answer(number) for number in {0, shape.slices - 1}}
    ours, indices, plan = exactk_item(shape, programmatic)
    items = [ours]
    for stack in stacks:
        for number, name in enumerate(stack.items):
            if f"{stack.name}:{name}" not in skipped and stack.c_supports(number, cell.rows, cell.width, cell.k):
                items.append(stack_item(shape, stack, number))
    for item in items:
        if item.status == "ok":
            try_item(shape, item, expected)
    calls = 2 if shape.slices == 1 else shape.slices
    floors = [Timed(bench, calls, lambda number, per_sm=per_sm: bench.peers.call(
        "bench_read", shape.slice(number).data_ptr(), shape.bytes_read, per_sm, bench.stream.cuda_stream))
        for per_sm in side_by_side.FLOOR_CTAS]
    side_by_side.replay_in_turn(bench, floors, items)
    indices.fill_(-7)
    torch.cuda.synchronize()
    ours.timed.replay(False)
    if not side_by_side.same(ours, expected[shape.slices - 1]):
        side_by_side.wrong(cell.rows, cell.width, cell.k, "after timing")
    floor_us = min(statistics.median(floor.us) for floor in floors)
    for timed in floors + [item.timed for item in items if item.timed is not None]:
        timed.close()
    plan.close()
    return floor_us, items


def write_head(file, bench: Bench, stacks: list, names: list[str], programmatic: bool) -> None:
    file.write(side_by_side.run_lines(bench, "served") + "\n")
    for stack in stacks:
        file.write(f"# stack: {stack.name} {stack.version}; by itself: decode {stack.default(0)}, "
                   f"prefill {stack.default(1)}; {stack.note()}\n")
    file.write(f"# exactk launch: {'programmatic' if programmatic else 'ordinary'}\n")
    file.write("# scores: float32, normal, seed 1; NaN and +inf behind each length\n"
               f"# method: cold, in-graph event pair / calls, one process, in turn; median of {bench.replays} replays\n"
               f"# launch_gap_us: {side_by_side.launch_gap(bench):.2f}\n")
    columns = ["cell", "group", "weight", "rows", "width", "lengths", "k", "exactk_us", "floor_us"]
    for name in names:
        columns += [name + " us", name + " same_set"]
    csv.writer(file, lineterminator="\n").writerow(columns)


def write_cell(file, cell, weight: float, floor_us: float, items: list[Item], names: list[str]) -> dict[str, float]:
    times, words = {}, {}
    for item in items:
        words[item.name] = item.same_set if item.status == "ok" else item.status
        if item.timed is not None and item.timed.us:
            times[item.name] = statistics.median(item.timed.us)
    row = [cell.name, cell.group, f"{weight:.5f}", cell.rows, cell.width, f"{cell.lengths} {cell.top}", cell.k,
           f"{times['exactk']:.2f}", f"{floor_us:.2f}"]
    for name in names:
        row += [f"{times[name]:.2f}" if name in times else "", words.get(name, "not supported")]
    csv.writer(file, lineterminator="\n").writerow(row)
    file.flush()
    return times


def weighted_percentile(values: list[tuple[float, float]], share: float) -> float:
    """The least ratio that cells of at least `share` of the weight do not exceed."""
    total, seen = sum(weight for _, weight in values), 0.0
    for ratio, weight in sorted(values):
        seen += weight
        if seen >= share * total - 1e-12:
            return ratio
    return max(ratio for ratio, _ in values)


def geometric_mean(values: list[tuple[float, float]]) -> float:
    return math.exp(sum(math.log(ratio) * weight for ratio, weight in values)
                    / sum(weight for _, weight in values))


def print_summary(stacks: list, results: list, cells: int) -> None:
    """`results`: (cell, times by item) of the cells that ran."""
    weight = served_cells.weights([cell for cell, _ in results])
    print(f"{len(results)} of {cells} cells; each answer of exactk equals a stable sort. Time of exactk / time of what "
          "the stack calls by itself, weighted (below 1: exactk is faster):")
    print(f"{'stack':12} {'cells':>5} {'geomean':>8} {'p95':>8} {'worst':>8}   by group, and the worst cell")
    for stack in stacks:
        found = []
        for cell, times in results:
            by_itself = times.get(f"{stack.name}:{stack.default(cell.phase)}")
            if by_itself is not None:
                found.append((times["exactk"] / by_itself, weight[cell.name], cell))
        if not found:
            print(f"{stack.name:12} no cell was timed")
            continue
        values = [(ratio, part) for ratio, part, _ in found]
        worst = max(found, key=lambda one: one[0])
        groups = [f"{group} {geometric_mean(part):.3f}" for group in served_cells.SHARES
                  if (part := [(ratio, share) for ratio, share, cell in found if cell.group == group])]
        print(f"{stack.name:12} {len(found):5d} {geometric_mean(values):8.3f} "
              f"{weighted_percentile(values, PERCENTILE):8.3f} {worst[0]:8.3f}   {', '.join(groups)}; "
              f"{worst[2].name}")


def parsed():
    parser = argparse.ArgumentParser(description="exactk and serving stacks in one process, interleaved")
    parser.add_argument("results", help="the table to write")
    parser.add_argument("--groups", type=lambda text: text.split(","), default=list(served_cells.SHARES))
    parser.add_argument("--skip", type=lambda text: set(text.split(",")), default=set(),
                        help="items that are not called, for example flashinfer:clusters")
    parser.add_argument("--programmatic", action="store_true",
                        help="exactk by programmatic dependent launch, as SGLang does by itself")
    parser.add_argument("--replays", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin no cell later; 0: no limit")
    parser.add_argument("--libraries", default=HERE, help="the folder of libexactk_c.so and libbench_peers.so")
    parser.add_argument("--stacks", default=os.path.join(HERE, "stacks"), help="the folder of libstack_PEER.so")
    return parser.parse_args()


def main() -> int:
    options = parsed()
    if not torch.cuda.is_available():
        print("error: no GPU here; nothing was timed", file=sys.stderr)
        return 1
    begin = time.monotonic()
    stacks = stacks_module.load_all(options.stacks)
    if not stacks:
        print(f"error: no_library: no libstack_*.so in {options.stacks}", file=sys.stderr)
        return 1
    bench = Bench(options.libraries, "float32", "normal", options.replays)
    names = [f"{stack.name}:{item}" for stack in stacks for item in stack.items]
    cells = [cell for cell in served_cells.all_cells() if cell.group in options.groups]
    weight = served_cells.weights(served_cells.all_cells())
    results, left_out = [], [f"{name}: skipped" for name in sorted(options.skip)]
    with open(options.results, "w", encoding="utf-8", newline="") as file:
        write_head(file, bench, stacks, names, options.programmatic)
        for cell in cells:
            late = options.seconds > 0 and time.monotonic() - begin > options.seconds
            if late or bench.slices(cell.rows, cell.width) == 0:
                left_out.append(f"{cell.name}: {'too late' if late else 'scores that do not fit the pool'}")
                continue
            floor_us, items = run_cell(bench, cell, stacks, options.skip, options.programmatic)
            results.append((cell, write_cell(file, cell, weight[cell.name], floor_us, items, names)))
            for item in items:
                if item.status != "ok" or item.same_set == "no":
                    print(f"{cell.name}: {item.name}: {item.status if item.status != 'ok' else 'another set'}")
            del items
            torch.cuda.empty_cache()
    if results:
        print_summary(stacks, results, len(cells))
    for text in left_out:
        print("left out: " + text)
    return 1 if not results else 3 if left_out else 0


if __name__ == "__main__":
    sys.exit(main())
