"""Finds the user's function, and says in words what went wrong where.

Spec: contract/C15. Layer: tools/python. Two attributes of the function count: `exactk_promises`, lines that replace those
of the signature key by key; and `exactk_supports(rows, width, k, type)`, which returns True, or False or words for a
problem that the function does not take.
"""

import importlib
import os
import sys
import sysconfig
import traceback

from exactk import wire

OURS = os.path.dirname(os.path.abspath(__file__))


class NotLoaded(Exception):
    """What could not be loaded, where, and what to do."""


def one_line(text: str) -> str:
    return " ".join(text.split())


def _place(error: BaseException) -> str:
    """file:line of the innermost frame of the user's code; of installed code if there is none; or ""."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if not frame.filename.startswith("<") and os.path.dirname(os.path.abspath(frame.filename)) != OURS]
    library = sysconfig.get_path("stdlib") + os.sep
    installed = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)
    for mine in (True, False):
        for frame in reversed(frames):
            is_installed = any(folder in frame.filename for folder in installed)
            if is_installed != mine and (is_installed or not frame.filename.startswith(library)):
                return f"{frame.filename}:{frame.lineno}"
    return ""


def words(error: BaseException) -> str:
    """ "ExceptionType: message, file:line" in one line."""
    place = _place(error)
    message = one_line(str(error))
    return ", ".join(filter(None, [type(error).__name__ + (": " + message if message else ""), place]))


def find(callable_name: str):
    """The function and its module for "module:function"; the function may be an attribute of an attribute."""
    module_name, colon, path = callable_name.partition(":")
    if not (module_name and colon and path):
        raise NotLoaded(f"'{callable_name}' is not of the form MODULE:FUNCTION, e.g. mine:topk for topk in mine.py")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not (module_name + ".").startswith(error.name + "."):
            raise NotLoaded(f"importing {module_name} raised {words(error)}; install {error.name} for {sys.executable}, or "
                            "name a Python that has it") from error
        looked_in = ", ".join([os.getcwd(), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))])
        raise NotLoaded(f"there is no module {error.name} in {looked_in} or installed for {sys.executable}; put the folder "
                        "that holds it into PYTHONPATH") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a module may even call sys.exit()
        raise NotLoaded(f"importing {module_name} raised {words(error)}; it must import without an error") from error
    found = module
    for name in path.split("."):
        try:
            found = getattr(found, name)
        except AttributeError as error:
            raise NotLoaded(f"{module_name} ({getattr(module, '__file__', 'no file')}) has no {path}; it has "
                            f"{', '.join(_callables(module)) or 'no function'}") from error
    if not callable(found):
        raise NotLoaded(f"{callable_name} is {type(found).__name__} and not callable; name a function")
    return found, module


def _callables(module) -> list[str]:
    named = [name for name, value in vars(module).items() if callable(value) and not name.startswith("_")]
    return named[:10]  # convention: enough to recognise a typing error


def _lines_by_key(text, source: str) -> dict[str, str]:
    if not isinstance(text, str):
        raise NotLoaded(f"{source} is {type(text).__name__}; wanted is a string of lines \"key value\"")
    lines: dict[str, str] = {}
    for line in text.splitlines():
        parts = line.split("#", 1)[0].split()
        if parts and parts[0] in lines:
            raise NotLoaded(f"{source} has {parts[0]} twice; leave one of them")
        if parts:
            lines[parts[0]] = " ".join(parts)
    return lines


def promises(signature, given: str) -> str:
    """The signature's lines; instead of them the function's own; instead of these the command line's. What a key or value means
    is the tool's business, which tells of unknown ones."""
    merged = _lines_by_key(signature.promises(), f"signature {signature.name}")
    merged |= _lines_by_key(getattr(signature.function, "exactk_promises", ""), "exactk_promises")
    merged |= _lines_by_key(given, "--promise-text")
    text = "\n".join(merged.values())
    if not wire.fits("promises", text):
        raise NotLoaded(f"promises of {len(text)} bytes; at most {wire.size_of('promises') - 1} are read")
    return text


def release(signature, module) -> str:
    """What runs, for reports: "mine 1.2, torch 2.11.0, Python 3.11.2"."""
    parts = []
    for name in (module.__name__.split(".")[0], "torch" if signature.torch is not None else "numpy"):
        version = getattr(sys.modules.get(name), "__version__", None)
        if version is not None and f"{name} {version}" not in parts:
            parts.append(f"{name} {version}")
    return ", ".join(parts + ["Python " + sys.version.split()[0]])


def refusal(function, problem) -> str:
    """Why the function, by its own word, does not take a problem; or ""."""
    supports = getattr(function, "exactk_supports", None)
    if supports is None:
        return ""
    said = supports(problem.rows, problem.width, problem.k, problem.type_name)
    if isinstance(said, str) and said:
        return one_line(said)
    return "" if said is True else "by its exactk_supports"
