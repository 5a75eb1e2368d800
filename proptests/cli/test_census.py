# exactk census: its numbers against numpy's, its text word for word, its refusals by name.
# Spec: contract/C1 C2 C3 C5 C18. Layer: proptests/cli.
import json
import os
import subprocess
import sys

import numpy as np

import support

WIDTHS = (8, 10, 11, 12)

GOLDEN = """\
scores.npy: largest 2 of float32, NaN largest
4 rows, 22 scores, n 0 to 10
  2 with a cut; 2 with n <= k, of which 1 empty
at the cut
  boundary ties     1 of 2 rows (50.0 %); most 8 in row 0; first in row 0
  cut at zero       1 of 2 rows (50.0 %); most 8 in row 0; first in row 0
  cut among NaNs    0 of 2 rows (0 %)
  cut at +inf       0 of 2 rows (0 %)
  cut at -inf       0 of 2 rows (0 %)
  cut beyond 65504  1 of 2 rows (50.0 %); most 1 in row 2; first in row 2
populations in rows with a cut              median               99 %        most
  plateau: the cut's own value                   1                  8           8
  plateau, where it is a tie                     8                  8           8
  bin of 8 bits                                  2                  8           8
    above it                                     0                  1           1
  bin of 10 bits                                 2                  8           8
    above it                                     0                  1           1
  bin of 11 bits                                 2                  8           8
    above it                                     0                  1           1
  bin of 12 bits                                 2                  8           8
    above it                                     0                  1           1
rows whose cut's bin holds more than kernels have room for
   8 bits  4,096  tilelang_selector    0 of 2 rows (0 %)
   8 bits  4,096  sglang_v1_small      0 of 2 rows (0 %)
   8 bits  4,096  vllm_medium          0 of 0 rows (-)
   8 bits 16,384  sglang_v1            0 of 2 rows (0 %)
   8 bits 16,384  vllm_filtered        0 of 0 rows (-)
   8 bits 16,384  flashinfer_filtered  0 of 2 rows (0 %)
  10 bits  1,024  vllm_cooperative     0 of 2 rows (0 %)
  10 bits  2,048  sglang_v2_cluster    0 of 0 rows (-)
  11 bits  3,708  vllm_short           0 of 2 rows (0 %)
  12 bits  1,024  vllm_4096            0 of 2 rows (0 %)
  12 bits  1,024  sglang_v2_small      0 of 2 rows (0 %)
  12 bits  2,048  sglang_v2            0 of 2 rows (0 %)
special scores
  zeros             8 scores in 1 of 4 rows (25.0 %); most 8 in row 0; first in row 0
  NaN               1 scores in 1 of 4 rows (25.0 %); most 1 in row 3; first in row 3
  +inf              1 scores in 1 of 4 rows (25.0 %); most 1 in row 2; first in row 2
  -inf              7 scores in 1 of 4 rows (25.0 %); most 7 in row 2; first in row 2
  beyond 65504      2 scores in 1 of 4 rows (25.0 %); most 2 in row 2; first in row 2
"""


def coarse_keys(values):
    """Keys of 16 bits of finite float64 values that came from scores, zeros as one."""
    with np.errstate(over="ignore"):
        half = (values + 0.0).astype(np.float16)
    bits = half.view(np.uint16).astype(np.int64)
    keys = np.where(bits >= 0x8000, 0xFFFF - bits, bits + 0x8000)
    return np.where(values == 0, 0x8000, keys)


def counted(values, k):
    """What the census says of one row without NaNs, by numpy's sort."""
    ordered = np.sort(values)[::-1]
    cut = ordered[k - 1]
    keys = coarse_keys(values)
    of_cut = coarse_keys(np.array([cut]))[0]
    bins = {bits: (int(np.sum(keys >> (16 - bits) == of_cut >> (16 - bits))),
                   int(np.sum(keys >> (16 - bits) > of_cut >> (16 - bits)))) for bits in WIDTHS}
    return {"population": int(np.sum(values == cut)), "tie": bool(ordered[k] == cut), "bins": bins}


class Census(support.Case):
    def census(self, *arguments):
        return json.loads(self.succeeds("census", "--json", *arguments))

    def small(self):
        """A plateau of zeros, a row of one, numbers and infinities that a float16 does not hold, a NaN."""
        inf, nan = np.inf, np.nan
        rows = np.full((4, 10), -1, np.float32)
        rows[0] = [0, -0.0, 0, 0, 2, 0, 0, -0.0, 0, -5]
        rows[2] = [70000, inf, 65504.5, -inf, -inf, -inf, -inf, -inf, -inf, -inf]
        rows[3, :2] = [nan, 3]
        return self.save("scores.npy", rows), self.save("lengths.npy", np.array([10, -1, 10, 2], np.int64))

    def check_examples(self, k, values, report):
        rows = [counted(row, k) for row in values]
        self.assertEqual(report["rows"], {"all": len(rows), "with_cut": len(rows), "all_selected": 0, "empty": 0,
                                          "without_slots": 0})
        self.assertEqual(report["boundary_ties"]["rows"], sum(row["tie"] for row in rows))
        plateau = [row["population"] for row in rows]
        self.assertEqual((report["plateau"]["least"], report["plateau"]["greatest"], report["plateau"]["sum"]),
                         (min(plateau), max(plateau), sum(plateau)))
        for entry in report["bins"]:
            for place, name in enumerate(("population", "above")):
                numbers = [row["bins"][entry["bits"]][place] for row in rows]
                self.assertEqual((entry[name]["least"], entry[name]["greatest"], entry[name]["sum"]),
                                 (min(numbers), max(numbers), sum(numbers)), (entry["bits"], name))
        for known in report["capacities"]:
            least, greatest = known["lengths"]
            on_path = len(rows) if least <= values.shape[1] <= greatest else 0
            self.assertEqual(known["rows_on_path"], on_path)
            numbers = [row["bins"][known["bits"]][0] for row in rows] if on_path else []
            over = [number for number in numbers if number > known["slots"]]
            self.assertEqual((known["exceeded"]["rows"], known["exceeded"]["worst_elements"]),
                             (len(over), max(over, default=0)), known["name"])
            if over:
                self.assertEqual(known["exceeded"]["worst"]["row"], numbers.index(max(over)))
        self.assertEqual(report["values"]["zero"]["elements"], int(np.sum(values == 0)))

    def test_the_examples_are_counted_as_numpy_counts(self):
        for name, k in (("narrow_1x8192", 2048), ("ties16_4x16384", 512), ("uniform_4x32768", 2048),
                        ("big_4x16384", 2048), ("big_4x65536", 512)):
            path = os.path.join(support.EXAMPLES, f"scores_{name}.npy")
            values = np.load(path).astype(np.float64)
            self.check_examples(k, values, self.census("--scores", path, "--k", k))

    def test_half_types_are_counted_as_numpy_counts(self):
        single = np.load(os.path.join(support.EXAMPLES, "scores_uniform_4x32768.npy"))
        half = self.save("f16.npy", single.astype(np.float16))
        self.check_examples(2048, single.astype(np.float16).astype(np.float64), self.census("--scores", half, "--k", 2048))
        patterns = (single.view(np.uint32) >> 16).astype(np.uint16)
        brain = self.save("bf16.npy", patterns)
        self.check_examples(2048, support.widen(patterns, "bf16"),
                            self.census("--scores", brain, "--dtype", "bf16", "--k", 2048))

    def test_text_is_this_word_for_word(self):
        scores, lengths = self.small()
        done = subprocess.run([support.PROGRAM, "census", "--scores", "scores.npy", "--lengths", "lengths.npy", "--k", "2"],
                              cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, GOLDEN)

    def test_options_change_what_the_cut_is(self):
        scores, lengths = self.small()
        at = ("--scores", scores, "--lengths", lengths)
        cut = self.census(*at, "--k", 1)["cut"]
        self.assertEqual({name: found["rows"] for name, found in cut.items()},
                         {"zero": 0, "nan": 1, "positive_infinity": 1, "negative_infinity": 0, "beyond_float16": 0})
        cut = self.census(*at, "--k", 1, "--smallest")["cut"]
        self.assertEqual({name: found["rows"] for name, found in cut.items()},
                         {"zero": 0, "nan": 0, "positive_infinity": 0, "negative_infinity": 1, "beyond_float16": 0})
        cut = self.census(*at, "--k", 1, "--smallest", "--nan", "smallest")["cut"]
        self.assertEqual(cut["nan"]["rows"], 1)
        cut = self.census(*at, "--k", 3)["cut"]
        self.assertEqual((cut["zero"]["rows"], cut["beyond_float16"]["rows"], cut["beyond_float16"]["first"]["row"]),
                         (1, 1, 2))

    def test_the_example_rounds_to_bfloat16_as_c3_needs_it(self):
        sys.path.insert(0, support.EXAMPLES)
        sys.dont_write_bytecode = True
        import embeddings
        generator = np.random.default_rng(6)
        scores = generator.standard_normal(4096).astype(np.float32)
        scores[:4] = np.array([0x3F808000, 0x3F818000, 0x3F808001, 0xBF817FFF], np.uint32).view(np.float32)  # ties, and beside
        patterns = embeddings.bfloat16_patterns(scores)
        self.assertEqual(list(patterns[:4]), [0x3F80, 0x3F82, 0x3F81, 0xBF81])
        off = np.abs(support.widen(patterns, "bf16") - scores)
        for step in (-1, 1):
            self.assertTrue(np.all(off <= np.abs(support.widen(patterns + np.uint16(step % 65536), "bf16") - scores)))
        texts, files = embeddings.passages(3) if embeddings.texts() else (["a", "b", "c"], 0)
        self.assertEqual(len(set(texts)), 3, files)

    def test_any_number_of_threads_counts_the_same(self):
        generator = np.random.default_rng(2)
        rows = (generator.integers(0, 50, (3000, 700)) - 25).astype(np.float16)
        scores = self.save("many.npy", rows)
        lengths = self.save("lengths.npy", generator.integers(-5, 800, 3000))
        one = self.census("--scores", scores, "--lengths", lengths, "--k", 64, "--threads", 1)
        self.assertGreater(one["boundary_ties"]["rows"], 100)
        for threads in (0, 2, 7):
            self.assertEqual(self.census("--scores", scores, "--lengths", lengths, "--k", 64, "--threads", threads), one)

    def test_no_rows_are_nothing_to_count(self):
        scores = self.save("none.npy", np.zeros((0, 5), np.float32))
        report = json.loads(self.ends(3, "census", "--json", "--scores", scores, "--k", 2))
        self.assertEqual((report["rows"]["all"], report["plateau"]["median"], report["boundary_ties"]["first"]),
                         (0, None, None))
        empty = self.save("empty.npy", np.zeros((3, 0), np.float32))
        self.assertEqual(self.census("--scores", empty, "--k", 2)["rows"]["empty"], 3)

    def test_refusals_say_what_and_where(self):
        scores, lengths = self.small()
        self.ends(2, "census", "--scores", scores, "--k", -1, stderr="k is -1")
        self.ends(2, "census", "--scores", scores, "--k", 2147483648, stderr="2147483647")
        self.ends(2, "census", "--scores", scores, stderr="--k")
        self.ends(2, "census", "--scores", scores, "--k", 2, "--threads", 1025, stderr="--threads 1025 is not between")
        self.ends(2, "census", "--scores", scores, "--k", 2, "--threads", -1, stderr="--threads -1 is not between")
        self.ends(2, "census", "--scores", self.path("missing.npy"), "--k", 2, stderr="missing.npy: cannot be opened")
        self.ends(3, "census", "--scores", lengths, "--k", 2, stderr="scores of type int64 are not supported")
        self.ends(2, "census", "--scores", scores, "--k", 2, "--lengths", self.save("l.npy", np.zeros(3, np.int32)),
                  stderr="lengths have shape [3]")
        self.ends(2, "census", "--scores", scores, "--k", 2, "--html", self.folder, stderr="is no regular file")
        self.ends(2, "census", "--scores", scores, "--k", 2, "--html", self.path("no/page.html"),
                  stderr="the page cannot be created")

    def test_a_page_takes_no_inputs_place(self):
        scores, lengths = self.small()
        def held():
            with open(scores, "rb") as file:
                return file.read()

        before = held()
        link = self.path("link.html")
        os.symlink(scores, link)
        for page in (scores, link):
            self.ends(2, "census", "--scores", scores, "--k", 2, "--html", page, stderr="take the place of the input")
        self.assertEqual(held(), before)
        self.assertIn("wrote", self.succeeds("census", "--scores", scores, "--k", 2, "--html", self.path("page.html")))
        self.assertEqual(sorted(os.listdir(self.folder)), ["lengths.npy", "link.html", "page.html", "scores.npy"])


if __name__ == "__main__":
    support.main()
