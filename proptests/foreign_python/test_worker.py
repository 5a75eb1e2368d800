"""The Python worker, driven by a small tool: loading, answers of `plain`, and what broken functions come to.

Spec: contract/C1 C2 C4 C6 C7 C8 C9 C10 C15 C18. Layer: proptests/foreign_python. Signatures of PyTorch: test_tensors.py.
"""

import os
import signal
import subprocess
import sys
import unittest

import numpy as np

import fake_tool
from fake_tool import (ANSWERED, DESCRIBE, KEPT, NOT_LOADED, NOT_SUPPORTED, POISON_INDEX, RAISED, SUPPORTS, TIME, UNUSABLE,
                       Ended, Tool, ToolCase, Wire)

sys.path.insert(0, fake_tool.PACKAGE)
from exactk import wire as worker_wire

SCORES = np.float32([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3], [5, 8, 9, 7, 9]])


class Case(ToolCase):
    def start(self, callable_name, *words, **named):
        return self.ready(Tool(callable_name, *words, **named))


class TheStruct(unittest.TestCase):
    def test_offsets_are_those_of_the_struct(self):
        fields = {name: (getattr(Wire, name).offset, getattr(Wire, name).size)
                  for name, _ in Wire._fields_ if not name.startswith("reserved")}
        self.assertEqual({name: (place, worker_wire.size_of(name)) for name, (place, _) in worker_wire.OFFSETS.items()},
                         fields)

    def test_the_module_prints_them(self):
        done = subprocess.run([sys.executable, "-B", "-m", "exactk.wire"], cwd=fake_tool.PACKAGE, capture_output=True,
                              text=True, check=True)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), len(worker_wire.OFFSETS))
        self.assertIn("regions 128 64", lines)
        self.assertIn("text 4712 2048", lines)


class Ways(Case):
    def test_there_are_no_streams_on_the_host(self):
        tool = self.start("users.arrays:argpartition")
        for way in (fake_tool.BESIDE, fake_tool.CAPTURE, fake_tool.REPLAY):
            answer = tool.run(SCORES, 2, way=way)
            self.assertEqual((answer.reply, answer.text),
                             (UNUSABLE, "its arrays lie in host memory, where there are no streams"))
        self.answers(tool, SCORES, 2)


class Loading(Case):
    def not_loaded(self, callable_name, *words, **named):
        tool = Tool(callable_name, *words, **named)
        self.addCleanup(tool.close)
        self.assertEqual(tool.wire().reply, NOT_LOADED)
        self.assertEqual(tool.code(), 1)
        return tool.text()

    def test_a_description_is_filled_in(self):
        tool = self.start("users.arrays:argpartition")
        wire = tool.wire()
        self.assertEqual(wire.name.decode(), "users.arrays:argpartition")
        self.assertEqual(wire.memory, 0)
        self.assertEqual(wire.release.decode(), f"numpy {np.__version__}, Python {sys.version.split()[0]}")
        self.assertEqual(wire.promises.decode().splitlines(),
                         ["types float32 float16", "reads width", "direction largest", "ties any", "order any",
                          "nan undefined", "fill minus_one", "scores no"])

    def test_a_function_is_held_to_what_it_is_told(self):
        promises = self.start("users.arrays:whole").wire().promises.decode()
        self.assertEqual(promises.splitlines(), ["types float32 float16", "reads width"])

    def test_promises_are_replaced_key_by_key(self):
        lines = self.start("users.arrays:by_bits").wire().promises.decode().splitlines()
        for line in ("types bfloat16", "ties low", "k 1 64", "order any"):
            self.assertIn(line, lines)
        self.assertEqual(len(lines), len({line.split()[0] for line in lines}))
        lines = self.start("users.arrays:by_bits", "plain", "--promise-text",
                           "k 2 3\norder index").wire().promises.decode().splitlines()
        for line in ("types bfloat16", "ties low", "k 2 3", "order index"):
            self.assertIn(line, lines)

    def test_promises_that_cannot_be_read_are_named(self):
        self.assertIn("exactk_promises has ties twice", self.not_loaded("users.broken:twice"))
        self.assertIn("exactk_promises is list", self.not_loaded("users.broken:no_text"))
        self.assertIn("--promise-text has k twice",
                      self.not_loaded("users.arrays:whole", "plain", "--promise-text", "k 1 2\nk 1 3"))

    def test_what_is_not_there_is_named(self):
        self.assertRegex(self.not_loaded("users.arrays"), r"not of the form MODULE:FUNCTION")
        text = self.not_loaded("mine:topk")
        self.assertIn("there is no module mine in ", text)
        self.assertIn(fake_tool.HERE, text)
        self.assertIn("no module users.mine in ", self.not_loaded("users.mine:topk"))
        self.assertRegex(self.not_loaded("users.arrays:topk"), r"users/arrays\.py\) has no topk; it has .*argpartition")
        self.assertIn("users.broken:number is int and not callable", self.not_loaded("users.broken:number"))

    def test_a_module_that_does_not_import_is_told_with_its_line(self):
        self.assertRegex(self.not_loaded("users.raising_module:topk"),
                         r"importing users\.raising_module raised LookupError: no such thing, .*raising_module\.py:3;")
        self.assertRegex(self.not_loaded("users.needing_module:topk"),
                         r"exactk_no_such_package.*needing_module\.py:3; install exactk_no_such_package")

    def test_signature_and_memory_that_do_not_exist_are_told(self):
        self.assertIn("there is no signature 'cube'; there are plain, torch,",
                      self.not_loaded("users.arrays:whole", "cube"))
        self.assertIn("signature plain has its arrays on the host",
                      self.not_loaded("users.arrays:whole", "plain", "--memory", "cuda"))

    def test_without_pytorch_its_signatures_say_so_and_plain_works(self):
        path = [os.path.join(fake_tool.HERE, "users", "no_torch")]
        for signature in ("torch", "vllm-decode", "vllm-prefill", "sglang-transform", "flashinfer-topk"):
            text = self.not_loaded("users.arrays:whole", signature, path=path)
            self.assertIn(f"signature {signature} needs PyTorch", text)
        self.start("users.arrays:whole", path=path)

    def test_another_version_is_refused(self):
        self.assertIn("take both from one installation", self.not_loaded("users.arrays:whole", version=1))

    def test_without_the_tool_it_says_who_starts_it(self):
        done = subprocess.run([sys.executable, "-B", "-m", "exactk.worker", "--callable", "a:b"], cwd=fake_tool.PACKAGE,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("exactk.worker is started by the exactk tool", done.stderr)


class Two(Case):
    """Two functions in one process, and rounds of timed calls."""

    def start_both(self, one, other):
        return self.start("users." + one, "plain", "--callable", "users." + other, "--signature", "plain")

    def time(self, tool, *, which=0, turns=2, rounds=3, series=3, calls=(1, 1), sample=0, scores=SCORES):
        wire = tool.wire()
        wire.which, wire.turns, wire.rounds, wire.series, wire.sample_nanoseconds = which, turns, rounds, series, sample
        wire.calls[:] = calls
        wire.nanoseconds[:] = [0] * 256
        return tool.run(scores, 2, request=TIME)

    def test_each_is_described(self):
        tool = self.start_both("arrays:whole", "arrays:by_bits")
        self.assertEqual(tool.wire().name.decode(), "users.arrays:whole")
        tool.wire().which = 1
        self.assertEqual(tool.run(SCORES, 2, request=DESCRIBE).reply, ANSWERED)
        self.assertEqual(tool.wire().name.decode(), "users.arrays:by_bits")
        self.assertIn("types bfloat16", tool.wire().promises.decode().splitlines())

    def test_turns_alternate_and_calls_are_those_asked_for(self):
        tool = self.start_both("turns:one", "turns:other")
        self.assertEqual(self.time(tool, calls=(2, 1)).reply, ANSWERED)
        round_of = {True: "111" + "22", False: "22" + "111"}  # a call that is not timed goes before those of a sample
        self.assertEqual(tool.printed().split(), list(round_of[True] + round_of[False] + round_of[True]))
        times = list(tool.wire().nanoseconds)
        self.assertTrue(all(time > 0 for time in times[:6]), times[:8])
        self.assertEqual(set(times[6:]), {0})

    def test_calls_of_a_sample_are_found(self):
        tool = self.start_both("arrays:whole", "turns:slow")
        self.time(tool, calls=(0, 0), sample=1_000_000)
        many, one = tool.wire().calls
        self.assertEqual(one, 1)
        self.assertGreater(many, 1)
        self.assertEqual(many & (many - 1), 0)

    def test_a_series_goes_on_in_the_next_request_and_what_is_kept_is_each_ones(self):
        tool = self.start_both("arrays:whole", "turns:second_best")
        self.assertEqual(self.time(tool, series=1).reply, ANSWERED)
        answer = self.time(tool, series=2, which=1)
        self.assertEqual((answer.reply, answer.text), (ANSWERED, ""))
        for which, indices in ((0, [[2, 4], [0, 2], [2, 4]]), (1, [[1, 1]] * 3), (0, [[2, 4], [0, 2], [2, 4]])):
            tool.wire().which = which
            answer = tool.run(SCORES, 2, request=KEPT)
            self.assertEqual((answer.reply, answer.indices.tolist()), (ANSWERED, indices))

    def test_what_one_does_not_write_the_other_does_not_write_for_it(self):
        tool = self.start_both("arrays:whole", "turns:writes_once")
        self.assertEqual(self.time(tool).reply, ANSWERED)
        tool.wire().which = 1
        self.assertEqual(tool.run(SCORES, 2, request=KEPT).indices.tolist(), [[POISON_INDEX] * 2] * 3)

    def test_one_that_raises_is_named(self):
        tool = self.start_both("arrays:whole", "turns:raises_later")
        answer = self.time(tool)
        self.assertEqual((answer.reply, tool.wire().at), (RAISED, 1))
        self.assertRegex(answer.text, r"^ValueError: enough, .*turns\.py:\d+$")
        self.assertEqual(tool.run(SCORES, 2, request=KEPT).reply, UNUSABLE)
        self.assertEqual(self.time(tool, turns=1, which=0).reply, ANSWERED)

    def test_what_cannot_be_timed_is_told(self):
        tool = self.start_both("arrays:whole", "arrays:whole")
        for words in ({"series": 2}, {"rounds": 0}, {"rounds": 129}, {"turns": 3}, {"turns": 0}, {"series": 7}):
            with self.subTest(words):
                self.assertEqual(self.time(tool, **words).reply, UNUSABLE)
        alone = self.start("users.arrays:whole")
        for words in ({}, {"turns": 1, "which": 1}):
            self.assertEqual(self.time(alone, **words).reply, UNUSABLE)
        self.assertEqual(self.time(alone, turns=1).reply, ANSWERED)

    def test_a_second_that_cannot_be_loaded_is_named(self):
        tool = Tool("users.arrays:whole", "plain", "--callable", "users.arrays:missing")
        self.addCleanup(tool.close)
        self.assertEqual(tool.wire().reply, NOT_LOADED)
        self.assertIn("has no missing", tool.text())


class Answers(Case):
    def test_returned_indices_get_into_the_slots(self):
        tool = self.start("users.arrays:argpartition")
        answer = self.answers(tool, SCORES, 2)
        self.assertEqual([set(row) for row in answer.indices], [{2, 4}, {0, 2}, {2, 4}])
        self.assertEqual(tool.close(), 0)

    def test_written_slots_options_and_scores(self):
        tool = self.start("users.arrays:whole")
        scores = np.float32([[0.5, np.nan, -np.inf, 2, 2], [-0.0, 0.0, 1, 1, -1]])
        self.assertEqual(self.answers(tool, scores, 2).indices.tolist(), [[1, 3], [2, 3]])
        self.assertEqual(self.answers(tool, scores, 2, ties_high=True, nan_smallest=True, by_rank=True).indices.tolist(),
                         [[4, 3], [3, 2]])
        answer = self.answers(tool, scores, 4, [2, -7], smallest=True, wants_scores=True, fill_index=-9,
                              fill_score=0x7F800000, index_gap=3)
        self.assertEqual(answer.indices.tolist(), [[0, 1, -9, -9], [-9] * 4])
        self.assertEqual(answer.bits.tolist(), [[0x3F000000, 0x7FC00000, 0x7F800000, 0x7F800000], [0x7F800000] * 4])

    def test_types_are_as_said(self):
        tool = self.start("users.arrays:whole")
        answer = self.answers(tool, SCORES.astype(np.float16), 2, wants_scores=True, by_rank=True)
        self.assertEqual(answer.indices.tolist(), [[4, 2], [0, 2], [2, 4]])
        self.assertEqual(answer.bits[0].tolist(), [0x4500, 0x4400])
        tool = self.start("users.arrays:by_bits")
        scores = np.uint16([[0x3F80, 0x4000, 0x0001, 0x4000], [0, 1, 2, 3]])
        self.assertEqual(self.answers(tool, scores, 3).indices.tolist(), [[1, 3, 0], [3, 2, 1]])

    def test_pitches_and_places_change_nothing(self):
        tool = self.start("users.arrays:whole")
        for at_end in (True, False):
            answer = self.answers(tool, SCORES, 2, pitch=11, index_gap=5, at_end=at_end)
            self.assertEqual(answer.indices.tolist(), [[2, 4], [0, 2], [2, 4]])

    def test_nothing_of_nothing(self):
        tool = self.start("users.arrays:whole")
        self.assertEqual(self.answers(tool, SCORES, 0).indices.shape, (3, 0))
        self.assertEqual(self.answers(tool, SCORES[:0], 2).indices.shape, (0, 2))
        self.assertEqual(self.answers(tool, SCORES[:, :0], 2, [0, 1, -1]).indices.tolist(), [[-1, -1]] * 3)

    def test_memory_that_grows_is_followed(self):
        tool = self.start("users.arrays:keeps_views")
        small = np.float32([[1, 3, 2]])
        large = np.arange(100000, dtype=np.float32).reshape(2, -1)
        self.assertEqual(self.answers(tool, small, 1).indices.tolist(), [[1]])
        self.assertEqual(self.answers(tool, large, 2).indices.tolist(), [[49999, 49998]] * 2)
        self.assertEqual(self.answers(tool, small, 1).indices.tolist(), [[1]])

    def test_a_function_may_say_what_it_supports(self):
        tool = self.start("users.arrays:supporting")
        self.assertEqual(tool.run(SCORES, 2, request=SUPPORTS).reply, ANSWERED)
        answer = tool.run(SCORES, 3, request=SUPPORTS)
        self.assertEqual((answer.reply, answer.text), (NOT_SUPPORTED, "by its exactk_supports"))
        answer = tool.run(SCORES.astype(np.float16), 2)
        self.assertEqual((answer.reply, answer.text), (NOT_SUPPORTED, "float16 of 3x5"))
        self.assertTrue((answer.indices == POISON_INDEX).all())

    def test_scores_that_have_no_place_are_not_supported(self):
        answer = self.start("users.arrays:argpartition").run(SCORES, 2, wants_scores=True)
        self.assertEqual(answer.reply, NOT_SUPPORTED)
        self.assertIn("no place for output scores", answer.text)

    def test_a_question_of_another_kind_is_not_answered(self):
        self.assertEqual(self.start("users.arrays:whole").run(SCORES, 2, request=9).reply, UNUSABLE)


class Broken(Case):
    def raised(self, name, *arguments, **named):
        tool = self.start("users.broken:" + name)
        answer = tool.run(*(arguments or (SCORES, 2)), **named)
        self.assertEqual(answer.reply, RAISED, answer.text)
        # The worker goes on.
        self.assertEqual(tool.run(SCORES, 2, request=SUPPORTS).reply, ANSWERED)
        self.assertEqual(tool.close(), 0)
        return answer.text

    def test_exceptions_are_told_in_a_line_with_the_users_line(self):
        with open(os.path.join(fake_tool.HERE, "users", "broken.py"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        for name, code, words in (("raises", "raise ValueError", r"ValueError: no rows like these: \(3, 5\)"),
                                  ("raises_in_numpy", "np.concatenate", "ValueError: .*"),
                                  ("leaves", "sys.exit(3)", "SystemExit: 3")):
            number = [code in line for line in lines].index(True) + 1
            self.assertRegex(self.raised(name), rf"^{words}, /.*users/broken\.py:{number}$")
        self.assertRegex(self.raised("raises_much"), r"^RuntimeError: ä{1016}$")  # 2047 bytes hold 14 and these

    def test_returned_things_that_are_no_answer(self):
        self.assertRegex(self.raised("too_narrow"), r"^wrong_result: .*shape \(3, 1\).*\(3, 2\)")
        self.assertRegex(self.raised("in_floats"), r"^wrong_result: returned indices of type float64")
        self.assertRegex(self.raised("in_lists"), r"^wrong_result: returned list")

    def test_indices_that_fit_no_slot_are_out_of_range(self):
        for name in ("unfit", "unfit_bytes"):
            tool = self.start("users.broken:" + name)
            self.assertEqual(self.answers(tool, SCORES, 2).indices.tolist(), [[-2, -2]] * 3)

    def test_slots_that_are_not_written_stay_poison(self):
        tool = self.start("users.broken:writes_little")
        self.assertEqual(self.answers(tool, SCORES, 2).indices.tolist(), [[5, POISON_INDEX]] * 3)

    def test_a_changed_input_is_seen(self):
        answer = self.start("users.broken:changes_input").run(SCORES, 2, [5, 5, 5])
        self.assertEqual(answer.reply, ANSWERED)
        self.assertTrue(answer.scores_changed and answer.lengths_changed)
        self.assertEqual(answer.others_changed, 0)

    def test_prints_do_not_disturb(self):
        tool = self.start("users.broken:prints")
        for _ in range(2):
            self.assertEqual(self.answers(tool, SCORES, 2).indices.tolist(), [[0, 1]] * 3)
        for words in ("printed by print", "printed by write", "printed by a child"):
            self.assertEqual(tool.printed().count(words), 2)

    def test_memory_and_socket_are_out_of_reach(self):
        self.answers(self.start("users.broken:looks_at_descriptors"), SCORES, 2)

    def test_a_child_does_not_hide_the_end(self):
        tool = self.start("users.broken:forks")
        self.answers(tool, SCORES, 2)
        os.kill(tool.process, signal.SIGKILL)
        with self.assertRaises(Ended) as ended:
            tool.wait(2)
        self.assertFalse(ended.exception.timed_out)

    def test_one_that_hangs_can_be_ended(self):
        tool = self.start("users.broken:hangs")
        with self.assertRaises(Ended) as ended:
            tool.run(SCORES, 2, seconds=1)
        self.assertTrue(ended.exception.timed_out)
        self.assertEqual(ended.exception.code, -signal.SIGKILL)
        self.assertIn("about to hang", tool.printed())

    def test_one_that_ends_the_process(self):
        tool = self.start("users.broken:ends")
        with self.assertRaises(Ended) as ended:
            tool.run(SCORES, 2)
        self.assertEqual((ended.exception.code, ended.exception.timed_out), (9, False))

    def test_pages_beside_the_arrays_are_unmapped_if_asked(self):
        tool = self.start("users.broken:reads_behind")
        self.assertEqual(self.answers(tool, SCORES, 1, guards=False).indices.tolist(), [[fake_tool.POISON]] * 3)
        # Not at the end of a page, so that it is not beside the page that goes.
        self.assertEqual(self.answers(tool, SCORES, 1, at_end=False).indices.tolist(), [[fake_tool.POISON]] * 3)
        with self.assertRaises(Ended) as ended:
            tool.run(SCORES, 1)
        self.assertEqual(ended.exception.code, -signal.SIGSEGV)
        self.assertIn("broken.py", tool.printed())

    def test_pages_are_there_again_after_the_call(self):
        tool = self.start("users.arrays:whole")
        large = np.ones((3, 2000), np.float32)
        for scores in (large, SCORES, large):  # pages beside the small arrays are inside the large ones
            self.answers(tool, scores, 2)

    def test_the_last_row_may_end_at_its_length(self):
        tool = self.start("users.arrays:whole")
        self.assertEqual(self.answers(tool, SCORES, 2, [5, 5, 2], last_row=2).indices.tolist(), [[2, 4], [0, 2], [0, 1]])
        tool = self.start("users.arrays:argpartition")
        with self.assertRaises(Ended) as ended:
            tool.run(SCORES, 2, [5, 5, 2], last_row=2)
        self.assertEqual(ended.exception.code, -signal.SIGSEGV)


if __name__ == "__main__":
    unittest.main()
