# SPDX-License-Identifier: BSD-3-Clause
# What programs written for LiTL find below the prefix: library, headers, pkg-config file, tools. A component of its own,
# so that a test can install it without the rest.
set(LITL_VERSION 0.1.9)  # what we stand in for
set(litl_source ${PROJECT_SOURCE_DIR}/src/compat/litl)
set(litl_binary ${PROJECT_BINARY_DIR}/src/compat/litl)

install(TARGETS weft_litl LIBRARY COMPONENT litl)
install(DIRECTORY ${litl_source}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT litl)
configure_file(${litl_source}/litl.pc.in ${litl_binary}/litl.pc @ONLY)
install(FILES ${litl_binary}/litl.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT litl)

# The tools are the command under other names.
foreach(tool IN LISTS litl_tools)
  install(FILES $<TARGET_FILE_DIR:weft_cli>/${tool} TYPE BIN COMPONENT litl)
endforeach()
