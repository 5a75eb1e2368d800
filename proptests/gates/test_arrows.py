"""Plants every kind of forbidden arrow and sees the gate name it."""

import unittest

import arrows
from planted import PlantedTree

HEADER = "// Planted.\n// Spec: contract/C1. Layer: planted.\n"


class Arrows(PlantedTree):
    def caught(self, rule: str, *words: str) -> None:
        """Exactly the planted violation is new: some violation has the rule and all the words."""
        found = [str(violation) for violation in arrows.check(self.root)]
        self.assertTrue(any(f": {rule}: " in line and all(word in line for word in words) for line in found),
                        f"not caught: {rule} {words}; found {found}")

    def test_the_tree_itself_is_clean(self):
        self.assertEqual([], arrows.check(self.root))

    def test_each_independent_room_is_kept_from_each_other(self):
        rooms = {"reference/oracle": "oracle.hpp", "reference/cpu": "cpu.hpp", "sim": "sim.hpp",
                 "device": "device.hpp"}
        for room in rooms:
            for other, header in rooms.items():
                if other != room:
                    name = f"{room}/src/planted_{header}"
                    self.plant(name, f"{HEADER}#pragma once\n#include <exactk/{header}>\n")
                    self.caught("arrow", name, f"<exactk/{header}>")

    def test_no_room_sees_the_judge_the_tools_or_the_tests(self):
        for room in ("reference/contract", "reference/oracle", "reference/cpu", "sim", "device"):
            for number, header in enumerate(("exactk/verify.hpp", "exactk/npy.hpp", "proptests/cpu/rows.hpp")):
                name = f"{room}/src/planted{number}.cpp"
                self.plant(name, f"{HEADER}#include <{header}>\n")
                self.caught("arrow", name, header)

    def test_the_contract_sees_nobody(self):
        self.plant("reference/contract/src/planted.cpp", HEADER + "#include <exactk/oracle/widen.hpp>\n")
        self.caught("arrow", "reference/contract/src/planted.cpp", "widen")

    def test_the_judge_sees_of_the_oracle_only_its_widening(self):
        self.plant("reference/verify/src/fine.cpp", HEADER + "#include <exactk/oracle/widen.hpp>\n")
        self.assertEqual([], arrows.check(self.root))
        self.plant("reference/verify/src/planted.cpp", HEADER + "#include <exactk/oracle.hpp>\n")
        self.caught("arrow", "reference/verify/src/planted.cpp", "oracle.hpp")

    def test_the_bindings_see_the_planner_the_kernels_and_the_cpu_path_by_their_public_headers_only(self):
        self.plant("bindings/c/src/fine.cpp", HEADER + "#include <exactk.h>\n#include <exactk/cpu.hpp>\n"
                   "#include <exactk/device.hpp>\n#include <exactk/contract/text.hpp>\n")
        self.assertEqual([], arrows.check(self.root))
        for number, header in enumerate(("exactk/sim.hpp", "exactk/exhibits.hpp", "exactk/oracle.hpp",
                                         "exactk/oracle/widen.hpp", "exactk/verify.hpp", "exactk/npy.hpp",
                                         "exactk/cpu_eigen.hpp", "Eigen/Core", "cuda_runtime_api.h", "stdint.h")):
            name = f"bindings/c/src/planted{number}.cpp"
            self.plant(name, f"{HEADER}#include <{header}>\n")
            self.caught("arrow", name, f"<{header}>")
        for number, header in enumerate(("plan/forms.hpp", "../../../device/plan/forms.hpp", "sim/src/row.hpp")):
            name = f"bindings/c/src/quoted{number}.cpp"
            self.plant(name, f'{HEADER}#include "{header}"\n')
            self.caught("arrow", name, header)
        self.plant("bindings/c/include/exactk.h", "#include <exactk/contract/status.hpp>\n#include <string.h>\n")
        self.caught("arrow", "bindings/c/include/exactk.h", "string.h")
        self.plant("bindings/c/include/exactk/keys.hpp", HEADER)
        self.caught("place", "bindings/c/include/exactk/keys.hpp")

    def test_no_room_sees_the_bindings(self):
        for room in ("reference/contract", "reference/oracle", "reference/cpu", "sim", "device", "reference/verify"):
            self.plant(f"{room}/src/planted_c.cpp", HEADER + "#include <exactk.h>\n")
            self.caught("arrow", f"{room}/src/planted_c.cpp", "<exactk.h>")

    def test_relative_paths_do_not_leave_a_room(self):
        for number, path in enumerate(("../../../sim/src/sortable.hpp", "../src/x.hpp", "sim/src/sortable.hpp")):
            name = f"reference/cpu/src/planted{number}.cpp"
            self.plant(name, f'{HEADER}#include "{path}"\n')
            self.caught("arrow", name, path)
        self.plant("proptests/cpu/planted.cpp", HEADER + '#include "../../sim/src/row.hpp"\n')
        self.caught("arrow", "proptests/cpu/planted.cpp")

    def test_a_link_in_the_file_system_does_not_leave_a_room(self):
        (self.root / "sim/src/planted.hpp").symlink_to(self.root / "reference/contract/src/text.cpp")
        self.plant("sim/src/planted.cpp", HEADER + '#include "planted.hpp"\n')
        self.caught("arrow", "sim/src/planted.cpp", "outside")

    def test_an_include_through_a_macro_is_not_let_through(self):
        self.plant("sim/src/planted.cpp", HEADER + "#define HEADER <exactk/cpu.hpp>\n#include HEADER\n")
        self.caught("arrow", "sim/src/planted.cpp", "cannot be read")

    def test_odd_spellings_of_an_include_are_read(self):
        self.plant("sim/src/planted.cpp", HEADER + "  #  include  <exactk/cpu.hpp> // why not\n")
        self.caught("arrow", "sim/src/planted.cpp", "cpu.hpp")
        self.plant("sim/src/commented.cpp", HEADER + "// #include <exactk/cpu.hpp>\n/*\n#include <exactk/cpu.hpp>\n*/\n")
        self.assertFalse(any(violation.path == "sim/src/commented.cpp" for violation in arrows.check(self.root)))

    def test_a_header_of_helpers_is_not_smuggled_in(self):
        self.plant("reference/contract/include/exactk/contract/bits.hpp", HEADER + "inline int twice(int x) { return 2 * x; }\n")
        self.caught("contract", "bits.hpp", "does not have")
        self.caught("contract", "bits.hpp", "bodies")
        self.plant("sim/include/exactk/contract/keys.hpp", HEADER)
        self.caught("place", "sim/include/exactk/contract/keys.hpp")
        self.plant("reference/common/include/exactk/common/keys.hpp", HEADER)
        self.plant("reference/cpu/src/planted.cpp", HEADER + "#include <exactk/common/keys.hpp>\n")
        self.caught("arrow", "reference/cpu/src/planted.cpp", "common/keys.hpp")

    def test_a_known_contract_header_stays_data(self):
        self.plant("reference/contract/include/exactk/contract/plan.hpp", "inline int digit(int key) {\n    return key & 1;\n}\n")
        self.caught("contract", "plan.hpp", "bodies")

    def test_third_party_headers_stay_where_they_belong(self):
        self.plant("sim/src/planted.cpp", HEADER + "#include <Eigen/Core>\n")
        self.caught("arrow", "sim/src/planted.cpp", "Eigen")
        self.plant("reference/cpu/src/planted.cpp", HEADER + "#include <exactk/cpu_eigen.hpp>\n")
        self.caught("arrow", "reference/cpu/src/planted.cpp", "cpu_eigen")

    def test_the_oracles_share_no_comparator(self):
        self.plant("reference/oracle/src/rank_oracle.cpp", '#include "sort_order.hpp"\n')
        self.caught("oracles", "rank_oracle.cpp", "sort_order.hpp")
        self.plant("reference/oracle/src/middle.hpp", HEADER + '#include "rank_order.hpp"\n')
        self.plant("reference/oracle/src/sort_oracle.cpp", '#include "middle.hpp"\n')
        self.caught("oracles", "middle.hpp", "sort_oracle.cpp", "rank_order.hpp")


class Links(PlantedTree):
    caught = Arrows.caught

    def test_each_room_links_the_contract_only(self):
        for room, name, other in (("reference/cpu", "cpu", "exactk_sim"), ("sim", "sim", "exactk::cpu"),
                                  ("reference/oracle", "oracle_widen", "exactk_cpu"),
                                  ("reference/verify", "verify", "exactk_oracle"),
                                  ("device", "device", "exactk_sim")):
            self.plant(f"{room}/CMakeLists.txt",
                       f"\nexactk_library(NAME {name} SOURCES src/x.cpp LINKS exactk_contract PRIVATE_LINKS {other})\n")
            self.caught("link", f"{room}/CMakeLists.txt", f"exactk_{name} must not link {other}")

    def test_schedules_see_the_model_and_nothing_else(self):
        self.plant("sim/schedule/CMakeLists.txt",
                   "\nexactk_library(NAME schedule SOURCES src/x.cpp LINKS exactk_contract PRIVATE_LINKS exactk_cpu)\n")
        self.caught("link", "sim/schedule/CMakeLists.txt", "exactk_schedule must not link exactk_cpu")
        self.plant("sim/CMakeLists.txt",
                   "\nexactk_library(NAME sim SOURCES src/x.cpp LINKS exactk_contract exactk_schedule)\n")
        self.caught("link", "sim/CMakeLists.txt", "exactk_sim must not link exactk_schedule")
        self.plant("sim/schedule/src/planted.cpp", HEADER + "#include <exactk/device.hpp>\n")
        self.caught("arrow", "sim/schedule/src/planted.cpp", "device.hpp")
        self.plant("reference/cpu/src/planted.cpp", HEADER + "#include <exactk/schedule/machine.hpp>\n")
        self.caught("arrow", "reference/cpu/src/planted.cpp", "schedule/machine.hpp")

    def test_no_link_is_added_from_elsewhere(self):
        self.plant("tools/CMakeLists.txt", "\ntarget_link_libraries(exactk_cpu PRIVATE exactk_sim)\n")
        self.caught("link", "tools/CMakeLists.txt", "exactk_cpu must not link exactk_sim")

    def test_no_source_and_no_folder_of_another_room_is_compiled_in(self):
        self.plant("sim/CMakeLists.txt", "\ntarget_sources(exactk_sim PRIVATE ${PROJECT_SOURCE_DIR}/reference/cpu/src/topk.cpp)\n")
        self.caught("link", "sim/CMakeLists.txt", "target_sources")
        self.plant("sim/CMakeLists.txt", "\nexactk_library(NAME sim SOURCES ${PROJECT_SOURCE_DIR}/reference/cpu/src/topk.cpp)\n")
        self.caught("link", "sim/CMakeLists.txt", "not in its own src/")
        self.plant("reference/cpu/CMakeLists.txt", "\ntarget_include_directories(exactk_cpu PRIVATE ../oracle/src)\n")
        self.caught("link", "reference/cpu/CMakeLists.txt", "reaches out")

    def test_the_kernels_target_compiles_kernels_only_and_links_the_contract_only(self):
        self.plant("device/CMakeLists.txt", "\nadd_library(exactk_device_kernels OBJECT launch/x.cu ${sim}/keys.cpp)\n")
        self.caught("link", "device/CMakeLists.txt", "${sim}/keys.cpp", "no kernel")
        self.plant("device/CMakeLists.txt", "\nadd_library(exactk_device_more OBJECT launch/x.cu)\n")
        self.caught("link", "add_library(exactk_device_more)")
        self.plant("device/CMakeLists.txt", "\ntarget_link_libraries(exactk_device_kernels PRIVATE exactk_sim)\n")
        self.caught("link", "exactk_device_kernels must not link exactk_sim")
        self.plant("device/CMakeLists.txt", "\ntarget_include_directories(exactk_device PRIVATE ${PROJECT_SOURCE_DIR}/sim/src)\n")
        self.caught("link", "target_include_directories(exactk_device)")
        self.plant("device/CMakeLists.txt", "\nexactk_library(NAME device SOURCES ${PROJECT_SOURCE_DIR}/sim/src/keys.cpp)\n")
        self.caught("link", "exactk_device compiles")
        self.plant("device/CMakeLists.txt", "\nadd_subdirectory(../sim sim)\n")
        self.caught("link", "add_subdirectory reaches out")
        self.plant("device/plan/planted.cpp", HEADER + '#include "sim/row.hpp"\n')
        self.caught("arrow", "device/plan/planted.cpp", "sim/row.hpp")
        self.plant("sim/CMakeLists.txt", "\nadd_subdirectory(../reference/contract contract)\n")
        self.caught("link", "sim/CMakeLists.txt", "reaches out")

    def test_the_bindings_are_built_of_their_own_sources_and_link_what_they_may(self):
        name = "bindings/c/CMakeLists.txt"
        for number, planted in enumerate((
                "exactk_library(NAME c_static SOURCES src/text.cpp LINKS exactk_sim)",
                "target_link_libraries(exactk_c PRIVATE exactk_sim)",
                "target_link_libraries(exactk_c_static PRIVATE exactk::verify)")):
            self.plant(name, f"\n{planted}\n")
            self.caught("link", name, ("exactk_c_static must not link exactk_sim", "exactk_c must not link exactk_sim",
                                       "exactk_c_static must not link exactk::verify")[number])
        self.plant(name, "\nexactk_library(NAME c_static SOURCES ${sim}/keys.cpp)\n")
        self.caught("link", name, "${sim}/keys.cpp", "not in its own src/")
        self.plant(name, "\nexactk_library(NAME python SOURCES src/module.cpp)\n")
        self.caught("link", name, "exactk_python", "without a rule")
        self.plant(name, "\nadd_library(helpers STATIC x.cpp)\n")
        self.caught("link", name, "add_library(helpers)")
        self.plant(name, "\nadd_subdirectory(../../sim sim)\n")
        self.caught("link", name, "add_subdirectory reaches out", "../../sim")
        self.plant(name, "\ntarget_include_directories(exactk_c_static PRIVATE ../../device)\n")
        self.caught("link", name, "target_include_directories(exactk_c_static)")

    def test_no_room_is_made_or_changed_without_a_rule(self):
        self.plant("reference/CMakeLists.txt", "\nexactk_library(NAME common SOURCES x.cpp)\n")
        self.caught("link", "exactk_common")
        self.plant("reference/CMakeLists.txt", "\nadd_library(helpers STATIC x.cpp)\n")
        self.caught("link", "add_library(helpers)")
        self.plant("sim/CMakeLists.txt", "\ninclude_directories(/usr/include/x)\n")
        self.caught("link", "include_directories")
        self.plant("sim/CMakeLists.txt", "\ntarget_link_libraries(${target} PRIVATE exactk_cpu)\n")
        self.caught("link", "cannot be read")


if __name__ == "__main__":
    unittest.main()
