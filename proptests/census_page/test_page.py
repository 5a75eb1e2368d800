# The page without a browser: well formed, of its own, with the numbers of the JSON; names are text and nothing else.
# Spec: contract/C17. Layer: proptests/census_page.
import json
import os
import subprocess

import numpy as np

import made
import page
import support


class CensusPage(support.Case):
    def made(self, scores, lengths, *flags, name="scores.npy"):
        """The page and the report of one census."""
        self.save(name, scores)
        self.save("lengths.npy", lengths)
        done = subprocess.run([support.PROGRAM, "census", "--scores", os.fsencode(name), "--lengths", "lengths.npy", "--json",
                               "--html", "page.html", *map(str, flags)], cwd=self.folder, capture_output=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        with open(self.path("page.html"), encoding="utf-8") as file:
            return file.read(), json.loads(done.stdout)

    def test_it_says_what_the_json_says(self):
        text, report = self.made(made.rows(), made.lengths(), "--k", 512)
        self.assertEqual(page.problems(text, report), [])
        for plot, buckets in page.buckets_of(report).items():
            self.assertGreater(len(buckets), 1, plot)
        self.assertTrue(all(rows for rows, _ in page.hazards_of(report)[:2]))

    def test_it_is_sound_where_nothing_is_to_be_said(self):
        for scores in (np.zeros((2, 0), np.float32), np.ones((1, 3), np.float32)):
            text, report = self.made(scores, np.full(len(scores), 9), "--k", 7)
            self.assertEqual(page.problems(text, report), [])
            self.assertEqual(text.count("no rows"), 6)

    def test_names_are_text(self):
        for name in ("<script>alert(1)<!--&amp; \"x\" 'y'.npy", "tab\there ]]>.npy", b"not utf-8 \xff\xc3.npy".decode("utf-8", "surrogateescape")):
            text, report = self.made(np.ones((2, 9), np.float32), np.array([9, 9]), "--k", 2, name=name)
            self.assertEqual(page.problems(text, report), [])
            shown = page.Page(text).find("code")[0]["text"]
            plain = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\t", "\ufffd")
            self.assertEqual(shown, plain)

    def test_planted_defects_are_seen(self):
        text, report = self.made(made.rows(), made.lengths(), "--k", 512)
        for name, broken in made.planted(text):
            self.assertNotEqual(page.problems(broken, report), [], name)
        for broken in (text.replace("</table>", "", 1), text.replace("</svg>", "</figure>", 1), text.replace('id="plot-ties"', 'id="plot-plateau"')):
            self.assertNotEqual(page.problems(broken, report), [])


if __name__ == "__main__":
    support.main()
