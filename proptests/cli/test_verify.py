# exactk verify: every fault that a file can show, its exit codes, and that JSON tells what the text tells.
# Spec: contract/C1 to C9 C15. Layer: proptests/cli.
import json

import numpy as np

import support
from support import fault_names, table_of


class Verify(support.Case):
    def setUp(self):
        super().setUp()
        self.scores = self.save("s.npy", np.float32([[1, 2, 5, 4, 5], [0, -0.0, 3, 3, 3]]))

    def judge(self, code, indices, *flags, dtype=np.int32):
        path = self.save("i.npy", np.array(indices, dtype=dtype))
        return self.verdict(code, "--scores", self.scores, "--indices", path, *flags)

    def faults(self, indices, *flags):
        return fault_names(self.judge(1, indices, *flags))

    def test_right_answers_pass_in_both_index_types(self):
        for dtype in (np.int32, np.int64):
            report = self.judge(0, [[2, 3, 4], [2, 3, 4]], dtype=dtype)
            self.assertEqual((report["verdict"], report["reason"], report["faults"]), ("passed", "", []))
            self.assertEqual((report["type"], report["rows"], report["width"], report["k"], report["runs"]),
                             ("float32", 2, 5, 3, 1))

    def test_each_fault_is_named(self):
        self.assertEqual(self.faults([[2, 3, 4], [2, 3, 9]]), ["out_of_range"])
        self.assertIn("duplicate", self.faults([[2, 3, 4], [2, 3, 3]]))
        self.assertIn("wrong_padding", self.faults([[2, 3, 4], [2, 3, -1]]))
        self.assertEqual(self.faults([[1, 2, 4], [2, 3, 4]]), ["missing_winner"])
        self.assertEqual(self.faults([[4], [2]]), ["wrong_tie"])
        self.assertEqual(self.faults([[3, 2, 4], [2, 3, 4]]), ["wrong_order"])
        self.assertEqual(self.faults([[[2, 3, 4], [2, 3, 4]], [[2, 3, 4], [4, 3, 2]]]),
                         ["wrong_order", "not_repeatable"])

    def test_values_are_held_to_their_bits(self):
        right = np.float32([[5, 5], [3, 3]])
        indices = [[2, 4], [4, 3]]
        self.judge(0, indices, "--values", self.save("v.npy", right), "--ties", "any", "--order", "any")
        scores = self.save("z.npy", np.float32([0.0, -0.0]))
        path = self.save("i.npy", np.int32([[0, 1]]))
        good = self.save("g.npy", np.float32([[0.0, -0.0]]))
        bad = self.save("b.npy", np.float32([[0.0, 0.0]]))
        self.verdict(0, "--scores", scores, "--indices", path, "--values", good)
        report = self.verdict(1, "--scores", scores, "--indices", path, "--values", bad)
        self.assertEqual(fault_names(report), ["wrong_score_bits"])
        self.assertEqual((report["faults"][0]["first"]["slot"], report["faults"][0]["clauses"]), (1, ["C9"]))

    def test_demands_are_what_was_asked(self):
        answer = [[4, 2, 3], [4, 3, 2]]
        self.judge(0, answer, "--order", "any", "--ties", "any")
        self.judge(0, answer, "--order", "any")
        self.judge(0, answer, "--order", "rank", "--ties", "high")
        self.assertEqual(self.faults(answer, "--order", "rank"), ["wrong_order"])
        self.judge(0, [[4], [4]], "--ties", "high")
        self.judge(0, [[4], [4]], "--ties", "any")
        self.judge(0, [[0], [0]], "--smallest")
        self.judge(0, [[0], [1]], "--smallest", "--ties", "high")

    def test_lengths_and_nan_policy_are_heeded(self):
        lengths = self.save("l.npy", np.int64([2, -5]))
        self.judge(0, [[0, 1, -1], [-1, -1, -1]], "--lengths", lengths)
        self.scores = self.save("n.npy", np.float32([[0.5, np.nan, -np.inf]]))
        self.judge(0, [[1]])
        self.judge(0, [[0]], "--nan", "smallest")
        self.judge(0, [[2]], "--smallest")
        self.judge(0, [[1]], "--smallest", "--nan", "smallest")

    def test_a_smaller_k_judges_the_first_slots(self):
        self.judge(1, [[2, 4, 0], [2, 3, 0]])
        report = self.judge(0, [[2, 4, 0], [2, 3, 0]], "--k", 2)
        self.assertEqual(report["k"], 2)
        path = self.save("i.npy", np.int32([[2, 4, 0], [2, 3, 0]]))
        self.ends(2, "verify", "--scores", self.scores, "--indices", path, "--k", 4,
                  stderr="--k 4 is more than the 3 slots of")
        self.ends(2, "verify", "--scores", self.scores, "--indices", path, "--k", -1, stderr="k is -1")

    def test_one_run_cannot_tell_repeatability(self):
        right = [[2, 3, 4], [2, 3, 4]]
        for report in (self.judge(3, right, "--repeatable"), self.judge(3, [right])):
            self.assertEqual((report["verdict"], report["faults"]), ("inconclusive", []))
            self.assertNotEqual(report["reason"], "")
            self.assertTrue(report["asked"]["repeatable"])
        self.judge(0, [right, right])
        self.assertEqual(self.faults([[3, 2, 4], [2, 3, 4]], "--repeatable"), ["wrong_order"])

    def test_what_cannot_be_judged_is_unsupported(self):
        indices = self.save("i.npy", np.int32([[0]]))
        wide = self.save("w.npy", np.float64([[1, 2]]))
        report = self.verdict(3, "--scores", wide, "--indices", indices)
        self.assertEqual((report["verdict"], report["faults"], report["rows"]), ("unsupported", [], None))
        self.assertIn("'<f8'", report["reason"])
        text = self.ends(3, "verify", "--scores", wide, "--indices", indices)
        self.assertTrue(text.startswith("verdict: unsupported\nreason: "))
        self.assertIn("uint16", self.judge(3, [[0], [0]], dtype=np.uint16)["reason"])
        self.assertIn("'<f8'", self.judge(3, [[0], [0]], dtype=np.float64)["reason"])

    def test_shapes_that_do_not_fit_are_refused_by_name(self):
        for shape, reason in (((3, 2), "the scores have 2 rows, the indices 3"),
                              ((2,), "they must be [rows, k] or [runs, rows, k]"),
                              ((1, 1, 2, 2), "they must be [rows, k] or [runs, rows, k]"),
                              ((0, 2, 3), "there is no run to judge")):
            path = self.save("i.npy", np.zeros(shape, np.int32))
            self.ends(2, "verify", "--scores", self.scores, "--indices", path, stderr=reason)
        path = self.save("i.npy", np.int32([[2], [2]]))
        for values, reason in ((np.float32([[5]]), "values have shape [1, 1], the indices [2, 1]"),
                               (np.float16([[5], [3]]), "values are float16, the scores float32")):
            self.ends(2, "verify", "--scores", self.scores, "--indices", path, "--values",
                      self.save("v.npy", values), stderr=reason)

    def test_json_and_text_tell_the_same(self):
        answers = ([[0, 9, 2], [2, 2, -1]], [[2, 3, 4], [2, 3, 4]], [[[2, 3, 4], [4, 3, 2]], [[4, 3, 2], [0, 0, 1]]])
        for answer in answers:
            path = self.save("i.npy", np.int32(answer))
            arguments = ["verify", "--scores", self.scores, "--indices", path]
            done = self.run_program(*arguments)
            report = json.loads(self.ends(done.returncode, *arguments, "--json"))
            self.assertEqual(table_of(done.stdout), report["faults"])
            self.assertTrue(done.stdout.startswith(f"verdict: {report['verdict']}\n"))
            self.assertIn(f"k {report['k']}\n", done.stdout)
            self.assertIn(f"contract {report['contract']}\n", done.stdout)
            self.assertIn(f"scores: {report['scores']}\nindices: {report['indices']}\n", done.stdout)
            asked = report["asked"]
            self.assertIn("asked: direction {direction}, nan {nan}, ties {ties}, order {order}, ".format(**asked)
                          + f"repeatable {'yes' if asked['repeatable'] else 'no'};", done.stdout)

    def test_scores_are_printed_as_decimal_and_bits(self):
        for dtype, flags, scores, shown in ((np.float16, [], [1, 0.1, 6e-8], ("0.099975586", "0x2E66")),
                                            (np.uint16, ["--dtype", "bf16"], [0x3F80, 0x3DCD, 0], ("0.100097656", "0x3DCD")),
                                            (np.float32, [], [1, 1e-45, -1], ("1e-45", "0x00000001")),
                                            (np.float32, [], [1, np.nan, -1], None)):
            self.scores = self.save("s.npy", np.array([scores], dtype))
            report = self.judge(1, [[0, 2]], *flags)
            score = report["faults"][0]["first"]["score"]
            want = shown or ("nan", "0x7FC00000")
            self.assertEqual((report["faults"][0]["name"], score["decimal"], score["bits"]),
                             ("missing_winner", *want))

    def test_topk_answers_pass_for_all_options(self):
        generator = np.random.default_rng(8)
        self.scores = self.save("s.npy", generator.integers(-3, 3, (4, 200)).astype(np.float32))
        for order in ("index", "rank"):
            for ties in ("low", "high"):
                for smallest in ([], ["--smallest"]):
                    options = ["--order", order, "--ties", ties, *smallest]
                    self.succeeds("topk", "--scores", self.scores, "--k", 90, "--out", self.path("i.npy"),
                                  "--values", self.path("v.npy"), *options)
                    self.verdict(0, "--scores", self.scores, "--indices", self.path("i.npy"), "--values",
                                 self.path("v.npy"), *options)


if __name__ == "__main__":
    support.main()
