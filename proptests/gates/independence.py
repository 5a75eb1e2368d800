"""Fails if two of the independent expressions, or one and the judge, look copied from one another or share code.

Sources are read as tokens, comments, includes and layout dropped and identifiers kept. Two measures are taken of
each pair of rooms: which part of the smaller room's runs of SHINGLE tokens stands in the other room too, and the
longest run of tokens that both hold. Loops over rows and checks of the same arguments look alike wherever they
are written, since they use the contract's own names; the limits leave room for that and for no more.

What is not copied can still be shared, by including another room's header. One such share is accepted and named here:
the judge and both oracles widen scores by the same function.
"""

import itertools
import pathlib
import posixpath
import re
import sys

import project_tree
from project_tree import Violation

ROOMS = ("reference/oracle", "reference/cpu", "sim", "device", "reference/verify")
# (room, header of another room) that is shared all the same. Widening is exact, so it has one right result for each
# pattern, and proptests/oracle holds it against other expressions of it; a second one would be the same lines again.
SHARED = {("reference/verify", "exactk/oracle/widen.hpp")}
SHINGLE = 12  # convention: about one statement; shorter runs are grammar, longer ones miss edited copies
SHARE_LIMIT = 0.08  # measured: 0.02 to 0.05 between the rooms as written apart; a copied function adds to it
LONGEST_LIMIT = 60  # measured: 52, the list of options to check; 49, the mixing function that C14 dictates

_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|[A-Za-z_]\w*|\d[\w.\']*|::|->|<<|>>|[-+*/%&|^=!<>]=|'
                    r'&&|\|\||\+\+|--|\S')

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include\b[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


def tokens(text: str) -> list[str]:
    code = project_tree.without_comments(text)
    code = re.sub(r"^[ \t]*#.*(?:\\\n.*)*", "", code, flags=re.MULTILINE)
    return _TOKEN.findall(code)


def shingles(streams: dict[str, list[str]]) -> dict[tuple[str, ...], tuple[str, int]]:
    """Every run of SHINGLE tokens with the first place it is seen at; no run spans two files."""
    found: dict[tuple[str, ...], tuple[str, int]] = {}
    for path, stream in streams.items():
        for start in range(len(stream) - SHINGLE + 1):
            found.setdefault(tuple(stream[start:start + SHINGLE]), (path, start))
    return found


def longest_common_run(one: dict[str, list[str]], other: dict[str, list[str]]) -> tuple[int, str, list[str]]:
    """(length, file in `one`, tokens) of the longest run of at least SHINGLE tokens that both hold."""
    places: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for path, stream in other.items():
        for start in range(len(stream) - SHINGLE + 1):
            places.setdefault(tuple(stream[start:start + SHINGLE]), []).append((path, start))
    best: tuple[int, str, list[str]] = (0, "", [])
    for path, stream in one.items():
        for start in range(len(stream) - SHINGLE + 1):
            for other_path, other_start in places.get(tuple(stream[start:start + SHINGLE]), ()):
                match = other[other_path]
                length = SHINGLE
                while (start + length < len(stream) and other_start + length < len(match)
                       and stream[start + length] == match[other_start + length]):
                    length += 1
                if length > best[0]:
                    best = (length, path, stream[start:start + length])
    return best


def room_streams(root: pathlib.Path, room: str) -> dict[str, list[str]]:
    return {path: tokens(project_tree.read(root, path)) for path in project_tree.files(root)
            if project_tree.is_cpp(path) and project_tree.room_of(path) == room}


def shared_headers(root: pathlib.Path) -> list[Violation]:
    """Includes by which a room takes code of another one. Every header is looked for in all rooms by the end of its
    path, so that neither quotes nor a path through folders hide it."""
    headers = {path: project_tree.room_of(path) for path in project_tree.files(root)
               if project_tree.is_cpp(path) and project_tree.room_of(path) in ROOMS}
    found = []
    for path, room in headers.items():
        code = project_tree.without_comments(project_tree.read(root, path))
        for match in _INCLUDE.finditer(code):
            name = posixpath.normpath(match.group(1))
            while name.startswith("../"):
                name = name.removeprefix("../")
            owners = {owner for header, owner in headers.items() if f"/{header}".endswith(f"/{name}")}
            if owners and room not in owners and (room, name) not in SHARED:
                found.append(Violation(path, project_tree.line_of(code, match.start()), "shared",
                                       f"{name} is of {', '.join(sorted(owners))}"))
    return found


def check(root: pathlib.Path, say=print) -> list[Violation]:
    streams = {room: room_streams(root, room) for room in ROOMS}
    found = shared_headers(root)
    for one, other in itertools.combinations([room for room in ROOMS if streams[room]], 2):
        first, second = shingles(streams[one]), shingles(streams[other])
        shared = first.keys() & second.keys()
        share = len(shared) / max(1, min(len(first), len(second)))
        length, path, run = longest_common_run(streams[one], streams[other])
        say(f"independence: {one} and {other}: share {share:.4f}, longest common run {length} tokens")
        if share > SHARE_LIMIT:
            found.append(Violation(first[min(shared)][0], 1, "share",
                                   f"{share:.3f} of the runs of {SHINGLE} tokens stand in {other} too"))
        if length > LONGEST_LIMIT:
            found.append(Violation(path, 1, "run", f"{length} tokens stand in {other} too: {' '.join(run)}"))
    return found


def main(arguments: list[str]) -> int:
    root = project_tree.root_argument(arguments)
    rooms = [room for room in ROOMS if room_streams(root, room)]
    if len(rooms) < 3:
        print(f"independence: sources in {rooms} only; the rest was not compared")
        return 1
    return project_tree.report("independence", check(root), " ".join(rooms))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
