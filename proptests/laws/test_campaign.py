"""exactk campaign as a user meets it: totals, files, refusals, and Ctrl-C with a resumption."""

import contextlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""
NO_LINE = "that is none of a campaign's"  # what a damaged state is refused for
NO_UNIT = "about a unit that there is not, or that it holds already"
TINY = ["--length", "2", "--rows", "200", "--wide", "0", "--spaces", "1", "--schedules", "0", "--jobs", "1"]


def memory_of_a_gigabyte() -> None:
    """But for AddressSanitizer (scripts/sanitize), which maps all addresses that there are."""
    if "ASAN_OPTIONS" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


class Campaign(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, "campaign", *arguments], cwd=self.folder, text=True, timeout=200,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def refused(self, words: str, *arguments: str) -> None:
        """Before anything is done: no totals, and nothing new in the folder."""
        before = sorted(os.listdir(self.folder))
        done = subprocess.run([PROGRAM, "campaign", *TINY, *arguments], cwd=self.folder, timeout=20,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, preexec_fn=memory_of_a_gigabyte)
        self.assertEqual((done.returncode, done.stdout), (2, b""), done.stderr)
        self.assertIn(words, done.stderr.decode(errors="replace"))
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    @staticmethod
    def counts(text: str) -> list[list[str]]:
        """The table's lines without the seconds."""
        return [line.split()[:-1] for line in text.splitlines() if line[:1].islower() and "/" in line]

    def test_totals_are_printed_and_written(self):
        done = self.run_program(*TINY, "--json-file", "totals.json", "--label", "commit abc")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("complete, 0 failures", done.stdout)
        totals = json.loads((self.folder / "totals.json").read_text())
        self.assertTrue(totals["complete"])
        self.assertEqual(totals["label"], "commit abc")
        self.assertEqual([part["part"] for part in totals["parts"]], ["small", "rows", "spaces"])
        counts = totals["fall_backs"]
        for strategy in ("row_per_cta", "row_per_cluster"):
            self.assertIn(f"\nfall-back of {strategy}: by the target {counts[strategy]['by_target']}, by the list "
                          f"{counts[strategy]['by_list']} of {counts['drawn']} drawn cases, ", done.stdout)
        for part in totals["parts"]:
            self.assertEqual(part["units"], part["units_done"])
            self.assertGreater(part["cases"], 0)

    def test_schedules_of_every_form_are_run_in_any_number(self):
        sizes = ["--length", "0", "--rows", "0", "--wide", "0", "--spaces", "0", "--schedules"]
        for number in ("1", "2000"):
            done = self.run_program(*sizes, number)
            self.assertEqual(done.returncode, 0, done.stderr)
            for form in ("cluster", "kernel", "cooperative", "spin", "cluster_list"):
                self.assertRegex(done.stdout, rf"\nform {form}: [1-9]\d* schedules of 16 CTAs miss a fault of depth 2 with a "
                                 r"probability of at most \d")
        done = self.run_program(*sizes, "2000", "--budget", "0.000001")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("\nform cluster_list: not run\n", done.stdout)

    def test_ctrl_c_gives_up_a_space_within_a_second(self):
        program = subprocess.Popen([PROGRAM, "campaign", "--length", "0", "--rows", "0", "--wide", "0", "--spaces", "2",
                                    "--schedules", "0", "--jobs", "1", "--state", "state"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        state = self.folder / "state"
        while program.poll() is None and (not state.exists() or state.read_text().count("\ndone") < 16):
            time.sleep(0.01)  # behind the small spaces come those of many seconds
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        start = time.monotonic()
        _, errors = program.communicate(timeout=100)
        self.assertEqual(program.returncode, 130, errors)
        self.assertLess(time.monotonic() - start, 5)  # a second, on a machine that others use, too

    def test_an_interrupted_campaign_goes_on_where_it_was(self):
        sizes = ["--length", "3", "--rows", "600", "--wide", "0", "--spaces", "0", "--schedules", "0", "--jobs", "2"]
        program = subprocess.Popen([PROGRAM, "campaign", *sizes, "--state", "state"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        state = self.folder / "state"
        while program.poll() is None and (not state.exists() or state.read_text().count("\n") < 5):
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        told, errors = program.communicate(timeout=100)
        self.assertEqual(program.returncode, 130, errors)
        self.assertIn("not complete", told)
        self.assertIn("goes on from state", errors)
        before = state.read_text()
        second = self.run_program(*sizes, "--state", "state")
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertTrue(state.read_text().startswith(before))
        self.assertEqual(self.counts(second.stdout), self.counts(self.run_program(*sizes).stdout))
        units = [tuple(line.split()[1:3]) for line in state.read_text().splitlines()[1:] if line.startswith("done ")]
        self.assertEqual(len(units), len(set(units)), "a unit was done twice")

    def test_a_budget_that_is_over_leaves_it_incomplete(self):
        done = self.run_program(*TINY, "--budget", "0.000001")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("not complete", done.stdout)

    def test_wrong_usage_is_refused(self):
        for arguments, words in ((["--full", "--rows", "3"], "without effect"), (["--length", "9"], "--length"),
                                 (["--spaces", "3"], "--spaces"), (["--rows", "-1"], "--rows"),
                                 (["--seed", "-1"], "--seed"), (["--state", ""], "--state")):
            done = self.run_program(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(words, done.stderr)
        (self.folder / "state").write_text("exactk campaign 1 of something else\n")
        done = self.run_program(*TINY, "--state", "state")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another campaign", done.stderr)

    def test_a_state_that_is_no_regular_file_is_refused_unread(self):
        os.mkfifo(self.folder / "fifo")
        (self.folder / "folder").mkdir()
        for name in ("/dev/full", "/dev/null", "/dev/zero", "fifo", "folder"):
            self.refused("it is no regular file", "--state", name)

    def test_a_state_without_an_end_of_line_is_not_read_whole(self):
        with open(self.folder / "state", "wb") as file:
            file.write(b"exactk campaign ")
            file.truncate(1 << 40)
        self.refused("another campaign", "--state", "state")

    def test_one_name_for_two_files_is_refused(self):
        self.assertEqual(self.run_program(*TINY, "--state", "state").returncode, 0)
        before = (self.folder / "state").read_bytes()
        (self.folder / "link").symlink_to("state")
        for other in ("state", "./state", "link", str(self.folder / "state")):
            self.refused("are the same", "--state", "state", "--json-file", other)
            self.refused("are the same", "--state", "state", "--cases-dir", other)
        self.refused("are the same", "--state", "new", "--json-file", "./new")
        self.refused("are the same", "--cases-dir", "new/", "--json-file", "new")
        self.assertEqual((self.folder / "state").read_bytes(), before)

    def test_outputs_that_cannot_be_written_are_refused_at_once(self):
        (self.folder / "file").touch()
        (self.folder / "nowhere").symlink_to("not/there")
        for name in ("no/such/folder.json", "/proc/totals.json", ".", "/dev/null", "nowhere"):
            self.refused("--json-file: ", "--json-file", name)
        for name in ("file", "file/cases", "/proc/cases", "/dev/null"):
            self.refused("--cases-dir: ", "--cases-dir", name)

    def test_json_is_written_beside_its_name(self):
        old = self.folder / "old.json"
        old.write_text("old")
        (self.folder / "link.json").symlink_to("old.json")
        os.link(old, self.folder / "other")
        done = self.run_program(*TINY, "--json-file", "link.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(json.loads(old.read_text())["complete"])
        self.assertIsNone(json.loads(old.read_text())["error"])
        self.assertEqual((self.folder / "other").read_text(), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["link.json", "old.json", "other"])

    def test_a_state_that_cannot_be_written_leaves_totals_and_says_so(self):
        # 400 bytes hold the first line and a few units; the signal for such a file would end the program without a word.
        done = subprocess.run([PROGRAM, "campaign", *TINY, "--state", "state"], cwd=self.folder,
                              text=True, timeout=200, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400)))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("\nnot complete, 0 failures, ", done.stdout)
        self.assertIn("the state cannot be written: File too large", done.stderr)

    def test_a_huge_campaign_begins_and_stops_at_once(self):
        many = str(10 ** 9)
        sizes = ["--length", "0", "--rows", many, "--wide", many, "--spaces", "0", "--schedules", many, "--jobs", "1"]
        start = time.monotonic()
        done = subprocess.run([PROGRAM, "campaign", *sizes, "--budget", "0.1"], cwd=self.folder, text=True, timeout=100,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, preexec_fn=memory_of_a_gigabyte)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertLess(time.monotonic() - start, 8)  # a second, on a machine that others use, too

    def test_lines_before_a_unit_that_say_no_counts_are_refused(self):
        self.assertEqual(self.run_program(*TINY, "--state", "state").returncode, 0)
        state = self.folder / "state"
        kept = [line for line in state.read_text().splitlines() if not line.startswith(("fell_back ", "done rows "))]
        rows, small = "done rows 0 1 1 1 1", next(line for line in kept if line.startswith("done small "))
        right = "fell_back 5 1 2 3 4"
        kept.remove(small)

        def write(*lines: str) -> None:
            state.write_text("".join(line + "\n" for line in [*kept, *lines]))

        # Right lines are taken as they stand, so that what is refused below is refused for what is wrong with it.
        write(small, right, rows)
        done = self.run_program(*TINY, "--state", "state")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("\nfall-back of row_per_cta: by the target 1, by the list 2 of 5 drawn cases, 40.0 %\n", done.stdout)
        self.assertIn("\nfall-back of row_per_cluster: by the target 3, by the list 4 of 5 drawn cases, 80.0 %\n", done.stdout)
        write(small, "counted 2 x", right, rows)
        done = self.run_program(*TINY, "--state", "state")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("complete, 2 failures", done.stdout)
        for lines in (["counted -5 x"], ["counted 0 x"], ["counted " + "9" * 18 + " x"], ["counted 1 x"] * 2,
                      ["fell_back 0 0 0 0 0"], ["fell_back 5 6 0 0 0"], ["fell_back 5 0 6 0 0"], ["fell_back 5 0 0 6 0"],
                      ["fell_back 5 0 0 0 6"], ["fell_back 5 1 -1 0 0"], ["fell_back -5 0 0 0 0"], ["fell_back 5 1 1 1"],
                      ["fell_back 5 1 1 1 1 1"], ["fell_back " + "9" * 18 + " 1 1 1 1"], [right] * 2):
            write(small, *lines, *([] if lines[0].startswith("fell_back ") else [right]), rows)
            self.refused(f"damaged: it holds a line {NO_LINE}: {lines[-1]}\n", "--state", "state")
        # A unit that draws cases has a line of fall-backs, and no other has one.
        write(small, rows)
        self.refused(f"damaged: it holds a line {NO_LINE}: {rows}\n", "--state", "state")
        write(right, small, right, rows)
        self.refused(f"damaged: it holds a line {NO_LINE}: {small}\n", "--state", "state")

    def test_damaged_states_are_refused(self):
        self.assertEqual(self.run_program(*TINY, "--state", "state").returncode, 0)
        state = self.folder / "state"
        text = state.read_bytes()
        first, unit = text.split(b"\n")[:2]
        words = unit.split(b" ")
        for at, number in ((2, b"-1"), (2, b"99999"), (3, b"-1"), (4, b"-7"), (5, b"9" * 18), (3, b"9" * 30), (6, b"-1.0"),
                           (6, b"nan"), (6, b"1.0 1")):
            why = NO_UNIT if number == b"99999" else NO_LINE
            changed = b" ".join(words[:at] + [number] + words[at + 1:])
            state.write_bytes(text.replace(unit, changed))
            self.refused(f"damaged: it holds a line {why}: {changed.decode()}\n", "--state", "state")
            self.assertEqual(state.read_bytes(), text.replace(unit, changed))
        state.write_bytes(text + unit + b"\n")
        self.refused(f"damaged: it holds a line {NO_UNIT}: {unit.decode()}\n", "--state", "state")
        state.write_bytes(text.replace(b"\n", b"\r\n"))
        self.refused("damaged first line", "--state", "state")
        state.write_bytes(b"\x1b[2Jnotes\n")
        self.refused("another campaign or program, '?[2Jnotes'", "--state", "state")

    def test_a_state_belongs_to_one_run_at_a_time(self):
        sizes = ["--length", "0", "--rows", "0", "--wide", "0", "--spaces", "2", "--schedules", "0", "--jobs", "1"]
        with self.in_the_midst(sizes):
            second = self.run_program(*sizes, "--state", "state", "--budget", "0.1")
            self.assertEqual((second.returncode, second.stdout), (2, ""), second.stderr)
            self.assertIn("state is in use by another run", second.stderr)

    @contextlib.contextmanager
    def in_the_midst(self, sizes: list[str]):
        """A run with the file `state` that is in a space of many seconds; interrupted at the end, as `self.ended`."""
        program = subprocess.Popen([PROGRAM, "campaign", *sizes, "--state", "state"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            state = self.folder / "state"
            while program.poll() is None and (not state.exists() or state.read_text().count("\ndone") < 16):
                time.sleep(0.01)  # behind the small spaces come those of many seconds
            time.sleep(0.5)
            yield
        finally:
            program.send_signal(signal.SIGINT)
            told, errors = program.communicate(timeout=100)
        self.ended = program.returncode, told, errors

    def test_an_interrupted_run_with_failures_says_how_to_go_on(self):
        sizes = ["--length", "0", "--rows", "0", "--wide", "0", "--spaces", "2", "--schedules", "0", "--jobs", "1"]
        with self.in_the_midst(sizes):
            pass
        state = self.folder / "state"
        state.write_text(state.read_text().replace("\ndone", "\nfailed spaces of x\tspaces of x failed\ndone", 1))
        with self.in_the_midst(sizes):
            pass
        code, told, errors = self.ended
        self.assertEqual(code, 130, errors)
        self.assertIn("\nFAILED spaces of x failed\n", told)
        self.assertIn("interrupted; the same command goes on from state", errors)

    def test_a_label_is_utf_8(self):
        self.refused("no UTF-8", "--json-file", "totals.json", "--label", b"\xff")
        done = self.run_program(*TINY, "--json-file", "totals.json", "--label", "\u00fc\u20ac\U0001f600\x7f")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads((self.folder / "totals.json").read_text())["label"], "\u00fc\u20ac\U0001f600\x7f")

    def test_help_says_how_sizes_are_rounded(self):
        help_text = " ".join(self.run_program("--help").stdout.split())
        for words in ("in units of 200", "in units of 4", "in units of up to 1,000 a form"):
            self.assertIn(words, help_text)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
