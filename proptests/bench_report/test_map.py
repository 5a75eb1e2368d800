"""The heat map: well-formed, the same bytes each time, every figure in it; and what happens without matplotlib."""

import os
import unittest
import xml.etree.ElementTree

from made import Reported, peers_text

CELLS = [(1, 4096, 512, 15.0, 10.0), (8, 8192, 2048, 27.7, 10.0), (8, 4096, 512, 62.0, 10.0)]
PEERS = peers_text([("normal", "read1", 1, 4096, 512, "ok", "10.00"), ("normal", "radix", 1, 4096, 512, "ok", "20.00")])


class Map(Reported):
    def texts(self):
        root = xml.etree.ElementTree.parse(self.out / "heatmap.svg").getroot()
        self.assertEqual("{http://www.w3.org/2000/svg}svg", root.tag)
        return ["".join(found.itertext()).strip() for found in root.iter("{http://www.w3.org/2000/svg}text")]

    def test_every_ratio_stands_in_it_once_under_its_k(self):
        self.put("grid", CELLS)
        self.assertIn("](heatmap.svg)", self.report())
        texts = self.texts()
        for wanted in ("1.50", "2.77", "6.20", "time / floor, k = 512", "time / floor, k = 2048"):
            self.assertEqual(1, texts.count(wanted), wanted)
        self.assertFalse([found for found in texts if "peer" in found])

    def test_peers_have_panels_of_their_own(self):
        self.put("grid", CELLS)
        self.put_text("peers.csv", PEERS, self.root)
        self.report("--peers", self.root / "peers.csv")
        texts = self.texts()
        self.assertEqual((1, 1), (texts.count("0.75"), texts.count("time / fastest exact peer, k = 512")))

    def test_each_run_has_panels_of_its_own(self):
        self.put("grid", CELLS)
        self.put("grid", [(1, 4096, 512, 33.3, 10.0)], self.second)
        self.report("--second", self.second)
        texts = self.texts()
        for wanted in ("1.50", "3.33", "time / floor, run 1, k = 512", "time / floor, run 2, k = 512"):
            self.assertEqual(1, texts.count(wanted), wanted)

    def test_two_runs_give_the_same_bytes_whatever_the_time(self):
        self.put("grid", CELLS)
        self.put_text("peers.csv", PEERS, self.root)
        self.report("--peers", self.root / "peers.csv")
        before = [(self.out / name).read_bytes() for name in ("report.md", "heatmap.svg")]
        self.report("--peers", self.root / "peers.csv", environment={**os.environ, "SOURCE_DATE_EPOCH": "86400",
                                                                     "PYTHONHASHSEED": "7"})
        self.assertEqual(before, [(self.out / name).read_bytes() for name in ("report.md", "heatmap.svg")])
        self.assertNotIn(b"dc:date", before[1])

    def test_without_matplotlib_the_report_is_written_and_says_so(self):
        self.put("grid", CELLS)
        self.put_text("heatmap.svg", "of another day", self.out)
        self.put_text("matplotlib.py", "raise ImportError('planted')\n", self.root)
        report = self.report(code=3, environment={**os.environ, "PYTHONPATH": str(self.root)})
        self.assertIn("No heat map was drawn: matplotlib was not found. Install python3-matplotlib", report)
        self.assertEqual("6.20", self.row(self.section(report, "Regions against the goals"), 8, 4096, 512)[6])
        self.assertFalse((self.out / "heatmap.svg").exists())

    def test_without_the_grid_there_is_no_map_and_that_is_said(self):
        self.put("ties", [(1, 4096, 512, 15.0, 10.0)])
        self.assertIn("No heat map was drawn: there are no cells of the suite grid.", self.report(code=3))


if __name__ == "__main__":
    unittest.main()
