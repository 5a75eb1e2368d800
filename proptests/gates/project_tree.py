"""What the gates share: the files of the tree, C++ text without its comments, and how violations are said."""

import pathlib
import re
import subprocess
import sys
from typing import Iterator, NamedTuple

CPP_SUFFIXES = {".hpp", ".cpp", ".h", ".cc", ".cu", ".cuh"}
BINARY_SUFFIXES = {".npy", ".npz", ".png", ".bin"}


class Violation(NamedTuple):
    path: str
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.text}"


def files(root: pathlib.Path) -> list[str]:
    """Paths of all project files relative to the root, sorted. In a git checkout what git ignores is left out;
    elsewhere (a planted copy in a test) build folders and caches are."""
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "-c", f"safe.directory={root}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root, check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
        return sorted(name for name in listed if name and (root / name).is_file())
    found = []
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if path.is_file() and not parts[0].startswith("build") and "__pycache__" not in parts:
            found.append(path.relative_to(root).as_posix())
    return sorted(found)


def is_cpp(path: str) -> bool:
    return pathlib.PurePosixPath(path).suffix in CPP_SUFFIXES


def is_cmake(path: str) -> bool:
    return path.endswith(".cmake") or path.endswith("CMakeLists.txt")


def read(root: pathlib.Path, path: str) -> str:
    try:
        return (root / path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SystemExit(f"{path}: neither UTF-8 text nor of a known binary kind: {error}") from error


def texts(root: pathlib.Path) -> Iterator[tuple[str, str]]:
    """Every text file with its content. A file that is neither UTF-8 nor of a known binary kind is an error."""
    for path in files(root):
        if pathlib.PurePosixPath(path).suffix not in BINARY_SUFFIXES:
            yield path, read(root, path)


_COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)


def without_comments(text: str) -> str:
    """C++ text with comments blanked out and all line numbers and columns kept; literals stay."""
    def blank(match: re.Match) -> str:
        found = match.group(0)
        return re.sub(r"[^\n]", " ", found) if found.startswith("/") else found
    return _COMMENT_OR_STRING.sub(blank, text)


def line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def room_of(path: str) -> str:
    """The room that a file lies in: two folders deep for families of rooms, one for the others, '' for neither."""
    parts = path.split("/")
    if parts[0] in ("reference", "tools", "proptests") and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0] if len(parts) > 1 else ""


def report(gate: str, violations: list[Violation], looked_at: str) -> int:
    """Prints the outcome; the exit code is 1 if anything was violated."""
    for violation in violations:
        print(violation)
    print(f"{gate}: {len(violations)} violations; looked at {looked_at}")
    return 1 if violations else 0


def root_argument(arguments: list[str]) -> pathlib.Path:
    """The root given on the command line, or the checkout that this file lies in."""
    if len(arguments) > 1:
        print(f"usage: {sys.argv[0]} [ROOT]", file=sys.stderr)
        raise SystemExit(2)
    return pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
