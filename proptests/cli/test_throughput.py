# verify and census beside read() of the same files: at most three times as long, in memory that does not grow with the rows.
# Spec: contract/C1. Layer: proptests/cli.
import json
import os
import subprocess
import sys
import threading
import time

import numpy as np

import support

GIB = 1 << 30
TIMES_OF_READ = 3     # bound: of the requirement
TRIES = 7             # convention: the least of so many, taken in turns, is what neither other processes nor a cold cache made
WIDTH, K = 131072, 2048
BLOCK = 4 << 20       # convention: what the program takes at once, too
SIZES = [GIB]
TYPES = {"f32": np.float32, "f16": np.float16}

# A process starts with the peak of the one that it was split from: this one is small, ours has numpy in it.
RUNNER = """
import os, sys, time
start = time.perf_counter()
null = (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[null]), 0)
print(os.waitstatus_to_exitcode(status), time.perf_counter() - start, usage.ru_maxrss)
"""


def read_all(paths, threads):
    """Seconds of read() of all bytes, each thread with its part of each file."""
    def part(thread):
        buffer = bytearray(BLOCK)
        for path in paths:
            with open(path, "rb", buffering=0) as file:
                size = os.fstat(file.fileno()).st_size
                at, end = size * thread // threads, size * (thread + 1) // threads
                while at < end:
                    at += os.preadv(file.fileno(), [memoryview(buffer)[:min(BLOCK, end - at)]], at)
    start = time.perf_counter()
    workers = [threading.Thread(target=part, args=(t,)) for t in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - start


class Throughput(support.Case):
    def dump(self, name, size, dtype):
        """A dump of `size` bytes of scores: 16 rows, over and over, with the answers of the program itself."""
        rows = 16
        folder = self.path(name)
        os.mkdir(folder)
        drawn = np.random.default_rng(1).standard_normal((rows, WIDTH), np.float32).astype(dtype)
        scores = self.save("block.npy", drawn)
        self.succeeds("topk", "--scores", scores, "--k", K, "--out", self.path("answer.npy"))
        times = size // drawn.nbytes
        files = []
        for part, block in (("scores", drawn), ("indices", np.load(self.path("answer.npy")))):
            files.append(os.path.join(folder, part + ".npy"))
            with open(files[-1], "wb") as file:
                header = {"descr": block.dtype.str, "fortran_order": False, "shape": (rows * times,) + block.shape[1:]}
                np.lib.format.write_array_header_1_0(file, header)
                for _ in range(times):
                    file.write(block.tobytes())
        with open(os.path.join(folder, "manifest.json"), "w") as file:
            json.dump([{"scores": "scores.npy", "indices": "indices.npy"}], file)
        return folder, files, rows * times

    def run_measured(self, *arguments):
        """Seconds and peak bytes of one run of the program, which must succeed."""
        done = subprocess.run([sys.executable, "-S", "-E", "-c", RUNNER, support.PROGRAM, *arguments],
                              capture_output=True, text=True, check=True)
        code, seconds, peak = done.stdout.split()
        self.assertEqual(int(code), 0, arguments)
        return float(seconds), int(peak) * 1024

    def measure(self, command, files, threads, *arguments):
        """Ratio of the program's least time to that of read(), and its peak."""
        program, reading, peak = [], [], 0
        for _ in range(TRIES):
            reading.append(read_all(files, threads))
            seconds, bytes_at_peak = self.run_measured(command, *arguments, "--threads", str(threads))
            program.append(seconds)
            peak = max(peak, bytes_at_peak)
            if len(program) >= 3 and min(program) <= TIMES_OF_READ * min(reading):
                break
        ratio = min(program) / min(reading)
        print(f"{command} {arguments[-1] if arguments else ''} threads {threads}: {min(program):.3f} s, read() "
              f"{min(reading):.3f} s, ratio {ratio:.2f}, peak {peak >> 20} MiB", file=sys.stderr)
        return ratio, peak

    def hold(self, command, extra):
        for type_name, dtype in TYPES.items():
            small, small_files, _ = self.dump(f"small_{type_name}", 128 << 20, dtype)
            small_peaks = {threads: self.measure(command, small_files, threads, small, *extra)[1] for threads in (1, 2)}
            for size in SIZES:
                folder, files, rows = self.dump(f"large_{type_name}_{size}", size, dtype)
                for threads in (1, 2):
                    ratio, peak = self.measure(command, files, threads, folder, *extra)
                    self.assertLessEqual(ratio, TIMES_OF_READ, (type_name, threads))
                    # Some blocks more for each thread, as the system maps them; nothing for the rows, which are eight
                    # times as many and more.
                    self.assertLess(peak, small_peaks[threads] + threads * 2 * BLOCK, (type_name, threads, rows))
                for file in files:
                    os.remove(file)

    def test_verify(self):
        self.hold("verify", [])

    def test_census(self):
        self.hold("census", [])


if __name__ == "__main__":
    if "--heavy" in sys.argv:
        sys.argv.remove("--heavy")
        SIZES.append(4 * GIB)
    support.main()
