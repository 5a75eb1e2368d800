"""The sections of the suites other than the grid: each planted cell is listed, its neighbour within the goal is not."""

import unittest

from made import Reported


def based(variant, base, to_base, **more):
    return {"variant": variant, "base": base, "to_base": to_base, **more}


class AgainstBase(Reported):
    def part(self, suite, title, lines):
        self.put(suite, lines)
        return self.section(self.report(code=3), title)

    def test_hostile_has_the_spread_of_each_kind_and_lists_every_cell_above(self):
        part = self.part("hostile", "Hostile scores", [
            (1, 4096, 512, 10.0, 5.0, {"variant": "normal"}),
            (1, 4096, 512, 12.0, 5.0, based("ties2", "normal", 1.2)),
            (8, 4096, 512, 14.0, 5.0, based("ties2", "normal", 1.4)),
            (64, 4096, 512, 20.0, 5.0, based("ties2", "normal", 2.0)),
            (1, 4096, 512, 16.2, 5.0, based("equal", "normal", 1.62)),
            (8, 4096, 512, 11.0, 5.0, based("equal", "normal", 1.1))])
        self.assertEqual(["3", "1.20 / 1.40 / 2.00", "1.60", "1", "1 beyond, 0 undecided, 0 within noise, of 3",
                          "beyond, one run"], self.row(part, "ties2")[1:])
        # The median of 1.1 and 1.62 is 1.36, above 1.30 by more than 4 %.
        self.assertEqual(["2", "1.10 / 1.36 / 1.62", "1.60", "1", "0 beyond, 0 undecided, 1 within noise, of 2",
                          "beyond, one run"], self.row(part, "equal")[1:])
        self.assertEqual(["20.00", "10.00", "2.00", "1.60", "beyond, one run"], self.row(part, 64, 4096, 512, "ties2")[4:])
        self.assertEqual("within noise", self.row(part, 1, 4096, 512, "equal")[-1])
        self.no_row(part, 8, 4096, 512)

    def test_ragged_judges_uneven_lengths_and_shows_the_own_width(self):
        part = self.part("ragged", "Ragged batches", [
            (32, 30000, 512, 10.0, 5.0, {"variant": "one long: even", "lengths": "even"}),
            (32, 65536, 512, 15.0, 5.0, based("one long", "one long: even", 1.5, lengths="one long")),
            (32, 30000, 512, 20.0, 5.0, based("one long: even; own width", "one long: even", 2.0)),
            (32, 30000, 1024, 20.0, 5.0, based("one long: even again", "one long: even", 2.0, lengths="even")),
            (32, 65536, 512, 12.5, 5.0, based("uniform", "uniform: even", 1.25, lengths="uniform"))])
        self.assertEqual(["15.00", "10.00", "1.50", "1.30", "beyond, one run"], self.row(part, 32, 65536, 512, "one long")[4:])
        self.no_row(part, 32, 65536, 512, "uniform")
        self.no_row(part, 32, 30000)
        self.assertEqual(["2.00 / 2.00 / 2.00"], self.row(part, "one long: even; own width")[1:])

    def test_width_judges_what_is_planned_for_more_than_its_lengths(self):
        part = self.part("width", "Width", [
            (1, 4096, 512, 10.0, 5.0, {"variant": "dense"}),
            (1, 4096, 512, 13.0, 5.0, based("own width", "dense", 1.3)),
            (1, 4096, 512, 12.5, 5.0, based("width 1M + lengths", "own width", 1.25, width=1048576, lengths="even")),
            (1, 8192, 512, 11.0, 5.0, based("width 1M + lengths", "own width", 1.1, width=1048576, lengths="even"))])
        self.assertEqual(["1", "1.25 / 1.25 / 1.25", "1.15", "1"], self.row(part, "n 4096")[1:5])
        self.row(part, 1, 4096, 512, "width 1M + lengths")
        self.no_row(part, 1, 4096, 512, "own width")
        self.no_row(part, 1, 8192, 512)

    def test_sawtooth_allows_what_is_larger_its_part(self):
        part = self.part("sawtooth", "Beside powers of two", [
            (1, 8192, 2048, 10.0, 5.0, {"variant": "n 8192"}),
            (1, 8191, 2048, 11.0, 5.0, based("n 8191", "n 8192", 1.1)),
            (1, 12288, 2048, 14.0, 5.0, based("n 12288", "n 8192", 1.4)),
            (1, 10240, 2048, 14.0, 5.0, based("n 10240", "n 8192", 1.4)),
            (1, 6144, 2048, 10.2, 5.0, based("n 6144", "n 8192", 1.02)),
            (32, 8192, 2048, 11.0, 5.0, based("rows 32", "rows 64", 1.1)),
            (1, 8192, 1024, 11.0, 5.0, based("k 1024", "k 512", 1.1))])
        self.assertEqual(["1.10", "1.00", "beyond, one run"], self.row(part, 1, 8191, 2048, "n 8191")[6:])
        self.assertEqual(["1.40", "1.25", "beyond, one run"], self.row(part, 1, 10240, 2048, "n 10240")[6:])
        self.row(part, 32, 8192, 2048, "rows 32")
        for n, k, name in ((12288, 2048, "n 12288"), (6144, 2048, "n 6144"), (8192, 1024, "k 1024")):
            self.no_row(part, 1, n, k, name)
        self.assertEqual("2 beyond, 0 undecided, 1 within noise, of 4", self.row(part, "n beside")[-1])

    def test_16_bits_are_never_slower_and_far_faster_where_bytes_bind(self):
        part = self.part("types", "16-bit scores", [
            (1, 4096, 512, 14.2, 10.0, {"variant": "float32"}),
            (1, 4096, 512, 10.0, 5.0, based("float16", "float32", 0.70, type="float16")),
            (8, 4096, 512, 14.4, 10.0, {"variant": "float32"}),
            (8, 4096, 512, 10.1, 5.0, based("float16", "float32", 0.70, type="float16")),
            (64, 4096, 512, 30.0, 10.0, {"variant": "float32"}),
            (64, 4096, 512, 33.0, 5.0, based("float16", "float32", 1.10, type="float16"))])
        slower, bound = part.split("Cells that bytes bound")
        self.assertEqual(["1.10", "1.00", "beyond, one run"], self.row(slower, 64, 4096, 512, "float16")[6:])
        self.no_row(slower, 1, 4096, 512)
        self.assertEqual("1", self.row(bound, "float16")[1])
        self.assertEqual(["0.70", "0.65", "beyond, one run"], self.row(bound, 1, 4096, 512, "float16")[6:])
        self.no_row(bound, 8, 4096, 512)

    def test_ties_high_cost_what_ties_low_do(self):
        part = self.part("ties", "Ties", [
            (1, 4096, 512, 10.0, 5.0, {"variant": "ties16 low"}),
            (1, 4096, 512, 29.0, 5.0, based("ties16 high", "ties16 low", 2.9, ties="high")),
            (8, 4096, 512, 10.3, 5.0, based("ties16 high", "ties16 low", 1.03, ties="high"))])
        self.assertEqual("beyond, one run", self.row(part, 1, 4096, 512, "ties16 high")[-1])
        self.no_row(part, 8, 4096, 512)

    def test_small_k_stands_by_k(self):
        part = self.part("smallk", "Small k", [(1, 4096, 16, 15.0, 10.0), (1, 4096, 64, 30.0, 10.0)])
        of_16, of_64 = part.split("k = 16:")[1].split("k = 64:")
        self.assertEqual("1.50 / 1.50 / 1.50", self.row(of_16, "rows <= 128, n <= 16K")[3])
        self.assertEqual("3.00", self.row(of_64, 1, 4096, 64)[6])
        self.no_row(of_16, 1, 4096)

    def test_in_two_runs_one_alone_decides_nothing(self):
        for folder, us in ((self.first, 20.0), (self.second, 15.0)):
            self.put("hostile", [(1, 4096, 512, us, 5.0, based("ties2", "normal", us / 10)),
                                 (8, 4096, 512, 20.0, 5.0, based("ties2", "normal", 2.0))], folder)
        part = self.section(self.report("--second", self.second, code=3), "Hostile scores")
        self.assertEqual(["2.00", "1.50", "1.60", "undecided"], self.row(part, 1, 4096, 512)[-4:])
        self.assertEqual("beyond", self.row(part, 8, 4096, 512)[-1])
        self.assertEqual(["2", "1", "1 beyond, 1 undecided, 0 within noise, of 2"], self.row(part, "ties2")[5:8])


class Plans(Reported):
    def test_regret_is_against_the_best_plan_of_the_cell(self):
        self.put("plans", [
            (1, 4096, 512, 12.0, 5.0),
            (1, 4096, 512, 10.0, 5.0, based("row_per_cta 1 x 512", "auto", 0.833)),
            (1, 4096, 512, 11.0, 5.0, based("row_per_cta 1 x 384", "auto", 0.917)),
            (8, 4096, 512, 10.0, 5.0), (8, 4096, 512, 15.0, 5.0, based("row_per_cta 1 x 512", "auto", 1.5)),
            (64, 4096, 512, 9.0, 5.0, based("row_per_cta 1 x 512", "auto", ""))])
        part = self.section(self.report(code=3), "Regret of the automatic plan")
        self.assertEqual(["2", "1.00 / 1.10 / 1.20", "1", "1 beyond, 0 undecided, 0 within noise, of 2"], self.rows(part)[2])
        self.assertEqual(["row_per_cta 1 x 256", "row_per_cta 1 x 512", "12.00", "10.00", "1.200", "beyond, one run"],
                         self.row(part, 1, 4096, 512)[3:])
        self.assertEqual(["the automatic one", "10.00", "10.00", "1.000", "within"], self.row(part, 8, 4096, 512)[4:])
        self.assertIn("Left out of run 1: rows 64 n 4096 k 512", part)


class WithoutGoals(Reported):
    def test_company_by_the_share_that_is_held(self):
        self.put("company", [
            (1, 4096, 512, 10.0, 5.0, {"variant": "alone"}),
            (64, 4096, 512, 90.0, 5.0, based("half held", "alone", "", status="waited for the holder")),
            (1, 4096, 512, 12.0, 5.0, based("half held", "alone", 1.2)),
            (8, 4096, 512, 18.0, 5.0, based("half held", "alone", 1.8)),
            (8, 4096, 512, 11.0, 5.0, based("little held", "alone", 1.1))])
        part = self.section(self.report(code=3), "In company")
        self.assertEqual(["2", "1.20 / 1.50 / 1.80"], self.row(part, "half held")[1:])
        self.assertEqual(["1", "1.10 / 1.10 / 1.10"], self.row(part, "little held")[1:])
        self.assertIn("Greatest: 1.80, rows 8 n 4096 k 512, half held.", part)

    def test_served_is_weighted(self):
        # sqrt(2 * 8) = 4 with equal weights; (2^3 * 8)^(1/4) = 64^(1/4) = 2.83 with three to one.
        self.put("served", [(1, 4096, 512, 20.0, 10.0, {"weight": 3}), (8, 4096, 512, 80.0, 10.0, {"weight": 1})])
        part = self.section(self.report(code=3), "A server's mix")
        self.assertEqual(["2", "2.83 / 8.00 / 8.00", "rows 8 n 4096 k 512"], self.row(part, "auto", "all")[2:])
        self.assertNotIn("count alike", part)

    def test_served_leaves_the_rare_out_of_95_percent_and_names_the_worst(self):
        self.put("served", [(1, 4096, 512, 20.0, 10.0, {"weight": 95}), (8, 4096, 512, 30.0, 10.0, {"weight": 4}),
                            (64, 4096, 512, 90.0, 10.0, {"weight": 1}), (128, 4096, 512, 99.0, 10.0, {"weight": 0})])
        row = self.row(self.section(self.report(code=3), "A server's mix"), "auto", "all")
        self.assertEqual(["2.00", "9.00"], row[3].split(" / ")[1:])
        self.assertEqual("rows 64 n 4096 k 512", row[4])

    def test_served_has_each_part_apart(self):
        self.put("served", [(1, 4096, 512, 20.0, 10.0, {"weight": 3, "lengths": "decode: equal"}),
                            (8, 4096, 512, 80.0, 10.0, {"weight": 3, "lengths": "decode: from k"}),
                            (8, 8192, 512, 50.0, 10.0, {"weight": 1, "lengths": "merge"})])
        part = self.section(self.report(code=3), "A server's mix")
        self.assertEqual(["2", "4.00 / 8.00 / 8.00", "rows 8 n 4096 k 512"], self.row(part, "auto", "decode")[2:])
        self.assertEqual(["1", "5.00 / 5.00 / 5.00", "rows 8 n 8192 k 512"], self.row(part, "auto", "merge")[2:])
        self.assertEqual("3", self.row(part, "auto", "all")[2])

    def test_served_without_weights_counts_alike_and_says_so(self):
        self.put("served", [(1, 4096, 512, 20.0, 10.0), (8, 4096, 512, 80.0, 10.0)])
        part = self.section(self.report(code=3), "A server's mix")
        self.assertEqual("4.00 / 8.00 / 8.00", self.row(part, "auto", "all")[3])
        self.assertIn("count alike", part)


if __name__ == "__main__":
    unittest.main()
