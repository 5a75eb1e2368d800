"""A right top-k in Python, whose text begins the modules that tests hand to the tool.

Spec: contract/C4 C5 C6. Layer: proptests/foreign.
"""
import numpy as np

def stable(scores, lengths, k, out_indices):
    """Right: the lowest indices of equal scores, in ascending order."""
    out_indices[:] = -1
    for row in range(len(scores)):
        n = scores.shape[1] if lengths is None else max(0, min(int(lengths[row]), scores.shape[1]))
        best = np.sort(np.argsort(-scores[row, :n].astype(np.float64), kind="stable")[:k])
        out_indices[row, :len(best)] = best
stable.exactk_promises = "ties low\norder index\n"
