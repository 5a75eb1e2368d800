"""Reads kernels out of what a compiler left: host objects with device code inside, and cubins.

Nothing but Python is needed: sections are read from the ELF files themselves, since a machine that builds kernels
need not have the tools that show them.
"""

from __future__ import annotations

import pathlib
import re
import struct
from typing import NamedTuple

ELF_MAGIC = b"\x7fELF"
FATBIN_MAGIC = 0xBA55ED50  # bound: first word of a container of device code
KIND_PTX, KIND_CUBIN = 1, 2  # bound: kinds of a container's entries
FLAGS_COMPRESSED = 0x2000 | 0x8000 | 0x1000  # bound: the bits by which an entry says that its content is compressed


class Malformed(Exception):
    """A file that is not what it should be; the message says which and why."""


class Entry(NamedTuple):
    """One piece of device code in a container."""
    kind: int
    architecture: int
    compressed: bool
    content: bytes


def sections(data: bytes) -> list[tuple[str, bytes]]:
    """(name, content) of each section of a 64-bit little-endian ELF file; empty content where it has none."""
    if data[:6] != ELF_MAGIC + b"\x02\x01":
        raise Malformed("not a 64-bit little-endian ELF file")
    table, size, count, names = (struct.unpack_from("<Q", data, 0x28)[0], *struct.unpack_from("<HHH", data, 0x3A))
    headers = [struct.unpack_from("<IIQQQQ", data, table + number * size) for number in range(count)]

    def content(header) -> bytes:
        nobits = 8  # bound: ELF's type of a section without bytes in the file
        return b"" if header[1] == nobits else data[header[4]:header[4] + header[5]]

    text = content(headers[names])
    return [(text[header[0]:text.index(b"\0", header[0])].decode(), content(header)) for header in headers]


def entries(fatbin: bytes) -> list[Entry]:
    """The entries of all containers of a section, which may be padded with zeros between them."""
    found, at = [], 0
    while at + 16 <= len(fatbin):
        magic, _, header, size = struct.unpack_from("<IHHQ", fatbin, at)
        if magic == 0:
            at += 8
            continue
        if magic != FATBIN_MAGIC:
            raise Malformed(f"no container of device code at byte {at}")
        begin, end = at + header, at + header + size
        while begin < end:
            kind, _, entry_header, entry_size = struct.unpack_from("<HHIQ", fatbin, begin)
            architecture, = struct.unpack_from("<I", fatbin, begin + 28)
            flags, = struct.unpack_from("<Q", fatbin, begin + 40)
            content = fatbin[begin + entry_header:begin + entry_header + entry_size]
            compressed = bool(flags & FLAGS_COMPRESSED) or (kind == KIND_CUBIN and content[:4] != ELF_MAGIC)
            found.append(Entry(kind, architecture, compressed, content))
            begin += entry_header + entry_size
        at = end
    return found


def code_of_cubin(cubin: bytes) -> dict[str, bytes]:
    """Machine code of each function of a cubin, by its mangled name."""
    return {name.removeprefix(".text."): content for name, content in sections(cubin) if name.startswith(".text.")}


def registered_kernels(parts: list[tuple[str, bytes]]) -> set[str]:
    """Mangled names of the kernels that the host code of an object registers: it holds them as strings."""
    found: set[str] = set()
    for name, content in parts:
        if name.startswith(".rodata"):
            found |= {match.group(1).decode() for match in re.finditer(rb"(?:\A|(?<=\0))(_Z\w+)\0", content)}
    return found


def kernels_of_object(path: pathlib.Path) -> tuple[set[str], set[int]]:
    """(mangled names, architectures) of the kernels of a host object. Every architecture has all of them: where the
    device code can be read, its functions are held against the names that the host code registers."""
    try:
        parts = sections(path.read_bytes())
        names = registered_kernels(parts)
        architectures: set[int] = set()
        for name, content in parts:
            for entry in entries(content) if name == ".nv_fatbin" else []:
                architectures.add(entry.architecture)
                if entry.kind == KIND_CUBIN and not entry.compressed and set(code_of_cubin(entry.content)) != names:
                    raise Malformed(f"sm_{entry.architecture} has other kernels than the host code registers: "
                                    f"{sorted(set(code_of_cubin(entry.content)) ^ names)}")
    except (Malformed, struct.error, ValueError) as error:
        raise Malformed(f"{path}: {error}") from error
    return names, architectures
