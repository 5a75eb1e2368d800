"""Compiles all kernels for every architecture of the project; prints seconds; fails on an error or a spill.

usage: architectures.py [ARCHITECTURE...]   (default: all that this nvcc knows)
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

import compiler


def main(arguments: list[str]) -> int:
    root = pathlib.Path(__file__).resolve().parents[2]
    nvcc = compiler.find_nvcc()
    if nvcc is None:
        print("architectures: no nvcc was found, so nothing was compiled")
        return 1
    known = compiler.known_architectures(nvcc)
    for name in arguments:
        if name not in compiler.ARCHITECTURES:
            print(f"architectures: {name} is none of {' '.join(compiler.ARCHITECTURES)}", file=sys.stderr)
            return 2
    chosen = [name for name in arguments or compiler.ARCHITECTURES if name in known]
    unknown = [name for name in arguments or compiler.ARCHITECTURES if name not in known]
    files = compiler.sources(root)
    failed = 0
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for architecture in chosen:
            seconds, kernels, registers = [], 0, 0
            for source in files:
                result = compiler.compile_source(nvcc, root, source, architecture, pathlib.Path(folder))
                seconds.append(result.seconds)
                kernels += len(result.kernels)
                registers = max([registers, *(kernel.registers for kernel in result.kernels)])
                spilled = [kernel.mangled for kernel in result.kernels if kernel.spills or kernel.stack]
                if result.error or spilled:
                    failed += 1
                    print(f"FAILED sm_{architecture} {source}: {result.error or 'spills: ' + ' '.join(spilled)}",
                          flush=True)
            rows.append(f"| sm_{architecture} | {kernels} | {registers} | "
                        + " | ".join(f"{value:.0f}" for value in seconds) + f" | {sum(seconds):.0f} |")
            print(f"sm_{architecture}: {kernels} kernels in {sum(seconds):.0f} s", flush=True)
    titles = [pathlib.PurePosixPath(source).stem for source in files]
    print("\n| architecture | kernels | most registers | " + " | ".join(titles) + " | seconds |")
    print("|---" * (len(titles) + 4) + "|")
    print("\n".join(rows))
    for name in unknown:
        print(f"LEFT OUT sm_{name}: nvcc {compiler.version(nvcc)} does not know it")
    print(f"architectures: {len(chosen)} compiled, {len(unknown)} left out, {failed} files failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
