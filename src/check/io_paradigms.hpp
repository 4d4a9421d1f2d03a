// SPDX-License-Identifier: BSD-3-Clause
// Rules on the definitions of I/O: interfaces that tools know by name are described as they expect, and handles that
// were open from the beginning say in which state.
#pragma once

#include "check/findings.hpp"

namespace weft::check {

inline constexpr Rule io_paradigm{"io-paradigm", "A well-known I/O interface is not described as it has to be.",
    "POSIX is SERIAL with flag OS, ISOC is SERIAL, MPI-IO, PnetCDF and ADIOS are PARALLEL, netCDF and HDF5 may be "
    "both; only POSIX and ISOC may have the flag OS."};
inline constexpr Rule io_paradigm_version{
    "io-paradigm-version", "The version of an I/O interface is not a text.", "The property VERSION is of type STRING."};
inline constexpr Rule io_handle_state{"io-handle-state",
    "A handle and the state it had before recording do not belong together.",
    "Each handle with the flag PRE_CREATED has one IoPreCreatedHandleState, others have none."};

inline constexpr Rule io_paradigm_rules[] = {io_paradigm, io_paradigm_version, io_handle_state};

void check_io_paradigms(const Definitions& definitions, Findings& findings);
void check_io_handle_states(const Definitions& definitions, Findings& findings);

}  // namespace weft::check
