# SPDX-License-Identifier: BSD-3-Clause
# The Python packages, for which PYTHONPATH is set to share/weft/python. Their compiled part finds our libraries below the
# same prefix or, in a wheel, beside itself.
set_target_properties(${weft_python_modules} PROPERTIES
  INSTALL_RPATH "$ORIGIN;$ORIGIN/../../../../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS ${weft_python_modules} LIBRARY DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/python/weft COMPONENT python)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/weft ${PROJECT_SOURCE_DIR}/python/otf2
  DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/python COMPONENT python
  FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN py.typed PATTERN __pycache__ EXCLUDE)
