# exactk verify DIR: manifests with .npy and .safetensors files, windows, page tables, claims, and what is refused.
# Spec: contract/C1 to C9 C15. Layer: proptests/cli.
import json
import os
import shutil

import numpy as np

import support
from dump_files import Folder, safetensors
from support import expected, fault_names, widen


class Answers(Folder):
    """Right answers of every layout pass, and one planted fault is named with its place."""

    def question(self, dtype="f32"):
        """Scores of few values, patterns and values beside each other."""
        rows, width = int(self.draw.integers(1, 9)), int(self.draw.integers(20, 90))
        values = self.draw.integers(-4, 5, (rows, width)).astype(np.float32)
        bits = {"f32": values, "f16": values.astype(np.float16),
                "bf16": (values.view(np.uint32) >> 16).astype(np.uint16)}[dtype]
        return rows, width, bits, widen(bits.view({"f32": np.uint32}.get(dtype, np.uint16)), dtype)

    def test_windows_bases_and_pages_in_both_kinds_of_files(self):
        seen = set()
        for turn in range(60):
            dtype = ("f32", "f16", "bf16")[turn % 3]
            rows, width, bits, values = self.question(dtype)
            k = int(self.draw.integers(1, 40))
            starts = self.draw.integers(-3, width + 4, rows)
            lengths = self.draw.integers(-2, width + 9, rows)
            page_size = int(self.draw.choice([1, 3, 8]))
            layout = {"paged": bool(turn % 2), "from_row": bool(turn // 2 % 2), "ends": bool(turn // 4 % 2),
                      "safe": bool(turn // 8 % 2), "starts": bool(turn % 5)}
            if not layout["starts"]:
                starts = np.zeros(rows, np.int64)
            fill = int(self.draw.choice([-1, -9, -2, 0, 3]))
            tables = int(self.draw.integers(1, 4))
            pages = -(-width // page_size)
            table = np.stack([self.draw.permutation(3 * pages)[:pages] for _ in range(tables)])
            table_of_row = self.draw.integers(0, tables, rows)
            answers = np.full((rows, k), fill, np.int64)
            for row in range(rows):
                start = min(max(int(starts[row]), 0), width)
                # An end is that of the row, a length that of the window; both are taken back by the width.
                end = int(starts[row] + lengths[row]) if layout["ends"] else start + int(lengths[row])
                n = max(0, min(end, width) - start)
                chosen = expected(values[row, start:start + n], k)[:min(k, n)] + (start if layout["from_row"] else 0)
                if layout["paged"]:
                    chosen = table[table_of_row[row], chosen // page_size] * page_size + chosen % page_size
                answers[row, :len(chosen)] = chosen
            arrays = {"scores": bits, "indices": answers.astype(self.draw.choice([np.int32, np.int64]))}
            if layout["starts"]:
                arrays["starts"] = starts.astype(np.int32)
            arrays["ends" if layout["ends"] else "lengths"] = starts + lengths if layout["ends"] else lengths
            entry = {"fill": fill, "rows": rows, "width": width, "k": k}
            if layout["from_row"]:
                entry["index_base"] = "row"
            if layout["paged"]:
                arrays.update(page_table=table.astype(np.int32), table_rows=table_of_row)
                entry["page_size"] = page_size
            if layout["safe"]:
                safetensors(self.path("all.safetensors"), arrays, {"who": "test"}, shift=turn % 4)
                entry.update({role: f"all.safetensors#{role}" for role in arrays})
            else:
                for role, array in arrays.items():
                    self.save(role + ".npy", array)
                    entry[role] = role + ".npy"
                if dtype == "bf16":
                    entry["dtype"] = "bfloat16"
            # Paged and based answers that cannot ascend are held to the order of the indices that they stand for.
            report = self.one(0, entry)
            self.assertEqual((report["verdict"], report["faults"], report["no_position"]), ("passed", [], 0), layout)
            seen.add(tuple(layout.values()))

            # One selected element less, another one in its place: the row and what it lost are named.
            held = [min(k, max(0, (min(int(starts[row] + lengths[row]) if layout["ends"] else
                                       min(max(int(starts[row]), 0), width) + int(lengths[row]), width)
                                   - min(max(int(starts[row]), 0), width)))) for row in range(rows)]
            row = int(np.argmax(held))
            if held[row] < 2:
                continue
            arrays["indices"][row, 1] = arrays["indices"][row, 0]
            if layout["safe"]:
                safetensors(self.path("all.safetensors"), arrays, shift=turn % 4)
            else:
                self.save("indices.npy", arrays["indices"])
            report = self.one(1, entry)
            self.assertIn("duplicate", fault_names(report))
            self.assertEqual((report["faults"][0]["first"]["row"], report["faults"][0]["first"]["slot"]), (row, 1))
        self.assertGreater(len(seen), 12)

    def test_a_place_in_no_page_is_none_and_one_in_two_pages_is_refused(self):
        self.save("s.npy", np.float32([[5, 1, 4, 2]]))
        self.save("p.npy", np.int32([[7, 2]]))
        entry = {"scores": "s.npy", "indices": "i.npy", "page_table": "p.npy", "page_size": 2}
        self.save("i.npy", np.int32([[14, 4]]))
        self.one(0, entry)
        self.save("i.npy", np.int32([[14, 6]]))
        report = self.one(1, entry)
        self.assertEqual((report["no_position"], fault_names(report)), (1, ["out_of_range"]))
        self.save("p.npy", np.int32([[7, 7]]))
        self.ends(2, "verify", self.folder, stderr="p.npy: contradiction: page 7 stands twice in the table of row 0")
        # Of several such rows the first is named, whatever the threads; slots beyond k name nothing.
        self.save("many.npy", np.tile(np.float32([[5, 1, 4, 2] * 25000]), (40, 1)))
        self.save("tables.npy", np.tile(np.arange(50000, dtype=np.int32), (40, 1)))
        twice = np.load(self.path("tables.npy"))
        twice[[7, 9, 31], 1] = 0
        self.save("twice.npy", twice)
        self.save("many_i.npy", np.tile(np.int32([[0, 4]]), (40, 1)))
        many = {"scores": "many.npy", "indices": "many_i.npy", "page_table": "tables.npy", "page_size": 2}
        self.one(0, many)
        for threads in (1, 2, 7):
            self.manifest([{**many, "page_table": "twice.npy"}])
            self.ends(2, "verify", self.folder, "--threads", threads, stderr="page 0 stands twice in the table of row 7;")
        self.save("p.npy", np.int32([[7, 2]]))
        self.save("i.npy", np.int32([[14, 99]]))
        self.assertEqual(self.one(0, {**entry, "k": 1})["no_position"], 0)
        self.save("p.npy", np.int32([[7, 7]]))
        # Beyond the row's pages a table holds what it likes.
        self.save("l.npy", np.int32([2]))
        self.save("i.npy", np.int32([[14, 15]]))
        self.one(0, {**entry, "lengths": "l.npy"})

    def test_values_are_judged_in_both_kinds_of_files(self):
        scores, values = np.float32([[3, 1, 2]]), np.float32([[3, 2]])
        safetensors(self.path("a.safetensors"), {"s": scores, "i": np.int64([[0, 2]]), "v": values})
        entry = {"scores": "a.safetensors#s", "indices": "a.safetensors#i", "values": "a.safetensors#v"}
        self.one(0, entry)
        safetensors(self.path("a.safetensors"), {"s": scores, "i": np.int64([[0, 2]]), "v": values[:, ::-1].copy()})
        self.assertEqual(fault_names(self.one(1, entry)), ["wrong_score_bits"])

    def test_rows_of_many_threads_and_blocks_are_those_of_one(self):
        rows, width, k = 300, 9000, 64
        scores = self.draw.standard_normal((rows, width)).astype(np.float32)
        self.save("s.npy", scores)
        indices = np.stack([expected(row.astype(np.float64), k) for row in scores])
        for row, slot in ((13, 2), (150, 1), (299, 0)):
            indices[row, slot] = (indices[row, slot] + 1) % width
        self.save("i.npy", indices)
        self.manifest([{"scores": "s.npy", "indices": "i.npy"}])
        reports = [self.judge(1, "--threads", threads) for threads in (1, 2, 5)]
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[0], reports[2])
        lost = [fault for fault in reports[0]["entries"][0]["faults"] if fault["name"] == "missing_winner"][0]
        self.assertEqual((lost["rows_hit"], lost["first"]["row"]), (3, 13))


class Manifests(Folder):
    def setUp(self):
        super().setUp()
        for name in os.listdir(support.EXAMPLES):
            if name.endswith(".npy"):
                shutil.copy(os.path.join(support.EXAMPLES, name), self.folder)
        self.narrow = {"scores": "scores_narrow_1x8192.npy", "producer": "stock",
                       "indices": "indices_vllm_stock_narrow_1x8192_k2048.npy"}
        self.right = {**self.narrow, "producer": "det", "indices": "indices_vllm_det_narrow_1x8192_k2048.npy"}

    def test_where_nothing_was_asked_nothing_has_passed(self):
        self.save("none.npy", np.zeros((0, 4), np.float32))
        self.save("i.npy", np.zeros((0, 2), np.int32))
        self.manifest([{"scores": "none.npy", "indices": "i.npy"}])
        self.assertIn("1 of them have no rows or no slots", self.ends(3, "verify", self.folder))
        self.manifest([{"scores": "none.npy", "indices": "i.npy"}, self.right])
        self.assertEqual(self.judge(0)["totals"]["empty"], 1)

    def test_every_answer_is_judged_and_counted(self):
        self.manifest({"format": "exactk dump", "version": 1, "notes": ["anything"],
                       "dumps": [self.narrow, self.right, {"scores": "scores_narrow_1x8192.npy", "name": "bare"}]})
        report = self.judge(1)
        self.assertEqual([entry["verdict"] for entry in report["entries"][:2]], ["failed", "passed"])
        self.assertEqual(report["totals"], {"passed": 1, "failed": 1, "inconclusive": 0, "unsupported": 0,
                                            "without_answer": 1, "empty": 0, "claims_hold": 0, "claims_broken": 0, "claims_untold": 0,
                                            "not_told": 0})
        alone = self.verdict(1, "--scores", self.path(self.narrow["scores"]), "--indices",
                             self.path(self.narrow["indices"]))
        for key in ("verdict", "reason", "type", "runs", "rows", "width", "k", "asked", "faults"):
            self.assertEqual(report["entries"][0][key], alone[key])
        text = self.ends(1, "verify", self.folder)
        self.assertIn("failed: indices_vllm_stock_narrow_1x8192_k2048.npy (stock): 5 runs of 1 row of 8192", text)
        self.assertIn("\n1 passed, 1 failed, 0 inconclusive, 0 unsupported, 1 without an answer\n", text)
        self.judge(0, "--only", self.right["indices"])
        self.judge(3, "--only", "bare")
        self.ends(2, "verify", self.folder, "--only", "other", stderr="--only other:")

    def test_claims_are_held_against_what_is_found(self):
        truth = {"run_to_run_identical": False, "values_exact": False, "set_is_lowest_index": False,
                 "ascending": False}
        report = self.one(1, {**self.narrow, **truth})
        self.assertEqual([(claim["claimed"], claim["found"]) for claim in report["claims"]], [(False, False)] * 4)
        good = {key: True for key in truth}
        self.manifest([{**self.right, **good}])
        self.assertEqual(self.judge(0)["totals"]["claims_hold"], 4)
        for key in truth:
            self.manifest([{**self.right, **good, key: False}])
            self.assertEqual(self.judge(1)["totals"]["claims_broken"], 1)
            self.assertIn(f"claimed {key} false: found true", self.ends(1, "verify", self.folder))
        # Of one run nobody can tell whether a second would be the same, and without slots all are.
        self.save("s.npy", np.float32([[1, 3, 2, 3]]))
        self.save("i.npy", np.int32([[[1, 3]], [[3, 1]]]))
        self.save("one.npy", np.int32([[1, 3]]))
        claim = {"scores": "s.npy", "run_to_run_identical": True}
        report = self.one(3, {**claim, "indices": "one.npy"})
        self.assertEqual(report["claims"], [{"name": "run_to_run_identical", "claimed": True, "found": None}])
        self.assertIn("claimed run_to_run_identical true: cannot be told", self.ends(3, "verify", self.folder))
        self.assertEqual(self.one(1, {**claim, "indices": "i.npy"})["claims"][0]["found"], False)
        self.assertEqual(self.one(3, {**claim, "indices": "i.npy", "k": 0})["claims"][0]["found"], True)
        self.save("same.npy", np.int32([[[1, 3]], [[1, 3]]]))
        self.save("v.npy", np.float32([[[3, 3]], [[3, 2]]]))
        self.assertEqual(self.one(1, {**claim, "indices": "same.npy", "values": "v.npy"})["claims"][0]["found"], False)
        # Values that are no scores of their elements are not exact.
        self.save("v.npy", np.float32([[[3, 3]], [[9, 3]]]))
        report = self.one(1, {**claim, "indices": "same.npy", "values": "v.npy", "values_exact": True})
        self.assertEqual([part["found"] for part in report["claims"]], [False, False])
        # A demand of its own does not change what the claims speak of.
        report = self.one(1, {**self.narrow, **truth, "ties": "any", "order": "any"})
        self.assertNotIn("wrong_order", fault_names(report))
        self.assertEqual({claim["found"] for claim in report["claims"]}, {False})

    def test_the_manifest_goes_before_the_flags(self):
        self.save("s.npy", np.float32([[1, 3, 2, 3]]))
        self.save("i.npy", np.int32([[3, 1]]))
        entry = {"scores": "s.npy", "indices": "i.npy"}
        self.one(1, entry)
        self.one(0, entry, "--order", "any")
        self.one(1, {**entry, "order": "index"}, "--order", "any")
        self.one(0, {**entry, "order": "any"})
        self.one(0, {**entry, "order": "rank", "ties": "high"})
        self.one(0, {**entry, "k": 1, "ties": "high"})
        self.one(1, {**entry, "direction": "smallest", "order": "any"})
        self.one(3, {**entry, "order": "any", "repeatable": True})

    def test_what_is_wrong_with_a_manifest_is_named(self):
        for manifest, words in (
                ('[{"scores": "x.npy",}]', "malformed: byte 21: is no JSON, or is truncated"),
                ('{"format": "other"}', 'no_dump: format is not "exactk dump"'),
                ('{"format": "exactk dump", "version": 2, "dumps": []}', "wrong_version: version is not 1"),
                ('{"format": "exactk dump", "version": 1}', "malformed: has no dumps"),
                ('"text"', "malformed: is no array of dumps"),
                ("[1]", "dump 0: malformed: is no JSON object"),
                ("[{}]", "dump 0: malformed: names no scores"),
                ('[{"scores": "scores_narrow_1x8192.npy", "lenghts": "l.npy"}]',
                 "has a key that is not known: lenghts"),
                ('[{"scores": ""}]', "scores must be a string that is not empty"),
                ('[{"scores": "x.npy", "ties": "lowest"}]', "ties must be one of low, high, any"),
                ('[{"scores": "x.npy", "page_size": 0}]', "page_size must be a whole number from 1 to 2147483647"),
                ('[{"scores": "x.npy", "k": 1.5}]', "k must be a whole number from 0 to 2147483647"),
                ('[{"scores": "x.npy", "fill": 18446744073709551615}]', "fill must be a whole number from -2147483648"),
                ('[{"scores": "x.npy", "scores": "y.npy"}]', "malformed: has the key scores twice in one object"),
                ('[{"scores": "x.npy", "notes": {"a": 1, "a": 2}}]', "has the key a twice in one object"),
                ('[{"scores": "x.npy", "name": "a\\nfailed: b"}]', "name must be a string without control characters"),
                ('[{"scores": "x.npy\\u0000y"}]', "scores must be a string without control characters"),
                ('[{"scores": "x.npy", "values_exact": true}]', "has runs or claims without indices"),
                ('[{"scores": "x.npy", "repeatable": 1}]', "repeatable must be true or false"),
                ('[{"scores": "x.npy", "lengths": "a", "ends": "b"}]', "has both lengths and ends"),
                ('[{"scores": "x.npy", "values": "a"}]', "has values without indices"),
                ('[{"scores": "x.npy", "table_rows": "a"}]', "has table_rows without page_table"),
                ('[{"scores": "x.npy", "page_size": 2}]', "has page_size without page_table"),
                ('[{"scores": "missing.npy"}]', "missing.npy: unreadable: "),
                ('[{"scores": "../outside.npy"}]', "names the file ../outside.npy; name files below the folder"),
                ('[{"scores": "/etc/passwd"}]', "names the file /etc/passwd"),
                ('[{"scores": "scores_narrow_1x8192.npy", "n": 8191}]',
                 "n is 8191 by the manifest and 8192 by the files"),
                ('[{"scores": "scores_narrow_1x8192.npy", "rows": 2}]', "rows is 2 by the manifest and 1 by"),
                ('[{"scores": "scores_narrow_1x8192.npy", "dtype": "float16"}]', "holds float32 elements, and dtype"),
                ('[{"scores": "scores_narrow_1x8192.npy", "indices": "scores_narrow_1x8192.npy"}]', None)):
            with open(self.path("manifest.json"), "w") as file:
                file.write(manifest)
            if words is None:
                self.ends(3, "verify", self.folder)
            else:
                self.ends(2, "verify", self.folder, stderr=words)
        os.remove(self.path("manifest.json"))
        self.ends(2, "verify", self.folder, stderr="no_dump: has neither a manifest.json nor a recording.json")
        self.ends(2, "verify", self.path("nowhere"), stderr="unreadable: is no folder")
        self.ends(2, "verify", self.folder, "--scores", "x.npy", stderr=f"exactk: not expected: {self.folder} and --scores")
        self.ends(2, "verify", "--only", "x", "--scores", "x", "--indices", "y", stderr="--only requires folder")
        self.ends(2, "verify", stderr="--scores is required")
        self.ends(2, "verify", "--scores", "x", stderr="--indices is required")
        self.ends(2, "verify", self.folder, "--threads", 0, stderr="--threads 0 is not between 1 and 1024")

    def test_shapes_that_do_not_fit_are_named(self):
        self.save("s.npy", np.zeros((2, 4), np.float32))
        self.save("i.npy", np.zeros((2, 1), np.int32))
        self.save("three.npy", np.zeros((3, 1), np.int32))
        self.save("flat.npy", np.zeros(2, np.int32))
        self.save("none.npy", np.zeros((0, 2, 1), np.int32))
        self.save("wide.npy", np.zeros((2, 1), np.float64))
        self.save("half.npy", np.zeros((2, 1), np.float16))
        self.save("cube.npy", np.zeros((2, 2, 2), np.float32))
        self.save("u2.npy", np.zeros((2, 4), np.uint16))
        self.save("tables.npy", np.zeros((3, 4), np.int32))
        self.save("far.npy", np.int32([0, 3]))
        base = {"scores": "s.npy", "indices": "i.npy"}
        for change, words in (({"indices": "three.npy"}, "indices have shape [3, 1], and the scores 2 rows"),
                              ({"indices": "flat.npy"}, "they must be [rows, k] or [runs, rows, k]"),
                              ({"indices": "none.npy"}, "with no run"),
                              ({"lengths": "three.npy"}, "lengths have shape [3, 1], and the scores 2 rows"),
                              ({"values": "half.npy"}, "values are float16, and the scores float32"),
                              ({"values": "s.npy"}, "values have shape [2, 4], and the indices [2, 1]"),
                              ({"scores": "cube.npy"}, "they must be [n] or [rows, n]"),
                              ({"scores": "u2.npy"}, 'say "dtype": "bfloat16" if they are'),
                              ({"k": 2}, "k is 2 by the manifest and 1 by the files"),
                              ({"page_table": "flat.npy"}, "it must be [tables, pages]"),
                              ({"page_table": "tables.npy"}, "say with table_rows which table is a row's"),
                              ({"page_table": "tables.npy", "table_rows": "far.npy"}, "row 1 has table 3 of 3")):
            self.manifest([{**base, **change}])
            self.ends(2, "verify", self.folder, stderr="contradiction: ")
            self.ends(2, "verify", self.folder, stderr=words)
        self.ends(2, "verify", self.folder, "--k", 3, stderr="contradiction")
        self.manifest([base, {**base, "scores": "wide.npy", "name": "wide", "direction": "smallest", "ties": "any",
                              "values_exact": True}])
        report = self.judge(3)
        self.assertEqual((report["entries"][1]["asked"]["direction"], report["entries"][1]["asked"]["ties"],
                          report["entries"][1]["claims"][0]["found"]), ("smallest", "any", None))
        self.assertEqual((report["entries"][1]["verdict"], report["totals"]["unsupported"]), ("unsupported", 1))
        self.assertIn("wide.npy: unsupported: ", report["entries"][1]["reason"])


if __name__ == "__main__":
    support.main()
