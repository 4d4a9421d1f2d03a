# SPDX-License-Identifier: BSD-3-Clause
# WEFT_SANITIZE reaches every target: a sanitizer that sees half of a program is of little use. Not checked is the type
# behind a virtual call: that check opens a pipe to look at the object, and fails in programs that have no handle left.
if(WEFT_SANITIZE)
  list(JOIN WEFT_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers} -fno-sanitize=vptr)
endif()

# weft_sanitizer_runtime(VARIABLE): the file that the loader has to give to programs of other people, which are built
# without sanitizers, when they use a library that is built with them. Empty if there are no sanitizers.
function(weft_sanitizer_runtime variable)
  set(names)
  foreach(name IN ITEMS address thread)
    if(name IN_LIST WEFT_SANITIZE)
      string(SUBSTRING ${name} 0 1 letter)
      set(names libclang_rt.${letter}san-${CMAKE_SYSTEM_PROCESSOR}.so lib${letter}san.so)
    endif()
  endforeach()
  set(${variable} "" PARENT_SCOPE)
  foreach(name IN LISTS names)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${name} OUTPUT_VARIABLE path
      OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(IS_ABSOLUTE "${path}" AND EXISTS "${path}")
      set(${variable} ${path} PARENT_SCOPE)
      break()
    endif()
  endforeach()
endfunction()

if(WEFT_BUILD_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "WEFT_BUILD_FUZZ needs Clang (libFuzzer is a part of it): cmake --preset fuzz")
endif()

# weft_fuzzed(TARGET...): libFuzzer sees which branches of the target an input takes.
function(weft_fuzzed)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<BOOL:${WEFT_BUILD_FUZZ}>:-fsanitize=fuzzer-no-link>)
  endforeach()
endfunction()

# weft_drop_in(TARGET...): libraries that take of our objects what they use. With sanitizers the linker leaves nothing
# out, so they need what all of it needs.
function(weft_drop_in)
  foreach(target IN LISTS ARGN)
    foreach(library ZLIB::ZLIB simdjson::simdjson weft::deflate weft::isal BZip2::BZip2)
      target_link_libraries(${target} PRIVATE $<$<BOOL:${WEFT_SANITIZE}>:$<TARGET_NAME_IF_EXISTS:${library}>>)
    endforeach()
  endforeach()
endfunction()
