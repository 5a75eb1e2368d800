"""Holds every file of kernels to the rule of C15 that no flag makes an answer depend on flushed subnormals.

usage: float_rules.py COMPILE_COMMANDS SOURCE...

For each source each of the build's own commands is given to the compiler as a dry run, once as it is and once for each set of
flags that a user may put before the project's own. The compiler then says how device code would be compiled; it must
not flush subnormals. Nothing is compiled.
"""

from __future__ import annotations

import json
import pathlib
import re
import shlex
import subprocess
import sys

# What a user of CMAKE_CUDA_FLAGS may ask for. The kernels neither divide nor take roots of floats by the operators
# that the other parts of fast-math replace, so flushing is all that could change an answer.
HOSTILE = ([], ["-use_fast_math"], ["-ftz=true"], ["--ftz", "true"])
_FTZ = re.compile(r"(?<![\w-])-ftz=(\d)")


def dry_run(command: list[str], folder: str) -> str:
    """What the compiler says that it would do; an empty text if it refuses."""
    done = subprocess.run([*command, "--dryrun"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.stdout if done.returncode == 0 else ""


def fault_of(said: str) -> str | None:
    """What is wrong with the device code of a dry run."""
    compilations = [line for line in said.splitlines() if re.search(r"\bcicc\"?\s", line)]
    if not compilations:
        return "the compiler's dry run tells of no device code"
    for line in compilations:
        values = _FTZ.findall(line)
        if not values:
            return "the compiler's dry run does not say whether subnormals are flushed"
        if set(values) != {"0"}:
            return "subnormals are flushed"
    return None


def check(commands: list[dict], sources: list[str]) -> list[str]:
    """What is wrong, a line each."""
    by_file: dict[pathlib.Path, list[dict]] = {}
    for entry in commands:  # a source may be built several times, for other architectures
        by_file.setdefault(pathlib.Path(entry["file"]).resolve(), []).append(entry)
    wrong = [] if sources else ["no source was named, which is no check"]
    for source in sources:
        entries = by_file.get(pathlib.Path(source).resolve(), [])
        if not entries:
            wrong.append(f"{source}: there is no compile command for it")
        for entry in entries:
            compiler, *rest = shlex.split(entry["command"])
            for flags in HOSTILE:
                fault = fault_of(dry_run([compiler, *flags, *rest], entry["directory"]))
                if fault:
                    wrong.append(f"{source}: {fault}, {'with ' + ' '.join(flags) if flags else 'as the build has it'}")
    return wrong


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    commands = json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8"))
    wrong = check(commands, arguments[1:])
    for line in wrong:
        print(f"device_float_rules: {line}")
    print(f"device_float_rules: {len(arguments) - 1} files with {len(HOSTILE)} sets of flags each; {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
