"""Compares what compiled programs rely on in the C interface with bindings/c/golden/abi.txt.

That is: the symbols that the shared library shows, size and alignment of every struct, offset, size and type of every
field, the value of every enumerator, and every prototype. Structs and enums are found by reading the header, so that
none is forgotten; their numbers are those of the C compiler.
"""

from __future__ import annotations

import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = """# What compiled programs rely on in the C interface, for 64-bit Linux.
# Written by proptests/bindings_c/abi.py --write, compared by the test bindings_c_abi.
"""
ADVICE = """
The C interface is not what bindings/c/golden/abi.txt records. If that is not meant, undo it: programs that are
compiled already would break. If it is meant, fields, enumerators and functions were only added at the end, or
exactk_c_soversion in bindings/c/CMakeLists.txt and the node of exactk_c.map were raised; then run the command of this
test with --write added and say so in CHANGELOG.md."""

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_ENUM = re.compile(r"\benum (\w+) \{([^}]*)\}")
_STRUCT = re.compile(r"\btypedef struct (\w+) \{([^}]*)\} (\w+);")
_PROTOTYPE = re.compile(r"\bEXACTK_API\b([^;]*);")
_FIELD = re.compile(r"(.*?)\b(\w+)$")


class Unreadable(Exception):
    """The header holds something that this reader does not know, which could then go unrecorded."""


def read_header(text: str):
    """(enums, structs, prototypes): names with enumerators, names with (type, field) pairs, and lines."""
    code = _DIRECTIVE.sub("", _COMMENT.sub(" ", text))
    enums = {name: re.findall(r"(\w+) =", body) for name, body in _ENUM.findall(code)}
    for name, body in _ENUM.findall(code):
        if len(enums[name]) != len([part for part in body.split(",") if part.strip()]):
            raise Unreadable(f"enum {name} has an enumerator without a written value")
    structs = {}
    for tag, body, name in _STRUCT.findall(code):
        if tag != name:
            raise Unreadable(f"struct {tag} is called {name} as well")
        fields = []
        for declaration in filter(None, (part.strip() for part in body.split(";"))):
            match = _FIELD.fullmatch(" ".join(declaration.split()))
            if not match or "," in declaration:
                raise Unreadable(f"a field of {name} that cannot be read: {declaration}")
            fields.append((match.group(1).strip(), match.group(2)))
        structs[name] = fields
    # Whatever has braces must have been read, but for the extern "C" and the macros.
    if code.count("{") != len(enums) + len(structs) + code.count('extern "C" {'):
        raise Unreadable("a brace that belongs to no enum and no struct that could be read")
    prototypes = [" ".join(found.replace("EXACTK_NOEXCEPT", "").split()) for found in _PROTOTYPE.findall(code)]
    return enums, structs, prototypes


def probe(enums, structs) -> str:
    """A C program that prints the numbers."""
    lines = ["#include <exactk.h>", "#include <stdio.h>", "#include <stdalign.h>", "int main(void) {"]
    for name, enumerators in enums.items():
        lines.append(f'printf("enum {name}\\n");')
        lines += [f'printf("  {one} = %lld\\n", (long long){one});' for one in enumerators]
    for name, fields in structs.items():
        lines.append(f'printf("struct {name}: size %zu, alignment %zu\\n", sizeof({name}), alignof({name}));')
        lines += [f'printf("  {field}: offset %zu, size %zu, {kind}\\n", offsetof({name}, {field}), '
                  f"sizeof((({name} *)0)->{field}));" for kind, field in fields]
    return "\n".join(lines + ["return 0;", "}"]) + "\n"


def numbers(header_text: str, compiler: str) -> str:
    """The part of the record that the header alone gives."""
    enums, structs, prototypes = read_header(header_text)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "exactk.h").write_text(header_text)
        (folder / "probe.c").write_text(probe(enums, structs))
        subprocess.run([compiler, "-std=c11", "-I", folder, folder / "probe.c", "-o", folder / "probe"], check=True)
        printed = subprocess.run([folder / "probe"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return printed + "".join(f"function {line}\n" for line in sorted(prototypes))


def exported(nm: str, library: pathlib.Path) -> list[str]:
    """Symbols that the library defines for others, with their versions."""
    listed = subprocess.run([nm, "-D", "--defined-only", library], check=True, stdout=subprocess.PIPE, text=True).stdout
    return sorted(f"{line.split()[-2]} {line.split()[-1]}" for line in listed.splitlines())


def record(header_text: str, symbols: list[str], compiler: str) -> str:
    return HEAD + numbers(header_text, compiler) + "".join(f"symbol {symbol}\n" for symbol in symbols)


def difference(golden: str, found: str) -> str:
    """Nothing if both are the same, else what differs, and what to do."""
    if golden == found:
        return ""
    lines = difflib.unified_diff(golden.splitlines(), found.splitlines(), "bindings/c/golden/abi.txt", "this build",
                                 lineterm="", n=1)
    return "\n".join(lines) + "\n" + ADVICE


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("header", "golden", "library"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    parser.add_argument("--compiler", default=os.environ.get("CC", "cc"))
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--write", action="store_true", help="record what is there as what is meant")
    options = parser.parse_args()
    found = record(options.header.read_text(), exported(options.nm, options.library), options.compiler)
    if options.write:
        options.golden.write_text(found)
        print(f"wrote {options.golden}: {len(found.splitlines())} lines")
        return 0
    said = difference(options.golden.read_text(), found)
    print(said or f"the C interface is as recorded: {len(found.splitlines())} lines compared")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
