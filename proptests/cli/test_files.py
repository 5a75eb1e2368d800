# Files as numpy writes them, in all types, orders and versions; and files that cannot be taken.
# Spec: contract/C9 C11. Layer: proptests/cli.
import os
import subprocess

import numpy as np

import support
from support import expected


class Files(support.Case):
    def indices_of(self, path, *flags):
        self.succeeds("topk", "--scores", path, "--k", 3, "--out", self.path("i.npy"), *flags)
        return np.load(self.path("i.npy")).tolist()

    def test_all_types_orders_and_versions_of_numpy_are_read(self):
        values = np.random.default_rng(3).standard_normal((4, 9))
        for dtype, flags in (("<f4", ["--dtype", "f32"]), ("<f2", ["--dtype", "f16"]), ("<f4", []), ("<f2", [])):
            for version in ((1, 0), (2, 0), (3, 0)):
                for layout in ("C", "F"):
                    with self.subTest(dtype=dtype, version=version, layout=layout):
                        array = np.array(values.astype(dtype), order=layout)
                        with open(self.path("s.npy"), "wb") as file:
                            np.lib.format.write_array(file, array, version=version)
                        want = [expected(row, 3).tolist() for row in array.astype(np.float64)]
                        self.assertEqual(self.indices_of(self.path("s.npy"), *flags), want)

    def test_bfloat16_in_fortran_order(self):
        patterns = np.asfortranarray(np.uint16([[0x3F80, 0xBF80, 0x7FC0, 0x0000], [0x8000, 0x0000, 0x0001, 0xFF80]]))
        path = self.save("s.npy", patterns)
        self.assertEqual(self.indices_of(path, "--dtype", "bf16"), [[0, 2, 3], [0, 1, 2]])

    def test_indices_and_values_in_fortran_order_are_judged(self):
        scores = self.save("s.npy", np.float32([[1, 2, 5, 4, 5], [5, 4, 3, 2, 1]]))
        runs = np.asfortranarray(np.int64([[[2, 3, 4], [0, 1, 2]], [[2, 3, 4], [0, 1, 2]]]))
        values = np.asfortranarray(np.float32([[[5, 4, 5], [5, 4, 3]], [[5, 4, 5], [5, 4, 3]]]))
        report = self.verdict(0, "--scores", scores, "--indices", self.save("i.npy", runs), "--values",
                              self.save("v.npy", values))
        self.assertEqual((report["runs"], report["rows"], report["k"]), (2, 2, 3))

    def test_one_dimension_is_one_row(self):
        path = self.save("s.npy", np.float32([1, 2, 5, 4, 5]))
        self.assertEqual(self.indices_of(path), [[2, 3, 4]])

    def test_dtype_must_match_the_file(self):
        out = ["--k", 1, "--out", self.path("i.npy")]
        wide = self.save("f32.npy", np.float32([1]))
        half = self.save("f16.npy", np.float16([1]))
        raw = self.save("u16.npy", np.uint16([1]))
        self.ends(2, "topk", "--scores", raw, *out, stderr="u16.npy: holds uint16 elements; pass --dtype bf16")
        for path, wrong in ((wide, "bf16"), (wide, "f16"), (half, "f32"), (half, "bf16"), (raw, "f16")):
            self.ends(2, "topk", "--scores", path, "--dtype", wrong, *out,
                      stderr=f"--dtype {wrong} does not match the file")

    def test_other_element_types_are_unsupported_and_named(self):
        for dtype in ("<f8", ">f4", "<i4", "|b1", "<u4"):
            path = self.save("s.npy", np.zeros(3, dtype))
            spelled = "int32" if dtype == "<i4" else dtype
            self.ends(3, "topk", "--scores", path, "--k", 1, "--out", self.path("i.npy"), stderr=spelled)
        path = self.save("s.npy", np.zeros(3, [("a", "<f4")]))
        self.ends(3, "topk", "--scores", path, "--k", 1, "--out", self.path("i.npy"), stderr="structured")
        good = self.save("g.npy", np.zeros(3, np.float32))
        lengths = self.save("l.npy", np.uint64([3]))
        self.ends(3, "topk", "--scores", good, "--lengths", lengths, "--k", 1, "--out", self.path("i.npy"),
                  stderr="l.npy: lengths of type uint64 are not supported")

    def test_malformed_files_are_refused_with_name_and_reason(self):
        path = self.save("s.npy", np.float32([1, 2, 3]))
        with open(path, "rb") as file:
            sound = file.read()
        for content, reason in ((b"", "the file is empty"), (b"hello world", "wrong magic"),
                                (sound[:-1], "truncated: shape [3] of <f4 needs 12 bytes of data, the file has 11"),
                                (sound + b"x", "trailing bytes"), (sound[:40], "truncated: the header"),
                                (sound.replace(b"(3,)", b"(-3,)"), "negative dimension")):
            with open(path, "wb") as file:
                file.write(content)
            for command in (["topk", "--k", 1, "--out", self.path("i.npy")], ["verify", "--indices", path],
                            ["trace", "--k", 1, "--row", 0]):
                self.ends(2, *command, "--scores", path, stderr=f"{path}: byte ")
                self.ends(2, *command, "--scores", path, stderr=reason)
        self.ends(2, "topk", "--scores", self.path("no.npy"), "--k", 1, "--out", self.path("i.npy"),
                  stderr="no.npy: cannot be opened: No such file or directory")

    def test_shapes_of_scores_and_lengths_are_checked(self):
        for shape in ((), (2, 2, 2)):
            path = self.save("s.npy", np.zeros(shape, np.float32))
            self.ends(2, "topk", "--scores", path, "--k", 1, "--out", self.path("i.npy"),
                      stderr="they must be [n] or [rows, n]")
        path = self.save("s.npy", np.zeros((2, 3), np.float32))
        for shape in ((3,), (2, 1), ()):
            lengths = self.save("l.npy", np.zeros(shape, np.int32))
            self.ends(2, "topk", "--scores", path, "--lengths", lengths, "--k", 1, "--out", self.path("i.npy"),
                      stderr="the scores have 2 rows, so it must be [2]")

    def test_a_link_to_nothing_is_refused_and_stays(self):
        scores = self.save("s.npy", np.float32([1, 2, 3]))
        os.symlink(self.path("nothing.npy"), self.path("link.npy"))
        os.symlink("loop.npy", self.path("loop.npy"))
        for link in ("link.npy", "loop.npy"):
            self.ends(2, "topk", "--scores", scores, "--k", 1, "--out", self.path(link),
                      stderr=f"{link}: is a link that leads to no file")
            self.assertTrue(os.path.islink(self.path(link)))
        self.assertEqual(self.left_over(), [])

    def test_a_rename_that_fails_late_says_what_was_replaced(self):
        scores = self.save("s.npy", np.float32([[1, 2, 3]]))
        names = [self.save(name, np.int32([7])) for name in ("i.npy", "v.npy", "c.npy")]
        done = subprocess.run(
            [support.PROGRAM, "topk", "--scores", scores, "--k", "1", "--out", names[0], "--values", names[1],
             "--certificate", names[2]], capture_output=True, text=True, timeout=120,
            env={**os.environ, "LD_PRELOAD": os.environ["EXACTK_RENAME_FAULT"],
                 "ASAN_OPTIONS": "verify_asan_link_order=0"})
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(f"{names[1]}: cannot be replaced: Input/output error; already replaced: {names[0]}\n",
                      done.stderr)
        self.assertEqual(np.load(names[0]).tolist(), [[2]])
        for name in names[1:]:
            self.assertEqual(np.load(name).tolist(), [7])
        self.assertEqual(self.left_over(), [])

    def test_files_are_whole_though_standard_output_is_lost(self):
        scores = self.save("s.npy", np.float32([[1, 2, 3]]))
        with open("/dev/full", "w") as full:
            done = subprocess.run([support.PROGRAM, "topk", "--scores", scores, "--k", "1", "--out",
                                   self.path("i.npy")], stdout=full, stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"standard output cannot be written", done.stderr)
        self.assertEqual(np.load(self.path("i.npy")).tolist(), [[2]])


if __name__ == "__main__":
    support.main()
