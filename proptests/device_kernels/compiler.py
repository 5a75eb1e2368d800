"""Compiles the device room's kernels for one architecture, with the flags of the build, and says what came of it."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import time
from typing import NamedTuple

import objects

# Architectures that the project compiles for, in the spelling of nvcc.
ARCHITECTURES = ("80", "86", "89", "90a", "100", "103", "110", "120", "121")
# As the build has them: a spill, local memory and every other warning is an error.
FLAGS = ("-std=c++20", "-O3", "-DNDEBUG", "-ftz=false", "-Xptxas=-v,--warn-on-spills,--warn-on-local-memory-usage",
         "-Werror=all-warnings")
INCLUDES = ("device", "device/include", "reference/contract/include")

_FUNCTION = re.compile(r"Compiling entry function '(\w+)' for 'sm_\w+'")
_SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+) bytes smem")


class Kernel(NamedTuple):
    """What the compiler says of one kernel; bytes, but for the registers of a thread."""
    mangled: str
    registers: int
    shared: int
    stack: int
    spills: int
    code: int


class Compiled(NamedTuple):
    """One source compiled: its kernels, machine code by mangled name, seconds, and the messages if it failed."""
    source: str
    kernels: list[Kernel]
    code: dict[str, bytes]
    seconds: float
    error: str


def find_nvcc() -> str | None:
    """nvcc of $CUDACXX, of the path, or of where the toolkit usually lies."""
    for candidate in (os.environ.get("CUDACXX"), "nvcc", "/usr/local/cuda/bin/nvcc"):
        if candidate and (found := shutil.which(candidate)):
            return found
    return None


def known_architectures(nvcc: str) -> list[str]:
    """Those of ARCHITECTURES that this compiler knows."""
    listed = subprocess.run([nvcc, "--list-gpu-arch"], check=True, capture_output=True, text=True).stdout
    known = set(re.findall(r"compute_(\d+)", listed))
    return [name for name in ARCHITECTURES if name.rstrip("af") in known]


def version(nvcc: str) -> str:
    said = subprocess.run([nvcc, "--version"], check=True, capture_output=True, text=True).stdout
    return re.search(r"release [\d.]+, V([\d.]+)", said).group(1)


def sources(root: pathlib.Path) -> list[str]:
    """The .cu files of device/launch, by path from the root."""
    return sorted(path.relative_to(root).as_posix() for path in (root / "device/launch").glob("*.cu"))


def demangle(names: list[str]) -> list[str]:
    """Kernels as one reads them: without namespace, anonymous or not, and without parameters."""
    shown = subprocess.run(["c++filt"], input="\n".join(names), check=True, capture_output=True, text=True).stdout
    short = []
    for name in shown.splitlines():
        name = re.sub(r"\(anonymous namespace\)::", "", name)
        name = re.sub(r"^.*?(?=exactk::device::)", "", name).replace("exactk::device::", "")
        short.append(name.split("(", 1)[0])
    return short


def said_of_kernels(messages: str, code: dict[str, bytes]) -> list[Kernel]:
    """Reads what ptxas says of each kernel; a kernel of which it says nothing is an error."""
    found = []
    for part in re.split(r"(?=Compiling entry function)", messages)[1:]:
        mangled = _FUNCTION.match(part).group(1)
        spills, used, shared = _SPILLS.search(part), _USED.search(part), _SHARED.search(part)
        if spills is None or used is None:
            raise objects.Malformed(f"the compiler says too little of {mangled}")
        found.append(Kernel(mangled, int(used.group(1)), int(shared.group(1)) if shared else 0, int(spills.group(1)),
                            int(spills.group(2)) + int(spills.group(3)), len(code[mangled])))
    if {kernel.mangled for kernel in found} != set(code):
        raise objects.Malformed("the compiler speaks of other kernels than it compiled")
    return found


def compile_source(nvcc: str, root: pathlib.Path, source: str, architecture: str, folder: pathlib.Path,
                   defines: tuple[str, ...] = ()) -> Compiled:
    """Compiles to a cubin in the folder."""
    cubin = folder / (pathlib.PurePosixPath(source).stem + ".cubin")
    command = [nvcc, *FLAGS, *(f"-I{name}" for name in INCLUDES), *(f"-D{name}" for name in defines),
               f"-gencode=arch=compute_{architecture},code=sm_{architecture}", "-cubin", "-o", str(cubin), source]
    start = time.monotonic()
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    seconds = time.monotonic() - start
    if done.returncode:
        kept = [line for line in done.stdout.splitlines() if not re.match(r"ptxas info| +\d+ bytes", line)]
        return Compiled(source, [], {}, seconds, "\n".join(kept) or f"nvcc ended with {done.returncode}")
    code = objects.code_of_cubin(cubin.read_bytes())
    return Compiled(source, said_of_kernels(done.stdout, code), code, seconds, "")
