"""The recorder with PyTorch's tensors, on the host and, where there is one, on a GPU.

Spec: contract/C1 C8 C9. Layer: proptests/record. Without PyTorch nothing here can run; how many tests that leaves out is printed.
"""

import importlib.util
import time
import unittest

import numpy as np

import recordings
from recordings import record

HAS_TORCH = importlib.util.find_spec("torch") is not None
BITS = np.uint32([[0x7FA00001, 0xFFC00000, 0x80000000, 1, 0x3F800000], [0, 1, 2, 3, 4]])
CYCLES = 1 << 30  # convention: about half a second on a GPU, above what enqueueing takes


class OnHost(recordings.Case):
    device = "cpu"

    @classmethod
    def setUpClass(cls):
        if not HAS_TORCH:
            raise unittest.SkipTest("torch is not installed")
        import torch
        cls.torch = torch
        if cls.device == "cuda" and not torch.cuda.is_available():
            raise unittest.SkipTest("there is no GPU that torch sees")

    def tensor(self, array, kind=None):
        tensor = self.torch.from_numpy(np.ascontiguousarray(array).view(np.int32)).to(self.device)
        return tensor if kind is None else tensor.view(kind)

    def test_bits_survive_in_all_types(self):
        torch, recorder = self.torch, self.recorder()
        indices = torch.zeros((2, 1), dtype=torch.int64, device=self.device)
        kinds = ((torch.float32, "float32", 1), (torch.float16, "float16", 2), (torch.bfloat16, "bfloat16", 2))
        for kind, _, parts in kinds:
            scores = self.tensor(BITS, kind)
            recorder.call(scores=scores, indices=indices, values=scores[:, :1],
                          lengths=torch.tensor([5 * parts, 2], device=self.device))
        self.closed(recorder, recorded=3)
        for number, (_, name, parts) in enumerate(kinds):
            call, unsigned = self.stored(number), f"u{4 // parts}"
            wanted = BITS.view(unsigned)
            self.assertEqual(call["call"]["type"], name)
            self.same_bits(recordings.bits(call["scores"]), np.concatenate([wanted[0], wanted[1, :2]]))
            self.same_bits(recordings.bits(call["values"]), np.ascontiguousarray(wanted[:, :1]))
            self.assertEqual(call["offsets"].tolist(), [0, 5 * parts, 5 * parts + 2])

    def test_a_wrapped_topk_is_recorded_with_strides_and_gradients(self):
        torch, recorder = self.torch, self.recorder(operator="torch.topk")
        scores = torch.arange(60, dtype=torch.float32, device=self.device).reshape(3, 20)[:, 2:9].requires_grad_()
        values, indices = recorder.wrap(torch.topk, "torch")(scores, 2)
        self.closed(recorder, recorded=1)
        call = self.stored(0)
        self.same_bits(call["scores"], scores.detach().cpu().numpy().reshape(-1))
        self.assertEqual(call["indices"].tolist(), indices.tolist())
        self.same_bits(call["values"], values.detach().cpu().numpy())
        self.assertEqual(self.head()["versions"]["torch"], torch.__version__)

    def test_buffers_that_are_overwritten_at_once_are_recorded_as_they_were(self):
        torch, recorder = self.torch, self.recorder()
        scores, indices = self.tensor(BITS, torch.float32).clone(), torch.zeros((2, 1), dtype=torch.int32, device=self.device)
        for number in range(4):
            indices.fill_(number)
            recorder.call(scores=scores, indices=indices)
            scores.zero_()
        self.closed(recorder, recorded=4)
        self.same_bits(recordings.bits(self.stored(0)["scores"]), BITS.reshape(-1))
        self.assertEqual(self.stored(1)["scores"].tolist(), [0] * 10)
        self.assertEqual([self.stored(number)["indices"].tolist() for number in range(4)],
                         [[[number]] * 2 for number in range(4)])

    def test_wrong_tensors_are_counted(self):
        torch, recorder = self.torch, self.recorder()
        indices = torch.zeros((2, 1), dtype=torch.int32, device=self.device)
        recorder.call(scores=torch.zeros((2, 4), dtype=torch.float64, device=self.device), indices=indices)
        recorder.call(scores=torch.zeros((2, 4), device=self.device), indices=indices.float())
        self.closed(recorder, errors=2, recorded=0)


class OnGpu(OnHost):
    device = "cuda"

    def test_the_callers_stream_and_thread_are_not_waited_for(self):
        torch, recorder = self.torch, self.recorder()
        scores = self.tensor(BITS, torch.float32).clone()
        indices = torch.zeros((2, 1), dtype=torch.int32, device="cuda")
        recorder.call(scores=scores, indices=indices)  # what is made once is made now
        torch.cuda.synchronize()
        time.sleep(1)
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            torch.cuda._sleep(CYCLES)
            recorder.call(scores=scores, indices=indices)
            scores.zero_()
            self.assertFalse(stream.query(), "the call waited for the device")
        self.closed(recorder, recorded=2)
        self.same_bits(recordings.bits(self.stored(1)["scores"]), BITS.reshape(-1))

    def test_the_callers_stream_goes_on_while_the_recorders_waits(self):
        torch, recorder = self.torch, self.recorder(pending_bytes=1 << 32, disk_bytes=1 << 33)
        scores = torch.zeros((1, 1 << 28), device="cuda")  # a GiB takes tens of milliseconds to the host
        indices = torch.zeros((1, 1), dtype=torch.int32, device="cuda")
        torch.cuda.synchronize()
        recorder.call(scores=scores, indices=indices, lengths=torch.tensor([4], device="cuda"))
        torch.cuda.current_stream().synchronize()
        waiting = recorder._pending
        self.closed(recorder, recorded=1)
        self.assertEqual(waiting, scores.numel() * 4, "the caller's stream ended after the copy to the host")

    def test_nothing_is_recorded_while_a_graph_is_captured(self):
        torch, recorder = self.torch, self.recorder()
        wrapped = recorder.wrap(torch.topk, "torch")
        scores = self.tensor(BITS, torch.float32).clone()
        torch.topk(scores, 2)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            values, indices = wrapped(scores, 2)
        graph.replay()
        recorder.call(scores=scores, indices=indices)
        self.closed(recorder, capturing=1, recorded=1)
        self.assertEqual(self.stored(1)["indices"].tolist(), indices.tolist())


if __name__ == "__main__":
    unittest.main(verbosity=2)
