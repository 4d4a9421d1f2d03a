# SPDX-License-Identifier: BSD-3-Clause
# What programs written for ADIOS find below the prefix: libraries, headers, and what transports of others need.
set(ADIOS_VERSION 1.13.1)  # what we stand in for
set(adios_source ${PROJECT_SOURCE_DIR}/src/compat/adios)
set(adios_binary ${PROJECT_BINARY_DIR}/src/compat/adios)

foreach(target weft_adios_nompi weft_adiosread_nompi weft_adios weft_adiosread weft_adios_timing_nompi
  weft_adios_profiling_nompi weft_adios_timing weft_adios_profiling)
  if(TARGET ${target})
    install(TARGETS ${target} LIBRARY)
  endif()
endforeach()
install(DIRECTORY ${adios_source}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(${adios_source}/adios.pc.in ${adios_binary}/adios.pc @ONLY)
install(FILES ${adios_binary}/adios.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(PROGRAMS ${adios_source}/profiling/post_script.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/adios)
install(FILES ${PROJECT_SOURCE_DIR}/docs/adios-transports.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
