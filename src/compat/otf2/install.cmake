# SPDX-License-Identifier: BSD-3-Clause
# What programs written for OTF2 find below the prefix: library, headers, find_package(OTF2), pkg-config files, tools.
set(OTF2_VERSION 3.0.2)  # what we stand in for
set(otf2_source ${PROJECT_SOURCE_DIR}/src/compat/otf2)
set(otf2_binary ${PROJECT_BINARY_DIR}/src/compat/otf2)

install(TARGETS weft_otf2 LIBRARY)
install(DIRECTORY ${otf2_binary}/include/otf2 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(ending so so.10)
  install(FILES $<TARGET_FILE_DIR:weft_otf2>/libopen-trace-format2.${ending} DESTINATION ${CMAKE_INSTALL_LIBDIR})
endforeach()

foreach(package otf2 otf2-backend)
  configure_file(${otf2_source}/${package}.pc.in ${otf2_binary}/${package}.pc @ONLY)
  install(FILES ${otf2_binary}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

configure_package_config_file(${otf2_source}/OTF2Config.cmake.in ${otf2_binary}/OTF2Config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/OTF2
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${otf2_binary}/OTF2ConfigVersion.cmake
  VERSION ${OTF2_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${otf2_binary}/OTF2Config.cmake ${otf2_binary}/OTF2ConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/OTF2)

# The tools are the command under other names.
foreach(tool IN LISTS otf2_tools)
  install(FILES $<TARGET_FILE_DIR:weft_cli>/${tool} TYPE BIN)
endforeach()
