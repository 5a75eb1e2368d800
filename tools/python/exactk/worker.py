"""The worker process: loads a user's function and answers the tool's requests with it until the socket ends.

Spec: contract/C8 C15. Layer: tools/python. The tool starts
`python3 -B -m exactk.worker --callable MODULE:FUNCTION --signature NAME` with shared memory and a socket as descriptors 3
and 4; tools/foreign/include/exactk/foreign/wire.hpp says what goes over them. Both flags twice load two functions, which
can be timed in turn. What a function prints goes to standard error, and of the two descriptors it sees nothing.
"""

import argparse
import contextlib
import ctypes
import faulthandler
import fcntl
import os
import resource
import signal
import sys

from exactk import loading, wire
from exactk.loading import NotLoaded

PR_SET_PDEATHSIG = 1  # bound: of Linux
LEAST_DESCRIPTOR = 200  # convention: far above what programs take one after the other


def take_descriptors() -> tuple[int, int]:
    """Moves memory and socket to high numbers, which no program started from here inherits, and standard output onto standard
    error."""
    taken = []
    for number in (wire.MEMORY_DESCRIPTOR, wire.SOCKET_DESCRIPTOR):
        try:
            taken.append(fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR))
            os.close(number)
        except OSError:
            sys.exit("error: no_tool: exactk.worker is started by the exactk tool (exactk check --impl python:MODULE:FUNCTION)")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # what is printed before a crash is to be seen
    return taken[0], taken[1]


def end_with_the_tool() -> None:
    """A function that loops ends when the tool is gone; a crash writes no core."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def close_in_children(line: wire.Line) -> None:
    """A child process that holds the socket would hide this one's end from the tool."""
    def close() -> None:
        with contextlib.suppress(OSError):
            line.close()
    os.register_at_fork(after_in_child=close)


def load(callable_name: str, signature_name: str, memory_name):
    """The signature with its function, whether arrays are on the GPU, and the function's module and name."""
    try:
        from exactk import signatures
    except ModuleNotFoundError as error:
        raise NotLoaded(f"{sys.executable} has no {error.name}, which this worker needs; install it or name another "
                        "Python") from error
    kind = signatures.SIGNATURES.get(signature_name)
    if kind is None:
        raise NotLoaded(f"there is no signature '{signature_name}'; there are {', '.join(signatures.SIGNATURES)}")
    memory = memory_name or kind.default_memory
    if memory == "cuda" and not kind.needs_torch:
        raise NotLoaded(f"signature {kind.name} has its arrays on the host; leave --cuda away, or take another "
                        "signature")
    function, module = loading.find(callable_name)
    try:
        signature = kind(function, module)
    except ModuleNotFoundError as error:
        raise NotLoaded(f"signature {kind.name} needs PyTorch, and {sys.executable} has no {error.name}; install it or "
                        "name another Python") from error
    if memory == "cuda":
        torch = signature.torch
        if not torch.cuda.is_available():
            raise NotLoaded(f"PyTorch {torch.__version__} sees no CUDA device; --memory host puts the arrays on the host")
        torch.zeros(1, device="cuda")  # makes the context, which takes seconds, outside of any call's limit
    return signature, memory == "cuda", module, callable_name


def load_apart(callable_name: str, signature_name: str, memory_name):
    """As load(); the floating-point environment that loading it has made is the function's own."""
    from exactk import floats
    environment = floats.now()
    with floats.entered(environment):
        loaded = load(callable_name, signature_name, memory_name)
    loaded[0].floats = environment
    return loaded


def describe(memory: wire.Memory, loaded, promise_text: str) -> None:
    """Fills in what a function says of itself; the text names the device that it runs on, if it does."""
    signature, on_cuda, module, name = loaded
    memory["promises"] = loading.promises(signature, promise_text)
    memory["name"], memory["release"] = name, loading.release(signature, module)
    memory["memory"] = wire.MEMORIES.index("cuda" if on_cuda else "host")
    memory["text"] = signature.torch.cuda.get_device_name() if on_cuda else ""


def introduce(memory: wire.Memory, options):
    """Loads the functions, describes the first, and fills in the reply; a list of what load() gives, or None."""
    try:
        if memory["magic"] != wire.MAGIC or memory["version"] != wire.VERSION:
            raise NotLoaded(f"the tool speaks {memory['magic']} {memory['version']} and this worker {wire.MAGIC} "
                            f"{wire.VERSION}; take both from one installation")
        if len(options.callable) not in (1, 2) or len(options.signature or ["plain"]) not in (1, len(options.callable)):
            raise NotLoaded("one callable or two are taken, each with a signature or all with the same")
        signatures = (options.signature or ["plain"]) * (3 - len(options.signature or ["plain"]))
        all_loaded = [load_apart(name, kind, options.memory) for name, kind in zip(options.callable, signatures)]
        for loaded in reversed(all_loaded):  # so that the promises of both can be read, and the first's stay
            describe(memory, loaded, options.promise_text)
    except NotLoaded as error:
        memory["reply"], memory["text"] = wire.REPLY_NOT_LOADED, str(error)
        return None
    memory["reply"] = wire.REPLY_READY
    return all_loaded


def device_loss() -> str:
    """Words for an error of the device that stays, whoever has used it; or ""."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        return ""
    try:
        torch.cuda.synchronize()
    except RuntimeError as error:
        return loading.one_line(str(error))
    return ""


def answer(memory: wire.Memory, loaded, kept_ways) -> tuple[int, str]:
    """Answers the problem at hand, or says whether the function takes it. `kept_ways`: its streams and graph, by `which`."""
    from exactk import floats
    with floats.entered(loaded[0].floats):
        return answer_entered(memory, loaded, kept_ways)


def answer_entered(memory: wire.Memory, loaded, kept_ways) -> tuple[int, str]:
    """The same, in the function's floating-point environment."""
    from exactk import guard, problem as problems, ways
    signature, on_cuda = loaded[:2]
    problem = problems.Problem(memory)
    words = signature.refusal(problem) or loading.refusal(signature.function, problem)
    if words:
        return wire.REPLY_NOT_SUPPORTED, words
    if memory["request"] != wire.REQUEST_RUN:
        return wire.REPLY_ANSWERED, ""
    if memory["way"] != ways.PLAIN:
        if not on_cuda:
            return wire.REPLY_UNUSABLE, "its arrays lie in host memory, where there are no streams"
        kept_ways.setdefault(memory["which"], ways.Ways(signature)).answer(problem, memory["way"])
    else:
        with guard.unmapped(memory, bool(problem.guard_pages) and not on_cuda):
            signature.answer(problem, on_cuda)
    return wire.REPLY_ANSWERED, ""


def put(memory: wire.Memory, all_loaded, series, kept_ways, promise_text: str) -> tuple[int, str]:
    """Does a request; the reply and its words."""
    from exactk import problem as problems, tensors, ways
    try:
        memory.follow()
        request, which = memory["request"], memory["which"]
        if request not in range(wire.REQUEST_SUPPORTS, wire.REQUEST_KEPT + 1) or which >= len(all_loaded):
            return wire.REPLY_UNUSABLE, f"request {request} of function {which} is not known to this worker"
        if request == wire.REQUEST_TIME:
            kept_ways.clear()  # memory of graphs
            series.time()
            return wire.REPLY_ANSWERED, ""
        series.leave()
        if request == wire.REQUEST_KEPT:
            series.kept()
            return wire.REPLY_ANSWERED, ""
        if request == wire.REQUEST_DESCRIBE:
            describe(memory, all_loaded[which], promise_text)
            return wire.REPLY_ANSWERED, memory["text"].rstrip(b"\0").decode(errors="replace")
        return answer(memory, all_loaded[which], kept_ways)
    except (problems.Unusable, wire.Unmapped) as error:
        return wire.REPLY_UNUSABLE, str(error)
    except tensors.WroteOutside as error:
        return wire.REPLY_RAISED, f"wrote_outside: {error}"
    except ways.NotCaptured as error:
        return wire.REPLY_RAISED, f"{ways.NOT_CAPTURED}{error}"
    except problems.WrongResult as error:
        return wire.REPLY_RAISED, f"wrong_result: {error}"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the function raises is its answer, SystemExit too
        words, loss = loading.words(error), device_loss()
        return (wire.REPLY_DEVICE_ERROR, f"{loss}; seen by {words}") if loss else (wire.REPLY_RAISED, words)


def serve(memory: wire.Memory, line: wire.Line, all_loaded, promise_text: str) -> bool:
    """Answers until the tool has closed the socket; False if the device, or what PyTorch knows of it, is lost."""
    from exactk import timing, ways
    series, kept_ways = timing.Series(memory, all_loaded), {}
    while line.wait():
        for field in ("status", "signal", "fault_place", "fault_part", "fault_writes", "fault_distance"):
            memory[field] = 0
        reply, memory["text"] = put(memory, all_loaded, series, kept_ways, promise_text)
        memory["reply"] = reply
        sys.stdout.flush()
        line.answer()
        if reply == wire.REPLY_DEVICE_ERROR or ways.lost_capture(memory["text"]):
            return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="exactk.worker", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--callable", required=True, action="append", help="MODULE:FUNCTION; twice for two of them")
    parser.add_argument("--signature", action="append", help="how it is called (default: plain)")
    parser.add_argument("--memory", choices=wire.MEMORIES, help="where its arrays are (default: the signature's)")
    parser.add_argument("--promise-text", default="", help="lines that replace those of the function, key by key")
    options = parser.parse_args()
    memory_number, line_number = take_descriptors()
    end_with_the_tool()
    faulthandler.enable()
    memory, line = wire.Memory(memory_number), wire.Line(line_number)
    close_in_children(line)
    loaded = introduce(memory, options)
    line.answer()
    if loaded is None:
        return 1
    if not serve(memory, line, loaded, options.promise_text):
        sys.stderr.flush()
        os._exit(1)  # an interpreter that tidies up a lost device may hang
    return 0


if __name__ == "__main__":
    sys.exit(main())
