"""The recorder with numpy arrays: what it samples and stores, and that it neither raises nor leaves halves behind.

Spec: contract/C1 C2 C7 C8 C9 C10 C14. Layer: proptests/record. Tensors: test_tensors.py.
"""

import ctypes
import mmap
import os
import subprocess
import sys
import unittest
from unittest import mock

import numpy as np

import recordings
from recordings import bits, record

files = record.files
SCORES = np.float32([[3, 1, 4, 1.5, 5], [9, 2, 6, 5, 3], [5, 8, 9.5, 7, 9]])
INDICES = np.int32([[4, 2], [0, 2], [2, 4]])


def topk(scores, lengths, k):
    return np.argsort(-scores, axis=1, kind="stable")[:, :k]


class Format(recordings.Case):
    def test_a_call_is_stored_as_it_was_and_numpy_reads_it(self):
        recorder = self.recorder(operator="mine", versions={"driver": 12}, ties="low", order="rank")
        recorder.call(scores=SCORES, lengths=np.int32([5, 3, -2]), indices=INDICES, values=SCORES[:, :2])
        self.closed(recorder, recorded=1)
        call = self.stored(0)
        self.assertEqual(call["call"], {"number": 0, "rows": 3, "width": 5, "k": 2, "type": "float32"})
        self.same_bits(call["scores"], np.concatenate([SCORES[0], SCORES[1, :3]]))
        self.same_bits(call["offsets"], np.int64([0, 5, 8, 8]))
        self.same_bits(call["lengths"], np.int64([5, 3, -2]))
        self.same_bits(call["indices"], INDICES)
        self.same_bits(call["values"], np.ascontiguousarray(SCORES[:, :2]))
        head = self.head()
        self.assertEqual((head["format"], head["version"], head["operator"], head["closed"]),
                         ("exactk recording", 1, "mine", True))
        self.assertEqual((head["versions"]["numpy"], head["versions"]["driver"]), (np.__version__, "12"))
        self.assertEqual((head["options"]["ties"], head["options"]["order"]), ("low", "rank"))
        self.assertEqual(self.told, [])

    def test_digests_are_those_of_the_contract_and_of_the_valid_input(self):
        self.assertEqual(files.sequence_digest(np.int32([])), 0)
        self.assertEqual(files.sequence_digest(np.int32([0])), 0x5692161D100B05E5)
        self.assertEqual(files.sequence_digest(np.int32([2, 3, 4])), 0x7C8979DE4A022761)
        self.assertEqual(files.sequence_digest(np.int32([0, 1, 2, -1])), 0xA57C87422AF856A5)
        self.assertEqual(files.set_digest(np.int32([4, 2, 3])), files.set_digest(np.int32([2, 3, 4])))
        self.assertNotEqual(files.set_digest(np.int32([0, 0, 1])), files.set_digest(np.int32([0, 1, 1])))
        row = bits(SCORES[0])
        digest = files.input_digest(row, 2)
        for other in (files.input_digest(row[:4], 2), files.input_digest(row, 3), files.input_digest(row[::-1], 2)):
            self.assertNotEqual(digest, other)
        wide = np.arange(files.CHUNK + 7, dtype=np.uint32)
        parts = [int(files._mix(np.array([(i << 32) + i], np.uint64))[0]) for i in range(files.CHUNK - 2, len(wide))]
        rest = files.input_digest(wide[:files.CHUNK - 2], 1) - files._one((files.CHUNK - 2 << 32) + 1)
        self.assertEqual(files.input_digest(wide, 1), (files._one((len(wide) << 32) + 1) + rest + sum(parts)) % (1 << 64))
        recorder = self.recorder()
        recorder.call(scores=SCORES, indices=INDICES)
        self.closed(recorder)
        wanted = [[files.input_digest(bits(s), 2), files.sequence_digest(i), files.set_digest(i)]
                  for s, i in zip(SCORES, INDICES)]
        self.same_bits(self.stored(0)["digests"], np.uint64(wanted))

    def test_score_bits_survive_in_all_types(self):
        patterns = np.uint32([[0x7FA00001, 0xFFC00000, 0x80000000, 1]])
        short = np.uint16([[0x7F81, 0xFE01, 0x8000, 1]])
        recorder = self.recorder()
        for scores in (patterns.view(np.float32), short.view(np.float16), short):
            recorder.call(scores=scores, indices=np.int64([[0]]))
        self.closed(recorder, recorded=3)
        for number, wanted, name in ((0, patterns, "float32"), (1, short, "float16"), (2, short, "bfloat16")):
            call = self.stored(number)
            self.same_bits(bits(call["scores"]), wanted[0])
            self.assertEqual((call["call"]["type"], call["indices"].dtype), (name, np.int32))

    def test_windows_begin_at_starts_and_are_clamped(self):
        recorder = self.recorder()
        recorder.call(scores=SCORES, starts=[1, 4, 9], lengths=[2, 5, 5], indices=INDICES)
        recorder.call(scores=SCORES, starts=[1, 3, -1], ends=[3, 2, 2], indices=INDICES)
        recorder.call(scores=SCORES, lengths=2, indices=INDICES)
        self.closed(recorder, recorded=3)
        for number, wanted in ((0, [[1, 4], [3], []]), (1, [[1, 4], [], [5, 8, 9.5]]), (2, [[3, 1], [9, 2], [5, 8]])):
            call = self.stored(number)
            self.assertEqual(np.split(call["scores"], call["offsets"][1:-1])[0].tolist(), wanted[0])
            self.assertEqual(call["scores"].tolist(), sum(wanted, []))
        self.assertEqual((self.stored(0)["starts"].tolist(), "starts" in self.stored(2)), ([1, 4, 5], False))

    def test_nothing_beyond_a_length_is_read(self):
        page = mmap.PAGESIZE
        memory = mmap.mmap(-1, 2 * page)
        scores = np.ndarray((1, page // 2), np.float32, buffer=memory)  # its second half gets unmapped
        behind = ctypes.c_void_p(np.frombuffer(memory, np.uint8).ctypes.data + page)
        no_access = 0  # bound: PROT_NONE of Linux, for which mmap has no name
        self.assertEqual(ctypes.CDLL(None).mprotect(behind, ctypes.c_size_t(page), no_access), 0)
        recorder = self.recorder()
        recorder.call(scores=scores, lengths=[page // 4], indices=INDICES[:1])
        self.closed(recorder, recorded=1)
        self.assertEqual(self.stored(0)["scores"].shape, (page // 4,))

    def test_indices_are_brought_to_the_window(self):
        recorder = self.recorder(index_base="row")
        recorder.call(scores=SCORES, starts=[1, 0, 2], indices=np.int64([[1, 4], [-1, 1 << 40], [2, 1]]))
        self.closed(recorder, recorded=1)
        self.assertEqual(self.stored(0)["indices"].tolist(), [[0, 3], [-1, -2], [0, -2]])

    def test_pages_are_translated_back(self):
        table = np.int32([[7, 3, 9], [3, 9, 7]])
        places = np.int64([[0, 4, 5], [5, 0, 2]])
        written = table[[[0], [1]], places // 2] * 2 + places % 2
        written[1, 1] = -1
        written[0, 2] = 8 * 2
        recorder = self.recorder(page_size=2)
        recorder.call(scores=np.zeros((2, 6), np.float32), page_table=table, indices=written)
        recorder.call(scores=np.zeros((2, 6), np.float32), page_table=table, page_size=2, indices=written)
        self.closed(recorder, recorded=2, slots_in_no_page=2)
        for number in (0, 1):
            self.assertEqual(self.stored(number)["indices"].tolist(), [[0, 4, -2], [5, -1, 2]])

    def test_k_and_rows_cut_buffers_that_are_larger(self):
        recorder = self.recorder(k=1)
        recorder.call(scores=SCORES, rows=2, indices=INDICES)
        self.closed(recorder, recorded=1)
        self.assertEqual(self.stored(0)["indices"].tolist(), [[4], [0]])

    def test_empty_calls_are_calls(self):
        recorder = self.recorder()
        recorder.call(scores=np.zeros((0, 4), np.float32), indices=np.zeros((0, 2), np.int32))
        recorder.call(scores=np.zeros((1, 0), np.float32), indices=np.int32([[-1]]))
        recorder.call(scores=SCORES[0], indices=np.int32([1]))
        self.closed(recorder, recorded=3)


class Sampling(recordings.Case):
    def test_numbers_count_all_calls_and_one_in_n_is_there(self):
        recorder = self.recorder(every=3)
        wrapped = recorder.wrap(topk, {"scores": 0, "lengths": "lengths", "indices": record.returned()})
        for _ in range(8):
            self.assertEqual(wrapped(SCORES, None, k=2).tolist(), INDICES.tolist())
        recorder.call(12, scores=SCORES, indices=INDICES)
        recorder.call(scores=SCORES, indices=INDICES)
        counts = self.closed(recorder)
        self.assertEqual((counts["seen"], counts["sampled"], self.numbers()), (10, 4, [0, 3, 6, 12]))
        self.assertEqual(self.head()["counts"]["seen"], 10)

    def test_inputs_are_those_before_the_call_and_outputs_those_after(self):
        def destroys(scores, out):
            out[...] = INDICES
            scores[...] = 0

        recorder = self.recorder()
        scores, out = SCORES.copy(), np.zeros_like(INDICES)
        recorder.wrap(destroys, {"scores": 0, "indices": "out"})(scores, out)
        out[...] = 0
        self.closed(recorder, recorded=1)
        self.same_bits(self.stored(0)["scores"], SCORES.reshape(-1))
        self.same_bits(self.stored(0)["indices"], INDICES)

    def test_places_are_positions_names_parts_and_functions(self):
        def pair(scores, k=2):
            return {"first": scores[:, :k], "second": INDICES}

        recorder = self.recorder()
        for mapping in ({"scores": 0, "indices": record.returned("second"), "values": record.returned("first")},
                        {"scores": (7, "scores"), "indices": record.returned("second")},
                        {"scores": lambda args, kwargs, result: kwargs["scores"], "indices": record.returned("second")}):
            wrapped = recorder.wrap(pair, mapping)
            wrapped(SCORES) if mapping["scores"] == 0 else wrapped(scores=SCORES)
        self.closed(recorder, recorded=3)

    def test_known_signatures_have_presets(self):
        calls = {"torch": lambda f: f(SCORES, 2), "flashinfer-topk": lambda f: f(SCORES, 2),
                 "vllm-decode": lambda f: f(SCORES, 1, np.int32([5, 5, 5]), INDICES, 3, 5, 1, 2),
                 "vllm-prefill": lambda f: f(SCORES, np.int32([0, 0, 0]), np.int32([5, 5, 5]), INDICES, 3, 5, 1, 2),
                 "sglang-transform": lambda f: f(SCORES, np.int32([5, 5, 5]), np.int32([[0, 1, 2]] * 3), INDICES, 2, None)}
        recorder = self.recorder()
        for number, (name, call) in enumerate(calls.items()):
            call(recorder.wrap(lambda *args: (SCORES[:, :2], INDICES), name))
            self.closed(recorder) if number == len(calls) - 1 else None
        for number in range(len(calls)):
            self.same_bits(self.stored(number)["scores"], SCORES.reshape(-1))
            self.same_bits(self.stored(number)["indices"], INDICES)

    def test_settings_that_make_no_sense_are_refused_at_once(self):
        for wrong in ({"every": 0}, {"disk_bytes": -1}, {"ties": "left"}, {"direction": None}, {"index_base": "page"},
                      {"k": -1}, {"k": 2.5}, {"k": True}, {"page_size": 0}, {"page_size": 2.5}, {"every": True}):
            with self.assertRaises(ValueError):
                self.recorder(**wrong)
        recorder = self.recorder()
        for mapping in ("tensorflow", {"scores": 0}, {"scores": 0, "indices": 1, "scales": 2},
                        {"scores": record.returned(), "indices": 0}):
            with self.assertRaises(ValueError):
                recorder.wrap(topk, mapping)
        with self.assertRaisesRegex(TypeError, "takes a function, not int"):
            recorder.wrap(5, "torch")
        recorder.close()
        os.remove(os.path.join(self.folder, "recording.json"))
        os.rename(os.path.join(self.folder, "calls"), os.path.join(self.folder, "mine"))
        with self.assertRaisesRegex(FileExistsError, "is not empty"):
            self.recorder()


class Trouble(recordings.Case):
    def test_what_cannot_be_recorded_is_counted_and_told_once(self):
        recorder = self.recorder()
        good = {"scores": SCORES, "indices": INDICES}
        wrong = ({"scores": SCORES.astype(np.float64)}, {"scores": None}, {"scores": SCORES[None]}, {"indices": None},
                 {"indices": INDICES[:2]}, {"indices": SCORES}, {"lengths": [1, 2]}, {"lengths": [1]},
                 {"lengths": [1.0, 2.0, 3.0]},
                 {"lengths": [1, 1, 1], "ends": [1, 1, 1]}, {"values": INDICES}, {"values": SCORES[:, :1]}, {"rows": 4},
                 {"logits": SCORES}, {"page_table": np.int32([[0]])}, {"scores": "words"})
        for change in wrong:
            recorder.call(**{**good, **change})
        recorder.call("one", **good)
        recorder.call(-1, **good)
        recorder.call(100, **good)
        recorder.call(100, **good)
        self.closed(recorder, errors=len(wrong) + 3, recorded=1)
        self.assertEqual((self.numbers(), len(self.told), len(self.head()["first_errors"])), ([100], 1, 8))
        self.assertIn(f"{len(wrong) + 3} could not be recorded", self.told[0])
        self.assertIn("call 0: Unusable: scores are of type float64", self.told[0])
        recorder.close()
        self.assertEqual(len(self.told), 1)

    def test_a_wrapped_function_is_called_once_and_what_it_raises_comes_through(self):
        called = []

        def raises(scores):
            called.append(scores)
            raise KeyError("mine")

        recorder = self.recorder()
        with self.assertRaisesRegex(KeyError, "mine"):
            recorder.wrap(raises, {"scores": 0, "indices": record.returned()})(SCORES)
        self.assertEqual(recorder.wrap(lambda scores: 7, {"scores": 3, "indices": record.returned()})(SCORES), 7)
        self.assertEqual(recorder.wrap(lambda scores: 7, {"scores": 0, "indices": record.returned()})(SCORES), 7)
        self.closed(recorder, raised=1, errors=2, recorded=0)
        self.assertEqual(len(called), 1)

    def test_the_disk_cap_holds_and_ends_the_recording(self):
        cap = 40000
        recorder = self.recorder(disk_bytes=cap)
        for size in (1000, 1000, 1000, 5000, 10):
            recorder.call(scores=np.zeros((1, size), np.float32), indices=np.int32([[0]]))
        counts = self.closed(recorder, recorded=3, over_disk_cap=2)
        size = sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(self.folder) for name in names)
        self.assertLessEqual(size, cap)
        self.assertLessEqual(size, counts["bytes"])
        self.assertEqual(self.numbers(), [0, 1, 2])
        self.assertIn("3 of 5 sampled calls are recorded; 2 left out above disk_bytes=40000", self.told[0])

    def test_samples_are_left_out_while_too_much_waits(self):
        recorder = self.recorder(pending_bytes=SCORES.nbytes - 1)
        recorder.call(scores=SCORES, indices=INDICES)
        recorder.call(scores=SCORES[:2], indices=INDICES[:2])
        self.closed(recorder, recorded=1, busy=1)
        self.assertEqual(self.numbers(), [1])

    def test_a_number_is_recorded_once(self):
        recorder = self.recorder()
        for scores in (SCORES, SCORES + 1):
            recorder.call(5, scores=scores, indices=INDICES)
        counts = self.closed(recorder, recorded=1, errors=1)
        self.assertEqual(counts["first_errors"], ["call 5: Unusable: call 5 is in the recording already"])
        self.same_bits(self.stored(5)["scores"], SCORES.reshape(-1))

    def test_a_write_that_fails_leaves_nothing(self):
        saved, real = [], np.save

        def fails_at_the_third(path, content, **options):
            saved.append(path)
            if len(saved) == 3:
                raise OSError(28, "no space")
            real(path, content, **options)

        with mock.patch.object(np, "save", fails_at_the_third):
            recorder = self.recorder()
            recorder.call(scores=SCORES, indices=INDICES)
            recorder.call(scores=SCORES, indices=INDICES)
            self.closed(recorder, errors=1, recorded=1)
        self.assertEqual(os.listdir(os.path.join(self.folder, "calls")), ["000000000001"])

    def python(self, text):
        return subprocess.run([sys.executable, "-B", "-c", text, recordings.PACKAGE, self.folder], capture_output=True,
                              text=True, timeout=120)

    HEAD = ("import os, sys\nsys.path.insert(0, sys.argv[1])\nimport numpy as np\nfrom exactk import record\n"
            "recorder = record.Recorder(sys.argv[2], every=1)\n"
            "call = lambda: recorder.call(scores=np.zeros((1, 4), np.float32), indices=np.int32([[0]]))\n")

    def test_a_process_that_ends_in_a_write_leaves_the_call_out(self):
        done = self.python(self.HEAD + "save = np.save\nseen = []\ndef dies(*args, **named):\n    seen.append(1)\n"
                           "    os._exit(9) if len(seen) == 8 else save(*args, **named)\nnp.save = dies\n"
                           "call(); call(); recorder.close()")
        self.assertEqual((done.returncode, done.stderr), (9, ""))
        self.assertEqual((self.numbers(), self.head()["closed"]), ([0], False))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "calls")))[0], ".unfinished-000000000001")

    def test_a_process_that_forgets_to_close_is_closed_at_its_end_and_torch_is_not_imported(self):
        done = self.python(self.HEAD + "call()\nprint('torch' in sys.modules)")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "False\n", ""))
        self.assertEqual((self.numbers(), self.head()["closed"]), ([0], True))

    def test_a_forked_process_leaves_the_recording_alone(self):
        done = self.python(self.HEAD + "call()\nif os.fork() == 0:\n    call()\n"
                           "    print(recorder.close()['sampled'], flush=True); os._exit(0)\n"
                           "print(os.wait()[1])\nwith open(sys.argv[2] + '/recording.json') as head:\n"
                           "    print('\"closed\": false' in head.read())\ncall(); call()\n"
                           "print(recorder.close()['recorded'])")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "1\n0\nTrue\n3\n", ""))
        self.assertEqual(self.numbers(), [0, 1, 2])

    def test_calls_after_closing_go_on_unrecorded(self):
        recorder = self.recorder()
        wrapped = recorder.wrap(topk, {"scores": 0, "indices": record.returned()})
        recorder.close()
        self.assertEqual(wrapped(SCORES, None, 2).tolist(), INDICES.tolist())
        self.assertEqual(self.closed(recorder, recorded=0)["sampled"], 0)


if __name__ == "__main__":
    unittest.main()
