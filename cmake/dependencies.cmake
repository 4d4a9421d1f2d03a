# SPDX-License-Identifier: BSD-3-Clause
# What Weft stands on. Required packages stop the configuration when absent; optional ones are found or left out, and
# weft_print_summary() says which.

# weft_optional(NAME FEATURE text [PACKAGE args...]): looks for a package, quietly. When found, NAME_FOUND is set for the
# caller and `text` joins the features that `weft --version` lists. Arguments after PACKAGE go to find_package().
macro(weft_optional name)
  cmake_parse_arguments(_weft_optional "" "FEATURE" "PACKAGE" ${ARGN})
  find_package(${name} ${_weft_optional_PACKAGE} QUIET)
  if(${name}_FOUND)
    set_property(GLOBAL APPEND PROPERTY WEFT_FEATURES "${_weft_optional_FEATURE}")
    set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES "${name} ${${name}_VERSION}: found (${_weft_optional_FEATURE})")
  else()
    set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES "${name}: missing, without ${_weft_optional_FEATURE}")
  endif()
endmacro()

# weft_required(NAME USE text [PACKAGE args...]): the same for a package that must be there.
macro(weft_required name)
  cmake_parse_arguments(_weft_required "" "USE" "PACKAGE" ${ARGN})
  find_package(${name} ${_weft_required_PACKAGE} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} not found, needed for ${_weft_required_USE}. `./dev setup` installs it.")
  endif()
  set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES "${name} ${${name}_VERSION}: found (${_weft_required_USE})")
endmacro()

set(THREADS_PREFER_PTHREAD_FLAG ON)
weft_required(Threads USE "reading in parallel")
weft_required(fmt USE "text output" PACKAGE 9)
weft_required(ZLIB USE "compressed files")
weft_required(simdjson USE "lines of DFTracer" PACKAGE 3)
weft_optional(BZip2 FEATURE "BP blocks packed with bzip2")
weft_optional(SQLite3 FEATURE "SQL" PACKAGE 3.38)
weft_optional(MPI FEATURE "the drop-in ADIOS with MPI" PACKAGE COMPONENTS C)
weft_required(CLI11 USE "the command line" PACKAGE 2.1)

# weft_optional_library(NAME HEADER FEATURE [FOLDER]): weft::NAME, a library that has no package file for CMake, if it is
# there. Its header may be in a folder of its own.
function(weft_optional_library name header feature)
  string(TOUPPER ${name} NAME)
  find_path(WEFT_${NAME}_INCLUDE ${header} PATH_SUFFIXES ${ARGN})
  find_library(WEFT_${NAME}_LIBRARY NAMES ${name} lib${name})
  mark_as_advanced(WEFT_${NAME}_INCLUDE WEFT_${NAME}_LIBRARY)
  if(NOT WEFT_${NAME}_INCLUDE OR NOT WEFT_${NAME}_LIBRARY)
    set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES "${name}: missing, without ${feature}")
    return()
  endif()
  add_library(weft::${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(weft::${name} PROPERTIES
    IMPORTED_LOCATION ${WEFT_${NAME}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${WEFT_${NAME}_INCLUDE})
  set_property(GLOBAL APPEND PROPERTY WEFT_FEATURES "${feature}")
  set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES "${name}: found (${feature})")
endfunction()

weft_optional_library(hwloc hwloc.h "machine topology")  # of the recorder
weft_optional_library(deflate libdeflate.h "gzip members at once")
weft_optional_library(isal isa-l.h "fast streams of gzip")
weft_optional_library(expat expat.h "configurations of ADIOS in XML")
weft_optional_library(edit editline/readline.h "lines with a history")
weft_optional_library(netcdf netcdf.h "bp2ncd")
weft_optional_library(hdf5_serial hdf5.h "bp2h5" hdf5/serial)

if(WEFT_BUILD_TESTS)
  weft_required(GTest USE "tests")
endif()
if(WEFT_BUILD_BENCH)
  weft_required(benchmark USE "benchmarks")
endif()

# weft_reference(NAME HEADER USE): reference::NAME, a reference implementation, which tests and benchmarks hold Weft
# against; nothing else links it.
function(weft_reference name header use)
  string(TOUPPER ${name} NAME)
  find_path(WEFT_REFERENCE_${NAME}_INCLUDE ${header})
  find_library(WEFT_REFERENCE_${NAME}_LIBRARY ${name})
  mark_as_advanced(WEFT_REFERENCE_${NAME}_INCLUDE WEFT_REFERENCE_${NAME}_LIBRARY)
  if(NOT WEFT_REFERENCE_${NAME}_INCLUDE OR NOT WEFT_REFERENCE_${NAME}_LIBRARY)
    message(FATAL_ERROR "The ${name} reference library was not found, needed for ${use}. `./dev setup` installs it.")
  endif()
  add_library(reference::${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(reference::${name} PROPERTIES
    IMPORTED_LOCATION ${WEFT_REFERENCE_${NAME}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${WEFT_REFERENCE_${NAME}_INCLUDE})
  set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES "${name} reference: found (${use})")
endfunction()

if(WEFT_BUILD_TESTS OR WEFT_BUILD_BENCH)
  weft_reference(otf2 otf2/otf2.h "tests and benchmarks")
  weft_reference(open-trace-format open-trace-format/otf.h "tests and benchmarks")
endif()
if(WEFT_BUILD_BENCH)
  weft_reference(litl litl_write.h benchmarks)  # tests find it by themselves
endif()

function(weft_print_summary)
  get_property(dependencies GLOBAL PROPERTY WEFT_DEPENDENCIES)
  get_property(features GLOBAL PROPERTY WEFT_FEATURES)
  list(JOIN features ", " features)
  foreach(part TESTS EXAMPLES BENCH FUZZ)
    if(WEFT_BUILD_${part})
      string(TOLOWER ${part} part)
      list(APPEND parts ${part})
    endif()
  endforeach()
  list(JOIN parts ", " parts)
  message(STATUS "weft ${PROJECT_VERSION}, ${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  message(STATUS "  sanitizers: ${WEFT_SANITIZE}")
  message(STATUS "  also built: ${parts}")
  message(STATUS "  features:   ${features}")
  foreach(dependency IN LISTS dependencies)
    message(STATUS "  ${dependency}")
  endforeach()
endfunction()
