"""Functions that come with the tool, for `--impl python:exactk.callables:NAME`.

Spec: contract/C1 to C7. Layer: tools/python. What numpy has of its own; from 1.25 on its partial sorts of indices are
x86-simd-sort's where the processor has AVX-512, from 2.0 on where it has AVX2 (numpy's release notes, read 2026-11-30).
PyTorch's torch.topk needs nothing here: `--impl python:torch:topk --signature torch`.
"""

import numpy as np

__version__ = np.__version__


def argpartition(scores, lengths, k, out_indices, smallest, fill_index):
    """numpy.argpartition, row by row. NaN is behind all numbers there, as the greatest."""
    for row, slots in enumerate(out_indices):
        n = scores.shape[1] if lengths is None else min(max(int(lengths[row]), 0), scores.shape[1])
        kept = min(k, n)
        if kept == n:
            slots[:kept] = np.arange(n)
        elif smallest and kept:
            slots[:kept] = np.argpartition(scores[row, :n], kept - 1)[:kept]
        elif kept:
            slots[:kept] = np.argpartition(scores[row, :n], n - kept)[n - kept:]
        slots[kept:] = fill_index


argpartition.exactk_promises = ("types float32 float16\nties any\norder any\nrepeatable bits\nnan largest\nscores no\n"
                                "lengths any\nreads length")
