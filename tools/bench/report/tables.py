# Reads the tables of a run and refuses, by name, what is no table of device_bench.
# Spec: contract/C15. Layer: tools/bench.
from __future__ import annotations

import math
import pathlib
from dataclasses import dataclass, field

import compare_peers

SUITES = ("grid", "hostile", "ragged", "types", "smallk", "width", "sawtooth", "plans", "ties", "company", "served", "pdl")
HEAD_KEYS = ("suite", "commit", "date", "device", "driver", "launch_gap_us")
# What makes a line another one than the rest of its table.
IDENTITY = ("rows", "n", "k", "width", "variant", "base", "dist", "type", "lengths", "ties")
COLUMNS = IDENTITY + ("strategy", "ctas", "threads", "floor_us", "exactk_us", "ratio", "suite", "to_base", "status")
PEER_COLUMNS = ("dist", "peer", "rows", "n", "k", "status", "cold_median_us")
RUN_AGAIN = "run the suite again with the device_bench of this tree"
HALF_UNIT_US = 0.005  # bound: times are printed with two places
HALF_UNIT_RATIO = 0.0005  # bound: ratios are printed with three


class ReportError(Exception):
    """A named error: what is wrong in which line of which file, and what to do."""

    def __init__(self, name: str, path: pathlib.Path, line: int | None, message: str):
        super().__init__(f"{name}: {path}{'' if line is None else f':{line}'}: {message}")


@dataclass(frozen=True)
class Line:
    """One timed variant of a cell."""
    fields: dict
    rows: int
    n: int
    k: int
    us: float
    floor_us: float
    ratio: float
    to_base: float | None
    weight: float | None

    @property
    def key(self) -> tuple:
        return (self.rows, self.n, self.k) + tuple(self.fields[name] for name in IDENTITY[3:])

    @property
    def base_us(self) -> float:
        return self.us / self.to_base

    @property
    def plan(self) -> str:
        return f"{self.fields['strategy']} {self.fields['ctas']} x {self.fields['threads']}"

    def __getitem__(self, name: str) -> str:
        return self.fields[name]


@dataclass
class Table:
    head: dict
    lines: list = field(default_factory=list)
    refused: dict = field(default_factory=dict)  # how many lines have which status other than ok


class _Reader:
    """One line of a table with its place, for errors."""

    def __init__(self, path: pathlib.Path, number: int, fields: dict, again: str):
        self.path, self.number, self.fields, self.again = path, number, fields, again

    def fail(self, name: str, message: str):
        raise ReportError(name, self.path, self.number, message)

    def number_of(self, column: str, kind=float, zero: bool = False):
        text = self.fields[column]
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            self.fail("not_a_number", f"{column} is '{text}'; {self.again}")
        if value < 0 or (value == 0 and not zero):
            self.fail("not_positive", f"{column} is {text}; {self.again}")
        return value


def _text_lines(path: pathlib.Path, again: str) -> list:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ReportError("not_utf8", path, None, f"byte {error.start} is no UTF-8 text; {again}") from error
    except OSError as error:
        raise ReportError("not_readable", path, None, f"{error.strerror}; name a file that can be read") from error
    if text and not text.endswith("\n"):
        raise ReportError("cut_off", path, text.count("\n") + 1, f"the last line has no end, so it may lack a part; {again}")
    return text.split("\n")[:-1]


def _records(path: pathlib.Path, columns: tuple, again: str):
    """The lines that begin with "#", numbered, and a reader for each line below the names of the columns."""
    numbered = list(enumerate(_text_lines(path, again), start=1))
    head = [(number, text) for number, text in numbered if text.startswith("#")]
    body = [(number, text) for number, text in numbered if text and not text.startswith("#")]
    if not body:
        raise ReportError("empty_table", path, None, f"no line names the columns; {again}")
    number, text = body[0]
    names = text.split(",")
    lacking = [name for name in columns if name not in names]
    if lacking:
        raise ReportError("column_missing", path, number, f"no column {', '.join(lacking)}; {again}")
    if len(set(names)) != len(names):
        raise ReportError("column_twice", path, number, f"two columns have one name; {again}")
    readers = []
    for number, text in body[1:]:
        fields = text.split(",")
        if len(fields) != len(names):
            raise ReportError("field_count", path, number, f"{len(fields)} fields under {len(names)} columns; {again}")
        readers.append(_Reader(path, number, dict(zip(names, fields)), again))
    return head, readers


def _head(path: pathlib.Path, numbered: list) -> dict:
    head = {}
    for number, text in numbered:
        key, colon, value = text[1:].partition(":")
        key = key.strip()
        if not colon:
            raise ReportError("head_line", path, number, f"no '# key: value'; {RUN_AGAIN}")
        if key in head:
            raise ReportError("head_twice", path, number, f"the head says {key} twice; keep the lines of one run only")
        head[key] = value.strip()
    lacking = [key for key in HEAD_KEYS if key not in head]
    if lacking:
        raise ReportError("head_missing", path, 1, f"the head does not say {', '.join(lacking)}; {RUN_AGAIN}")
    return head


def _line(reader: _Reader) -> Line:
    us, floor_us, ratio = (reader.number_of(name) for name in ("exactk_us", "floor_us", "ratio"))
    least = (us - HALF_UNIT_US) / (floor_us + HALF_UNIT_US) - HALF_UNIT_RATIO
    greatest = (us + HALF_UNIT_US) / max(floor_us - HALF_UNIT_US, HALF_UNIT_US) + HALF_UNIT_RATIO
    if not least <= ratio <= greatest:
        reader.fail("ratio_differs", f"ratio is {ratio}, but exactk_us / floor_us is {us / floor_us:.3f}; {RUN_AGAIN}")
    return Line(fields=reader.fields, us=us, floor_us=floor_us, ratio=ratio,
                rows=reader.number_of("rows", int), n=reader.number_of("n", int), k=reader.number_of("k", int),
                to_base=reader.number_of("to_base") if reader.fields["to_base"] else None,
                weight=reader.number_of("weight", zero=True) if "weight" in reader.fields else None)


def read_table(path: pathlib.Path, suite: str) -> Table:
    head, readers = _records(path, COLUMNS, RUN_AGAIN)
    table, seen = Table(_head(path, head)), {}
    if table.head["suite"] != suite:
        raise ReportError("other_suite", path, 1, f"a table of the suite {table.head['suite']}, not {suite}; name the file "
                                                  "after its suite")
    for reader in readers:
        if reader.fields["suite"] != suite:
            reader.fail("other_suite", f"a line of the suite {reader.fields['suite']}; put suites into files of their own")
        if reader.fields["status"] != "ok":
            status = reader.fields["status"]
            table.refused[status] = table.refused.get(status, 0) + 1
            continue
        line = _line(reader)
        if line.key in seen:
            reader.fail("line_twice", f"the same variant of the same cell as line {seen[line.key]}; keep one run a file")
        seen[line.key] = reader.number
        table.lines.append(line)
    return table


def read_folder(folder: pathlib.Path) -> dict:
    """Each suite's table, None where there is no file of it."""
    if not folder.is_dir():
        raise ReportError("no_folder", folder, None, "not a folder; name the one with grid.csv, hostile.csv, ...")
    paths = {suite: folder / f"{suite}.csv" for suite in SUITES}
    return {suite: read_table(path, suite) if path.exists() else None for suite, path in paths.items()}


@dataclass(frozen=True)
class Peers:
    name: str
    cells: dict  # (rows, n, k): {peer: us}
    floors: dict  # (rows, n): us


def read_peers(path: pathlib.Path) -> Peers:
    """Checks what compare_peers.py takes on trust, and has it read the file."""
    again = "give a table of recorded peers, as compare_peers.py describes it"
    for reader in _records(path, PEER_COLUMNS, again)[1]:
        if reader.fields["status"] == "ok":
            for column, kind in (("rows", int), ("n", int), ("k", int), ("cold_median_us", float)):
                reader.number_of(column, kind)
    cells, floors = compare_peers.read_peers(str(path))
    return Peers(path.name, cells, floors)
