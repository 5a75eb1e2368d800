# Shapes of few bytes and many rows, and reports larger than the program may be.
# Spec: contract/C2 C18. Layer: proptests/cli.
import json
import os
import subprocess

import numpy as np

import support

MANY = 2_000_000_000_000_000_000  # no loop over so many rows or runs ever ends


class Sizes(support.Case):
    def save_empty(self, name, element, *shape):
        """A file of that shape and no elements; numpy makes no such array."""
        text = f"{{'descr': '{element}', 'fortran_order': False, 'shape': {shape}, }}"
        text += " " * ((64 - (10 + len(text) + 1) % 64) % 64) + "\n"
        with open(self.path(name), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode())
        return self.path(name)

    def test_no_slots_are_judged_at_once_whatever_the_rows_and_runs(self):
        scores = self.save_empty("s.npy", "<f4", MANY, 0)
        report = self.verdict(0, "--scores", scores, "--indices", self.save_empty("i.npy", "<i4", MANY, 0))
        self.assertEqual((report["rows"], report["k"]), (MANY, 0))
        row = self.save("row.npy", np.float32([[1, 2, 3, 4]]))
        report = self.verdict(0, "--scores", row, "--indices", self.save_empty("runs.npy", "<i4", MANY, 1, 0))
        self.assertEqual((report["runs"], report["k"]), (MANY, 0))
        some = MANY // 8
        scores = self.save_empty("some.npy", "<f4", some, 0)
        report = self.verdict(0, "--scores", scores, "--indices", self.save_empty("r.npy", "<i8", 2, some, 0),
                              "--values", self.save_empty("v.npy", "<f4", 2, some, 0))
        self.assertEqual((report["runs"], report["rows"]), (2, some))

    def test_no_slots_are_computed_at_once_whatever_the_rows(self):
        scores = self.save_empty("s.npy", "<f4", MANY, 0)
        version = self.succeeds("--version")
        names = [name for name in ("rank", "sort", "cpu", "model") if f"{name}: yes" in version]
        self.assertIn("model", names)
        for name in names:
            text = self.succeeds("topk", "--scores", scores, "--k", 0, "--impl", name, "--out", self.path("i.npy"),
                                 "--values", self.path("v.npy"))
            self.assertIn(f"i.npy int32 [{MANY}, 0]\n", text)

    def test_facts_of_more_rows_than_the_memory_holds_are_refused(self):
        scores = self.save_empty("s.npy", "<f4", MANY, 0)
        base = ["topk", "--scores", scores, "--k", 0, "--out", self.path("i.npy")]
        for facts in (["--digest"], ["--certificate", self.path("c.npy")]):
            self.ends(2, *base, *facts, stderr="are more than the memory of this machine")
        self.assertFalse(os.path.exists(self.path("i.npy")))

    def test_one_row_of_many_is_traced(self):
        scores = self.save_empty("s.npy", "<f4", MANY, 0)
        text = self.succeeds("trace", "--scores", scores, "--row", MANY - 1, "--k", 2, "--json")
        self.assertEqual(json.loads(text)["indices"], [-1, -1])

    def test_a_trace_in_json_takes_little_more_memory_than_its_indices(self):
        k = 5_000_000
        scores = self.save("s.npy", np.float32([[1, 2, 3]]))
        with open(self.path("trace.json"), "w") as out:
            program = subprocess.Popen([support.PROGRAM, "trace", "--scores", scores, "--row", "0", "--k", str(k),
                                        "--json"], stdout=out)
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(program.returncode, 0)
        with open(self.path("trace.json"), encoding="utf-8") as file:
            indices = json.load(file)["indices"]
        self.assertEqual((len(indices), indices[:4], indices[-1]), (k, [0, 1, 2, -1], -1))
        # 4 bytes an index and what the program and its libraries take; a tree of JSON would take 16 and more.
        self.assertLess(usage.ru_maxrss * 1024, 4 * k + 100_000_000)


if __name__ == "__main__":
    support.main()
