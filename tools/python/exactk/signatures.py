"""How a request becomes a call of the user's function, by the signature that the function has.

Spec: contract/C1 to C9. Layer: tools/python. The default promises of a stack's signature are the stack's: what its
documentation says or, where there is none, its source. A user changes them key by key (exactk.loading). They all have
`reads width`, since an array's shape says what of it may be read. `form` is the call in words.
"""

import importlib
import inspect
from typing import Callable, NamedTuple

import numpy as np

from exactk.problem import Problem, WrongResult

PAGE_SIZE = 64  # convention: scores to a page; what SGLang serves sparse attention with


class Prepared(NamedTuple):
    """A call that is ready to be made."""

    call: Callable[[], object]  # the function with its arguments; what it returns
    finish: Callable[[object], None]  # takes that, and sees to it that the answer is in the slots
    stage: object = None  # the tensors, where there are any
    renew: Callable[[], None] | None = None  # what a server does before each replay of the captured call


class Signature:
    name = form = ""
    needs_torch = True
    default_memory = "host"
    takes_lengths = True
    gives_scores = False

    def __init__(self, function, module):
        self.function, self.module = function, module
        self.torch = importlib.import_module("torch") if self.needs_torch else None

    def promises(self) -> str:
        raise NotImplementedError

    def refusal(self, problem: Problem) -> str:
        """Why a problem cannot be put in this form, or ""; asked without arrays."""
        if problem.has_lengths and not self.takes_lengths:
            return f"signature {self.name} has no place for lengths"
        if problem.wants_scores and not self.gives_scores:
            return f"signature {self.name} has no place for output scores"
        return ""

    def prepare(self, problem: Problem, on_cuda: bool) -> "Prepared":
        """Everything but the call itself, which can then be made once or many times."""
        raise NotImplementedError

    def answer(self, problem: Problem, on_cuda: bool) -> None:
        """Calls the function and sees to it that its answer is in the slots."""
        prepared = self.prepare(problem, on_cuda)
        prepared.finish(prepared.call())

    def stage(self, problem: Problem, on_cuda: bool, own_base: bool = False):
        from exactk import tensors  # it is for those who have PyTorch
        return tensors.Stage(self.torch, problem, on_cuda, own_base)


class Plain(Signature):
    """Ours, of 2026-11: numpy arrays on the host.

    scores [rows, width] float32, float16, or uint16 that are the bits of bfloat16; lengths [rows] int32, or None; k;
    out_indices [rows, k] int32. Either these slots are written or an array of whole numbers is returned. What else the
    contract knows is passed by name to a function that has a parameter of that name, and a function that has none is not
    held to it: smallest, ties_high, by_rank, nan_smallest (bool), fill_index (int), out_scores [rows, k] like the scores
    or None, fill_score (a score).

    A function that promises `reads length` gets scores whose last row ends at its length, and crashes if it reads on.
    """

    name = "plain"
    form = "f(scores, lengths, k, out_indices, **options) -> None, or indices [rows, k]"
    needs_torch = False
    # Option: what is promised of a function that is not told it.
    OPTIONS = {"smallest": "direction largest", "ties_high": "ties any", "by_rank": "order any",
               "nan_smallest": "nan undefined", "fill_index": "fill minus_one", "out_scores": "scores no",
               "fill_score": ""}

    def __init__(self, function, module):
        super().__init__(function, module)
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):  # of compiled code that does not tell
            parameters = ()
        everything = any(parameter.kind == parameter.VAR_KEYWORD for parameter in parameters)
        named = {parameter.name for parameter in parameters if parameter.kind != parameter.POSITIONAL_ONLY}
        self.told = {option for option in self.OPTIONS if everything or option in named}
        self.gives_scores = "out_scores" in self.told

    def promises(self) -> str:
        lines = ["types float32 float16", "reads width"]
        return "\n".join(lines + [line for option, line in self.OPTIONS.items() if line and option not in self.told])

    def prepare(self, problem: Problem, on_cuda: bool) -> Prepared:
        options = {"smallest": bool(problem.smallest), "ties_high": bool(problem.ties_high),
                   "by_rank": bool(problem.by_rank), "nan_smallest": bool(problem.nan_smallest),
                   "fill_index": problem.fill_index, "out_scores": problem.out_scores,
                   "fill_score": problem.fill_score_value()}
        told = {option: value for option, value in options.items() if option in self.told}
        scores, lengths, indices = problem.scores, problem.lengths, problem.indices

        def finish(returned) -> None:
            if returned is not None:
                problem.put_indices(returned)

        return Prepared(lambda: self.function(scores, lengths, problem.k, indices, **told), finish)


class Pair(Signature):
    """What the signatures share that return (values, indices) of whole rows."""

    takes_lengths = False
    gives_scores = True

    def call(self, scores, problem: Problem):
        raise NotImplementedError

    own_base = False

    def prepare(self, problem: Problem, on_cuda: bool) -> Prepared:
        stage = self.stage(problem, on_cuda, self.own_base)
        scores = stage.scores()

        def finish(returned) -> None:
            if not isinstance(returned, (tuple, list)) or len(returned) != 2:
                raise WrongResult(f"returned {type(returned).__name__}; wanted are two tensors, values and indices")
            stage.finish()
            stage.put_returned(*returned)

        return Prepared(lambda: self.call(scores, problem), finish, stage)


class Torch(Pair):
    """torch.topk, as PyTorch's documentation has it (read 2026-11-30): a named tuple of values and int64 indices of the
    largest or smallest elements; k above the width is an error; which of equal elements are taken may differ from call
    to call. `sorted` is asked for with the order by rank. NaN counts as the greatest, as in its source."""

    name = "torch"
    form = "f(input, k, dim=-1, largest=True, sorted=True) -> (values, indices)"

    def promises(self) -> str:
        return ("direction both\nties any\norder rank\nrepeatable no\nnan largest\nscores yes\nlengths no\nshort_rows no\n"
                "reads width")

    def call(self, scores, problem: Problem):
        return self.function(scores, problem.k, dim=-1, largest=not problem.smallest, sorted=bool(problem.by_rank))


class FlashInferTopK(Pair):
    """flashinfer.top_k of FlashInfer 0.7.4 (flashinfer/topk.py, read 2026-11-30): values and int64 indices. It is asked for
    its strongest: deterministic=True, and tie_break 1 (low) or 2 (high) for the elements at the boundary. Its
    documentation promises a repeatable sequence, but not which. Inputs are contiguous and begin where the allocator puts
    them, since its kernels choose vector loads by the width alone. Tie-breaking takes k up to 2048. Nothing is said of
    NaN."""

    name = "flashinfer-topk"
    form = "f(input, k, sorted=False, deterministic=True, tie_break=1) -> (values, indices)"
    default_memory = "cuda"
    own_base = True

    def promises(self) -> str:
        return ("direction largest\nties asked\norder any\nrepeatable bits\nnan undefined\nscores yes\nlengths no\n"
                "short_rows no\npitch dense\nreads width\nk 1 2048")

    def call(self, scores, problem: Problem):
        return self.function(scores, problem.k, sorted=bool(problem.by_rank), deterministic=True,
                             tie_break=2 if problem.ties_high else 1)


class VllmDecode(Signature):
    """top_k_per_row_decode of vLLM (vllm/_custom_ops.py; tests/kernels/test_top_k_per_row.py at 01b3e82b, read 2026-11-30),
    with next_n 1: then row r's length is seq_lens[r]. logits float32 with any stride of rows, indices int32 and dense, -1
    behind the elements. Nothing is said of order, ties, NaN, or lengths outside the row. k up to 3000 is what its own
    tests ask for."""

    name = "vllm-decode"
    form = "f(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk) -> None"
    default_memory = "cuda"

    def promises(self) -> str:
        return ("types float32\ndirection largest\nties any\norder any\nrepeatable no\nnan undefined\nscores no\n"
                "lengths inside\nfill minus_one\nreads width\nk 1 3000")

    def prepare(self, problem: Problem, on_cuda: bool) -> Prepared:
        stage = self.stage(problem, on_cuda)
        arrays = stage.scores(), stage.lengths(), stage.out_indices()
        return Prepared(lambda: self.call(*arrays, problem), lambda returned: stage.finish(), stage)

    def call(self, logits, lengths, indices, problem: Problem) -> None:
        self.function(logits, 1, lengths, indices, problem.rows, logits.stride(0), logits.stride(1), problem.k)


class VllmPrefill(VllmDecode):
    """top_k_per_row_prefill of the same version: a row's elements are those from row_starts[r] (here 0) to row_ends[r], and
    indices count from row_starts[r]."""

    name = "vllm-prefill"
    form = "f(logits, row_starts, row_ends, indices, num_rows, stride0, stride1, topk) -> None"

    def prepare(self, problem: Problem, on_cuda: bool) -> Prepared:
        stage = self.stage(problem, on_cuda)
        logits, lengths, indices = stage.scores(), stage.lengths(), stage.out_indices()
        starts = self.torch.zeros_like(lengths)
        return Prepared(lambda: self.function(logits, starts, lengths, indices, problem.rows, logits.stride(0),
                                              logits.stride(1), problem.k), lambda returned: stage.finish(), stage)


class SglangTransform(Signature):
    """topk_transform_512_v2 of SGLang (python/sglang/jit_kernel/dsv4/topk.py at 05adf942, read 2026-11-30; later versions
    call it topk_transform_paged_v2): selects, and writes where the page table puts what it selected. k is the output's
    width, up to 2048. `metadata` comes from plan_topk_v2(seq_lens) of the function's module, None if it has none; lengths
    must not be negative. The stride of rows is a multiple of 4 scores.

    The page table puts page p of row r at (p + r + 1) modulo the pages, and what was written is translated back; what is
    no place in any page stays as it is. So a wrong transform is seen as well as a wrong selection."""

    name = "sglang-transform"
    form = "f(scores, seq_lens, page_tables, out_page_indices, page_size, metadata) -> None"
    default_memory = "cuda"

    def promises(self) -> str:
        return ("types float32\ndirection largest\nties any\norder any\nrepeatable no\nnan undefined\nscores no\n"
                "lengths inside\nfill minus_one\nalignment 16\nreads width\nk 1 2048")

    def prepare(self, problem: Problem, on_cuda: bool) -> Prepared:
        torch, stage = self.torch, self.stage(problem, on_cuda)
        pages = max(1, -(-problem.width // PAGE_SIZE))
        rows = np.arange(problem.rows, dtype=np.int64)[:, None]

        def logical(slots):
            page, place = slots // PAGE_SIZE, slots % PAGE_SIZE
            back = (page - rows - 1) % pages * PAGE_SIZE + place
            return np.where((slots >= 0) & (page < pages), back, slots)

        table = ((np.arange(pages, dtype=np.int64)[None, :] + rows + 1) % pages).astype(np.int32)
        lengths = stage.lengths()
        plan = getattr(self.module, "plan_topk_v2", None)
        metadata = None if plan is None else plan(lengths)  # servers plan once for all layers
        arguments = (stage.scores(), lengths, torch.from_numpy(table).to(stage.device), stage.out_indices(logical),
                     PAGE_SIZE, metadata)
        renew = None if metadata is None else lambda: metadata.copy_(plan(lengths))
        return Prepared(lambda: self.function(*arguments), lambda returned: stage.finish(), stage, renew)


SIGNATURES = {signature.name: signature for signature in (Plain, Torch, VllmDecode, VllmPrefill, SglangTransform,
                                                          FlashInferTopK)}
