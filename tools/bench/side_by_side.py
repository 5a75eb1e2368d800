# exactk, torch.topk and CUB side by side in one process, interleaved, on the same scores.
# Spec: contract/C4 C5 C15. Layer: tools/bench.
"""Times exactk against torch.topk and CUB's sorts. Needs PyTorch, a GPU, libexactk_c.so and libbench_peers.so.

Method as in device_bench (session.hpp): a time is the median over replays of a CUDA graph of (time between two events
in the graph) / calls; each call takes another slice of a pool; a read flushes L2 inside the graph before the first
event; all are replayed in turn. A call that takes long is repeated less often in a graph, and its graph less often.

Before and after exactk is timed, its indices are compared with a stable sort by torch (greatest first, equals by
position), all rows of a slice; a difference ends the program. For the peers the column `same_set` says whether their
answer is the same set of indices: they promise less, so a "no" is no fault of theirs.
"""

import argparse
import csv
import ctypes
import datetime
import os
import statistics
import subprocess
import sys
import time

import torch

import c_interface

POOL_BYTES = 2 << 30  # convention: as in session.hpp
SLICES_MAX = 20  # convention: as in session.hpp
WARM_UP = 2  # convention: as in cell.hpp
FLOOR_CTAS = (1, 2, 4, 8)  # convention: as in read_floor.hpp
CALL_LONG_US = 60.0  # convention: from here on a graph has fewer calls of a peer
GRAPH_US = 1200.0  # convention: about so long is a graph of such calls
FEW_REPLAYS = 5  # convention: of a peer's graph whose calls take more than the next
REPLAY_LONG_US = 2000.0  # convention: see above
SORTED_AT_ONCE = 1 << 25  # convention: elements that are sorted at once to know the right answer
SEGMENTS_MAX = 300  # bound: with more, DeviceSegmentedSort waits for the host, which a graph cannot hold
INT_MAX = (1 << 31) - 1  # bound: DeviceSegmentedRadixSort counts elements by an int
DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


class Peers:
    """libbench_peers.so of a folder; a call that fails raises."""

    def __init__(self, folder: str):
        self.c = c_interface.load(folder, "libbench_peers")
        self.c.bench_commit.restype = ctypes.c_char_p
        pointer, long = ctypes.c_void_p, ctypes.c_int64
        self.arguments = {
            "bench_open": [], "bench_flush": [pointer], "bench_empty": [pointer],
            "bench_read": [pointer, long, ctypes.c_int, pointer], "bench_event_create": [pointer],
            "bench_event_destroy": [pointer], "bench_event_record": [pointer, pointer],
            "bench_event_elapsed": [pointer, pointer, pointer], "bench_positions": [pointer, long, long, pointer],
            "bench_cub_temp_bytes": [ctypes.c_int, long, long, pointer],
            "bench_cub_run": [ctypes.c_int, pointer, long, pointer, pointer, pointer, pointer, long, long, pointer]}
        for name, arguments in self.arguments.items():
            getattr(self.c, name).argtypes = arguments
        self.call("bench_open")

    def call(self, name: str, *arguments) -> None:
        code = getattr(self.c, name)(*arguments)
        if code != 0:
            raise RuntimeError(f"{name}: cudaError_t {code}")


class Timed:
    """A captured graph of calls between two events."""

    def __init__(self, bench: "Bench", calls: int, call):
        self.bench, self.calls, self.us = bench, calls, []
        self.begin, self.end = ctypes.c_void_p(), ctypes.c_void_p()
        peers, stream = bench.peers, bench.stream
        peers.call("bench_event_create", ctypes.byref(self.begin))
        peers.call("bench_event_create", ctypes.byref(self.end))
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=stream):
            peers.call("bench_flush", stream.cuda_stream)
            peers.call("bench_event_record", self.begin, stream.cuda_stream)
            for number in range(calls):
                call(number)
            peers.call("bench_event_record", self.end, stream.cuda_stream)

    def replay(self, keep: bool) -> float:
        with torch.cuda.stream(self.bench.stream):
            self.graph.replay()
        self.bench.stream.synchronize()
        ms = ctypes.c_float()
        self.bench.peers.call("bench_event_elapsed", self.begin, self.end, ctypes.byref(ms))
        us = ms.value * 1000.0 / self.calls
        if keep:
            self.us.append(us)
        return us

    def close(self) -> None:
        self.graph.reset()
        self.bench.peers.call("bench_event_destroy", self.begin)
        self.bench.peers.call("bench_event_destroy", self.end)


class Item:
    """One competitor in a cell: `call(number)` enqueues, `answer()` gives the indices of the last call, sorted."""

    def __init__(self, name: str, call, answer):
        self.name, self.call, self.answer = name, call, answer
        self.status, self.same_set, self.timed, self.estimate = "ok", "", None, 0.0


class Bench:
    def __init__(self, folder: str, kind: str, dist: str, replays: int):
        self.peers = Peers(folder)
        self.library = c_interface.Library(folder)
        self.profile = self.library.profile()
        self.stream = torch.cuda.Stream()
        self.kind, self.dist, self.replays = kind, dist, replays
        self.pool = torch.empty(POOL_BYTES // c_interface.ELEMENT_BYTES[kind], dtype=DTYPES[kind], device="cuda")
        generator = torch.Generator(device="cuda").manual_seed(1)
        if dist == "normal":
            self.pool.normal_(generator=generator)
        else:
            self.pool.random_(0, 16, generator=generator)
        torch.cuda.synchronize()

    def slice(self, number: int, rows: int, n: int):
        stride = (rows * n + 63) // 64 * 64
        slices = min(SLICES_MAX, self.pool.numel() // stride)
        first = number % slices * stride
        return self.pool[first:first + rows * n].view(rows, n)

    def slices(self, rows: int, n: int) -> int:
        return min(SLICES_MAX, self.pool.numel() // ((rows * n + 63) // 64 * 64))


def right_answer(scores, k: int):
    """Ascending indices of the k greatest of each row, equals by position. Adding 0 makes both zeros one value."""
    rows, n = scores.shape
    at_once = max(1, SORTED_AT_ONCE // n)
    parts = []
    for first in range(0, rows, at_once):
        order = torch.sort(scores[first:first + at_once] + 0.0, dim=1, descending=True, stable=True).indices[:, :k]
        parts.append(torch.sort(order, dim=1).values.to(torch.int32))
    return torch.cat(parts)


def exactk_item(bench: Bench, rows: int, n: int, k: int):
    plan = c_interface.Plan(bench.library, bench.profile, bench.kind, rows, n, k)
    indices = torch.empty((rows, k), dtype=torch.int32, device="cuda")
    workspace = torch.empty(max(plan.workspace_bytes, 16), dtype=torch.uint8, device="cuda")

    def call(number: int) -> None:
        plan.launch(bench.slice(number, rows, n).data_ptr(), indices.data_ptr(), workspace.data_ptr(),
                    bench.stream.cuda_stream)

    # As it is: the contract's order is ascending, so it is not sorted here.
    return Item("exactk", call, lambda: indices.clone()), indices, plan


def torch_item(bench: Bench, rows: int, n: int, k: int, ordered: bool) -> Item:
    values = torch.empty((rows, k), dtype=bench.pool.dtype, device="cuda")
    indices = torch.empty((rows, k), dtype=torch.int64, device="cuda")

    def call(number: int) -> None:
        torch.topk(bench.slice(number, rows, n), k, dim=1, largest=True, sorted=ordered, out=(values, indices))

    name = "torch_topk_sorted" if ordered else "torch_topk"
    return Item(name, call, lambda: torch.sort(indices, dim=1).values.to(torch.int32))


def cub_items(bench: Bench, rows: int, n: int, k: int):
    """Sorts of CUB, temporary storage taken before; what a caller of CUB without a top-k does."""
    if bench.kind != "float32":
        return
    positions = torch.empty(rows * n, dtype=torch.int32, device="cuda")
    bench.peers.call("bench_positions", positions.data_ptr(), rows, n, torch.cuda.current_stream().cuda_stream)
    keys_out = torch.empty(rows * n, dtype=torch.float32, device="cuda")
    values_out = torch.empty(rows * n, dtype=torch.int32, device="cuda")
    for which, name in enumerate(("cub_radix_sort", "cub_segmented_radix_sort", "cub_segmented_sort")):
        reason = ""
        if which == 0 and rows != 1:
            continue  # it sorts one row
        if which == 1 and rows * n > INT_MAX:
            reason = "unsupported: more than 2^31-1 elements"
        if which == 2 and rows > SEGMENTS_MAX:
            reason = f"unsupported: cannot be captured with more than {SEGMENTS_MAX} segments"
        needed = ctypes.c_int64()
        if not reason:
            bench.peers.call("bench_cub_temp_bytes", which, rows, n, ctypes.byref(needed))
        temp = torch.empty(max(needed.value, 256), dtype=torch.uint8, device="cuda")

        def call(number: int, which=which, temp=temp, given=needed.value) -> None:
            bench.peers.call("bench_cub_run", which, temp.data_ptr(), given, bench.slice(number, rows, n).data_ptr(),
                             keys_out.data_ptr(), positions.data_ptr(), values_out.data_ptr(), rows, n,
                             bench.stream.cuda_stream)

        item = Item(name, call, lambda: torch.sort(values_out.view(rows, n)[:, :k], dim=1).values)
        item.status = reason or "ok"
        yield item


def same(item: Item, expected) -> bool:
    return bool(torch.equal(item.answer(), expected))


def wrong(rows: int, n: int, k: int, when: str) -> None:
    raise SystemExit(f"WRONG ANSWER {when}: exactk, rows {rows} n {n} k {k}")


def warm_up(bench: Bench, item: Item, expected: dict, shape) -> None:
    """Runs an item outside a graph on the first and the last slice, compares, and estimates what a call takes."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    answers = []
    for number in expected:
        with torch.cuda.stream(bench.stream):
            begin.record()
            item.call(number)
            end.record()
        bench.stream.synchronize()
        item.estimate = begin.elapsed_time(end) * 1000.0
        answers.append(same(item, expected[number]))
        torch.cuda.synchronize()
    item.same_set = "yes" if all(answers) else "no"
    if item.name == "exactk" and item.same_set == "no":
        wrong(*shape, "before timing")


def calls_of(item: Item, slices: int) -> int:
    least = 2 if slices == 1 else slices
    if item.name == "exactk" or item.estimate < CALL_LONG_US:
        return least
    return max(2, min(least, int(GRAPH_US / item.estimate)))


def replay_in_turn(bench: Bench, floors: list, items: list) -> None:
    for round_number in range(bench.replays + WARM_UP):
        keep = round_number >= WARM_UP
        for floor in floors:
            floor.replay(keep)
        for item in items:
            few = item.name != "exactk" and item.estimate > REPLAY_LONG_US
            if item.timed is not None and not (few and len(item.timed.us) >= FEW_REPLAYS):
                item.timed.replay(keep)


def capture(bench: Bench, item: Item, slices: int) -> None:
    """A peer that cannot be captured gets a status; exactk must be."""
    try:
        item.timed = Timed(bench, calls_of(item, slices), item.call)
    except RuntimeError as error:
        if item.name == "exactk":
            raise
        item.status = "error: " + str(error).split("\n", maxsplit=1)[0]
        torch.cuda.synchronize()


def run_cell(bench: Bench, rows: int, n: int, k: int) -> tuple[float, list[Item]]:
    slices = bench.slices(rows, n)
    expected = {number: right_answer(bench.slice(number, rows, n), k) for number in (0, slices - 1)}
    ours, indices, plan = exactk_item(bench, rows, n, k)
    items = [ours, torch_item(bench, rows, n, k, False), torch_item(bench, rows, n, k, True),
             *cub_items(bench, rows, n, k)]
    indices.fill_(-7)
    torch.cuda.synchronize()
    for item in items:
        if item.status == "ok":
            warm_up(bench, item, expected, (rows, n, k))
    bytes_read = rows * n * c_interface.ELEMENT_BYTES[bench.kind]
    floor_calls = 2 if slices == 1 else slices
    floors = [Timed(bench, floor_calls, lambda number, per_sm=per_sm: bench.peers.call(
        "bench_read", bench.slice(number, rows, n).data_ptr(), bytes_read, per_sm, bench.stream.cuda_stream))
        for per_sm in FLOOR_CTAS]
    for item in items:
        if item.status == "ok":
            capture(bench, item, slices)
    replay_in_turn(bench, floors, items)
    indices.fill_(-7)
    torch.cuda.synchronize()
    ours.timed.replay(False)
    if not same(ours, expected[slices - 1]):
        wrong(rows, n, k, "after timing")
    floor_us = min(statistics.median(floor.us) for floor in floors)
    for timed in floors + [item.timed for item in items if item.timed is not None]:
        timed.close()
    plan.close()
    return floor_us, items


def launch_gap(bench: Bench) -> float:
    timed = Timed(bench, SLICES_MAX, lambda number: bench.peers.call("bench_empty", bench.stream.cuda_stream))
    for round_number in range(bench.replays + WARM_UP):
        timed.replay(round_number >= WARM_UP)
    timed.close()
    return statistics.median(timed.us)


def driver_version() -> str:
    try:
        said = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader", "--id=0"],
                              check=True, stdout=subprocess.PIPE, text=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return said.stdout.strip()


def run_lines(bench: Bench, suite: str) -> str:
    """What ran where and when, as the head of a table begins; its last line, of the driver, is left open."""
    device = torch.cuda.get_device_properties(0)
    return (f"# suite: {suite}\n# commit: {bench.peers.c.bench_commit().decode()}\n"
            f"# exactk: {bench.library.versions()}\n# date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}\n"
            f"# device: {device.name}, compute capability {device.major}{device.minor}, "
            f"{device.multi_processor_count} SMs\n"
            f"# driver: {driver_version()}; torch {torch.__version__}")


def write_head(file, bench: Bench) -> None:
    cub = bench.peers.c.bench_cub_version()
    file.write(run_lines(bench, "side_by_side") + f"; CUB {cub // 100000}.{cub // 100 % 1000}.{cub % 100}\n"
               f"# scores: {bench.kind}, {bench.dist}, seed 1\n"
               f"# method: cold, in-graph event pair / calls, one process, in turn; median of {bench.replays} replays\n"
               f"# launch_gap_us: {launch_gap(bench):.2f}\n")
    file.write("rows,n,k,type,dist,item,status,us,min_us,max_us,calls,replays,floor_us,ratio,to_exactk,same_set\n")


def write_cell(file, bench: Bench, shape, floor_us: float, items: list[Item]) -> dict[str, float]:
    writer = csv.writer(file, lineterminator="\n")
    ours = statistics.median(items[0].timed.us)
    factors = {}
    for item in items:
        row = [*shape, bench.kind, bench.dist, item.name, item.status]
        if item.timed is None:
            writer.writerow(row + ["", "", "", 0, 0, f"{floor_us:.2f}", "", "", item.same_set])
            continue
        us = statistics.median(item.timed.us)
        factors[item.name] = us / ours
        writer.writerow(row + [f"{us:.2f}", f"{min(item.timed.us):.2f}", f"{max(item.timed.us):.2f}",
                               item.timed.calls, len(item.timed.us), f"{floor_us:.2f}", f"{us / floor_us:.3f}",
                               f"{us / ours:.3f}", item.same_set])
    file.flush()
    return factors


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def print_summary(factors: dict, done: int, left_out: list[str]) -> None:
    print(f"{done} cells; each answer of exactk equals a stable sort. Time of a peer / time of exactk:")
    print(f"{'peer':28} {'min':>8} {'median':>8} {'max':>8}   cells   cells where it is faster")
    for name, found in factors.items():
        values = [factor for factor, _ in found]
        faster = [cell for factor, cell in found if factor < 1]
        print(f"{name:28} {min(values):8.2f} {statistics.median(values):8.2f} {max(values):8.2f} {len(values):7d}   "
              f"{len(faster)}" + (": " + "; ".join(faster) if faster else ""))
    for text in left_out:
        print("left out: " + text)


def main() -> int:
    parser = argparse.ArgumentParser(description="exactk, torch.topk and CUB in one process, interleaved")
    parser.add_argument("results", help="the table to write")
    parser.add_argument("--rows", type=numbers, default=[1, 8, 32, 64, 128, 256, 1024, 4096])
    parser.add_argument("--n", type=numbers, default=[4096, 16384, 65536, 262144, 1048576])
    parser.add_argument("--k", type=numbers, default=[512, 2048])
    parser.add_argument("--type", choices=sorted(DTYPES), default="float32")
    parser.add_argument("--dist", choices=("normal", "ties16"), default="normal")
    parser.add_argument("--replays", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin no cell later; 0: no limit")
    parser.add_argument("--libraries", default=os.path.dirname(os.path.abspath(__file__)),
                        help="the folder of libexactk_c.so and libbench_peers.so (default: this script's)")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("error: no GPU here; nothing was timed", file=sys.stderr)
        return 1
    begin = time.monotonic()
    bench = Bench(options.libraries, options.type, options.dist, options.replays)
    factors: dict[str, list[tuple[float, str]]] = {}
    left_out, done = [], 0
    with open(options.results, "w", encoding="utf-8", newline="") as file:
        write_head(file, bench)
        for rows in options.rows:
            for n in options.n:
                for k in options.k:
                    cell = f"rows {rows} n {n} k {k}"
                    if k > n or bench.slices(rows, n) == 0:
                        left_out.append(cell + ": k above n or scores that do not fit the pool")
                        continue
                    if options.seconds > 0 and time.monotonic() - begin > options.seconds:
                        left_out.append(cell + ": too late")
                        continue
                    floor_us, items = run_cell(bench, rows, n, k)
                    for name, factor in write_cell(file, bench, (rows, n, k), floor_us, items).items():
                        if name != "exactk":
                            factors.setdefault(name, []).append((factor, cell))
                    del items
                    torch.cuda.empty_cache()
                    done += 1
    print_summary(factors, done, left_out)
    return 1 if done == 0 else 3 if left_out else 0


if __name__ == "__main__":
    sys.exit(main())
