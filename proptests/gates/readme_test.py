"""Runs the console blocks of README.md and of the pages below docs that show commands, as written, and compares what they print.

In a ```console block a line `$ COMMAND` is run with bash in a folder that shows the checkout's files and the build
folder under its usual name, so that what a command writes does not land in the checkout. The lines after it are
its output, errors included: compared exactly, except that `...` stands for any text. With no such line the output
is not compared. A line `# exit N` says which exit code is expected (0 if there is none).
"""

import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
from typing import NamedTuple

LONGEST_README = 150  # convention: a newcomer reads it to the end
PAGES = ("README.md", "docs/cli.md", "docs/plugins.md", "docs/dumps.md", "docs/census.md", "docs/speed-gate.md")
TIMEOUT_S = 300  # convention: well above the slowest command that a page shows; it ends a hang
# They build and run all tests, this one too, so they cannot be run from here.
NOT_RUN = ("scripts/quickstart", "scripts/test", "scripts/fresh-machine")


class Command(NamedTuple):
    page: str
    line: int
    text: str
    exit_code: int
    output: list[str]


def commands(page: str, text: str) -> list[Command]:
    found: list[Command] = []
    lines = text.split("\n")
    inside, index = False, 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if line.startswith("```"):
            inside = not inside and line.strip() == "```console"
            continue
        if not inside:
            continue
        if line.startswith("$ "):
            start, command = index, line[2:]
            while command.endswith("\\") and index < len(lines):
                command = command[:-1] + lines[index].removeprefix("> ")
                index += 1
            found.append(Command(page, start, command, 0, []))
        elif not found or found[-1].page != page:
            raise SystemExit(f"{page}:{index}: output before any command")
        elif match := re.fullmatch(r"# exit (\d+)", line):
            found[-1] = found[-1]._replace(exit_code=int(match.group(1)))
        else:
            found[-1].output.append(line)
    if inside:
        raise SystemExit(f"{page}: a console block is not closed")
    return found


def output_matches(expected: list[str], actual: str) -> bool:
    wanted = "\n".join(line.rstrip() for line in expected).rstrip()
    pattern = ".*".join(re.escape(part) for part in wanted.split("..."))
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in actual.split("\n")).rstrip(), re.DOTALL) is not None


def looks_like_a_script(root: pathlib.Path, name: str) -> list[str]:
    path = root / name
    if not path.is_file():
        return [f"{name} does not exist"]
    problems = [] if path.stat().st_mode & stat.S_IXUSR else [f"{name} is not executable"]
    syntax = subprocess.run(["bash", "-n", path], stderr=subprocess.PIPE, text=True, check=False)
    return problems + ([f"{name}: {syntax.stderr.strip()}"] if syntax.returncode else [])


def run_command(command: Command, folder: pathlib.Path) -> list[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", command.text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False)
    actual = done.stdout.decode()
    problems = []
    if done.returncode != command.exit_code:
        problems.append(f"exit code {done.returncode}, not {command.exit_code}; it printed:\n{actual}")
    elif command.output and not output_matches(command.output, actual):
        problems.append("printed\n" + actual + "where the page shows\n" + "\n".join(command.output))
    return problems


def stage(root: pathlib.Path, build: pathlib.Path, folder: pathlib.Path) -> None:
    for entry in root.iterdir():
        if not entry.name.startswith("build"):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").symlink_to(build)


def check(root: pathlib.Path, build: pathlib.Path, pages=PAGES, say=print) -> list[str]:
    """Problems found, each with page and line."""
    problems, ran = [], 0
    missing = [page for page in pages if not (root / page).is_file()]
    if missing:
        return [f"{page} does not exist" for page in missing]
    readme_lines = len((root / "README.md").read_text().splitlines())
    if readme_lines > LONGEST_README:
        problems.append(f"README.md: {readme_lines} lines, more than {LONGEST_README}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        stage(root, build, folder)
        for page in pages:
            for command in commands(page, (root / page).read_text()):
                where = f"{page}:{command.line}: $ {command.text}"
                words = command.text.split()
                script = words[0].removeprefix("./") if words else ""
                if script in NOT_RUN:
                    say(f"NOT RUN from inside the tests, only looked at: {where}")
                    found = looks_like_a_script(root, script)
                else:
                    found = run_command(command, folder)
                    compared = "" if command.output else " (the page shows no output, none was compared)"
                    say(f"{'failed' if found else 'ran'}: {where}{compared}")
                    ran += 1
                problems += [f"{where}: {problem}" for problem in found]
    if ran == 0:
        problems.append("no command was run: the pages hold no console block")
    return problems


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print("usage: readme_test.py ROOT BUILD_FOLDER", file=sys.stderr)
        return 2
    problems = check(pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1]).resolve())
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
