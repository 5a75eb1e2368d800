"""Prints the table of kernels for docs/device.md, or writes it there with --write.

usage: table.py [--write] [ARCHITECTURE]   (default: 90a)
"""

from __future__ import annotations

import pathlib
import re
import sys
import tempfile

import compiler

PAGE = "docs/device.md"
BEGIN, END = "<!-- scripts/device-kernels -->", "<!-- end of scripts/device-kernels -->"


def lines_for(results: list[compiler.Compiled], architecture: str, release: str) -> list[str]:
    """The table in Markdown, files in their order and kernels by name."""
    total = sum(len(result.kernels) for result in results)
    seconds = sum(result.seconds for result in results)
    lines = [f"{total} kernels, sm_{architecture}, nvcc {release}; {seconds:.0f} seconds for all files one after the "
             "other on the machine that printed this.", "",
             "| kernel | registers | static shared bytes | spilled bytes | code bytes |", "|---|---|---|---|---|"]
    files = ["| file | kernels | seconds |", "|---|---|---|"]
    for result in results:
        name = pathlib.PurePosixPath(result.source).name
        files.append(f"| `{name}` | {len(result.kernels)} | {result.seconds:.0f} |")
        shown = compiler.demangle([kernel.mangled for kernel in result.kernels])
        for title, kernel in sorted(zip(shown, result.kernels)):
            lines.append(f"| `{title}` | {kernel.registers} | {kernel.shared} | {kernel.spills + kernel.stack} "
                         f"| {kernel.code:,} |")
    return lines + [""] + files


def write(root: pathlib.Path, lines: list[str]) -> None:
    """Replaces what stands between the two marks of the page."""
    page = root / PAGE
    text = page.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise SystemExit(f"{PAGE}: the marks {BEGIN} and {END} are not there once each")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    page.write_text(before + "\n".join([BEGIN, *lines, END]) + after, encoding="utf-8")
    print(f"wrote {PAGE}")


def main(arguments: list[str]) -> int:
    root = pathlib.Path(__file__).resolve().parents[2]
    written = arguments[:1] == ["--write"]
    rest = arguments[1:] if written else arguments
    if len(rest) > 1 or (rest and not re.fullmatch(r"\d+[af]?", rest[0])):
        print(__doc__, file=sys.stderr)
        return 2
    architecture = rest[0] if rest else "90a"
    nvcc = compiler.find_nvcc()
    if nvcc is None:
        print("device-kernels: no nvcc was found, so nothing was compiled", file=sys.stderr)
        return 1
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for source in compiler.sources(root):
            print(f"compiling {source} for sm_{architecture}", file=sys.stderr, flush=True)
            results.append(compiler.compile_source(nvcc, root, source, architecture, pathlib.Path(folder)))
            if results[-1].error:
                print(f"{source} does not compile:\n{results[-1].error}", file=sys.stderr)
                return 1
    lines = lines_for(results, architecture, compiler.version(nvcc))
    if written:
        write(root, lines)
    else:
        print("\n".join(lines))
    spilled = [kernel.mangled for result in results for kernel in result.kernels if kernel.spills or kernel.stack]
    if spilled:
        print(f"spills or local memory: {' '.join(spilled)}", file=sys.stderr)
    return 1 if spilled else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
