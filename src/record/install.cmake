# SPDX-License-Identifier: BSD-3-Clause
# What programs that record find below the prefix, and what `weft record` looks for.
install(TARGETS weft_record weft_preload LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/record/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(${PROJECT_SOURCE_DIR}/src/record/weft-record.pc.in ${PROJECT_BINARY_DIR}/src/record/weft-record.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/src/record/weft-record.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
