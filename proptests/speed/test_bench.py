"""exactk bench: planted slowdowns are red and equals are not; who lives with whom, and what is refused.

Spec: contract/C5 C15 C18. Layer: proptests/speed. A machine that others use makes intervals wide: then a case is
inconclusive, and a test that needs a verdict asks again. No test says how long something takes.
"""

import fcntl
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "foreign_python"))
import fake_tool
from gate import ATTEMPTS, EXACTK, Gate, PAGE, PLUGINS, SMALL, plugin, verdicts


class Verdicts(Gate):
    def test_equals_are_never_red(self):
        for name in ("once", "twice"):
            code, report = self.until(lambda found: "within" in found, plugin(name), plugin(name), never="slower")
            self.assertEqual(code, 0, report)
            self.assertTrue(report["one_process"])

    def test_twice_the_work_is_slower_and_confirmed(self):
        code, report = self.until(lambda found: "slower" in found, plugin("twice"), plugin("once"))
        self.assertEqual(code, 1)
        self.assertEqual(report["counts"]["slower"], verdicts(report).count("slower"))
        for case in report["cases"]:
            if case["verdict"] == "slower":
                for series in (case["first"], case["confirm"]):
                    self.assertGreater(series["interval"][0], 1.05)
                    self.assertGreaterEqual(series["rounds"], 15)
                    self.assertLessEqual(series["interval"][0], series["ratio"])
                    self.assertLessEqual(series["ratio"], series["interval"][1])

    def test_twice_the_work_of_the_other_is_within(self):
        code, _ = self.until(lambda found: "within" in found, plugin("once"), plugin("twice"), never="slower")
        self.assertEqual(code, 0)

    def test_without_a_limit_it_is_a_report(self):
        code, report = self.until(lambda found: set(found) == {"timed"}, plugin("twice"), plugin("once"), fail_above=None)
        self.assertEqual((code, report["fail_above"]), (0, None))
        self.assertGreater(report["ratios"]["geometric_mean"], 0)

    def test_a_limit_above_the_slowdown_is_kept(self):
        code, report = self.until(lambda found: "within" in found, plugin("twice"), plugin("once"), fail_above="30")
        self.assertEqual(code, 0, report)


class Turns(Gate):
    def turns(self, mine, other):
        """What both wrote while they were timed: lengths of runs of one letter, from the third turn on."""
        log = self.folder / "log"
        environment = {**os.environ, "EXACTK_TIMED_LOG": str(log)}
        done = subprocess.run([str(EXACTK), "bench", "--impl", plugin(mine), "--against", other, "--profile", "small-k",
                               "--budget", "0.5", "--only", SMALL[0], "--python", sys.executable, "--json"],
                              capture_output=True, cwd=self.folder, env=environment, timeout=120)
        self.assertEqual(done.returncode, 0, done)
        return log.read_text(), json.loads(done.stdout)["cases"][0]["first"]["rounds"]

    def test_each_is_the_first_of_every_other_round(self):
        # A call that is not timed and a sample of one call; in the first round three calls more, to find that one is enough.
        letters, rounds = self.turns("order_A", plugin("order_B"))
        pairs = ["AABB", "BBAA"] * rounds
        self.assertEqual(letters, "AABB" + "AAAAABBBBB" + "".join(pairs[1:rounds]))

    def test_one_disturbance_does_not_make_samples_short(self):
        letters, rounds = self.turns("hiccup", plugin("once"))
        self.assertGreater(len(letters) / rounds, 3.5)  # a sample of one call: 2 for each round, and a few to begin


class Processes(Gate):
    def test_two_python_functions_live_in_one_process(self):
        code, report = self.until(lambda found: "slower" in found, "python:mine:twice", "python:mine:returning")
        self.assertEqual((code, report["one_process"]), (1, True))
        code, report = self.until(lambda found: "within" in found, "python:mine:stable", "python:mine:stable")
        self.assertEqual((code, report["one_process"]), (0, True))

    def test_a_plugin_and_a_python_function_do_not_and_that_is_said(self):
        done = self.run_bench(plugin("once"), "python:mine:stable", "--fail-above", "1000")
        self.assertIn(b"by turns IN TWO PROCESSES", done.stdout)
        code, report = self.until(lambda found: found == ["within"] * 3, plugin("once"), "python:mine:stable",
                                  fail_above="1000")
        self.assertEqual((code, report["one_process"]), (0, False))
        code, report = self.until(lambda found: "slower" in found, "python:mine:twice", plugin("once"))
        self.assertEqual((code, report["one_process"]), (1, False))

    def test_calls_of_python_that_go_wrong_while_timed(self):
        for other in ("python:mine:stable", plugin("once")):
            _, report = self.bench("python:mine:late", other, only=SMALL[:1])
            self.assertIn("slot_unwritten", report["cases"][0]["a"]["faults"])
            code, report = self.bench("python:mine:late", other, only=SMALL[1:2])
            self.assertEqual((code, report["cases"][0]["a"]["faults"]), (1, ["raised"]))
            self.assertRegex(report["cases"][0]["a"]["words"], r"ValueError: no top-k any more, .*mine\.py:\d+")

    def test_two_builds_that_would_share_code_have_a_process_each(self):
        for kind, why in (("unique", "both define the unique symbol timed_kernel()::kernel"),
                          ("adapter", "both bring a libtimed_library.so.1 of their own")):
            with self.subTest(kind):
                pair = plugin(f"{kind}_2"), plugin(f"{kind}_1")
                code, report = self.until(lambda found: found == ["slower"], *pair, only=SMALL[:1])
                self.assertEqual((code, report["one_process"], report["why_two"]), (1, False, why))
                printed = self.run_bench(*pair, only=SMALL[:1]).stdout.decode()
                self.assertIn(f"by turns IN TWO PROCESSES: {why}\n", printed)
                _, report = self.bench(pair[0], pair[0], only=SMALL[:1])
                self.assertEqual((report["one_process"], report["why_two"]), (True, None))

    def test_what_cannot_be_read_has_a_process_of_its_own(self):
        whole = bytearray((PLUGINS / "timed_once.so").read_bytes())
        without = whole.copy()
        without[60:62] = bytes(2)  # e_shnum: no sections, which a process does not need
        far = whole.copy()
        far[40:48] = b"\xf0" + bytes([255] * 7)  # e_shoff, at the end of all numbers
        for name, content, why in (("without", without, "no 64-bit ELF file"), ("far", far, "its table of sections is cut off")):
            (self.folder / f"{name}.so").write_bytes(content)
            code, report = self.bench(f"plugin:{name}.so", plugin("twice"), only=SMALL[:1], fail_above=None)
            self.assertEqual((code, report["one_process"]), (0, False), report)
            self.assertIn(f"what they share is not known: ./{name}.so cannot be read: ", report["why_two"])
            self.assertIn(why, report["why_two"])
        for size in (0, 3, 63, 64, 200, len(whole) // 2, len(whole) - 1):
            (self.folder / "cut.so").write_bytes(whole[:size])
            done = self.run_bench("plugin:cut.so", plugin("once"), only=SMALL[:1])
            self.assertIn(done.returncode, (0, 2), done)

    def test_a_host_is_not_held_against_a_gpu(self):
        for pair in ((plugin("once"), plugin("on_device")), ("python:mine:stable", plugin("on_device"))):
            self.assertIn("host_against_device: ", self.refused(*pair))

    def test_graphs_are_for_plugins_on_a_gpu(self):
        self.assertIn("no_graph: ", self.refused(plugin("once"), plugin("once"), "--graph"))


class Loading(Gate):
    def test_what_loading_takes_is_not_the_budget_s(self):
        # A second series, in new processes, that takes longer to load than the budget is.
        code, report = self.until(lambda found: found == ["slower"], "python:slow:twice", "python:slow:stable",
                                  only=SMALL[:1], budget=0.5)
        self.assertEqual((code, report["counts"]["not_confirmed"]), (1, 0))

    def test_slower_without_a_second_series_is_inconclusive_and_told(self):
        for attempt in range(ATTEMPTS):
            (self.folder / "seen").unlink(missing_ok=True)
            code, report = self.bench("python:old:ageing", "python:old:stable", only=SMALL[:1], budget=0.5)
            if report["cases"][0]["first"] is not None and verdicts(report) != ["within"]:
                break
        case = report["cases"][0]
        self.assertEqual((code, case["verdict"], report["counts"]["not_confirmed"]), (0, "inconclusive", 1), case)
        self.assertIn("slower in the first series; there is no second: 15 rounds would take", case["why"])


class Versions(unittest.TestCase):
    def test_a_worker_does_not_answer_a_tool_of_another_version(self):
        for version, reply in ((1, fake_tool.NOT_LOADED), (2, fake_tool.READY)):
            memory = os.memfd_create("call")
            os.ftruncate(memory, fake_tool.HEAD)
            wire = fake_tool.Wire(magic=b"exactkW1", version=version, total_bytes=fake_tool.HEAD)
            os.pwrite(memory, bytes(wire), 0)
            mine, other = socket.socketpair()
            with mine:
                high = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, fake_tool.HIGH) for number in (memory, other.fileno())]
                other.close()
                process = os.posix_spawn(EXACTK.with_name("exactk-worker"), ["exactk-worker", PLUGINS / "timed_once.so"],
                                         os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, high[0], 3),
                                                                   (os.POSIX_SPAWN_DUP2, high[1], 4)])
                for number in high:
                    os.close(number)
                self.assertEqual(mine.recv(1), b"d")
            os.waitpid(process, 0)
            said = fake_tool.Wire.from_buffer_copy(os.pread(memory, fake_tool.HEAD, 0))
            os.close(memory)
            self.assertEqual(said.reply, reply, said.text)
            self.assertEqual(b"of different versions" in said.text, version == 1)


class Questions(Gate):
    def test_two_rules_that_are_not_the_same_are_not_compared(self):
        for name, text in (("high", "ties high\n"), ("low", "ties low\n")):
            (self.folder / name).write_text(text)
        code, report = self.bench(plugin("once"), plugin("once"), "--promise", "high", "--against-promise", "low")
        self.assertEqual((code, set(verdicts(report))), (3, {"not_timed"}))
        self.assertIn("there is no question for both", report["cases"][0]["why"])
        self.until(lambda found: set(found) == {"timed"}, plugin("once"), plugin("once"), "--promise", "high",
                   fail_above=None)

    def test_what_a_promise_leaves_out_is_not_timed(self):
        (self.folder / "short").write_text("k 1 16\n")
        code, report = self.until(lambda found: found[0] == "timed", plugin("once"), plugin("once"), "--against-promise",
                                  "short", fail_above=None)
        self.assertEqual((code, verdicts(report)), (0, ["timed", "not_timed", "not_timed"]))
        self.assertIn("outside the promise of B: k 64 is above 16", report["cases"][1]["why"])

    def test_all_cases_are_accounted_for(self):
        code, report = self.bench(plugin("once"), plugin("once"), budget=0.05, only=())
        counts = report["counts"]
        self.assertEqual(len(report["cases"]) + counts["not_run"], 24)
        self.assertGreater(counts["not_run"], 0)
        self.assertEqual(sum(verdicts(report).count(name) for name in counts if name in (
            "timed", "within", "inconclusive", "slower", "not_timed")), len(report["cases"]))


class Usage(Gate):
    def test_what_makes_no_sense_is_refused_with_words(self):
        once = plugin("once")
        for words, text in (((once, "rank"), "--against rank: it is made to be right"),
                            (("no-such", once), "--impl no-such is neither cpu, nor plugin:PATH"),
                            ((once, "plugin:./none.so"), "none.so"),
                            ((once, "python:mine:nothing"), "mine"),
                            ((once, once, "--fail-above", "0"), "--fail-above 0"),
                            ((once, once, "--fail-above", f"0.{400 * '0'}1"), "a ratio is above 0"),
                            ((once, once, "--fail-above", 400 * "9"), "--fail-above"),
                            ((once, once, "--against-promise", "none"), "--against-promise none cannot be read"),
                            ((once, once, "--cuda"), "--cuda is about Python functions"),
                            ((once, once, "--against-signature", "torch"), "--against-signature is about Python"),
                            ((once, once, "--out", once[7:]), "the report would take the place of"),
                            ((once, once, "--out", "no/such/file"), "--out no/such/file: cannot be created")):
            with self.subTest(words):
                self.assertIn(text, self.refused(*words))
        self.assertIn("--only mtp/1 is no case of small-k", self.refused(once, once, only=("mtp/1",)))
        self.assertIn("is named twice", self.refused(once, once, only=("small-k/6",) * 2))
        self.assertRegex(self.refused(once, once, profile="none", only=()), "--profile none is no profile; there are dsa")

    def test_cpu_is_the_plugin_of_the_build(self):
        code, report = self.until(lambda found: "timed" in found, "cpu", "cpu", fail_above=None)
        self.assertEqual((code, report["a"]["name"]), (0, "cpu"))
        self.assertRegex(report["a"]["started"], r"^plugin:/.*exactk_cpu\.so$")

    def test_a_path_that_is_not_utf_8_breaks_no_report(self):
        path = os.path.join(os.fsencode(self.folder), b"caf\xe9.so")
        shutil.copy(PLUGINS / "timed_once.so", path)
        done = self.run_bench(b"plugin:" + path, plugin("once"), "--json", only=SMALL[:1])
        self.assertEqual(done.stderr, b"")
        self.assertIn("caf\N{REPLACEMENT CHARACTER}.so", json.loads(done.stdout)["a"]["name"])

    def test_the_file_has_what_is_printed_and_the_page_names_every_key(self):
        done = self.run_bench(plugin("once"), plugin("once"), "--json", "--out", "out.json")
        self.assertEqual(done.stdout, (self.folder / "out.json").read_bytes())
        named = set(re.findall(r"`(\w+)`", PAGE.read_text()))
        report = json.loads(done.stdout)
        self.assertEqual(keys_of(report) - named, set())
        for key in ("cpu", "threads", "load"):
            self.assertTrue(report["machine"][key])
        self.assertRegex(report["commit"], r"^(unknown|[0-9a-f]{7,}(-dirty)?|.+-g[0-9a-f]+(-dirty)?)$")


def keys_of(value):
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    return set(value) | keys_of(list(value.values())) if isinstance(value, dict) else set()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
