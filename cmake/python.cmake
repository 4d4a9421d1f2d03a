# SPDX-License-Identifier: BSD-3-Clause
# WEFT_PYTHON: the interpreter that the Python packages are built for, found or left out. One that has NumPy and its own
# headers: the distribution's is asked before others, which may be first on the path and have neither. Scripts of tests
# need none of this and run on any.
set(WEFT_PYTHON "" CACHE FILEPATH "Interpreter to build the Python packages for; OFF to leave them out")

function(weft_find_python)
  set(asked [[
import numpy, os, sysconfig
include = sysconfig.get_path("include")
assert os.path.exists(include + "/Python.h")
print(include, sysconfig.get_config_var("EXT_SUFFIX"), sysconfig.get_python_version(), sep=chr(59), end="")]])
  find_program(WEFT_PYTHON_ON_PATH NAMES python3)
  mark_as_advanced(WEFT_PYTHON_ON_PATH)
  foreach(candidate IN ITEMS ${WEFT_PYTHON} /usr/bin/python3 ${WEFT_PYTHON_ON_PATH})
    execute_process(COMMAND ${candidate} -c "${asked}" OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      list(GET answer 0 include)
      list(GET answer 1 suffix)
      list(GET answer 2 version)
      set(WEFT_PYTHON ${candidate} CACHE FILEPATH "" FORCE)
      set(WEFT_PYTHON_INCLUDE ${include} PARENT_SCOPE)
      set(WEFT_PYTHON_SUFFIX ${suffix} PARENT_SCOPE)
      set(WEFT_PYTHON_VERSION ${version} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

find_path(WEFT_PYBIND11_INCLUDE pybind11/pybind11.h)
mark_as_advanced(WEFT_PYBIND11_INCLUDE)
if(NOT WEFT_PYTHON STREQUAL OFF AND WEFT_PYBIND11_INCLUDE)
  weft_find_python()
endif()
if(WEFT_PYTHON_VERSION)
  set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES
    "Python ${WEFT_PYTHON_VERSION} with NumPy, pybind11: found (Python packages for ${WEFT_PYTHON})")
else()
  set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES
    "Python with NumPy and headers, pybind11: left out or missing, without the Python packages")
endif()
