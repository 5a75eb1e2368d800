# exactk trace: the observables of a row, in agreement with topk and between text and JSON.
# Spec: algorithm/O1 O2 O3. Layer: proptests/cli.
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

    def test_rows_outside_and_bad_plans_are_refused(self):
        for row in (-1, 3):
            self.ends(2, "trace", "--scores", self.scores, "--row", row, "--k", 1,
                      stderr=f"--row {row} is outside the 3 rows of")
        self.ends(2, "trace", "--scores", self.scores, "--row", 0, "--k", 1, "--ctas", 0, stderr="plan.ctas is 0")
        self.ends(2, "trace", "--scores", self.scores, "--row", 0, "--k", -1, stderr="k is -1")

    def test_the_example_of_the_documentation(self):
        path = os.path.join(support.EXAMPLES, "scores_narrow_1x8192.npy")
        text = self.succeeds("trace", "--scores", path, "--row", 0, "--k", 2048, "--ctas", 4)
        self.assertIn("S5 threshold digit 0xBF: population 8192, above 0, open 2048, prefix 0xBF000000\n", text)


if __name__ == "__main__":
    support.main()
