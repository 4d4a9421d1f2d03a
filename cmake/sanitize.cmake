# SPDX-License-Identifier: BSD-3-Clause
# WEFT_SANITIZE reaches every target: a sanitizer that sees half of a program is of little use. Not checked is the type
# behind a virtual call: that check opens a pipe to look at the object, and fails in programs that have no handle left.
if(WEFT_SANITIZE)
  list(JOIN WEFT_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers} -fno-sanitize=vptr)
endif()

if(WEFT_BUILD_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "WEFT_BUILD_FUZZ needs Clang (libFuzzer is a part of it): cmake --preset fuzz")
endif()

# weft_fuzzed(TARGET...): libFuzzer sees which branches of the target an input takes.
function(weft_fuzzed)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<BOOL:${WEFT_BUILD_FUZZ}>:-fsanitize=fuzzer-no-link>)
  endforeach()
endfunction()
