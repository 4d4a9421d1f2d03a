# SPDX-License-Identifier: BSD-3-Clause
# Our shared library is not meant to have its functions replaced at run time, so the compiler may inline across them.
add_compile_options(-fno-semantic-interposition)

# weft_codec(TARGET...): -O3 in release builds. At -O2 g++ does not inline the column builder into the decoders.
function(weft_codec)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
  endforeach()
endfunction()

# weft_hardly_run(TARGET...): -O0 in all debug builds.
function(weft_hardly_run)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O0>)
  endforeach()
endfunction()

# weft_little_run(TARGET...): -O0 in builds with sanitizers, for what takes longer to compile than it ever runs there.
function(weft_little_run)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<BOOL:${WEFT_SANITIZE}>:-O0>)
  endforeach()
endfunction()
