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

# Whether a Python has the module that exactk_python_with() looks for.
function(exactk_has_module result candidate)
  execute_process(COMMAND ${candidate} -c "import ${module}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# Of several Pythons on the path, the first with a module: exactk_python_with(numpy python). If none has it, any: tests that
# need the module run without, and fail.
function(exactk_python_with module result)
  string(TOUPPER ${module} name)
  find_program(EXACTK_PYTHON_WITH_${name} python3 VALIDATOR exactk_has_module)
  if(EXACTK_PYTHON_WITH_${name})
    set(${result} ${EXACTK_PYTHON_WITH_${name}} PARENT_SCOPE)
  else()
    set(${result} ${Python3_EXECUTABLE} PARENT_SCOPE)
  endif()
endfunction()

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
