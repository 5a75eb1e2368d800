# exactk trace: the observables of a row, in agreement with topk and between text and JSON.
# Spec: algorithm/F1 F4 F5 F6 F7 O1 O2 O3 O4. Layer: proptests/cli.
import json
import os

import numpy as np

import support
from support import expected, row_digest


class Trace(support.Case):
    def setUp(self):
        super().setUp()
        self.values = np.random.default_rng(2).integers(0, 50, (3, 1000)).astype(np.float32)
        self.scores = self.save("s.npy", self.values)

    def trace(self, *flags):
        return json.loads(self.succeeds("trace", "--scores", self.scores, "--json", *flags))

    def test_json_holds_all_observables(self):
        shown = self.trace("--row", 1, "--k", 100, "--ctas", 7, "--digits", "11,11,10")
        self.assertEqual((shown["row"], shown["n"], shown["m"], shown["key_bits"]), (1, 1000, 100, 32))
        self.assertEqual(shown["indices"], expected(self.values[1], 100).tolist())
        self.assertEqual(int(shown["digest"], 16), row_digest(shown["indices"]))
        self.assertEqual([round_["digit_bits"] for round_ in shown["rounds"]], [11, 11, 10][: len(shown["rounds"])])
        self.assertEqual(sum(count for _, count in shown["rounds"][0]["histogram"]), 1000)
        for round_ in shown["rounds"]:
            self.assertIn([round_["digit"], round_["population"]], round_["histogram"])
        self.assertEqual(len(shown["ctas"]), 7)
        self.assertEqual((shown["ctas"][0]["first"], shown["ctas"][-1]["last"]), (0, 1000))
        chosen = self.values[1][shown["indices"]]
        certificate = shown["certificate"]
        self.assertEqual(certificate["above"], int(np.sum(self.values[1] > chosen.min())))
        self.assertEqual(certificate["population"], int(np.sum(self.values[1] == chosen.min())))
        self.assertEqual(certificate["above"] + certificate["quota"], 100)

    def test_text_tells_what_json_tells(self):
        flags = ["--row", 2, "--k", 100, "--ctas", 5]
        shown = self.trace(*flags)
        text = self.succeeds("trace", "--scores", self.scores, *flags)
        for r, round_ in enumerate(shown["rounds"]):
            self.assertIn(f"  round {r}: shift {round_['shift']} width {round_['digit_bits']}\n", text)
            self.assertIn(f"  S5 threshold digit 0x{round_['digit']:02X}: population {round_['population']}, above "
                          f"{round_['above']}, open {round_['open']}, prefix {round_['prefix']}\n", text)
            self.assertIn(f"-> 0x{round_['digit']:02X}: {round_['population']}\n", text)
        for c, cta in enumerate(shown["ctas"]):
            fields = ("first", "last", "above_share", "equal_share", "above_base", "equal_base")
            row = [str(c)] + [str(cta[field]) for field in fields]
            self.assertIn(row, [line.split() for line in text.splitlines()])
        certificate = shown["certificate"]
        self.assertIn(f"S11 certificate: pivot {certificate['pivot']}, above {certificate['above']}, population "
                      f"{certificate['population']}, quota {certificate['quota']}, "
                      f"status 0x{certificate['status']:08X}", text)
        self.assertIn(f"S8 slots: prefix {shown['prefix']}, quota {shown['quota']}, lo {shown['lo']}\n", text)
        self.assertIn(f"S12 digest: {shown['digest']}\n", text)
        first, last = shown["indices"][:8], shown["indices"][-8:]
        self.assertIn("indices: " + " ".join(map(str, first)) + " ... 84 not shown ... " + " ".join(map(str, last)),
                      text)

    def test_many_ctas_are_summed_up_in_text_only(self):
        flags = ["--row", 0, "--k", 10, "--ctas", 33]
        self.assertEqual(len(self.trace(*flags)["ctas"]), 33)
        text = self.succeeds("trace", "--scores", self.scores, *flags)
        self.assertIn("  33 CTAs: chunk lengths 30 to 31, 0 of them empty; above shares ", text)
        self.assertNotIn("above base", text)

    def test_a_row_is_traced_as_if_alone(self):
        alone = self.save("alone.npy", self.values[1])
        one = self.trace("--row", 1, "--k", 9, "--ctas", 3)
        other = json.loads(self.succeeds("trace", "--scores", alone, "--json", "--row", 0, "--k", 9, "--ctas", 3))
        for key in ("rounds", "ctas", "certificate", "indices", "digest"):
            self.assertEqual(one[key], other[key])

    def test_short_and_empty_rows_have_no_rounds(self):
        lengths = self.save("l.npy", np.int32([5, 0, 9]))
        short = self.trace("--row", 0, "--k", 7, "--lengths", lengths)
        self.assertEqual((short["short_row"], short["rounds"], short["ctas"]), (True, [], []))
        self.assertEqual(short["indices"], [0, 1, 2, 3, 4, -1, -1])
        text = self.succeeds("trace", "--scores", self.scores, "--row", 1, "--k", 7, "--lengths", lengths)
        self.assertIn("S1 short row: yes", text)
        self.assertIn("(EMPTY ALL_SELECTED)", text)
        self.assertIn("S10 fill: 7 slots\n", text)
        third = self.trace("--row", 2, "--k", 2, "--lengths", lengths)
        self.assertEqual((third["n"], third["short_row"]), (9, False))

    def test_options_reach_the_model(self):
        shown = self.trace("--row", 0, "--k", 30, "--smallest", "--ties", "high", "--order", "rank")
        want = expected(self.values[0], 30, order="rank", smallest=True, ties="high")
        self.assertEqual(shown["indices"], want.tolist())
        self.assertIn("S9 rank order", self.succeeds("trace", "--scores", self.scores, "--row", 0, "--k", 30,
                                                     "--order", "rank"))

    def filter_in_text(self, *flags):
        """The trace as JSON, and the text of the same, in which every field of the filter must stand."""
        shown = self.trace(*flags)
        return shown, shown["filter"], self.succeeds("trace", "--scores", self.scores, *flags)

    def test_without_a_list_there_is_no_filter(self):
        shown, filter_, text = self.filter_in_text("--row", 0, "--k", 5, "--ctas", 2)
        self.assertEqual([shown["plan"][name] for name in ("whole", "list", "sample", "threshold")], [0, 0, 0, None])
        self.assertEqual({value for value in filter_.values()}, {False, 0, "0x00000000"})
        self.assertEqual([cta["kept_share"] for cta in shown["ctas"]], [0, 0])
        for words in ("\nF1 filter", "\nF7 few", "kept"):
            self.assertNotIn(words, text)

    def test_a_row_whose_pivot_is_the_heavy_key_is_told(self):
        values = np.full((1, 200), 3, dtype=np.float32)
        values[0, 150] = 4
        scores = self.save("heavy.npy", values)
        flags = ["--row", 0, "--k", 5, "--ctas", 2, "--list", 64, "--sample", 64]
        shown = json.loads(self.succeeds("trace", "--scores", scores, *flags, "--json"))
        filter_ = shown["filter"]
        self.assertEqual((filter_["heavy"], filter_["fell_back"], filter_["kept"], filter_["equal"]), (True, False, 1, 199))
        self.assertEqual((shown["rounds"], shown["quota"], shown["indices"]), ([], 4, [0, 1, 2, 3, 150]))
        text = self.succeeds("trace", "--scores", scores, *flags)
        for words in ("\nS3 chunks", "\nF4 heavy: the key 0xC0400000 alone has that digit in the sample\n",
                      "\nF5 list: 1 kept, 199 equal to the heavy key, which is the pivot\n"):
            self.assertIn(words, text)
        self.assertNotIn("F7 few", text)
        self.assertEqual([cta["equal_share"] for cta in shown["ctas"]], [100, 99])

    def test_a_sampled_row_is_told(self):
        flags = ["--row", 1, "--k", 5, "--ctas", 3, "--list", 500, "--sample", 256]
        shown, filter_, text = self.filter_in_text(*flags)
        self.assertEqual([shown["plan"][name] for name in ("whole", "list", "sample", "threshold")], [0, 500, 256, None])
        self.assertEqual((filter_["used"], filter_["sampled"], filter_["fell_back"]), (True, True, False))
        self.assertEqual(filter_["target"], 2 + 7 + 6)
        # Scores of at least 0 have their pattern and the sign bit for a key.
        threshold = np.uint32(int(filter_["threshold"], 16) ^ 0x80000000).view(np.float32)
        self.assertEqual(filter_["kept"], int(np.sum(self.values[1] >= threshold)))
        self.assertEqual(filter_["base"], filter_["threshold"])
        self.assertEqual(filter_["top"], filter_["hi"])
        self.assertEqual(shown["indices"], expected(self.values[1], 5).tolist())
        self.assertEqual(sum(cta["kept_share"] for cta in shown["ctas"]), filter_["kept"])
        self.assertIn("F1 filter: whole 0, list 500, sample 256, the row is sampled\nF3 target: 15\n", text)
        self.assertIn(f"F4 threshold {filter_['threshold']}: lo {filter_['lo']}, hi {filter_['hi']}, shift "
                      f"{filter_['shift']}, digit {filter_['digit']}, samples reached {filter_['reached']}\n", text)
        self.assertIn(f"F5 list: {filter_['kept']} kept, which fit and are enough\n", text)
        self.assertIn(f"F6 rounds on the list: base {filter_['base']}, top {filter_['top']}\n", text)
        for c, cta in enumerate(shown["ctas"]):
            self.assertIn([str(c)] + [str(value) for value in cta.values()],
                          [line.split() for line in text.splitlines()])

    def test_a_row_listed_whole_may_end_with_few(self):
        values = np.float32([0, 4000, 4001, 4001, 1e30, 100, 200, 5])
        scores = self.save("few.npy", values)
        flags = ["trace", "--scores", scores, "--row", 0, "--k", 2, "--whole", 40]
        shown = json.loads(self.succeeds(*flags, "--json"))
        self.assertEqual((shown["filter"]["used"], shown["filter"]["sampled"]), (True, False))
        self.assertEqual((shown["filter"]["kept"], shown["filter"]["few"]), (8, True))
        self.assertEqual(shown["prefix"], f"0x{int(np.float32(4001).view(np.uint32)) | 0x80000000:08X}")
        text = self.succeeds(*flags)
        self.assertIn("F1 filter: whole 40, list 0, sample 0, the row is listed whole\n", text)
        self.assertIn(f"F7 few: yes, the pivot is {shown['prefix']}\n", text)
        # So many equal scores are never few.
        flags[2] = self.save("equal.npy", np.ones(40, np.float32))
        self.assertFalse(json.loads(self.succeeds(*flags, "--json"))["filter"]["few"])
        self.assertIn("\nF7 few: no\n", self.succeeds(*flags))

    def test_a_threshold_can_be_forced_and_rows_fall_back(self):
        forced = ["--row", 0, "--k", 5, "--list", 500, "--sample", 32, "--threshold"]
        shown, filter_, text = self.filter_in_text(*forced, "0xc1A00000")  # 20.0
        self.assertEqual((shown["plan"]["threshold"], filter_["threshold"]), ("0xC1A00000", "0xC1A00000"))
        kept = int(np.sum(self.values[0] >= 20))
        self.assertEqual((filter_["sampled"], filter_["kept"], filter_["fell_back"]), (False, kept, kept > 500))
        self.assertIn("the threshold 0xC1A00000 is forced\n", text)
        for threshold, kept in (("0x0", 1000), ("0xFFFFFFFF", 0)):
            shown, filter_, text = self.filter_in_text(*forced, threshold)
            self.assertEqual((filter_["kept"], filter_["fell_back"], filter_["top"]), (kept, True, "0x00000000"))
            self.assertEqual(shown["rounds"][0]["shift"], 24)
            self.assertIn(f"F5 list: {kept} kept, so the row falls back\n", text)
            self.assertNotIn("\nF6 rounds", text)
            self.assertNotIn("\nF7 few", text)

    def test_a_cut_beyond_the_sample_is_looked_for_where_it_is(self):
        # The sample is the first 32 elements; 33 much better ones follow.
        steps = np.concatenate([np.arange(32), np.arange(100, 133), np.zeros(63)]).astype(np.uint32)
        scores = self.save("burst.npy", (steps + 0x3F800000).view(np.float32))
        flags = ["trace", "--scores", scores, "--row", 0, "--k", 2, "--list", 100, "--sample", 32]
        shown = json.loads(self.succeeds(*flags, "--json"))
        filter_ = shown["filter"]
        self.assertEqual((filter_["kept"], filter_["fell_back"], filter_["hi"]), (45, False, "0xBF80001F"))
        # The rounds are on the largest digit of those between the threshold and hi, and on all above.
        self.assertGreater(int(filter_["base"], 16), int(filter_["hi"], 16))
        self.assertEqual(filter_["top"], "0xBF800084")
        self.assertEqual(shown["indices"], [63, 64])
        self.assertIn("F5 list: 45 kept, which fit and are enough\n"
                      f"F6 rounds on the list: base {filter_['base']}, top {filter_['top']}\n", self.succeeds(*flags))

    def test_a_target_beyond_a_rows_own_sample_says_that_there_is_no_threshold(self):
        # 1000 elements take 256 samples, whatever more the plan has.
        shown, filter_, text = self.filter_in_text("--row", 0, "--k", 800, "--list", 1000, "--sample", 512)
        self.assertEqual((filter_["target"], filter_["reached"], filter_["fell_back"]), (205 + 78 + 6, 0, True))
        self.assertIn("F3 target: 289\nF4 threshold: none, the target is larger than the row's sample\n", text)

    def test_rows_that_no_filter_fits_say_so(self):
        shown, filter_, text = self.filter_in_text("--row", 0, "--k", 5, "--whole", 99)
        self.assertFalse(filter_["used"])
        self.assertIn("F1 filter: whole 99, list 0, sample 0, not for this row", text)
        shown, filter_, text = self.filter_in_text("--row", 0, "--k", 400, "--list", 500, "--sample", 32)
        self.assertEqual((filter_["target"], filter_["fell_back"]), (13 + 19 + 6, True))
        self.assertIn("F4 threshold: none, the target is larger than the row's sample\n", text)

    def test_many_ctas_sum_up_what_they_kept(self):
        text = self.succeeds("trace", "--scores", self.scores, "--row", 0, "--k", 5, "--ctas", 40, "--list", 1000,
                             "--sample", 32, "--threshold", "0x1")
        self.assertIn("; kept shares 25 to 25\n", text)

    def test_bad_filters_are_refused(self):
        def refused(*flags, stderr):
            self.ends(2, "trace", "--scores", self.scores, "--row", 0, "--k", 1, *flags, stderr=stderr)
        refused("--list", -1, stderr="exactk: illegal_plan: --list is -1; the limit is 0\n")
        refused("--list", 1 << 31, stderr="exactk: illegal_plan: --list is 2147483648; the limit is 2147483647\n")
        for list_, sample in ((100, 33), (0, 32), (100, 96), (200, 96), (100, 128), (100, -32), (64, 16)):
            refused("--list", list_, "--sample", sample, stderr=f"exactk: illegal_plan: --sample is {sample}; it must be "
                    f"32 times a power of two and at most --list, which is {list_}, or 0\n")
        refused("--sample", 32, stderr="at most --list, which is 0, or 0\n")
        refused("--whole", -1, stderr="exactk: illegal_plan: --whole is -1; the limit is 0\n")
        refused("--list", "1e3", stderr="'1e3' is not a whole number")
        refused("--list", 100, "--threshold", "0x1", stderr="--threshold requires --sample")
        for key in ("BF801800", "0x", "0xG", "0x1FFFFFFFF", "0x1G", "0x-1", "17", "", " 0x1"):
            refused("--list", 100, "--sample", 32, "--threshold", key, stderr="is not a key of up to 32 bits")
        half = self.save("half.npy", np.float16([1, 2, 3]))
        base = ["trace", "--scores", half, "--row", 0, "--k", 1, "--list", 32, "--sample", 32, "--threshold"]
        self.succeeds(*base, "0xFFFF")
        for key in ("0x10000", "0x1FFFF", "0xFFFFFFFF"):
            self.ends(2, *base, key, stderr=f"exactk: --threshold is {key}, but keys of float16 scores have 16 bits\n")

    def test_rows_outside_and_bad_plans_are_refused(self):
        for row in (-1, 3):
            self.ends(2, "trace", "--scores", self.scores, "--row", row, "--k", 1,
                      stderr=f"--row {row} is outside the 3 rows of")
        self.ends(2, "trace", "--scores", self.scores, "--row", 0, "--k", 1, "--ctas", 0,
                  stderr="exactk: illegal_plan: --ctas is 0; the limit is 1\n")
        self.ends(2, "trace", "--scores", self.scores, "--row", 0, "--k", 1, "--ctas", 1 << 31,
                  stderr="exactk: --ctas: 2147483648 is outside -2147483648 to 2147483647\n")
        self.ends(2, "trace", "--scores", self.scores, "--row", 0, "--k", 1, "--digits", "8,8,8",
                  stderr="exactk: illegal_plan: sum of --digits is 24; it must be 32\n")
        self.ends(2, "trace", "--scores", self.scores, "--row", 0, "--k", -1, stderr="k is -1")

    def test_the_example_of_the_documentation(self):
        path = os.path.join(support.EXAMPLES, "scores_narrow_1x8192.npy")
        text = self.succeeds("trace", "--scores", path, "--row", 0, "--k", 2048, "--ctas", 4)
        self.assertIn("S5 threshold digit 0xBF: population 8192, above 0, open 2048, prefix 0xBF000000\n", text)


if __name__ == "__main__":
    support.main()
