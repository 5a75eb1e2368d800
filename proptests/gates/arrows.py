"""Enforces the dependency rule of docs/architecture.md from include lines and CMake link lines.

The four independent expressions (oracle, cpu, sim, device) see the contract and themselves, nothing else.
"""

from __future__ import annotations

import pathlib
import re
import sys

import project_tree
from project_tree import Violation

# Room -> areas of <exactk/AREA...> that are its own. Beside them a room may include the contract's.
OWN_AREAS = {
    "reference/contract": {"contract"},
    "reference/oracle": {"oracle"},
    "reference/cpu": {"cpu", "cpu_eigen"},
    "sim": {"sim", "exhibits", "schedule"},
    "device": {"device"},
    "reference/verify": {"verify"},
    "bindings": set(),
}
# Single headers of another room that a room may include all the same.
SINGLE_HEADERS = {"reference/verify": {"exactk/oracle/widen.hpp"},
                  "bindings": {"exactk/cpu.hpp", "exactk/device.hpp"}}
# Third-party headers, by room or by single file. The one of the CPU room is for users of Eigen; the room's own
# sources stay without it.
THIRD_PARTY = {
    "reference/oracle": r"Eigen/\w+",
    "device": r"(cuda|cub|cuda_\w+|cooperative_groups|mma)\b.*",
    "reference/cpu/include/exactk/cpu_eigen.hpp": r"Eigen/Core",
    # A C header has other names for the standard library's; the sources see their own header by its name.
    "bindings/c/include/exactk.h": r"stddef\.h|stdint\.h",
    "bindings": r"exactk\.h",
}
NOT_FOR_OWN_SOURCES = {"exactk/cpu_eigen.hpp"}

# The contract is plain data. A new header in it is a decision, taken here in the open: a room of shared helpers
# must not grow under the contract's name.
CONTRACT_HEADERS = {"exactk/contract.hpp"} | {f"exactk/contract/{name}.hpp" for name in (
    "certificate", "options", "plan", "problem", "score_type", "status", "text", "trace", "version")}

# Target -> targets that it may link, with PUBLIC or PRIVATE.
LINKS = {
    "exactk_contract": set(),
    "exactk_oracle_widen": {"exactk_contract"},
    "exactk_oracle": {"exactk_contract", "exactk_oracle_widen", "Eigen3::Eigen"},
    "exactk_cpu": {"exactk_contract"},
    "exactk_sim": {"exactk_contract"},
    "exactk_schedule": {"exactk_contract", "exactk_sim"},
    "exactk_device": {"exactk_contract", "CUDA::cudart", "CUDA::cudart_static"},
    "exactk_device_kernels": {"exactk_contract"},
    "exactk_verify": {"exactk_contract", "exactk_oracle_widen"},
    "exactk_c_static": {"exactk_contract", "exactk_cpu", "exactk_device"},
    "exactk_c": {"exactk_contract", "exactk_cpu", "exactk_device"},
}

# Target -> what its sources look like, where it is not a file in src/. Kernels are a target of their own inside the
# device room, since nvcc takes other flags; nothing else may be made by add_library.
SOURCES = {"exactk_device": r"(?:plan|launch)/\w+\.cpp|\$<TARGET_OBJECTS:exactk_device_kernels>",
           "exactk_device_kernels": r"launch/\w+\.cu"}
# Target -> folders beside its include/ that it may be given.
FOLDERS = {"exactk_device": {"${CMAKE_CURRENT_SOURCE_DIR}"},
           "exactk_device_kernels": {"${CMAKE_CURRENT_SOURCE_DIR}", "include"}}
# The device room and the C interface can be built alone and then bring in what they stand on and how targets are made.
OUT_OF_ROOM = {"device/CMakeLists.txt": {"../CMakeLists.txt", "../cmake/ExactkTargets.cmake",
                                         "../cmake/ExactkPackages.cmake", "../reference/contract"},
               "bindings/c/CMakeLists.txt": {"../../CMakeLists.txt", "../../cmake/ExactkTargets.cmake",
                                             "../../cmake/ExactkPackages.cmake", "../../device/cuda.cmake",
                                             "../../reference/contract", "../../reference/cpu", "../../device"}}
# A binding shows one header of its own language's making and none of C++.
BINDING_HEADERS = {"bindings/c/include/exactk.h"}

_INCLUDE = re.compile(r"^[ \t]*#[ \t]*(?:include|include_next|import)\b[ \t]*(?:<([^>\n]+)>|\"([^\"\n]+)\"|(.*))",
                      re.MULTILINE)
_STANDARD = re.compile(r"[a-z_0-9]+")
_FUNCTION_BODY = re.compile(r"\)\s*(?:const\s*)?(?:noexcept\s*)?(?:->[^;{]*)?\{|\btemplate\s*<")
_COMMAND = re.compile(r"\b(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


def includes(text: str):
    """(line, angled, quoted, other) of every include line outside comments."""
    code = project_tree.without_comments(text)
    for match in _INCLUDE.finditer(code):
        yield project_tree.line_of(code, match.start()), match.group(1), match.group(2), match.group(3)


def area_of(header: str) -> str:
    return re.split(r"[/.]", header.removeprefix("exactk/"), maxsplit=1)[0]


def angled_problem(path: str, room: str, header: str) -> str | None:
    if header.startswith("exactk/"):
        mine = area_of(header) in OWN_AREAS[room] | {"contract"} and header not in NOT_FOR_OWN_SOURCES
        if mine or header in SINGLE_HEADERS.get(room, set()):
            return None
        return f"{room} must not include <{header}>"
    if _STANDARD.fullmatch(header):
        return None
    if any(re.fullmatch(THIRD_PARTY.get(place, r"(?!)"), header) for place in (room, path)):
        return None
    return f"{room} must not include <{header}>: neither its own, nor the contract's, nor the C++ library's"


def quoted_problem(root: pathlib.Path, path: str, room: str, header: str) -> str | None:
    if ".." in header.split("/"):
        return f'"{header}" leaves its folder by a relative path'
    home = root / room
    # The kernels' folders stand side by side under the device room, so its headers are named from the room.
    for folder in ((root / path).parent, home if room == "device" else home / "src"):
        target = folder / header
        if target.exists():
            inside = target.resolve().is_relative_to(home.resolve())
            return None if inside else f'"{header}" lies outside {room}'
    return f'"{header}" is not in {room}'


def check_includes(root: pathlib.Path, paths: list[str]) -> list[Violation]:
    found = []
    for path in paths:
        room = project_tree.room_of(path)
        if not project_tree.is_cpp(path):
            continue
        for line, angled, quoted, other in includes(project_tree.read(root, path)):
            problem = None
            if room in OWN_AREAS:
                if angled:
                    problem = angled_problem(path, room, angled)
                elif quoted:
                    problem = quoted_problem(root, path, room, quoted)
                else:
                    problem = f"an include that cannot be read: {other.strip()}"
            elif quoted and ".." in quoted.split("/"):
                target = ((root / path).parent / quoted).resolve()
                if not target.is_relative_to((root / room).resolve()):
                    problem = f'"{quoted}" leaves {room} by a relative path'
            if problem:
                found.append(Violation(path, line, "arrow", problem))
    return found


def check_places(root: pathlib.Path, paths: list[str]) -> list[Violation]:
    """Public headers lie under their own room's name; the contract's are the known ones and hold data only."""
    found = []
    for path in paths:
        room = project_tree.room_of(path)
        if room == "bindings" and "/include/" in path and path not in BINDING_HEADERS:
            found.append(Violation(path, 1, "place", f"public headers of bindings are {', '.join(BINDING_HEADERS)}"))
        if room not in OWN_AREAS or not project_tree.is_cpp(path) or not path.startswith(f"{room}/include/"):
            continue
        header = path.removeprefix(f"{room}/include/")
        if not header.startswith("exactk/") or area_of(header) not in OWN_AREAS[room]:
            names = ", ".join(f"exactk/{area}" for area in sorted(OWN_AREAS[room]))
            found.append(Violation(path, 1, "place", f"public headers of {room} are under {names}"))
        if room == "reference/contract":
            if header not in CONTRACT_HEADERS:
                found.append(Violation(path, 1, "contract", "a header that the contract does not have"))
            code = project_tree.without_comments(project_tree.read(root, path))
            for match in _FUNCTION_BODY.finditer(code):
                found.append(Violation(path, project_tree.line_of(code, match.start()), "contract",
                                       "the contract holds data, not functions with bodies or templates"))
    return found


def check_oracles(root: pathlib.Path, paths: list[str]) -> list[Violation]:
    """The two oracles have a comparator each: no rank_ file reaches a sort_ header, directly or not."""
    own = {pathlib.PurePosixPath(path).name: path for path in paths
           if path.startswith("reference/oracle/") and project_tree.is_cpp(path)}
    found = []
    for name, path in own.items():
        for side, other in (("rank_", "sort_"), ("sort_", "rank_")):
            if not name.startswith(side):
                continue
            seen, waiting = set(), [name]
            while waiting:
                current = waiting.pop()
                for line, angled, quoted, _ in includes(project_tree.read(root, own[current])):
                    target = pathlib.PurePosixPath(quoted or angled or "").name
                    if target.startswith(other):
                        found.append(Violation(own[current], line, "oracles",
                                               f"{path} reaches {target}: the oracles share no comparator"))
                    if target in own and target not in seen:
                        seen.add(target)
                        waiting.append(target)
    return found


def canonical_target(name: str) -> str:
    return "exactk_" + name.removeprefix("exactk::") if name.startswith("exactk::") else name


def cmake_commands(text: str):
    """(line, command in lower case, words) of every command; comments and quotes dropped."""
    code = re.sub(r"#[^\n]*", lambda match: " " * len(match.group(0)), text)
    for match in _COMMAND.finditer(code):
        words = [word.strip('"') for word in match.group(2).split()]
        yield project_tree.line_of(code, match.start()), match.group(1).lower(), words


def keyword_lists(words: list[str], keywords: set[str]) -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {}
    current = ""
    for word in words:
        if word in keywords:
            current = word
        else:
            lists.setdefault(current, []).append(word)
    return lists


def link_problems(target: str, linked: list[str]):
    allowed = LINKS[target]
    for name in linked:
        if canonical_target(name) not in allowed:
            yield f"{target} must not link {name}"


def check_links(root: pathlib.Path, paths: list[str]) -> list[Violation]:
    found = []
    for path in filter(project_tree.is_cmake, paths):
        in_room = path.startswith(("reference/", "sim/", "device/", "bindings/"))

        def violation(line: int, text: str, path: str = path) -> None:
            found.append(Violation(path, line, "link", text))

        for line, command, words in cmake_commands(project_tree.read(root, path)):
            if in_room and any(".." in word.split("/") for word in set(words) - OUT_OF_ROOM.get(path, set())):
                violation(line, f"{command} reaches out of its room: {' '.join(words)}")
            if in_room and command in ("include_directories", "link_libraries", "link_directories"):
                violation(line, f"{command} acts on a whole folder; name the target instead")
            if command == "exactk_library" and in_room:
                lists = keyword_lists(words, {"NAME", "SOURCES", "LINKS", "PRIVATE_LINKS"})
                target = "exactk_" + "".join(lists.get("NAME", []))
                if target not in LINKS:
                    violation(line, f"{target}: a room without a rule in {pathlib.Path(__file__).name}")
                    continue
                for problem in link_problems(target, lists.get("LINKS", []) + lists.get("PRIVATE_LINKS", [])):
                    violation(line, problem)
                for source in lists.get("SOURCES", []):
                    if not re.fullmatch(SOURCES.get(target, r"src/[\w/]+\.(cpp|cu)"), source):
                        violation(line, f"{target} compiles {source}, which is not in its own src/")
            elif command == "add_library" and words[:2] == ["exactk_device_kernels", "OBJECT"]:
                for source in words[2:]:
                    if path != "device/CMakeLists.txt" or not re.fullmatch(SOURCES[words[0]], source):
                        violation(line, f"{words[0]} compiles {source}, which is no kernel of the device room")
            elif command == "add_library" and in_room and words and "ALIAS" not in words:
                violation(line, f"add_library({words[0]}): rooms are made by exactk_library")
            elif command in ("target_link_libraries", "target_include_directories", "target_sources") and words:
                target = canonical_target(words[0])
                rest = [word for word in words[1:] if word not in ("PUBLIC", "PRIVATE", "INTERFACE")]
                if target in LINKS and command == "target_link_libraries":
                    for problem in link_problems(target, rest):
                        violation(line, problem)
                elif command == "target_include_directories" and path == "device/CMakeLists.txt" and \
                        set(rest) <= FOLDERS.get(target, set()):
                    continue
                elif target in LINKS:
                    violation(line, f"{command}({target}): a room has its own include/ and its own sources only")
                elif in_room and "$" in words[0]:
                    violation(line, f"{command}({words[0]}): a target that cannot be read")
    return found


def check(root: pathlib.Path) -> list[Violation]:
    paths = project_tree.files(root)
    return (check_includes(root, paths) + check_places(root, paths) + check_oracles(root, paths) +
            check_links(root, paths))


def main(arguments: list[str]) -> int:
    root = project_tree.root_argument(arguments)
    paths = project_tree.files(root)
    sources = [path for path in paths if project_tree.is_cpp(path) and project_tree.room_of(path) in OWN_AREAS]
    for room in ("reference/contract", "reference/oracle", "reference/cpu", "reference/verify", "sim"):
        if not any(project_tree.room_of(path) == room for path in sources):
            print(f"arrows: no sources in {room}; nothing was checked there")
            return 1
    return project_tree.report("arrows", check(root), f"{len(sources)} sources in rooms")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
