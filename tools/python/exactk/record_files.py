"""A recorded call as files: the valid windows, the digests, and a folder that is there whole or not at all.

Spec: contract/C1 C7 C9 C14. Layer: tools/python. docs/recordings.md is the format; tools/recording reads it.
"""

import json
import os
import shutil

import numpy as np

FORMAT = "exactk recording"
VERSION = 1  # convention: counted up with tools/recording
NUMBER_DIGITS = 12  # convention: of a call's folder, so that names sort as numbers do
NUMBER_MOST = 10 ** NUMBER_DIGITS - 1  # bound: of NUMBER_DIGITS
UNFINISHED = ".unfinished-"  # convention: what a killed process leaves behind begins so, and is not read
CHUNK = 1 << 18  # convention: elements digested at a time, which fit a core's cache
INT32_LEAST, INT32_MOST = -(1 << 31), (1 << 31) - 1  # bound: of a slot
UNFIT_INDEX = -2  # convention: no index, and not the usual fill
SCORE_TYPES = {"float32": np.dtype("<f4"), "float16": np.dtype("<f2"), "bfloat16": np.dtype("<u2")}


class Unusable(Exception):
    """Such a call cannot be recorded; the text says why."""


def _mix(z):
    """mix64 of C14, in place."""
    z ^= z >> np.uint64(30)
    z *= np.uint64(0xBF58476D1CE4E5B9)
    z ^= z >> np.uint64(27)
    z *= np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return z


def _one(number: int) -> int:
    return int(_mix(np.array([number], np.uint64))[0])


def _placed(values) -> int:
    """The sum over j of mix64(j * 2^32 + values[j]); values are unsigned numbers of up to 32 bits."""
    total = 0
    for first in range(0, len(values), CHUNK):
        part = values[first:first + CHUNK].astype(np.uint64)
        part += np.arange(first, first + len(part), dtype=np.uint64) << np.uint64(32)
        total += int(_mix(part).sum(dtype=np.uint64))
    return total


def input_digest(bits, k: int) -> int:
    """Of one row's valid window, an array of unsigned numbers, and k."""
    return (_one((len(bits) << 32) + k) + _placed(bits)) & (1 << 64) - 1


def sequence_digest(indices) -> int:
    """C14 of one row's slots."""
    return (_one(len(indices)) + _placed(indices.astype(np.int64).astype(np.uint32))) & (1 << 64) - 1


def set_digest(indices) -> int:
    """Of one row's slots in any order."""
    slots = indices.astype(np.int64).astype(np.uint32).astype(np.uint64) + np.uint64(1 << 32)
    return (_one(len(indices)) + int(_mix(slots).sum(dtype=np.uint64))) & (1 << 64) - 1


def windows(rows: int, width: int, lengths, starts, ends):
    """(start, length as given, n) of each row, as arrays [rows] of int64. n is clamped to what the row has from its start."""
    def column(name, given, default):
        if given is None:
            return np.full(rows, default, np.int64)
        array = np.asarray(given)
        if array.dtype.kind not in "iu":
            raise Unusable(f"{name} are of type {array.dtype}; wanted are whole numbers")
        array = array.reshape(-1).astype(np.int64)
        if array.size == 1 and np.ndim(given) == 0:
            array = np.repeat(array, rows)
        if array.size < rows:
            raise Unusable(f"there are {array.size} {name} for {rows} rows")
        return array[:rows]

    first = np.clip(column("starts", starts, 0), 0, width)
    if ends is not None:
        if lengths is not None:
            raise Unusable("a row has a length or an end, not both")
        length = column("ends", ends, 0) - column("starts", starts, 0)
    else:
        length = width - first if lengths is None else column("lengths", lengths, 0)
    return first, length, np.clip(length, 0, width - first)


def cut(scores, first, n):
    """The windows of scores [rows, width], one behind the other, and where each begins, [rows + 1]. Nothing else is read."""
    offsets = np.zeros(len(n) + 1, np.int64)
    np.cumsum(n, out=offsets[1:])
    flat = np.empty(int(offsets[-1]), scores.dtype)
    for row, (begin, count) in enumerate(zip(first.tolist(), n.tolist())):
        flat[offsets[row]:offsets[row + 1]] = scores[row, begin:begin + count]
    return flat, offsets


def logical(indices, first, n, base: str, page_table, page_size):
    """Slots as positions in the row's window, and how many were in no page. Fills and other negative ones stay."""
    if indices.dtype.kind not in "iu":
        raise Unusable(f"indices are of type {indices.dtype}; wanted are whole numbers")
    if indices.dtype.kind == "u":
        indices = np.where(indices > np.uint64(INT32_MOST), np.uint64(1 << 32), indices)
    slots, lost = indices.astype(np.int64), 0
    if page_table is not None:
        if not page_size or int(page_size) < 1:
            raise Unusable("there is a page table and no page size; give the recorder page_size=")
        size, table = int(page_size), np.asarray(page_table).astype(np.int64)
        for row in range(len(slots)):
            pages = table[row, :-(-int(first[row] + n[row]) // size)]
            by_place = np.argsort(pages, kind="stable")
            taken = np.nonzero(slots[row] >= 0)[0]
            page = slots[row, taken] // size
            at = np.searchsorted(pages[by_place], page)
            found = at < len(pages)
            found[found] = pages[by_place[at[found]]] == page[found]
            back = np.full(len(taken), UNFIT_INDEX, np.int64)
            back[found] = by_place[at[found]] * size + slots[row, taken[found]] % size
            lost += int((~found).sum())
            slots[row, taken] = back
    if base == "row":
        begin = first[:, None]
        slots = np.where(slots < 0, slots, np.where(slots < begin, UNFIT_INDEX, slots - begin))
    unfit = (slots < INT32_LEAST) | (slots > INT32_MOST)
    return np.where(unfit, UNFIT_INDEX, slots).astype("<i4"), lost


def call_files(number: int, type_name: str, width: int, flat, offsets, lengths, starts, indices, values) -> dict:
    """The files of a call by name: arrays, and the text of call.json."""
    rows, k = indices.shape
    bits = flat.view(f"<u{flat.dtype.itemsize}")
    digests = np.zeros((rows, 3), "<u8")
    for row in range(rows):
        digests[row] = (input_digest(bits[offsets[row]:offsets[row + 1]], k), sequence_digest(indices[row]),
                        set_digest(indices[row]))
    facts = {"number": number, "rows": rows, "width": width, "k": k, "type": type_name}
    files = {"call.json": json.dumps(facts) + "\n", "scores.npy": bits.view(SCORE_TYPES[type_name]),
             "offsets.npy": offsets.astype("<i8"), "lengths.npy": lengths.astype("<i8"), "indices.npy": indices,
             "digests.npy": digests}
    if starts is not None:
        files["starts.npy"] = starts.astype("<i8")
    if values is not None:
        files["values.npy"] = values
    return files


def size_of(files: dict) -> int:
    """Bytes that the files have on disk, with the heads of arrays; at most a little more."""
    head = 128  # bound: numpy's head of an array of one or two dimensions
    return sum(len(content) if isinstance(content, str) else content.nbytes + head for content in files.values())


def write_call(folder: str, number: int, files: dict) -> None:
    """Writes a call's folder under another name first. On an error nothing of it remains."""
    calls = os.path.join(folder, "calls")
    name = f"{number:0{NUMBER_DIGITS}d}"
    final, unfinished = os.path.join(calls, name), os.path.join(calls, UNFINISHED + name)
    if os.path.exists(final):
        raise Unusable(f"call {number} is in the recording already")
    try:
        os.mkdir(unfinished)
        for name, content in files.items():
            path = os.path.join(unfinished, name)
            if isinstance(content, str):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(content)
            else:
                np.save(path, content, allow_pickle=False)
        os.rename(unfinished, final)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def write_head(folder: str, facts: dict) -> None:
    """Writes recording.json, replacing a former one as a whole."""
    path = os.path.join(folder, "recording.json")
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump({"format": FORMAT, "version": VERSION, **facts}, file, indent=2)
        file.write("\n")
    os.replace(path + ".new", path)
