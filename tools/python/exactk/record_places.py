"""Where a recorder finds its arrays in a call of a function: by position, by name, or in what the function returns.

Spec: contract/C1 C2. Layer: tools/python. The presets have the names of `--signature` (docs/plugins.md).
"""

import inspect
from typing import NamedTuple

from exactk.record_files import Unusable

ROLES = ("scores", "lengths", "starts", "ends", "rows", "page_table", "page_size", "indices", "values")
OUTPUTS = ("indices", "values")  # looked at when the function has returned; all else before it is called


class returned(NamedTuple):  # reads as a word in a mapping: {"indices": returned(1)}
    """A part of what a function returns; without a part, all of it."""

    part: int | str | None = None


PRESETS = {
    "torch": {"scores": (0, "input"), "values": returned(0), "indices": returned(1)},
    "flashinfer-topk": {"scores": (0, "input"), "values": returned(0), "indices": returned(1)},
    "vllm-decode": {"scores": (0, "logits"), "lengths": (2, "seq_lens"), "indices": (3, "indices"), "rows": (4, "num_rows")},
    "vllm-prefill": {"scores": (0, "logits"), "starts": (1, "row_starts"), "ends": (2, "row_ends"), "indices": (3, "indices"),
                     "rows": (4, "num_rows")},
    "sglang-transform": {"scores": (0, "scores"), "lengths": (1, "seq_lens"), "page_table": (2, "page_tables"),
                         "indices": (3, "out_page_indices"), "page_size": (4, "page_size")},
}


class Places:
    """A mapping from roles to places, for one function.

    A place is a position (int), a name (str), both ((int, str)), returned(part), or a function of (args, kwargs, result),
    whose result is None before the call.
    """

    def __init__(self, function, mapping):
        if isinstance(mapping, str):
            if mapping not in PRESETS:
                raise ValueError(f"arguments={mapping!r} is not known; known are {', '.join(PRESETS)}")
            mapping = PRESETS[mapping]
        wrong = sorted(set(mapping) - set(ROLES))
        if wrong:
            raise ValueError(f"arguments: {', '.join(map(repr, wrong))} is no role; roles are {', '.join(ROLES)}")
        for role in ("scores", "indices"):
            if role not in mapping:
                raise ValueError(f"arguments: nothing says where {role} are")
        for role, place in mapping.items():
            if isinstance(place, returned) and role not in OUTPUTS:
                raise ValueError(f"arguments: {role} are inputs and cannot be in what is returned")
        self._mapping = dict(mapping)
        try:
            self._signature = inspect.signature(function)
        except (TypeError, ValueError):  # of compiled code that does not tell
            self._signature = None

    def inputs(self, args, kwargs) -> dict:
        return self._found((role for role in self._mapping if role not in OUTPUTS), args, kwargs, None)

    def outputs(self, args, kwargs, result) -> dict:
        return self._found((role for role in self._mapping if role in OUTPUTS), args, kwargs, result)

    def _found(self, roles, args, kwargs, result) -> dict:
        return {role: self._look(role, self._mapping[role], args, kwargs, result) for role in roles}

    def _look(self, role, place, args, kwargs, result):
        if isinstance(place, returned):
            if place.part is None:
                return result
            return result[place.part] if isinstance(place.part, int) or isinstance(result, dict) else getattr(result,
                                                                                                            place.part)
        if callable(place):
            return place(args, kwargs, result)
        position, name = place if isinstance(place, tuple) else (place, None) if isinstance(place, int) else (None, place)
        if name is not None and name in kwargs:
            return kwargs[name]
        if position is None and self._signature is not None:
            bound = self._signature.bind(*args, **kwargs)
            bound.apply_defaults()
            if name in bound.arguments:
                return bound.arguments[name]
        if position is not None and position < len(args):
            return args[position]
        raise Unusable(f"the call has no argument {name if name is not None else position} for {role}")
