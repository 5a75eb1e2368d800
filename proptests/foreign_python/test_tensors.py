"""The signatures that PyTorch's tensors go through, on the host and, where there is one, on a GPU.

Spec: contract/C1 C3 C4 C5 C7 C8 C9 C11. Layer: proptests/foreign_python. Without PyTorch nothing here can run; how many tests
that leaves out is printed.
"""

import importlib.util
import os
import sys
import unittest

import numpy as np

import fake_tool
from fake_tool import ANSWERED, DEVICE_ERROR, NOT_LOADED, NOT_SUPPORTED, POISON_INDEX, RAISED, Tool, ToolCase

HAS_TORCH = importlib.util.find_spec("torch") is not None
SCORES = np.float32([[3, 1, 4, 1.5, 5], [9, 2, 6, 5, 3], [5, 8, 9.5, 7, 9]])


def has_cuda() -> bool:
    import torch
    return torch.cuda.is_available()


def bfloat16_bits(scores) -> np.ndarray:
    return (np.float32(scores).view(np.uint32) >> 16).astype(np.uint16)


class OnHost(ToolCase):
    memory = "host"

    @classmethod
    def setUpClass(cls):
        if not HAS_TORCH:
            raise unittest.SkipTest("torch is not installed")
        if cls.memory == "cuda" and not has_cuda():
            raise unittest.SkipTest("there is no GPU that torch sees")

    def start(self, callable_name, signature, *words):
        return self.ready(Tool(callable_name, signature, "--memory", self.memory, *words))

    def raised(self, name, signature, *arguments, **named):
        tool = self.start("users.tensors:" + name, signature)
        answer = tool.run(*(arguments or (SCORES, 2)), **named)
        self.assertEqual(answer.reply, RAISED, answer.text)
        self.assertEqual(tool.run(SCORES, 2, request=fake_tool.SUPPORTS).reply, ANSWERED)
        self.assertEqual(tool.close(), 0)
        return answer.text

    def test_the_description_says_where_arrays_are_and_what_is_promised(self):
        tool = self.start("torch:topk", "torch")
        wire = tool.wire()
        self.assertEqual(wire.memory, int(self.memory == "cuda"))
        self.assertRegex(wire.release.decode(), r"^torch \S+, Python \S+$")
        lines = wire.promises.decode().splitlines()
        for line in ("ties any", "order rank", "lengths no", "short_rows no", "nan largest", "direction both"):
            self.assertIn(line, lines)
        lines = self.start("users.tensors:decode", "vllm-decode").wire().promises.decode().splitlines()
        for line in ("types float32", "direction largest", "ties any", "order any", "lengths inside", "fill minus_one"):
            self.assertIn(line, lines)

    def test_torch_topk(self):
        tool = self.start("torch:topk", "torch")
        answer = self.answers(tool, SCORES, 2, by_rank=True, wants_scores=True, pitch=9, index_gap=3)
        self.assertEqual(answer.indices.tolist(), [[4, 2], [0, 2], [2, 4]])
        self.assertEqual(answer.bits.view(np.float32).tolist(), [[5, 4], [9, 6], [9.5, 9]])
        answer = self.answers(tool, SCORES, 2, by_rank=True, smallest=True)
        self.assertEqual(answer.indices.tolist(), [[1, 3], [1, 4], [0, 3]])
        answer = self.answers(tool, SCORES.astype(np.float16), 1, by_rank=True, wants_scores=True)
        self.assertEqual((answer.indices.tolist(), answer.bits.tolist()), ([[4], [0], [2]], [[0x4500], [0x4880], [0x48C0]]))
        answer = self.answers(tool, bfloat16_bits(SCORES), 1, by_rank=True, wants_scores=True, pitch=7)
        self.assertEqual((answer.indices.tolist(), answer.bits.tolist()), ([[4], [0], [2]], [[0x40A0], [0x4110], [0x4118]]))

    def test_torch_topk_of_what_it_does_not_take(self):
        tool = self.start("torch:topk", "torch")
        answer = tool.run(SCORES, 2, [5, 5, 5])
        self.assertEqual((answer.reply, answer.text), (NOT_SUPPORTED, "signature torch has no place for lengths"))
        answer = tool.run(SCORES, 6)
        self.assertEqual(answer.reply, RAISED)
        self.assertRegex(answer.text, r"^RuntimeError: .*out of range")
        self.answers(tool, SCORES, 2)

    def test_what_a_call_is_told(self):
        tool = self.start("users.tensors:told", "torch")
        for at_end in (True, False):
            said = self.answers(tool, SCORES, 4, pitch=9, at_end=at_end).indices[0].tolist()
            self.assertEqual(said[1:], [9, 1, 0])
            # As aligned as in the shared memory: 23 elements end at the end of a page, or begin where one begins.
            self.assertEqual(said[0], (4096 - 23 * 4) % 256 if at_end else 0)
        self.assertEqual(self.answers(tool, SCORES, 4, smallest=True, by_rank=True).indices[0, 2:].tolist(), [0, 1])

    def test_returned_things_that_are_no_answer(self):
        self.assertRegex(self.raised("only_indices", "torch"), r"^wrong_result: returned Tensor; wanted are two")
        self.assertRegex(self.raised("narrow", "torch"), r"^wrong_result: returned indices of shape \(3, 1\)")
        self.assertRegex(self.raised("in_floats", "torch"), r"^wrong_result: returned indices of type torch\.float64")
        self.assertRegex(self.raised("in_double", "torch", SCORES, 2, wants_scores=True),
                         r"^wrong_result: returned values of type torch\.float64")

    def test_indices_that_fit_no_slot_are_out_of_range(self):
        self.assertEqual(self.answers(self.start("users.tensors:far", "torch"), SCORES, 2).indices.tolist(), [[-2, -2]] * 3)

    def test_a_changed_input_is_seen(self):
        answer = self.start("users.tensors:changes_input", "torch").run(SCORES, 2)
        self.assertEqual(answer.reply, ANSWERED)
        self.assertTrue(answer.scores_changed)
        self.assertEqual(answer.others_changed, 0)

    def test_decode_and_prefill(self):
        for name in ("decode", "prefill"):
            tool = self.start("users.tensors:" + name, "vllm-" + name)
            answer = self.answers(tool, SCORES, 3, [5, 2, 0], pitch=6, index_gap=4)
            self.assertEqual([sorted(row) for row in answer.indices.tolist()], [[0, 2, 4], [-1, 0, 1], [-1, -1, -1]])
            # Without lengths, and with a last row of which only its length exists.
            self.assertEqual(self.answers(tool, SCORES, 1).indices.tolist(), [[4], [0], [2]])
            if self.memory == "cuda":
                self.assertEqual(self.answers(tool, SCORES, 1, [5, 5, 2], last_row=2).indices.tolist(), [[4], [0], [1]])

    def test_nothing_of_nothing(self):
        tool = self.start("users.tensors:decode", "vllm-decode")
        self.assertEqual(self.answers(tool, SCORES, 0).indices.shape, (3, 0))
        self.assertEqual(self.answers(tool, SCORES[:0], 2, []).indices.shape, (0, 2))
        answer = self.answers(tool, SCORES[:, :0], 2, [0, 0, 0], pitch=4)
        self.assertEqual(answer.indices.tolist(), [[-1, -1]] * 3)

    def test_slots_that_are_not_written_stay_poison(self):
        tool = self.start("users.tensors:writes_little", "vllm-decode")
        self.assertEqual(self.answers(tool, SCORES, 2).indices.tolist(), [[5, POISON_INDEX]] * 3)

    def test_what_is_written_around_the_arrays_is_told(self):
        self.assertEqual(self.raised("writes_behind", "vllm-decode"), "wrote_outside: 4 bytes behind indices")
        self.assertEqual(self.raised("writes_before", "vllm-decode"), "wrote_outside: 4 bytes before indices")

    def test_what_is_written_around_the_scores_is_seen(self):
        tool = self.start("users.tensors:writes_behind_scores", "vllm-decode")
        if self.memory == "cuda":
            self.assertEqual(tool.run(SCORES, 2).text, "wrote_outside: 4 bytes behind scores")
        else:
            # There they are the shared memory itself, and PyTorch knows where they end.
            self.assertRegex(tool.run(SCORES, 2).text, "^RuntimeError: .*out of bounds")

    def test_page_tables(self):
        tool = self.start("users.tensors:transform", "sglang-transform")
        scores = np.random.default_rng(1).permutation(3 * 300).reshape(3, 300).astype(np.float32)
        expected = [sorted(np.argsort(-scores[0])[:20].tolist()), [-1] * 13 + list(range(7)),
                    sorted(np.argsort(-scores[2, :130])[:20].tolist())]
        answer = self.answers(tool, scores, 20, [300, 7, 130], index_gap=2)
        self.assertEqual([sorted(row) for row in answer.indices.tolist()], expected)
        tool = self.start("users.tensors:transform_forgotten", "sglang-transform")
        answer = self.answers(tool, scores, 20, [300, 7, 130])
        self.assertNotEqual([sorted(row) for row in answer.indices.tolist()], expected)
        self.assertEqual((answer.indices == -1).sum(), 13)
        tool = self.start("users.tensors:transform_outside", "sglang-transform")
        answer = self.answers(tool, scores, 2)
        self.assertEqual(answer.indices.tolist(), [[5 * 64 + 5, POISON_INDEX]] * 3)

    def test_flashinfer(self):
        tool = self.start("users.tensors:top_k", "flashinfer-topk")
        scores = np.float32([[1, 2, 2, 2, 0], [3, 3, 3, 3, 4]])
        answer = self.answers(tool, scores, 2, wants_scores=True)
        self.assertEqual((answer.indices.tolist(), answer.bits.view(np.float32).tolist()), ([[1, 2], [0, 4]], [[2, 2], [3, 4]]))
        self.assertEqual(self.answers(tool, scores, 2, ties_high=True, by_rank=True).indices.tolist(), [[3, 2], [4, 3]])

    def test_exceptions_of_pytorch_are_told_with_the_users_line(self):
        with open(os.path.join(fake_tool.HERE, "users", "tensors.py"), encoding="utf-8") as file:
            number = ["torch.zeros(2) + torch.zeros(3)" in line for line in file].index(True) + 1
        self.assertRegex(self.raised("raises", "vllm-decode"), rf"^RuntimeError: .*, /.*users/tensors\.py:{number}$")


class OnDevice(OnHost):
    memory = "cuda"

    def test_a_captured_call_answers_for_what_the_arrays_hold_now(self):
        tool = self.start("torch:topk", "torch")
        other = SCORES[:, ::-1].copy()
        answer = self.answers(tool, SCORES, 2, by_rank=True, wants_scores=True, way=fake_tool.CAPTURE)
        self.assertEqual(answer.indices.tolist(), [[4, 2], [0, 2], [2, 4]])
        for scores, due in ((other, [[0, 2], [4, 2], [2, 0]]), (SCORES, [[4, 2], [0, 2], [2, 4]])) * 3:
            answer = self.answers(tool, scores, 2, by_rank=True, wants_scores=True, way=fake_tool.REPLAY)
            self.assertEqual(answer.indices.tolist(), due)
        tool = self.start("users.tensors:knows_lengths", "vllm-decode")
        self.answers(tool, SCORES, 2, [5, 5, 5], way=fake_tool.CAPTURE)
        for lengths, due in (([1, 0, 5], [[0, -1], [-1, -1], [2, 4]]), ([5, 5, 5], [[4, 2], [0, 2], [2, 4]])):
            self.assertEqual(self.answers(tool, SCORES, 2, lengths, way=fake_tool.REPLAY).indices.tolist(), due)

    def test_a_graph_is_of_one_shape_and_ends_with_other_calls(self):
        tool = self.start("torch:topk", "torch")
        words = "no graph was captured for arrays of these sizes"
        self.assertEqual(tool.run(SCORES, 2, way=fake_tool.REPLAY).text, words)
        self.answers(tool, SCORES, 2, way=fake_tool.CAPTURE)
        self.assertEqual((tool.run(SCORES, 3, way=fake_tool.REPLAY).reply, tool.text()), (fake_tool.UNUSABLE, words))
        self.answers(tool, SCORES, 2, way=fake_tool.REPLAY)
        self.answers(tool, SCORES, 2, way=fake_tool.BESIDE)
        self.assertEqual(tool.run(SCORES, 2, way=fake_tool.REPLAY).text, words)

    def test_what_cannot_be_captured_is_told_and_ends_the_worker(self):
        tool = self.start("users.tensors:waits_for_host", "torch")
        answer = tool.run(SCORES, 2, way=fake_tool.CAPTURE)
        self.assertEqual(answer.reply, RAISED)
        self.assertRegex(answer.text, "^not_captured: .*captur")
        self.assertEqual(tool.code(), 1)  # PyTorch does not come out of such a capture

    def test_what_a_replay_does_not_write_is_seen(self):
        other = SCORES[:, ::-1].copy()
        tool = self.start("users.tensors:forgets", "torch")
        for way in (fake_tool.CAPTURE, fake_tool.REPLAY):
            answer = tool.run(other, 2, way=way)
            self.assertEqual(answer.reply, ANSWERED)
            self.assertEqual(set(answer.indices.ravel().tolist()), {-2})  # junk of 64 bits, which fits no slot
        # What it keeps from before the capture is not ours to spoil: there the old answer is the wrong one.
        tool = self.start("users.tensors:remembers", "torch")
        self.assertEqual(tool.run(SCORES, 2, by_rank=True, way=fake_tool.CAPTURE).indices[0].tolist(), [4, 2])
        self.assertEqual(tool.run(other, 2, by_rank=True, way=fake_tool.REPLAY).indices[0].tolist(), [4, 2])

    def test_what_is_returned_from_memory_of_others_is_left_alone(self):
        tool = self.start("users.tensors:sorted_already", "torch")
        scores = -np.sort(-SCORES, axis=1)
        for way in (fake_tool.CAPTURE, fake_tool.REPLAY, fake_tool.REPLAY):
            answer = self.answers(tool, scores, 5, by_rank=True, wants_scores=True, way=way)
            self.assertEqual(answer.indices.tolist(), [[0, 1, 2, 3, 4]] * 3)
            self.assertEqual(answer.bits.view(np.float32).tolist(), scores.tolist())

    def test_a_call_on_a_second_stream(self):
        for name in ("torch:topk", "users.tensors:top_k"):
            signature = "torch" if name == "torch:topk" else "flashinfer-topk"
            tool = self.start(name, signature)
            answer = self.answers(tool, SCORES, 2, by_rank=True, wants_scores=True, way=fake_tool.BESIDE)
            self.assertEqual(answer.indices.tolist(), [[4, 2], [0, 2], [2, 4]])

    def test_a_lost_device_is_told_and_ends_the_worker(self):
        tool = self.start("users.tensors:breaks_device", "vllm-decode")
        answer = tool.run(SCORES, 2)
        self.assertEqual(answer.reply, DEVICE_ERROR, answer.text)
        self.assertIn("CUDA error", answer.text)
        self.assertIn("users/tensors.py:", answer.text)
        self.assertEqual(tool.code(), 1)


class WithoutDevice(unittest.TestCase):
    def test_a_device_that_is_not_there_is_told(self):
        if not HAS_TORCH or has_cuda():
            raise unittest.SkipTest("torch is not installed" if not HAS_TORCH else "there is a GPU")
        tool = Tool("users.tensors:decode", "vllm-decode")
        self.addCleanup(tool.close)
        self.assertEqual(tool.wire().reply, NOT_LOADED)
        self.assertIn("sees no CUDA device; --memory host", tool.text())


def main() -> int:
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    counted = {}
    for group in tests:
        names = list(group)
        if names:
            counted[type(names[0]).__name__] = len(names)
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    left_out = 0
    for test, reason in result.skipped:
        # A class that is skipped as a whole is one entry, named "setUpClass (module.Class)".
        name = str(test).rsplit(".", maxsplit=1)[-1].rstrip(")")
        number = counted[name] if str(test).startswith("setUpClass") else 1
        print(f"left out: {number} tests ({test}): {reason}")
        left_out += number
    print(f"left out altogether: {left_out} of {sum(counted.values())} tests")
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
