"""Plants a copy from one room in another and sees the gate name it."""

import unittest

import independence
from planted import PlantedTree

FUNCTION = """
std::int64_t {name}(const std::vector<std::uint32_t> &histogram, std::int64_t open, std::int64_t &better) {{
    better = 0;
    for (std::int64_t digit = static_cast<std::int64_t>(histogram.size()) - 1; digit >= 0; --digit) {{
        const std::int64_t count = histogram[static_cast<std::size_t>(digit)];
        if (better + count >= open) {{
            return digit;
        }}
        better += count;
    }}
    return -1;
}}
"""


class Independence(PlantedTree):
    def rules(self) -> set[str]:
        return {violation.rule for violation in independence.check(self.root, say=lambda text: None)}

    def test_the_tree_itself_is_clean(self):
        self.assertEqual(set(), self.rules())

    def test_one_function_pasted_into_another_room_is_caught(self):
        for one, other in (("reference/cpu", "sim"), ("reference/oracle", "sim"), ("reference/cpu", "device"),
                           ("reference/oracle", "reference/verify"), ("reference/verify", "device")):
            self.plant(f"{one}/src/first.cpp", FUNCTION.format(name="threshold"))
            self.plant(f"{other}/src/second.cpp", "// Mine.\n#include <vector>\n" + FUNCTION.format(name="find_digit"))
            self.assertIn("run", self.rules(), f"{one} and {other}")
            for path in (f"{one}/src/first.cpp", f"{other}/src/second.cpp"):
                (self.root / path).unlink()

    def test_layout_and_comments_do_not_hide_a_copy(self):
        self.plant("reference/cpu/src/first.cpp", FUNCTION.format(name="threshold"))
        self.plant("sim/src/second.cpp", FUNCTION.format(name="threshold").replace(";\n", ";   // why\n\n").replace("    ", "\t"))
        self.assertIn("run", self.rules())

    def test_many_short_copies_are_caught_by_their_share(self):
        lines = [f"bits_{number} = (bits_{number} >> {number}) ^ mask_{number} & table[{number}];" for number in range(400)]
        self.plant("reference/cpu/src/first.cpp", "\n".join(f"{line}\nint cpu_{line[5:8]};" for line in lines))
        self.plant("sim/src/second.cpp", "\n".join(f"{line}\nauto sim_{line[5:8]};" for line in lines))
        self.assertEqual({"share"}, self.rules())

    def test_the_same_words_in_another_order_are_no_copy(self):
        self.plant("reference/cpu/src/first.cpp", "a = b + c; d = e + f; g = h + i; j = k + l;")
        self.plant("sim/src/second.cpp", "j = k + l; g = h + i; d = e + f; a = b + c;")
        self.assertEqual(set(), self.rules())

    def test_the_judge_takes_no_code_of_an_oracle(self):
        for line in ("#include <exactk/oracle.hpp>", '#include "rank_order.hpp"',
                     '#include "../../oracle/src/sort_order.hpp"', "  #  include <exactk/oracle/../oracle.hpp>"):
            before = (self.root / "reference/verify/src/order.cpp").read_text()
            self.plant("reference/verify/src/order.cpp", f"\n{line}\n")
            self.assertEqual({"shared"}, self.rules(), line)
            (self.root / "reference/verify/src/order.cpp").write_text(before)

    def test_widening_is_shared_with_the_judge_and_with_nobody_else(self):
        for path in ("reference/cpu/src/topk.cpp", "sim/src/model.cpp", "device/plan/forms.cpp"):
            before = (self.root / path).read_text()
            self.plant(path, "\n#include <exactk/oracle/widen.hpp>\n")
            self.assertEqual({"shared"}, self.rules(), path)
            (self.root / path).write_text(before)


if __name__ == "__main__":
    unittest.main()
