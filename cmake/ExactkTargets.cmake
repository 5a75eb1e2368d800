# How every target of this project is made: same warnings, same floating point rules, same install rules.

# Compile options of all our targets. The last two undo a -ffast-math that a user put into CMAKE_CXX_FLAGS:
# results must not depend on it (contract C15). C++20 is passed on to what links the target, unless PRIVATE is said.
#   exactk_compile_options(exactk_c PRIVATE)
function(exactk_compile_options target)
  set(scope PUBLIC)
  if(ARGN STREQUAL "PRIVATE")
    set(scope PRIVATE)
  endif()
  target_compile_features(${target} ${scope} cxx_std_20)
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall -Wextra -Wshadow -Wconversion -fno-fast-math -ffp-contract=off>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> # g++ 12 reports it falsely for std::string operator+ (GCC bug 105329)
    $<$<AND:$<BOOL:${EXACTK_WARNINGS_AS_ERRORS}>,$<CXX_COMPILER_ID:GNU,Clang>>:-Werror>)
endfunction()

# A room of the library: a static library whose public headers lie in its own include/ folder, so that the
# compiler sees only the rooms it links (the dependency rule of docs/architecture.md).
#   exactk_library(NAME cpu SOURCES ... LINKS exactk_contract)
function(exactk_library)
  cmake_parse_arguments(ROOM "" "NAME" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target exactk_${ROOM_NAME})
  add_library(${target} STATIC ${ROOM_SOURCES})
  add_library(exactk::${ROOM_NAME} ALIAS ${target})
  exactk_compile_options(${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PUBLIC ${ROOM_LINKS} PRIVATE ${ROOM_PRIVATE_LINKS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${ROOM_NAME})
  set_property(GLOBAL APPEND PROPERTY EXACTK_INSTALLED ${target})
  set_property(GLOBAL APPEND PROPERTY EXACTK_INSTALLED_HEADERS ${CMAKE_CURRENT_SOURCE_DIR}/include/)
endfunction()

# A shared library of the objects and public headers of a static one. It shows what the version script says and has
# what it stands on inside; its users need no C++, so no compile feature is passed on.
#   exactk_shared_library(NAME c OF c_static VERSION_SCRIPT file.map SOVERSION 0)
function(exactk_shared_library)
  cmake_parse_arguments(SHARED "" "NAME;OF;VERSION_SCRIPT;SOVERSION" "" ${ARGN})
  set(target exactk_${SHARED_NAME})
  add_library(${target} SHARED $<TARGET_OBJECTS:exactk_${SHARED_OF}>)
  add_library(exactk::${SHARED_NAME} ALIAS ${target})
  exactk_compile_options(${target} PRIVATE)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_options(${target} PRIVATE LINKER:--version-script=${SHARED_VERSION_SCRIPT})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${SHARED_NAME}
    LINK_DEPENDS ${SHARED_VERSION_SCRIPT} VERSION ${PROJECT_VERSION} SOVERSION ${SHARED_SOVERSION})
endfunction()
