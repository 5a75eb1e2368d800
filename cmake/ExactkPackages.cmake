# Finds what is there. Each part that is left out is named with its reason by exactk_print_parts().

find_package(Eigen3 3.3 CONFIG QUIET)
if(EXACTK_BUILD_TOOLS OR EXACTK_BUILD_TESTS)
  find_package(CLI11 CONFIG QUIET)
  find_package(fmt CONFIG QUIET)
  find_package(nlohmann_json CONFIG QUIET)
endif()
if(EXACTK_BUILD_TESTS)
  find_package(Boost 1.74 QUIET COMPONENTS unit_test_framework)
  find_package(rapidcheck CONFIG QUIET)
  find_package(OpenSSL QUIET COMPONENTS Crypto)
  find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
  find_package(Threads QUIET)
endif()

# Records a part of the build as present or left out: exactk_part("oracles" ${Eigen3_FOUND} "Eigen not found").
function(exactk_part name present reason)
  if(present)
    set_property(GLOBAL APPEND_STRING PROPERTY EXACTK_PARTS "  ${name}: yes\n")
  else()
    set_property(GLOBAL APPEND_STRING PROPERTY EXACTK_PARTS "  ${name}: LEFT OUT, ${reason}\n")
  endif()
endfunction()

function(exactk_print_parts)
  get_property(parts GLOBAL PROPERTY EXACTK_PARTS)
  message(STATUS "exactk ${PROJECT_VERSION}, contract ${EXACTK_CONTRACT_VERSION}, parts of this build:\n${parts}")
endfunction()
