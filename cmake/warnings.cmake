# SPDX-License-Identifier: BSD-3-Clause
# weft_warnings: link it PRIVATE to every target of ours. Clean with g++ 12 and clang 14.
add_library(weft_warnings INTERFACE)
target_compile_options(weft_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wduplicated-cond -Wlogical-op>
  $<$<BOOL:${WEFT_WERROR}>:-Werror>)
