# SPDX-License-Identifier: BSD-3-Clause
# What `cmake --install` and CPack lay down: bin/weft, lib/libweft.so.0, headers, the CMake and pkg-config packages, man
# pages and completions, and the drop-in libraries with theirs. Expects from src/: the library target `weft` and the
# command's target `weft_cli`.
set(CMAKE_INSTALL_LIBDIR lib CACHE STRING "Folder of the libraries below the prefix")
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(weft PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} EXPORT_NAME weft)
set_target_properties(weft_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
# Our headers name one another from the root of src/; users may write <weft/base/...> or "base/...".
target_include_directories(weft INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/weft>)

install(TARGETS weft_cli RUNTIME)
install(TARGETS weft EXPORT weft LIBRARY ARCHIVE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*_internal.hpp" EXCLUDE PATTERN "cli" EXCLUDE PATTERN "compat" EXCLUDE
  PATTERN "record" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(weft). Packages that our headers need are found again there: whatever `weft` links publicly.
get_target_property(linked weft INTERFACE_LINK_LIBRARIES)
foreach(package fmt Threads)
  if(linked MATCHES "(^|;)${package}::")
    string(APPEND WEFT_FIND_DEPENDENCIES "find_dependency(${package})\n")
  endif()
endforeach()
if(linked MATCHES "(^|;)fmt::")
  set(WEFT_PC_REQUIRES fmt)
endif()
if(linked MATCHES "(^|;)Threads::")
  set(WEFT_PC_LIBS -pthread)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
install(EXPORT weft NAMESPACE weft:: FILE weftTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/weftConfig.cmake.in ${PROJECT_BINARY_DIR}/weftConfig.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weftConfig.cmake ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
  DESTINATION ${package_dir})

# The pkg-config file finds its prefix from where it lies, so that it is right under any --prefix.
configure_file(${PROJECT_SOURCE_DIR}/cmake/weft.pc.in ${PROJECT_BINARY_DIR}/weft.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/weft.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The libraries that stand in for others', with what belongs to them.
include(${PROJECT_SOURCE_DIR}/src/compat/otf2/install.cmake)
include(${PROJECT_SOURCE_DIR}/src/compat/litl/install.cmake)
include(${PROJECT_SOURCE_DIR}/src/compat/otf/install.cmake)
include(${PROJECT_SOURCE_DIR}/src/compat/dftracer/install.cmake)
include(${PROJECT_SOURCE_DIR}/src/compat/adios/install.cmake)
include(${PROJECT_SOURCE_DIR}/src/record/install.cmake)
if(WEFT_PYTHON_VERSION)
  include(${PROJECT_SOURCE_DIR}/python/install.cmake)
endif()
include(${PROJECT_SOURCE_DIR}/src/cli/adios_tools/install.cmake)

# The command writes its own manual and completions from the tables of its verbs. Not when cross-compiling: it cannot run.
if(NOT CMAKE_CROSSCOMPILING)
  set(share ${PROJECT_BINARY_DIR}/share)
  add_custom_command(OUTPUT ${share}/stamp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${share}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${share}/man ${share}/completions
    COMMAND weft_cli --generate man ${share}/man
    COMMAND weft_cli --generate completions ${share}/completions
    COMMAND weft_cli --generate markdown ${share}/cli.md
    COMMAND ${CMAKE_COMMAND} -E touch ${share}/stamp
    DEPENDS weft_cli weft
    COMMENT "Writing man pages and completions" VERBATIM)
  add_custom_target(weft_manual ALL DEPENDS ${share}/stamp)
  install(DIRECTORY ${share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${share}/cli.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(FILES ${share}/completions/weft.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME weft)
  install(FILES ${share}/completions/_weft DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${share}/completions/weft.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The Weft developers")
set(CPACK_PACKAGE_CONTACT "The Weft developers <weft@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
