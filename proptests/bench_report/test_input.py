"""What is missing is said aloud, and bad input is refused with a named error, its place and what to do."""

import unittest

from made import COLUMNS, Reported, line, peers_text, text

GOOD = (1, 4096, 512, 15.0, 10.0)


def grid(**changed):
    return text("grid", [line("grid", *GOOD), {**line("grid", *(8, *GOOD[1:])), **changed}])


class Missing(Reported):
    def test_suites_that_were_not_run_are_named_in_report_and_on_the_error_stream(self):
        self.put("grid", [GOOD])
        report = self.report()
        self.assertIn("**Not run:** hostile.csv, ragged.csv, types.csv, smallk.csv, width.csv, sawtooth.csv, plans.csv, "
                      "ties.csv, company.csv, served.csv, pdl.csv.", report)
        self.assertIn("`hostile.csv` was not run", self.section(report, "Hostile scores"))
        said = self.call(self.first, "--out", self.out).stderr
        self.assertIn("not run: pdl.csv\n", said)
        self.assertNotIn("grid.csv", said)

    def test_an_empty_folder_gives_no_report(self):
        done = self.call(self.first, "--out", self.out)
        self.assertEqual(1, done.returncode)
        self.assertIn("error: nothing_to_report: ", done.stderr)
        self.assertFalse(self.out.exists())

    def test_lines_of_another_status_are_counted_aloud(self):
        self.put("grid", [GOOD, (8, 4096, 512, 1.0, 1.0, {"status": "refused; too wide", "exactk_us": "", "floor_us": "",
                                                          "ratio": ""}),
                          (64, 4096, 512, 90.0, 10.0, {"status": "waited for the holder"})])
        report = self.report()
        for status in ("refused; too wide", "waited for the holder"):
            self.assertIn(f"**Left out of grid, run 1:** 1 lines with the status `{status}`.", report)
        self.no_row(self.section(report, "Regions against the goals"), 64, 4096, 512)

    def test_the_head_names_each_run(self):
        self.put("grid", [GOOD])
        self.put("grid", [GOOD], self.second, commit="def5678", device="Another GPU")
        report = self.report("--second", self.second)
        self.assertEqual(["grid", "1", "abc1234", "2026-01-02T03:04:05Z", "Made-up GPU", "1.2.3, CUDA 13000", "0.67", "1"],
                         self.row(report, "grid", 1))
        self.assertEqual(["def5678", "2026-01-02T03:04:05Z", "Another GPU"], self.row(report, "grid", 2)[2:5])
        self.assertIn("**The tables are of 2 devices:** Made-up GPU; Another GPU.", report)
        self.assertIn("**The tables are of 2 commits:** abc1234; def5678.", report)


class Refused(Reported):
    def refused(self, name, place, todo, *words):
        """Nothing is written, and the error says its name, the file, the line and what to do."""
        done = self.call(self.first, "--out", self.out, *words)
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertRegex(done.stderr, rf"^error: {name}: \S*/{place}: ")
        self.assertIn(todo, done.stderr)
        self.assertEqual(1, done.stderr.count("\n"))
        self.assertFalse(self.out.exists())

    def test_what_is_no_number(self):
        for changed in ({"exactk_us": "fast"}, {"floor_us": "nan"}, {"rows": "1.5"}, {"to_base": "inf"}, {"k": ""}):
            self.put_text("grid.csv", grid(**changed))
            self.refused("not_a_number", "grid.csv:11", "run the suite again")

    def test_what_cannot_be_a_time_or_a_size(self):
        for changed in ({"exactk_us": "-15.00"}, {"floor_us": "0.00"}, {"n": "0"}):
            self.put_text("grid.csv", grid(**changed))
            self.refused("not_positive", "grid.csv:11", "run the suite again")

    def test_a_ratio_that_is_another_than_its_times(self):
        self.put_text("grid.csv", grid(ratio="1.600"))
        self.refused("ratio_differs", "grid.csv:11", "run the suite again")

    def test_a_rounded_ratio_is_taken(self):
        # 1.454 us over 1.4449 us is 1.006 although 1.45 / 1.44 is 1.007.
        self.put_text("grid.csv", grid(exactk_us="1.45", floor_us="1.44", ratio="1.006"))
        self.report()

    def test_a_line_with_too_few_fields(self):
        lines = grid().split("\n")
        self.put_text("grid.csv", "\n".join([*lines[:9], lines[9].rsplit(",", 3)[0], *lines[10:]]))
        self.refused("field_count", "grid.csv:10", "run the suite again")

    def test_a_table_that_was_cut_off(self):
        self.put_text("grid.csv", grid()[:-2])
        self.refused("cut_off", "grid.csv:11", "run the suite again")

    def test_a_table_of_former_times(self):
        kept = [COLUMNS.index(name) for name in ("rows", "n", "k", "floor_us", "exactk_us", "ratio")]
        lines = [row.split(",") for row in grid().split("\n")[8:-1]]
        self.put_text("grid.csv", "\n".join([*(",".join(row[column] for column in kept) for row in lines), ""]))
        self.refused("column_missing", "grid.csv:1", "run the suite again")

    def test_no_table_at_all(self):
        for content in ("", "# suite: grid\n"):
            self.put_text("grid.csv", content)
            self.refused("empty_table", "grid.csv", "run the suite again")

    def test_bytes_that_are_no_text(self):
        (self.first / "grid.csv").write_bytes(b"\xff\xfe\n")
        self.refused("not_utf8", "grid.csv", "run the suite again")

    def test_a_head_that_lacks_a_key_or_has_it_twice(self):
        self.put_text("grid.csv", grid().replace("# driver: 1.2.3, CUDA 13000\n", ""))
        self.refused("head_missing", "grid.csv:1", "driver")
        self.put_text("grid.csv", grid().replace("# driver", "# commit: 0\n# driver"))
        self.refused("head_twice", "grid.csv:6", "keep the lines of one run only")

    def test_a_table_under_the_name_of_another_suite(self):
        self.put_text("ties.csv", grid())
        self.refused("other_suite", "ties.csv:1", "name the file after its suite")
        (self.first / "ties.csv").unlink()
        self.put_text("grid.csv", grid(suite="ties"))
        self.refused("other_suite", "grid.csv:11", "put suites into files of their own")

    def test_the_same_cell_twice(self):
        self.put_text("grid.csv", grid(rows=1))
        self.refused("line_twice", "grid.csv:11", "line 10")

    def test_a_base_of_the_sawtooth_that_is_no_place(self):
        self.put("sawtooth", [(*GOOD, {"variant": "n 4095", "base": "the middle", "to_base": 1.0})])
        done = self.call(self.first, "--out", self.out)
        self.assertEqual((2, False), (done.returncode, self.out.exists()))
        self.assertIn("error: base_unknown: sawtooth.csv: 'the middle'", done.stderr)

    def test_peers(self):
        self.put("grid", [GOOD])
        for content, name, place in (("dist,peer\n", "column_missing", "peers.csv:1"),
                                     (peers_text([("normal", "radix", 1, 4096, 512, "ok", "slow")]), "not_a_number",
                                      "peers.csv:2")):
            self.put_text("peers.csv", content, self.root)
            self.refused(name, place, "give a table of recorded peers", "--peers", self.root / "peers.csv")
        self.refused("not_readable", "absent.csv", "name a file", "--peers", self.root / "absent.csv")

    def test_what_is_no_folder(self):
        self.put("grid", [GOOD])
        self.refused("no_folder", "second", "name the one with grid.csv", "--second", self.second)

    def test_a_place_that_cannot_be_written(self):
        self.put("grid", [GOOD])
        self.put_text("file", "", self.root)
        done = self.call(self.first, "--out", self.root / "file")
        self.assertEqual(2, done.returncode)
        self.assertIn("error: not_written: ", done.stderr)

    def test_usage(self):
        self.assertEqual(2, self.call().returncode)
        self.assertEqual(2, self.call(self.first, "--third", self.second).returncode)


if __name__ == "__main__":
    unittest.main()
