# How every target of this project is made: same warnings, same floating point rules, same install rules.

# Compile options of all our targets. The last two undo a -ffast-math that a user put into CMAKE_CXX_FLAGS:
# results must not depend on it (contract C15).
function(exactk_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
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
