# exactk census DIR: a folder's rows are those of its files, entries that ask the same are counted together, calls are named.
# Spec: contract/C1 C2 C3 C18. Layer: proptests/cli.
import json
import os
import sys

import numpy as np

import support
from support import expected


class Folder(support.Case):
    def setUp(self):
        super().setUp()
        self.draw = np.random.default_rng(3)

    def manifest(self, *entries):
        with open(self.path("manifest.json"), "w") as file:
            json.dump(entries, file)

    def folder_census(self, *flags, code=0):
        return json.loads(self.ends(code, "census", self.folder, "--json", *flags))

    def file_census(self, scores, *flags):
        return json.loads(self.succeeds("census", "--scores", scores, "--json", *flags))

    def same_numbers(self, one, other):
        """All but the names of rows' sources."""
        drop = lambda value: ({key: drop(part) for key, part in value.items() if key not in ("sources", "call_word",
                                                                                             "source", "call")}
                              if isinstance(value, dict) else [drop(part) for part in value]
                              if isinstance(value, list) else value)
        self.assertEqual(drop(one), drop(other))

    def test_a_folder_of_one_file_is_that_file(self):
        scores = self.save("s.npy", self.draw.integers(0, 9, (40, 200)).astype(np.float32))
        lengths = self.save("l.npy", self.draw.integers(-3, 230, 40))
        self.manifest({"scores": "s.npy", "lengths": "l.npy", "k": 20})
        report = self.folder_census()
        self.assertEqual((report["left_out"], len(report["censuses"])), ([], 1))
        self.same_numbers(report["censuses"][0], self.file_census(scores, "--lengths", lengths, "--k", 20))
        for threads in (1, 3):
            self.assertEqual(self.folder_census("--threads", threads), report)

    def test_windows_are_what_is_counted(self):
        scores = self.draw.standard_normal((6, 50)).astype(np.float32)
        starts, ends = self.draw.integers(0, 25, 6), self.draw.integers(25, 60, 6)
        self.save("s.npy", scores)
        self.save("starts.npy", starts)
        self.save("ends.npy", ends)
        self.manifest({"scores": "s.npy", "starts": "starts.npy", "ends": "ends.npy"})
        windows = [row[a:b] for row, a, b in zip(scores, starts, ends)]
        width = max(len(window) for window in windows)
        alone = self.save("alone.npy", np.stack([np.pad(w, (0, width - len(w))) for w in windows]))
        lengths = self.save("lengths.npy", np.int32([len(window) for window in windows]))
        self.same_numbers(self.folder_census("--k", 4)["censuses"][0],
                          self.file_census(alone, "--lengths", lengths, "--k", 4))

    def test_entries_that_ask_the_same_are_counted_together_and_shared_scores_once(self):
        first, second = (self.draw.integers(0, 9, (5, 80)).astype(np.float32) for _ in range(2))
        self.save("a.npy", first)
        self.save("b.npy", second)
        self.save("h.npy", first.astype(np.float16))
        indices = np.stack([expected(row.astype(np.float64), 7) for row in first])
        self.save("i.npy", indices)
        self.manifest({"scores": "a.npy", "indices": "i.npy"}, {"scores": "b.npy", "k": 7},
                      {"scores": "a.npy", "indices": "i.npy", "name": "again"}, {"scores": "h.npy", "k": 7},
                      {"scores": "a.npy", "k": 7, "direction": "smallest"}, {"scores": "b.npy", "k": 9})
        report = self.folder_census()
        self.assertEqual([(part["type"], part["k"], part["direction"], part["rows"]["all"])
                          for part in report["censuses"]],
                         [("float32", 7, "largest", 10), ("float16", 7, "largest", 5), ("float32", 7, "smallest", 5),
                          ("float32", 9, "largest", 5)])
        both = self.save("both.npy", np.concatenate([first, second]))
        whole = self.file_census(both, "--k", 7)
        self.assertEqual(report["censuses"][0]["plateau"], whole["plateau"])
        self.assertEqual([name[-5:] for name in report["censuses"][0]["sources"]], ["a.npy", "b.npy"])
        self.ends(2, "census", self.folder, "--html", self.path("page.html"), stderr="holds 4 such questions")
        self.assertFalse(os.path.exists(self.path("page.html")))
        self.succeeds("census", self.folder, "--only", "again", "--html", self.path("page.html"))
        self.assertTrue(os.path.exists(self.path("page.html")))
        self.succeeds("census", self.folder, "--only", "again", "--html", self.path("page.html"))
        self.assertEqual(report["shared"], 1)
        self.assertIn("1 more entries are about scores that are counted already", self.succeeds("census", self.folder))
        for name in ("manifest.json", "a.npy", "i.npy"):
            with open(self.path(name), "rb") as file:
                before = file.read()
            self.ends(2, "census", self.folder, "--only", "again", "--html", self.path(name), stderr="and is no page")
            with open(self.path(name), "rb") as file:
                self.assertEqual(file.read(), before)

    def test_what_cannot_be_counted_is_said(self):
        self.save("a.npy", np.zeros((1, 4), np.float32))
        self.save("d.npy", np.zeros((1, 4), np.float64))
        self.manifest({"scores": "d.npy", "k": 1, "name": "double"}, {"scores": "a.npy", "k": 1})
        report = self.folder_census()
        self.assertEqual((report["censuses"][0]["rows"]["all"], len(report["left_out"])), (1, 1))
        self.assertIn("double: ", report["left_out"][0])
        self.assertIn("left out: double: ", self.succeeds("census", self.folder))
        self.manifest({"scores": "d.npy", "k": 1})
        self.assertEqual(self.folder_census(code=3)["censuses"], [])
        self.manifest({"scores": "a.npy"})
        self.ends(2, "census", self.folder, stderr="entry a.npy: has neither k nor indices; say how many would be")
        self.ends(2, "census", self.folder, "--k", -1, stderr="k is -1")
        self.ends(2, "census", self.folder, "--only", "x", "--k", 1, stderr="--only x: ")
        self.ends(2, "census", self.folder, "--scores", "s.npy", "--k", 1, stderr="not expected: ")
        self.ends(2, "census", stderr="--scores is required")

    def test_a_recording_names_its_calls(self):
        from exactk import record
        with record.Recorder(self.path("run"), every=1, tell=lambda words: None) as recorder:
            for call in range(4):
                scores = np.zeros((2, 30), np.float32) if call == 2 else np.arange(60, dtype=np.float32).reshape(2, 30)
                recorder.call(call, scores=scores, indices=np.zeros((2, 5), np.int32))
        report = json.loads(self.succeeds("census", self.path("run"), "--json"))["censuses"][0]
        self.assertEqual((report["rows"]["all"], report["k"], report["call_word"]), (8, 5, "call"))
        self.assertEqual(report["boundary_ties"]["first"], {"source": 0, "call": 2, "row": 0})
        self.assertIn("first in call 2 row 0", self.succeeds("census", self.path("run")))


if __name__ == "__main__":
    sys.path.insert(0, os.path.join(sys.argv[2], "..", "..", "tools", "python"))
    support.main()
