# Runs the digest programs of several builds, each also with FTZ and DAZ set, and compares what they print.
# Spec: contract/C15. Layer: proptests/environment.
"""Usage: same_digests.py PROGRAM... ; the last program is the one whose caller was built with -ffast-math."""

import subprocess
import sys


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr.strip()


def main(programs):
    expected = None
    flushing = 0
    for program in programs:
        for arguments in ([], ["ftz"]):
            printed, mode = run([program, *arguments])
            flushing += mode.endswith("denormals are zero: yes")
            if not mode.startswith("library with fast math: no,"):
                sys.exit(f"{program}: its library was to be compiled without fast math, whoever asks for it: {mode}")
            lines = printed.splitlines()
            print(f"{program.rsplit('/', 1)[-1]} {' '.join(arguments)}: {len(lines)} digests, {mode}")
            if expected is None:
                expected = lines
                if len(lines) < 100 or any(" ok " not in line for line in lines):
                    sys.exit("too few digests, or a refusal among them: this proves nothing")
            elif lines != expected:
                for mine, theirs in zip(lines, expected):
                    if mine != theirs:
                        sys.exit(f"differs from the first program:\n  {theirs}\n  {mine}")
                sys.exit("differs from the first program in the number of lines")
    # Each program sets the flags once by argument; -ffast-math sets them at start-up by itself too.
    if flushing != len(programs) + 1:
        sys.exit(f"FTZ and DAZ were on in {flushing} runs, expected {len(programs) + 1}")


if __name__ == "__main__":
    main(sys.argv[1:])
