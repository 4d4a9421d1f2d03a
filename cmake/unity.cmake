# SPDX-License-Identifier: BSD-3-Clause
# weft_unity_groups(ROOM SOURCE...): files of a room are compiled together, some at a time. A new file makes those of
# its own room anew, and no others.
function(weft_unity_groups room)
  set(sources ${ARGN})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  string(REPLACE / _ name ${room})
  set(number 0)
  foreach(source IN LISTS sources)
    math(EXPR group "${number} / 7")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${group})
    math(EXPR number "${number} + 1")
  endforeach()
endfunction()
