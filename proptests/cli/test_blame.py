# exactk blame: planted pairs are named rightly, and what cannot be read or compared is said.
# Spec: contract/C1 C3 C4 C5 C6 C9 C14. Layer: proptests/cli.
import json
import os
import resource
import shutil
import subprocess
import sys

import numpy as np

import support

KINDS = ("same", "scores_differ", "set_differs", "tie_only", "order_differs", "values_differ")
NAN = np.array([0x7FC00000, 0xFFA00001], np.uint32).view(np.float32)  # two that are one value (C3)


def topk(scores, k, lengths=None, **options):
    lengths = [scores.shape[1]] * len(scores) if lengths is None else lengths
    return np.stack([support.expected(row.astype(np.float64), k, n, order="rank", **options)
                     for row, n in zip(scores, lengths)])


class Blame(support.Case):
    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, os.path.join(support.EXAMPLES, "..", "..", "tools", "python"))
        from exactk import record
        cls.record = record

    def run_of(self, name, calls, every=1, **options):
        """Records calls, a dictionary by number or a list, of which each is (scores, indices) or a dictionary."""
        folder = self.path(name)
        recorder = self.record.Recorder(folder, every=every, **options)
        for number, call in calls.items() if isinstance(calls, dict) else enumerate(calls):
            recorder.call(number, **(call if isinstance(call, dict) else {"scores": call[0], "indices": call[1]}))
        counts = recorder.close()
        self.assertEqual((counts["errors"], counts["first_errors"]), (0, []))
        return folder

    def stream(self, calls=4, rows=3, width=40, k=6, seed=1):
        generator = np.random.default_rng(seed)
        scores = [generator.standard_normal((rows, width)).astype(np.float32) for _ in range(calls)]
        return [(part, topk(part, k)) for part in scores]

    def blame(self, code, a, b, *flags):
        return json.loads(self.ends(code, "blame", a, b, "--json", *flags))

    def rows(self, report):
        return {kind["name"]: kind["rows"] for kind in report["kinds"] if kind["rows"]}

    def first(self, report, kind):
        return report["kinds"][KINDS.index(kind)]["first"][0]

    def pair(self, code, a, b, **options):
        return self.blame(code, self.run_of("a", [a], **options), self.run_of("b", [b], **options))

    def test_identical_runs_are_identical(self):
        calls = self.stream()
        report = self.blame(0, self.run_of("a", calls), self.run_of("b", calls))
        self.assertEqual((report["verdict"], report["cause"], report["calls"]), ("identical", "none", []))
        self.assertEqual(self.rows(report), {"same": 12})
        text = self.ends(0, "blame", self.path("a"), self.path("b"))
        self.assertTrue(text.startswith("verdict: identical\nno difference: 12 rows of 4 calls"), text)

    def test_a_change_upstream_clears_the_top_k(self):
        calls = self.stream()
        changed = calls[2][0].copy()
        changed[1, 5] = np.nextafter(changed[1, 5], np.float32(9))
        other = [*calls[:2], (changed, topk(changed, 6)), calls[3]]
        report = self.blame(1, self.run_of("a", calls), self.run_of("b", other))
        self.assertEqual((report["verdict"], report["cause"]), ("scores_differ", "upstream"))
        self.assertEqual(report["sentence"], "top-k is not the cause: scores differed first in call 2 row 1")
        self.assertEqual(self.rows(report), {"same": 11, "scores_differ": 1})
        first = self.first(report, "scores_differ")
        self.assertEqual((first["call"], first["row"], first["count"], first["a"]["index"]), (2, 1, 1, 5))
        self.assertEqual(first["b"]["score"]["bits"], f"0x{changed.view(np.uint32)[1, 5]:08X}")
        self.assertEqual(report["calls"], [{"call": 2, "shapes": None, "rows": 3, "kinds": {"scores_differ": [[1, 1]]}}])

    def test_a_lost_winner_is_another_set_and_the_wrong_side_is_named(self):
        calls = self.stream()
        wrong = calls[1][1].copy()
        worst = int(np.argmin(calls[1][0][2]))
        wrong[2, 3] = worst
        other = [calls[0], (calls[1][0], wrong), *calls[2:]]
        report = self.blame(1, self.run_of("a", calls), self.run_of("b", other))
        self.assertEqual((report["verdict"], report["cause"]), ("set_differs", "top_k"))
        self.assertEqual(self.rows(report), {"same": 11, "set_differs": 1})
        first = self.first(report, "set_differs")
        self.assertEqual(first["wrong"], {"a": False, "b": True})
        self.assertEqual((first["a"]["slot"], first["a"]["index"]), (3, int(calls[1][1][2, 3])))
        self.assertEqual((first["b"]["slot"], first["b"]["index"]), (3, worst))
        cut = calls[1][0].view(np.uint32)[2, calls[1][1][2, -1]]
        self.assertEqual(first["cut"]["bits"], f"0x{cut:08X}")
        self.assertTrue(report["sentence"].startswith("same scores, other set: first in call 1 row 2 a holds"))
        self.assertIn("in 0 of these rows of a and 1 of b", report["sentence"])

    def test_another_order_is_named(self):
        calls = self.stream()
        turned = calls[3][1].copy()
        turned[0, [1, 4]] = turned[0, [4, 1]]
        report = self.blame(1, self.run_of("a", calls), self.run_of("b", [*calls[:3], (calls[3][0], turned)]))
        self.assertEqual((report["verdict"], report["cause"]), ("order_differs", "top_k"))
        self.assertEqual(self.rows(report), {"same": 11, "order_differs": 1})
        self.assertTrue(report["sentence"].startswith("same scores, same set, other order: first in call 3 row 0 slot 1 a "))

    def test_ties_at_the_cut_are_told_from_lost_winners(self):
        scores = np.float32([[5, 3, 3, 3, 1, 7]])
        report = self.pair(1, (scores, np.int32([[5, 0, 1]])), (scores, np.int32([[5, 0, 3]])))
        self.assertEqual((report["verdict"], report["cause"]), ("tie_only", "top_k"))
        self.assertEqual(self.first(report, "tie_only")["cut"]["decimal"], "3")
        for other in ([5, 1, 2], [5, 0, 4], [5, 0, 0], [5, 0, -1], [5, 0, 99]):
            self.setUp()
            report = self.pair(1, (scores, np.int32([[5, 0, 1]])), (scores, np.int32([other])))
            self.assertEqual(self.rows(report), {"set_differs": 1}, other)
            self.assertEqual(self.first(report, "set_differs")["wrong"], {"a": False, "b": True}, other)

    def test_the_cut_is_taken_by_canonical_values_in_both_directions_and_all_types(self):
        zeros = np.float32([[1, 0.0, -0.0, -1]])
        nans = np.float32([[1, 2, 0, 0, 3]])
        nans[0, 2:4] = NAN
        bf16 = (zeros.view(np.uint32) >> 16).astype(np.uint16)
        for scores, a, b, options in ((zeros, [0, 1], [0, 2], {}), (zeros, [3, 1], [3, 2], {"direction": "smallest"}),
                                      (nans, [2], [3], {}), (nans, [2], [3], {"direction": "smallest", "nan": "smallest"}),
                                      (nans, [4, 1, 0, 2], [4, 1, 0, 3], {"nan": "smallest"}),
                                      (zeros.astype(np.float16), [0, 1], [0, 2], {}), (bf16, [0, 1], [0, 2], {})):
            self.setUp()
            report = self.pair(1, (scores, np.int32([a])), (scores, np.int32([b])), **options)
            self.assertEqual(self.rows(report), {"tie_only": 1}, (scores, options))
        self.setUp()
        report = self.pair(1, (zeros, np.int32([[3, 1]])), (zeros, np.int32([[0, 1]])), direction="smallest")
        self.assertEqual(self.first(report, "set_differs")["wrong"], {"a": False, "b": True})

    def test_fills_behind_the_elements_make_no_side_wrong(self):
        scores = np.float32([[2, 1]])
        report = self.pair(1, (scores, np.int32([[0, 1, -1]])), (scores, np.int32([[0, 1, -7]])))
        self.assertEqual(self.rows(report), {"set_differs": 1})
        self.assertEqual(self.first(report, "set_differs")["wrong"], {"a": False, "b": False})

    def test_only_the_valid_window_counts(self):
        calls = [{"scores": np.float32([[9, 4, 3, 2, 9]]), "starts": [1], "ends": [4], "indices": np.int32([[0, 1]])},
                 {"scores": np.float32([[-9, 4, 3, 2, 0, 0]]), "starts": [1], "ends": [4], "indices": np.int32([[0, 1]])},
                 {"scores": np.float32([[4, 3, 2, 5]]), "lengths": [2], "indices": np.int32([[0, 1]])}]
        report = self.pair(0, calls[0], calls[1])
        self.assertEqual(self.rows(report), {"same": 1})
        self.setUp()
        report = self.pair(1, calls[0], calls[2])
        self.assertEqual((self.rows(report), self.first(report, "scores_differ")["n"]), ({"scores_differ": 1}, [3, 2]))

    def test_signs_of_zeros_and_payloads_of_nans_are_other_scores(self):
        scores = [np.float32([[0.0, 1]]), np.float32([[-0.0, 1]]), NAN.reshape(1, 2), NAN[::-1].reshape(1, 2)]
        for a, b in ((scores[0], scores[1]), (scores[2], scores[3])):
            self.setUp()
            self.assertEqual(self.rows(self.pair(1, (a, np.int32([[1]])), (b, np.int32([[1]])))), {"scores_differ": 1})

    def test_output_scores_are_compared_where_both_have_them(self):
        call = {"scores": np.float32([[0.0, -0.0]]), "indices": np.int32([[1]]), "values": np.float32([[-0.0]])}
        wrong = {**call, "values": np.float32([[0.0]])}
        self.assertEqual(self.rows(self.pair(1, call, wrong)), {"values_differ": 1})

    def test_both_causes_are_told_with_their_sequence(self):
        calls = self.stream()
        changed = calls[3][0] + np.float32(1)
        turned = calls[1][1][:, ::-1].copy()
        other = [calls[0], (calls[1][0], turned), calls[2], (changed, topk(changed, 6))]
        report = self.blame(1, self.run_of("a", calls), self.run_of("b", other))
        self.assertEqual((report["verdict"], report["cause"]), ("order_differs", "both"))
        self.assertIn("scores differed, first in call 3 row 0, after that", report["sentence"])

    def test_calls_that_were_not_compared_are_no_alibi(self):
        calls = self.stream(9)
        other = [(scores + np.float32(number >= 8), topk(scores, 6)) for number, (scores, _) in enumerate(calls)]
        report = self.blame(1, self.run_of("a", calls, every=4), self.run_of("b", other, every=4))
        self.assertEqual((report["verdict"], report["compared"]["calls"]), ("scores_differ", 3))
        self.assertIn("top-k is not the cause in the calls compared: scores differed first in call 8 row 0; 6 calls before it",
                      report["sentence"])

    def test_shifted_sampling_compares_what_is_in_both_or_nothing(self):
        calls = self.stream(12)
        a = self.run_of("a", calls, every=2)
        report = self.blame(0, a, self.run_of("b", calls, every=3))
        self.assertEqual((report["compared"]["calls"], report["a"]["only_here"], report["b"]["first_only_here"]),
                         (2, 4, [3, 9]))
        shifted = {number: call for number, call in enumerate(calls) if number % 2 == 1}
        report = self.blame(3, a, self.run_of("c", shifted))
        self.assertEqual((report["verdict"], report["cause"]), ("not_comparable", "unknown"))
        self.assertIn("no call is in both: a has 0 2 4 6 8 10, b has 1 3 5 7 9 11;", report["sentence"])

    def test_shapes_that_differ_are_told(self):
        calls = self.stream(2)
        fewer = [(scores[:2], indices[:2]) for scores, indices in calls]
        report = self.blame(3, self.run_of("a", calls), self.run_of("b", fewer))
        self.assertIn("in call 0 rows 3 against 2", report["sentence"])
        report = self.blame(1, self.path("a"), self.run_of("c", [calls[0], fewer[1]]))
        self.assertEqual((report["verdict"], report["calls"][0]["shapes"]), ("shapes_differ", "rows 3 against 2"))
        narrow = [(scores, indices[:, :5]) for scores, indices in calls]
        self.assertIn("k 6 against 5", self.blame(3, self.path("a"), self.run_of("d", narrow))["sentence"])
        half = [(scores.astype(np.float16), indices) for scores, indices in calls]
        self.assertIn("type float32 against float16", self.blame(3, self.path("a"), self.run_of("e", half))["sentence"])

    def test_what_the_runs_were_asked_is_told(self):
        calls = self.stream(1)
        a = self.run_of("a", calls, ties="low", operator="one")
        report = self.blame(0, a, self.run_of("b", calls, ties="any", operator="two", versions={"driver": 7}))
        self.assertEqual(report["notes"], ["operator: one against two", "ties: low against any", "driver: not known against 7"])
        report = self.blame(3, a, self.run_of("c", calls, direction="smallest"))
        self.assertIn("a prefers the largest scores, b the smallest", report["sentence"])

    def test_calls_limits_what_is_compared(self):
        calls = self.stream()
        other = [*calls[:3], (calls[3][0] * np.float32(2), calls[3][1])]
        a, b = self.run_of("a", calls), self.run_of("b", other)
        report = self.blame(0, a, b, "--calls", 3)
        self.assertEqual(report["compared"], {"calls": 3, "rows": 9, "shapes_differ": 0, "left_out": 1})
        self.blame(1, a, b, "--calls", 4)
        self.blame(3, a, b, "--calls", 0)
        self.ends(2, "blame", a, b, "--calls", -1, stderr="--calls -1 is below 0")

    def broken(self, a, words, change, file=None):
        """Plants a fault in a copy and expects words of it."""
        copy = self.path("broken")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(a, copy)
        change(copy if file is None else os.path.join(copy, "calls", "000000000001", file))
        for first, second in ((a, copy), (copy, a)):
            self.assertEqual(self.ends(2, "blame", first, second, stderr=words), "")

    def test_what_cannot_be_read_is_named(self):
        a = self.run_of("a", [(np.arange(24, dtype=np.float32).reshape(2, 12), np.int32([[11, 10], [11, 10]]))] * 2)
        cut_off = lambda path: os.truncate(path, os.path.getsize(path) - 3)

        def flip(at):
            def change(path):
                with open(path, "r+b") as file:
                    file.seek(at, os.SEEK_END)
                    byte = file.read(1)[0]
                    file.seek(at, os.SEEK_END)
                    file.write(bytes([byte ^ 1]))
            return change

        def replace(old, new):
            def change(path):
                path = os.path.join(path, "recording.json") if os.path.isdir(path) else path
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                self.assertIn(old, text)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text.replace(old, new))
            return change

        place = "calls/000000000001/"
        self.broken(a, place + "scores.npy: malformed: byte 221: truncated", cut_off, "scores.npy")
        self.broken(a, place + "indices.npy: malformed: byte", cut_off, "indices.npy")
        self.broken(a, place + "call.json: malformed: is not a JSON object, or is truncated; record again", cut_off, "call.json")
        self.broken(a, place + "scores.npy: unreadable: cannot be opened", os.remove, "scores.npy")
        self.broken(a, place + "digests.npy: damaged: row 1: the input digest", flip(-1), "scores.npy")
        self.broken(a, place + "digests.npy: damaged: row 1: the sequence digest", flip(-4), "indices.npy")
        self.broken(a, place + "digests.npy: damaged: row 1: the set digest", flip(-1), "digests.npy")
        self.broken(a, place + "offsets.npy: contradiction: entry 2", flip(-1), "offsets.npy")
        self.broken(a, place + "call.json: contradiction: says call 2", replace('"number": 1', '"number": 2'), "call.json")
        self.broken(a, place + "indices.npy: contradiction: has shape [2, 2]; by the call's other files it is [2, 3]",
                    replace('"k": 2', '"k": 3'), "call.json")
        self.broken(a, place + "scores.npy: contradiction: holds float32", replace("float32", "float16"), "call.json")
        self.broken(a, "recording.json: wrong_version: the format has version 2, and this program reads 1; read it with",
                    replace('"version": 1', '"version": 2'))
        self.broken(a, "recording.json: no_recording: format is not", replace("exactk recording", "something"))
        self.broken(a, "recording.json: malformed: options.direction is missing", replace('"direction"', '"d"'))
        self.broken(a, "recording.json: no_recording: cannot be opened",
                    lambda folder: os.remove(os.path.join(folder, "recording.json")))
        self.broken(a, "calls/x: malformed: is no name of a call", lambda folder: os.mkdir(os.path.join(folder, "calls", "x")))
        self.broken(a, "calls/1: malformed: is no name of a call", lambda folder: os.mkdir(os.path.join(folder, "calls", "1")))
        self.broken(a, "calls: unreadable: cannot be listed", lambda folder: shutil.rmtree(os.path.join(folder, "calls")))

    def test_an_unfinished_call_is_left_out_and_told(self):
        calls = self.stream(1)
        a, b = self.run_of("a", calls), self.run_of("b", calls)
        os.mkdir(os.path.join(b, "calls", ".unfinished-000000000007"))
        self.assertEqual(self.blame(0, a, b)["notes"], ["b: 1 unfinished calls are not looked at"])

    def test_text_lists_calls_and_counts_those_that_it_does_not_list(self):
        calls = self.stream(25)
        other = [(scores, indices[:, ::-1].copy()) for scores, indices in calls]
        text = self.ends(1, "blame", self.run_of("a", calls), self.run_of("b", other))
        self.assertIn("\ncall 19: order_differs in rows 0-2 (of 3)\n... 5 more calls differ; --json lists all\n", text)
        self.assertEqual(len(self.blame(1, self.path("a"), self.path("b"))["calls"]), 25)

    def test_the_page_shows_what_is_printed(self):
        with open(os.path.join(support.EXAMPLES, "..", "recordings.md"), encoding="utf-8") as file:
            blocks = [block.split("\n```", 1)[0].strip() for block in file.read().split("```\n")]
        shown = next(block for block in blocks if block.startswith("$ exactk blame run_a run_b\n"))
        calls = self.stream()
        for part, _ in calls:
            part[1, 5] = 0.4
        changed = calls[2][0].copy()
        changed[1, 5] = np.nextafter(np.float32(0.4), np.float32(1))
        a = self.run_of("run_a", calls, operator="torch.topk")
        b = self.run_of("run_b", [*calls[:2], (changed, calls[2][1]), calls[3]], operator="torch.topk")
        self.assertEqual(self.ends(1, "blame", a, b).replace(self.folder + "/", "").strip(), shown.split("\n", 1)[1])
        scores = np.arange(24, dtype=np.float32).reshape(2, 12)
        a, b = (self.run_of(name, [(scores, np.int32([[11], [11]]))] * 2) for name in ("c", "d"))
        damaged = os.path.join(b, "calls", "000000000001", "scores.npy")
        os.truncate(damaged, os.path.getsize(damaged) - 3)
        shown = next(block for block in blocks if block.startswith("exactk: run_b/calls/"))
        self.ends(2, "blame", a, b, stderr=shown.split("run_b", 1)[1].removesuffix("..."))

    def test_memory_does_not_grow_with_calls(self):
        scores = np.random.default_rng(3).standard_normal((64, 8192)).astype(np.float32)
        indices = topk(scores, 4)
        a = self.run_of("a", [(scores, indices)] * 2)
        b = self.run_of("b", [(scores, indices[:, ::-1].copy())] * 2)
        for folder in (a, b):
            for number in range(2, 60):
                call = os.path.join(folder, "calls", f"{number:012}")
                os.symlink(os.path.join(folder, "calls", f"{number % 2:012}"), call)
                # A link of the folder would hold another number, so the call has a call.json of its own.
                os.remove(call)
                os.mkdir(call)
                for name in os.listdir(os.path.join(folder, "calls", "000000000000")):
                    if name != "call.json":
                        os.link(os.path.join(folder, "calls", "000000000000", name), os.path.join(call, name))
                with open(os.path.join(call, "call.json"), "w", encoding="utf-8") as file:
                    json.dump({"number": number, "rows": 64, "width": 8192, "k": 4, "type": "float32"}, file)
        limit = 160 << 20  # convention: above what the program maps, far below the 240 MiB of scores
        done = subprocess.run([support.PROGRAM, "blame", a, b], capture_output=True, text=True, timeout=120,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("order_differs        3840       60", done.stdout)


if __name__ == "__main__":
    support.main()
