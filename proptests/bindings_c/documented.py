"""Compiles the C program of docs/c.md as the page says, runs it, and compares what it prints with the page.

The page has one ```c block with a main function, the program, and one ```text block, its output. Other ```c blocks
must compile after an include line for the header. Flags beyond the four arguments go to the compiler: a library that
was built with a sanitizer needs it in the program, too.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def build(source: str, folder: pathlib.Path, include: str, library: str, compiler: str, *more: str) -> pathlib.Path:
    (folder / "program.c").write_text(source)
    program = folder / "program"
    subprocess.run([compiler, *FLAGS, "-I", include, folder / "program.c", *more, "-o", program, "-L", library,
                    "-lexactk_c"], check=True)
    return program


def main(arguments: list[str]) -> int:
    page, include, library, compiler, *flags = arguments
    text = pathlib.Path(page).read_text()
    programs = [block for block in blocks(text, "c") if "int main(" in block]
    fragments = [block for block in blocks(text, "c") if "int main(" not in block]
    outputs = blocks(text, "text")
    if len(programs) != 1 or len(outputs) != 1:
        print(f"{page}: {len(programs)} programs and {len(outputs)} outputs, not one of each")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build(programs[0], folder, include, library, compiler, *flags)
        environment = {**os.environ, "LD_LIBRARY_PATH": library}
        done = subprocess.run([program], env=environment, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0 or done.stdout != outputs[0]:
            print(f"{page}: exit code {done.returncode}; the program printed\n{done.stdout}where the page shows\n"
                  f"{outputs[0]}")
            return 1
        for fragment in fragments:
            build(f"#include <exactk.h>\n{fragment}", folder, include, library, compiler, "-c")
    print(f"{page}: the program prints what the page shows; {len(fragments)} more blocks compile")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
