"""Plants every kind of change of the C interface and sees abi.py name it."""

import os
import pathlib
import re
import unittest

import abi

ROOT = pathlib.Path(__file__).parents[2]
HEADER = (ROOT / "bindings/c/include/exactk.h").read_text()
GOLDEN = (ROOT / "bindings/c/golden/abi.txt").read_text()
SYMBOLS = re.findall(r"^symbol (.*)$", GOLDEN, re.MULTILINE)
COMPILER = os.environ.get("CC", "cc")


class Abi(unittest.TestCase):
    def changed(self, old: str, new: str) -> str:
        """What is said about the header with one change in it."""
        self.assertEqual(1, len(re.findall(old, HEADER)), f"{old} is not in the header once")
        return abi.difference(GOLDEN, abi.record(re.sub(old, new, HEADER), SYMBOLS, COMPILER))

    def named(self, said: str, *lines: str) -> None:
        for line in lines:
            self.assertIn(line, said)
        self.assertIn("--write", said)

    def test_the_header_itself_is_as_recorded(self):
        self.assertEqual("", abi.difference(GOLDEN, abi.record(HEADER, SYMBOLS, COMPILER)))

    def test_a_field_in_the_middle(self):
        said = self.changed(r"int64_t shared_bytes_sm;", "int64_t planted; int64_t shared_bytes_sm;")
        self.named(said, "+  planted: offset 24, size 8, int64_t", "-  shared_bytes_sm: offset 24",
                   "+struct exactk_profile: size 72")

    def test_a_field_at_the_end(self):
        self.named(self.changed(r"int64_t list_entries_max;", "int64_t list_entries_max; int64_t planted;"),
                   "+  planted: offset 40, size 8, int64_t")

    def test_a_field_removed_swapped_or_of_another_type(self):
        self.named(self.changed(r"uint32_t fill_score_bits;", ""), "-  fill_score_bits: offset 32")
        self.named(self.changed(r"int32_t sms;(.*\n\s*)int32_t threads_per_sm;",
                                r"int32_t threads_per_sm;\1int32_t sms;"), "+  threads_per_sm: offset 8")
        self.named(self.changed(r"const int32_t \*lengths;", "const uint32_t *lengths;"),
                   "-  lengths: offset 48, size 8, const int32_t *", "+  lengths: offset 48, size 8, const uint32_t *")

    def test_an_enumerator_renumbered_removed_or_added(self):
        self.named(self.changed(r"exactk_code_overlap = 7", "exactk_code_overlap = 77"),
                   "-  exactk_code_overlap = 7", "+  exactk_code_overlap = 77")
        self.named(self.changed(r"exactk_type_float32 = 0, ", ""), "-  exactk_type_float32 = 0")
        self.named(self.changed(r"exactk_type_bfloat16 = 2", "exactk_type_bfloat16 = 2, exactk_type_planted = 3"),
                   "+  exactk_type_planted = 3")

    def test_a_symbol_missing_or_leaked_or_of_another_version(self):
        for symbols, line in ((SYMBOLS[:-1], f"-symbol {SYMBOLS[-1]}"),
                              (SYMBOLS + ["T _ZN6exactk3cpu4topkEv"], "+symbol T _ZN6exactk3cpu4topkEv"),
                              ([one.replace("EXACTK_0", "EXACTK_1") for one in SYMBOLS], "+symbol A EXACTK_1")):
            self.named(abi.difference(GOLDEN, abi.record(HEADER, symbols, COMPILER)), line)

    def test_a_prototype_changed(self):
        self.named(self.changed(r"exactk_profile_count\(size_t \*count", "exactk_profile_count(int64_t *count"),
                   "+function int32_t exactk_profile_count(int64_t *count")

    def test_what_cannot_be_read_is_not_passed_over(self):
        for old, new in ((r"exactk_ties_high = 1", "exactk_ties_high"),
                         (r"int64_t rows;", "int64_t rows, planted;"),
                         (r"typedef struct exactk_plan exactk_plan;", "union exactk_planted { int x; };")):
            text, count = re.subn(old, new, HEADER, count=1)
            self.assertEqual(1, count, old)
            with self.assertRaises(abi.Unreadable):
                abi.read_header(text)

    def test_every_function_of_the_header_is_shown_by_the_library_and_nothing_else_is(self):
        functions = set(re.findall(r"^function .*?(\w+)\(", GOLDEN, re.MULTILINE))
        self.assertEqual(functions | {"EXACTK_0"}, {symbol.split()[1].split("@")[0] for symbol in SYMBOLS})


if __name__ == "__main__":
    unittest.main()
