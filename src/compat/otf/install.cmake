# SPDX-License-Identifier: BSD-3-Clause
# What programs written for OTF find below the prefix: the libraries, the first by its old name, too; headers, in their
# folder and without it; and the tools, which are the command under other names.
install(TARGETS weft_otf weft_otfaux LIBRARY)
install(FILES $<TARGET_FILE_DIR:weft_otf>/libotf.so DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/src/compat/otf/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(tool IN LISTS otf_tools)
  install(FILES $<TARGET_FILE_DIR:weft_cli>/${tool} TYPE BIN)
endforeach()
