# exactk topk against numpy: all types, options, implementations; and what it writes.
# Spec: contract/C1 to C14. Layer: proptests/cli.
import os
import re
import stat
import subprocess

import numpy as np

import support
from support import batch_digest, expected, mix64, row_digest, widen

DTYPES = {"f32": (np.uint32, np.float32), "f16": (np.uint16, np.float16), "bf16": (np.uint16, np.uint16)}


def special_rows(dtype, rows=3, width=97):
    """Patterns full of ties, zeros of both signs, infinities and NaNs of all kinds."""
    bits, _ = DTYPES[dtype]
    generator = np.random.default_rng(5)
    patterns = generator.integers(0, np.iinfo(bits).max, (rows, width), dtype=bits, endpoint=True)
    infinity = {"f32": 0x7F800000, "f16": 0x7C00, "bf16": 0x7F80}[dtype]
    sign = 1 << (8 * bits().itemsize - 1)
    pool = [0, sign, infinity, infinity | sign, infinity | 1, infinity | sign | 1, 1, sign | 1, infinity - 1]
    chosen = generator.integers(0, len(pool), (rows, width))
    mixed = np.where(generator.random((rows, width)) < 0.6, np.array(pool, dtype=bits)[chosen], patterns)
    return mixed.astype(bits)


class Topk(support.Case):
    def scores(self, dtype, patterns, name="s.npy"):
        return self.save(name, patterns.view(DTYPES[dtype][1]))

    def flags_of(self, dtype):
        return ["--dtype", dtype] if dtype == "bf16" else []

    def test_matches_numpy_for_all_types_options_and_implementations(self):
        for dtype in DTYPES:
            patterns = special_rows(dtype)
            path = self.scores(dtype, patterns)
            values = widen(patterns, dtype)
            for smallest in (False, True):
                for nan in ("largest", "smallest"):
                    for ties in ("low", "high"):
                        for order in ("index", "rank"):
                            self.compare(path, patterns, values, dtype, smallest, nan, ties, order)

    def compare(self, path, patterns, values, dtype, smallest, nan, ties, order):
        flags = ["--nan", nan, "--ties", ties, "--order", order] + (["--smallest"] if smallest else [])
        want = np.stack([expected(row, 40, order=order, smallest=smallest, nan=nan, ties=ties) for row in values])
        for implementation in self.implementations():
            with self.subTest(dtype=dtype, flags=flags, implementation=implementation):
                self.succeeds("topk", "--scores", path, "--k", 40, "--out", self.path("i.npy"), "--values",
                              self.path("v.npy"), "--impl", implementation, *flags, *self.flags_of(dtype))
                indices = np.load(self.path("i.npy"))
                np.testing.assert_array_equal(indices, want)
                written = np.load(self.path("v.npy"))
                self.assertEqual(written.dtype, DTYPES[dtype][1])
                np.testing.assert_array_equal(written.view(patterns.dtype),
                                              np.take_along_axis(patterns, want.astype(np.int64), 1))

    def implementations(self):
        return ["cpu", "model", "rank", "sort"] if self.has_oracles() else ["cpu", "model"]

    def has_oracles(self):
        return "oracles: yes" in self.succeeds("--version")

    def test_oracles_run_or_are_named_as_absent(self):
        path = self.save("s.npy", np.float32([1, 2, 5, 4, 5]))
        for name in ("rank", "sort"):
            flags = ["topk", "--scores", path, "--k", 3, "--impl", name, "--out", self.path("i.npy")]
            if self.has_oracles():
                self.succeeds(*flags)
                self.assertEqual(np.load(self.path("i.npy")).tolist(), [[2, 3, 4]])
            else:
                self.ends(3, *flags, stderr="Eigen")
                self.assertFalse(os.path.exists(self.path("i.npy")))

    def test_digests_are_the_golden_values(self):
        self.assertEqual(batch_digest([0x7C8979DE4A022761, 0xA57C87422AF856A5]), 0x8D561335C2DC5547)
        self.assertEqual(row_digest([0, 1, 2, -1]), 0xA57C87422AF856A5)
        one = self.save("one.npy", np.float32([1, 2, 5, 4, 5]))
        text = self.succeeds("topk", "--scores", one, "--k", 3, "--out", self.path("i.npy"), "--digest")
        self.assertIn("digest row 0 0x7C8979DE4A022761\n", text)
        two = self.save("two.npy", np.float32([0.5, -np.inf, -np.inf]))
        text = self.succeeds("topk", "--scores", two, "--k", 4, "--out", self.path("i.npy"), "--digest")
        self.assertIn("digest row 0 0xA57C87422AF856A5\n", text)
        self.assertEqual(mix64(0), 0)
        text = self.succeeds("topk", "--scores", two, "--k", 0, "--out", self.path("i.npy"), "--digest")
        self.assertIn("digest row 0 0x0000000000000000\n", text)

    def test_digest_of_a_batch_combines_the_rows(self):
        path = self.scores("f32", special_rows("f32"))
        text = self.succeeds("topk", "--scores", path, "--k", 11, "--out", self.path("i.npy"), "--digest")
        rows = [int(word, 16) for word in re.findall(r"digest row \d+ (0x[0-9A-F]{16})\n", text)]
        self.assertEqual(rows, [row_digest(row) for row in np.load(self.path("i.npy"))])
        self.assertEqual(int(re.search(r"digest batch (0x[0-9A-F]{16})\n", text)[1], 16), batch_digest(rows))

    def test_lengths_are_clamped_and_int64_saturates(self):
        values = np.tile(np.float32([3, 1, 2, 9]), (5, 1))
        path = self.save("s.npy", values)
        lengths = [-(2**40), 0, 2, 9, 2**40]
        want = np.stack([expected(row, 3, length) for row, length in zip(values, lengths)])
        for dtype, given in ((np.int64, lengths), (np.int32, [-1, 0, 2, 9, 2**31 - 1])):
            file = self.save("l.npy", np.array(given, dtype=dtype))
            self.succeeds("topk", "--scores", path, "--k", 3, "--lengths", file, "--out", self.path("i.npy"),
                          "--certificate", self.path("c.npy"))
            np.testing.assert_array_equal(np.load(self.path("i.npy")), want)
            clamped = np.load(self.path("c.npy"))[:, 2] >> np.uint64(36) & np.uint64(1)
            self.assertEqual(clamped.tolist(), [1, 0, 0, 1, 1])

    def test_certificates_are_raw_records(self):
        path = self.save("s.npy", np.float32([1, 1, 2, 1]))
        self.succeeds("topk", "--scores", path, "--k", 2, "--out", self.path("i.npy"), "--certificate",
                      self.path("c.npy"))
        array = np.load(self.path("c.npy"))
        self.assertEqual((array.dtype, array.shape), (np.uint64, (1, 3)))
        record = array.view([("pivot", "<u8"), ("above", "<u4"), ("population", "<u4"), ("quota", "<u4"),
                             ("status", "<u4")])
        self.assertEqual(record.tolist(), [[(0xBF800000, 1, 3, 1, 0x20)]])

    def test_plans_do_not_change_the_answer(self):
        path = self.scores("f32", special_rows("f32", 2, 300))
        outputs = set()
        for plan in ([], ["--ctas", 7], ["--ctas", 1024, "--digits", "11,11,10"], ["--digits", "16,16"]):
            self.succeeds("topk", "--scores", path, "--k", 33, "--impl", "model", "--out", self.path("i.npy"), *plan)
            outputs.add(np.load(self.path("i.npy")).tobytes())
        self.assertEqual(len(outputs), 1)

    def test_refusals_are_described_and_write_nothing(self):
        path = self.save("s.npy", np.float32([[1, 2, 3]]))
        base = ["topk", "--scores", path, "--out", self.path("i.npy"), "--values", self.path("v.npy")]
        model = base + ["--k", 1, "--impl", "model"]
        self.ends(2, *base, "--k", -1, stderr="out_of_limits: k is -1; the limit is 0")
        self.ends(2, *base, "--k", 2**31, stderr="out_of_limits: k is 2147483648; the limit is 2147483647")
        self.ends(2, *model, "--ctas", 0, stderr="plan.ctas is 0; the limit is 1")
        self.ends(2, *model, "--ctas", 1025, stderr="plan.ctas is 1025")
        self.ends(2, *model, "--digits", "8,8", stderr="illegal_plan: sum of plan.digits is 16; it must be 32")
        self.assertEqual(os.listdir(self.folder), ["s.npy"])

    def test_a_failed_output_leaves_the_others_as_they_were(self):
        path = self.save("s.npy", np.float32([[1, 2, 3]]))
        with open(self.path("i.npy"), "w") as file:
            file.write("old")
        self.ends(2, "topk", "--scores", path, "--k", 1, "--out", self.path("i.npy"), "--values",
                  self.path("absent/v.npy"), stderr="absent/v.npy: cannot be created")
        # A pipe of our own stands for devices: a fault here must not replace one of the machine's.
        os.mkfifo(self.path("pipe"))
        self.ends(2, "topk", "--scores", path, "--k", 1, "--out", self.path("i.npy"), "--values", self.path("pipe"),
                  stderr="pipe: exists and is not a regular file")
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))
        with open(self.path("i.npy")) as file:
            self.assertEqual(file.read(), "old")
        self.assertEqual(self.left_over(), [])

    def test_two_names_of_one_file_are_refused(self):
        path = self.save("s.npy", np.float32([[1, 2, 3]]))
        other = os.path.join(self.folder, ".", "i.npy")
        self.ends(2, "topk", "--scores", path, "--k", 1, "--out", self.path("i.npy"), "--values", other,
                  stderr="--out and --values name the same file")
        self.ends(2, "topk", "--scores", path, "--k", 1, "--out", path,
                  stderr="--scores and --out name the same file")

    def test_two_names_of_one_file_that_is_not_there_yet_are_refused(self):
        path = self.save("s.npy", np.float32([[1, 2, 3]]))
        os.mkdir(self.path("real"))
        os.symlink("real", self.path("linked"))
        base = [support.PROGRAM, "topk", "--scores", path, "--k", "1", "--out"]
        for one, other in (("n.npy", "./n.npy"), ("n.npy", self.path("n.npy")), ("n.npy", "real/../n.npy"),
                           ("real/n.npy", "linked/n.npy")):
            for flag in ("--values", "--certificate"):
                done = subprocess.run([*base, one, flag, other], cwd=self.folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 2, (one, other, done.stdout))
                self.assertIn(f"--out and {flag} name the same file {other}", done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["linked", "real", "s.npy"])
        self.assertEqual(os.listdir(self.path("real")), [])
        done = subprocess.run([*base, "n.npy", "--values", "real/n.npy"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_outputs_beyond_memory_are_refused(self):
        path = self.save("s.npy", np.zeros((2**31 - 1, 0), np.float32))
        self.ends(2, "topk", "--scores", path, "--k", 2**31 - 1, "--out", self.path("i.npy"),
                  stderr="more than the memory of this machine")

    def test_empty_shapes_give_empty_or_filled_answers(self):
        for shape in ((0, 5), (3, 0), (0,)):
            path = self.save("s.npy", np.zeros(shape, np.float32))
            self.succeeds("topk", "--scores", path, "--k", 2, "--out", self.path("i.npy"))
            rows = shape[0] if len(shape) == 2 else 1
            self.assertEqual(np.load(self.path("i.npy")).tolist(), [[-1, -1]] * rows)


if __name__ == "__main__":
    support.main()
