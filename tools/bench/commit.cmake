# Writes OUT, a header with the commit of SOURCE, "-dirty" behind it where files differ from it; leaves OUT as it is if
# nothing changed. Run at build time: cmake -DSOURCE=... -DOUT=... -P commit.cmake
execute_process(COMMAND git -c safe.directory=${SOURCE} -C ${SOURCE} describe --always --dirty --abbrev=7
  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(commit STREQUAL "")
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT [[
// The commit that this was built from.
// Spec: contract/C17. Layer: tools/bench.
#pragma once

namespace exactk::bench {

inline constexpr const char commit[] = "@commit@";

} // namespace exactk::bench
]] @ONLY)
