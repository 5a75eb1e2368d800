# exactk new-plugin: the skeleton builds with the command that is printed and answers rightly; what is refused leaves nothing.
# Spec: contract/C1 to C9 C18. Layer: proptests/cli.
import ctypes
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np

import support

HEADER = pathlib.Path(__file__).parents[2] / "tools" / "plugin" / "include" / "exactk_plugin.h"
SOURCES = {"cpp": [], "cu": ["--cuda"]}


class Problem(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in
                ("size", "type", "smallest", "ties_high", "by_rank", "nan_smallest")] + [
        ("scores", ctypes.c_void_p), ("rows", ctypes.c_int64), ("width", ctypes.c_int64), ("pitch", ctypes.c_int64),
        ("lengths", ctypes.c_void_p), ("k", ctypes.c_int64), ("fill_index", ctypes.c_int32),
        ("fill_score", ctypes.c_uint32), ("device", ctypes.c_int32), ("has_lengths", ctypes.c_uint32),
        ("wants_scores", ctypes.c_uint32), ("reserved", ctypes.c_uint32)]


class Outputs(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("indices", ctypes.c_void_p),
                ("index_pitch", ctypes.c_int64), ("scores", ctypes.c_void_p), ("score_pitch", ctypes.c_int64)]


class Description(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("size", "version", "memory", "reserved")] + [
        (name, ctypes.c_char_p) for name in ("name", "release", "promises")]


def answer(library, scores, lengths, k, smallest=0, ties_high=0, by_rank=0, nan_smallest=0):
    """Indices and scores [rows, k]."""
    rows, width = scores.shape
    indices, values = np.full((rows, k), -99, np.int32), np.zeros((rows, k), np.uint32)
    fill = np.float32(np.inf if smallest else -np.inf).view(np.uint32)
    problem = Problem(ctypes.sizeof(Problem), 0, smallest, ties_high, by_rank, nan_smallest, scores.ctypes.data, rows,
                      width, width, lengths.ctypes.data, k, -1, int(fill), 0, 1, 1, 0)
    outputs = Outputs(ctypes.sizeof(Outputs), 0, indices.ctypes.data, k, values.ctypes.data, k)
    status = library.exactk_plugin_run(ctypes.byref(problem), ctypes.byref(outputs), None, ctypes.c_int64(0), None)
    assert status == 0, status
    return indices, values, fill


def nvcc_folder():
    """Of a CUDA toolkit that is on the path, or where it is by default; None: there is none."""
    found = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    return os.path.dirname(found) if found else None


class NewPlugin(support.Case):
    def run_program(self, *arguments):
        """In the test's folder, where files go by default."""
        return subprocess.run([os.path.abspath(support.PROGRAM), *map(str, arguments)], capture_output=True, text=True,
                              timeout=120, cwd=self.folder)

    def printed(self, text, what):
        lines = re.findall(rf"^{what}: (.*)$", text, re.MULTILINE)
        self.assertEqual(len(lines), 1, text)
        return lines[0]

    def built(self, command, **environment):
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=240, cwd=self.folder,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def in_folder(self, folder="."):
        return sorted(os.listdir(self.path(folder)))

    def refused(self, *arguments, stderr, left=()):
        self.assertEqual(self.ends(2, "new-plugin", *arguments, stderr=stderr), "")
        self.assertEqual(self.in_folder(), sorted(left))

    def test_what_is_printed_builds_it_and_says_how_to_judge_it(self):
        text = self.succeeds("new-plugin", "mine")
        self.assertEqual(text, "wrote mine.cpp\nwrote exactk_plugin.h\n"
                               "build: g++ -std=c++17 -O2 -shared -fPIC mine.cpp -o libmine.so\n"
                               "judge: exactk check --impl plugin:./libmine.so\n")
        self.assertEqual(self.in_folder(), ["exactk_plugin.h", "mine.cpp"])
        self.built(self.printed(text, "build"))
        self.assertEqual(self.in_folder(), ["exactk_plugin.h", "libmine.so", "mine.cpp"])
        # Without a word from a compiler that is asked for more of them.
        self.assertEqual(self.built("g++ -std=c++17 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -fsyntax-only mine.cpp")
                         .stderr, "")

    def test_the_skeleton_answers_rightly(self):
        self.built(self.printed(self.succeeds("new-plugin", "mine"), "build"))
        library = ctypes.CDLL(self.path("libmine.so"))
        library.exactk_plugin_describe.restype = ctypes.POINTER(Description)
        said = library.exactk_plugin_describe()[0]
        self.assertEqual((said.size, said.version, said.memory, said.name),
                         (ctypes.sizeof(Description), 1, 0, b"mine"))
        self.assertIn(b"types float32\n", said.promises)
        scores = np.float32([[1, 2, 5, 4, 5, -np.inf], [0.0, -0.0, np.nan, -0.0, np.inf, 0.0],
                             [3, 3, 3, 3, 3, 3], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]])
        lengths = np.int32([6, 6, 9, 2, -1])
        for flags in range(16):
            smallest, ties_high, by_rank, nan_smallest = (flags >> bit & 1 for bit in range(4))
            indices, values, fill = answer(library, scores, lengths, 3, smallest, ties_high, by_rank, nan_smallest)
            for row, length in enumerate(lengths):
                wanted = support.expected(scores[row].astype(np.float64), 3, length, "rank" if by_rank else "index",
                                          smallest=bool(smallest), nan="smallest" if nan_smallest else "largest",
                                          ties="high" if ties_high else "low")
                self.assertEqual(indices[row].tolist(), wanted.tolist(), (flags, row))
                bits = [int(scores[row].view(np.uint32)[index]) if index >= 0 else int(fill) for index in wanted]
                self.assertEqual(values[row].tolist(), bits, (flags, row))

    def test_the_skeletons_are_short_and_all_of_their_names_are_put_in(self):
        for suffix, flags in SOURCES.items():
            self.succeeds("new-plugin", f"own_{suffix}", *flags)
            text = pathlib.Path(self.path(f"own_{suffix}.{suffix}")).read_text()
            self.assertLessEqual(text.count("\n"), 150)
            self.assertNotIn("@", text)
            self.assertIn(f'"own_{suffix}"', text)
            self.assertIn("GOES HERE", text)
        self.assertEqual(pathlib.Path(self.path("exactk_plugin.h")).read_text(), HEADER.read_text())

    def test_the_cuda_skeleton_compiles(self):
        text = self.succeeds("new-plugin", "mine", "--cuda")
        self.assertEqual(self.printed(text, "build"), "nvcc -O2 -shared -Xcompiler -fPIC mine.cu -o libmine.so")
        self.assertEqual(self.in_folder(), ["exactk_plugin.h", "mine.cu"])
        folder = nvcc_folder()
        if folder is None:
            print("NOT RUN: there is no nvcc here, the CUDA skeleton was not compiled")
            self.skipTest("there is no nvcc")
        self.built(self.printed(text, "build"), PATH=folder + os.pathsep + os.environ.get("PATH", ""))
        self.assertIn("libmine.so", self.in_folder())

    def test_files_go_to_the_folder_that_is_named(self):
        os.mkdir(self.path("in side"))
        text = self.succeeds("new-plugin", "mine", "--dir", "in side/")
        self.assertEqual(self.in_folder("in side"), ["exactk_plugin.h", "mine.cpp"])
        self.built(self.printed(text, "build"))
        self.assertEqual(self.in_folder("in side"), ["exactk_plugin.h", "libmine.so", "mine.cpp"])
        self.assertEqual(self.printed(text, "judge"), "exactk check --impl 'plugin:in side/libmine.so'")
        os.mkdir(self.path("-x"))
        self.built(self.printed(self.succeeds("new-plugin", "mine", "--dir=-x"), "build"))
        self.assertEqual(self.in_folder("-x"), ["exactk_plugin.h", "libmine.so", "mine.cpp"])
        self.refused("mine", "--dir", "nowhere", stderr="--dir nowhere: there is no such folder", left=["-x", "in side"])
        self.refused("mine", "--dir", "", stderr="--dir: the value is empty", left=["-x", "in side"])

    def test_nothing_is_overwritten(self):
        self.succeeds("new-plugin", "mine")
        files = ["exactk_plugin.h", "mine.cpp"]
        before = [pathlib.Path(self.path(name)).stat().st_mtime_ns for name in files]
        self.refused("mine", stderr="mine.cpp is there already", left=files)
        self.assertEqual([pathlib.Path(self.path(name)).stat().st_mtime_ns for name in files], before)
        # A second one beside the first shares its header, unless that is another one.
        self.assertEqual(self.succeeds("new-plugin", "other", "--cuda").splitlines()[:2],
                         ["wrote other.cu", "build: nvcc -O2 -shared -Xcompiler -fPIC other.cu -o libother.so"])
        with open(self.path("exactk_plugin.h"), "a") as header:
            header.write("// mine\n")
        self.refused("third", stderr="exactk_plugin.h is there already and is another one", left=files + ["other.cu"])

    def test_a_link_to_nothing_is_not_followed(self):
        os.symlink("elsewhere", self.path("mine.cpp"))
        self.refused("mine", stderr="mine.cpp is there already", left=["mine.cpp"])
        os.symlink("elsewhere", self.path("exactk_plugin.h"))
        self.refused("other", stderr="exactk_plugin.h is there already", left=["exactk_plugin.h", "mine.cpp"])

    def test_only_names_of_c_are_taken(self):
        for name in ("Mine", "1st", "a-b", "a.b", "a/b", "../a", "a b", "", "ä", "a\n", "mineX"):
            self.refused(name, stderr="is no name for a plug-in")
        self.refused("a" * 65, stderr="the name has 65 characters; the limit is 64")
        self.succeeds("new-plugin", "a" * 64)
        self.succeeds("new-plugin", "_9")

    def test_usage(self):
        self.refused(stderr="name is required")
        self.refused("a", "b", stderr="not expected: b")
        self.refused("a", "--cuda=yes", stderr="--cuda takes no value")
        self.refused("a", "--bogus", stderr="--bogus")


if __name__ == "__main__":
    support.main()
