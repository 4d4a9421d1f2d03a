# SPDX-License-Identifier: BSD-3-Clause
# WEFT_SANITIZE and WEFT_BUILD_FUZZ reach every target: a sanitizer that sees half of a program is of little use.
# weft_fuzzer: link it PRIVATE to a fuzz target; it brings libFuzzer's main().
if(WEFT_SANITIZE)
  list(JOIN WEFT_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers})
endif()

if(WEFT_BUILD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "WEFT_BUILD_FUZZ needs Clang (libFuzzer is a part of it): cmake --preset fuzz")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_library(weft_fuzzer INTERFACE)
  target_link_options(weft_fuzzer INTERFACE -fsanitize=fuzzer)
endif()
