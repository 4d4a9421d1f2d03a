# SPDX-License-Identifier: BSD-3-Clause
# Uses ccache when it is installed and nobody chose a launcher already.
find_program(WEFT_CCACHE ccache)
mark_as_advanced(WEFT_CCACHE)
if(WEFT_CCACHE)
  foreach(language C CXX)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${WEFT_CCACHE})
    endif()
  endforeach()
endif()
