# exactk plan: text and JSON tell the same numbers, and refusals name flags and what is legal.
# Spec: contract/C15 C18, algorithm/S3 F1. Layer: proptests/cli.
import json
import re

import numpy as np

import support


class Plan(support.Case):
    def plan(self, *flags, profile="h200", rows=1, width=65536, k=512):
        return ["plan", "--rows", rows, "--width", width, "--k", k, "--profile", profile, *flags]

    def refused(self, *flags, stderr, **problem):
        self.assertEqual(self.ends(2, *self.plan(*flags, **problem), stderr=f"exactk: {stderr}\n"), "")

    def forms(self, *flags, **problem):
        """[(form of the JSON, its lines of the text)] of a plan."""
        shown = json.loads(self.succeeds(*self.plan(*flags, "--json", **problem)))
        text = self.succeeds(*self.plan(*flags, **problem))
        parts = re.split(r"\n(?=first: |fallback: |workspace: )", text)
        forms = [("first", shown["first"])] + ([("fallback", shown["fallback"])] if shown["fallback"] else [])
        return [(form, next(part for part in parts if part.startswith(f"{title}: {form['strategy']}\n")))
                for title, form in forms]

    def test_json_has_every_number_of_the_text(self):
        kinds = set()
        for flags in ({"width": 4096}, {"width": 65536}, {"rows": 300}, {"profile": "gb10"}, {"k": 0}, {"rows": 0}):
            for form, text in self.forms(**flags):
                self.assertEqual(list(form), ["strategy", "ctas", "threads", "groups", "resident_keys", "list_entries",
                                              "sample", "whole", "cta_length_max", "shared_bytes", "workspace_bytes",
                                              "nodes"])
                told = {int(number) for number in re.findall(r"\d+", text)}
                for key, value in form.items():
                    if key not in ("strategy", "ctas") and value != 0:
                        self.assertIn(value, told, (key, text))
                kinds.add((form["whole"] > 0, form["sample"] > 0))
                self.assertEqual("up to n = " in text, form["whole"] > 0)
                self.assertEqual(" samples" in text, form["sample"] > 0)
        self.assertEqual(kinds, {(False, False), (True, False), (True, True)})

    def test_a_programmatic_launch_is_told_and_changes_nothing_else(self):
        for flags, wished in (((), False), (("--programmatic",), True)):
            text = self.succeeds(*self.plan(*flags))
            self.assertEqual("\nlaunch: programmatic, where the device has it\n" in text, wished)
            shown = json.loads(self.succeeds(*self.plan(*flags, "--json")))
            self.assertEqual(shown["programmatic"], wished)
            self.assertEqual(shown | {"programmatic": False}, json.loads(self.succeeds(*self.plan("--json"))))

    def test_the_numbers_are_those_that_trace_takes(self):
        form = json.loads(self.succeeds(*self.plan("--json", "--strategy", "row_per_cta")))["first"]
        scores = self.save("s.npy", np.random.default_rng(1).standard_normal(65536).astype(np.float32))
        text = self.succeeds("trace", "--scores", scores, "--row", 0, "--k", 512, "--whole", form["whole"], "--list",
                             form["list_entries"], "--sample", form["sample"], "--digits", "11,11,10")
        self.assertIn(f"F1 filter: whole {form['whole']}, list {form['list_entries']}, sample {form['sample']}, the row "
                      "is sampled\n", text)
        self.assertIn("which fit and are enough\n", text)

    def test_wishes_that_cannot_be_are_told_by_flag_with_what_can_be(self):
        cluster = ("--strategy", "row_per_cluster")
        self.refused(*cluster, profile="a100", stderr="illegal_plan: --strategy is row_per_cluster; this device has no "
                     "clusters, so it must be row_per_cta or row_per_grid")
        self.refused(*cluster, "--ctas", 3,
                     stderr="illegal_plan: --ctas is 3; row_per_cluster takes a power of two up to 16 here")
        self.refused("--strategy", "row_per_cta", "--ctas", 2, stderr="illegal_plan: --ctas is 2; row_per_cta takes 1")
        self.refused("--ctas", 1025, stderr="illegal_plan: --ctas is 1025; row_per_grid takes 1 to 1024")
        self.refused("--strategy", "row_per_grid", "--ctas", 64, "--sms", 1,
                     stderr="illegal_plan: --sms is 1; the CTAs of a row need at least 64")
        for flag in ("--ctas", "--sms"):
            self.refused(flag, 0, stderr=f"{flag} is 0; the limit is 1")
            for value in (2147483648, -2147483649, 1 << 62):
                self.assertEqual(self.ends(2, *self.plan(flag, value), stderr=f"exactk: {flag}: {value} is outside "
                                           "-2147483648 to 2147483647\n"), "")

    def test_the_problem_is_told_by_flag(self):
        self.refused(rows=-1, stderr="out_of_limits: --rows is -1; the limit is 0")
        self.refused(width=2147483648, stderr="out_of_limits: --width is 2147483648; the limit is 2147483647")
        self.refused(k=-1, stderr="out_of_limits: --k is -1; the limit is 0")
        grid = ("--strategy", "row_per_grid")
        done = self.run_program(*self.plan(*grid, rows=(1 << 63) - 1))
        limit = re.fullmatch(r"exactk: out_of_limits: --rows is 9223372036854775807; row_per_grid takes at most (\d+) "
                             r"here\n", done.stderr)
        self.assertEqual(done.returncode, 2)
        self.succeeds(*self.plan(*grid, rows=int(limit[1])))
        self.succeeds(*self.plan(rows=(1 << 63) - 1))  # no limit where the planner chooses

    def test_devices_are_known_or_listed(self):
        self.refused(profile="H200", stderr="--profile H200 is not known; the known ones are a100, rtx4090, l40s, gb10, "
                     "h100, h200, b200, rtx5090, v100")
        self.ends(3, *self.plan(profile="v100"), stderr="exactk: v100: unsupported_device: profile.compute_capability")


if __name__ == "__main__":
    support.main()
