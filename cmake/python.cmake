# SPDX-License-Identifier: BSD-3-Clause
# WEFT_PYTHON: the interpreter that the Python packages are built for, found or left out. One that has its own headers and,
# if nobody chose it, NumPy: the distribution's is asked before others, which may be first on the path and have neither.
# Scripts of tests need none of this and run on any.
set(WEFT_PYTHON "" CACHE FILEPATH "Interpreter to build the Python packages for; OFF to leave them out")

# weft_try_python(CANDIDATE MODULES): sets WEFT_PYTHON and what is known of it, if the interpreter has its headers and can
# import the modules.
macro(weft_try_python candidate modules)
  set(asked "
import ${modules}
include = sysconfig.get_path('include')
assert os.path.exists(include + '/Python.h')
print(include, sysconfig.get_config_var('EXT_SUFFIX'), sysconfig.get_python_version(), sep=chr(59), end='')")
  execute_process(COMMAND ${candidate} -c "${asked}" OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0)
    list(GET answer 0 WEFT_PYTHON_INCLUDE)
    list(GET answer 1 WEFT_PYTHON_SUFFIX)
    list(GET answer 2 WEFT_PYTHON_VERSION)
    set(WEFT_PYTHON ${candidate} CACHE FILEPATH "" FORCE)
  endif()
endmacro()

find_path(WEFT_PYBIND11_INCLUDE pybind11/pybind11.h)
mark_as_advanced(WEFT_PYBIND11_INCLUDE)
if(WEFT_PYBIND11_INCLUDE)
  if(WEFT_PYTHON)
    weft_try_python(${WEFT_PYTHON} "os, sysconfig")
  elseif(NOT WEFT_PYTHON STREQUAL OFF)
    find_program(WEFT_PYTHON_ON_PATH NAMES python3)
    mark_as_advanced(WEFT_PYTHON_ON_PATH)
    foreach(candidate IN ITEMS /usr/bin/python3 ${WEFT_PYTHON_ON_PATH})
      if(NOT WEFT_PYTHON_VERSION)
        weft_try_python(${candidate} "numpy, os, sysconfig")
      endif()
    endforeach()
  endif()
endif()
if(WEFT_PYTHON_VERSION)
  set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES
    "Python ${WEFT_PYTHON_VERSION}, pybind11: found (Python packages for ${WEFT_PYTHON})")
else()
  set_property(GLOBAL APPEND PROPERTY WEFT_DEPENDENCIES
    "Python with headers and NumPy, pybind11: left out or missing, without the Python packages")
endif()
