"""The rooms that users get hold nothing of planted faults: their sources are, token by token, what they are without.

usage: plain_sources.py ROOT BUILD COMPILER

Each source with a switch is preprocessed twice as the build compiles it: as it is, and after this script has taken the
switches out of a copy by reading them itself. The tokens must be equal, so that the code of the plain library is that
of sources that never had a switch. That the switches are there is shown with EXACTK_FAULTS, where the tokens must
differ, and in the faulty library; the plain archives must have no symbol of them. Every fault of a faults.hpp has a
place in the sources, and no expression has more than three.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tempfile

ROOMS = {"sim": ("SIM", "sim", "exactk_sim"), "reference/cpu": ("CPU", "reference/cpu", "exactk_cpu"),
         "reference/verify": ("VERIFY", "reference/verify", "exactk_verify")}
MOST_AT_A_SITE = 3  # bound: what a reader can still follow

_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|[A-Za-z_]\w*|\d[\w.\']*|\S')
_COMMENT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def arguments_of(text: str, start: int) -> tuple[list[str], int]:
    """Arguments of the macro call whose opening bracket is at `start`, and the offset behind its closing one."""
    depth, at, parts, begin = 0, start, [], start + 1
    while True:
        if match := _COMMENT.match(text, at):
            at = match.end()
            continue
        letter = text[at]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth == 0:
                return parts + [text[begin:at]], at + 1
        elif letter == "," and depth == 1:
            parts.append(text[begin:at])
            begin = at + 1
        at += 1


def without_switches(text: str, macro: str, names: list[str] | None = None) -> str:
    """The text with every switch replaced by its right code; `names` gets the names that were met."""
    call = re.compile(rf"\bEXACTK_{macro}_(FAULT|WHEN|ONLY|HELD|LOWERED|IN_ROW)(?=\()")
    while match := call.search(text):
        parts, end = arguments_of(text, match.end())
        kind = match.group(1)
        if names is not None and kind in ("FAULT", "WHEN"):
            names.append(parts[0].strip())
        right = parts[1] if kind == "FAULT" else parts[0] if kind in ("HELD", "LOWERED", "IN_ROW") else ""
        if kind == "FAULT" and len(parts) != 3:
            raise SystemExit(f"a switch with {len(parts)} arguments: {text[match.start():end]}")
        text = text[:match.start()] + right + text[end:]
    return text


def deepest(text: str, macro: str) -> int:
    """Most switches with names in one another."""
    most = 0
    for match in re.finditer(rf"\bEXACTK_{macro}_FAULT(?=\()", text):
        names: list[str] = []
        _, end = arguments_of(text, match.end())
        without_switches(text[match.start():end], macro, names)
        most = max(most, len(set(names)))
    return most


def preprocessed(compiler: str, path: pathlib.Path, includes: list[pathlib.Path], *defines: str) -> list[str]:
    command = [compiler, "-std=c++20", "-E", "-P", *defines, *[f"-I{folder}" for folder in includes], str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{path} cannot be preprocessed:\n{done.stderr}")
    return _TOKEN.findall(done.stdout)


def enumerators(header: str) -> list[str]:
    body = re.search(r"enum class Fault : int \{(.*?)\};", header, re.DOTALL)
    found = re.findall(r"^\s*(\w+),", body.group(1) if body else "", re.MULTILINE)
    return [name for name in found if name not in ("none", "count")]


def check_room(root: pathlib.Path, room: str, compiler: str, pattern: str = "*.cpp") -> list[str]:
    """`pattern` says which sources are compared; the places of faults are looked for in all."""
    macro = ROOMS[room][0]
    folder = root / room / "src"
    includes = [root / room / "include", root / "reference/contract/include", root / "reference/oracle/include"]
    problems: list[str] = []
    met: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        copy = pathlib.Path(name)
        for path in sorted(folder.glob("*.[ch]pp")):
            text = path.read_text()
            if path.name != "faults.hpp":
                if deepest(text, macro) > MOST_AT_A_SITE:
                    problems.append(f"{room}: {path.name} has more than {MOST_AT_A_SITE} faults at a site")
                text = without_switches(text, macro, met)
                text = text.replace('#include "faults.hpp"\n', "")
                (copy / path.name).write_text(text)
        for path in sorted(folder.glob(pattern)):
            as_is = preprocessed(compiler, path, includes)
            taken_out = preprocessed(compiler, copy / path.name, [copy, *includes])
            if as_is != taken_out:
                at = next((i for i, pair in enumerate(zip(as_is, taken_out)) if pair[0] != pair[1]), -1)
                problems.append(f"{room}: {path.name} is not what it is without its switches, at "
                                f"{' '.join(as_is[max(0, at - 6):at + 6])}")
            switched = preprocessed(compiler, path, includes, "-DEXACTK_FAULTS")
            if "EXACTK_" in path.read_text() and as_is == switched:
                problems.append(f"{room}: {path.name} has switches that do nothing")
    declared = enumerators((folder / "faults.hpp").read_text())
    for name in sorted(set(declared) ^ set(met)):
        problems.append(f"{room}: {name} is " + ("declared and has no place" if name in declared else "not declared"))
    print(f"plain_sources: {room}: {len(declared)} faults, {len(met)} switches")
    return problems


def symbols(archive: pathlib.Path) -> str:
    return subprocess.run(["nm", "-C", str(archive)], check=True, stdout=subprocess.PIPE, text=True).stdout


def check_archives(build: pathlib.Path) -> list[str]:
    problems = []
    for _, folder, target in ROOMS.values():
        if "faults::" in symbols(build / folder / f"lib{target}.a"):
            problems.append(f"lib{target}.a has symbols of planted faults")
        if "faults::" not in symbols(build / "tools/mutants" / f"lib{target}_faulty.a"):
            problems.append(f"lib{target}_faulty.a has no symbol of planted faults, so nothing was looked for")
    return problems


def main(arguments: list[str]) -> int:
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    root, build, compiler = pathlib.Path(arguments[0]), pathlib.Path(arguments[1]), arguments[2]
    problems = [problem for room in ROOMS for problem in check_room(root, room, compiler)]
    problems += check_archives(build)
    for problem in problems:
        print(problem)
    print(f"plain_sources: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
