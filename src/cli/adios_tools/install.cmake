# SPDX-License-Identifier: BSD-3-Clause
# The tools of ADIOS: the command under other names, and the converters that could be built.
foreach(tool IN LISTS adios_tools)
  install(FILES $<TARGET_FILE_DIR:weft_cli>/${tool} TYPE BIN)
endforeach()
foreach(converter IN LISTS adios_converters)
  set_target_properties(${converter} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS ${converter} RUNTIME)
endforeach()
