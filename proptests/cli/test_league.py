# exactk league: the table, its forms, and what changed since an earlier one.
# Spec: contract/C4 C15 C17. Layer: proptests/cli.

import json
import pathlib
import sys
import unittest
import xml.etree.ElementTree as xml

import support

PLUGINS = pathlib.Path(sys.argv[1]).absolute().parent.parent / "plugins"
GOOD, ODD, BROKEN = (f"plugin:{PLUGINS}/{name}.so" for name in ("legal_c99", "legal_descending_index", "broken_rank_order"))


class League(support.Case):
    def league(self, names, *words, code):
        return self.ends(code, "league", "--impl", ",".join(names), "--cases", "3", "--budget", "30", "--out",
                         self.path("out"), "--cases-dir", self.path("cases"), *words)

    def json(self):
        return json.loads((pathlib.Path(self.folder) / "out/league.json").read_text())

    def test_each_clause_has_its_colour_in_every_form(self):
        self.league(["cpu", GOOD, ODD, BROKEN, "plugin:./none.so"], code=1)
        entries = {entry["implementation"]: entry for entry in self.json()["entries"]}
        clauses = {name: {cell["clause"]: (cell["failed"] > 0, cell["contract_failed"] > 0) for cell in entry["clauses"]}
                   for name, entry in entries.items()}
        self.assertEqual((clauses["cpu"], clauses[GOOD]), ({}, {}))
        self.assertEqual(clauses[ODD], {"C6": (False, True)})
        self.assertEqual(clauses[BROKEN], {"C6": (True, True)})
        self.assertIn("none.so", entries["plugin:./none.so"]["error"])
        out = pathlib.Path(self.folder) / "out"
        lines = {line.split("|")[1].strip(): line for line in (out / "league.md").read_text().splitlines()
                 if line.startswith("| ")}
        self.assertRegex(lines[ODD], r"\| \(\d+\) \|")
        self.assertRegex(lines[BROKEN], r"\| \*\*\d+\*\* \|")
        self.assertNotIn("*", lines[GOOD].removeprefix("| " + GOOD))
        suites = {suite.get("name"): suite for suite in xml.parse(out / "league.xml").getroot()}
        self.assertEqual({name: suite.get("failures") for name, suite in suites.items()},
                         {"cpu": "0", GOOD: "0", ODD: "0", BROKEN: "1", "plugin:./none.so": "0"})
        page = (out / "league.html").read_text()
        self.assertTrue(all(name in page for name in entries))
        self.assertNotRegex(page, r"(src|href)=")

    def test_a_red_cell_is_shown_again_by_its_line_and_its_file(self):
        self.league([BROKEN], code=1)
        cell = self.json()["entries"][0]["clauses"][0]
        self.ends(1, *cell["again"].removeprefix("exactk ").split())
        self.ends(1, "replay", cell["file"], "--impl", BROKEN)

    def test_a_baseline_tells_worse_from_better(self):
        self.league([GOOD, ODD], code=0)
        before = pathlib.Path(self.folder) / "before.json"
        report = self.json()
        before.write_text(json.dumps(report))
        text = self.league([GOOD, ODD], "--baseline", self.path("before.json"), code=0)
        self.assertIn("0 changes since", text)
        report["entries"][1]["clauses"] = []
        report["entries"][0]["verdicts"] = [{"name": "crashed", "count": 3, "first": "normal/1"}]
        before.write_text(json.dumps(report))
        text = self.league([GOOD, ODD], "--baseline", self.path("before.json"), code=1)
        self.assertIn(f"WORSE {ODD}: C6 by the full contract", text)
        self.assertIn(f"better {GOOD}: no more verdict crashed", text)
        before.write_text("{}")
        self.ends(2, "league", "--impl", GOOD, "--cases", "1", "--baseline", self.path("before.json"))
        before.write_text("[")
        self.ends(2, "league", "--impl", GOOD, "--cases", "1", "--baseline", self.path("before.json"))

    def test_wrong_usage_is_refused(self):
        self.ends(2, "league")
        self.ends(2, "league", "--impl", "nothing")
        self.ends(2, "league", "--impl", "cpu", "--profile", "nothing")
        self.ends(2, "league", "--impl", "cpu", "--corpus", "nowhere")


if __name__ == "__main__":
    support.main()
