# What the tests of dumps share: .safetensors files, and a folder with a manifest.
# Spec: contract/C1 C9. Layer: proptests/cli.
import json
import struct

import numpy as np

import support

SAFE_TYPES = {"f4": "F32", "f2": "F16", "u2": "BF16", "i4": "I32", "i8": "I64", "f8": "F64"}


def safetensors(path, tensors, metadata=None, shift=0):
    """Writes a .safetensors file by its format. `shift` bytes in a tensor of their own bring the others out of line."""
    header, at, data = {}, 0, b""
    if metadata:
        header["__metadata__"] = metadata
    if shift:
        header["out_of_line"] = {"dtype": "U8", "shape": [shift], "data_offsets": [0, shift]}
        at, data = shift, b"\0" * shift
    for name, array in tensors.items():
        header[name] = {"dtype": SAFE_TYPES[array.dtype.str[1:]], "shape": list(array.shape),
                        "data_offsets": [at, at + array.nbytes]}
        at, data = at + array.nbytes, data + array.tobytes()
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


class Folder(support.Case):
    def setUp(self):
        super().setUp()
        self.draw = np.random.default_rng(7)

    def manifest(self, entries):
        with open(self.path("manifest.json"), "w") as file:
            json.dump(entries, file)

    def judge(self, code, *flags):
        return json.loads(self.ends(code, "verify", self.folder, "--json", *flags))

    def one(self, code, entry, *flags):
        self.manifest([entry])
        return self.judge(code, *flags)["entries"][0]
