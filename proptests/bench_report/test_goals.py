"""Cells and regions against the goals: what is beyond, in one run and in two. Figures are worked out by hand."""

import unittest

from made import Reported

REGIONS = "Regions against the goals"


class OneRun(Reported):
    def test_a_region_has_its_least_median_and_greatest_ratio_beside_its_goal(self):
        self.put("grid", [(1, 4096, 512, 15.0, 10.0), (8, 8192, 2048, 20.0, 10.0), (128, 16384, 512, 28.0, 10.0)])
        row = self.row(self.section(self.report(), REGIONS), "rows <= 128, n <= 16K")
        self.assertEqual(["3", "1.50 / 1.90 / 2.60", "1.50 / 2.00 / 2.80", "within: minimum; beyond, one run: median, maximum",
                          "2", "2 beyond, 0 undecided, 0 within noise, of 3",
                          "1 beyond, 0 undecided, 0 within noise, of 3"], row[1:])

    def test_each_region_has_its_own_goal_and_ends_where_it_should(self):
        cells = {(128, 16384): "rows <= 128, n <= 16K", (8, 32768): "rows <= 8, n 32K to 262K",
                 (8, 262144): "rows <= 8, n 32K to 262K", (8, 1048576): "rows <= 8, n = 1M",
                 (32, 32768): "rows 32 to 128, n >= 32K", (256, 8192): "rows >= 256, n <= 8192",
                 (256, 16384): "rows >= 256, n >= 16K"}
        goals = {"rows <= 128, n <= 16K": "1.50 / 1.90 / 2.60", "rows <= 8, n 32K to 262K": "2.20 / 2.70 / 3.70",
                 "rows <= 8, n = 1M": "1.70 / 2.40 / 4.00", "rows 32 to 128, n >= 32K": "1.20 / 1.60 / 2.60",
                 "rows >= 256, n <= 8192": "1.30 / 1.60 / 2.00", "rows >= 256, n >= 16K": "1.08 / 1.22 / 1.60"}
        self.put("grid", [(rows, n, 512, 50.0, 10.0) for rows, n in cells])
        part = self.section(self.report(), REGIONS)
        for (rows, n), name in cells.items():
            self.assertEqual([name, "50.00", "10.00", "5.00"], self.row(part, rows, n, 512)[3:7])
        for name, goal in goals.items():
            self.assertEqual(goal, self.row(part, name)[2])

    def test_a_cell_above_the_maximum_is_listed_and_one_at_it_is_not(self):
        self.put("grid", [(1, 4096, 512, 26.0, 10.0), (1, 8192, 512, 26.5, 10.0), (1, 16384, 512, 28.0, 10.0)])
        part = self.section(self.report(), REGIONS)
        self.no_row(part, 1, 4096, 512)
        self.assertEqual(["26.50", "10.00", "2.65", "2.60", "within noise"], self.row(part, 1, 8192, 512)[4:])
        self.assertEqual(["28.00", "10.00", "2.80", "2.60", "beyond, one run"], self.row(part, 1, 16384, 512)[4:])

    def test_short_times_have_more_noise_than_long_ones(self):
        self.put("grid", [(1, 4096, 512, 2.90, 1.00), (1, 8192, 512, 29.0, 10.0), (1, 16384, 512, 3.05, 1.07)])
        part = self.section(self.report(), REGIONS)
        self.assertEqual("within noise", self.row(part, 1, 4096, 512)[-1])
        self.assertEqual("beyond, one run", self.row(part, 1, 8192, 512)[-1])
        self.assertEqual("beyond, one run", self.row(part, 1, 16384, 512)[-1])

    def test_other_scores_types_and_k_are_not_held_against_the_goals_and_that_is_said(self):
        self.put("grid", [(1, 4096, 512, 15.0, 10.0), (1, 4096, 1024, 90.0, 10.0),
                          (1, 4096, 512, 90.0, 10.0, {"dist": "ties16"}), (1, 4096, 512, 90.0, 10.0, {"type": "float16"})])
        part = self.section(self.report(), REGIONS)
        self.assertEqual("1.50 / 1.50 / 1.50", self.row(part, "rows <= 128, n <= 16K")[3])
        self.assertIn("3 other cells of these tables have no goal.", part)


class TwoRuns(Reported):
    def both(self, first, second):
        self.put("grid", [(1, 4096, 512, us, 10.0) for us in first])
        self.put("grid", [(1, 4096, 512, us, 10.0) for us in second], self.second)
        return self.section(self.report("--second", self.second), REGIONS)

    def test_beyond_in_both_runs_is_beyond_with_both_figures(self):
        self.assertEqual(["29.00", "28.00", "10.00", "10.00", "2.90", "2.80", "2.60", "beyond"],
                         self.row(self.both([29.0], [28.0]), 1, 4096, 512)[4:])

    def test_beyond_in_one_run_is_undecided_whatever_the_mean(self):
        part = self.both([90.0], [20.0])
        self.assertEqual(["9.00", "2.00", "2.60", "undecided"], self.row(part, 1, 4096, 512)[8:])
        self.assertEqual("0 beyond, 1 undecided, 0 within noise, of 1", self.row(part, "rows <= 128, n <= 16K")[-1])

    def test_beyond_in_one_and_within_noise_in_the_other_is_undecided(self):
        self.assertEqual("undecided", self.row(self.both([29.0], [26.5]), 1, 4096, 512)[-1])

    def test_above_in_both_by_no_more_than_noise_is_within_noise(self):
        self.assertEqual("within noise", self.row(self.both([26.9], [26.5]), 1, 4096, 512)[-1])

    def test_a_cell_that_a_run_lacks_is_undecided(self):
        self.assertEqual(["29.00", "-", "10.00", "-", "2.90", "-", "2.60", "undecided"],
                         self.row(self.lacking(), 1, 4096, 512)[4:])

    def lacking(self):
        self.put("grid", [(1, 4096, 512, 29.0, 10.0)])
        self.put("grid", [(1, 8192, 512, 20.0, 10.0)], self.second)
        return self.section(self.report("--second", self.second), REGIONS)

    def test_a_suite_that_one_run_lacks_is_judged_by_the_other_and_that_is_said(self):
        self.put("grid", [(1, 4096, 512, 29.0, 10.0)])
        self.put("ties", [(1, 4096, 512, 29.0, 10.0)], self.second)
        report = self.report("--second", self.second)
        part = self.section(report, REGIONS)
        self.assertIn("**Run 1 only:**", part)
        self.assertEqual("beyond, one run", self.row(part, 1, 4096, 512)[-1])
        self.assertIn("grid.csv of run 2", report)
        self.assertIn("ties.csv of run 1", report)

    def test_the_regions_stand_side_by_side(self):
        row = self.row(self.both([29.0], [13.0]), "rows <= 128, n <= 16K")
        self.assertEqual(["2.90 / 2.90 / 2.90", "1.30 / 1.30 / 1.30", "undecided: minimum, median, maximum", "1", "0"], row[3:8])


class Pdl(Reported):
    def test_variants_with_a_base_are_held_against_their_own_goals(self):
        self.put("pdl", [(1, 4096, 512, 25.0, 10.0, {"variant": "plain"}),
                         (1, 4096, 512, 22.0, 10.0, {"variant": "early", "base": "plain", "to_base": 0.88}),
                         (256, 8192, 512, 90.0, 10.0, {"variant": "early", "base": "plain", "to_base": 0.88})])
        part = self.section(self.report(code=3), "Programmatic dependent launch")
        self.assertEqual(["1", "1.15 / 1.40 / 2.10", "2.20 / 2.20 / 2.20"], self.row(part, "rows <= 128, n <= 16K")[1:4])
        self.assertEqual(["22.00", "10.00", "2.20", "2.10", "beyond, one run"], self.row(part, 1, 4096, 512)[4:])
        self.no_row(part, 256, 8192, 512)
        self.assertNotIn("plain:", part)

    def test_without_bases_all_are_held_against_them_and_that_is_said(self):
        self.put("pdl", [(1, 4096, 512, 22.0, 10.0)])
        part = self.section(self.report(code=3), "Programmatic dependent launch")
        self.assertIn("No variant names a base", part)
        self.row(part, 1, 4096, 512)


if __name__ == "__main__":
    unittest.main()
