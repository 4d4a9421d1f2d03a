# SPDX-License-Identifier: BSD-3-Clause
# What programs written for DFTracer find below the prefix: libraries, header, pkg-config file, and the Python package,
# for which PYTHONPATH is set to share/weft/python.
set(DFTRACER_VERSION 2.0.2)  # what we stand in for
set(dftracer_source ${PROJECT_SOURCE_DIR}/src/compat/dftracer)
set(dftracer_binary ${PROJECT_BINARY_DIR}/src/compat/dftracer)

install(TARGETS weft_dftracer weft_dftracer_preload LIBRARY)
foreach(name dftracer dftracer_preload)
  install(FILES $<TARGET_FILE_DIR:weft_dftracer>/lib${name}_dbg.so DESTINATION ${CMAKE_INSTALL_LIBDIR})
endforeach()
install(DIRECTORY ${dftracer_source}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${dftracer_source}/python/ DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/python
  FILES_MATCHING PATTERN "*.py")
configure_file(${dftracer_source}/dftracer.pc.in ${dftracer_binary}/dftracer.pc @ONLY)
install(FILES ${dftracer_binary}/dftracer.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
