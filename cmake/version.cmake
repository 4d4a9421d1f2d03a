# SPDX-License-Identifier: BSD-3-Clause
# weft_version: link it to the one target that prints the version; it brings "weft_version.hpp".
# The commit is looked up at every build, but the header is rewritten only when something in it changed.
get_property(WEFT_FEATURES GLOBAL PROPERTY WEFT_FEATURES)
list(JOIN WEFT_FEATURES ", " WEFT_FEATURES)
find_package(Git QUIET)

add_custom_target(weft_version_header
  COMMAND ${CMAKE_COMMAND}
    -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DGIT=${GIT_EXECUTABLE} -DWEFT_VERSION=${PROJECT_VERSION}
    "-DWEFT_FEATURES=${WEFT_FEATURES}" -DWEFT_BUILD_TYPE=${CMAKE_BUILD_TYPE}
    "-DWEFT_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    -DOUTPUT=${PROJECT_BINARY_DIR}/generated/weft_version.hpp
    -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/weft_version.hpp
  COMMENT "Looking up the commit" VERBATIM)

add_library(weft_version INTERFACE)
target_include_directories(weft_version INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>)
add_dependencies(weft_version weft_version_header)
