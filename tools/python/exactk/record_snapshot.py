"""A call's arrays as they were, kept without keeping the caller waiting.

Spec: contract/C8 C9 C10. Layer: tools/python. Of arrays on the host the valid windows are copied at once. Of tensors on a
CUDA device a copy on the device is enqueued behind the caller's work, so that what is written there later is not seen; from
there they go to pinned memory on a stream of the recorder's own, in its thread. PyTorch is never imported here: who has
tensors has it.
"""

import sys

import numpy as np

from exactk.record_files import Unusable

NUMPY_TYPES = {np.dtype(np.float32): "float32", np.dtype(np.float16): "float16", np.dtype(np.uint16): "bfloat16"}


def torch_of(array):
    """The module torch if the array is a tensor of it, else None."""
    torch = sys.modules.get("torch")
    return torch if torch is not None and isinstance(array, torch.Tensor) else None


def on_device(array) -> bool:
    return torch_of(array) is not None and array.device.type != "cpu"


def is_capturing(arrays) -> bool:
    """Whether the caller's stream records a CUDA graph, in which nothing can be waited for."""
    return any(torch_of(array).cuda.is_current_stream_capturing() for array in arrays if on_device(array))


def score_type(scores) -> str:
    torch = torch_of(scores)
    if torch is not None:
        known = {torch.float32: "float32", torch.float16: "float16", torch.bfloat16: "bfloat16"}
        name = known.get(scores.dtype)
    else:
        name = NUMPY_TYPES.get(scores.dtype)
    if name is None:
        raise Unusable(f"scores are of type {scores.dtype}; known are float32, float16 and bfloat16, in numpy as uint16")
    return name


def host_view(array):
    """A numpy array of the same memory; bfloat16 as its bits."""
    torch = torch_of(array)
    if torch is None:
        return np.asarray(array)
    array = array.detach()
    if array.dtype == torch.bfloat16:  # which numpy has not
        return array.view(torch.int16).numpy().view(np.uint16)
    return array.numpy()


def bytes_of(array) -> int:
    return array.numel() * array.element_size() if torch_of(array) is not None else np.asarray(array).nbytes


class OnDevice:
    """A copy on a CUDA device that will be there when what was enqueued before it is done."""

    def __init__(self, tensor):
        torch = torch_of(tensor)
        if tensor.device.type != "cuda":
            raise Unusable(f"tensors on {tensor.device} are not recorded; known are the CPU and CUDA devices")
        with torch.cuda.device(tensor.device):
            self._copy = tensor.detach().clone()
            self._ready = torch.cuda.Event()
            self._ready.record(torch.cuda.current_stream(tensor.device))

    def fetch(self, streams: dict):
        """The numpy array, in the recorder's thread. `streams` holds a stream for each device."""
        copy, torch = self._copy, torch_of(self._copy)
        with torch.cuda.device(copy.device):
            if copy.device not in streams:
                streams[copy.device] = torch.cuda.Stream(copy.device)
            stream = streams[copy.device]
            host = torch.empty(copy.shape, dtype=copy.dtype, pin_memory=True)
            with torch.cuda.stream(stream):
                stream.wait_event(self._ready)
                host.copy_(copy, non_blocking=True)
                copy.record_stream(stream)
                done = torch.cuda.Event(blocking=True)
                done.record(stream)
            done.synchronize()
        self._copy = None
        return host_view(host)


def keep(array):
    """A copy of an array that changes no more, or an OnDevice."""
    if array is None or isinstance(array, (int, np.integer)):
        return array
    return OnDevice(array) if on_device(array) else np.array(host_view(array))


def fetched(kept, streams: dict):
    return kept.fetch(streams) if isinstance(kept, OnDevice) else kept


def matrix(name: str, array):
    """[rows, columns] of an array of one dimension, which is one row, or two."""
    if array.ndim not in (1, 2):
        raise Unusable(f"{name} have {array.ndim} dimensions; wanted are [rows, columns], or one row")
    return array.reshape(1, -1) if array.ndim == 1 else array
