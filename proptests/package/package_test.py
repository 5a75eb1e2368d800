"""Sees the library as others get it.

consumer       installs the current build and builds projects on it by find_package, in C++ and in C
minimal        builds library and command line tool without Boost, RapidCheck, Eigen and OpenSSL, and uses them
library_only   builds the libraries without the command line tool's packages as well
c_alone        builds the C interface from its own folder, installs it, and builds a C program on that
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

TEST_PACKAGES = ("Boost", "rapidcheck", "Eigen3", "OpenSSL")
TOOL_PACKAGES = ("CLI11", "fmt", "nlohmann_json")
JOBS = "2"  # convention: the smallest machine that this is meant for


class Failure(Exception):
    """What the test expected and did not get."""


def run(*command, exit_code: int = 0, cwd=None) -> str:
    """Output and errors of a command, which must end with the exit code."""
    words = [str(word) for word in command]
    print("$", " ".join(words), flush=True)
    done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    output = done.stdout.decode()
    if done.returncode != exit_code:
        raise Failure(f"exit code {done.returncode}, not {exit_code}:\n{output}")
    return output


def expect(text: str, *parts: str) -> None:
    for part in parts:
        if part not in text:
            raise Failure(f"`{part}` is not in:\n{text}")


def configure(options, source: pathlib.Path, build: pathlib.Path, *settings: str) -> str:
    return run(options.cmake, "-S", source, "-B", build, "-G", options.generator,
               f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_CXX_FLAGS={options.flags}", *settings)


def configure_without(options, build: pathlib.Path, packages) -> str:
    """Without optimisation and kernels, since what is built here is used for a moment only."""
    return configure(options, options.source, build, "-DCMAKE_BUILD_TYPE=Debug", "-DEXACTK_CUDA=OFF",
                     *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in packages))


def consumer(options, folder: pathlib.Path) -> None:
    prefix = folder / "prefix"
    run(options.cmake, "--install", options.build, "--prefix", prefix)
    # With all that is installed, and as a user without Eigen: then there is all but the oracles.
    for name, settings in (("with", ()), ("without", ("-DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON",))):
        build = folder / name
        configure(options, pathlib.Path(__file__).parent / "consumer", build, f"-DCMAKE_PREFIX_PATH={prefix}",
                  "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF", *settings)
        run(options.cmake, "--build", build, "--parallel", JOBS)
        output = run(build / "consumer")
        print(output)
        expect(output, "cpu: 0 faults", "sim: 0 faults")
        if name == "with" and any(prefix.rglob("libexactk_oracle.a")):
            expect(output, "rank: 0 faults", "sort: 0 faults")
        elif "rank:" in output:
            raise Failure("an oracle without Eigen")
    for name, settings in (("c", ()), ("c_static", ("-DSTATIC=ON",))):
        build = folder / name
        configure(options, pathlib.Path(__file__).parent / "consumer_c", build, f"-DCMAKE_PREFIX_PATH={prefix}",
                  "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF",
                  f"-DCMAKE_C_FLAGS={options.flags}", *settings)
        run(options.cmake, "--build", build, "--parallel", JOBS)
        expect(run(build / "consumer_c"), "c: right")


def minimal(options, folder: pathlib.Path) -> None:
    build = folder / "build"
    said = configure_without(options, build, TEST_PACKAGES)
    expect(said, "oracles (rank, sort): LEFT OUT, Eigen was not found", "C++ tests: LEFT OUT, ",
           "device (CUDA kernels): LEFT OUT, EXACTK_CUDA is OFF", "command line tool: yes")
    run(options.cmake, "--build", build, "--parallel", JOBS, "--target",
        "exactk_cpu", "exactk_sim", "exactk_verify", "exactk_cli")
    tool = build / "bin/exactk"
    examples = options.source / "docs/examples"
    scores = examples / "scores_narrow_1x8192.npy"
    answers = []
    for implementation in ("cpu", "model"):
        answer = folder / f"{implementation}.npy"
        run(tool, "topk", "--impl", implementation, "--scores", scores, "--k", 2048, "--out", answer)
        expect(run(tool, "verify", "--scores", scores, "--indices", answer), "passed")
        answers.append(answer.read_bytes())
    if answers[0] != answers[1]:
        raise Failure("cpu and model give different files")
    expect(run(tool, "plan", "--rows", 1, "--width", 65536, "--k", 2048), "profile: h200", "first: row_per_cluster")
    stock = examples / "indices_vllm_stock_narrow_1x8192_k2048.npy"
    expect(run(tool, "verify", "--scores", scores, "--indices", stock, exit_code=1), "missing_winner")
    refused = run(tool, "topk", "--impl", "rank", "--scores", scores, "--k", 2, "--out", folder / "no.npy", exit_code=3)
    expect(refused, "rank", "Eigen")
    if (folder / "no.npy").exists():
        raise Failure("an implementation that was left out has written an answer")


def library_only(options, folder: pathlib.Path) -> None:
    build = folder / "build"
    said = configure_without(options, build, TEST_PACKAGES + TOOL_PACKAGES)
    expect(said, "command line tool: LEFT OUT, ", "oracles (rank, sort): LEFT OUT, ", "C++ tests: LEFT OUT, ")
    run(options.cmake, "--build", build, "--parallel", JOBS, "--target", "exactk_cpu", "exactk_sim",
        "exactk_device", "exactk_c")
    for library in ("libexactk_contract.a", "libexactk_cpu.a", "libexactk_sim.a", "libexactk_device.a",
                    "libexactk_c_static.a", "libexactk_c.so"):
        if not any(build.rglob(library)):
            raise Failure(f"{library} was not built")


def c_alone(options, folder: pathlib.Path) -> None:
    build, prefix = folder / "build", folder / "prefix"
    said = configure(options, options.source / "bindings/c", build, "-DCMAKE_BUILD_TYPE=Debug", "-DEXACTK_CUDA=OFF",
                     *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in TEST_PACKAGES + TOOL_PACKAGES))
    expect(said, "C interface: yes", "device (CUDA kernels): LEFT OUT, EXACTK_CUDA is OFF")
    run(options.cmake, "--build", build, "--parallel", JOBS)
    run(options.cmake, "--install", build, "--prefix", prefix)
    library = next(prefix.rglob("libexactk_c.so")).parent
    # The installed header is plain C, so the C++ compiler's C is taken: no other compiler need be there.
    program = folder / "program"
    run(options.compiler, *options.flags.split(), "-x", "c", "-std=c11", "-I", prefix / "include",
        pathlib.Path(__file__).parent / "consumer_c/main.c", "-o", program, "-L", library, "-lexactk_c",
        f"-Wl,-rpath,{library}")
    expect(run(program), "c: right")


CASES = {"consumer": consumer, "minimal": minimal, "library_only": library_only, "c_alone": c_alone}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=CASES)
    for name in ("source", "build"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    for name in ("cmake", "generator", "compiler"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--flags", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            CASES[options.case](options, pathlib.Path(folder))
        except Failure as failure:
            print(f"package_{options.case}: {failure}")
            return 1
    print(f"package_{options.case}: as expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())
