# Builds the replay of the corpus by g++ and clang++ at -O0 and -O3 and compares every byte that the four print.
# Spec: contract/C15. Layer: proptests/casefile.
"""Usage: same_bytes.py ROOT [FOLDER]; builds in FOLDER and keeps it, or in a temporary one."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

COMPILERS = ("g++", "clang++")
LEVELS = ("-O0", "-O3")


def build(root, folder, compiler, level):
    """The program, built in a folder of its own."""
    made = folder / f"{compiler}{level}"
    configure = ["cmake", "-S", root, "-B", made, f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release",
                 f"-DCMAKE_CXX_FLAGS_RELEASE={level}", "-DEXACTK_CUDA=OFF"]
    for command in (configure, ["cmake", "--build", made, "--target", "replay_outputs"]):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{compiler} {level}: {' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return made / "bin/replay_outputs"


def main(arguments):
    root = pathlib.Path(arguments[0]).resolve()
    missing = [compiler for compiler in COMPILERS if shutil.which(compiler) is None]
    if missing:
        sys.exit(f"{' and '.join(missing)} not found: nothing was compared. docs/dependencies.md names the packages.")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments[1] if len(arguments) > 1 else temporary)
        expected = None
        for compiler in COMPILERS:
            for level in LEVELS:
                begun = time.monotonic()
                program = build(root, folder, compiler, level)
                built = time.monotonic()
                done = subprocess.run([program, root / "proptests/corpus"], capture_output=True, text=True)
                lines = done.stdout.splitlines()
                print(f"{compiler} {level}: {lines[-1] if lines else 'nothing printed'}; built in {built - begun:.0f} s, "
                      f"ran in {time.monotonic() - built:.1f} s", flush=True)
                if done.returncode or not lines:
                    sys.exit(f"the replay failed:\n{done.stdout}{done.stderr}")
                if expected is None:
                    expected = lines
                for mine, theirs in zip(lines, expected):
                    if mine != theirs:
                        sys.exit(f"differs from {COMPILERS[0]} {LEVELS[0]}:\n  {theirs}\n  {mine}")
                if len(lines) != len(expected):
                    sys.exit("differs in the number of lines")
        print(f"the same {len(expected)} lines from all {len(COMPILERS) * len(LEVELS)} builds")


if __name__ == "__main__":
    main(sys.argv[1:])
