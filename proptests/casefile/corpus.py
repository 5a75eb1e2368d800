# Makes the corpus of case files by numpy alone and compares it with what is there.
# Spec: contract/C1 to C15. Layer: proptests/casefile.
"""Makes the case files of proptests/corpus from formulas and by numpy alone, and tells which of them differ.

Answers are numpy's stable sort; those of public reports are held to the SHA-256 prefixes that came with the reports.
Usage: corpus.py FOLDER compares every file; corpus.py --write FOLDER writes them.
"""

import hashlib
import pathlib
import struct
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import support  # noqa: E402  the truth of the command line's tests, written without any of ours

NAN, MINUS_INF = 0x7FC00000, 0xFF800000
SHORT = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}
INDICES_SHOWN = 16  # convention: longer answers stand as digests


def fnv(rows):
    """FNV-1a, 64 bits, over the bytes of all rows."""
    state = 0xCBF29CE484222325
    for row in rows:
        for byte in row.tobytes():
            state = ((state ^ byte) * 0x100000001B3) & support.MASK
    return state


def runs(values, word):
    """A list with repeats, as a case file has it."""
    parts, first = [], 0
    while first < len(values):
        last = first
        while last < len(values) and values[last] == values[first]:
            last += 1
        parts.append(word(values[first]) + (f"*{last - first}" if last - first > 1 else ""))
        first = last
    return ",".join(parts) or "none"


def floats(*values):
    return np.float32(values).view(np.uint32)


def case(name, note, rows, k, *, clause="C5", type="float32", generator=None, width=None, lengths=None, pitch=None,
         offset=0, direction="largest", ties="low", order="index", nan="largest", ctas=1, digits="default",
         bounds="plain", emission="direct", filter="none", sha12=None, law=None):
    """(file name, text). `rows` are arrays of bit patterns in [0, n); `generator` is how the file tells of them."""
    bits = [np.asarray(row).astype(np.uint32 if type == "float32" else np.uint16) for row in rows]
    width = len(bits[0]) if width is None else width
    answers, cache = [], {}
    for row in bits:
        key = row.tobytes()
        if key not in cache:
            cache[key] = support.expected(support.widen(row, SHORT[type]), k, order=order, smallest=direction == "smallest",
                                          nan=nan, ties=ties)
        answers.append(cache[key])
    if sha12 is not None:
        for answer in answers:
            found = hashlib.sha256(struct.pack(f"<{k}i", *answer)).hexdigest()[:12]
            assert found == sha12, (name, found)
    asked = [] if law is None else [f"law {law[0]}", f"law_seed {law[1]}", f"implementation {law[2]}"]
    lines = [f"exactk case {1 if law is None else 2}", f"note {note}", f"clause {clause}", *asked, f"type {type}",
             f"rows {len(bits)}", f"width {width}", f"pitch {width if pitch is None else pitch}", f"offset {offset}",
             f"lengths {'full' if lengths is None else runs(lengths, str)}", f"k {k}", f"direction {direction}",
             f"ties {ties}", f"order {order}", f"nan {nan}", "fill -1 default", "outputs indices scores facts", "gap 1",
             f"ctas {ctas}", f"digits {digits}", f"bounds {bounds}", f"emission {emission}", f"filter {filter}"]
    if generator is None:
        lines.append("scores bits")
        digits_each = 8 if type == "float32" else 4
        lines += ["row " + runs(row.tolist(), lambda word: f"{word:0{digits_each}X}") for row in bits]
    else:
        lines.append(f"scores generator {generator} hash 0x{fnv(bits):016X}")
    if len(bits) * k <= INDICES_SHOWN:
        lines.append("expect indices")
        lines += ["answer " + runs(answer.tolist(), str) for answer in answers]
    else:
        digests, known = [], {}
        for answer in answers:
            key = answer.tobytes()
            known.setdefault(key, support.row_digest(answer))
            digests.append(known[key])
        lines.append("expect digests " + runs(digests, lambda digest: f"0x{digest:016X}"))
    return name + ".case", "\n".join(lines) + "\n"


def ramp(n, first=0, step=1):
    return np.float32(first + step * np.arange(n, dtype=np.float64)).view(np.uint32)


def lettered():
    """Public reports 1 to 7: what a list of fixed size, a tie list or arrival order loses."""
    i = np.arange(131072, dtype=np.int64)

    def a1(n):
        return (0x3F800000 + 125 * i[:n]).astype(np.uint32)

    a1_text = "patterns 3F800000 125 1 0 0"
    yield case("report-01-a1-33-rows", "public report 1: 16385 scores of one coarse bin, list of 16384", [a1(16385)] * 33, 2048,
               clause="C3 C5", generator=a1_text, ctas=8, digits="11,11,10", sha12="305ae539d823")
    yield case("report-01-a1-16384", "public report 1: one less, which the list holds", [a1(16384)], 2048, clause="C3 C5",
               generator=a1_text, ctas=7, emission="merge", sha12="624800105d83")
    yield case("report-01-a1-4097", "public report 1: list of 4096", [a1(4097)], 512, clause="C3 C5", generator=a1_text,
               ctas=2, sha12="eac95a285204")
    yield case("report-01-a1-3709", "public report 1: list of 3708", [a1(3709)], 512, clause="C3 C5", generator=a1_text,
               filter="whole 8192 list 0 sample 0", sha12="5f2ed854463f")
    yield case("report-01-a1p", "public report 1: one coarse bin in no order",
               [(0x3F800000 + 62 * ((5003 * i[:32770]) % 32770)).astype(np.uint32)], 2048, clause="C3 C5",
               generator="patterns 3F800000 62 5003 0 32770", ctas=16, filter="whole 0 list 8192 sample 1024",
               sha12="b5baff597a7a")
    yield case("report-01-a2", "public report 1: all scores above 65504, a long row of which 4096 count",
               [ramp(4096, 806736, -1)], 512, clause="C3 C5", width=806736, lengths=[4096],
               generator="numbers 806736 -1", ctas=64, sha12="d1db81dae1e4")
    yield case("report-01-a2r8", "public report 1: the same rising", [ramp(8192, 798545)], 512, clause="C3 C5",
               generator="numbers 798545 1", filter="whole 8192 list 0 sample 0", sha12="a536bb0ef225")
    yield case("report-02-a6", "public report 2: bfloat16 ties beyond a refine buffer",
               [(np.float32((i[:65536] % 64) / 64).view(np.uint32) >> 16)] * 4, 1024, clause="C4 C5", type="bfloat16",
               generator="report A6", ctas=8, digits="8,8", sha12="e8b2f095641d")
    yield case("report-03-a4", "public report 3: scores that share their upper 22 bits",
               [(0x3F900000 | ((40503 * i[:32768]) >> 4 & 0x3FF)).astype(np.uint32)], 2048, clause="C4 C5",
               generator="patterns 3F900000 1 40503 4 1024", ctas=4, digits="12,12,8", sha12="8fc71b02e95b")
    head = i[:8320]
    a5 = np.float32(np.where((head % 83 == 7) & (head < 8300), 1 + head / 128, 0)).view(np.uint32)
    yield case("report-04-a5", "public report 4: 8220 zeros for a tie list of 2048", [a5], 2048, clause="C4 C5",
               generator="report A5", ctas=3, sha12="5dfa18b681e8")
    infinite = np.zeros(8320, np.float32)
    infinite[[8000, 8001, 8100, 8200, 8319]] = np.inf
    yield case("report-04-infinities", "public report 4: infinities above a plateau of zeros", [infinite.view(np.uint32)],
               2048, clause="C3 C4", generator="report A5inf", ctas=3, emission="merge")
    p = (29 * i) % 131072
    a8 = np.float32(np.where(p < 1024, 2 + p / 131072, np.where(p < 21024, 1, -1))).view(np.uint32)
    yield case("report-05-a8", "public report 5: a plateau wider than the buffer", [a8], 2048, clause="C4 C5",
               generator="report A8", ctas=64, digits="11,11,10", sha12="a9bd06044b79")
    yield case("report-05-k-plus-1", "public report 5: one element more than k", [ramp(2049)], 2048, clause="C2 C5",
               width=4096, lengths=[2049], generator="numbers 0 1", ctas=7)
    j = i[:65536]
    f3 = np.float32((7 * j * j + j) % 65521 // 650).view(np.uint32)
    yield case("report-06-f3", "public report 6: ties at the cut, ten calls with ten answers", [f3], 512,
               clause="C4 C15", generator="report F3", ctas=16, sha12="b818c33f52eb")
    row = floats(1, 2, 5, 4, 5)
    for k, digest in ((1, "26b25d457597"), (2, "5821e0d4c400"), (3, None), (5, None)):
        yield case(f"report-07-f1-k{k}", "public report 7: the best one is the first of the best two", [row], k,
                   clause="C4", ctas=3, sha12=digest)
    yield case("report-07-f4", "public report 7: ties of the best", [floats(3, 2, 3, 2, 1, 1)], 2, clause="C4", ctas=2,
               sha12="2fcd151b8295")


def lengths_and_counts():
    """Public reports 8 to 13 and 17 to 20: lengths, k, many rows, what is left over from the call before."""
    long = [ramp(16384)] * 6 + [ramp(0)] * 2
    yield case("report-08-length-minus-1", "public report 8: a length of -1 is an empty row", long, 512, clause="C1 C7",
               width=16384, lengths=[16384] * 6 + [-1, 0], generator="numbers 0 1", ctas=8)
    yield case("report-09-lengths", "public report 9: padded rows with lengths from -4 to 1", [ramp(0)] * 5 + [ramp(1)],
               2048, clause="C1 C7", width=8192, lengths=[-4, -3, -2, -1, 0, 1], generator="numbers 0 1", ctas=4)
    counts = [131072, 100, 4096, 1]
    yield case("report-10-chunks", "public report 10: chunks that begin beyond a short row", [ramp(n) for n in counts], 2048,
               clause="C1 C10", width=131072, lengths=counts, generator="numbers 0 1", ctas=16)
    yield case("report-11-g5", "public report 11: k above the row", [ramp(700)], 2048, clause="C2 C7",
               generator="numbers 0 1", ctas=2, sha12="1decd2f54137")
    g4 = (np.float32((263 * np.arange(705)) % 705) / np.float32(7)).view(np.uint32)
    yield case("report-12-g4", "public report 12: an odd k equal to the row", [g4] * 235, 705, clause="C2",
               generator="report G4", ctas=3, sha12="3c18eb27538e")
    yield case("report-13-k-0", "public report 13: k of 0", [floats(1, 2, 3, 4, 5, 2, 1, -1, -4, 12, 4)], 0, clause="C2",
               ctas=2)
    yield case("report-17-65536-rows", "public report 17: more rows than a grid dimension holds", [ramp(10)] * 65536, 3,
               clause="C11", generator="numbers 0 1")
    lengths = [60001, 100, 60001, 300, 60001, 500]
    yield case("report-18-trivial-rows", "public report 18: every second row is trivial", [ramp(n) for n in lengths], 512,
               clause="C15", width=60001, lengths=lengths, generator="numbers 0 1", ctas=8)
    yield case("report-19-stale", "public report 19: nothing of the call before may be left", [ramp(1000)], 129,
               clause="C8 C15", order="rank", generator="numbers 0 1", ctas=7)
    yield case("report-20-shared-memory", "public report 20: a form that a device has no shared memory for", [ramp(65536)] * 8,
               128, clause="C18", generator="numbers 0 1", ctas=8)


def special_values():
    """Public reports 14 to 16: infinities, NaNs and signs."""
    c6 = np.uint32([0x3F000000] + [MINUS_INF] * 4)
    yield case("report-14-c6", "public report 14: a real -inf is an element", [c6], 3, clause="C3 C7", ctas=2,
               sha12="ad5dc1478de0")
    d1 = np.uint32([0x3F000000] + [NAN] * 4)
    d4 = np.where((11 * np.arange(4096)) % 4096 < 3000, np.uint32(NAN), ramp(4096))
    for nan, digests in (("largest", ("4636993d3e1d", "3ade6a49c2a0", "d1db81dae1e4")),
                         ("smallest", ("ad5dc1478de0", "77f525e0ee90", "d1db81dae1e4"))):
        yield case(f"report-14-d1-{nan}", "public report 14: NaN by the policy", [d1], 3, clause="C3", nan=nan, ctas=2,
                   sha12=digests[0])
        yield case(f"report-16-d4-{nan}", "public report 16: 3000 NaNs of 4096", [d4], 2048, clause="C3", nan=nan,
                   generator="report D4", ctas=3, sha12=digests[1])
        yield case(f"report-16-d5-{nan}", "public report 16: nothing but NaN", [np.full(4096, NAN, np.uint32)], 512,
                   clause="C3", nan=nan, ctas=5, sha12=digests[2])
    g3 = np.float32([-3.5, -1.5, -7.5, 0.5, -2.5]).view(np.uint32) >> 16
    yield case("report-15-g3", "public report 15: negative bfloat16 scores", [g3], 3, clause="C3 C9", type="bfloat16",
               ctas=2, sha12="28b7693c3d76")


def own_faults():
    """Faults that this project had, each at the smallest size that has all that it needs."""
    for type, gap, sign in (("float32", 0x80000000, 0x80000000), ("float16", 0x8000, 0x8000), ("bfloat16", 0x8000, 0x8000)):
        for place, step in (("below", -1), ("at", 0), ("above", 1)):
            # Zeros of both signs and the smallest subnormals of both signs, 64 of them; the cut lies in the negative ones.
            row = np.array([sign + 1, 0, sign, 1, sign, sign + 2, 0, 1] * 8)
            yield case(f"fault-keep-rule-{type}-{place}", "kernels kept zeros at the threshold of a -0 that had its sign",
                       [row], 12, clause="C5 C8", type=type, direction="smallest",
                       filter=f"whole 0 list 64 sample 32 threshold 0x{gap + step:08X}")
    tiny = np.array([0x00011170, 0x80011170, 0, 0x80000000, 1, 0x000116C2, 0x000116C3, 0x000116C1] * 8)
    yield case("fault-flushed-threshold", "fast-math flags flushed a subnormal threshold, so zeros were kept", [tiny], 16,
               clause="C5 C15", filter="whole 0 list 64 sample 32 threshold 0x800116C2")
    wide = np.repeat(np.uint32([0x3F800000, 0xBF800000, NAN, 0xFF7FFFFF, 0x7F7FFFFF, 0xFFFFFFFF, 1, 0x80000001]), 16)
    yield case("fault-last-digit-wraps", "the end of the last digit is beyond the largest key and wrapped around", [wide], 20,
               clause="C5", ties="high", filter="whole 0 list 128 sample 32")
    yield case("fault-first-digit-wraps", "the same from the other end", [wide], 20, clause="C5", direction="smallest",
               nan="smallest", filter="whole 0 list 128 sample 64")
    nans = np.repeat(np.uint32([0x3F800000, 0x7FC00001, 0x3F800001]), [40, 42, 46])
    yield case("fault-many-nans-in-the-last-digit", "more than 32 NaNs share the last digit with keys above the sample's",
               [nans], 35, clause="C3 C4", filter="whole 0 list 128 sample 64")
    yield case("fault-counts-of-16-bits", "a list of more elements than 16 bits count", [np.full(70000, 0x3F800000)], 40000,
               clause="C5", ties="high", generator="patterns 3F800000 0 0 0 0",
               filter="whole 0 list 70000 sample 32 threshold 0x00000000")
    yield case("fault-no-slots", "a judge that hung on rows without slots", [ramp(4), ramp(0), ramp(9)], 0, clause="C2 C12",
               width=9, pitch=12, lengths=[4, -7, 2147483647], ctas=3)
    yield case("fault-rank-room", "a plan by rank without room for its pairs", [ramp(4096, 4096, -1)], 2048, clause="C6",
               order="rank", ties="high", generator="numbers 4096 -1", ctas=4, filter="whole 0 list 2304 sample 256")
    yield case("fault-law-left-out", "a stored case without its law, which takes ties high itself, did not fail again",
               [floats(1, 2, 2)], 1, clause="C4 C6", law=("ties", 7, "cpu"))
    yield case("fault-empty-chunks", "chunks without elements, and a row that begins off every boundary",
               [floats(1, 2, 5, 4, 5)], 3, clause="C15", offset=3, pitch=6, ctas=4, bounds="0*3,5*2", emission="merge")


def corpus():
    files = {}
    for group in (lettered, lengths_and_counts, special_values, own_faults):
        for name, text in group():
            assert name not in files, name
            files[name] = text
    return files


def main(arguments):
    write = arguments[:1] == ["--write"]
    folder = pathlib.Path(arguments[-1])
    files = corpus()
    if write:
        for name, text in files.items():
            (folder / name).write_text(text)
    there = {path.name for path in folder.glob("*.case")}
    problems = [f"{name}: not made by this script" for name in sorted(there - set(files))]
    for name, text in files.items():
        if name not in there or (folder / name).read_text() != text:
            problems.append(f"{name}: missing or not what this script makes")
    for problem in problems:
        print(problem)
    print(f"{len(files)} case files, {len(problems)} problems, largest {max(map(len, files.values()))} bytes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
