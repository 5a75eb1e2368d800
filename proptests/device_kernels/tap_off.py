"""Kernels without a tap hold nothing of taps and planted faults: they are the same bytes when the source has none.

usage: tap_off.py [ARCHITECTURE]   (default: 90a)

Compiled twice: as the source is, and with EXACTK_WITHOUT_TAPS, under which has_fault and the functions of
steps/tap.cuh are empty and the arguments of a kernel have no member `tap`. The machine code of every kernel without a
tap must be equal byte for byte. That the macro does something is shown by the tapped kernels, which must not be equal.
"""

from __future__ import annotations

import pathlib
import re
import sys
import tempfile

import compiler

MACRO = "EXACTK_WITHOUT_TAPS"


def untapped(root: pathlib.Path) -> list[str]:
    """Sources of kernels without a tap: each has a twin whose name ends in _tapped."""
    files = compiler.sources(root)
    return [name for name in files if name.replace(".cu", "_tapped.cu") in files]


def differences(source: str, as_is: compiler.Compiled, without: compiler.Compiled) -> list[str]:
    wrong = [f"{source}: {result.error}" for result in (as_is, without) if result.error]
    if not wrong and set(as_is.code) != set(without.code):
        wrong.append(f"{source}: other kernels with {MACRO}: {sorted(set(as_is.code) ^ set(without.code))}")
    if not wrong:
        wrong += [f"{source}: {name}: {len(code)} bytes of code are not those of the source without taps "
                  f"({len(without.code[name])} bytes)"
                  for name, code in as_is.code.items() if code != without.code[name]]
    return wrong


def main(arguments: list[str]) -> int:
    root = pathlib.Path(__file__).resolve().parents[2]
    if len(arguments) > 1 or (arguments and not re.fullmatch(r"\d+[af]?", arguments[0])):
        print(__doc__, file=sys.stderr)
        return 2
    architecture = arguments[0] if arguments else "90a"
    nvcc = compiler.find_nvcc()
    if nvcc is None:
        print("tap_off: no nvcc was found, so nothing was compiled")
        return 1
    wrong, kernels = [], 0
    with tempfile.TemporaryDirectory() as name:
        def compiled(source: str, *defines: str) -> compiler.Compiled:
            return compiler.compile_source(nvcc, root, source, architecture, pathlib.Path(name), defines)

        files = untapped(root)
        if not files:
            wrong.append("no source has a twin with taps")
        for source in files:
            as_is = compiled(source)
            wrong += differences(source, as_is, compiled(source, MACRO))
            kernels += len(as_is.code)
            twin = source.replace(".cu", "_tapped.cu")
            tapped, emptied = compiled(twin), compiled(twin, MACRO)
            wrong += [f"{twin}: {result.error}" for result in (tapped, emptied) if result.error]
            same = [kernel for kernel, code in tapped.code.items() if code == emptied.code.get(kernel)]
            if same:
                wrong.append(f"{twin}: {MACRO} changes nothing in {len(same)} kernels, so nothing was shown of {source}")
    for line in wrong:
        print(f"FAILED {line}")
    print(f"tap_off: sm_{architecture}, {kernels} kernels without a tap, {len(wrong)} faults")
    return 1 if wrong or not kernels else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
