"""House rules that a machine can check: sizes, headers of files, tags of constants, banned words and shapes."""

from __future__ import annotations

import pathlib
import re
import sys

import project_tree
from project_tree import Violation

LONGEST_FILE = 400  # convention: what a person reads in one sitting; any near value works
SIZED_SUFFIXES = project_tree.CPP_SUFFIXES | {".py", ".sh", ".cmake"}
LAST_CLAUSE = 18  # bound: docs/contract.md ends at C18; a new clause is added here

# Words that this file bans are written so that it does not hold them.
_UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")
_MACHINE_PATH = re.compile(r"(?<![\w./])/(?:work|home|root|Users)" r"/")
_REGISTRY_HOST = re.compile(
    r"\b(?:(?:deb|security|snapshot|ftp)\.deb" r"ian\.org|(?:archive|security|ports)\.ubu" r"ntu\.com"
    r"|(?:files\.)?py" r"pi\.(?:org|io)|files\.python" r"hosted\.org|registry\.npm" r"js\.org"
    r"|(?:static\.|index\.)?cra" r"tes\.io|proxy\.gol" r"ang\.org|art" r"ifactory|art" r"ifact[\w-]*\.[a-z])",
    re.IGNORECASE)
_HEADER = re.compile(r"// Spec: (?P<spec>.+)\. Layer: (?P<layer>\S+)\.")
_SPEC_GROUP = re.compile(r"(contract|algorithm)/([A-Z]\d+(?:(?:,? | to )[A-Z]\d+)*)")
_CONSTANT = re.compile(
    r"^(?:inline |static )*(?:constexpr|const) (?:static |inline )*"
    r"(?:auto|bool|(?:unsigned |signed )?(?:char|short|int|long(?: long)?)|unsigned|float|double"
    r"|(?:std::)?u?int(?:_fast|_least)?\d+_t|(?:std::)?u?intptr_t|(?:std::)?size_t|(?:std::)?ptrdiff_t|std::byte) "
    r"(?P<name>\w+)(?P<table>\[[^\]]*\])*\s*[={](?!\s*\[)", re.MULTILINE)
_TAG = re.compile(r"//[/ ]*(?:.*\s)?(?:bound|measured|convention): \S")
_CITES_CLAUSE = re.compile(r"//.*\([CSBOE]\d+")
_LOSING_APPEND = re.compile(
    r"\bif \((?:[^;{}]*; )?(?P<position>[\w.>-]+?(?:\(\))?) ?(?:<|<=|!=) [^;{}&|]+?\) (?P<brace>\{ )?"
    r"(?:(?P<buffer>[\w.>-]+)\[(?P<index>[^\]]*)\] = [^;{}]*;|(?P<list>[\w.>-]+)\.(?:push_back|emplace_back)\([^;]*\);)"
    r"(?(brace)[^{}]*\})(?! ?else\b)")
_TOLERANCE = re.compile(r"epsilon|\bf?abs[fl]?\s*\([^;]*<|\bfabs[fl]?\s*\(|_CLOSE|tolerance|approx", re.IGNORECASE)
_PROPERTY = re.compile(r"\b(?:RC_BOOST_(?:FIXTURE_)?PROP|RC_(?:FIXTURE_)?PROP|rc::check|rc::property)\s*\(")
_BOOST_ASSERTION = re.compile(r"\bBOOST_(?:TEST|CHECK|REQUIRE|WARN|FAIL|ERROR)\w*")


def document_ids(root: pathlib.Path) -> dict[str, set[str]]:
    """Ids that the two documents define: C of the contract; S, B, O and E of the algorithm."""
    def ids(path: str, pattern: str) -> set[str]:
        return set(re.findall(pattern, project_tree.read(root, path), re.MULTILINE))
    return {"contract": ids("docs/contract.md", r"^\*\*(C\d+) "),
            "algorithm": ids("docs/algorithm.md", r"^(?:\*\*|\| )([SEBOF]\d+) ")}


def check_documents(root: pathlib.Path) -> list[Violation]:
    found = document_ids(root)
    clauses = {f"C{number}" for number in range(1, LAST_CLAUSE + 1)}
    steps = ({f"S{number}" for number in range(13)} | {f"F{number}" for number in range(1, 9)}
             | {"B1", "B2", "B3", "O1", "O2", "O3", "O4", "E1", "E2"})
    problems = []
    for name, wanted in (("contract", clauses), ("algorithm", steps)):
        if found[name] != wanted:
            problems.append(Violation(f"docs/{name}.md", 1, "ids",
                                      f"ids differ from the known ones: {sorted(found[name] ^ wanted)}"))
    return problems


def check_size(path: str, text: str) -> list[Violation]:
    suffix = pathlib.PurePosixPath(path).suffix
    sized = suffix in SIZED_SUFFIXES or project_tree.is_cmake(path) or text.startswith("#!")
    lines = text.count("\n")
    if sized and lines > LONGEST_FILE:
        return [Violation(path, LONGEST_FILE, "size", f"{lines} lines, more than {LONGEST_FILE}")]
    return []


def spec_ids(spec: str) -> list[tuple[str, str]] | None:
    """(document, id) of each id that a Spec names; None if it cannot be read."""
    rest, found = spec, []
    while rest:
        match = _SPEC_GROUP.match(rest)
        if not match:
            return None
        found += [(match.group(1), name) for name in re.findall(r"[A-Z]\d+", match.group(2))]
        rest = re.sub(r"^[,;]? ", "", rest[match.end():])
    return found


def check_header(path: str, text: str, ids: dict[str, set[str]]) -> list[Violation]:
    if not project_tree.is_cpp(path):
        return []
    lines = (text.split("\n") + ["", ""])[:2]
    if not re.fullmatch(r"// \S.*\.", lines[0]):
        return [Violation(path, 1, "header", "the first line is a comment sentence that says what the file is for")]
    match = _HEADER.fullmatch(lines[1])
    if not match:
        return [Violation(path, 2, "header", "the second line is `// Spec: <ids>. Layer: <room>.`")]
    found = []
    named = spec_ids(match.group("spec"))
    if named is None:
        found.append(Violation(path, 2, "header", f"a Spec that cannot be read: {match.group('spec')}"))
    for document, name in named or []:
        if name not in ids[document]:
            found.append(Violation(path, 2, "header", f"docs/{document}.md has no {name}"))
    if match.group("layer") != project_tree.room_of(path):
        found.append(Violation(path, 2, "header", f"the Layer of this file is {project_tree.room_of(path)}"))
    return found


def check_constants(path: str, text: str) -> list[Violation]:
    """Constants at namespace scope (which starts at the left margin) say where their value comes from: in a
    trailing comment or in the comment directly above. For a table a clause cited above is enough. Not meant are
    values that nobody chose: computed by a lambda (`= [`), named without a literal, or the rows of a test."""
    if not project_tree.is_cpp(path):
        return []
    found = []
    code = project_tree.without_comments(text)
    for match in _CONSTANT.finditer(code):
        end = code.find(";", match.start())
        if not re.search(r"\b\d", code[match.end():end]) or (match.group("table") and path.startswith("proptests/")):
            continue
        line_end = text.find("\n", end)
        statement = text[match.start():line_end]
        above = []
        for line in reversed(text[:match.start()].split("\n")[:-1]):
            if not line.startswith("//"):
                break
            above.append(line)
        comments = above + [line for line in statement.split("\n") if "//" in line]
        tagged = any(_TAG.search(line) for line in comments)
        if not tagged and match.group("table"):
            tagged = any(_CITES_CLAUSE.search(line) for line in above)
        if not tagged:
            found.append(Violation(path, project_tree.line_of(text, match.start()), "constant",
                                   f"{match.group('name')} has no tag bound:, measured: or convention:"))
    return found


def check_words(path: str, text: str) -> list[Violation]:
    found = []
    for pattern, rule in ((_UNFINISHED, "unfinished"), (_MACHINE_PATH, "machine path"),
                          (_REGISTRY_HOST, "registry host")):
        for match in pattern.finditer(text):
            found.append(Violation(path, project_tree.line_of(text, match.start()), rule, match.group(0)))
    return found


def check_appends(path: str, text: str) -> list[Violation]:
    """`if (position < capacity) buffer[position] = x;` without an else loses data without a word."""
    if not project_tree.is_cpp(path) or not path.startswith(("sim/", "device/", "reference/")):
        return []
    found = []
    code = project_tree.without_comments(text)
    offsets, squeezed = [], []
    for match in re.finditer(r"\s+|\S", code):
        squeezed.append(" " if match.group(0).isspace() else match.group(0))
        offsets.append(match.start())
    line = "".join(squeezed)
    for match in _LOSING_APPEND.finditer(line):
        position = re.sub(r"\.size\(\)$", "", match.group("position"))
        appends = match.group("list") == position or (
            match.group("index") is not None and position in re.findall(r"[\w.>-]*\w", match.group("index")))
        if appends:
            found.append(Violation(path, project_tree.line_of(code, offsets[match.start()]), "losing append",
                                   f"no else: {match.group(0)[:80]}"))
    return found


def check_tolerance(path: str, text: str) -> list[Violation]:
    if not project_tree.is_cpp(path) or not path.startswith("proptests/"):
        return []
    code = project_tree.without_comments(text)
    return [Violation(path, project_tree.line_of(code, match.start()), "tolerance",
                      f"{match.group(0)}: answers are equal or they are not")
            for match in _TOLERANCE.finditer(code)]


def closing(code: str, start: int, pair: str) -> int:
    """Offset just after the bracket that closes the first one of the pair at or after start."""
    depth = 0
    for offset in range(code.index(pair[0], start), len(code)):
        if code[offset] == pair[0]:
            depth += 1
        elif code[offset] == pair[1]:
            depth -= 1
            if depth == 0:
                return offset + 1
    return len(code)


def check_properties(path: str, text: str) -> list[Violation]:
    """A Boost assertion inside a RapidCheck property does not tell RapidCheck, which then cannot shrink."""
    if not project_tree.is_cpp(path):
        return []
    found = []
    code = project_tree.without_comments(text)
    for match in _PROPERTY.finditer(code):
        end = closing(code, match.start(), "()")
        if "PROP" in match.group(0):
            end = closing(code, end, "{}")
        for assertion in _BOOST_ASSERTION.finditer(code, match.end(), end):
            found.append(Violation(path, project_tree.line_of(code, assertion.start()), "property",
                                   f"{assertion.group(0)} inside a RapidCheck property; use RC_ASSERT"))
    return found


def check_coverage(root: pathlib.Path, ids: dict[str, set[str]]) -> list[Violation]:
    """Each clause is named in full by the Spec line or a test name of some test; ranges do not count."""
    named: set[str] = set()
    for path in project_tree.files(root):
        if path.startswith("proptests/") and path.endswith(".cpp"):
            text = project_tree.read(root, path)
            for line in re.findall(r"^// Spec: .*|.*_(?:TEST_CASE|PROP)\w*\(.*", text, re.MULTILINE):
                named |= {name.upper() for name in re.findall(r"(?<![a-zA-Z0-9])[Cc]\d+(?![a-zA-Z0-9])", line)}
    return [Violation("docs/contract.md", 1, "coverage", f"no test names {clause}")
            for clause in sorted(ids["contract"] - named, key=lambda name: int(name[1:]))]


def check(root: pathlib.Path) -> list[Violation]:
    ids = document_ids(root)
    found = check_documents(root)
    for path, text in project_tree.texts(root):
        found += check_size(path, text) + check_header(path, text, ids) + check_constants(path, text)
        found += check_words(path, text) + check_appends(path, text)
        found += check_tolerance(path, text) + check_properties(path, text)
    return found + check_coverage(root, ids)


def main(arguments: list[str]) -> int:
    root = project_tree.root_argument(arguments)
    return project_tree.report("tidy", check(root), f"{len(list(project_tree.texts(root)))} text files")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
