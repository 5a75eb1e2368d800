# The dumps of real kernels in docs/examples: the judge finds what the manifest says, no more and no less.
# Spec: contract/C3 to C6 C15. Layer: proptests/cli.
import json
import os

import support
from support import fault_names, table_of

LOST = {"missing_winner", "duplicate", "out_of_range", "wrong_padding"}


def manifest():
    with open(os.path.join(support.EXAMPLES, "manifest.json")) as file:
        return json.load(file)


class Dumps(support.Case):
    def judge(self, entry, *flags):
        arguments = ["--scores", os.path.join(support.EXAMPLES, entry["scores"]), "--indices",
                     os.path.join(support.EXAMPLES, entry["indices"]), *flags]
        done = self.run_program("verify", *arguments)
        report = self.verdict(done.returncode, *arguments)
        self.assertEqual(table_of(done.stdout), report["faults"])
        self.assertEqual(done.returncode, {"passed": 0, "failed": 1}[report["verdict"]])
        self.assertEqual((report["rows"], report["width"], report["k"], report["runs"]),
                         (entry["rows"], entry["n"], entry["k"], entry["runs"]))
        return set(fault_names(report)), report

    def of(self, producer):
        entries = [entry for entry in manifest() if entry["producer"] == producer]
        self.assertGreater(len(entries), 0, producer)
        return entries

    def test_every_claim_of_the_manifest_holds(self):
        entries = manifest()
        self.assertEqual(len(entries), 9)
        for entry in entries:
            with self.subTest(indices=entry["indices"]):
                default, _ = self.judge(entry, "--order", "index", "--ties", "low")
                self.assertEqual("not_repeatable" not in default, entry["run_to_run_identical"])
                self.assertEqual("wrong_order" not in default, entry["ascending"])
                loose, _ = self.judge(entry, "--order", "any", "--ties", "any")
                self.assertEqual(not loose & LOST, entry["values_exact"])
                lowest, _ = self.judge(entry, "--order", "any", "--ties", "low")
                self.assertEqual(not lowest & (LOST | {"wrong_tie"}), entry["set_is_lowest_index"])

    def test_capped_kernels_lose_winners(self):
        for entry in self.of("vllm_stock") + self.of("vllm_coop"):
            names, report = self.judge(entry)
            self.assertIn("missing_winner", names)
            lost = next(fault for fault in report["faults"] if fault["name"] == "missing_winner")
            self.assertEqual((lost["clauses"], lost["rows_hit"]), (["C3", "C5"], entry["rows"]))
            self.assertGreater(lost["winners_lost"], 0)
            self.assertGreaterEqual(lost["worst_rank_lost"], 0)

    def test_fi_auto_varies_and_breaks_ties_wrongly(self):
        for entry in self.of("fi_auto"):
            names, _ = self.judge(entry)
            self.assertLessEqual({"not_repeatable", "wrong_tie"}, names)
            self.assertFalse(names & LOST)

    def test_fi_det_repeats_its_wrong_ties(self):
        for entry in self.of("fi_det"):
            names, _ = self.judge(entry)
            self.assertEqual(names, {"wrong_tie"})

    def test_cub_batched_det_has_the_right_set_in_varying_order(self):
        for entry in self.of("cub_batched_det"):
            names, _ = self.judge(entry, "--order", "any", "--ties", "low")
            self.assertEqual(names, set())
            names, _ = self.judge(entry, "--order", "index")
            self.assertEqual(names, {"wrong_order", "not_repeatable"})

    def test_vllm_det_passes_with_defaults(self):
        for entry in self.of("vllm_det"):
            names, report = self.judge(entry)
            self.assertEqual((names, report["verdict"]), (set(), "passed"))


if __name__ == "__main__":
    support.main()
