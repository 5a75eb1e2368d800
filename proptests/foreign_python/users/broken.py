"""Functions of the signature `plain` that do what a function should not.

Spec: contract/C8 C10. Layer: proptests/foreign_python.
"""

import ctypes
import os
import subprocess
import sys
import time

import numpy as np

number = 7

# Prints what it has open of memory and sockets.
CHILD = """
import os
for number in os.listdir("/proc/self/fd"):
    try:
        name = os.readlink("/proc/self/fd/" + number)
    except OSError:  # the folder itself
        continue
    if "socket:" in name or "memfd:" in name:
        print(number, name)
"""


def raises(scores, lengths, k, out_indices):
    return helper(scores)


def helper(scores):
    raise ValueError(f"no rows like\n  these: {scores.shape}")  # the line that the words must name


def raises_in_numpy(scores, lengths, k, out_indices):
    return np.concatenate([scores, np.zeros((1, 2, 3))])  # raised by installed code, called from here


def raises_much(scores, lengths, k, out_indices):
    raise RuntimeError("ä" * 5000)


def leaves(scores, lengths, k, out_indices):
    sys.exit(3)


def prints(scores, lengths, k, out_indices):
    print("printed by print")
    os.write(1, b"printed by write\n")
    subprocess.run(["echo", "printed by a child"], check=True)
    out_indices[...] = np.arange(k)


def looks_at_descriptors(scores, lengths, k, out_indices):
    """A child that inherits memory or socket tells it by its exit code, and so does a descriptor 3 or 4 here."""
    for descriptor in (3, 4):
        try:
            os.fstat(descriptor)
        except OSError:
            continue
        raise AssertionError(f"descriptor {descriptor} is open")
    done = subprocess.run([sys.executable, "-c", CHILD], check=True, close_fds=False, stdout=subprocess.PIPE, text=True)
    assert done.stdout == "", done.stdout
    out_indices[...] = np.arange(k)


def forks(scores, lengths, k, out_indices):
    """Leaves a child that lives on behind this process's end."""
    if os.fork() == 0:
        time.sleep(5)
        os._exit(0)
    out_indices[...] = np.arange(k)


def hangs(scores, lengths, k, out_indices):
    print("about to hang")
    while True:
        time.sleep(1)


def ends(scores, lengths, k, out_indices):
    os._exit(9)


def too_narrow(scores, lengths, k, out_indices):
    return np.zeros((scores.shape[0], k - 1), np.int64)


def in_floats(scores, lengths, k, out_indices):
    return np.zeros((scores.shape[0], k))


def in_lists(scores, lengths, k, out_indices):
    return [[0] * k] * scores.shape[0]


def unfit(scores, lengths, k, out_indices):
    return np.full((scores.shape[0], k), 1 << 40)


def unfit_bytes(scores, lengths, k, out_indices):
    return np.full((scores.shape[0], k), (1 << 64) - 1, np.uint64)


def writes_little(scores, lengths, k, out_indices):
    out_indices[:, 0] = 5


def changes_input(scores, lengths, k, out_indices):
    scores[1, 2] = 99
    lengths[0] = 1
    out_indices[...] = np.arange(k)


def reads_behind(scores, lengths, k, out_indices):
    """The byte behind the last score."""
    rows, width = scores.shape
    address = scores.ctypes.data + (rows - 1) * scores.strides[0] + width * scores.itemsize
    out_indices[...] = ctypes.c_ubyte.from_address(address).value


twice = lambda scores, lengths, k, out_indices: None
twice.exactk_promises = "ties low\nties high"

no_text = lambda scores, lengths, k, out_indices: None
no_text.exactk_promises = ["ties low"]
