"""Cells behind recorded peers: planted wins are listed, those of peers that are no rivals are not."""

import subprocess
import sys
import unittest

from made import BENCH, Reported, peers_text

SHAPE = (1, 4096, 512)


def recorded(peer, us, shape=SHAPE, dist="normal", status="ok"):
    return (dist, peer, *shape, status, f"{us:.2f}")


class Peers(Reported):
    def part(self, peers, us=10.0, second=None):
        """Our cell takes us over a floor of 5; that of the peers is 5, too, and the slower of two reads."""
        self.put("grid", [(*SHAPE, us, 5.0)])
        self.put_text("peers.csv", peers_text([recorded("read1", 5.0), recorded("read2", 6.0), *peers]), self.root)
        words = ["--peers", self.root / "peers.csv"]
        if second is not None:
            self.put("grid", [(*SHAPE, second, 5.0)], self.second)
            words += ["--second", self.second]
        return self.section(self.report(*words), "Against peers")

    def test_a_planted_win_is_listed_by_both_measures(self):
        part = self.part([recorded("radix", 8.0), recorded("torch_topk", 30.0)])
        self.assertEqual(["radix", "8.00", "1.60", "10.00", "2.00", "1.25", "1.25", "behind"], self.row(part, *SHAPE)[3:])
        self.assertIn("behind the fastest exact peer by one measure at least: 1, of which 1 behind by both, 0 undecided", part)
        self.assertEqual(["rows <= 128, n <= 16K", "1", "2.00 / 2.00 / 2.00", "1.60 / 1.60 / 1.60", "-", "1", "0"],
                         self.rows(part)[2])

    def test_by_one_measure_only_is_undecided(self):
        self.put("grid", [(*SHAPE, 10.0, 5.0)])
        self.put_text("peers.csv", peers_text([recorded("read1", 8.0), recorded("radix", 12.0)]), self.root)
        part = self.section(self.report("--peers", self.root / "peers.csv"), "Against peers")
        self.assertEqual(["radix", "12.00", "1.50", "10.00", "2.00", "0.83", "1.33", "undecided"], self.row(part, *SHAPE)[3:])

    def test_behind_in_one_run_is_undecided(self):
        part = self.part([recorded("radix", 8.0)], second=7.2)
        self.assertEqual(["1.25", "0.90", "1.25", "0.90", "undecided"], self.row(part, *SHAPE)[-5:])

    def test_behind_in_both_runs_is_behind(self):
        self.assertEqual("behind", self.row(self.part([recorded("radix", 8.0)], second=9.0), *SHAPE)[-1])

    def test_behind_by_noise_says_so(self):
        self.assertEqual("within noise", self.row(self.part([recorded("radix", 9.8)]), *SHAPE)[-1])

    def test_inexact_peers_other_scores_and_failed_ones_are_no_rivals(self):
        part = self.part([recorded("vllm_stock", 1.0), recorded("cub_topk_keys", 1.0), recorded("radix", 2.0, dist="equal"),
                          recorded("radix", 2.0, status="unsupported"), recorded("slow", 40.0)])
        self.assertIn("No cell is behind the fastest exact peer.", part)

    def test_the_same_contract_has_a_list_of_its_own(self):
        part = self.part([recorded("radix", 8.0), recorded("vllm_det", 9.0)])
        exact, same = part.split("behind the fastest exact peer by")[1].split("behind the fastest peer with the same contract")
        self.assertEqual("radix", self.row(exact, *SHAPE)[3])
        self.assertEqual("vllm_det", self.row(same, *SHAPE)[3])

    def test_cells_without_peers_are_counted(self):
        self.put("grid", [(*SHAPE, 10.0, 5.0), (8, 4096, 512, 10.0, 5.0)])
        self.put_text("peers.csv", peers_text([recorded("read1", 5.0), recorded("radix", 20.0)]), self.root)
        self.assertIn("Cells without recorded peers: 1.",
                      self.section(self.report("--peers", self.root / "peers.csv"), "Against peers"))

    def test_without_a_table_of_peers_that_is_said(self):
        self.put("grid", [(*SHAPE, 10.0, 5.0)])
        self.assertIn("Not compared: no table of peers was given", self.section(self.report(), "Against peers"))

    def test_the_command_beside_it_finds_the_same(self):
        part = self.part([recorded("radix", 8.0), recorded("vllm_det", 9.0)])
        said = subprocess.run([sys.executable, "-B", str(BENCH / "compare_peers.py"), str(self.first / "grid.csv"),
                               str(self.root / "peers.csv")], capture_output=True, text=True, check=True).stdout
        self.assertIn("1.25 x radix              rows 1 n 4096 k 512: 10.00 against 8.00 us", said)
        self.assertEqual(2, said.count("1 of 1 cells are behind the fastest exact peer"))
        self.assertIn("radix", part)


if __name__ == "__main__":
    unittest.main()
