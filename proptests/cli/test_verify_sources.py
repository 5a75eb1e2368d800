# exactk verify DIR: files that are damaged, and recordings.
# Spec: contract/C1 to C9 C15. Layer: proptests/cli.
import json
import os
import struct
import sys

import numpy as np

import support
from dump_files import Folder, safetensors
from support import expected


class Broken(Folder):
    def test_what_is_wrong_with_a_safetensors_file_is_named(self):
        good = {"s": np.float32([[1, 2]]), "i": np.int32([[1]])}
        safetensors(self.path("a.safetensors"), good)
        with open(self.path("a.safetensors"), "rb") as file:
            whole = file.read()
        self.manifest([{"scores": "a.safetensors#s", "indices": "a.safetensors#i"}])
        self.judge(0)

        def header(text, data=b""):
            return struct.pack("<Q", len(text)) + text.encode() + data

        tensor = '{"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}'
        for content, words in (
                (b"", "has 0 bytes"), (whole[:5], "has 5 bytes"), (whole[:40], "it is truncated"),
                (struct.pack("<Q", 1 << 60) + b"{}", "this is no .safetensors file"),
                (whole[:-1], "it is truncated"), (whole + b"x", "has 1 bytes behind the last tensor"),
                (header("[]"), "in its header: is no JSON object"), (header("{"), "is no JSON, or is truncated"),
                (header('{"s": 1}'), "tensor s has no dtype"),
                (header('{"s": ' + tensor.replace("F32", "F16") + "}", bytes(8)), "of F16 in 8 bytes"),
                (header('{"s": ' + tensor.replace("[1, 2]", "[1, -2]") + "}", bytes(8)), "has a shape that is none"),
                (header('{"s": ' + tensor.replace("[1, 2]", "[4611686018427387904, 4]") + "}", bytes(8)), "tensor s has"),
                (header('{"s": ' + tensor.replace("[0, 8]", "[8, 0]") + "}", bytes(8)), "that are no range"),
                (header('{"s": ' + tensor.replace("[1, 2]", "[0, 18446744073709551615]").replace("8]", "0]") + "}"),
                 "has a shape that is none"),
                (header('{"s": ' + tensor.replace("[1, 2]", "[9223372036854775807, 0]").replace("8]", "0]") + "}"),
                 "has 9223372036854775807 rows, more than 2147483647"),
                (header('{"s": ' + tensor + ', "i": ' + tensor.replace("[0, 8]", "[4, 12]") + "}", bytes(12)),
                 "has tensors that share bytes before byte 8 of the data"),
                (header('{"s": ' + tensor + ', "i": ' + tensor.replace("[0, 8]", "[12, 20]") + "}", bytes(20)),
                 "has tensors that leave out bytes before byte 12 of the data"),
                (header('{"s": ' + tensor + ', "i": ' + tensor + "}", bytes(8)), "lies where another one does"),
                (header('{"s": ' + tensor + ', "s": ' + tensor + "}", bytes(8)), "has the key s twice in one object"),
                (header('{"t": ' + tensor + "}", bytes(8)), "has no tensor s; name one of these behind a #: t")):
            with open(self.path("a.safetensors"), "wb") as file:
                file.write(content)
            self.ends(2, "verify", self.folder, stderr="a.safetensors")
            self.ends(2, "verify", self.folder, stderr=words)
        safetensors(self.path("a.safetensors"), {"s": np.float64([[1]]), "i": good["i"]})
        self.judge(3)

    def test_no_damage_to_a_file_ends_the_program_by_a_signal(self):
        safetensors(self.path("a.safetensors"), {"s": np.float32([[1, 2, 3]]), "i": np.int32([[2]])})
        with open(self.path("a.safetensors"), "rb") as file:
            whole = bytearray(file.read())
        self.manifest([{"scores": "a.safetensors#s", "indices": "a.safetensors#i"}])
        ends = set()
        for turn in range(150):
            damaged = bytearray(whole)
            for _ in range(int(self.draw.integers(1, 4))):
                damaged[int(self.draw.integers(0, len(damaged)))] = int(self.draw.integers(0, 256))
            with open(self.path("a.safetensors"), "wb") as file:
                file.write(damaged[:int(self.draw.integers(0, len(damaged)))] if turn % 3 == 0 else damaged)
            ends.add(self.run_program("verify", self.folder).returncode)
        self.assertLessEqual(ends, {0, 1, 2, 3})
        self.assertIn(2, ends)


class Recorded(Folder):
    def setUp(self):
        super().setUp()
        import exactk.record as record
        with record.Recorder(self.path("run"), every=1, operator="mine", order="index", ties="low",
                             tell=lambda words: None) as recorder:
            for call in range(3):
                scores = self.draw.integers(0, 5, (4, 30)).astype(np.float32)
                lengths = self.draw.integers(0, 31, 4)
                indices = np.stack([expected(row.astype(np.float64), 6, n) for row, n in zip(scores, lengths)])
                if call == 1:
                    indices[2, 0], lengths[2] = 29, 30
                recorder.call(call, scores=scores, indices=indices.astype(np.int32), lengths=lengths)

    def test_every_recorded_call_is_judged_and_what_passed_is_counted(self):
        report = json.loads(self.ends(1, "verify", self.path("run"), "--json"))
        self.assertEqual((report["kind"], report["totals"]["passed"], report["totals"]["failed"]), ("recording", 2, 1))
        self.assertEqual([(entry["name"], entry["producer"]) for entry in report["entries"]], [("call 1", "mine")])
        self.assertEqual(report["entries"][0]["faults"][0]["first"]["row"], 2)
        self.ends(0, "verify", self.path("run"), "--only", "call 2")

    def test_slots_that_were_cut_off_are_no_fault(self):
        import exactk.record as record
        scores = self.draw.standard_normal((3, 40)).astype(np.float32)
        for order, code in (("any", 3), ("rank", 0)):
            indices = np.stack([expected(row.astype(np.float64), 12, order="rank" if order == "rank" else "index")
                                for row in scores])
            with record.Recorder(self.path(order), every=1, k=5, ties="low", order=order, tell=lambda words: None) as one:
                one.call(0, scores=scores, indices=indices.astype(np.int32))
            text = self.ends(code, "verify", self.path(order))
            self.assertEqual("only the first 5 slots of a row were recorded" in text, order == "any")

    def test_what_is_missing_is_said(self):
        os.mkdir(os.path.join(self.path("run"), "calls", ".unfinished-000000000009"))
        report = json.loads(self.ends(1, "verify", self.path("run"), "--json"))
        self.assertEqual(report["notes"], ["1 unfinished calls are not looked at"])
        self.assertIn("note: 1 unfinished calls are not looked at\n", self.ends(1, "verify", self.path("run")))

    def test_damage_is_refused(self):
        path = os.path.join(self.path("run"), "calls", "000000000002", "scores.npy")
        with open(path, "r+b") as file:
            file.seek(-4, os.SEEK_END)
            file.write(b"\1\2\3\4")
        self.ends(2, "verify", self.path("run"), stderr="damaged: row ")


if __name__ == "__main__":
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "tools", "python"))
    support.main()
