# SPDX-License-Identifier: BSD-3-Clause
# Uses ccache when it is installed and nobody chose a launcher already.
find_program(WEFT_CCACHE ccache)
mark_as_advanced(WEFT_CCACHE)
if(WEFT_CCACHE)
  foreach(language C CXX)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      # Precompiled headers are what the files behind them are: their dates say nothing.
      set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${WEFT_CCACHE})
    endif()
  endforeach()
endif()
