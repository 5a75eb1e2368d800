"""Functions of the signature `plain` that answer, each in its own way.

Spec: contract/C1 C2 C3 C4 C5 C6 C7 C9. Layer: proptests/foreign_python.
"""

import numpy as np

__version__ = "1.2"


def argpartition(scores, lengths, k, out_indices):
    """What one writes first: whole rows, no option, the indices returned as numpy has them, in int64."""
    return np.argpartition(-scores, k - 1, axis=1)[:, :k] if k < scores.shape[1] else np.argsort(-scores, axis=1)[:, :k]


def whole(scores, lengths, k, out_indices, smallest, ties_high, by_rank, nan_smallest, fill_index, out_scores, fill_score):
    """The contract for float32 and float16, slot by slot, into the arrays given. Slow, and asked nothing but little."""
    for row, slots in enumerate(out_indices):
        n = scores.shape[1] if lengths is None else min(max(int(lengths[row]), 0), scores.shape[1])

        def key(index, values=scores[row]):
            value = float(values[index])
            rank = (0, 0.0) if value != value and nan_smallest else (2, 0.0) if value != value else (1, value + 0.0)
            sign = 1 if smallest else -1
            return (sign * rank[0], sign * rank[1], -index if ties_high else index)

        chosen = sorted(range(n), key=key)[:k]
        chosen = chosen if by_rank else sorted(chosen)
        slots[:len(chosen)] = chosen
        slots[len(chosen):] = fill_index
        if out_scores is not None:
            out_scores[row, :len(chosen)] = scores[row, chosen]
            out_scores[row, len(chosen):] = fill_score


def by_bits(scores, lengths, k, out_indices):
    """Takes bfloat16 as the bits that it gets, of which non-negative ones are in order."""
    assert scores.dtype == np.uint16, scores.dtype
    out_indices[...] = np.argsort(-scores.astype(np.int64), axis=1, kind="stable")[:, :k]


by_bits.exactk_promises = "types bfloat16  # nothing else\nties low\nk 1 64\n"


def supporting(scores, lengths, k, out_indices):
    out_indices[...] = np.arange(k)


supporting.exactk_supports = lambda rows, width, k, kind: k % 2 == 0 if kind == "float32" else f"{kind} of {rows}x{width}"


def keeps_views(scores, lengths, k, out_indices, kept=[]):
    """Holds on to the views of all calls, as a cache may."""
    kept.append((scores, out_indices))
    return np.argsort(-scores, axis=1, kind="stable")[:, :k]
