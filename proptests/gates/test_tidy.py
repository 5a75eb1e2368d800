"""Plants a breach of each house rule and sees the gate name it; near misses pass."""

import unittest

import tidy
from planted import PlantedTree

HEADER = "// What this is for.\n// Spec: contract/C1. Layer: sim.\n"


def sim(text: str) -> str:
    return HEADER + "#pragma once\n" + text


class FileRules(unittest.TestCase):
    """Rules that need one file only."""

    IDS = {"contract": {f"C{number}" for number in range(1, 19)}, "algorithm": {"S0", "S12", "B1", "O3", "E2"}}

    def assert_rule(self, caught: bool, rule: str, violations) -> None:
        self.assertEqual(caught, any(violation.rule == rule for violation in violations), violations)

    def test_a_file_of_401_lines_is_too_long(self):
        for path in ("sim/src/a.cpp", "sim/a.hpp", "scripts/a.py", "sim/CMakeLists.txt", "scripts/a.sh"):
            self.assert_rule(True, "size", tidy.check_size(path, "x\n" * 401))
            self.assert_rule(False, "size", tidy.check_size(path, "x\n" * 400))
        self.assert_rule(True, "size", tidy.check_size("scripts/a", "#!/bin/sh\n" + "x\n" * 400))
        self.assert_rule(False, "size", tidy.check_size("docs/a.md", "x\n" * 401))

    def header(self, first: str, second: str, path: str = "sim/src/a.cpp"):
        return tidy.check_header(path, f"{first}\n{second}\n#pragma once\n", self.IDS)

    def test_the_two_header_lines_are_there_and_true(self):
        good = "// What this is for."
        for second in ("// Spec: contract/C1. Layer: sim.", "// Spec: contract/C1 to C18. Layer: sim.",
                       "// Spec: algorithm/S0 to S12, contract/C15. Layer: sim.",
                       "// Spec: contract/C1 to C9, C15, algorithm/O3 E2. Layer: sim."):
            self.assertEqual([], self.header(good, second))
        for first, second in (("#pragma once", "// Spec: contract/C1. Layer: sim."),
                              ("// No full stop", "// Spec: contract/C1. Layer: sim."),
                              (good, "#pragma once"),
                              (good, "// Spec: contract/C1."),
                              (good, "// Spec: contract/C19. Layer: sim."),
                              (good, "// Spec: algorithm/S13. Layer: sim."),
                              (good, "// Spec: algorithm/C1. Layer: sim."),
                              (good, "// Spec: the contract. Layer: sim."),
                              (good, "// Spec: contract/C1. Layer: reference/cpu.")):
            self.assert_rule(True, "header", self.header(first, second))
        self.assertEqual([], self.header(good, "// Spec: contract/C1. Layer: proptests/cpu.", "proptests/cpu/a.cpp"))
        self.assert_rule(True, "header", self.header(good, "// Spec: contract/C1. Layer: proptests.",
                                                     "proptests/cpu/a.cpp"))

    def test_constants_say_where_they_come_from(self):
        for line in ("constexpr int cap = 64;", "inline constexpr std::int64_t cap = 64; // a cap",
                     "static constexpr double cap{0.5};", "const std::size_t cap = 64;", "constexpr auto cap = 64;",
                     "constexpr std::uint32_t caps[2] = {1, 2};", "/// The cap.\nconstexpr int cap = 64;",
                     "constexpr unsigned cap = 64; // convention:", "constexpr int caps[] = {\n    1,\n    2,\n};"):
            self.assert_rule(True, "constant", tidy.check_constants("sim/a.hpp", sim(line + "\n")))
        for line in ("constexpr int cap = 64; // bound: C1", "// measured: best of three\nconstexpr int cap = 64;",
                     "constexpr int caps[] = {\n    1,\n    2,\n}; // convention: any will do",
                     "/// Bit patterns (C7).\nconstexpr std::uint32_t caps[2] = {1, 2};",
                     "constexpr const char *name = \"x\";", "    constexpr int local = 3;",
                     "constexpr int twice(int x) { return 2 * x; }", "constexpr auto table = [] {\n    return 3;\n}();",
                     "constexpr float inf = std::numeric_limits<float>::infinity();"):
            self.assert_rule(False, "constant", tidy.check_constants("sim/a.hpp", sim(line + "\n")))
        table = sim("constexpr float scores[2] = {1, 2};\n")
        self.assert_rule(True, "constant", tidy.check_constants("sim/a.hpp", table))
        self.assert_rule(False, "constant", tidy.check_constants("proptests/cpu/a.hpp", table))

    def test_unfinished_work_is_named(self):
        for word in ("TO" "DO", "FIX" "ME"):
            self.assert_rule(True, "unfinished", tidy.check_words("docs/a.md", f"x\n{word}: later\n"))
        self.assertEqual([], tidy.check_words("docs/a.md", "the method of doing\n"))

    def test_paths_of_a_machine_and_hosts_of_registries_are_named(self):
        for path in ("/wo" "rk/main", "/ho" "me/me/x", "/ro" "ot/x", "see /wo" "rk/shared"):
            self.assert_rule(True, "machine path", tidy.check_words("a.md", path))
        for host in ("http://deb.deb" "ian.org/x", "https://py" "pi.org/simple", "archive.ubu" "ntu.com",
                     "files.python" "hosted.org", "https://art" "ifact-store.example", "registry.npm" "js.org"):
            self.assert_rule(True, "registry host", tidy.check_words("a.md", host))
        self.assertEqual([], tidy.check_words("a.md", "docs/work/x $repo/home/x www.apache.org artifacts of rounding"))

    def test_an_append_that_can_lose_data_has_an_else(self):
        for code in ("if (pos < cap) buf[pos] = x;", "if (pos < cap) {\n    buf[pos] = x;\n}",
                     "if (count < cap)\n    buf[count++] = x;", "if (const int at = n++; at < cap) { out[at] = x; }",
                     "if (list.size() < cap) list.push_back(x);", "if (s.n < cap) { s.list[s.n] = x; ++s.n; }"):
            for folder in ("sim", "device", "reference/cpu"):
                self.assert_rule(True, "losing append",
                                 tidy.check_appends(f"{folder}/a.cpp", f"void f() {{\n    {code}\n    g();\n}}\n"))
        for code in ("if (pos < cap) { buf[pos] = x; } else { ++dropped; }", "if (pos < cap)\n    buf[pos] = x;\nelse\n    fail();",
                     "if (a < b) c[d] = x;", "if (list.size() < cap) other.push_back(x);",
                     "while (pos < cap) { buf[pos] = x; }"):
            self.assertEqual([], tidy.check_appends("sim/a.cpp", f"void f() {{\n    {code}\n    g();\n}}\n"))
        self.assertEqual([], tidy.check_appends("tools/a.cpp", "if (pos < cap) buf[pos] = x;\n"))

    def test_tests_compare_exactly(self):
        for code in ("if (std::abs(a - b) < 1e-6) {}", "std::fabs(a)", "std::numeric_limits<float>::eps" "ilon()",
                     "BOOST_CHECK_CLOSE(a, b, 1)", "BOOST_TEST(a == b, boost::test_tools::tolerance(1e-6))"):
            self.assert_rule(True, "tolerance", tidy.check_tolerance("proptests/cpu/a.cpp", code + ";\n"))
        self.assertEqual([], tidy.check_tolerance("proptests/cpu/a.cpp", "BOOST_TEST(a == b); // no tolerance\n"))

    def test_properties_assert_by_rapidcheck(self):
        for code in ("RC_BOOST_PROP(law, (int x)) {\n    if (x) { BOOST_TEST(x == x); }\n}",
                     "BOOST_AUTO_TEST_CASE(law) {\n    BOOST_TEST(rc::check([](int x) { BOOST_REQUIRE(x == x); }));\n}"):
            self.assert_rule(True, "property", tidy.check_properties("proptests/cpu/a.cpp", code + "\n"))
        for code in ("RC_BOOST_PROP(law, (int x)) { RC_ASSERT(x == x); }\nBOOST_AUTO_TEST_CASE(other) { BOOST_TEST(1); }",
                     "BOOST_AUTO_TEST_CASE(law) { BOOST_TEST(rc::check([](int x) { RC_ASSERT(x == x); })); BOOST_TEST(1); }"):
            self.assertEqual([], tidy.check_properties("proptests/cpu/a.cpp", code + "\n"))


class TreeRules(PlantedTree):
    """Rules that need the documents and all tests."""

    def rules(self) -> list[str]:
        return [f"{violation.rule} {violation.text}" for violation in tidy.check(self.root)]

    def test_a_clause_that_no_test_names_is_found(self):
        for path in (self.root / "proptests").rglob("*.cpp"):
            path.write_text(path.read_text().replace("C16", "C15").replace("c16", "c15"))
        self.assertIn("coverage no test names C16", self.rules())
        self.plant("proptests/cpu/planted.cpp", "// X.\n// Spec: contract/C16. Layer: proptests/cpu.\n")
        self.assertNotIn("coverage no test names C16", self.rules())

    def test_a_range_does_not_name_the_clauses_inside_it(self):
        for path in (self.root / "proptests").rglob("*.cpp"):
            path.unlink()
        self.plant("proptests/cpu/planted.cpp", "// X.\n// Spec: contract/C1 to C18. Layer: proptests/cpu.\n")
        self.assertIn("coverage no test names C9", self.rules())
        self.assertNotIn("coverage no test names C18", self.rules())

    def test_a_clause_that_vanishes_from_the_contract_is_found(self):
        self.change("docs/contract.md", "**C9 ", "**Clause ")
        self.assertTrue(any(rule.startswith("ids ") and "C9" in rule for rule in self.rules()))

    def test_a_breach_anywhere_in_the_tree_is_found(self):
        self.plant("docs/planted.md", "TO" "DO\n")
        self.plant("scripts/planted", "#!/bin/sh\ncd /ho" "me/me\n")
        self.plant("sim/src/planted.cpp", "int x;\n")
        rules = self.rules()
        for rule in ("unfinished", "machine path", "header"):
            self.assertTrue(any(found.startswith(rule) for found in rules), rule)


if __name__ == "__main__":
    unittest.main()
