# SPDX-License-Identifier: BSD-3-Clause
# weft_precompile(TARGET HEADER...): what most files of a target begin with is compiled once. Only in builds that ask for
# it; the others see whether every file includes what it needs.
option(WEFT_PRECOMPILE "Compile common headers once" OFF)

function(weft_precompile target)
  if(WEFT_PRECOMPILE)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/ REGEX "^[^</]")
    _weft_precompile(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# weft_precompile_with_clang(TARGET HEADER...): the same where g++ would have to give up warnings that we want to see.
function(weft_precompile_with_clang)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    weft_precompile(${ARGN})
  endif()
endfunction()

# weft_precompile_as(TARGET OTHER): what OTHER, which is compiled with the same options, has compiled already.
function(weft_precompile_as target other)
  if(WEFT_PRECOMPILE)
    _weft_precompile(${target} REUSE_FROM ${other})
  endif()
endfunction()

function(_weft_precompile target)
  target_precompile_headers(${target} ${ARGN})
  # A cache of objects can then tell that the headers are the same. g++ forgets which of them are the system's, and warns
  # of what it imagines there.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-array-bounds>"
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()
