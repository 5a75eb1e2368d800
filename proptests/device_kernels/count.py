"""Counts the kernels in the objects of a build and holds docs/device.md against them.

usage: count.py ROOT OBJECT...

Fails above 96 kernels an architecture, and where the page's number or its list of kernels is another than the
objects'. Nothing is compiled.
"""

from __future__ import annotations

import pathlib
import re
import sys

import compiler
import objects
import table

MOST = 96  # bound: the project's own limit; every kernel costs each user build time and bytes


def told_by_page(text: str) -> tuple[list[int], list[str]]:
    """(numbers of kernels, names of kernels) of the page's generated part."""
    if text.count(table.BEGIN) != 1 or text.count(table.END) != 1:
        return [], []
    part = text.split(table.BEGIN)[1].split(table.END)[0]
    numbers = [int(number) for number in re.findall(r"^(\d+) kernels, sm_", part, re.MULTILINE)]
    return numbers, re.findall(r"^\| `([^`.]+)` \|", part, re.MULTILINE)


def check(page: str, paths: list[pathlib.Path]) -> tuple[list[str], int, set[int]]:
    """(what is wrong, kernels per architecture, architectures)."""
    mangled: set[str] = set()
    architectures: set[int] = set()
    wrong = []
    for path in paths:
        names, here = objects.kernels_of_object(path)
        if mangled & names:
            wrong.append(f"{path} has kernels that another object has too: {sorted(mangled & names)}")
        mangled |= names
        architectures |= here
    names = compiler.demangle(sorted(mangled)) if mangled else []
    if not names:
        wrong.append(f"no kernel was found in {len(paths)} objects, which is no count")
    if len(names) > MOST:
        wrong.append(f"{len(names)} kernels an architecture, more than {MOST}")
    numbers, told = told_by_page(page)
    if numbers != [len(names)]:
        wrong.append(f"{table.PAGE} says {numbers or 'nothing'} of the number of kernels, the objects have "
                     f"{len(names)}; run scripts/device-kernels --write")
    for name in sorted(set(names) ^ set(told)):
        where = "the objects, not on the page" if name in names else f"{table.PAGE}, not in the objects"
        wrong.append(f"{name} is in {where}; run scripts/device-kernels --write")
    if len(told) != len(set(told)) or len(names) != len(set(names)):
        wrong.append("a kernel is named twice")
    return wrong, len(names), architectures


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[0])
    page = (root / table.PAGE).read_text(encoding="utf-8")
    try:
        wrong, kernels, architectures = check(page, [pathlib.Path(path) for path in arguments[1:]])
    except objects.Malformed as error:
        print(f"device_kernels: {error}")
        return 1
    for line in wrong:
        print(f"device_kernels: {line}")
    print(f"device_kernels: {kernels} kernels for each of {len(architectures)} architectures "
          f"({', '.join(f'sm_{name}' for name in sorted(architectures))}), at most {MOST}; {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
