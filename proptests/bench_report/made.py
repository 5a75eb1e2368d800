"""Tables as device_bench writes them, from a few figures, and report.py run on them in a folder of its own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[2] / "tools" / "bench"
COLUMNS = ("rows,n,k,strategy,ctas,threads,floor_us,exactk_us,ratio,min_us,max_us,replays,calls,suite,variant,base,to_base,"
           "type,dist,width,pitch,lengths,ties,groups,sample,whole,list,status").split(",")
DEFAULTS = {"strategy": "row_per_cta", "ctas": 1, "threads": 256, "replays": 9, "calls": 20, "variant": "auto", "base": "",
            "to_base": "", "type": "float32", "dist": "normal", "lengths": "none", "ties": "low", "groups": 1, "sample": 0,
            "whole": 4096, "list": 0, "status": "ok"}


def head(suite, commit="abc1234", device="Made-up GPU"):
    return [f"# suite: {suite}", f"# commit: {commit}", "# exactk: 0.1.0, contract 1.0", "# date: 2026-01-02T03:04:05Z",
            f"# device: {device}", "# driver: 1.2.3, CUDA 13000", "# method: made up", "# launch_gap_us: 0.67"]


def line(suite, rows, n, k, us, floor, **fields):
    """One line; its ratio and width follow from the rest unless they are given."""
    return {**DEFAULTS, "suite": suite, "rows": rows, "n": n, "k": k, "floor_us": f"{floor:.2f}",
            "exactk_us": f"{us:.2f}", "ratio": f"{us / floor:.3f}", "min_us": us, "max_us": us, "width": n, "pitch": n,
            **fields}


def text(suite, lines, **of_head):
    """A table. What a line has beyond the known columns makes columns of its own behind them."""
    names = COLUMNS + sorted({name for found in lines for name in found} - set(COLUMNS))
    body = [",".join(str(found[name]) for name in names) for found in lines]
    return "\n".join([*head(suite, **of_head), ",".join(names), *body, ""])


PEER_COLUMNS = "dist,peer,rows,n,k,status,cold_median_us"


def peers_text(lines):
    return "\n".join([PEER_COLUMNS, *(",".join(map(str, one)) for one in lines), ""])


class Reported(unittest.TestCase):
    """Files in a folder of the test's own, and what report.py makes of them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.first, self.second, self.out = (self.root / name for name in ("first", "second", "out"))
        self.first.mkdir()

    def put(self, suite, lines, folder=None, **of_head):
        self.put_text(f"{suite}.csv", text(suite, [line(suite, *one[:5], **(one[5] if len(one) > 5 else {}))
                                                   for one in lines], **of_head), folder)

    def put_text(self, name, content, folder=None):
        folder = folder or self.first
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")

    def call(self, *words, environment=None):
        done = subprocess.run([sys.executable, "-B", str(BENCH / "report.py"), *map(str, words)], capture_output=True,
                              text=True, check=False, env=environment)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def report(self, *words, code=0, **how):
        done = self.call(self.first, "--out", self.out, *words, **how)
        self.assertEqual(code, done.returncode, done.stderr)
        return (self.out / "report.md").read_text(encoding="utf-8")

    @staticmethod
    def section(report, title):
        """The lines below a heading, up to the next."""
        below = report.split(f"\n## {title}\n")
        assert len(below) == 2, f"{len(below) - 1} sections {title}"
        return below[1].split("\n## ")[0]

    @staticmethod
    def rows(part):
        """The rows of all tables in a part, as lists of texts."""
        return [[value.strip() for value in row.strip("|").split("|")] for row in part.split("\n") if row.startswith("|")]

    def row(self, part, *begin):
        """The one row that begins so."""
        found = [row for row in self.rows(part) if row[:len(begin)] == [str(value) for value in begin]]
        self.assertEqual(1, len(found), f"rows that begin with {begin} in {part}")
        return found[0]

    def no_row(self, part, *begin):
        self.assertEqual([], [row for row in self.rows(part) if row[:len(begin)] == [str(value) for value in begin]])
