# Fetches one pinned file of a package from the package index and checks its SHA-256 against the index.
# Spec: contract/C15. Layer: tools/bench.
"""Usage: fetch.py PACKAGE FILE_PREFIX FILE_SUFFIX FOLDER

Prints the path of the file. pip would build a source package to learn its dependencies, which vLLM's takes a compiler
and PyTorch for; so the index is asked directly: the one that PIP_INDEX_URL names, or pip's own.
"""

import hashlib
import json
import os
import subprocess
import sys
import urllib.parse

from pip._internal.models.index import PyPI

ACCEPT = "Accept: application/vnd.pypi.simple.v1+json"


def curl(*arguments: str) -> bytes:
    command = ["curl", "--fail", "--silent", "--show-error", "--location", "--retry", "3", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def sha256(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def main() -> int:
    package, prefix, suffix, folder = sys.argv[1:]
    page = os.environ.get("PIP_INDEX_URL", PyPI.simple_url).rstrip("/") + f"/{package}/"
    files = json.loads(curl("--header", ACCEPT, page))["files"]
    found = [file for file in files if file["filename"].startswith(prefix) and file["filename"].endswith(suffix)]
    if len(found) != 1:
        print(f"error: no_file: {package} has {len(found)} files {prefix}*{suffix}", file=sys.stderr)
        return 1
    path, wanted = os.path.join(folder, found[0]["filename"]), found[0]["hashes"]["sha256"]
    if not os.path.exists(path) or sha256(path) != wanted:
        curl("--output", path, urllib.parse.urljoin(page, found[0]["url"]))
        if sha256(path) != wanted:
            print(f"error: wrong_hash: {path}", file=sys.stderr)
            return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
